//! A point of the board and its text: `h8`.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

/// The side of the largest board.
pub const MAX_SIZE: u8 = 19;
/// The side of the smallest board: five in a row must fit.
pub const MIN_SIZE: u8 = 5;
/// How many points the largest board has.
pub const POINTS: usize = MAX_SIZE as usize * MAX_SIZE as usize;

/// A point: column and row from 0, the row counted from the bottom as on a renju board.
///
/// So the text of a point (`h8`) does not depend on the size of the board. Formats whose origin
/// is the top left corner convert with [`from_top`](Point::from_top) and
/// [`y_from_top`](Point::y_from_top). Points are ordered by row, then column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    row: u8,
    col: u8,
}

impl Point {
    /// The point in this column and row, if the largest board has it.
    pub const fn new(col: u8, row: u8) -> Option<Point> {
        if col < MAX_SIZE && row < MAX_SIZE { Some(Point { row, col }) } else { None }
    }

    /// The point in column `x` and line `y` from the top left corner of a board of `size`.
    pub const fn from_top(x: u8, y: u8, size: u8) -> Option<Point> {
        if x < size && y < size { Point::new(x, size - 1 - y) } else { None }
    }

    /// The point with this [`index`](Point::index).
    pub const fn from_index(index: usize) -> Option<Point> {
        if index >= POINTS {
            return None;
        }
        let side = MAX_SIZE as usize;
        Some(Point { row: (index / side) as u8, col: (index % side) as u8 })
    }

    /// The middle of a board of `size`: to the lower left if there are four.
    pub const fn centre(size: u8) -> Point {
        let middle = size.saturating_sub(1) / 2;
        Point { row: middle % MAX_SIZE, col: middle % MAX_SIZE }
    }

    /// The column, from 0 at the left.
    pub const fn col(self) -> u8 {
        self.col
    }

    /// The row, from 0 at the bottom.
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The column under the name it has in formats that write `x,y`.
    pub const fn x(self) -> u8 {
        self.col
    }

    /// The line from 0 at the top of a board of `size`; 0 for a point above the board.
    pub const fn y_from_top(self, size: u8) -> u8 {
        (size - 1).saturating_sub(self.row)
    }

    /// Whether a board of `size` has the point.
    pub const fn is_on(self, size: u8) -> bool {
        self.col < size && self.row < size
    }

    /// The number of the point in tables: the same on boards of any size, below [`POINTS`].
    pub const fn index(self) -> usize {
        self.row as usize * MAX_SIZE as usize + self.col as usize
    }

    /// All points of a board of `size`, row by row from the bottom left.
    pub fn all(size: u8) -> impl Iterator<Item = Point> {
        let size = size.min(MAX_SIZE);
        (0..size).flat_map(move |row| (0..size).map(move |col| Point { row, col }))
    }

    /// The point `steps` further in a direction, if it is on a board of `size`.
    pub fn along(self, (right, up): (i8, i8), steps: i8, size: u8) -> Option<Point> {
        let col = u8::try_from(self.col as i8 + right * steps).ok()?;
        let row = u8::try_from(self.row as i8 + up * steps).ok()?;
        Point::new(col, row).filter(|point| point.is_on(size))
    }

    /// Reads a point from the front of a text; what follows is left over.
    pub(crate) fn take(text: &str) -> Option<(Point, &str)> {
        let col = text.bytes().next()?.to_ascii_lowercase().checked_sub(b'a')?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        if rest.starts_with('0') {
            return None;
        }
        let row: u8 = rest.get(..digits)?.parse().ok()?;
        Some((Point::new(col, row.checked_sub(1)?)?, &rest[digits..]))
    }
}

/// `h8`: the column as a letter, no letter left out, then the row from 1 at the bottom.
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), self.row + 1)
    }
}

/// What `Display` writes, in capitals as well.
impl FromStr for Point {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Point, BadText> {
        match Point::take(s) {
            Some((point, "")) => Ok(point),
            _ => Err(BadText::new(s, expected())),
        }
    }
}

/// What a point looks like.
const fn expected() -> Text {
    Text::new(
        "expected a point such as h8: a column from a to s, then a row from 1 to 19, counted from the bottom",
        "h8 のような点を書いてください（列は a から s、行は下から数えて 1 から 19）",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_has_its_text_and_its_number() {
        for (index, point) in Point::all(MAX_SIZE).enumerate() {
            assert_eq!(point.index(), index);
            assert_eq!(Point::from_index(index), Some(point));
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
        assert_eq!(Point::from_index(POINTS), None);
        assert_eq!(Point::centre(15).to_string(), "h8");
        assert_eq!(Point::centre(19).to_string(), "j10");
    }

    #[test]
    fn what_is_no_point_is_refused() {
        for bad in [
            "", "h", "8", "8h", "h0", "h08", "h20", "t1", "h-1", "h8 ", " h8", "h8i9", "黒8", "h８",
        ] {
            let refused = bad.parse::<Point>().expect_err(bad);
            assert!(refused.to_string().contains("such as h8"), "{refused}");
        }
    }

    #[test]
    fn the_top_left_corner_can_be_the_origin() {
        for size in MIN_SIZE..=MAX_SIZE {
            let corner = Point::from_top(0, 0, size).unwrap();
            assert_eq!((corner.col(), corner.row()), (0, size - 1));
            for point in Point::all(size) {
                assert_eq!(Point::from_top(point.x(), point.y_from_top(size), size), Some(point));
            }
            assert_eq!(Point::from_top(size, 0, size), None);
            assert_eq!(Point::from_top(0, size, size), None);
        }
    }
}
