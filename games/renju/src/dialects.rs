//! The protocols that renju programs speak.

use gyoji_core::DialectEntry;

use crate::Renju;

/// Every dialect of renju.
pub(crate) fn dialects() -> Vec<DialectEntry<Renju>> {
    vec![gyoji_core::plain::entry()]
}
