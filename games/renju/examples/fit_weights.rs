//! Makes the weights of the evaluation, `data/weights.txt`, from games of the engine against
//! itself.
//!
//! ```text
//! cargo run --release -p gyoji-renju --example fit_weights -- games RULE GAMES NODES SEED > games.txt
//! cargo run --release -p gyoji-renju --example fit_weights -- fit RULE < games.txt > weights.txt
//! ```
//!
//! `games` writes a game a line: how many stones were put by lot, the stones, and the score before
//! each stone after those, then who won (1 black, 0 white, 0.5 nobody). A game is over when the
//! search has proved who wins. `fit` takes each position that is not decided at a glance as a
//! lesson: its aim lies between the result and what the search thought, and the weights are
//! fitted by logistic regression. Where black has no fouls, both colours share the weights.

use std::io::{BufRead, Write};

use fastrand::Rng;
use gyoji_core::Budget;
use gyoji_renju::board::{Board, Threat};
use gyoji_renju::search::score::is_decided;
use gyoji_renju::search::{Blur, Engine};
use gyoji_renju::weights::{
    FINE, MANY, ONES, PAIRS, RuleWeights, THREATS, Weights, pairs_of, shapes_of,
};
use gyoji_renju::{Colour, Point, Renju, Rule};
use gyoji_search::Limits;

/// A score of so much is one step of odds: e to one.
const STEP: f32 = 256.0;
/// How much of an aim is the result; the rest is what the search thought.
const RESULT: f32 = 0.5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, usual: u64| args.get(at).and_then(|t| t.parse().ok()).unwrap_or(usual);
    let rule: Rule = args.get(1).and_then(|text| text.parse().ok()).unwrap_or_default();
    match args.first().map(String::as_str) {
        Some("games") => games(rule, number(2, 100), number(3, 1000), number(4, 1)),
        Some("fit") => fit(rule, number(2, 40)),
        _ => eprintln!("fit_weights games RULE GAMES NODES SEED | fit RULE"),
    }
}

fn games(rule: Rule, games: u64, nodes: u64, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut out = std::io::stdout().lock();
    let mut played = 0;
    while played < games {
        let mut engine = Engine::new(4 << 20, Blur { most: 30, seed: rng.u64(..) });
        if let Some(game) = play_one(rule, nodes, &mut engine, &mut rng) {
            played += 1;
            if writeln!(out, "{game}").is_err() {
                return;
            }
        }
    }
}

/// A game as a line of text; none if the stones put by lot leave nothing to play for.
fn play_one(rule: Rule, nodes: u64, engine: &mut Engine, rng: &mut Rng) -> Option<String> {
    let mut board = Board::new(rule, 15);
    let mut colour = Colour::Black;
    let (mut stones, mut scores) = (String::new(), Vec::new());
    let lots = rng.usize(3..10);
    for _ in 0..lots {
        let index = lot(&board, colour, rng)?;
        stones += &Point::from_index(index)?.to_string();
        board.place(index, colour);
        colour = colour.other();
    }
    let result = loop {
        if board.is_full() {
            break 0.5;
        }
        let (limits, budget) = (Limits::nodes(nodes), Budget::default());
        let found = engine.search(&mut board, colour, &limits, &budget, &mut |_| ())?;
        if scores.is_empty() && found.score.abs() > 400 {
            return None;
        }
        if is_decided(found.score) || !board.is_allowed(colour, found.best) {
            let wins = found.score > 0;
            break if wins == (colour == Colour::Black) { 1.0 } else { 0.0 };
        }
        scores.push(found.score.to_string());
        stones += &Point::from_index(found.best)?.to_string();
        board.place(found.best, colour);
        colour = colour.other();
    };
    (scores.len() > 4).then(|| format!("{lots} {stones} {} {result}", scores.join(",")))
}

/// A point near the others and near the middle.
fn lot(board: &Board, colour: Colour, rng: &mut Rng) -> Option<usize> {
    let is_near = |&index: &usize| {
        let point = Point::from_index(index);
        point.is_some_and(|at| at.col().abs_diff(7) <= 5 && at.row().abs_diff(7) <= 5)
    };
    let is_good = |&index: &usize| board.is_allowed(colour, index);
    let points: Vec<usize> = board.candidates().filter(is_near).filter(is_good).collect();
    rng.choice(points)
}

