//! How a game begins when it does not begin as usual.

use crate::BadText;

/// Where a game begins, and which moves are made from there before anybody is asked, in the
/// game's own text forms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// The position, if not the usual one.
    pub position: Option<String>,
    /// The moves.
    pub moves: Vec<String>,
}

/// Reads the games of a file in a format of a game's own, known by the ending of its name; none
/// if the game has no format of that ending.
pub type ReadOpenings = fn(ending: &str, bytes: &[u8]) -> Option<Result<Vec<Opening>, BadText>>;
