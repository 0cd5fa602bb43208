//! One match: whoever sits at the table, the clock, the faults and their explanations.
//!
//! A match is one thread that polls the wires of its players. Players are told apart only by
//! their wire (process, socket, terminal) and their dialect; the loop in [`play`] knows neither
//! a game nor an operating system.

mod chair;
pub mod explain;
mod human;
pub mod journal;
mod os;
pub mod person;
mod play;
pub mod player;
pub mod sandbox;
mod watch;
pub mod wire;

pub use chair::{Chair, NewDialect};
pub use human::{Look, farewell, narrow, no_winner};
pub use os::cores;
pub use os::supervise::supervise_if_asked;
pub use os::undertaker::await_the_dying;
pub use play::{LEAVE_TIME, MARGIN, play, resume};
pub use watch::{Recorder, Watch};
pub use wire::lobby::Lobby;
