//! Which move to try first: the one that leaves the fewest answers, corners, odd quarters, and further from the
//! end what the pattern evaluation says a few plies on. A wrong order costs time, never correctness.

use crate::bits::{Cpu, Work};
use crate::board::{Board, CORNERS};
use crate::patterns::{SCALE, evaluate};

/// A move and what it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child {
    /// The position after the move, seen from the other side.
    pub(crate) board: Board,
    /// Its legal moves.
    pub(crate) moves: u64,
    /// How soon to try it: lower is sooner.
    pub(crate) rank: i32,
    /// The move.
    pub(crate) square: u8,
}

/// Children are made in groups of this many, so that no position has too many.
const GROUP: usize = 32;

/// Puts all children of `board` on the stack.
#[inline(always)]
pub(crate) fn push_children<C: Cpu>(cpu: C, board: Board, mut moves: u64, stack: &mut Vec<Child>) {
    while moves != 0 {
        let mut boards = [Board::default(); GROUP];
        let mut squares = [0; GROUP];
        let mut replies = [0; GROUP];
        let mut count = 0;
        while moves != 0 && count < GROUP {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            boards[count] = board.after(square, cpu.flips(board, square));
            squares[count] = square;
            count += 1;
        }
        let whole = count.next_multiple_of(4);
        cpu.moves_of_all(&boards[..whole], &mut replies[..whole]);
        for index in 0..count {
            stack.push(Child {
                board: boards[index],
                moves: replies[index],
                rank: 0,
                square: squares[index],
            });
        }
    }
}

/// Ranks a child by what can be seen at once.
#[inline(always)]
pub(crate) fn quick_rank(child: &Child, odd: u64) -> i32 {
    let replies = child.moves.count_ones() + (child.moves & CORNERS).count_ones();
    let mut rank = 32 * replies.cast_signed();
    rank += 12 * child.board.potential_moves().count_ones().cast_signed();
    if odd & 1 << child.square != 0 {
        rank -= 8;
    }
    if CORNERS & 1 << child.square != 0 {
        rank -= 24;
    }
    rank
}

/// Pattern weights against the weights of [`quick_rank`].
const PATTERN_WEIGHT: i32 = 4;

/// Ranks the children from `base` on by mobility and by the pattern evaluation `depth` plies further on.
#[inline(always)]
pub(super) fn rank_carefully<C: Cpu>(cpu: C, stack: &mut Vec<Child>, base: usize, depth: u32) {
    let end = stack.len();
    let mut least = LIMIT;
    for next in base..end {
        // In the order of the quick ranks, because a good move first makes the others quicker to refuse.
        let child = take_soonest(&mut stack[next..end]);
        if child.rank > i32::MIN {
            let beta = least + MARGIN;
            let value = if depth == 0 {
                evaluate(child.board)
            } else {
                cpu.enter(Guess {
                    cpu,
                    board: child.board,
                    moves: child.moves,
                    depth,
                    alpha: -LIMIT,
                    beta,
                    stack,
                })
            };
            least = least.min(value);
            stack[next].rank = child.rank + PATTERN_WEIGHT * value;
        }
    }
}

/// How much worse than the best a move has to be for its exact value not to matter.
const MARGIN: i32 = 12 * SCALE;

/// More than any value of the evaluation.
const LIMIT: i32 = 1 << 20;

/// A search of a few plies with the pattern evaluation at its end.
struct Guess<'a, C> {
    cpu: C,
    board: Board,
    moves: u64,
    depth: u32,
    alpha: i32,
    beta: i32,
    stack: &'a mut Vec<Child>,
}

impl<C: Cpu> Work for Guess<'_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { cpu, board, moves, depth, alpha, beta, stack } = self;
        if moves == 0 {
            let board = board.pass();
            let moves = cpu.moves(board);
            if moves == 0 {
                return -board.final_score() * SCALE;
            }
            return -cpu.enter(Guess {
                cpu,
                board,
                moves,
                depth,
                alpha: -beta,
                beta: -alpha,
                stack,
            });
        }
        let mut best = -LIMIT;
        if depth == 1 {
            let mut moves = moves;
            while moves != 0 && best < beta {
                let square = moves.trailing_zeros() as u8;
                moves &= moves - 1;
                best = best.max(-evaluate(board.after(square, cpu.flips(board, square))));
            }
            return best;
        }
        let base = stack.len();
        push_children(cpu, board, moves, stack);
        let end = stack.len();
        for child in &mut stack[base..] {
            child.rank = quick_rank(child, 0);
        }
        for next in base..end {
            let Child { board, moves, .. } = take_soonest(&mut stack[next..end]);
            let value = -cpu.enter(Guess {
                cpu,
                board,
                moves,
                depth: depth - 1,
                alpha: -beta,
                beta: -alpha.max(best),
                stack,
            });
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        stack.truncate(base);
        best
    }
}

/// Swaps the child to try next to the front. Most nodes never need the rest in order.
#[inline(always)]
pub(crate) fn take_soonest(children: &mut [Child]) -> Child {
    let mut soonest = 0;
    for index in 1..children.len() {
        if children[index].rank < children[soonest].rank {
            soonest = index;
        }
    }
    children.swap(0, soonest);
    children[0]
}
