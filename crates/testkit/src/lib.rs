//! Tests that every game and dialect passes the same way.
//!
//! - [`check_game`]: what must hold for any game, tried on random games;
//! - [`check_kit`]: what must hold for the bots and dialects it brings;
//! - [`check_planes`]: what must hold for the planes it brings to learning programs;
//! - [`perft_lines`]: tables of how many moves there are;
//! - [`mutated`]: files that are nearly right;
//! - [`check_transcripts`]: the conversations on a page of the documentation, played by the
//!   referee;
//! - [`Told`]: games between clients that know nothing but what they are told;
//! - [`browser::Browser`]: a real browser that is led through a page;
//! - [`postgres::Server`]: a database server that can be killed.
//!
//! It is for tests alone: nothing that is used depends on it.

pub mod browser;
mod drawn;
mod game;
mod kit;
mod listener;
mod mutate;
mod perft;
mod planes;
pub mod postgres;
mod told;
mod transcript;
mod wire;

pub use game::check_game;
pub use kit::check_kit;
pub use listener::plain_listener;
pub use mutate::mutated;
pub use perft::{PerftLine, perft_lines};
pub use planes::check_planes;
pub use told::{Told, random_start};
pub use transcript::{check_transcripts, transcripts};
