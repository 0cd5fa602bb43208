//! Bit-board arithmetic in three interchangeable back ends: AVX-512, AVX2 and portable.
//!
//! A back end is a zero-sized *token* that implements [`Cpu`]. Search code is written once, generic over the
//! token, and enters every recursive function through [`Cpu::enter`]; that compiles the body with the token's
//! instruction set, so that flips and mobility are inlined into the search. The tokens can only be had
//! from a check of the running processor, so an old machine never meets an instruction it does not know.
//! What a position *means* (passing, scores) is left to [`crate::board`].

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod last_flips;
pub(crate) mod portable;
mod rays;

use crate::board::Board;

/// A piece of work that wants to be compiled for a particular instruction set.
pub(crate) trait Work {
    /// What the work answers.
    type Answer;
    /// Does the work. Implementations are `#[inline(always)]`, or they would miss the point.
    fn run(self) -> Self::Answer;
}

/// What a processor can do for us. Squares passed in are below 64.
pub(crate) trait Cpu: Copy {
    /// Runs `work` in a function of its own, compiled for this instruction set.
    fn enter<W: Work>(self, work: W) -> W::Answer;
    /// Squares where the side to move may play.
    fn moves(self, board: Board) -> u64;
    /// Discs turned over by a disc of the side to move on `square`; none means the move is not legal.
    fn flips(self, board: Board, square: u8) -> u64;
    /// [`Cpu::moves`] of many boards at once: `moves[i]` belongs to `boards[i]`.
    fn moves_of_all(self, boards: &[Board], moves: &mut [u64]);
    /// Sum over `boards` of the number of moves, where a board without a move counts as one.
    fn count_leaves(self, boards: &[Board]) -> u64;
    /// Hints that `place` will soon be read.
    fn prefetch<T>(self, place: &T);
}

/// Runs `$body` with `$cpu` bound to the best token of this machine.
macro_rules! with_best_cpu {
    ($cpu:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if let Some($cpu) = $crate::bits::avx512::Avx512::detect() {
                $body
            } else if let Some($cpu) = $crate::bits::avx2::Avx2::detect() {
                $body
            } else {
                let $cpu = $crate::bits::portable::Portable;
                $body
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let $cpu = $crate::bits::portable::Portable;
            $body
        }
    }};
}
pub(crate) use with_best_cpu;

/// Name of the back end this machine gets, for reports.
pub(crate) fn best_cpu_name() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    if avx512::Avx512::detect().is_some() {
        return "avx512";
    } else if avx2::Avx2::detect().is_some() {
        return "avx2";
    }
    "portable"
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use avx2::Avx2;
    use avx512::Avx512;
    use portable::Portable;

    /// All back ends must say the same of any two sets of discs; on a machine without AVX2 there is nothing to
    /// compare, and the portable one is checked against slow rules by the tests of the crate.
    #[test]
    fn back_ends_agree() {
        if let Some(cpu) = Avx2::detect() {
            agrees_with_the_portable_one(cpu);
        }
        if let Some(cpu) = Avx512::detect() {
            agrees_with_the_portable_one(cpu);
        }
    }

    fn agrees_with_the_portable_one(cpu: impl Cpu) {
        let mut state = 1u64;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            state ^ state >> 29
        };
        let mut boards = Vec::new();
        for round in 0..4000 {
            let (own, other) = (next(), next());
            let mask = if round % 2 == 0 { u64::MAX } else { next() | next() };
            boards.push(Board { own: own & mask, opp: other & !own & mask });
        }
        for &board in &boards {
            assert_eq!(cpu.moves(board), Portable.moves(board), "moves of {board:?}");
            for square in (0..64).filter(|square| board.empty() >> square & 1 == 1) {
                assert_eq!(
                    cpu.flips(board, square),
                    Portable.flips(board, square),
                    "{board:?} {square}"
                );
            }
        }
        for len in [0, 1, 2, 3, 4, 5, 7, 8, 63, 4000] {
            let (mut fast, mut plain) = (vec![0; len], vec![0; len]);
            cpu.moves_of_all(&boards[..len], &mut fast);
            Portable.moves_of_all(&boards[..len], &mut plain);
            assert_eq!(fast, plain);
            assert_eq!(cpu.count_leaves(&boards[..len]), Portable.count_leaves(&boards[..len]));
        }
    }
}
