//! Numbers drawn by lot, without a library.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Draws numbers; different ones in every run.
pub struct Random(u64);

impl Default for Random {
    fn default() -> Random {
        Random(RandomState::new().build_hasher().finish() | 1)
    }
}

impl Random {
    /// A number from 0 to `below - 1`.
    pub fn below(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % below.max(1)
    }

    /// One of the values; there has to be one.
    pub fn choose<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}
