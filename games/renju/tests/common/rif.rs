//! Black's fouls as the text of the Renju International Federation says them, word by word.
//!
//! Slow and plain: every stone that can be added is put on the board and looked at. It shares no
//! code with the crate. The words of the text:
//!
//! * *five*: an unbroken row of exactly five stones; *overline*: of six or more.
//! * *four*: a row of four stones to which one stone can be added to attain five.
//! * *straight four*: an unbroken row of four stones to which a stone can be added in two ways.
//! * *three*: a row of three stones to which, without at the same time making a five, one stone
//!   can be added to attain a straight four.
//! * Overline, double-four and double-three are fouls unless a five is made with the same stone.
//! * A double-three is none while at most one of its threes can be made a straight four without
//!   a foul on the point where that is done (9.3), which may again be a double-three.

use std::collections::{BTreeMap, BTreeSet};

use gyoji_renju::Colour;

use super::Position;

/// Column and row; may lie off the board.
type At = (i32, i32);

/// What a stone is: fives first, then every foul there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Finding {
    pub five: bool,
    pub overline: bool,
    pub double_four: bool,
    pub double_three: bool,
    /// How many threes there are, also those that a foul keeps from becoming straight fours.
    pub threes: usize,
}

impl Finding {
    /// Neither a five nor a foul.
    pub fn is_plain(&self) -> bool {
        !(self.five || self.overline || self.double_four || self.double_three)
    }

    pub fn is_foul(&self) -> bool {
        !self.five && !self.is_plain()
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Black,
    White,
}

/// The board as a table of cells.
pub struct Slow {
    size: i32,
    cells: Vec<Cell>,
}

const DIRECTIONS: [At; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Slow {
    pub fn new(position: &Position) -> Slow {
        let size = i32::from(position.size);
        let mut slow = Slow { size, cells: vec![Cell::Empty; (size * size) as usize] };
        for (colour, cell) in [(Colour::Black, Cell::Black), (Colour::White, Cell::White)] {
            for point in position.stones(colour) {
                slow.set((point.col().into(), point.row().into()), cell);
            }
        }
        slow
    }

    fn get(&self, (col, row): At) -> Option<Cell> {
        let is_on = (0..self.size).contains(&col) && (0..self.size).contains(&row);
        is_on.then(|| self.cells[(row * self.size + col) as usize])
    }

    fn set(&mut self, (col, row): At, cell: Cell) {
        self.cells[(row * self.size + col) as usize] = cell;
    }

    /// Does something with one more black stone on the board.
    fn with<T>(&mut self, at: At, look: impl FnOnce(&mut Slow) -> T) -> T {
        assert!(self.get(at) == Some(Cell::Empty));
        self.set(at, Cell::Black);
        let seen = look(self);
        self.set(at, Cell::Empty);
        seen
    }

    /// The unbroken row of black stones through one of them.
    fn row(&self, at: At, (right, up): At) -> BTreeSet<At> {
        let side = |sign: i32| {
            (1..)
                .map(move |steps| (at.0 + sign * steps * right, at.1 + sign * steps * up))
                .take_while(|&there| self.get(there) == Some(Cell::Black))
        };
        side(-1).chain([at]).chain(side(1)).collect()
    }

    /// The empty points of the line that are near enough to be in a five with `at`.
    fn empties(&self, at: At, (right, up): At) -> Vec<At> {
        let line = (-4..=4).map(|steps| (at.0 + steps * right, at.1 + steps * up));
        line.filter(|&there| self.get(there) == Some(Cell::Empty)).collect()
    }

    fn has_five(&self, at: At) -> bool {
        DIRECTIONS.iter().any(|&direction| self.row(at, direction).len() == 5)
    }

    /// The fours that contain the stone `at`, each with the points that make it five.
    fn fours(&mut self, at: At, direction: At) -> BTreeMap<BTreeSet<At>, Vec<At>> {
        let mut fours: BTreeMap<_, Vec<At>> = BTreeMap::new();
        for added in self.empties(at, direction) {
            let mut five = self.with(added, |board| board.row(added, direction));
            if five.len() == 5 && five.contains(&at) {
                five.remove(&added);
                fours.entry(five).or_default().push(added);
            }
        }
        fours
    }

    /// The straight four that contains the stone `at`, if there is one.
    fn straight_four(&mut self, at: At, direction: At) -> Option<BTreeSet<At>> {
        let unbroken = self.row(at, direction);
        let mut fours = self.fours(at, direction).into_iter();
        fours.find(|(four, ways)| *four == unbroken && ways.len() == 2).map(|(four, _)| four)
    }

    /// The threes that contain the stone `at`, each with the points that make it a straight four.
    fn threes(&mut self, at: At, direction: At) -> BTreeMap<BTreeSet<At>, Vec<At>> {
        let mut threes: BTreeMap<_, Vec<At>> = BTreeMap::new();
        for added in self.empties(at, direction) {
            let four = self.with(added, |board| {
                if board.has_five(added) { None } else { board.straight_four(added, direction) }
            });
            if let Some(mut four) = four.filter(|four| four.contains(&at)) {
                four.remove(&added);
                threes.entry(four).or_default().push(added);
            }
        }
        threes
    }

    /// What a black stone on an empty point is.
    pub fn judge(&mut self, at: At) -> Finding {
        self.with(at, |board| board.judge_stone(at))
    }

    fn judge_stone(&mut self, at: At) -> Finding {
        if self.has_five(at) {
            return Finding { five: true, ..Finding::default() };
        }
        let fours: usize = DIRECTIONS.iter().map(|&line| self.fours(at, line).len()).sum();
        let threes: Vec<Vec<At>> =
            DIRECTIONS.iter().flat_map(|&line| self.threes(at, line).into_values()).collect();
        // What cannot be a double-three need not be looked at more closely.
        let real = match threes.len() {
            0 | 1 => 0,
            _ => threes.iter().filter(|ways| self.can_be_straight_four(ways)).count(),
        };
        Finding {
            five: false,
            overline: DIRECTIONS.iter().any(|&line| self.row(at, line).len() > 5),
            double_four: fours > 1,
            double_three: real > 1,
            threes: threes.len(),
        }
    }

    fn can_be_straight_four(&mut self, ways: &[At]) -> bool {
        ways.iter().any(|&added| self.judge(added).is_plain())
    }
}
