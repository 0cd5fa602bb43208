//! Balanced positions to start from, so that black does not always win.

use fastrand::Rng;
use gyoji_core::{BadText, Text};

use crate::game::USUAL_SIZE;
use crate::{Point, Renju, Rule};

/// The openings that are built in: `RULE STONES`, on a board of 15 lines.
const OPENINGS: &str = include_str!("../data/openings.txt");

/// The stones of the openings of a rule set, in the order of the file.
pub fn openings(rule: Rule) -> impl Iterator<Item = Vec<Point>> {
    let lines = OPENINGS.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        let (name, stones) = line.split_once(' ')?;
        let position = Renju::read(stones, rule, USUAL_SIZE).ok()?;
        (name == rule.name()).then(|| position.stones().map(|stone| stone.point).collect())
    })
}

/// One of the openings of a rule set that fit, turned and mirrored by lot, in the middle of the
/// board.
pub(crate) fn draw(rule: Rule, size: u8, seed: u64) -> Result<Renju, BadText> {
    let mut rng = Rng::with_seed(seed);
    let mut all: Vec<Vec<Point>> = openings(rule).collect();
    rng.shuffle(&mut all);
    let symmetry = rng.u8(..8);
    let fitting = all.iter().find_map(|stones| set_up(stones, rule, size, symmetry));
    fitting.ok_or_else(|| {
        let problem = Text::new(
            "the openings of the book need a larger board",
            "book の布石にはもっと大きな盤が必要です",
        );
        BadText::new(size.to_string(), problem)
    })
}

/// The position with these stones of the usual board, in the middle of a board of `size` if it
/// is large enough.
fn set_up(stones: &[Point], rule: Rule, size: u8, symmetry: u8) -> Option<Renju> {
    let mut position = Renju::new(rule, size);
    for &point in stones {
        let point = turned(point, symmetry).and_then(|point| moved(point, size))?;
        position.add_next(point).ok()?;
    }
    position.settle().ok()?;
    Some(position)
}

/// A point of the usual board under one of its eight symmetries.
fn turned(point: Point, symmetry: u8) -> Option<Point> {
    let last = USUAL_SIZE - 1;
    let (col, row) = (point.col(), point.row());
    let (col, row) = if symmetry & 1 == 0 { (col, row) } else { (row, col) };
    let col = if symmetry & 2 == 0 { col } else { last - col };
    let row = if symmetry & 4 == 0 { row } else { last - row };
    Point::new(col, row)
}

/// A point of the usual board at the same place from the middle of a board of `size`.
fn moved(point: Point, size: u8) -> Option<Point> {
    let (from, to) = (Point::centre(USUAL_SIZE).col(), Point::centre(size).col());
    let shift = |place: u8| (place + to).checked_sub(from);
    Point::new(shift(point.col())?, shift(point.row())?).filter(|point| point.is_on(size))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(size: u8, symmetry: u8) -> Option<String> {
        let stones = ["h8", "h9", "j10"].map(|text| text.parse().unwrap());
        super::set_up(&stones, Rule::Renju, size, symmetry).map(|position| position.to_string())
    }

    #[test]
    fn openings_are_moved_to_the_middle() {
        assert_eq!(set_up(15, 0).unwrap(), "renju 15 h8h9j10");
        assert_eq!(set_up(19, 0).unwrap(), "renju 19 j10j11l12");
        assert_eq!(set_up(7, 0).unwrap(), "renju 7 d4d5f6");
        assert_eq!(set_up(6, 0).unwrap(), "renju 6 c3c4e5");
        assert!(super::set_up(&["a1".parse().unwrap()], Rule::Renju, 9, 0).is_none());
    }

    #[test]
    fn every_opening_is_a_position_with_nothing_won_yet() {
        for rule in Rule::ALL {
            let all: Vec<_> = openings(rule).collect();
            let lines = OPENINGS.lines().filter(|line| line.starts_with(rule.name()));
            assert_eq!(all.len(), lines.count(), "{rule}: a line that cannot be read");
            assert!(all.len() >= 32);
            for stones in all {
                let position = super::set_up(&stones, rule, 15, 0).unwrap();
                assert_eq!(gyoji_core::Game::outcome(&position), None);
            }
        }
    }

    #[test]
    fn small_boards_get_what_fits() {
        for rule in Rule::ALL {
            for size in [5, 6, 9, 19] {
                match draw(rule, size, 1) {
                    Ok(position) => assert_eq!(position.size(), size),
                    Err(bad) => assert!(size < 9 && bad.to_string().contains("larger board")),
                }
            }
        }
    }

    #[test]
    fn openings_are_turned_in_eight_ways() {
        let all: std::collections::HashSet<String> =
            (0..8).map(|symmetry| set_up(15, symmetry).unwrap()).collect();
        assert_eq!(all.len(), 8);
        assert_eq!(set_up(15, 1).unwrap(), "renju 15 h8i8j10");
        assert_eq!(set_up(15, 6).unwrap(), "renju 15 h8h7f6");
    }
}
