//! Perfect play at the end of the game: the exact disc difference, or only who wins.
//!
//! The empty squares of a finished game go to the winner, so scores are even and run from -64 to 64.
//! One thread, and a table that belongs to the [`Solver`]; playing strength in the middle game is left to others.

mod deep;
mod entry;
pub(crate) mod last;
pub(crate) mod order;
mod shallow;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::bits::{Cpu, Work, with_best_cpu};
use crate::board::Board;
use crate::table::{NO_SQUARE, Table};
use order::{Child, push_children, take_soonest};

pub(crate) use entry::entry;

/// When to give up. The default is never.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// Give up after about this many nodes.
    pub nodes: Option<u64>,
    /// Give up at this time.
    pub deadline: Option<Instant>,
    /// Give up soon after somebody sets this.
    pub stop: Option<&'a AtomicBool>,
}

/// The answer of a solve that was not given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Disc difference for the side to move under perfect play; only its sign if that was all that was asked.
    pub score: i32,
    /// A move that reaches it, as a bit number; `None` if the side to move must pass or the game is over.
    pub best: Option<u8>,
    /// Positions visited.
    pub nodes: u64,
}

/// An endgame solver with its own memory, which later solves of the same game profit from.
#[derive(Debug)]
pub struct Solver {
    table: Arc<Table>,
    /// For positions near the end.
    near: Table,
    stack: Vec<Child>,
}

/// Everything a running solve carries around.
struct Search<'a, C> {
    cpu: C,
    table: &'a Table,
    near: &'a Table,
    stack: &'a mut Vec<Child>,
    limits: Limits<'a>,
    nodes: u64,
    next_look: u64,
    stopped: bool,
}

/// The table for positions near the end: small enough to stay in a second-level cache, and each thread has its own.
const NEAR_BYTES: usize = 512 << 10;

/// Nodes between two looks at the clock, some tens of microseconds.
const LOOK_EVERY: u64 = 4096;

impl Solver {
    /// A solver whose table takes at most about `table_bytes`.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self::of(Arc::new(Table::new(table_bytes)))
    }

    /// A solver for another thread, with the same memory.
    pub(crate) fn sharing_its_table(&self) -> Self {
        Self::of(Arc::clone(&self.table))
    }

    fn of(table: Arc<Table>) -> Self {
        Self { table, near: Table::new(NEAR_BYTES), stack: Vec::with_capacity(1024) }
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.forget_what_is_near();
    }

    /// Forgets what no other thread knows.
    pub(crate) fn forget_what_is_near(&mut self) {
        self.near.clear();
    }

    /// The exact score of `board`, or `None` if a limit was reached first.
    pub fn solve(&mut self, board: Board, limits: Limits<'_>) -> Option<Solved> {
        self.solve_between(board, -64, 64, limits)
    }

    /// Only who wins: a score of 1, 0 or -1 for the side to move. Searches less than [`Solver::solve`].
    pub fn solve_outcome(&mut self, board: Board, limits: Limits<'_>) -> Option<Solved> {
        let solved = self.solve_between(board, -1, 1, limits)?;
        Some(Solved { score: solved.score.signum(), ..solved })
    }

    /// The score of `board`, or a bound on the right side of the window, and the nodes it took; no score if a limit
    /// was reached first. For searches that ask about many positions near the end.
    pub(crate) fn bound<C: Cpu>(
        &mut self,
        cpu: C,
        board: Board,
        moves: u64,
        (alpha, beta): (i32, i32),
        limits: Limits<'_>,
    ) -> (Option<i32>, u64) {
        self.stack.clear();
        let (table, near, stack) = (&*self.table, &self.near, &mut self.stack);
        let mut search = Search {
            cpu,
            table,
            near,
            stack,
            limits,
            nodes: 0,
            next_look: LOOK_EVERY,
            stopped: false,
        };
        let odd = last::odd_quarters(board.empty());
        let score = -search.any(board, moves, alpha, beta, odd, board.empties());
        ((!search.stopped).then_some(score), search.nodes)
    }

    /// Lets what is known so far be the first to be forgotten.
    pub(crate) fn grow_older(&mut self) {
        self.table.grow_older();
    }

    fn solve_between(
        &mut self,
        board: Board,
        alpha: i32,
        beta: i32,
        limits: Limits<'_>,
    ) -> Option<Solved> {
        let board = Board { own: board.own, opp: board.opp & !board.own };
        self.table.grow_older();
        self.stack.clear();
        let (table, near, stack) = (&*self.table, &self.near, &mut self.stack);
        with_best_cpu!(cpu => {
            let mut search = Search { cpu, table, near, stack, limits, nodes: 0, next_look: 0, stopped: false };
            let (score, best) = cpu.enter(Root { search: &mut search, board, alpha, beta });
            (!search.stopped).then_some(Solved { score, best, nodes: search.nodes })
        })
    }
}

