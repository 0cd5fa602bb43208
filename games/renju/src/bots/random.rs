//! A bot that knows only the rules.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Game, Text, Thought, Turn};

use crate::{Move, Renju};

/// Any empty point is as good as the next; fouls are left out while there is anything else.
pub(super) fn entry() -> BotEntry<Renju> {
    BotEntry {
        name: "random",
        about: Text::new("plays anywhere that is not a foul", "禁じ手でない所にランダムに打つ"),
        level: 0,
        options: &[],
        make: |_, seed| Ok(Box::new(Random(Rng::with_seed(seed)))),
    }
}

struct Random(Rng);

impl Bot<Renju> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, Renju>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let mut moves: Vec<Move> = position.moves().collect();
        self.0.shuffle(&mut moves);
        let is_foul = |mv: &&Move| {
            mv.point().is_some_and(|point| !position.verdict(point).fouls().is_empty())
        };
        let harmless = moves.iter().find(|mv| !is_foul(mv));
        // The caller promises that there is a move.
        harmless.or(moves.first()).copied().unwrap_or(Move::Black)
    }
}
