//! Weights from lessons: for each stage the least-squares fit, by conjugate gradients.
//!
//! The last stage of the game is fitted first. Every other stage is fitted to what the one after it leaves
//! unexplained, with a penalty on the change: so patterns that are rare in a stage keep what is known of them.
//!
//! What a lesson teaches is partly how the game ended, and partly what the weights just fitted say of the position
//! some plies later in that game: that is far less a matter of luck.

use std::io;
use std::path::Path;

use gyoji_othello::engine::{DISC, Indices, PATTERNS, STAGES, Weights, folded, stage};

use crate::lessons::{self, Lesson};

/// Penalty on the square of a weight's change from one stage to the next, in lessons, for each unit of the variance
/// that is to be explained: the noisier the results, the more lessons it takes to believe them.
const RIDGE: f64 = 1.5;
/// Steps of the fit.
const STEPS: usize = 16;
/// The first stage that is fitted has everything to explain.
const MOST_VARIANCE: f64 = 100.0;
/// How many plies later the weights are asked, and how much their answer counts against the end of the game.
const LATER: usize = 6;
const TRUST: f32 = 0.6;
/// With so many empty squares or fewer the ends of the games are exact already.
const EXACT: u32 = 14;
/// One chunk of so many is not learnt from, but shows how good the weights are.
const HELD_OUT: usize = 20;
/// A stage also learns from positions with so many empty squares more or less.
const OVERLAP: u32 = 1;

/// Fits all stages and writes the file. With weights to start from, what is rare in the lessons stays as it is there.
pub(crate) fn fit(out: &Path, from: Option<&str>, folders: &[&str]) -> io::Result<()> {
    let from = from.map(std::fs::read).transpose()?;
    let from = from.map(|file| Weights::read(&file).expect("a file of weights"));
    let (mut seen, mut unseen) = (Vec::new(), Vec::new());
    for folder in folders {
        for (number, chunk) in lessons::read_folder(Path::new(folder))?.into_iter().enumerate() {
            if number % HELD_OUT == 0 { unseen.extend(chunk) } else { seen.extend(chunk) }
        }
    }
    println!("{} lessons, {} held out", seen.len(), unseen.len());
    println!("stage  empties   lessons  error seen  unseen  before  without");
    let folded = folded();
    let count = folded.iter().max().map_or(0, |&last| last as usize + 1);
    let mut weights = vec![0f32; count];
    let mut stages = Vec::new();
    let mut fitted: Vec<Vec<f32>> = Vec::new();
    for number in 0..STAGES {
        let of_stage = |lesson: &&Lesson, overlap: u32| {
            let empties = lesson.board.empties();
            stage(empties + overlap) == number
                || stage(empties.saturating_sub(overlap)) == number
                || stage(empties) == number
        };
        let train: Vec<Row> = (0..seen.len())
            .filter(|&at| of_stage(&&seen[at], OVERLAP))
            .map(|at| {
                let mut row = Row::new(&seen[at], &folded);
                if seen[at].board.empties() > EXACT
                    && let Some((later, sign)) = later(&seen[at..])
                    && let Some(weights) = fitted.get(stage(later.board.empties()))
                {
                    let said = sign * Row::new(later, &folded).sum(weights).clamp(-64.0, 64.0);
                    row.score += TRUST * (said - row.score);
                }
                row
            })
            .collect();
        let test: Vec<Row> = unseen
            .iter()
            .filter(|lesson| of_stage(lesson, 0))
            .map(|lesson| Row::new(lesson, &folded))
            .collect();
        if let Some(from) = &from {
            let known = from.folded_stage(number);
            weights = known.iter().map(|&value| f32::from(value) / DISC as f32).collect();
        }
        if train.is_empty() || test.is_empty() {
            println!("{number:5}  {:3}–{:3}  no lessons", 3 * number, 3 * number + 2);
            fitted.push(weights.clone());
            stages.push(whole(&weights));
            continue;
        }
        let before = error(&test, &weights);
        let ridge = RIDGE * error(&train, &weights).powi(2).min(MOST_VARIANCE);
        let change = solve(&train, &weights, ridge);
        for (weight, change) in weights.iter_mut().zip(&change) {
            *weight += change;
        }
        let spread = error(&test, &vec![0.0; count]);
        println!(
            "{number:5}  {:3}–{:3}  {:8}  {:10.3}  {:6.3}  {before:6.3}  {spread:7.3}",
            3 * number,
            3 * number + 2,
            train.len(),
            error(&train, &weights),
            error(&test, &weights)
        );
        fitted.push(weights.clone());
        stages.push(whole(&weights));
    }
    let file = Weights::write(&stages);
    assert!(Weights::read(&file).is_some(), "what was written can be read");
    println!("{} bytes", file.len());
    std::fs::write(out, file)
}

