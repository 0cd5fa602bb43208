//! QUINTE, the four-player castle game of a programming contest: rules, protocol and bots.
//!
//! ```
//! use gyoji_core::{Game, Seat, Setup};
//! use gyoji_quinte::Quinte;
//!
//! let mut position = Quinte::start(&Setup::usual::<Quinte>())?;
//! position.play("cw@7,12 up".parse()?);
//! assert_eq!(position.to_move(), Some(Seat(1)));
//! assert_eq!((position.soldier(Seat(0)).x, position.soldier(Seat(0)).y), (8, 15));
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

pub mod bots;
mod cell;
pub mod dialects;
mod game;
pub mod inspect;
mod moves;
mod position;
mod quarter;
mod random;
mod text;
mod tiles;
mod view;

pub use cell::{Cell, Corner, Gate, GateKind, SIZE, Spin, Way, gate, home};
pub use moves::{Cursor, Move};
pub use position::{Quinte, Refusal, Rules, SEATS};
pub use quarter::Quarter;
pub use text::start_tiles;
pub use tiles::{Tile, Tiles};

use gyoji_core::Kit;

/// What QUINTE brings to the table.
pub fn kit() -> Kit<Quinte> {
    Kit {
        bots: bots::bots(),
        ranks: &bots::RANKS,
        dialects: dialects::dialects(),
        perft: None,
        solver: None,
        analyser: None,
        planes: Vec::new(),
        openings: None,
        inspect: Some(inspect::inspect),
    }
}
