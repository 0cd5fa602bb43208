//! What several tests share: the known cases, and positions where fouls are common.

#![allow(dead_code, unreachable_pub, reason = "no test uses all of it")]

pub mod perft;
pub mod rif;

use fastrand::Rng;
use gyoji_renju::board::lines::{DIRECTIONS, Lines};
use gyoji_renju::{Colour, Point};
use serde_json::Value;

/// A position whose verdict is known.
pub struct Case {
    pub id: String,
    pub black: Vec<Point>,
    pub white: Vec<Point>,
    pub point: Point,
    pub verdict: String,
}

/// The positions of public test suites, on which several programs agree.
pub fn cases() -> Vec<Case> {
    let file: Value = serde_json::from_str(include_str!("../data/renju_forbidden.json")).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let points = |list: &Value| {
        list.as_array().unwrap().iter().map(|point| text(point).parse().unwrap()).collect()
    };
    let cases = file["cases"].as_array().unwrap().iter().map(|case| Case {
        id: text(&case["id"]),
        black: points(&case["black"]),
        white: points(&case["white"]),
        point: text(&case["point"]).parse().unwrap(),
        verdict: text(&case["verdict"]),
    });
    cases.collect()
}

/// Stones on a board of any size.
#[derive(Clone, Debug)]
pub struct Position {
    pub size: u8,
    pub lines: Lines,
}

impl Position {
    pub fn new(size: u8, black: &[Point], white: &[Point]) -> Position {
        let mut position = Position { size, lines: Lines::new(size) };
        for (points, colour) in [(black, Colour::Black), (white, Colour::White)] {
            for &point in points {
                position.put(point, colour);
            }
        }
        position
    }

    /// Puts a stone if there is room for it.
    pub fn put(&mut self, point: Point, colour: Colour) {
        if self.lines.is_empty(point.index()) {
            self.lines.put(point.index(), colour);
        }
    }

    pub fn stones(&self, colour: Colour) -> Vec<Point> {
        let here = |point: &Point| self.lines.stone(point.index()) == Some(colour);
        Point::all(self.size).filter(here).collect()
    }

    /// The empty points where something may happen: there are two black stones near in two
    /// lines, or three in one.
    pub fn interesting(&self) -> Vec<Point> {
        let is_black = |point: &Point| self.lines.stone(point.index()) == Some(Colour::Black);
        let near = |point: Point, step| {
            let line = (-4..=4).filter_map(move |steps| point.along(step, steps, self.size));
            line.filter(is_black).count()
        };
        let lines =
            |point, least| DIRECTIONS.iter().filter(|&&step| near(point, step) >= least).count();
        let all = Point::all(self.size).filter(|point| self.lines.is_empty(point.index()));
        all.filter(|&point| lines(point, 2) > 1 || lines(point, 3) > 0).collect()
    }

    /// The position under one of the eight symmetries of the board.
    pub fn turned(&self, symmetry: u8) -> Position {
        let mut turned = Position { size: self.size, lines: Lines::new(self.size) };
        for colour in Colour::BOTH {
            for point in self.stones(colour) {
                turned.put(turn(point, self.size, symmetry), colour);
            }
        }
        turned
    }
}

/// A point under one of the eight symmetries of the board.
pub fn turn(point: Point, size: u8, symmetry: u8) -> Point {
    let (col, row) = (point.col(), point.row());
    let (col, row) = if symmetry & 1 == 0 { (col, row) } else { (row, col) };
    let col = if symmetry & 2 == 0 { col } else { size - 1 - col };
    let row = if symmetry & 4 == 0 { row } else { size - 1 - row };
    Point::new(col, row).unwrap()
}

/// A position by lot, rich in threes, fours and rows that meet.
pub fn random_position(rng: &mut Rng, cases: &[Case]) -> Position {
    match rng.u8(..8) {
        0 => crowd(rng),
        1..=4 => star(rng),
        _ => altered(rng, cases),
    }
}

fn random_size(rng: &mut Rng) -> u8 {
    if rng.bool() { 15 } else { rng.u8(5..=19) }
}

/// A point anywhere, as often at an edge as not.
fn random_point(rng: &mut Rng, size: u8) -> Point {
    let mut place = || match rng.u8(..4) {
        0 => rng.u8(..3),
        1 => size - 1 - rng.u8(..3),
        _ => rng.u8(..size),
    };
    Point::new(place(), place()).unwrap()
}

/// Many stones close together.
fn crowd(rng: &mut Rng) -> Position {
    let size = random_size(rng);
    let mut position = Position::new(size, &[], &[]);
    let (middle, wide) = (random_point(rng, size), rng.u8(3..=6));
    let (black, white) = (rng.u8(15..50), rng.u8(..15));
    for point in Point::all(size) {
        let is_near = point.col().abs_diff(middle.col()) <= wide
            && point.row().abs_diff(middle.row()) <= wide;
        match rng.u8(..100) {
            lot if is_near && lot < black => position.put(point, Colour::Black),
            lot if is_near && lot < black + white => position.put(point, Colour::White),
            _ => {}
        }
    }
    position
}

/// Rows that meet in a point, and rows that meet in the points of those rows.
fn star(rng: &mut Rng) -> Position {
    let size = random_size(rng);
    let mut position = Position::new(size, &[], &[]);
    let mut middles = vec![random_point(rng, size)];
    let depth = rng.usize(1..=5);
    for round in 0..depth {
        let middle = middles[rng.usize(..middles.len())];
        for step in DIRECTIONS {
            if rng.u8(..5) < 2 {
                continue;
            }
            for _ in 0..[1, 2, 2, 2, 3, 3, 4][rng.usize(..7)] {
                let steps = if rng.u8(..4) > 0 { rng.i8(-3..=3) } else { rng.i8(-5..=5) };
                if let Some(point) = middle.along(step, steps, size).filter(|_| steps != 0) {
                    position.put(point, Colour::Black);
                }
            }
            let steps = rng.i8(-6..=6);
            let end = middle.along(step, steps, size).filter(|_| steps != 0);
            if let (Some(point), true) = (end, rng.u8(..4) == 0) {
                position.put(point, Colour::White);
            }
            middles.extend(middle.along(step, rng.i8(-3..=3), size));
        }
        if round == 0 {
            // The first point stays empty: it is the one where everything meets.
            position.lines.clear(middles[0].index());
        }
    }
    position
}

/// A known case with a few stones added, taken away or moved, and turned.
fn altered(rng: &mut Rng, cases: &[Case]) -> Position {
    let case = &cases[rng.usize(..cases.len())];
    let mut position = Position::new(15, &case.black, &case.white);
    for _ in 0..rng.usize(..4) {
        let near = |rng: &mut Rng| {
            let steps = rng.i8(-5..=5);
            case.point.along(DIRECTIONS[rng.usize(..4)], steps, 15).filter(|_| steps != 0)
        };
        let point = near(rng).unwrap_or(case.point);
        match rng.u8(..4) {
            0 => position.lines.clear(point.index()),
            1 => position.put(point, Colour::White),
            _ if point != case.point => position.put(point, Colour::Black),
            _ => {}
        }
    }
    position.turned(rng.u8(..8))
}
