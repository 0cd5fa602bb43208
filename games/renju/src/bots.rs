//! Built-in players, weakest first.

mod class;
mod random;

use gyoji_core::BotEntry;

use crate::Renju;

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Renju>> {
    vec![random::entry(), class::entry()]
}
