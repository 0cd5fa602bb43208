//! gyoji-othello

mod bits;
pub mod board;
pub mod perft;
