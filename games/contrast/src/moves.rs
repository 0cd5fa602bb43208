//! A move and its text: `b1,b2 b3g`.
//!
//! From, to, and the tile that is put down afterwards, if any: its square and `b` for black or `g`
//! for gray. Columns are `a` to `e` from the left, rows `1` to `5` from the bottom, where player 1
//! starts: as in the program of the class document, whose example this is. (Its y counts rows from
//! the top, so row 1 is y = 4.)

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

use crate::square::{SIDE, SQUARES};

/// A tile that players hold and put down. White is what lies there before.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tile {
    /// Pieces on it move diagonally.
    Black,
    /// Pieces on it move in all eight directions.
    Gray,
}

impl Tile {
    /// Both kinds.
    pub const BOTH: [Tile; 2] = [Tile::Black, Tile::Gray];

    /// Its letter in moves and positions.
    pub const fn letter(self) -> char {
        match self {
            Tile::Black => 'b',
            Tile::Gray => 'g',
        }
    }
}

/// One whole turn: a piece moves, and then perhaps a tile is put down.
///
/// Two bytes, since searches keep hundreds of them for one position: five bits for the square it
/// comes from, five for the square it goes to, six for the tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(u16);

impl Move {
    /// A move without a tile. Squares that are not on the board are taken to be the last one.
    pub const fn new(from: u8, to: u8) -> Move {
        Move((on_board(from) as u16) << 11 | (on_board(to) as u16) << 6)
    }

    /// The same move, with a tile put down.
    #[must_use]
    pub const fn with_tile(self, tile: Tile, square: u8) -> Move {
        self.with_tile_number(1 + tile as u8 * SQUARES + on_board(square))
    }

    /// The square the piece comes from.
    pub const fn from(self) -> u8 {
        (self.0 >> 11) as u8
    }

    /// The square the piece goes to.
    pub const fn to(self) -> u8 {
        (self.0 >> 6 & 31) as u8
    }

    /// The tile that is put down, and where.
    pub const fn tile(self) -> Option<(Tile, u8)> {
        match self.tile_number() {
            0 => None,
            number @ 1..=SQUARES => Some((Tile::Black, number - 1)),
            number => Some((Tile::Gray, number - 1 - SQUARES)),
        }
    }

    /// The tile as a number: 0 for none, 1 to 25 for black on a square, 26 to 50 for gray.
    pub const fn tile_number(self) -> u8 {
        (self.0 & 63) as u8
    }

    /// The same move with the tile of that number; see [`tile_number`](Move::tile_number).
    #[must_use]
    pub(crate) const fn with_tile_number(self, number: u8) -> Move {
        Move(self.0 & !63 | number as u16)
    }

    /// The move with every square turned into another.
    #[must_use]
    pub fn map(self, place: impl Fn(u8) -> u8) -> Move {
        let plain = Move::new(place(self.from()), place(self.to()));
        self.tile().map_or(plain, |(tile, square)| plain.with_tile(tile, place(square)))
    }

    /// The move as the other player sees it: the board turned by 180°.
    #[must_use]
    pub fn turned(self) -> Move {
        self.map(|square| SQUARES - 1 - square)
    }
}

const fn on_board(square: u8) -> u8 {
    if square < SQUARES { square } else { SQUARES - 1 }
}

/// A square as people write it: `b3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Name(pub u8);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (x, y) = (self.0 % SIDE, self.0 / SIDE);
        write!(f, "{}{}", char::from(b'a' + x), char::from(b'5' - y))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", Name(self.from()), Name(self.to()))?;
        match self.tile() {
            Some((tile, square)) => write!(f, " {}{}", Name(square), tile.letter()),
            None => Ok(()),
        }
    }
}

/// Exactly what `Display` writes, and nothing else.
impl FromStr for Move {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Move, BadText> {
        parse(s.as_bytes()).ok_or_else(|| BadText::new(s, expected()))
    }
}

fn parse(text: &[u8]) -> Option<Move> {
    let (way, tile) = text.split_at_checked(5)?;
    let &[from_x, from_y, b',', to_x, to_y] = way else { return None };
    let mv = Move::new(square([from_x, from_y])?, square([to_x, to_y])?);
    match *tile {
        [] => Some(mv),
        [b' ', x, y, letter] => {
            let tile = Tile::BOTH.into_iter().find(|tile| tile.letter() == letter.into())?;
            Some(mv.with_tile(tile, square([x, y])?))
        }
        _ => None,
    }
}

/// Reads the name of a square.
pub(crate) fn square(name: [u8; 2]) -> Option<u8> {
    match name {
        [x @ b'a'..=b'e', y @ b'1'..=b'5'] => Some((b'5' - y) * SIDE + x - b'a'),
        _ => None,
    }
}

/// What a move looks like.
pub(crate) const fn expected() -> Text {
    Text::new(
        "a move such as b1,b2, or b1,b2 b3g to put a gray (b: black) tile on b3",
        "b1,b2 のような手。タイルを置くなら b1,b2 b3g（b3 にグレー。黒は b）",
    )
}
