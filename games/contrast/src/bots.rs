//! Built-in players, weakest first.

mod alphabeta;
pub mod evaluate;
pub mod guide;
mod learnt;
mod mcts;
mod simple;

use gyoji_core::{BotEntry, RankEntry, ranks};

use crate::Contrast;

/// What the ranks are, weakest first.
pub const RANKS: [RankEntry; 10] = ranks([
    ("random", ""),
    ("greedy", ""),
    ("rules", ""),
    ("mcts", "simulations=20"),
    ("mcts", "simulations=60"),
    ("alphabeta", "depth=3"),
    ("mcts", "simulations=200"),
    ("mcts", ""),
    ("alphabeta", "depth=5"),
    ("alphabeta", ""),
]);

/// The ladder.
pub fn bots() -> Vec<BotEntry<Contrast>> {
    vec![simple::random(), simple::greedy(), simple::rules(), mcts::entry(), alphabeta::entry()]
}
