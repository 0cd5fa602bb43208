//! Learning a game by playing it against oneself, for any game of two with [`Planes`].
//!
//! - [`Training`] is the whole: rounds of self-play and learning in a folder, which can be killed
//!   at any time and goes on where it was.
//! - [`selfplay`] plays many games side by side; their positions are judged together.
//! - [`root`] shares out the simulations of a search, by Gumbel or PUCT, and says what is learnt.
//! - [`Store`] keeps games on disk, [`trainer`] learns from them, [`Model`] is a network with what
//!   it is for, [`bot`] plays with it.
//!
//! No game is named here, nothing is printed and nobody is waited for: whoever trains tells when
//! to stop and hears what happens.
//!
//! [`Planes`]: gyoji_core::Planes

pub mod bot;
mod config;
mod debug;
mod folder;
mod judge;
mod lesson;
pub mod log;
mod model;
pub mod report;
pub mod root;
pub mod selfplay;
mod store;
mod table;
pub mod trainer;
mod training;
mod trouble;

pub use config::{
    Checkpoint, Config, Evaluation, Learning, Network, Root, Search, SelfPlay, USUAL,
};
pub use debug::debug;
pub use folder::{Folder, replace};
pub use judge::Judge;
pub use lesson::{Lesson, Played};
pub use model::Model;
pub use store::{Found, Store};
pub use training::{News, Training};
pub use trouble::Trouble;
