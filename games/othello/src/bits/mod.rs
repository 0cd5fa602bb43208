//! Bit-board arithmetic in two interchangeable back ends: AVX2 and portable.
//!
//! A back end is a zero-sized *token* that implements [`Cpu`]. Search code is written once, generic over the
//! token, and enters every recursive function through [`Cpu::enter`]; that compiles the body with the token's
//! instruction set, so that flips and mobility are inlined into the search. The AVX2 token can only be had
//! from a check of the running processor, so an old machine never meets an instruction it does not know.
//! What a position *means* (passing, scores) is left to [`crate::board`].

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
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
}

/// Runs `$body` with `$cpu` bound to the best token of this machine.
macro_rules! with_best_cpu {
    ($cpu:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if let Some($cpu) = $crate::bits::avx2::Avx2::detect() {
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
    if avx2::Avx2::detect().is_some() {
        return "avx2";
    }
    "portable"
}
