//! Monte Carlo tree search: random games, but more of them where it matters.

use fastrand::Rng;
use gyoji_core::{BadText, Bot, BotEntry, Budget, Game, OptionSpec, Options, Text, Thought, Turn};
use gyoji_search::mcts::Settings;
use gyoji_search::{Limits, Mcts};

use super::PLAYOUTS;
use super::monte::{describe, limits};
use super::playout::RandomGame;
use crate::{Move, Othello};

/// Random games for a move if nothing else is said.
const USUAL: u64 = 5000;
/// How much what is hardly known counts: with so few moves and such rough guesses, much.
const EXPLORE: f32 = 2.5;
/// How many moves are told of.
const TOLD: usize = 5;

pub(super) fn entry() -> BotEntry<Othello> {
    BotEntry {
        name: "mcts",
        about: Text::new(
            "Monte Carlo tree search with random games",
            "ランダム対局によるモンテカルロ木探索",
        ),
        level: 4,
        options: OPTIONS,
        make,
    }
}

const OPTIONS: &[OptionSpec] = &[OptionSpec::TIME, PLAYOUTS];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Othello>>, BadText> {
    let settings = Settings { explore: EXPLORE, ..Settings::default() };
    let search = Mcts::new(RandomGame, settings);
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
        let found = self.search.search(position, &self.limits, budget, &mut self.rng);
        for (place, one) in found.candidates.iter().take(TOLD).enumerate() {
            let value = one.value().filter(|_| place == 0);
            think(Thought::new(describe(one.mv, one.rate, one.visits)).with_value(value));
        }
        found.best().unwrap_or(first)
    }
}
