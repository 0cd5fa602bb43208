//! Where in the tables of weights a position is found: the disc patterns of all shapes, as numbers in base three
//! that follow a move by adding and subtracting vectors.

use super::shapes::{DIGITS, LANES, OFFSETS, PATTERNS};
use crate::board::Board;

/// The disc patterns of a position. The two sides are kept apart, so that a change of sides is a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indices {
    own: [u16; LANES],
    opp: [u16; LANES],
}

impl Indices {
    /// The patterns of `board`.
    #[must_use]
    pub fn of(board: Board) -> Self {
        Self { own: sum(board.own), opp: sum(board.opp) }
    }

    /// The patterns after a move to `square` that turns `flips` over, seen from the other side.
    #[must_use]
    #[inline(always)]
    pub(super) fn after(&self, square: u8, flips: u64) -> Self {
        let (turned, put) = (sum(flips), &DIGITS[usize::from(square & 63)]);
        let mut next = Self { own: self.opp, opp: self.own };
        for lane in 0..LANES {
            next.own[lane] = next.own[lane].wrapping_sub(turned[lane]);
            next.opp[lane] = next.opp[lane].wrapping_add(turned[lane]).wrapping_add(put[lane]);
        }
        next
    }

    /// The same position, the other side to move.
    #[must_use]
    #[inline(always)]
    pub(super) fn pass(&self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// The number of each pattern: own discs are ones, the opponent's twos.
    #[inline(always)]
    pub(super) fn numbers(&self) -> [u16; LANES] {
        std::array::from_fn(|lane| self.own[lane].wrapping_add(self.opp[lane].wrapping_mul(2)))
    }

    /// Where in the weights of a stage each pattern is found.
    #[must_use]
    pub fn places(&self) -> [usize; PATTERNS] {
        let numbers = self.numbers();
        std::array::from_fn(|pattern| OFFSETS[pattern] + usize::from(numbers[pattern]))
    }
}

/// What the discs of a set add to the numbers.
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