/// All numbers of a rule set in one list: for both colours ones, pairs, mine, yours.
const SIDE: usize = ONES + PAIRS + 2 * THREATS;
const SIZE: usize = 2 * SIDE;
const MINE: usize = ONES + PAIRS;
const YOURS: usize = MINE + THREATS;

/// A position: how often each number counts, and what it came to for whoever was to move.
struct Lesson {
    features: Vec<(u16, i16)>,
    aim: f32,
}

fn fit(rule: Rule, rounds: u64) {
    let (mut lessons, mut games) = (Vec::new(), 0);
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        games += usize::from(learn(rule, &line, &mut lessons).is_some());
    }
    Rng::with_seed(1).shuffle(&mut lessons);
    let (tests, lessons) = lessons.split_at(lessons.len() / 20);
    eprintln!("{games} games, {} lessons, {} to test", lessons.len(), tests.len());
    let shared = !rule.has_fouls();
    let scales = scales(lessons, shared);
    let mut weights = vec![0.0; SIZE];
    let mut fit = Adam::new();
    for round in 0..rounds {
        let rate = 0.01 * (1.0 - round as f32 / rounds as f32) + 0.0002;
        for batch in lessons.chunks(1000) {
            let mut slope = vec![0.0; SIZE];
            for lesson in batch {
                let error = guess(&weights, lesson) - lesson.aim;
                for &(at, count) in &lesson.features {
                    slope[usize::from(at)] += error * f32::from(count);
                }
            }
            if shared {
                for at in 0..SIDE {
                    let both = (slope[at] + slope[SIDE + at]) / 2.0;
                    (slope[at], slope[SIDE + at]) = (both, both);
                }
            }
            fit.step(&mut weights, &slope, &scales, batch.len() as f32, rate);
        }
        if round % 5 == 4 {
            eprintln!("round {round}: loss {:.5}", loss(&weights, tests));
        }
    }
    let constant = vec![0.0; SIZE];
    eprintln!("without weights: loss {:.5}", loss(&constant, tests));
    print!("{}", as_weights(rule, &weights));
}

/// Takes the positions of a game as lessons.
fn learn(rule: Rule, line: &str, lessons: &mut Vec<Lesson>) -> Option<()> {
    let words: Vec<&str> = line.split(' ').collect();
    let [lots, stones, scores, result] = words[..] else { return None };
    let (lots, result): (usize, f32) = (lots.parse().ok()?, result.parse().ok()?);
    let scores: Vec<f32> = scores.split(',').filter_map(|score| score.parse().ok()).collect();
    // The stones alone: who plays them by which rule is known.
    let stones: Vec<usize> =
        Renju::read(stones, Rule::Freestyle, 15).ok()?.stones().map(|s| s.point.index()).collect();
    let mut board = Board::new(rule, 15);
    let mut colour = Colour::Black;
    for (ply, &index) in stones.iter().enumerate() {
        if let Some(score) = ply.checked_sub(lots).and_then(|at| scores.get(at)) {
            let is_open = board.fives(colour.other()) == 0 && board.open_four(colour).is_none();
            if is_open {
                let won = if colour == Colour::Black { result } else { 1.0 - result };
                let thought = sigmoid(score / STEP);
                let aim = RESULT * won + (1.0 - RESULT) * thought;
                lessons.push(Lesson { features: features(&board, colour), aim });
            }
        }
        board.place(index, colour);
        colour = colour.other();
    }
    Some(())
}

fn features(board: &Board, me: Colour) -> Vec<(u16, i16)> {
    let mut counts = vec![0_i16; SIZE];
    for index in board.empties() {
        for (colour, sign) in [(me, 1), (me.other(), -1)] {
            let from = SIDE * colour.index();
            let shapes = shapes_of(board.shapes_of(colour, index));
            shapes.iter().for_each(|&shape| counts[from + shape] += sign);
            pairs_of(shapes).for_each(|pair| counts[from + ONES + pair] += sign);
        }
    }
    let from = SIDE * me.index();
    for (number, &threat) in Threat::ALL.iter().enumerate().skip(1) {
        for (colour, list) in [(me, MINE), (me.other(), YOURS)] {
            let level = board.count(colour, threat).min(MANY);
            if level > 0 {
                counts[from + list + number * MANY + level - 1] += 1;
            }
        }
    }
    let used = counts.into_iter().enumerate().filter(|&(_, count)| count != 0);
    used.map(|(at, count)| (at as u16, count)).collect()
}

