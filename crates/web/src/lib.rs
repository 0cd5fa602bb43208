//! The arena in the browser: a server on which people play bots and one another, and everybody
//! can watch.
//!
//! A game is a `bout::Bout`: a thread that runs the referee's match, with a channel wire for
//! each person, and a `story::Story`, the list of everything that has happened so far. Whoever
//! watches reads that list at their own pace, over a web socket or as lines of JSON, so nobody who
//! is slow holds up a match or makes a queue grow. A game nobody looks at sleeps: its thread ends,
//! and it is made again from its record when somebody comes back.
//!
//! This is the only room with async code, and it stays on this side of the hall: a match knows
//! nothing of it.

mod assets;
mod bout;
mod change;
mod config;
mod crowd;
mod demo;
mod docs;
mod elsewhere;
mod events;
mod gate;
mod guard;
mod hall;
mod hint;
mod key;
mod opening;
mod order;
mod problem;
mod public;
mod routes;
mod server;
mod shelf;
mod story;
mod ws;

pub use config::{Config, Limits};
pub use docs::text as guide;
pub use hint::{Advice, Adviser, Points, advise};
pub use server::{Running, Server, lan_addresses};

/// The version of the API: see `docs/api.md`.
pub const API: u32 = 1;
