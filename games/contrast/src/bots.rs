//! Built-in players, weakest first.

mod alphabeta;
pub mod evaluate;
pub mod guide;
mod learnt;
mod mcts;
mod simple;

use gyoji_core::BotEntry;

use crate::Contrast;

/// The ladder.
pub fn bots() -> Vec<BotEntry<Contrast>> {
    vec![simple::random(), simple::greedy(), simple::rules(), mcts::entry(), alphabeta::entry()]
}
