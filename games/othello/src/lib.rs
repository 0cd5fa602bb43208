//! Othello: the rules on bit boards, its protocols and its bots.
//!
//! ```
//! use gyoji_core::Game;
//! use gyoji_othello::Othello;
//!
//! let mut position = Othello::STANDARD;
//! let first: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
//! assert_eq!(first, ["d3", "c4", "f5", "e6"]);
//! position.play("f5".parse()?);
//! assert_eq!(position.moves().count(), 3);
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

mod analyse;
mod bits;
pub mod board;
pub mod book;
pub mod bots;
pub mod dialects;
pub mod engine;
pub mod formats;
mod game;
mod memory;
mod moves;
pub mod patterns;
pub mod perft;
pub mod planes;
pub mod positions;
pub mod solve;
mod table;
mod text;
mod view;

pub use game::Othello;
pub use moves::Move;

use gyoji_core::Kit;

/// What Othello brings to the table.
pub fn kit() -> Kit<Othello> {
    Kit {
        bots: bots::bots(),
        ranks: &bots::RANKS,
        dialects: dialects::dialects(),
        perft: Some(|position, depth| perft::count(position.board(), depth)),
        solver: Some(solve::entry()),
        analyser: Some(analyse::entry()),
        planes: planes::planes(),
        openings: Some(formats::openings),
        inspect: None,
    }
}
