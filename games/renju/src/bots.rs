//! Built-in players, weakest first.
//!
//! By default every bot spends a fixed effort, not time, so that a game can be played again from
//! its seed on any machine; the referee's clock and stop flag are obeyed all the same.

mod alphabeta;
mod class;
mod lines;
mod opening;
mod random;

use gyoji_core::{BotEntry, OptionKind, OptionSpec, Text};

use crate::Renju;

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Renju>> {
    vec![random::entry(), class::entry(), lines::entry(), alphabeta::entry(), alphabeta::solver()]
}

/// `time`: what a bot that searches may think about one move.
const TIME: OptionSpec = OptionSpec {
    name: "time",
    kind: OptionKind::Time,
    default: "0",
    about: Text::new(
        "time for one move; 0: a fixed effort instead",
        "1手の思考時間。0なら時間ではなく決まった量を読みます",
    ),
};
