//! Tests that every game, dialect and record passes the same way.

mod game;
mod perft;
mod planes;
mod told;
mod transcript;

pub use game::check_game;
pub use perft::{PerftLine, perft_lines};
pub use planes::check_planes;
pub use told::{Told, plain_listener, random_start};
pub use transcript::{check_transcripts, transcripts};
