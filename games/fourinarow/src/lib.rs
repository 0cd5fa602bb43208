//! Four in a Row: the smallest whole game of Gyoji, and the one to copy for a new one.
//!
//! Two players drop discs into seven columns of six; whoever has four in a row first wins.
//!
//! | file | what is in it |
//! |---|---|
//! | `board.rs` | the discs: dropping one, finding four in a row |
//! | `moves.rs` | a move and its text |
//! | `text.rs` | the text form of a position |
//! | `game.rs` | the rules as Gyoji wants to be told them |
//! | `view.rs` | what a screen shows, and how a person picks a move |
//! | `bots.rs` | players that are built in |
//! | `planes.rs` | positions and moves as numbers, for `gyoji train` |
//!
//! ```
//! use gyoji_core::Game;
//! use gyoji_fourinarow::FourInARow;
//!
//! let mut position = FourInARow::START;
//! position.play("d".parse()?);
//! assert_eq!(position.to_string(), "......./......./......./......./......./...R...");
//! assert_eq!(position.moves().count(), 7);
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

mod board;
mod bots;
mod game;
mod moves;
mod planes;
mod text;
mod view;

pub use game::FourInARow;
pub use moves::Move;

use gyoji_core::Kit;

/// What Four in a Row brings to the table.
pub fn kit() -> Kit<FourInARow> {
    let kit = Kit::new(bots::bots(), vec![gyoji_core::plain::entry()]);
    Kit { planes: planes::planes(), ranks: &bots::RANKS, ..kit }
}
