//! Weights from lessons: for each stage the least-squares fit, by conjugate gradients.
//!
//! The last stage of the game is fitted first. Every other stage is fitted to what the one after it (of the same parity)
//! leaves unexplained, with a penalty on the change: so patterns that are rare in a stage keep what is known of them.
//!
//! What a lesson teaches is partly how the game ended, partly what the weights just fitted say of the position some
//! plies later in that game, which is far less a matter of luck, and partly what a search had said. Lopsided positions
//! count less: nobody plays on there, and the search only has to know that they are lopsided.

use std::io;
use std::path::Path;

use gyoji_othello::engine::{DISC, Indices, PATTERNS, STAGES, Weights, folded, stage};

use crate::lessons::{self, Lesson, UNSAID};

/// Penalty on the square of a weight's change from one stage to the next, in lessons, for each unit of the variance
/// that is to be explained: the noisier the results, the more lessons it takes to believe them.
const RIDGE: f64 = 1.5;
/// Steps of the fit.
const STEPS: usize = 16;
/// The first stage that is fitted has everything to explain.
const MOST_VARIANCE: f64 = 100.0;
/// How many plies later the weights are asked.
const LATER: usize = 6;
/// What counts how much: the end of the game, the weights some plies later, what the search had said. Shares of one;
/// where there is no later position or no search, the end of the game has their share.
const TRUST_LATER: f32 = 0.45;
const TRUST_SAID: f32 = 0.3;
/// With so many empty squares or fewer the ends of the games are exact already.
const EXACT: u32 = 14;
/// A lesson with so many discs between the sides counts half.
const LOPSIDED: f32 = 20.0;
/// One chunk of so many is not learnt from, but shows how good the weights are.
const HELD_OUT: usize = 20;
/// A stage also learns from positions with so many empty squares more or less, which count half.
const OVERLAP: u32 = 2;

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
    let mut stages = Vec::new();
    let mut fitted: Vec<Vec<f32>> = Vec::new();
    for number in 0..STAGES {
        let is_of = |lesson: &Lesson| stage(lesson.board.empties()) == number;
        let is_near = |lesson: &Lesson| {
            let empties = lesson.board.empties();
            stage(empties + OVERLAP) == number || stage(empties.saturating_sub(OVERLAP)) == number
        };
        let train: Vec<Row> = (0..seen.len())
            .filter_map(|at| {
                let lesson = &seen[at];
                let share = match (is_of(lesson), is_near(lesson)) {
                    (true, _) => 1.0,
                    (_, true) => 0.5,
                    _ => return None,
                };
                let mut row = Row::new(lesson, &folded);
                if lesson.board.empties() > EXACT {
                    let end = row.score;
                    if i32::from(lesson.said) != UNSAID {
                        row.score += TRUST_SAID * (f32::from(lesson.said) / DISC as f32 - end);
                    }
                    if let Some((later, sign)) = later(&seen[at..])
                        && let Some(weights) = fitted.get(stage(later.board.empties()))
                    {
                        let said = sign * Row::new(later, &folded).sum(weights).clamp(-64.0, 64.0);
                        row.score += TRUST_LATER * (said - end);
                    }
                }
                row.share = share / (1.0 + (row.score / LOPSIDED).powi(2));
                Some(row)
            })
            .collect();
        let test: Vec<Row> = unseen
            .iter()
            .filter(|lesson| is_of(lesson))
            .map(|lesson| Row::new(lesson, &folded))
            .collect();
        let mut weights = match (&from, number.checked_sub(2)) {
            (Some(from), _) => {
                let known = from.folded_stage(number);
                known.iter().map(|&value| f32::from(value) / DISC as f32).collect()
            }
            (None, Some(before)) => fitted[before].clone(),
            (None, None) => vec![0f32; count],
        };
        if train.is_empty() || test.is_empty() {
            println!("{number:5}  {:3}–{:3}  no lessons", first(number), first(number) + 2);
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
            first(number),
            first(number) + 2,
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

/// The fewest empty squares of a stage; it has two more at most.
fn first(stage: usize) -> usize {
    stage / 2 * 4 + stage % 2
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
    /// How much it counts.
    share: f32,
}

impl Row {
    fn new(lesson: &Lesson, folded: &[u32]) -> Row {
        let places = Indices::of(lesson.board).places().map(|place| folded[place]);
        let score = f32::from(lesson.score);
        Row { places, score, share: 1.0 / (1.0 + (score / LOPSIDED).powi(2)) }
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
        let off = row.share * (row.score - row.sum(weights));
        for &place in &row.places {
            counts[place as usize] += row.share;
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
            let sum = row.share * row.sum(&step);
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

/// The root of the mean square error, in discs, each lesson for as much as it counts.
fn error(rows: &[Row], weights: &[f32]) -> f64 {
    let square = |row: &Row| f64::from(row.share) * f64::from(row.score - row.sum(weights)).powi(2);
    let all: f64 = rows.iter().map(|row| f64::from(row.share)).sum();
    (rows.iter().map(square).sum::<f64>() / all).sqrt()
}
