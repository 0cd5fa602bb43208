//! Looking at what somebody hands in, where the rules of a contest forbid more than a referee sees.

use crate::Text;

/// Something in a file that the rules of the game's contest forbid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The line, from 1, if the file has any.
    pub line: Option<usize>,
    /// What it is.
    pub problem: Text,
}

/// Looks at one file, by its name and what is in it. It never refuses: what it cannot read, it
/// says nothing about.
pub type Inspect = fn(name: &str, bytes: &[u8]) -> Vec<Finding>;
