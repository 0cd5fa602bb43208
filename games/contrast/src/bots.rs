//! Built-in players, weakest first.

mod simple;

use gyoji_core::BotEntry;

use crate::Contrast;

/// The ladder.
pub fn bots() -> Vec<BotEntry<Contrast>> {
    vec![simple::random(), simple::greedy(), simple::rules()]
}
