//! Contrast: the rules on bit boards, its encodings, its protocols and its bots.
//!
//! ```
//! use gyoji_contrast::Contrast;
//! use gyoji_core::Game;
//!
//! let mut position = Contrast::new();
//! assert_eq!(position.moves().count(), 155);
//! position.play("b1,b2 b3g".parse()?);
//! assert_eq!(position.board().hand(gyoji_core::Seat::FIRST).gray, 0);
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

pub mod board;
pub mod bots;
pub mod dialects;
pub mod encode;
mod game;
mod moves;
mod past;
pub mod perft;
pub mod planes;
pub mod playout;
pub mod race;
pub mod solve;
pub mod square;
mod text;
mod view;
mod words;

pub use board::{Board, Hand};
pub use game::Contrast;
pub use moves::{Move, Name, Tile};

use gyoji_core::Kit;

/// What Contrast brings to the table.
pub fn kit() -> Kit<Contrast> {
    Kit {
        bots: bots::bots(),
        ranks: &bots::RANKS,
        dialects: dialects::dialects(),
        perft: Some(perft::count),
        solver: Some(solve::entry()),
        analyser: None,
        planes: planes::planes(),
        openings: None,
        inspect: None,
    }
}
