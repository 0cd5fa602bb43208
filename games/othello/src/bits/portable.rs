//! The back end that runs anywhere: plain 64-bit arithmetic.

use super::rays::RAYS;
use super::{Cpu, Work};
use crate::board::Board;

/// Token of the portable back end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Files b to g: a run of discs along a row or a diagonal cannot go on through an edge file.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

impl Cpu for Portable {
    #[inline(always)]
    fn enter<W: Work>(self, work: W) -> W::Answer {
        #[inline(never)]
        fn own_frame<W: Work>(work: W) -> W::Answer {
            work.run()
        }
        own_frame(work)
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: u8) -> u64 {
        flips(board, square)
    }

    #[inline(always)]
    fn moves_of_all(self, boards: &[Board], out: &mut [u64]) {
        for (board, out) in boards.iter().zip(out) {
            *out = moves(*board);
        }
    }

    #[inline(always)]
    fn count_leaves(self, boards: &[Board]) -> u64 {
        boards.iter().map(|&board| u64::from(moves(board).count_ones().max(1))).sum()
    }

    #[inline(always)]
    fn prefetch<T>(self, _: &T) {}
}

#[inline]
fn moves(board: Board) -> u64 {
    let inner = board.opp & INNER_FILES;
    let found = ends_of_runs(board.own, inner, 1)
        | ends_of_runs(board.own, board.opp, 8)
        | ends_of_runs(board.own, inner, 7)
        | ends_of_runs(board.own, inner, 9);
    found & board.empty()
}

/// Squares one step behind a run of `over` that begins next to a disc of `own`, both ways along one line.
/// Runs are at most six long: one step, one more, then twice two at once.
#[inline(always)]
fn ends_of_runs(own: u64, over: u64, step: u32) -> u64 {
    let mut up = over & (own << step);
    let mut down = over & (own >> step);
    up |= over & (up << step);
    down |= over & (down >> step);
    let pairs_up = over & (over << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}

#[inline]
fn flips(board: Board, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let mut turned = 0;
    for &ray in &rays.up {
        let others = ray & !board.opp;
        let first = others & others.wrapping_neg();
        let anchor = first & board.own;
        turned |= anchor.saturating_sub(1) & ray;
    }
    for &ray in &rays.down {
        let others = ray & !board.opp;
        // `| 1` keeps the shift below 64; if it invents an anchor on a1, `others` below takes it away again.
        let first = (1 << 63) >> (others | 1).leading_zeros();
        let anchor = first & others & board.own;
        turned |= (anchor << 1).wrapping_neg() & ray & spread(anchor);
    }
    turned
}

/// All ones if there is an anchor, else nothing.
#[inline(always)]
fn spread(anchor: u64) -> u64 {
    u64::from(anchor != 0).wrapping_neg()
}
