//! How far a shallow search of the engine is off a deeper one, and off the end: what `engine/cuts.rs` is fitted to.

use std::io;
use std::path::Path;

use fastrand::Rng;
use gyoji_core::Budget;
use gyoji_othello::engine::{DISC, Engine, Settings, Weights};
use gyoji_othello::solve::{self, Solver};
use gyoji_search::Limits;

use crate::lessons::{self, Lesson};

/// The deepest search that shallow ones are compared with.
const DEEPEST: usize = 10;
/// Positions with so many empty squares or fewer are compared with their solved score.
const SOLVED: u32 = 18;
/// Empty squares that share a row of the tables.
const ROW: u32 = 6;

/// Prints the spread by empty squares, depth and shallow depth, from so many positions of a folder.
pub(crate) fn cuts(weights: &Path, folder: &Path, count: usize) -> io::Result<()> {
    let weights = Weights::read(&std::fs::read(weights)?).expect("a file of weights").into();
    let mut engine = Engine::new(weights, 16 << 20);
    let mut solver = Solver::new(16 << 20);
    let lessons: Vec<Lesson> = lessons::read_folder(folder)?.into_iter().flatten().collect();
    let mut rng = Rng::with_seed(1);
    let mut samples = Vec::new();
    while samples.len() < count {
        let board = lessons[rng.usize(..lessons.len())].board;
        if board.empties() < 12 || board.moves() == 0 {
            continue;
        }
        engine.clear();
        let mut values = [None; DEEPEST + 1];
        values[0] = Some(f64::from(engine.weights().value(board)) / f64::from(DISC));
        let settings = Settings { solve: 0, level: 5, last_begin: None };
        let limits = Limits::depth(DEEPEST as u32);
        let budget = Budget::default();
        engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |found| {
            values[found.depth as usize] = Some(f64::from(found.score) / f64::from(DISC));
        });
        let end = (board.empties() <= SOLVED)
            .then(|| solver.solve(board, solve::Limits::default()))
            .flatten()
            .map(|solved| f64::from(solved.score));
        samples.push((board.empties(), values, end));
    }
    println!("empties  depth  shallow  positions  mean  spread");
    let (mut middle, mut end) = (Fit::default(), Fit::default());
    for row in 2..10 {
        let of_row = || samples.iter().filter(|sample| sample.0 / ROW == row);
        for depth in 2..=DEEPEST {
            for shallow in (0..depth).filter(|shallow| shallow % 2 == depth % 2) {
                let off =
                    of_row().filter_map(|(_, values, _)| Some(values[depth]? - values[shallow]?));
                middle.row(ROW * row + ROW / 2, depth as u32, shallow as u32, off);
            }
        }
    }
    for empties in 12..=SOLVED {
        for shallow in 0..=DEEPEST - 2 {
            let of_row = samples.iter().filter(|sample| sample.0 == empties);
            let off = of_row.filter_map(|(_, values, end)| Some((*end)? - values[shallow]?));
            end.row(empties, empties, shallow as u32, off);
        }
    }
    middle.print("middle game");
    end.print("to the end");
    Ok(())
}

/// A fit of the logarithm of the spread: to the logarithms of the plies between and of the plies looked at (and one),
/// and to the empty squares.
#[derive(Default)]
struct Fit {
    matrix: [[f64; 4]; 4],
    right: [f64; 4],
}

impl Fit {
    fn row(&mut self, empties: u32, depth: u32, shallow: u32, off: impl Iterator<Item = f64>) {
        let off: Vec<f64> = off.collect();
        let count = off.len() as f64;
        if count < 10.0 {
            return;
        }
        let mean = off.iter().sum::<f64>() / count;
        let spread = (off.iter().map(|off| (off - mean).powi(2)).sum::<f64>() / count).sqrt();
        println!("{empties:7}  {depth:5}  {shallow:7}  {count:9}  {mean:5.2}  {spread:6.2}");
        let between = f64::from(depth - shallow).ln();
        let terms = [1.0, between, f64::from(1 + shallow).ln(), f64::from(empties)];
        for row in 0..4 {
            self.right[row] += count * terms[row] * spread.ln();
            for column in 0..4 {
                self.matrix[row][column] += count * terms[row] * terms[column];
            }
        }
    }

    /// Gaussian elimination, with a little ridge against terms that say the same.
    fn print(mut self, what: &str) {
        for pivot in 0..4 {
            self.matrix[pivot][pivot] += 1e-6;
            let (line, right) = (self.matrix[pivot], self.right[pivot]);
            for row in (0..4).filter(|&row| row != pivot) {
                let factor = self.matrix[row][pivot] / line[pivot];
                for (value, above) in self.matrix[row].iter_mut().zip(&line) {
                    *value -= factor * above;
                }
                self.right[row] -= factor * right;
            }
        }
        let fitted: [f64; 4] = std::array::from_fn(|at| self.right[at] / self.matrix[at][at]);
        println!("{what}: {fitted:.4?}");
    }
}
