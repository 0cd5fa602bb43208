//! The protocols that renju programs speak.

mod csv;

use gyoji_core::DialectEntry;

use crate::Renju;

/// Every dialect of renju.
pub(crate) fn dialects() -> Vec<DialectEntry<Renju>> {
    vec![gyoji_core::plain::entry(), csv::entry()]
}
