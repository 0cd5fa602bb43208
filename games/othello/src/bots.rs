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

/// What the ranks are, weakest first: one engine that looks less far and errs more, so that it gives a game away as a person
/// of that strength does.
pub(crate) const RANKS: [RankEntry; 10] = ranks([
    ("pattern", "depth=1&solve=1&variety=10000&book=no"),
    ("pattern", "depth=1&solve=1&variety=4000&book=no"),
    ("pattern", "depth=1&solve=2&variety=2000&book=no"),
    ("pattern", "depth=1&solve=4&variety=1000&book=no"),
    ("pattern", "depth=2&solve=5&variety=1100&book=no"),
    ("pattern", "depth=3&solve=7&variety=750"),
    ("pattern", "depth=4&solve=10&variety=400"),
    ("pattern", "depth=6&solve=12&variety=200"),
    ("pattern", "depth=9&solve=16&variety=100"),
    ("pattern", "depth=14&solve=20"),
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
