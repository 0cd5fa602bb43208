//! A move and its text: `c5`, or `pass`.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

/// A square, or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Move {
    /// A disc on this square: 0 is a1, 7 is h1, 63 is h8.
    Put(u8),
    /// No square can be played.
    Pass,
}

impl Move {
    /// The square of a move that is not a pass.
    pub const fn square(self) -> Option<u8> {
        match self {
            Move::Put(square) if square < 64 => Some(square),
            _ => None,
        }
    }

    /// The moves onto the squares of a bit set, a1 first.
    pub fn squares(mut set: u64) -> impl Iterator<Item = Move> {
        std::iter::from_fn(move || {
            let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
            set &= set - 1;
            Some(Move::Put(square))
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            Some(square) => {
                write!(f, "{}{}", char::from(b'a' + square % 8), char::from(b'1' + square / 8))
            }
            None => f.write_str("pass"),
        }
    }
}

/// Exactly what `Display` writes, and nothing else: `c5` or `pass`.
impl FromStr for Move {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Move, BadText> {
        match s.as_bytes() {
            b"pass" => Ok(Move::Pass),
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Ok(Move::Put((rank - b'1') * 8 + (file - b'a')))
            }
            _ => Err(BadText::new(s, expected())),
        }
    }
}

/// What a move looks like.
pub(crate) const fn expected() -> Text {
    Text::new("a square such as c5, or \"pass\"", "c5 のようなマス、または pass")
}
