//! A move and its text: `h8`, or a word at a decision of the opening.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

use crate::Point;

/// What a seat can do in its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Puts a stone. At a decision of the opening it also means: I stay white.
    Place(Point),
    /// At a decision of the opening: I take black, the other seat goes on as white.
    Black,
    /// At the decision of swap2: I put two more stones, and the other seat chooses.
    More,
}

impl Move {
    /// Where the stone goes.
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Place(point) => Some(point),
            Move::Black | Move::More => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Place(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => point.fmt(f),
            Move::Black => f.write_str("black"),
            Move::More => f.write_str("more"),
        }
    }
}

/// What `Display` writes; the point in capitals as well.
impl FromStr for Move {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Move, BadText> {
        match s {
            "black" => Ok(Move::Black),
            "more" => Ok(Move::More),
            _ => s.parse().map(Move::Place).map_err(|_| BadText::new(s, expected())),
        }
    }
}

/// What a move looks like.
const fn expected() -> Text {
    Text::new(
        "expected a point such as h8 (rows from the bottom); at a swap decision also \"black\" or \"more\"",
        "h8 のような点（行は下から数える）を書いてください。スワップの選択では black、more も使えます",
    )
}
