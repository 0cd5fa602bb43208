//! Five to seven empty squares: no memory. With five left "odd quarters first" is all the order there is; with
//! six and seven it pays to try first what leaves the opponent the fewest answers. Null-window as in `last`.

use super::Search;
use super::last::{Last4, quarter};
use crate::bits::{Cpu, Work};
use crate::board::{Board, CORNERS};

/// At most this many empty squares are searched here.
pub(super) const SHALLOW: u32 = 7;
/// From this many on, moves are sorted.
const SORTED: u32 = 6;

/// A node of this kind; `moves` are the legal moves, and there are at least five empty squares.
pub(super) struct Shallow<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) board: Board,
    pub(super) moves: u64,
    pub(super) alpha: i32,
    /// Quarters of the board with an odd number of empty squares.
    pub(super) odd: u64,
    pub(super) empties: u32,
}

impl<C: Cpu> Work for Shallow<'_, '_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { search, board, moves, alpha, odd, empties } = self;
        let cpu = search.cpu;
        search.nodes += 1;
        if let Some(bound) = search.stability_bound(board, alpha, empties) {
            return bound;
        }
        if moves == 0 {
            let board = board.pass();
            let moves = cpu.moves(board);
            if moves == 0 {
                return -board.final_score();
            }
            return -cpu.enter(Shallow { search, board, moves, alpha: -alpha - 1, odd, empties });
        }
        if empties >= SORTED && moves & (moves - 1) != 0 {
            sorted(search, board, moves, alpha, odd, empties)
        } else {
            unsorted(search, board, moves, alpha, odd, empties)
        }
    }
}

#[inline(always)]
fn unsorted<C: Cpu>(
    search: &mut Search<'_, C>,
    board: Board,
    moves: u64,
    alpha: i32,
    odd: u64,
    empties: u32,
) -> i32 {
    let cpu = search.cpu;
    let mut best = -64;
    for mut group in [moves & odd, moves & !odd] {
        while group != 0 {
            let square = group.trailing_zeros() as u8;
            group &= group - 1;
            let board = board.after(square, cpu.flips(board, square));
            let odd = odd ^ quarter(square);
            let score = if empties == 5 {
                -cpu.enter(Last4 { search, board, alpha: -alpha - 1, odd })
            } else {
                let moves = cpu.moves(board);
                -cpu.enter(Shallow {
                    search,
                    board,
                    moves,
                    alpha: -alpha - 1,
                    odd,
                    empties: empties - 1,
                })
            };
            best = best.max(score);
            if score > alpha {
                return best;
            }
        }
    }
    best
}

#[inline(always)]
fn sorted<C: Cpu>(
    search: &mut Search<'_, C>,
    board: Board,
    mut moves: u64,
    alpha: i32,
    odd: u64,
    empties: u32,
) -> i32 {
    const MOST: usize = 8; // seven empty squares, rounded up to whole vectors
    let cpu = search.cpu;
    let mut boards = [Board::default(); MOST];
    let mut squares = [0; MOST];
    let mut replies = [0; MOST];
    let mut ranks = [0; MOST];
    let mut count = 0;
    while moves != 0 && count < MOST {
        let square = moves.trailing_zeros() as u8;
        moves &= moves - 1;
        boards[count] = board.after(square, cpu.flips(board, square));
        squares[count] = square;
        count += 1;
    }
    let whole = count.next_multiple_of(4);
    cpu.moves_of_all(&boards[..whole], &mut replies[..whole]);
    for index in 0..count {
        let answers = replies[index].count_ones() + (replies[index] & CORNERS).count_ones();
        let in_odd = odd >> squares[index] & 1;
        ranks[index] = 4 * answers.cast_signed() - PARITY * in_odd as i32;
    }
    let mut best = -64;
    for next in 0..count {
        let mut soonest = next;
        for index in next + 1..count {
            if ranks[index] < ranks[soonest] {
                soonest = index;
            }
        }
        ranks.swap(next, soonest);
        boards.swap(next, soonest);
        squares.swap(next, soonest);
        replies.swap(next, soonest);
        let (board, moves, odd) = (boards[next], replies[next], odd ^ quarter(squares[next]));
        let score = -cpu.enter(Shallow {
            search,
            board,
            moves,
            alpha: -alpha - 1,
            odd,
            empties: empties - 1,
        });
        best = best.max(score);
        if score > alpha {
            return best;
        }
    }
    best
}

/// What an odd quarter is worth against four for each answer.
const PARITY: i32 = 3;