fn guess(weights: &[f32], lesson: &Lesson) -> f32 {
    let part = |&(at, count): &(u16, i16)| weights[usize::from(at)] * f32::from(count);
    sigmoid(lesson.features.iter().map(part).sum())
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// How far off the guesses are: mean cross entropy.
fn loss(weights: &[f32], lessons: &[Lesson]) -> f32 {
    let one = |lesson: &Lesson| {
        let guess = guess(weights, lesson).clamp(1e-6, 1.0 - 1e-6);
        -(lesson.aim * guess.ln() + (1.0 - lesson.aim) * (1.0 - guess).ln())
    };
    lessons.iter().map(one).sum::<f32>() / lessons.len().max(1) as f32
}

/// How large each feature usually is; none for those that say nothing.
fn scales(lessons: &[Lesson], shared: bool) -> Vec<Option<f32>> {
    let mut squares = vec![0.0; SIZE];
    for &(at, count) in lessons.iter().flat_map(|lesson| &lesson.features) {
        squares[usize::from(at)] += f32::from(count) * f32::from(count);
    }
    if shared {
        for at in 0..SIDE {
            let both = (squares[at] + squares[SIDE + at]) / 2.0;
            (squares[at], squares[SIDE + at]) = (both, both);
        }
    }
    // What a point is worth where nothing can be made is the zero of the scale.
    for from in [0, SIDE] {
        (squares[from], squares[from + ONES]) = (0.0, 0.0);
    }
    let lessons = lessons.len().max(1) as f32;
    let scale = |square: f32| (square > 200.0).then(|| (square / lessons).sqrt());
    squares.into_iter().map(scale).collect()
}

/// Steps down the slope, each weight at its own pace (Adam), and a little towards zero.
///
/// Steps are in units of what a weight's feature usually is, so that all count alike.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Adam {
    /// What hardly happens keeps a weight near zero.
    const DECAY: f32 = 1e-3;

    fn new() -> Adam {
        Adam { mean: vec![0.0; SIZE], square: vec![0.0; SIZE], steps: 0 }
    }

    fn step(
        &mut self,
        weights: &mut [f32],
        slope: &[f32],
        scales: &[Option<f32>],
        lessons: f32,
        rate: f32,
    ) {
        self.steps += 1;
        let (first, second) = (1.0 - 0.9_f32.powi(self.steps), 1.0 - 0.999_f32.powi(self.steps));
        for at in 0..SIZE {
            let Some(scale) = scales[at] else { continue };
            let slope = slope[at] / lessons / scale + Adam::DECAY * weights[at] * scale.max(0.02);
            self.mean[at] = 0.9 * self.mean[at] + 0.1 * slope;
            self.square[at] = 0.999 * self.square[at] + 0.001 * slope * slope;
            let pace = (self.square[at] / second).sqrt() + 1e-7;
            weights[at] -= rate * (self.mean[at] / first) / pace / scale.max(0.02);
        }
    }
}

fn as_weights(rule: Rule, weights: &[f32]) -> RuleWeights {
    let sides = [0, SIDE].map(|from| {
        let fine = |at: usize| rounded(weights[from + at] * STEP * FINE as f32);
        let plain = |at: usize| rounded(weights[from + at] * STEP);
        Weights {
            ones: std::array::from_fn(fine),
            pairs: std::array::from_fn(|at| fine(ONES + at)),
            mine: std::array::from_fn(|at| plain(MINE + at)),
            yours: std::array::from_fn(|at| plain(YOURS + at)),
        }
    });
    RuleWeights { rule, sides }
}

fn rounded(number: f32) -> i16 {
    number.round().clamp(-32_000.0, 32_000.0) as i16
}
