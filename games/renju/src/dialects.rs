//! The protocols that renju programs speak.

mod csv;
pub mod gomocup;

use gyoji_core::DialectEntry;

use crate::Renju;

/// Every dialect of renju.
pub(crate) fn dialects() -> Vec<DialectEntry<Renju>> {
    vec![gomocup::entry(), csv::entry(), gyoji_core::plain::entry()]
}
