//! Bots that do not look ahead.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Text, Thought, Turn};

use crate::{Contrast, Move};

/// Any legal move is as good as the next.
pub(super) fn random() -> BotEntry<Contrast> {
    BotEntry {
        name: "random",
        about: Text::new("plays any legal move", "合法手からランダムに選ぶ"),
        level: 0,
        options: &[],
        make: |_, seed| Ok(Box::new(Random(Rng::with_seed(seed)))),
    }
}

struct Random(Rng);

impl Bot<Contrast> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, Contrast>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        crate::playout::random_move(&turn.position().board(), &mut self.0)
            .unwrap_or(Move::new(0, 0))
    }
}
