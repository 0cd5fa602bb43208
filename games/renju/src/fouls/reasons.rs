//! Why a point is a foul: the rows that meet there, stone by stone.

use super::{Foul, Referee, Verdict, judge, run_length, step};
use crate::Point;
use crate::board::lines::{Lines, cell_at, with_stone};
use crate::board::shapes::{Shape, Shapes};
use crate::rule::{Colour, Rule};

/// A foul, and the rows that make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The kind.
    pub foul: Foul,
    /// The rows: one for an overline, two or more fours or threes otherwise.
    pub rows: Vec<Row>,
}

/// A row of stones that counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// Its stones in order, the new one among them.
    pub stones: Vec<Point>,
    /// The points that would make a four five, or a three a straight four.
    pub next: Vec<Point>,
}

/// The fouls of black's stone on an empty point, each with its rows. Empty if it is none.
pub fn reasons(lines: &Lines, rule: Rule, point: Point) -> Vec<Reason> {
    let index = point.index();
    let Verdict::Foul(fouls) = judge(lines, rule, index, Colour::Black) else {
        return Vec::new();
    };
    let rows = |foul| match rule {
        Rule::Class => runs(lines, index, foul),
        _ => rows(lines, rule, index, foul),
    };
    fouls.iter().map(|foul| Reason { foul, rows: rows(foul) }).collect()
}

/// The class's rows: unbroken, whatever is at their ends.
fn runs(lines: &Lines, index: usize, foul: Foul) -> Vec<Row> {
    let length = match foul {
        Foul::Overline => 6,
        Foul::DoubleFour => 4,
        Foul::DoubleThree => 3,
    };
    let has_length = |&direction: &usize| run_length(lines.around(index, direction)) == length;
    let run = |direction| Row { stones: run(lines, index, direction), next: Vec::new() };
    (0..4).filter(has_length).map(run).collect()
}

/// The rows of a foul at renju.
fn rows(lines: &Lines, rule: Rule, index: usize, foul: Foul) -> Vec<Row> {
    let mut referee = Referee { lines: *lines, shapes: Shapes::of(rule) };
    let mut rows = Vec::new();
    for direction in 0..4 {
        let key = lines.around(index, direction);
        match (foul, referee.shapes.shape(key, Colour::Black)) {
            (Foul::Overline, Shape::Overline) => {
                rows.push(Row { stones: run(lines, index, direction), next: Vec::new() });
            }
            (Foul::DoubleFour, Shape::Four | Shape::DoubleFour | Shape::OpenFour) => {
                let fives: Vec<i8> = completions(&referee, key, Shape::Five).collect();
                add_rows(&mut rows, lines, (index, direction), &fives);
            }
            (Foul::DoubleThree, shape) if shape.is_three() => {
                let fours: Vec<i8> = referee.straight_fours(index, direction).collect();
                add_rows(&mut rows, lines, (index, direction), &fours);
            }
            _ => {}
        }
    }
    rows
}

/// The steps to points that make `wanted` of the line through the new stone.
fn completions(referee: &Referee, key: usize, wanted: Shape) -> impl Iterator<Item = i8> {
    (-4..=4).filter(move |&offset| {
        let made = || referee.shapes.shape(with_stone(key, offset, Colour::Black), Colour::Black);
        offset != 0 && cell_at(key, offset) == 0 && made() == wanted
    })
}

/// Adds the rows that `next` points complete; two points that complete the same stones are one
/// row with two ways on.
fn add_rows(rows: &mut Vec<Row>, lines: &Lines, (index, direction): (usize, usize), next: &[i8]) {
    for &offset in next {
        let added = step(index, direction, offset);
        let mut lines = *lines;
        lines.put(added, Colour::Black);
        let mut stones = run(&lines, index, direction);
        stones.retain(|point| point.index() != added);
        let next = Point::from_index(added);
        match rows.iter_mut().find(|row| row.stones == stones) {
            Some(row) => row.next.extend(next),
            None => rows.push(Row { stones, next: next.into_iter().collect() }),
        }
    }
}

/// The unbroken row of black stones that one more on `index` makes in a direction.
fn run(lines: &Lines, index: usize, direction: usize) -> Vec<Point> {
    let side = |sign: i8| {
        let there = move |steps: i8| step(index, direction, sign * steps);
        // At the edge a step leads elsewhere, but what is around the point says so before.
        let mut from = index;
        (1..).map_while(move |steps| {
            let black = cell_at(lines.around(from, direction), sign) == 1;
            from = there(steps);
            black.then_some(from)
        })
    };
    let mut run: Vec<usize> = side(-1).collect();
    run.reverse();
    run.push(index);
    run.extend(side(1));
    run.into_iter().filter_map(Point::from_index).collect()
}
