//! Monte Carlo tree search: random games, but more of them where it matters.

use fastrand::Rng;
use gyoji_core::{BadText, Bot, BotEntry, Budget, Game, OptionSpec, Options, Text, Thought, Turn};
use gyoji_search::mcts::Settings;
use gyoji_search::{Limits, Mcts};

use super::monte::{describe, limits};
use super::playout::RandomGame;
use super::{PLAYOUTS, TIME};
use crate::{Move, Othello};

/// Random games for a move if nothing else is said.
const USUAL: u64 = 5000;
/// How many moves are told of.
const TOLD: usize = 5;

pub(super) fn entry() -> BotEntry<Othello> {
    BotEntry {
        name: "mcts",
        about: Text::new(
            "Monte Carlo tree search (UCT) with random games",
            "モンテカルロ木探索（UCT）",
        ),
        level: 4,
        options: OPTIONS,
        make,
    }
}

const OPTIONS: &[OptionSpec] = &[TIME, PLAYOUTS];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Othello>>, BadText> {
    let search = Mcts::new(RandomGame, Settings::default());
    Ok(Box::new(Tree { limits: limits(options, USUAL), search, rng: Rng::with_seed(seed) }))
}

struct Tree {
    limits: Limits,
    search: Mcts<Othello, RandomGame>,
    rng: Rng,
}

impl Bot<Othello> for Tree {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let mut moves = position.moves();
        let first = moves.next().unwrap_or(Move::Pass);
        if moves.next().is_none() {
            return first;
        }
        let tried = self.search.search(position, &self.limits, budget, &mut self.rng);
        tried.iter().take(TOLD).for_each(|tried| think(Thought { line: describe(tried) }));
        tried.first().map_or(first, |tried| tried.mv)
    }
}
