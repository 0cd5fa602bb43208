//! Makes what the engine has learnt: `data/evaluate.bin`.
//!
//! ```sh
//! learn play FOLDER CHUNKS SEED [WEIGHTS]   # games of the engine against itself
//! learn fit OUT [from=WEIGHTS] FOLDER…      # weights from all games of these folders
//! learn cuts WEIGHTS FOLDER COUNT           # how far shallow searches are off deeper ones
//! ```
//!
//! `play` writes chunks of games that depend on nothing but the seed and the weights, and leaves those that are
//! there already alone: it can be ended and begun again at any time. Without weights the first games are played
//! by the evaluation of `alphabeta`.

mod cuts;
mod fit;
mod lessons;
mod play;

use std::path::Path;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["play", folder, chunks, seed, weights @ ..] => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            play::play(Path::new(folder), number(chunks), number(seed), weights.first().copied())
        }
        ["fit", out, rest @ ..] if !rest.is_empty() => {
            let from = rest[0].strip_prefix("from=");
            let folders = if from.is_some() { &rest[1..] } else { rest };
            fit::fit(Path::new(out), from, folders)
        }
        ["cuts", weights, folder, count] => {
            let count = count.parse().expect("a number");
            cuts::cuts(Path::new(weights), Path::new(folder), count)
        }
        _ => {
            eprintln!(
                "learn play FOLDER CHUNKS SEED [WEIGHTS] | learn fit OUT [from=WEIGHTS] FOLDER… | learn cuts WEIGHTS FOLDER COUNT"
            );
            Ok(())
        }
    }
}
