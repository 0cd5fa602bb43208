//! Eight and more empty squares: principal-variation search with memory, enhanced transposition cutoffs,
//! stability cutoffs and sorted moves.

use super::Search;
use super::last::quarter;
use super::order::{push_children, quick_rank, rank_carefully, take_soonest};
use super::shallow::{SHALLOW, Shallow};
use crate::bits::{Cpu, Work};
use crate::board::Board;
use crate::table::{Known, NO_SQUARE, Table};

/// From here on children are looked up in the table before any is searched.
const LOOK_AHEAD: u32 = 10;
/// Positions with at most so many empty squares are kept in the near table.
const NEAR: u32 = 10;
/// From here on children are ranked with the help of the pattern evaluation.
const CAREFUL: u32 = 11;

/// A node of this kind; `moves` are the legal moves. The answer is the score if it is between `alpha` and
/// `beta`, and else a bound on the right side of them.
pub(super) struct Deep<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) board: Board,
    pub(super) moves: u64,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) odd: u64,
    pub(super) empties: u32,
}

impl<C: Cpu> Work for Deep<'_, '_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { search, board, moves, mut alpha, mut beta, odd, empties } = self;
        let cpu = search.cpu;
        if search.out_of_budget() {
            return 0;
        }
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
            return -cpu.enter(Deep {
                search,
                board,
                moves,
                alpha: -beta,
                beta: -alpha,
                odd,
                empties,
            });
        }

        let place = search.table(empties).place(board);
        let mut hint = NO_SQUARE;
        if let Some(known) = search.table(empties).get(place) {
            let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            alpha = alpha.max(lower);
            beta = beta.min(upper);
            hint = known.best;
        }

        let nodes_before = search.nodes;
        let base = search.stack.len();
        push_children(cpu, board, moves, search.stack);
        let end = search.stack.len();
        if empties > NEAR + 1 {
            for child in &search.stack[base..] {
                search.table.bring(cpu, search.table.place(child.board));
            }
        }
        if empties >= LOOK_AHEAD
            && let Some(bound) = look_ahead(search, base, beta, empties)
        {
            search.stack.truncate(base);
            return bound;
        }
        rank_children(search, base, hint, odd, empties);

        let mut best = -65;
        let mut best_square = NO_SQUARE;
        let mut lower = alpha;
        for next in base..end {
            let child = take_soonest(&mut search.stack[next..end]);
            let odd = odd ^ quarter(child.square);
            let mut score = if child.board.own == 0 {
                64
            } else if best_square == NO_SQUARE {
                search.below(child.board, child.moves, -beta, -lower, odd, empties - 1)
            } else {
                search.below(child.board, child.moves, -lower - 1, -lower, odd, empties - 1)
            };
            if best_square != NO_SQUARE && lower < score && score < beta {
                score = search
                    .below(child.board, child.moves, -beta, -score, odd, empties - 1)
                    .max(score);
            }
            if search.stopped {
                search.stack.truncate(base);
                return 0;
            }
            if score > best {
                best = score;
                best_square = child.square;
                if score >= beta {
                    break;
                }
                lower = lower.max(score);
            }
        }
        search.stack.truncate(base);
        let spent = search.nodes - nodes_before;
        let (low, high) =
            (if best > alpha { best } else { -64 }, if best < beta { best } else { 64 });
        search.table(empties).put(
            place,
            Known {
                lower: low as i16,
                upper: high as i16,
                depth: empties as u8,
                level: 0,
                best: best_square,
                worth: (64 - spent.leading_zeros()) as u8,
            },
        );
        best
    }
}

/// A child already known to be bad enough for the opponent settles the node.
#[inline(always)]
fn look_ahead<C: Cpu>(search: &Search<'_, C>, base: usize, beta: i32, empties: u32) -> Option<i32> {
    search.stack[base..].iter().find_map(|child| {
        let table = search.table(empties - 1);
        let known = table.get(table.place(child.board))?;
        let bound = -i32::from(known.upper);
        (bound >= beta).then_some(bound)
    })
}

/// Gives every child from `base` on its rank; `hint` is the best move of an earlier search.
#[inline(always)]
pub(super) fn rank_children<C: Cpu>(
    search: &mut Search<'_, C>,
    base: usize,
    hint: u8,
    odd: u64,
    empties: u32,
) {
    for child in &mut search.stack[base..] {
        let at_once = child.square == hint || child.board.own == 0;
        child.rank = if at_once { i32::MIN } else { quick_rank(child, odd) };
    }
    if empties >= CAREFUL {
        rank_carefully(search.cpu, search.stack, base, guess_depth(empties));
    }
}

/// How many plies to look ahead for the ranking: the more there is to lose by a wrong order, the more.
const fn guess_depth(empties: u32) -> u32 {
    match empties {
        0..=14 => 0,
        15..=16 => 1,
        17..=19 => 2,
        _ => 3,
    }
}

impl<C: Cpu> Search<'_, C> {
    /// The table for positions with so many empty squares.
    #[inline(always)]
    fn table(&self, empties: u32) -> &Table {
        if empties <= NEAR { self.near } else { self.table }
    }

    /// Searches a child with whatever suits the number of empty squares.
    #[inline(always)]
    pub(super) fn below(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        beta: i32,
        odd: u64,
        empties: u32,
    ) -> i32 {
        let cpu = self.cpu;
        if empties > SHALLOW {
            return -cpu.enter(Deep { search: self, board, moves, alpha, beta, odd, empties });
        }
        // The shallow search only knows null windows; a wider one is rare enough to be done by steps.
        let mut score = cpu.enter(Shallow { search: self, board, moves, alpha, odd, empties });
        let mut tested = alpha;
        while score > tested && score < beta {
            tested = score;
            score = cpu
                .enter(Shallow { search: self, board, moves, alpha: tested, odd, empties })
                .max(tested);
        }
        -score
    }
}