/// The position to be solved.
struct Root<'a, 'b, C> {
    search: &'a mut Search<'b, C>,
    board: Board,
    alpha: i32,
    beta: i32,
}

impl<C: Cpu> Work for Root<'_, '_, C> {
    type Answer = (i32, Option<u8>);

    #[inline(always)]
    fn run(self) -> Self::Answer {
        let Self { search, board, alpha, beta } = self;
        let cpu = search.cpu;
        let moves = cpu.moves(board);
        let odd = last::odd_quarters(board.empty());
        let empties = board.empties();
        if moves == 0 {
            let board = board.pass();
            let moves = cpu.moves(board);
            let score = if moves == 0 {
                -board.final_score()
            } else {
                search.any(board, moves, -beta, -alpha, odd, empties)
            };
            return (score, None);
        }
        push_children(cpu, board, moves, search.stack);
        let end = search.stack.len();
        deep::rank_children(search, 0, NO_SQUARE, odd, empties);
        let mut best = -65;
        let mut best_square = None;
        let mut lower = alpha;
        for next in 0..end {
            let child = take_soonest(&mut search.stack[next..end]);
            let odd = odd ^ last::quarter(child.square);
            let mut score = if best_square.is_none() {
                search.any(child.board, child.moves, -beta, -lower, odd, empties - 1)
            } else {
                search.any(child.board, child.moves, -lower - 1, -lower, odd, empties - 1)
            };
            if best_square.is_some() && lower < score && score < beta {
                score = search
                    .any(child.board, child.moves, -beta, -score, odd, empties - 1)
                    .max(score);
            }
            if search.stopped {
                break;
            }
            if score > best {
                best = score;
                best_square = Some(child.square);
                lower = lower.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        (best, best_square)
    }
}

impl<C: Cpu> Search<'_, C> {
    /// Searches a position with any number of empty squares; the answer is seen from the side that is not to move.
    fn any(
        &mut self,
        board: Board,
        moves: u64,
        alpha: i32,
        beta: i32,
        odd: u64,
        empties: u32,
    ) -> i32 {
        if empties >= 5 {
            return self.below(board, moves, alpha, beta, odd, empties);
        }
        self.nodes += 1;
        if moves == 0 {
            let board = board.pass();
            let moves = self.cpu.moves(board);
            if moves == 0 {
                return board.final_score();
            }
            return -self.any(board, moves, -beta, -alpha, odd, empties);
        }
        let mut best = -65;
        for square in (0..64).filter(|square| moves >> square & 1 == 1) {
            let board = board.after(square, self.cpu.flips(board, square));
            best = best.max(self.any(
                board,
                self.cpu.moves(board),
                -beta,
                -alpha.max(best),
                odd,
                empties - 1,
            ));
            if best >= beta {
                break;
            }
        }
        -best
    }

    /// A bound that settles the node because of discs the opponent can never lose, if there is one.
    #[inline(always)]
    fn stability_bound(&self, board: Board, alpha: i32, empties: u32) -> Option<i32> {
        if alpha < stability_worth_a_try(empties) {
            return None;
        }
        let bound = 64 - 2 * board.pass().stable().count_ones().cast_signed();
        (bound <= alpha).then_some(bound)
    }

    /// Whether to give up; looks at the clock only now and then.
    #[inline(always)]
    fn out_of_budget(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look_at_limits();
        }
        self.stopped
    }

    #[cold]
    fn look_at_limits(&mut self) {
        self.next_look = self.nodes + LOOK_EVERY;
        if let Some(most) = self.limits.nodes {
            self.stopped |= self.nodes >= most;
            self.next_look = self.next_look.min(most);
        }
        self.stopped |= self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.stopped |= self.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
    }
}

/// The least `alpha` at which counting stable discs pays: early in the game few are stable.
#[inline(always)]
fn stability_worth_a_try(empties: u32) -> i32 {
    (2 * empties.cast_signed() - 4).min(56)
}
