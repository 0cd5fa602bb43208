//! Games to learn from. Each begins with random moves, few or many, so that all kinds of positions occur; then both
//! sides play as well as they can, and the end is solved. Every position after the random moves is a lesson.

use std::io;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use gyoji_core::Budget;
use gyoji_othello::board::Board;
use gyoji_othello::engine::{Engine, Settings, Weights};
use gyoji_othello::patterns;
use gyoji_othello::solve::{Limits, Solver};

use crate::lessons::{self, Lesson};

/// Games in a chunk.
const CHUNK: u32 = 500;
/// Solved exactly from here on.
const SOLVED: u32 = 14;
/// How deep the engine looks before that.
const DEPTH: u32 = 5;
/// Small enough for a cache.
const TABLE_BYTES: usize = 2 << 20;

/// Writes the chunks that are not there yet.
pub fn play(folder: &Path, chunks: u64, seed: u64, weights: Option<&str>) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let weights = weights.map(std::fs::read).transpose()?;
    let weights = weights.map(|file| Weights::read(&file).expect("a file of weights"));
    let engine = weights.map(|weights| Engine::new(Arc::new(weights), TABLE_BYTES));
    let mut players = Players { engine, solver: Solver::new(TABLE_BYTES), rng: Rng::new() };
    for chunk in 0..chunks {
        let path = folder.join(format!("{seed}-{chunk:05}.games"));
        if path.exists() {
            continue;
        }
        players.forget(seed << 32 | chunk);
        let mut all = Vec::new();
        for _ in 0..CHUNK {
            players.game(&mut all);
        }
        lessons::write(&path, &all)?;
        println!("{}: {} lessons", path.display(), all.len());
    }
    Ok(())
}

fn squares(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// Both sides, and the lot.
struct Players {
    engine: Option<Engine>,
    solver: Solver,
    rng: Rng,
}

impl Players {
    /// As if new, so that a chunk does not depend on those before it.
    fn forget(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
        self.solver.clear();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// One game's lessons.
    fn game(&mut self, lessons: &mut Vec<Lesson>) {
        let mut board = Board::STANDARD;
        let random_until = self.rng.u32(10..=56);
        let mut seen = Vec::new();
        let mut turn = false;
        let end = loop {
            let empties = board.empties();
            if board.moves() == 0 {
                board = board.pass();
                turn = !turn;
                if board.moves() == 0 {
                    break board.final_score();
                }
            }
            let moves = board.moves();
            if empties <= random_until {
                seen.push((board, turn));
            }
            let square = if empties > random_until {
                squares(moves).nth(self.rng.usize(..moves.count_ones() as usize))
            } else if empties <= SOLVED {
                self.solver.solve(board, Limits::default()).and_then(|solved| solved.best)
            } else {
                self.choose(board)
            };
            let Some(next) = square.and_then(|square| board.play(square)) else { return };
            board = next;
            turn = !turn;
        };
        lessons.extend(seen.into_iter().map(|(board, whose)| {
            let score = if whose == turn { end } else { -end };
            Lesson { board, score: score as i8 }
        }));
    }

    fn choose(&mut self, board: Board) -> Option<u8> {
        let Self { engine, rng, .. } = self;
        let Some(engine) = engine else {
            let worth = |square: &u8| promise(board.play(*square).unwrap_or(board), rng);
            return squares(board.moves()).max_by_key(worth);
        };
        let settings = Settings { solve: 0, level: 0, last_begin: None };
        let limits = gyoji_search::Limits::depth(DEPTH);
        let budget = Budget::default();
        let found =
            engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |_| ())?;
        Some(found.best)
    }
}

/// How bad the position after a move is for the other side, by the solver's patterns and mobility.
fn promise(board: Board, rng: &mut Rng) -> i32 {
    let count = |board: Board| board.moves().count_ones().cast_signed();
    4 * (count(board.pass()) - count(board)) - 2 * patterns::evaluate(board) + rng.i32(..8)
}