/// Weights as the file has them.
fn whole(weights: &[f32]) -> Vec<i16> {
    let limit = f32::from(i16::MAX);
    weights
        .iter()
        .map(|weight| (weight * DISC as f32).round().clamp(-limit, limit) as i16)
        .collect()
}

/// The lesson some plies later in the same game, and 1 or -1 if the same or the other side is to move there.
fn later(lessons: &[Lesson]) -> Option<(&Lesson, f32)> {
    let mut sign = 1.0;
    for pair in lessons.get(..=LATER)?.windows(2) {
        let (board, next) = (pair[0].board, pair[1].board);
        if next.empties() + 1 != board.empties() {
            return None;
        }
        // Whoever has moved has lost no disc by it.
        if board.own & !next.opp == 0 {
            sign = -sign;
        }
    }
    Some((&lessons[LATER], sign))
}

/// A lesson as the fit sees it.
struct Row {
    places: [u32; PATTERNS],
    score: f32,
}

impl Row {
    fn new(lesson: &Lesson, folded: &[u32]) -> Row {
        let places = Indices::of(lesson.board).places().map(|place| folded[place]);
        Row { places, score: f32::from(lesson.score) }
    }

    fn sum(&self, weights: &[f32]) -> f32 {
        self.places.iter().map(|&place| weights[place as usize]).sum()
    }
}

/// The change of `weights` that explains most of what they leave over.
fn solve(rows: &[Row], weights: &[f32], ridge: f64) -> Vec<f32> {
    let mut counts = vec![ridge as f32; weights.len()];
    let mut residual = vec![0f32; weights.len()];
    for row in rows {
        let off = row.score - row.sum(weights);
        for &place in &row.places {
            counts[place as usize] += 1.0;
            residual[place as usize] += off;
        }
    }
    let dot = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let scaled = |residual: &[f32]| -> Vec<f32> {
        residual.iter().zip(&counts).map(|(value, count)| value / count).collect()
    };
    let mut change = vec![0f32; weights.len()];
    let mut step = scaled(&residual);
    let mut left = dot(&residual, &step);
    for _ in 0..STEPS {
        if left <= 0.0 {
            break;
        }
        let mut pushed: Vec<f32> = step.iter().map(|value| value * ridge as f32).collect();
        for row in rows {
            let sum = row.sum(&step);
            for &place in &row.places {
                pushed[place as usize] += sum;
            }
        }
        let length = (left / dot(&step, &pushed)) as f32;
        for index in 0..change.len() {
            change[index] += length * step[index];
            residual[index] -= length * pushed[index];
        }
        let next = scaled(&residual);
        let now = dot(&residual, &next);
        let keep = (now / left) as f32;
        for (step, next) in step.iter_mut().zip(&next) {
            *step = next + keep * *step;
        }
        left = now;
    }
    change
}

/// The root of the mean square error, in discs.
fn error(rows: &[Row], weights: &[f32]) -> f64 {
    let square = |row: &Row| f64::from(row.score - row.sum(weights)).powi(2);
    (rows.iter().map(square).sum::<f64>() / rows.len() as f64).sqrt()
}
