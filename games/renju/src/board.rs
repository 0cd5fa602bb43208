//! The board: stones as words of two bits a cell, and what a stone would make of each line.

pub mod lines;
pub mod shapes;
pub(crate) mod zobrist;
