//! Makes balanced openings, the lines of `data/openings.txt`.
//!
//! ```text
//! cargo run --release -p gyoji-renju --example balanced -- RULE COUNT SEED
//! ```
//!
//! Stones are put by lot around the centre. A position is taken if the search sees nobody far
//! ahead, and if in quick games of the engine against itself neither colour wins nearly always.

use std::collections::HashSet;

use fastrand::Rng;
use gyoji_core::Budget;
use gyoji_renju::board::Board;
use gyoji_renju::search::score::is_decided;
use gyoji_renju::search::{Blur, Engine};
use gyoji_renju::{Colour, Point, Rule};
use gyoji_search::Limits;

const SIZE: u8 = 15;
/// How many stones an opening has.
const STONES: std::ops::RangeInclusive<usize> = 4..=6;
/// The longer look, and what counts as far ahead (256 is one step of odds).
const NODES: u64 = 200_000;
const AHEAD: i32 = 110;
/// The quick games: how many, how quick, how varied, and how many either colour must win.
const GAMES: u64 = 10;
const GAME_NODES: u64 = 2_000;
const BLUR: u32 = 40;
const LEAST: f32 = 3.5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rule = args.first().and_then(|text| text.parse().ok()).unwrap_or(Rule::Renju);
    let number = |at: usize, usual: u64| args.get(at).and_then(|t| t.parse().ok()).unwrap_or(usual);
    let (count, mut rng) = (number(1, 10), Rng::with_seed(number(2, 1)));
    let mut engine = Engine::new(32 << 20, Blur::default());
    let mut found = HashSet::new();
    while (found.len() as u64) < count {
        let stones = by_lot(rule, &mut rng);
        if !is_even(&mut engine, rule, &stones, NODES / 20, 2 * AHEAD)
            || !is_even(&mut engine, rule, &stones, NODES, AHEAD)
        {
            continue;
        }
        let black = (0..GAMES).map(|_| play_out(rule, &stones, rng.u64(..))).sum::<f32>();
        let enough = LEAST..=GAMES as f32 - LEAST;
        if enough.contains(&black) && found.insert(same_for_all_symmetries(&stones)) {
            let text: String = stones.iter().map(Point::to_string).collect();
            println!("{rule} {text}");
        }
    }
}

/// Points for the first stones: the centre, two close to it, and more around.
fn by_lot(rule: Rule, rng: &mut Rng) -> Vec<Point> {
    let mut board = Board::new(rule, SIZE);
    let centre = Point::centre(SIZE);
    let mut stones = vec![centre];
    board.place(centre.index(), Colour::Black);
    for ply in 1..rng.usize(STONES) {
        let colour = Colour::BOTH[ply % 2];
        let reach = if ply < 3 { 2 } else { 4 };
        let is_close = |point: &Point| {
            point.col().abs_diff(centre.col()).max(point.row().abs_diff(centre.row())) <= reach
        };
        let points = board.candidates().filter(|&index| board.is_allowed(colour, index));
        let points: Vec<Point> = points.filter_map(Point::from_index).filter(is_close).collect();
        let Some(point) = rng.choice(points) else { break };
        board.place(point.index(), colour);
        stones.push(point);
    }
    stones
}

fn set_up(rule: Rule, stones: &[Point]) -> Board {
    let mut board = Board::new(rule, SIZE);
    for (ply, point) in stones.iter().enumerate() {
        board.place(point.index(), Colour::BOTH[ply % 2]);
    }
    board
}

fn is_even(engine: &mut Engine, rule: Rule, stones: &[Point], nodes: u64, ahead: i32) -> bool {
    let mut board = set_up(rule, stones);
    let me = Colour::BOTH[stones.len() % 2];
    let limits = Limits::nodes(nodes);
    let found = engine.search(&mut board, me, &limits, &Budget::default(), &mut |_| ());
    found.is_some_and(|found| found.score.abs() <= ahead)
}

/// What black gets from a quick game: 1, 0, or a half.
fn play_out(rule: Rule, stones: &[Point], seed: u64) -> f32 {
    let mut engine = Engine::new(1 << 20, Blur { most: BLUR, seed });
    let mut board = set_up(rule, stones);
    let limits = Limits::nodes(GAME_NODES);
    while !board.is_full() {
        let me = Colour::BOTH[board.stones() % 2];
        let found = engine.search(&mut board, me, &limits, &Budget::default(), &mut |_| ());
        let Some(found) = found else { break };
        if is_decided(found.score) {
            return if (found.score > 0) == (me == Colour::Black) { 1.0 } else { 0.0 };
        }
        board.place(found.best, me);
    }
    0.5
}

/// The stones of each colour in the one of the eight symmetries that comes first.
fn same_for_all_symmetries(stones: &[Point]) -> Vec<(usize, u8, u8)> {
    let last = SIZE - 1;
    let turned = |symmetry: u8| {
        let mut all: Vec<(usize, u8, u8)> = stones
            .iter()
            .enumerate()
            .map(|(ply, point)| {
                let (col, row) = (point.col(), point.row());
                let (col, row) = if symmetry & 1 == 0 { (col, row) } else { (row, col) };
                let col = if symmetry & 2 == 0 { col } else { last - col };
                let row = if symmetry & 4 == 0 { row } else { last - row };
                (ply % 2, col, row)
            })
            .collect();
        all.sort_unstable();
        all
    };
    (0..8).map(turned).min().unwrap_or_default()
}
