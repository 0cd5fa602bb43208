//! Makes the weights of the evaluation: `src/bots/learnt.rs`.
//!
//! `cargo run --release -p gyoji-contrast --example fit_contrast -- GAMES DEPTH [SEED] > learnt.rs`
//!
//! Plays games of the present weights against themselves, each after some random moves. Every
//! position in which nobody wins at once is a lesson: its features, and what the side to move got
//! out of the game, mixed with what the search expected. The weights are the logistic regression
//! on all lessons (Adam, a little decay), with the two sets sharing each lesson by the tiles that
//! are left.

use fastrand::Rng;
use gyoji_contrast::bots::evaluate::{
    Evaluation, FEATURES, LOGIT, MOST_TILES, STAGES, chance, features, tiles_left,
};
use gyoji_contrast::race::can_arrive;
use gyoji_contrast::{Board, Contrast};
use gyoji_core::{Budget, Game, Seat, Setup};
use gyoji_search::alphabeta::is_decided;
use gyoji_search::{AlphaBeta, Limits};

/// Unknowns of the fit.
const SIZE: usize = FEATURES * STAGES;
/// How much of a lesson is the result of the game; the rest is what the search expected.
const RESULT: f32 = 0.6;
/// How much the players' evaluation is blurred, so that the games differ.
const VARIETY: u32 = 60;
/// Passes over all lessons.
const ROUNDS: u32 = 30;
/// Lessons for one step.
const BATCH: usize = 1024;
/// How far the weights go in one step, at first.
const STEP: f32 = 0.01;
/// Pulls the weights of what hardly ever happens towards zero.
const DECAY: f32 = 1e-4;

/// What was seen, and what came of it: 0 to 1.
struct Lesson {
    seen: Vec<(u16, f32)>,
    won: f32,
}

fn main() {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (games, depth) = (number(1).unwrap_or(1000), number(2).unwrap_or(2) as u32);
    let seed = number(3).unwrap_or(1);
    let mut rng = Rng::with_seed(seed);
    let mut lessons = Vec::new();
    let mut results = [0; 3];
    for game in 0..games {
        let present = Evaluation::blurred(VARIETY, game);
        let mut search = AlphaBeta::new(present, 1 << 20);
        results[play(&mut search, depth, &mut rng, &mut lessons)] += 1;
    }
    eprintln!("{} lessons; player 1 won, player 2 won, drawn: {results:?}", lessons.len());
    rng.shuffle(&mut lessons);
    let (test, train) = lessons.split_at(lessons.len() / 20);
    let weights = fit(train, test, &mut rng);
    print_table(&weights, lessons.len(), games, depth, seed);
}

/// Plays a game and adds its lessons; the winner, or 2 for a draw.
fn play(
    search: &mut AlphaBeta<Board, Evaluation>,
    depth: u32,
    rng: &mut Rng,
    lessons: &mut Vec<Lesson>,
) -> usize {
    let mut position =
        Contrast::start(&Setup::usual::<Contrast>()).expect("the usual start is good");
    for _ in 0..rng.u32(1..10) {
        let Some(mv) = gyoji_contrast::playout::random_move(&position.board(), rng) else { break };
        position.play(mv);
    }
    let mut past: Vec<(Board, f32)> = Vec::new();
    while position.to_move().is_some() {
        let board = position.board();
        let since = position.since_last_tile();
        search.remember(position.boards().skip(1).take(since));
        let limits = Limits::depth(depth);
        let found = search.search(&board, &limits, &Budget::default(), &mut |_| ());
        let Some(found) = found else { break };
        if !can_arrive(&board, board.side()) {
            let expected = match is_decided(found.score) {
                true => f32::from(u8::from(found.score > 0)),
                false => chance(found.score),
            };
            past.push((board, expected));
        }
        position.play(found.best);
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner());
    for (board, expected) in past {
        let result = match winner {
            Some(seat) => f32::from(u8::from(seat == board.side())),
            None => 0.5,
        };
        lessons.push(lesson(&board, RESULT * result + (1.0 - RESULT) * expected));
    }
    winner.map_or(2, Seat::index)
}

