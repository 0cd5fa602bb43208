//! Many games: who meets whom, playing what was planned, and what it says about the players.
//!
//! Plans go in, news come out. Nothing here knows an exit code, Ctrl-C or a terminal: whoever
//! wants to stop holds a [`Stop`], whoever wants to know hands in a [`Sink`].

mod cross;
pub mod event;
mod ids;
mod opening;
pub mod records;
mod run;
mod sample;
mod schedule;
mod score;
mod seating;
mod standings;
pub mod stats;
mod trouble;

pub use cross::{CrossTable, Duel};
pub use ids::{id_of, random_id};
pub use opening::{Openings, Order, random_opening};
pub use run::{League, News, Played, Sink, Stop};
pub use sample::Sample;
pub use schedule::{Pairings, Schedule, Slot};
pub use score::{Tally, elo};
pub use seating::{Seating, rotation};
pub use standings::{Line, Standing, Standings, is_missed_turn};
pub use trouble::Trouble;
