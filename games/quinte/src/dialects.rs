//! The protocol that QUINTE programs speak.

mod contest;

use gyoji_core::DialectEntry;

use crate::Quinte;

/// Every dialect of QUINTE.
pub(crate) fn dialects() -> Vec<DialectEntry<Quinte>> {
    vec![contest::entry(), gyoji_core::plain::entry()]
}
