//! The discs of both seats as bit sets.
//!
//! A column is seven bits, the lowest cell first; the seventh bit is always empty, so that a line
//! which leaves a column at the top does not go on at the bottom of the next.

use gyoji_core::Seat;

/// Columns.
pub(crate) const WIDTH: u8 = 7;
/// Cells of a column.
pub(crate) const HEIGHT: u8 = 6;
/// So many in a row win.
pub(crate) const WINS: u8 = 4;

/// The bits from a cell to its neighbours: above, to the right, and along both diagonals.
const WAYS: [u8; 4] = [1, HEIGHT + 1, HEIGHT + 2, HEIGHT];

/// Discs in columns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    discs: [u64; 2],
}

/// The bit of a cell, by its column from the left and its row from the bottom.
pub(crate) const fn bit(col: u8, row: u8) -> u64 {
    1 << (col * (HEIGHT + 1) + row)
}

impl Board {
    pub(crate) const EMPTY: Board = Board { discs: [0; 2] };

    /// The discs of a seat.
    pub(crate) const fn discs(&self, seat: Seat) -> u64 {
        self.discs[seat.index() & 1]
    }

    /// Whose disc is in a cell.
    pub(crate) const fn at(&self, col: u8, row: u8) -> Option<Seat> {
        match (self.discs[0] & bit(col, row), self.discs[1] & bit(col, row)) {
            (0, 0) => None,
            (0, _) => Some(Seat::SECOND),
            _ => Some(Seat::FIRST),
        }
    }

    /// How many discs there are.
    pub(crate) const fn count(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_ones()
    }

    /// How many discs are in a column: the row that the next one falls to.
    pub(crate) const fn height(&self, col: u8) -> u8 {
        let column = (self.discs[0] | self.discs[1]) >> (col * (HEIGHT + 1));
        (column & (bit(0, HEIGHT) - 1)).count_ones() as u8
    }

    /// Drops a disc into a column; nothing happens if it is full.
    pub(crate) const fn drop(&mut self, col: u8, seat: Seat) {
        let row = self.height(col);
        if row < HEIGHT {
            self.discs[seat.index() & 1] |= bit(col, row);
        }
    }

    /// Whether a seat has four in a row.
    pub(crate) fn has_four(&self, seat: Seat) -> bool {
        let discs = self.discs(seat);
        WAYS.into_iter().any(|way| {
            let pairs = discs & discs >> way;
            pairs & pairs >> (2 * way) != 0
        })
    }
}

/// A row of four cells: where it begins, and how it goes on.
pub(crate) fn lines() -> impl Iterator<Item = [(u8, u8); WINS as usize]> {
    let cells = (0..WIDTH).flat_map(|col| (0..HEIGHT).map(move |row| (col, row)));
    let starts = cells.flat_map(|cell| [(0, 1), (1, 0), (1, 1), (1, -1)].map(|way| (cell, way)));
    starts.filter_map(|((col, row), (right, up))| {
        let at = |step: u8| (col + step * right, row.wrapping_add_signed(step as i8 * up));
        let line = [at(0), at(1), at(2), at(3)];
        let (col, row) = line[3];
        (col < WIDTH && row < HEIGHT).then_some(line)
    })
}
