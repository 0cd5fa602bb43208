//! What a screen needs to draw a position, as plain data; and the terminal's own drawing.
//!
//! A [`View`] is a position: where what stands. A [`Legend`] is the same for a whole game: what
//! things are called and how they look. Together they are all that anybody needs who draws. What
//! comes from watching (the last move) or from asking (where one may go) is not in a view: whoever
//! draws gets it from a [`Stepper`](crate::Stepper).

mod draw;
mod face;
mod legend;
mod paint;
mod step;
mod tint;

use serde::{Deserialize, Serialize};

use crate::Seat;

pub use draw::{CellSize, Glyphs, Style, board, board_size, draw};
pub use legend::{At, Colour, Gate, Legend, Named, SeatSign, Side, Sign, Surface, Word};
pub use paint::Paint;
pub use tint::Depth;

/// A position, drawn: a board of cells and what stands beside it.
///
/// The words in it (grounds, kinds, items, facts) are those of the game's [`Legend`].
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct View {
    /// The names of the columns, left to right; as many as there are.
    pub cols: Vec<String>,
    /// The names of the rows, top to bottom.
    pub rows: Vec<String>,
    /// The cells, row by row from the top left.
    pub cells: Vec<Cell>,
    /// Frames around parts of the board: cursors.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// Rows of cells that belong together: the one that won the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bands: Vec<Band>,
    /// What the rules say about single cells now: that whoever goes there loses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// What each seat has beside the board.
    pub seats: Vec<SeatView>,
    /// Facts that belong to nobody, and their values: the turn number, the rule.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
}

/// One cell of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    /// What the cell is made of.
    pub ground: String,
    /// Whose colour the ground has, if it belongs to somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Whether its owner cannot make use of it now, so that it stands back behind the others.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dim: bool,
    /// What stands on it; several only where pieces may share a cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: String,
    /// The cell it came from in its seat's last turn, column and row, where the game tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<[u8; 2]>,
    /// As the how-manieth it was put, from 1, where the order matters to players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u16>,
}

impl Piece {
    /// A piece that stands there.
    pub fn new(seat: Seat, kind: &str) -> Piece {
        Piece { seat, kind: kind.to_owned(), from: None, number: None }
    }
}

/// A frame around a part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// Whose it is.
    pub seat: Seat,
    /// The top left cell and the size: column, row, width, height.
    pub area: [u8; 4],
}

/// A row of cells that belong together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Band {
    /// Its first cell, column and row.
    pub from: [u8; 2],
    /// Its last cell.
    pub to: [u8; 2],
}

/// What the rules say about a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The cell, column and row.
    pub at: [u8; 2],
    /// What it is; the legend says it in words.
    pub kind: String,
    /// The cells that are the reason for it, row by row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<Vec<[u8; 2]>>,
}

/// What a seat has beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatView {
    /// Its points so far, where the game counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// What it holds in hand, and how many.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<(String, u32)>,
}

/// One click of the few that spell a move. As JSON: `{"cell": [2, 4]}` or `{"word": "pass"}`.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A cell of the board, by column and row from the top left.
    Cell(u8, u8),
    /// A word from a list: `pass`, `black`, `clockwise`.
    Word(String),
}

impl Step {
    /// The cell, column and row, if it is one.
    pub fn cell(&self) -> Option<(u8, u8)> {
        match *self {
            Step::Cell(col, row) => Some((col, row)),
            Step::Word(_) => None,
        }
    }

    /// A word.
    pub fn word(word: &str) -> Step {
        Step::Word(word.to_owned())
    }
}

impl View {
    /// The cell in a column and a row.
    pub fn cell(&self, col: usize, row: usize) -> Option<&Cell> {
        if col < self.cols.len() { self.cells.get(row * self.cols.len() + col) } else { None }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde calls it so
fn is_false(flag: &bool) -> bool {
    !flag
}
