//! A move and its text: the letter of a column, `a` to `g`.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

/// A column, counted from the left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub(crate) u8);

impl Move {
    /// The column, from 0.
    pub const fn column(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'a' + self.0))
    }
}

/// Exactly what `Display` writes, and nothing else.
impl FromStr for Move {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Move, BadText> {
        match s.as_bytes() {
            &[letter @ b'a'..=b'g'] => Ok(Move(letter - b'a')),
            _ => Err(BadText::new(s, Text::new("a column from a to g", "列の文字（a〜g）"))),
        }
    }
}
