//! Renju and gomoku: the rules with exact fouls, the board for searches, openings, bots.
//!
//! ```
//! use gyoji_core::{Game, Setup};
//! use gyoji_renju::Renju;
//!
//! let mut game = Renju::start(&Setup::usual::<Renju>())?;
//! for text in "g8 a1 i8 a3 h7 a5 h9 a7".split(' ') {
//!     game.play(text.parse()?);
//! }
//! game.play("h8".parse()?); // two threes at once: a foul, and black has lost
//! assert_eq!(game.outcome().map(|outcome| outcome.why), Some("foul-double-three"));
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

pub mod board;
pub mod bots;
pub mod class_api;
pub mod dialects;
pub mod formats;
pub mod fouls;
mod game;
mod moves;
mod opening;
pub mod openings;
mod point;
mod rule;
pub mod search;
mod text;
mod view;
pub mod weights;

pub use game::{Renju, Stone};
pub use moves::Move;
pub use opening::{Opening, Phase};
pub use point::{MAX_SIZE, MIN_SIZE, POINTS, Point};
pub use rule::{Colour, Rule};

use gyoji_core::Kit;

/// What renju brings to the table.
pub fn kit() -> Kit<Renju> {
    Kit {
        bots: bots::bots(),
        ranks: &bots::RANKS,
        dialects: dialects::dialects(),
        perft: None,
        solver: Some(search::entry()),
        analyser: None,
        planes: Vec::new(),
        openings: Some(formats::openings),
        inspect: None,
    }
}
