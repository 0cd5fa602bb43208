//! The tiles, and what a cursor does to them.

use gyoji_core::Seat;

use crate::cell::{Cell, Corner, FIRST, LAST, Spin};

/// How many tiles there are in a row and in a column.
pub(crate) const ROW: usize = (LAST - FIRST + 1) as usize;
/// How many tiles there are.
pub(crate) const COUNT: usize = ROW * ROW;

/// A tile: of a seat's colour, or gray.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// A tile that belongs to nobody.
    pub const GRAY: Tile = Tile(4);
    /// The letters of the tiles: red, blue, green, yellow, gray.
    pub const LETTERS: [char; 5] = ['R', 'B', 'G', 'Y', '.'];

    /// A tile of a seat's colour.
    pub const fn of(seat: Seat) -> Tile {
        Tile(seat.0 & 3)
    }

    /// Whose colour it has; none for gray.
    pub const fn owner(self) -> Option<Seat> {
        if self.0 < 4 { Some(Seat(self.0)) } else { None }
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        Tile::LETTERS[self.0 as usize]
    }

    /// The tile with that letter.
    pub fn from_letter(letter: char) -> Option<Tile> {
        Tile::LETTERS.iter().position(|&known| known == letter).map(|index| Tile(index as u8))
    }
}

/// All tiles of the map.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tiles([Tile; COUNT]);

const fn index(cell: Cell) -> usize {
    (cell.y - FIRST) as usize * ROW + (cell.x - FIRST) as usize
}

impl Tiles {
    /// A map of gray.
    pub const GRAY: Tiles = Tiles([Tile::GRAY; COUNT]);

    /// The tile at a cell; none on walls and gates.
    #[inline]
    pub const fn at(&self, cell: Cell) -> Option<Tile> {
        if cell.is_road() { Some(self.0[index(cell)]) } else { None }
    }

    /// Whether there is a tile of that seat's colour.
    #[inline]
    pub fn is_own(&self, cell: Cell, seat: Seat) -> bool {
        cell.is_road() && self.0[index(cell)] == Tile::of(seat)
    }

    /// Puts a tile; does nothing on walls and gates.
    pub fn put(&mut self, cell: Cell, tile: Tile) {
        if cell.is_road() {
            self.0[index(cell)] = tile;
        }
    }

    /// Every tile with its cell, row by row from the top left.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Tile)> {
        let cell = |i: usize| Cell::new(FIRST + (i % ROW) as u8, FIRST + (i / ROW) as u8);
        self.0.iter().enumerate().map(move |(i, tile)| (cell(i), *tile))
    }

    /// Whether one of the tiles under a cursor has that seat's colour.
    pub fn has_own(&self, corner: Corner, seat: Seat) -> bool {
        corner.cells().iter().any(|&cell| self.is_own(cell, seat))
    }

    /// Turns the tiles under a cursor.
    ///
    /// Where walls or gates are under it, too, the tiles change places among themselves: two
    /// of them whichever way they turn, and one in a corner stays (seed 003, 2.5.1).
    pub fn turn(&mut self, corner: Corner, spin: Spin) {
        let ring = Ring::of(corner);
        let cells = ring.cells();
        let Some(&last) = cells.last() else { return };
        match spin {
            Spin::Clockwise => {
                let carried = self.0[last];
                for pair in cells.windows(2).rev() {
                    self.0[pair[1]] = self.0[pair[0]];
                }
                self.0[cells[0]] = carried;
            }
            Spin::Anticlockwise => {
                let carried = self.0[cells[0]];
                for pair in cells.windows(2) {
                    self.0[pair[0]] = self.0[pair[1]];
                }
                self.0[last] = carried;
            }
        }
    }

    /// The tile that would be at a cell after a turn of the cursor.
    pub fn after(&self, corner: Corner, spin: Spin, cell: Cell) -> Option<Tile> {
        if !cell.is_road() || !corner.covers(cell) {
            return self.at(cell);
        }
        let ring = Ring::of(corner);
        let cells = ring.cells();
        let here = cells.iter().position(|&other| other == index(cell))?;
        let before = match spin {
            Spin::Clockwise => (here + cells.len() - 1) % cells.len(),
            Spin::Anticlockwise => (here + 1) % cells.len(),
        };
        Some(self.0[cells[before]])
    }
}

/// The tiles under a cursor, clockwise.
struct Ring {
    cells: [usize; 4],
    count: usize,
}

impl Ring {
    fn of(corner: Corner) -> Ring {
        let mut ring = Ring { cells: [0; 4], count: 0 };
        for cell in corner.cells().into_iter().filter(|cell| cell.is_road()) {
            ring.cells[ring.count] = index(cell);
            ring.count += 1;
        }
        ring
    }

    fn cells(&self) -> &[usize] {
        &self.cells[..self.count]
    }
}
