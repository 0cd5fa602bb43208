//! The vocabulary of Gyoji: games, seats, bots, dialects, records and views.
//!
//! Everything here is a value or a trait. Nothing opens a file or a socket, starts a thread,
//! reads a clock or draws a random number of its own: time arrives in [`Budget`], seeds in
//! [`Setup`], bytes from the caller. Playing a match is the referee's business.

mod analyse;
mod bot;
mod choose;
mod conversation;
mod dialect;
mod game;
mod inspect;
mod kit;
mod known;
mod opening;
pub mod options;
mod outcome;
mod pace;
pub mod plain;
mod planes;
mod rank;
pub mod record;
pub mod replay;
mod seat;
mod solve;
mod stepper;
mod text;
mod timer;
pub mod view;

pub use analyse::{Analyser, AnalyserEntry, Look, MakeAnalyser, Means, ReadTold, Told, Worth};
pub use bot::{Bot, BotEntry, Budget, MakeBot, Thought, Turn};
pub use choose::{Ask, Choice, Chooser, Offer, Spelled};
pub use conversation::{Conversation, Lifetime};
pub use dialect::{
    Asked, Client, Complaint, Cue, Deal, Dialect, DialectEntry, Explain, Flaw, Greeting, Guess,
    Heard, Interrupt, MakeClient, MakeDialect, MakeExplain, Manners, Slip, Transport,
};
pub use game::{Game, Setup, Spec, TwoSeat};
pub use gyoji_words::{Lang, Text};
pub use inspect::{Finding, Inspect};
pub use kit::{Kit, Visitor};
pub use known::{Known, Misfit, is_decided, settle};
pub use opening::{Opening, ReadOpenings};
pub use options::{OptionKind, OptionSpec, Options};
pub use outcome::{MAX_SEATS, Outcome};
pub use pace::Pace;
pub use planes::{Planes, PlanesEntry, PolicyIndex, Shape};
pub use rank::{RANKS, Rank, RankEntry, ranks};
pub use record::Value;
pub use replay::Replay;
pub use seat::{Seat, SeatSpec};
pub use solve::{GaveUp, Solution, Solve, SolveLimits, SolverEntry, Verdict};
pub use stepper::{LastMove, Moment, Stepper};
pub use text::{BadText, nearest};
pub use timer::{OnClock, Timer};
