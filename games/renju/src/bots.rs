//! Built-in players, weakest first.

mod random;

use gyoji_core::BotEntry;

use crate::Renju;

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Renju>> {
    vec![random::entry()]
}
