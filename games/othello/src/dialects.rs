//! The protocols that Othello programs speak.

pub mod gtp;
pub mod judge;
pub mod nboard;
pub mod tcp;

use gyoji_core::DialectEntry;

use crate::Othello;

/// Every dialect of Othello.
pub(crate) fn dialects() -> Vec<DialectEntry<Othello>> {
    vec![judge::entry(), tcp::entry(), nboard::entry(), gtp::entry(), gyoji_core::plain::entry()]
}
