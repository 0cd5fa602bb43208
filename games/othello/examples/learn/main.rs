//! Makes what the engine has learnt: `data/evaluate.bin`, and its opening book: `data/book.txt`.
//!
//! ```sh
//! learn play FOLDER CHUNKS SEED [WEIGHTS]   # games of the engine against itself
//! learn fit OUT [from=WEIGHTS] FOLDER…      # weights from all games of these folders
//! learn cuts WEIGHTS FOLDER COUNT           # how far shallow searches are off deeper ones
//! learn book OUT POSITIONS DEPTH            # an opening book with so many positions
//! learn openings OUT PLIES COUNT SEED       # balanced openings of so many random moves, for matches
//! ```
//!
//! `play` writes chunks of games that depend on nothing but the seed and the weights, and leaves those that are
//! there already alone: it can be ended and begun again at any time. Without weights the first games are played
//! by the evaluation of `alphabeta`. `book` keeps every search in `OUT.searched` and can be ended, too.

mod book;
mod cuts;
mod fit;
mod lessons;
mod openings;
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
        ["book", out, positions, depth] => {
            let positions = positions.parse().expect("a number");
            book::book(Path::new(out), positions, depth.parse().expect("a number"))
        }
        ["openings", out, plies, count, seed] => {
            let number = |text: &str| text.parse::<u64>().expect("a number");
            openings::openings(Path::new(out), number(plies), number(count), number(seed))
        }
        _ => {
            eprintln!(
                "learn play FOLDER CHUNKS SEED [WEIGHTS] | learn fit OUT [from=WEIGHTS] FOLDER… | learn cuts WEIGHTS FOLDER COUNT \
                 | learn book OUT POSITIONS DEPTH | learn openings OUT PLIES COUNT SEED"
            );
            Ok(())
        }
    }
}
