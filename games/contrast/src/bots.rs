//! Built-in players, weakest first.

mod alphabeta;
pub mod evaluate;
pub mod guide;
mod learnt;
mod mcts;
mod simple;

use gyoji_core::{BotEntry, OptionKind, OptionSpec, Text};

use crate::Contrast;

/// The ladder.
pub fn bots() -> Vec<BotEntry<Contrast>> {
    vec![simple::random(), simple::greedy(), simple::rules(), mcts::entry(), alphabeta::entry()]
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
