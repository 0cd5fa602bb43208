//! Games to learn from. Each begins with random moves, few or many, so that all kinds of positions occur; then both
//! sides play as well as they can, and the end is solved. Every position after the random moves is a lesson.

use std::io;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use gyoji_core::{Budget, Seat};
use gyoji_othello::board::Board;
use gyoji_othello::bots::evaluate::Evaluation;
use gyoji_othello::engine::{Engine, Settings, Weights};
use gyoji_othello::solve::{self, Solver};
use gyoji_othello::{Move, Othello};
use gyoji_search::{AlphaBeta, Limits};

use crate::lessons::{self, Lesson};

/// Games in a chunk.
const CHUNK: u32 = 500;
/// Solved exactly from here on.
const SOLVED: u32 = 14;
/// How deep the players look before that: the engine, and the bot that plays the first games.
const DEPTH: u32 = 6;
const FIRST_DEPTH: u32 = 3;
/// Small enough for a cache.
const TABLE_BYTES: usize = 2 << 20;

/// Writes the chunks that are not there yet.
pub(crate) fn play(folder: &Path, chunks: u64, seed: u64, weights: Option<&str>) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let weights = weights.map(std::fs::read).transpose()?;
    let weights = weights.map(|file| Weights::read(&file).expect("a file of weights"));
    let engine = weights.map(|weights| Engine::new(Arc::new(weights), TABLE_BYTES));
    let first = AlphaBeta::new(Evaluation::new(0, 0), TABLE_BYTES);
    let mut players = Players { engine, first, solver: Solver::new(TABLE_BYTES), rng: Rng::new() };
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
    /// Plays as long as there are no weights.
    first: AlphaBeta<Othello, Evaluation>,
    solver: Solver,
    rng: Rng,
}

impl Players {
    /// As if new, so that a chunk does not depend on those before it.
    fn forget(&mut self, seed: u64) {
        self.rng = Rng::with_seed(seed);
        self.solver.clear();
        self.first.clear();
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// One game's lessons.
    fn game(&mut self, lessons: &mut Vec<Lesson>) {
        let mut board = Board::STANDARD;
        // Rather few random moves than many: what is learnt early in the game has most of it to learn from.
        let random_until = self.rng.u32(10..=56).max(self.rng.u32(10..=56));
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
                self.solver.solve(board, solve::Limits::default()).and_then(|solved| solved.best)
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
        let budget = Budget::default();
        if let Some(engine) = &mut self.engine {
            let settings = Settings { solve: 0, level: 0, last_begin: None };
            let limits = Limits::depth(DEPTH);
            let found =
                engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |_| ())?;
            return Some(found.best);
        }
        let position = Othello::new(board, Seat::FIRST);
        let found = self.first.search(&position, &Limits::depth(FIRST_DEPTH), &budget, &mut |_| ());
        found.map(|found| found.best).and_then(Move::square)
    }
}
