//! Where in the tables of weights a position is found: the disc patterns of all shapes, as numbers in base three
//! that follow a move by adding and subtracting vectors.
//!
//! An own disc is the digit 0, an empty square 1, the opponent's disc 2: so the number of the same discs with the sides
//! exchanged is what is missing to the greatest one.

use super::shapes::{CONSTANTS, DIGITS, LANES, LAYOUT, PATTERNS};
use crate::board::Board;

/// The disc patterns of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indices {
    numbers: [u16; LANES],
}

impl Indices {
    /// The patterns of `board`.
    #[must_use]
    pub fn of(board: Board) -> Self {
        let (empty, opp) = (sum(board.empty()), sum(board.opp));
        let mut numbers = CONSTANTS.starts;
        for lane in 0..LANES {
            numbers[lane] = numbers[lane].wrapping_add(empty[lane]).wrapping_add(2 * opp[lane]);
        }
        Self { numbers }
    }

    /// The patterns after a move to `square` that turns `flips` over, seen from the other side.
    #[must_use]
    #[inline(always)]
    pub(crate) fn after(&self, square: u8, flips: u64) -> Self {
        let (turned, put) = (sum(flips), &DIGITS[usize::from(square & 63)]);
        let mut numbers = CONSTANTS.swaps;
        for lane in 0..LANES {
            let changed = turned[lane].wrapping_mul(2).wrapping_add(put[lane]);
            numbers[lane] = numbers[lane].wrapping_sub(self.numbers[lane]).wrapping_add(changed);
        }
        Self { numbers }
    }

    /// The same position, the other side to move.
    #[must_use]
    #[inline(always)]
    pub(crate) fn pass(&self) -> Self {
        let mut numbers = CONSTANTS.swaps;
        for (number, before) in numbers.iter_mut().zip(&self.numbers) {
            *number = number.wrapping_sub(*before);
        }
        Self { numbers }
    }

    /// Where in its room each pattern is found.
    #[inline(always)]
    pub(super) fn numbers(&self) -> &[u16; LANES] {
        &self.numbers
    }

    /// Where in the weights of a stage each pattern is found, if all shapes are put one after the other.
    #[must_use]
    pub fn places(&self) -> [usize; PATTERNS] {
        let mut places = [0; PATTERNS];
        for shape in &LAYOUT {
            for lane in shape.lane..shape.lane + shape.places {
                places[lane] = shape.offset + usize::from(self.numbers[lane] - shape.start);
            }
        }
        places
    }
}

/// What the squares of a set count.
#[inline(always)]
fn sum(mut set: u64) -> [u16; LANES] {
    let mut sum = [0u16; LANES];
    while set != 0 {
        let digits = &DIGITS[set.trailing_zeros() as usize & 63];
        set &= set - 1;
        for lane in 0..LANES {
            sum[lane] = sum[lane].wrapping_add(digits[lane]);
        }
    }
    sum
}
