//! Built-in players, weakest first.
//!
//! By default every bot spends a fixed effort, not time, so that a game can be played again from
//! its seed on any machine; the referee's clock and stop flag are obeyed all the same.

mod alphabeta;
mod class;
mod lines;
mod opening;
mod random;

use gyoji_core::{BotEntry, RankEntry, ranks};

use crate::Renju;

/// What the ranks are, weakest first.
pub(crate) const RANKS: [RankEntry; 10] = ranks([
    ("random", ""),
    ("class", "depth=1"),
    ("class", ""),
    ("lines", ""),
    ("alphabeta", "nodes=200"),
    ("alphabeta", "nodes=1000"),
    ("alphabeta", "nodes=5000"),
    ("alphabeta", ""),
    ("solver", "nodes=60000"),
    ("solver", ""),
]);

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Renju>> {
    vec![random::entry(), class::entry(), lines::entry(), alphabeta::entry(), alphabeta::solver()]
}
