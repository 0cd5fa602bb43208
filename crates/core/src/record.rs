//! The record of a game: a header, then what happened, one JSON object a line.
//!
//! It stores moves, not boards; times in nanoseconds; and the exact bytes a player sent. What
//! was sent *to* a player is not stored, since the dialect makes it again from the rest. The
//! result is what [`Ended`] says, never what a replay comes to.

mod adjudicate;
mod bytes;
mod clock;
mod event;
mod header;
mod limits;
mod parse;
mod player;
mod value;

pub use adjudicate::{Adjudication, Agreement, Consent};
pub use bytes::Bytes;
pub use clock::Clock;
pub use event::{
    Ended, Event, Exit, Fault, FaultKind, HeardLine, Idle, Moved, Named, Question, Ready, Said,
    Spent, Then, Undone,
};
pub use header::{Header, Place, Plan};
pub use limits::{Limits, parse_size, size_text};
pub use parse::{BadRecord, Record, VERSION, line};
pub use player::{Player, Policy, Ponder};
pub use value::Value;
