//! The stones, written four times: one word for each row, column and diagonal.
//!
//! A cell takes two bits: 00 empty, 01 black, 10 white, 11 off the board. Five cells that are
//! off the board stand at either end of a word, so the eleven cells around any point are one
//! shift away, and nobody has to look for the edge.

use crate::rule::Colour;
use crate::{MAX_SIZE, POINTS, Point};

/// The four directions as steps to the right and up.
pub const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// How far a shape is looked at to either side of a point.
pub const REACH: u32 = 5;
/// How many different surroundings a point can have in one line.
pub const KEYS: usize = 1 << (4 * REACH);

const SIDE: usize = MAX_SIZE as usize;
const DIAGONALS: usize = 2 * SIDE - 1;
const WORDS: usize = 2 * SIDE + 2 * DIAGONALS;
/// Two bits for each of five cells.
const HALF: u64 = (1 << (2 * REACH)) - 1;

/// Where a point is in its four lines: which word, and at which cell of it.
#[derive(Clone, Copy)]
struct Place {
    word: u8,
    cell: u8,
}

const PLACES: [[Place; 4]; POINTS] = places();

const fn places() -> [[Place; 4]; POINTS] {
    let mut places = [[Place { word: 0, cell: 0 }; 4]; POINTS];
    let mut index = 0;
    while index < POINTS {
        let (row, col) = (index / SIDE, index % SIDE);
        // All directions but the upright one go to the right, so their cells are columns.
        places[index] = [
            Place { word: row as u8, cell: col as u8 },
            Place { word: (SIDE + col) as u8, cell: row as u8 },
            Place { word: (2 * SIDE + SIDE - 1 + col - row) as u8, cell: col as u8 },
            Place { word: (2 * SIDE + DIAGONALS + col + row) as u8, cell: col as u8 },
        ];
        index += 1;
    }
    places
}

/// The stones of a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lines {
    words: [u64; WORDS],
}

impl Lines {
    /// An empty board of `size`.
    pub fn new(size: u8) -> Lines {
        let mut lines = Lines { words: [u64::MAX; WORDS] };
        for point in Point::all(size) {
            lines.clear(point.index());
        }
        lines
    }

    /// The stone at a point. Off the board there is none.
    pub fn stone(&self, index: usize) -> Option<Colour> {
        match self.cell(index) {
            1 => Some(Colour::Black),
            2 => Some(Colour::White),
            _ => None,
        }
    }

    /// Whether a point of the board has no stone.
    pub fn is_empty(&self, index: usize) -> bool {
        self.cell(index) == 0
    }

    fn cell(&self, index: usize) -> u64 {
        let Place { word, cell } = PLACES[index][0];
        self.words[word as usize] >> (2 * (u32::from(cell) + REACH)) & 3
    }

    /// Puts a stone on an empty point.
    pub fn put(&mut self, index: usize, colour: Colour) {
        for Place { word, cell } in PLACES[index] {
            self.words[word as usize] |= (1 + colour as u64) << (2 * (u32::from(cell) + REACH));
        }
    }

    /// Makes a point empty.
    pub fn clear(&mut self, index: usize) {
        for Place { word, cell } in PLACES[index] {
            self.words[word as usize] &= !(3 << (2 * (u32::from(cell) + REACH)));
        }
    }

    /// What is around a point in one direction: five cells to either side, without the point.
    ///
    /// The lowest two bits are the cell furthest against the direction.
    pub fn around(&self, index: usize, direction: usize) -> usize {
        let Place { word, cell } = PLACES[index][direction];
        around(self.words[word as usize], u32::from(cell))
    }

    /// The line through a point in a direction: its word, and the number of the point's cell.
    #[inline]
    pub(super) fn word(&self, index: usize, direction: usize) -> (u64, u32) {
        let Place { word, cell } = PLACES[index][direction];
        (self.words[word as usize], u32::from(cell))
    }
}

/// See [`Lines::around`].
#[inline]
pub(crate) const fn around(word: u64, cell: u32) -> usize {
    let cells = word >> (2 * cell);
    (cells & HALF | (cells >> 2) & (HALF << (2 * REACH))) as usize
}

/// The stone at `offset` (-5 to 5, not 0) of what [`Lines::around`] gave: two bits.
pub(crate) const fn cell_at(key: usize, offset: i8) -> usize {
    key >> shift(offset) & 3
}

/// The same surroundings with a stone at `offset`, which was empty.
pub(crate) const fn with_stone(key: usize, offset: i8, colour: Colour) -> usize {
    key | (1 + colour as usize) << shift(offset)
}

const fn shift(offset: i8) -> u32 {
    let cell = offset + REACH as i8;
    2 * if offset > 0 { cell as u32 - 1 } else { cell as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_around_a_point_is_where_it_should_be() {
        let mut rng = fastrand::Rng::with_seed(3);
        for size in [5, 6, 15, 18, 19] {
            let mut lines = Lines::new(size);
            for point in Point::all(size) {
                match rng.u8(..3) {
                    1 => lines.put(point.index(), Colour::Black),
                    2 => lines.put(point.index(), Colour::White),
                    _ => {}
                }
            }
            for point in Point::all(size) {
                for (direction, &step) in DIRECTIONS.iter().enumerate() {
                    let key = lines.around(point.index(), direction);
                    for offset in (-5..=5).filter(|&offset| offset != 0) {
                        let there = point.along(step, offset, size);
                        let expected = match there.map(|there| lines.stone(there.index())) {
                            None => 3,
                            Some(None) => 0,
                            Some(Some(colour)) => 1 + colour.index(),
                        };
                        assert_eq!(cell_at(key, offset), expected, "{point} {step:?} {offset}");
                        if expected == 0 {
                            let more = with_stone(key, offset, Colour::White);
                            assert_eq!(cell_at(more, offset), 2);
                        }
                    }
                }
            }
        }
    }
}
