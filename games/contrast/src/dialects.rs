//! The protocols that Contrast programs speak.

use gyoji_core::DialectEntry;

use crate::Contrast;

/// Every dialect of Contrast.
pub(crate) fn dialects() -> Vec<DialectEntry<Contrast>> {
    vec![gyoji_core::plain::entry()]
}
