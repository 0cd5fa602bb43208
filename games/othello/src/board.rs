//! The position: two sets of discs, and the few rules that act on them.
//! Text forms, whose turn it is by colour, and results of whole games are left to the crate root.

mod features;

use crate::bits::{self, Cpu, with_best_cpu};
pub(crate) use features::neighbours;

/// A position seen from the side to move. Bit `8 * (rank - 1) + file` is a square: a1 is bit 0, h1 bit 7,
/// h8 bit 63. No square is in both sets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(C)]
pub struct Board {
    /// Discs of the side to move.
    pub own: u64,
    /// Discs of the other side.
    pub opp: u64,
}

/// The four corners.
pub const CORNERS: u64 = 0x8100_0000_0000_0081;

impl Board {
    /// The usual start, black to move: e4 and d5 are black, d4 and e5 white.
    pub const STANDARD: Self = Self { own: 1 << 28 | 1 << 35, opp: 1 << 27 | 1 << 36 };

    /// The other start, black to move: d4 and e5 are black, e4 and d5 white.
    pub const MIRRORED: Self = Self { own: 1 << 27 | 1 << 36, opp: 1 << 28 | 1 << 35 };

    /// Empty squares.
    #[must_use]
    #[inline(always)]
    pub const fn empty(self) -> u64 {
        !(self.own | self.opp)
    }

    /// How many squares are empty.
    #[must_use]
    #[inline(always)]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// Squares where the side to move may play.
    #[must_use]
    pub fn moves(self) -> u64 {
        with_best_cpu!(cpu => cpu.moves(self))
    }

    /// Discs that a move to `square` turns over. Empty exactly when the move is not legal, whatever the square.
    #[must_use]
    pub fn flips(self, square: u8) -> u64 {
        if square > 63 || (self.empty() >> square) & 1 == 0 {
            return 0;
        }
        with_best_cpu!(cpu => cpu.flips(self, square))
    }

    /// The position after a move to `square`, seen from the other side; `None` if the move is not legal.
    #[must_use]
    pub fn play(self, square: u8) -> Option<Self> {
        match self.flips(square) {
            0 => None,
            flips => Some(self.after(square, flips)),
        }
    }

    /// The position after a move to `square` that turns `flips` over, seen from the other side.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn after(self, square: u8, flips: u64) -> Self {
        Self { own: self.opp ^ flips, opp: self.own ^ flips ^ (1 << (square & 63)) }
    }

    /// The same discs, the other side to move.
    #[must_use]
    #[inline(always)]
    pub const fn pass(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }
}

/// Which instruction set the bit operations use on this machine: `"avx512"`, `"avx2"` or `"portable"`.
#[must_use]
pub fn instruction_set() -> &'static str {
    bits::best_cpu_name()
}
