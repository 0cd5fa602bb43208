//! Openings for matches: random moves after which nobody is far ahead.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use fastrand::Rng;
use gyoji_othello::board::Board;
use gyoji_othello::book::lying;

use crate::book::{Searcher, square_name};

/// How deep an opening is looked at, and by how much one side may be ahead, in hundredths of a disc.
const DEPTH: u32 = 14;
const MOST: i32 = 200;

/// Writes `count` different openings of `plies` moves, a transcript in each line.
pub(crate) fn openings(out: &Path, plies: u64, count: u64, seed: u64) -> io::Result<()> {
    let mut rng = Rng::with_seed(seed);
    let mut searcher = Searcher::new(DEPTH);
    let mut seen = HashSet::new();
    let mut text = format!(
        "# {count} openings of {plies} random moves; nobody is ahead by more than {} discs at depth {DEPTH}.\n",
        MOST / 100
    );
    let mut kept = 0;
    while kept < count {
        let mut path = String::new();
        let mut board = Board::STANDARD;
        for _ in 0..plies {
            let squares: Vec<u8> = (0..64).filter(|&square| board.play(square).is_some()).collect();
            let Some(&square) = rng.choice(&squares) else { break };
            path.push_str(&square_name(square));
            board = board.play(square).unwrap_or(board);
        }
        let is_whole = path.len() as u64 == 2 * plies && board.moves() != 0;
        if is_whole && seen.insert(lying(board).0) && searcher.value(board).abs() <= MOST {
            text.push_str(&path);
            text.push('\n');
            kept += 1;
        }
    }
    std::fs::write(out, text)
}
