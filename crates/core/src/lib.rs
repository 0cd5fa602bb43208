//! The vocabulary of Gyoji: games, seats, bots, dialects, records and views.
//!
//! Everything here is a value or a trait. Nothing opens a file or a socket, starts a thread,
//! reads a clock or draws a random number of its own: time arrives in [`Budget`], seeds in
//! [`Setup`], bytes from the caller. Playing a match is the referee's business.

mod bot;
mod conversation;
mod dialect;
mod game;
mod kit;
mod known;
pub mod options;
mod outcome;
pub mod plain;
mod planes;
pub mod record;
pub mod replay;
mod seat;
mod solve;
pub mod testkit;
mod text;
pub mod view;

pub use bot::{Bot, BotEntry, Budget, MakeBot, Thought, Turn};
pub use conversation::{Conversation, Lifetime};
pub use dialect::{
    Asked, Client, Complaint, Cue, Deal, Dialect, DialectEntry, Flaw, Guess, Heard, MakeClient,
    MakeDialect, Slip, Transport,
};
pub use game::{Game, Setup, Spec, TwoSeat};
pub use gyoji_words::{Lang, Text};
pub use kit::{Kit, Visitor};
pub use known::{Known, Misfit, is_decided, settle};
pub use options::{OptionKind, OptionSpec, Options};
pub use outcome::{MAX_SEATS, Outcome};
pub use planes::{Planes, PlanesEntry, PolicyIndex, Shape};
pub use replay::Replay;
pub use seat::{Seat, SeatSpec};
pub use solve::{GaveUp, Solution, Solve, SolveLimits, SolverEntry, Verdict};
pub use text::{BadText, nearest};
