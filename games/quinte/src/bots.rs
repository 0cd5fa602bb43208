//! Built-in players.

mod simple;

use gyoji_core::BotEntry;

use crate::Quinte;

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Quinte>> {
    vec![simple::skeleton()]
}