fn lesson(board: &Board, won: f32) -> Lesson {
    let full = tiles_left(board).min(MOST_TILES) as f32 / MOST_TILES as f32;
    let mut sums = [0; FEATURES];
    features(board, |feature, count| sums[feature] += count);
    let mut seen = Vec::new();
    for (feature, &count) in sums.iter().enumerate().filter(|(_, count)| **count != 0) {
        for (stage, share) in [(0, 1.0 - full), (1, full)] {
            if share > 0.0 {
                seen.push(((stage * FEATURES + feature) as u16, share * count as f32));
            }
        }
    }
    Lesson { seen, won }
}

/// The chance to win that some weights give a lesson.
fn guess(weights: &[f32; SIZE], lesson: &Lesson) -> f32 {
    let sum: f32 = lesson.seen.iter().map(|&(place, count)| weights[place as usize] * count).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Logistic regression.
fn fit(train: &[Lesson], test: &[Lesson], rng: &mut Rng) -> [f32; SIZE] {
    let mut weights = [0.0f32; SIZE];
    let (mut mean, mut square) = ([0.0f32; SIZE], [0.0f32; SIZE]);
    let mut order: Vec<usize> = (0..train.len()).collect();
    let mut step = 0;
    for round in 0..ROUNDS {
        rng.shuffle(&mut order);
        let rate = STEP * (1.0 - round as f32 / ROUNDS as f32);
        for batch in order.chunks(BATCH) {
            let mut slope = [0.0f32; SIZE];
            for &index in batch {
                let off = guess(&weights, &train[index]) - train[index].won;
                for &(place, count) in &train[index].seen {
                    slope[place as usize] += off * count / batch.len() as f32;
                }
            }
            step += 1;
            let (even, odd) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
            for place in 0..SIZE {
                let slope = slope[place] + DECAY * weights[place];
                mean[place] += 0.1 * (slope - mean[place]);
                square[place] += 0.001 * (slope * slope - square[place]);
                weights[place] -=
                    rate * (mean[place] / even) / ((square[place] / odd).sqrt() + 1e-8);
            }
        }
        let loss = |lessons: &[Lesson]| {
            let one = |lesson: &Lesson| {
                let guess = guess(&weights, lesson).clamp(1e-6, 1.0 - 1e-6);
                -lesson.won * guess.ln() - (1.0 - lesson.won) * (1.0 - guess).ln()
            };
            lessons.iter().map(|lesson| f64::from(one(lesson))).sum::<f64>() / lessons.len() as f64
        };
        if round % 5 == 4 {
            eprintln!(
                "round {round}: loss {:.4}, unseen {:.4}",
                loss(&train[..test.len()]),
                loss(test)
            );
        }
    }
    weights
}

fn print_table(weights: &[f32; SIZE], lessons: usize, games: u64, depth: u32, seed: u64) {
    println!("//! The weights of `evaluate`.");
    println!("//!");
    println!(
        "//! Made by the example `fit_contrast {games} {depth} {seed}` from {lessons} positions of"
    );
    println!(
        "//! self-play; not to be edited by hand. The columns are the features of `evaluate`."
    );
    println!();
    println!("use super::evaluate::{{FEATURES, STAGES}};");
    println!();
    println!("/// What one of each feature is worth: with empty hands, and with full ones.");
    println!("#[rustfmt::skip]");
    println!("pub(super) const WEIGHTS: [[i16; FEATURES]; STAGES] = [");
    for stage in weights.chunks(FEATURES) {
        println!("    [");
        for line in stage.chunks(15) {
            let line: Vec<String> =
                line.iter().map(|weight| format!("{:.0}", weight * LOGIT)).collect();
            println!("        {},", line.join(", "));
        }
        println!("    ],");
    }
    println!("];");
}
