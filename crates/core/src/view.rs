//! What a screen needs to draw a position, as plain data; and the terminal's own drawing.

mod draw;
mod step;

use serde::{Deserialize, Serialize};

use crate::Seat;

pub use draw::{Glyphs, Paint, Style, board, board_width, draw};

/// A position, drawn: a board of cells and what stands beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// What each seat has beside the board.
    pub seats: Vec<SeatView>,
    /// Facts that belong to nobody: the turn number, the time of super soldiers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<(String, String)>,
    /// Whose turn it is.
    pub to_move: Option<Seat>,
}

/// One cell of the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cell {
    /// What the cell is made of: `felt`, `black`, `gray`, `wall`.
    pub ground: String,
    /// Whose colour the ground has, if it belongs to somebody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// What stands on it; several only where pieces may share a cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
}

/// A piece on a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Whose it is.
    pub seat: Seat,
    /// What it is: `disc`, `soldier`, `super`.
    pub kind: String,
    /// The cell it came from in its seat's last turn, column and row, where the game tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<[u8; 2]>,
}

/// A frame around a part of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Frame {
    /// Whose it is.
    pub seat: Seat,
    /// The top left cell and the size: column, row, width, height.
    pub area: [u8; 4],
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

/// One click of the few that spell a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A cell of the board, by column and row from the top left.
    Cell(u8, u8),
    /// A word from a list: `pass`, `black`, `clockwise`.
    Word(String),
}

impl View {
    /// The cell in a column and a row.
    pub fn cell(&self, col: usize, row: usize) -> Option<&Cell> {
        if col < self.cols.len() { self.cells.get(row * self.cols.len() + col) } else { None }
    }
}
