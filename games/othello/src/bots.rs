//! Built-in players, from one that knows only the rules to one that plays the end perfectly.
//!
//! By default every bot spends a fixed effort, not time, so that a game can be played again from
//! its seed on any machine; the referee's clock and stop flag are obeyed all the same.

mod alphabeta;
pub mod evaluate;
mod learnt;
mod mcts;
mod monte;
mod pattern;
mod playout;
mod simple;

use gyoji_core::{BotEntry, OptionKind, OptionSpec, RankEntry, Text, ranks};

use crate::Othello;

/// How many discs ahead make one in e + 1 games a loss.
pub(crate) const LOGIT_DISCS: f32 = 7.0;

/// What the ranks are, weakest first.
pub(crate) const RANKS: [RankEntry; 10] = ranks([
    ("random", ""),
    ("greedy", ""),
    ("weights", ""),
    ("monte", "playouts=50"),
    ("monte", "playouts=300"),
    ("monte", ""),
    ("mcts", "playouts=2000"),
    ("alphabeta", "depth=2&solve=0"),
    ("alphabeta", "depth=4"),
    ("alphabeta", ""),
]);

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Othello>> {
    vec![
        simple::random(),
        simple::greedy(),
        simple::weights(),
        monte::entry(),
        mcts::entry(),
        alphabeta::entry(),
        pattern::entry(),
    ]
}

/// `playouts`: how many random games are played for one move.
const PLAYOUTS: OptionSpec = OptionSpec {
    name: "playouts",
    kind: OptionKind::Number(0, 1_000_000_000),
    default: "0",
    about: Text::new(
        "random games for one move, all candidates together; 0: the bot's usual number, or as many as the time allows",
        "1手あたりのランダム対局の総数。0 なら既定の数（time があれば時間の許すかぎり）",
    ),
};

#[cfg(test)]
mod tests;
