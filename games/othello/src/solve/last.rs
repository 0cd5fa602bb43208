//! The last four empty squares, where nearly all nodes of a solve are. No move generator, no memory: the
//! squares are handed down as a list and simply tried.
//!
//! All searches here are null-window: they answer whether the score exceeds `alpha`, by a bound on the right
//! side of it.

use super::Search;
use crate::bits::last_flips::last_flips;
use crate::bits::{Cpu, Work};
use crate::board::{Board, neighbours};

/// Less than any score.
const NONE: i32 = -100;

/// Squares next to each square.
static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square);
        square += 1;
    }
    table
};

/// Discs turned over by a move to `square`, 0 if it has no neighbour to turn.
#[inline(always)]
fn try_move<C: Cpu>(cpu: C, board: Board, square: u8) -> u64 {
    if NEIGHBOURS[usize::from(square & 63)] & board.opp == 0 { 0 } else { cpu.flips(board, square) }
}

/// One empty square left.
#[inline(always)]
fn last_1(board: Board, alpha: i32, square: u8) -> i32 {
    let own = board.own.count_ones().cast_signed();
    let turned = last_flips(board.own, square);
    if turned != 0 {
        return 2 * (own + turned) - 62;
    }
    // The best that is left is to be given the square for nothing.
    let given = 2 * own - 62;
    if given <= alpha {
        return given;
    }
    let lost = last_flips(board.opp, square);
    if lost != 0 {
        2 * (own - lost) - 64
    } else if own >= 32 {
        given
    } else {
        given - 2
    }
}

/// Two empty squares left.
#[inline(always)]
fn last_2<C: Cpu>(search: &mut Search<'_, C>, board: Board, alpha: i32, squares: [u8; 2]) -> i32 {
    let cpu = search.cpu;
    let [a, b] = squares;
    search.nodes += 1;
    let mut best = NONE;
    for (square, other) in [(a, b), (b, a)] {
        let flips = try_move(cpu, board, square);
        if flips != 0 {
            search.nodes += 1;
            best = best.max(-last_1(board.after(square, flips), -alpha - 1, other));
            if best > alpha {
                return best;
            }
        }
    }
    if best != NONE {
        return best;
    }
    let board = board.pass();
    let mut worst = -NONE;
    for (square, other) in [(a, b), (b, a)] {
        let flips = try_move(cpu, board, square);
        if flips != 0 {
            search.nodes += 1;
            worst = worst.min(last_1(board.after(square, flips), alpha, other));
            if worst <= alpha {
                return worst;
            }
        }
    }
    if worst == -NONE { -board.final_score() } else { worst }
}

/// Three empty squares left.
pub(super) struct Last3<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) board: Board,
    pub(super) alpha: i32,
    pub(super) squares: [u8; 3],
}

impl<C: Cpu> Work for Last3<'_, '_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { search, board, alpha, squares } = self;
        search.nodes += 1;
        let cpu = search.cpu;
        let [a, b, c] = squares;
        // The square that is alone in its quarter of the board goes first.
        let [a, b, c] = match (same_quarter(a, b), same_quarter(a, c)) {
            (true, false) => [c, a, b],
            (false, true) => [b, a, c],
            _ => [a, b, c],
        };
        let tries = [(a, [b, c]), (b, [a, c]), (c, [a, b])];
        let mut best = NONE;
        for (square, others) in tries {
            let flips = try_move(cpu, board, square);
            if flips != 0 {
                best = best.max(-last_2(search, board.after(square, flips), -alpha - 1, others));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let board = board.pass();
        let mut worst = -NONE;
        for (square, others) in tries {
            let flips = try_move(cpu, board, square);
            if flips != 0 {
                worst = worst.min(last_2(search, board.after(square, flips), alpha, others));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst == -NONE { -board.final_score() } else { worst }
    }
}

/// Four empty squares left.
pub(super) struct Last4<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) board: Board,
    pub(super) alpha: i32,
    /// Odd quarters of the board, see [`quarter`].
    pub(super) odd: u64,
}

impl<C: Cpu> Work for Last4<'_, '_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { search, board, alpha, odd } = self;
        search.nodes += 1;
        if let Some(bound) = search.stability_bound(board, alpha, 4) {
            return bound;
        }
        let cpu = search.cpu;
        let squares = four_squares(board.empty(), odd);
        let [a, b, c, d] = squares;
        let tries = [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])];
        let mut best = NONE;
        for (square, squares) in tries {
            let flips = try_move(cpu, board, square);
            if flips != 0 {
                let board = board.after(square, flips);
                best = best.max(-cpu.enter(Last3 { search, board, alpha: -alpha - 1, squares }));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != NONE {
            return best;
        }
        let board = board.pass();
        let mut worst = -NONE;
        for (square, squares) in tries {
            let flips = try_move(cpu, board, square);
            if flips != 0 {
                let board = board.after(square, flips);
                worst = worst.min(cpu.enter(Last3 { search, board, alpha, squares }));
                if worst <= alpha {
                    return worst;
                }
            }
        }
        if worst == -NONE { -board.final_score() } else { worst }
    }
}

/// Empty squares as a list, those in odd quarters first.
#[inline(always)]
fn four_squares(empty: u64, odd: u64) -> [u8; 4] {
    let mut first = empty & odd;
    let mut rest = empty & !odd;
    [(); 4].map(|()| {
        let from = if first != 0 { &mut first } else { &mut rest };
        let square = from.trailing_zeros() as u8;
        *from &= from.wrapping_sub(1);
        square & 63
    })
}

/// All squares in the same quarter of the board as `square`.
#[inline(always)]
pub(super) fn quarter(square: u8) -> u64 {
    0x0f0f_0f0f << (square & 0x24)
}

#[inline(always)]
fn same_quarter(a: u8, b: u8) -> bool {
    (a ^ b) & 0x24 == 0
}

/// Quarters of the board with an odd number of empty squares.
pub(crate) fn odd_quarters(empty: u64) -> u64 {
    [0, 4, 32, 36]
        .into_iter()
        .map(quarter)
        .filter(|quarter| (empty & quarter).count_ones() % 2 == 1)
        .sum()
}
