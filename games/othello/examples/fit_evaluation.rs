//! Makes the weights of the `alphabeta` bot's evaluation: `src/bots/learnt.rs`.
//!
//! `cargo run --release -p gyoji-othello --example fit_evaluation -- GAMES [SEED] > learnt.rs`
//!
//! Plays games of the present weights against themselves, each after some random moves, solved
//! when twelve squares are empty. Every position is a lesson: its features, and the discs by which
//! the side to move came out ahead. The weights are the least-squares fit to all lessons, with
//! the two sets of weights around a number of empty squares sharing each lesson between them.
//!
//! The weights in use are the last round: first weights by hand, then two rounds at depth 3, then
//! one at depth 5, each played with the weights of the round before.

use fastrand::Rng;
use gyoji_core::{Budget, Game};
use gyoji_othello::bots::evaluate::{
    DISC, Evaluation, FEATURES, STAGE_LENGTH, STAGES, features, stages,
};
use gyoji_othello::solve::{self, Solver};
use gyoji_othello::{Move, Othello, board::Board};
use gyoji_search::{AlphaBeta, Limits};

/// Unknowns of the fit.
const SIZE: usize = FEATURES * STAGES;
/// Solved exactly from here on.
const SOLVED: u32 = 12;
/// How deep the players look.
const DEPTH: u32 = 5;
/// Keeps weights of what hardly ever happens near zero.
const RIDGE: f64 = 20.0;

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (games, seed) = (number(1).unwrap_or(1000), number(2).unwrap_or(1));
    let mut fit = Fit { matrix: vec![[0.0; SIZE]; SIZE], right: [0.0; SIZE] };
    let (mut error, mut lessons) = (0.0, 0);
    let mut search = AlphaBeta::new(Evaluation::new(100, seed), 8 << 20);
    let mut solver = Solver::new(8 << 20);
    let present = Evaluation::new(0, 0);
    let mut rng = Rng::with_seed(seed);
    for _ in 0..games {
        for (board, score) in play(&mut search, &mut solver, &mut rng) {
            let off = f64::from(present.value(board)) / f64::from(DISC) - f64::from(score);
            (error, lessons) = (error + off * off, lessons + 1);
            fit.learn(board, f64::from(score));
        }
    }
    let weights = fit.solve();
    print_table(&weights, lessons, seed, games);
    eprintln!(
        "{lessons} lessons; the weights before were off by {:.2}",
        (error / f64::from(lessons)).sqrt()
    );
}

/// A game, as lessons: boards and the score of the side to move.
fn play(
    search: &mut AlphaBeta<Othello, Evaluation>,
    solver: &mut Solver,
    rng: &mut Rng,
) -> Vec<(Board, i32)> {
    let mut position = Othello::STANDARD;
    for _ in 0..rng.u32(4..32) {
        let moves: Vec<Move> = position.moves().collect();
        let Some(mv) = rng.choice(moves) else { break };
        position.play(mv);
    }
    let mut past = Vec::new();
    while position.to_move().is_some() {
        let board = position.board();
        let mv = if board.moves() == 0 {
            Move::Pass
        } else {
            past.push((board, position.side()));
            if board.empties() <= SOLVED {
                let solved = solver.solve(board, solve::Limits::default());
                solved.and_then(|solved| solved.best).map_or(Move::Pass, Move::Put)
            } else {
                let found = search.search(
                    &position,
                    &Limits::depth(DEPTH),
                    &Budget::default(),
                    &mut |_| (),
                );
                found.map_or(Move::Pass, |found| found.best)
            }
        };
        position.play(mv);
    }
    let (end, side) = (position.board().final_score(), position.side());
    past.into_iter().map(|(board, seat)| (board, if seat == side { end } else { -end })).collect()
}

/// The normal equations of the least-squares fit.
struct Fit {
    matrix: Vec<[f64; SIZE]>,
    right: [f64; SIZE],
}

impl Fit {
    fn learn(&mut self, board: Board, score: f64) {
        let features = features(board);
        let terms: Vec<(usize, f64)> = stages(board.empties())
            .into_iter()
            .filter(|&(_, share)| share > 0)
            .flat_map(|(stage, share)| {
                let share = f64::from(share) / f64::from(STAGE_LENGTH);
                (0..FEATURES).map(move |f| (stage * FEATURES + f, share * f64::from(features[f])))
            })
            .filter(|&(_, value)| value != 0.0)
            .collect();
        for &(row, value) in &terms {
            self.right[row] += value * score;
            for &(column, other) in &terms {
                self.matrix[row][column] += value * other;
            }
        }
    }

    /// Gaussian elimination; the ridge makes every pivot positive.
    fn solve(mut self) -> [f64; SIZE] {
        for row in 0..SIZE {
            self.matrix[row][row] += RIDGE;
        }
        for pivot in 0..SIZE {
            let line = self.matrix[pivot];
            for row in pivot + 1..SIZE {
                let factor = self.matrix[row][pivot] / line[pivot];
                for (value, above) in self.matrix[row].iter_mut().zip(&line) {
                    *value -= factor * above;
                }
                self.right[row] -= factor * self.right[pivot];
            }
        }
        let mut weights = [0.0; SIZE];
        for row in (0..SIZE).rev() {
            let known: f64 = (row + 1..SIZE).map(|c| self.matrix[row][c] * weights[c]).sum();
            weights[row] = (self.right[row] - known) / self.matrix[row][row];
        }
        weights
    }
}

fn print_table(weights: &[f64; SIZE], lessons: u32, seed: u64, games: u64) {
    println!("//! The weights of `evaluate`, in hundredths of a disc.");
    println!("//!");
    println!("//! Made by the example `fit_evaluation {games} {seed}` from {lessons} positions of");
    println!(
        "//! self-play; not to be edited by hand. One row for every ten empty squares, from 0 to"
    );
    println!("//! 60; the columns are the features in the order of `evaluate`.");
    println!();
    println!("use super::evaluate::{{FEATURES, STAGES}};");
    println!();
    println!("/// What one unit of each feature is worth, by empty squares.");
    println!("#[rustfmt::skip]");
    println!("pub(super) const WEIGHTS: [[i16; FEATURES]; STAGES] = [");
    for row in weights.chunks(FEATURES) {
        let row: Vec<String> =
            row.iter().map(|weight| format!("{:.0}", weight * f64::from(DISC))).collect();
        println!("    [{}],", row.join(", "));
    }
    println!("];");
}
