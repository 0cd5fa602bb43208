//! Tests that every game, dialect and record passes the same way.

mod game;
mod perft;
mod transcript;

pub use game::check_game;
pub use perft::{PerftLine, perft_lines};
pub use transcript::{check_transcripts, transcripts};
