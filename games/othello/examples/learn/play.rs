//! Games to learn from. A game begins with a few random moves; then both sides play nearly as well as they can, and the
//! end is solved. From some of its positions the game is played a second time after one random move: a search meets such
//! positions all the time, and has to know what they are worth. Every position after the random moves is a lesson: how
//! the game ended, and what the search said.

use std::io;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use gyoji_core::{Budget, Seat};
use gyoji_othello::Othello;
use gyoji_othello::board::Board;
use gyoji_othello::bots::evaluate::Evaluation;
use gyoji_othello::engine::{DISC, Engine, Settings, Weights};
use gyoji_othello::solve::{self, Solver};
use gyoji_search::{AlphaBeta, Limits};

use crate::lessons::{self, Lesson, UNSAID};

/// Games in a chunk, and how often each is played again from one of its positions.
const CHUNK: u32 = 100;
const BRANCHES: u32 = 6;
/// A branch leaves the game with at least so many empty squares.
const LAST_BRANCH: u32 = 6;
/// Random moves at the beginning of a game.
const FEWEST_RANDOM: u32 = 6;
const MOST_RANDOM: u32 = 18;
/// How much worse than the best a move may be and still be played, in units of the evaluation.
const BLUR: i32 = 3 * DISC / 2;
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
            let trunk = players.game(Board::STANDARD, FEWEST_RANDOM, MOST_RANDOM, &mut all);
            for _ in 0..BRANCHES {
                if !trunk.is_empty() {
                    let from = trunk[players.rng.usize(..trunk.len())];
                    players.game(from, 1, 1, &mut all);
                }
            }
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

    /// One game's lessons, from `start` on after at least `fewest` and at most `most` random moves. The answer are the
    /// positions from which it can be played again.
    fn game(
        &mut self,
        start: Board,
        fewest: u32,
        most: u32,
        lessons: &mut Vec<Lesson>,
    ) -> Vec<Board> {
        let mut board = start;
        let mut random = self.rng.u32(fewest..=most);
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
            let chosen = if random > 0 {
                random -= 1;
                let chosen = squares(moves).nth(self.rng.usize(..moves.count_ones() as usize));
                chosen.map(|square| (square, None))
            } else if empties <= SOLVED {
                let solved = self.solver.solve(board, solve::Limits::default());
                solved.and_then(|solved| Some((solved.best?, Some(solved.score * DISC))))
            } else {
                self.choose(board)
            };
            let Some((square, said)) = chosen else { return Vec::new() };
            let Some(next) = board.play(square) else { return Vec::new() };
            seen.extend(said.map(|said| (board, turn, said)));
            board = next;
            turn = !turn;
        };
        lessons.extend(seen.iter().map(|&(board, whose, said)| {
            let score = if whose == turn { end } else { -end };
            Lesson { board, score: score as i8, said: said as i16 }
        }));
        seen.retain(|(board, ..)| board.empties() >= LAST_BRANCH);
        seen.into_iter().map(|(board, ..)| board).collect()
    }

    /// A move, and what the search says of the position.
    fn choose(&mut self, board: Board) -> Option<(u8, Option<i32>)> {
        let budget = Budget::default();
        if let Some(engine) = &mut self.engine {
            let settings = Settings { solve: 0, level: 0, last_begin: None };
            let limits = Limits::depth(DEPTH);
            let mut blur = |_| self.rng.i32(0..BLUR);
            let found =
                engine.search(board, &settings, &limits, &budget, &mut blur, &mut |_| ())?;
            return Some((found.best, Some(found.score)));
        }
        let position = Othello::new(board, Seat::FIRST);
        let found =
            self.first.search(&position, &Limits::depth(FIRST_DEPTH), &budget, &mut |_| ())?;
        // What this search says is in units of another evaluation, and counts for nothing.
        found.best.square().map(|square| (square, Some(UNSAID)))
    }
}
