//! The protocols that Contrast programs speak.

mod arena;

use gyoji_core::DialectEntry;

use crate::Contrast;

/// Every dialect of Contrast.
pub(crate) fn dialects() -> Vec<DialectEntry<Contrast>> {
    vec![gyoji_core::plain::entry(), arena::entry()]
}
