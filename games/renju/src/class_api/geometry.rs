//! Points, directions, rows of stones and moves, as the class's document has them.

use super::Config;

/// The direction of a [`Line`], and which way along it is forward.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Level; to the right is forward.
    Horizontal,
    /// Upright; down is forward.
    Vertical,
    /// From the upper left to the lower right, which is forward.
    #[doc(alias = "Diagonal_UL_BR")]
    DiagonalUlBr,
    /// From the upper right to the lower left, which is forward.
    #[doc(alias = "Diagonal_UR_BL")]
    DiagonalUrBl,
}

impl Direction {
    /// All four.
    pub const ALL: [Direction; 4] = [
        Direction::Horizontal,
        Direction::Vertical,
        Direction::DiagonalUlBr,
        Direction::DiagonalUrBl,
    ];

    /// One step forward, as (y, x).
    pub const fn step(self) -> (i8, i8) {
        match self {
            Direction::Horizontal => (0, 1),
            Direction::Vertical => (1, 0),
            Direction::DiagonalUlBr => (1, 1),
            Direction::DiagonalUrBl => (1, -1),
        }
    }

    /// The number of the same direction in [`crate::board::lines::DIRECTIONS`].
    pub(super) const fn index(self) -> usize {
        match self {
            Direction::Horizontal => 0,
            Direction::Vertical => 1,
            Direction::DiagonalUrBl => 2,
            Direction::DiagonalUlBr => 3,
        }
    }
}

/// A point of the board, counted from 0 at the top left: first y, then x.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The line, from the top.
    pub y: u8,
    /// The column, from the left.
    pub x: u8,
}

impl Point {
    /// The point in line `y` and column `x`.
    pub const fn new(y: u8, x: u8) -> Point {
        Point { y, x }
    }

    /// The point some steps forward, or backward, if it is on the board.
    pub(super) fn along(self, direction: Direction, steps: i8, config: &Config) -> Option<Point> {
        let (y, x) = direction.step();
        let moved = |from: u8, step: i8| from.checked_add_signed(step.checked_mul(steps)?);
        let point = Point::new(moved(self.y, y)?, moved(self.x, x)?);
        point.is_on(config).then_some(point)
    }

    pub(super) const fn is_on(self, config: &Config) -> bool {
        self.y < config.table_size && self.x < config.table_size
    }

    /// The same point in this crate's own count, rows from the bottom.
    pub fn on_board(self, config: &Config) -> Option<crate::Point> {
        crate::Point::from_top(self.x, self.y, config.table_size)
    }

    /// This crate's own point as one of the class.
    pub const fn of_board(point: crate::Point, config: &Config) -> Point {
        Point { y: point.y_from_top(config.table_size), x: point.x() }
    }
}

/// Stones of one player in a row (連), without a gap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Line {
    /// Which way it lies.
    pub direction: Direction,
    /// The end furthest back. A single stone is both ends.
    pub first: Point,
    /// The end furthest forward.
    pub second: Point,
    /// Whose it is.
    pub program_number: u32,
}

impl Line {
    /// A row between two ends.
    pub const fn new(
        direction: Direction,
        first: Point,
        second: Point,
        program_number: u32,
    ) -> Line {
        Line { direction, first, second, program_number }
    }

    /// The row with one stone more at its back end, and that stone; none at the edge of the
    /// board. Whether anything is there is [`Table::line_extend_first`](super::Table)'s question.
    pub fn extend_first(&self, config: &Config) -> Option<(Line, Point)> {
        let point = self.first.along(self.direction, -1, config)?;
        Some((Line { first: point, ..*self }, point))
    }

    /// The row with one stone more at its front end, and that stone; none at the edge.
    pub fn extend_second(&self, config: &Config) -> Option<(Line, Point)> {
        let point = self.second.along(self.direction, 1, config)?;
        Some((Line { second: point, ..*self }, point))
    }

    /// How many stones it has.
    #[doc(alias = "len")]
    pub const fn length(&self) -> usize {
        let (y, x) = (self.second.y.abs_diff(self.first.y), self.second.x.abs_diff(self.first.x));
        1 + if y > x { y as usize } else { x as usize }
    }
}

/// A move: who, and where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// The number of who made it.
    pub program_number: u32,
    /// Where.
    pub point: Point,
}

impl Move {
    /// A move of a player.
    pub const fn new(program_number: u32, point: Point) -> Move {
        Move { program_number, point }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_grows_at_its_ends_until_the_edge() {
        let config = Config { table_size: 5, ..Config::default() };
        for direction in Direction::ALL {
            let middle = Point::new(2, 2);
            let line = Line::new(direction, middle, middle, 1);
            assert_eq!(line.length(), 1);
            let (line, first) = line.extend_first(&config).unwrap();
            let (line, second) = line.extend_second(&config).unwrap();
            let (y, x) = direction.step();
            let there = |sign: i8| Point::new((2 + sign * y) as u8, (2 + sign * x) as u8);
            assert_eq!((first, second), (there(-1), there(1)), "{direction:?}");
            assert_eq!((line.first, line.second, line.length()), (first, second, 3));
            let (line, _) = line.extend_first(&config).unwrap();
            assert_eq!(line.extend_first(&config), None, "{direction:?} is at the edge");
            let (line, _) = line.extend_second(&config).unwrap();
            assert_eq!((line.extend_second(&config), line.length()), (None, 5));
        }
    }

    #[test]
    fn points_are_those_of_the_board() {
        let config = Config::default();
        let point = Point::new(0, 14);
        assert_eq!(point.on_board(&config).unwrap().to_string(), "o15");
        assert_eq!(Point::of_board(point.on_board(&config).unwrap(), &config), point);
        assert_eq!(Point::new(15, 0).on_board(&config), None);
    }

    #[test]
    fn directions_are_those_of_the_board() {
        use crate::board::lines::DIRECTIONS;
        for direction in Direction::ALL {
            let (right, up) = DIRECTIONS[direction.index()];
            let (y, x) = direction.step();
            assert!([(-y, x), (y, -x)].contains(&(up, right)), "{direction:?}");
        }
    }
}
