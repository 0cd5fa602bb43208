//! An order for one turn and its text: `cw@7,13 up`, `to@3,4 -`, `- -`.
//!
//! The cursor's part comes first: `cw@X,Y` (clockwise), `ccw@X,Y` (anticlockwise), `to@X,Y` (only
//! go there), or `-`; then the soldier's: `up`, `right`, `down`, `left`, or `-`. The directions
//! are those of the map with red at the bottom.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

use crate::cell::{Corner, Spin, Way};

/// What one player does in one turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    /// The cursor's order; none leaves it where it is.
    pub cursor: Option<Cursor>,
    /// The soldier's step.
    pub soldier: Option<Way>,
}

/// An order to the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cursor {
    /// Where it goes.
    pub at: Corner,
    /// How it turns the tiles there, if it does.
    pub spin: Option<Spin>,
}

impl Move {
    /// Nothing at all.
    pub const NONE: Move = Move { cursor: None, soldier: None };

    /// Turns the tiles at a corner, and goes a step if there is one.
    pub const fn turn(at: Corner, spin: Spin, soldier: Option<Way>) -> Move {
        Move { cursor: Some(Cursor { at, spin: Some(spin) }), soldier }
    }

    /// Only the soldier's step.
    pub const fn step(way: Way) -> Move {
        Move { cursor: None, soldier: Some(way) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cursor {
            None => f.write_str("-")?,
            Some(Cursor { at, spin }) => {
                let word = match spin {
                    Some(Spin::Clockwise) => "cw",
                    Some(Spin::Anticlockwise) => "ccw",
                    None => "to",
                };
                write!(f, "{word}@{},{}", at.x, at.y)?;
            }
        }
        f.write_str(match self.soldier {
            None => " -",
            Some(Way::Up) => " up",
            Some(Way::Right) => " right",
            Some(Way::Down) => " down",
            Some(Way::Left) => " left",
        })
    }
}

/// What `Display` writes. Coordinates up to 255 are read, so that an order outside the map is
/// one that cannot be done and not one that cannot be understood.
impl FromStr for Move {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Move, BadText> {
        let bad = || BadText::new(s, expected());
        let (cursor, soldier) = s.split_once(' ').ok_or_else(bad)?;
        let cursor = match cursor.split_once('@') {
            None if cursor == "-" => None,
            None => return Err(bad()),
            Some((word, place)) => {
                let spin = match word {
                    "cw" => Some(Spin::Clockwise),
                    "ccw" => Some(Spin::Anticlockwise),
                    "to" => None,
                    _ => return Err(bad()),
                };
                let (x, y) = read_pair(place).ok_or_else(bad)?;
                Some(Cursor { at: Corner::new(x, y), spin })
            }
        };
        let soldier = match soldier {
            "-" => None,
            "up" => Some(Way::Up),
            "right" => Some(Way::Right),
            "down" => Some(Way::Down),
            "left" => Some(Way::Left),
            _ => return Err(bad()),
        };
        Ok(Move { cursor, soldier })
    }
}

/// Reads `x,y`, both plain numbers.
pub(crate) fn read_pair(text: &str) -> Option<(u8, u8)> {
    let number = |text: &str| {
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse().ok().filter(|_| is_plain)
    };
    let (x, y) = text.split_once(',')?;
    Some((number(x)?, number(y)?))
}

/// What a move looks like.
pub(crate) const fn expected() -> Text {
    Text::new(
        "the cursor's order and the soldier's, such as \"cw@7,13 up\", \"- left\" or \"- -\"",
        "カーソルと兵士への指示（例: cw@7,13 up、- left、- -）",
    )
}
