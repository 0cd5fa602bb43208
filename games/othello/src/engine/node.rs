//! A node of the engine's search: principal-variation search with memory, Multi-ProbCut, enhanced transposition
//! cutoffs, stability cutoffs, and moves in the order of the evaluation.

use gyoji_core::Budget;
use gyoji_search::{Limits, Stopwatch};

use super::Worker;
use super::crew::Searching;
use super::cuts::{self, EXACT, Margins};
use super::indices::Indices;
use super::weights::{DISC, INFINITE, Weights};
use crate::bits::{Cpu, Work};
use crate::board::{Board, CORNERS};
use crate::solve::last::odd_quarters;
use crate::solve::order::{Child, push_children, quick_rank, take_soonest};
use crate::solve::{self, Solver};
use crate::table::{Known, NO_SQUARE, Table};

/// From this depth on children are looked up in the table before any is searched.
const LOOK_AHEAD: u32 = 4;
/// From this depth on threads keep out of each other's way.
const SHARED: u32 = 5;
/// The rank of a move that another thread is searching.
pub(super) const LATER: i32 = i32::MAX;
/// What an answer of the opponent is worth when moves are put in order before the end, in units of the evaluation.
const REPLY: i32 = 24;

/// Everything a running search carries around.
pub(super) struct Search<'a, C> {
    pub(super) cpu: C,
    pub(super) weights: &'a Weights,
    pub(super) table: &'a Table,
    pub(super) solver: &'a mut Solver,
    pub(super) stack: &'a mut Vec<Child>,
    pub(super) watch: Stopwatch<'a>,
    /// The same limits, for the solver.
    pub(super) limits: solve::Limits<'a>,
    pub(super) margins: &'static Margins,
    /// What other threads are searching, if there are any.
    pub(super) others: Option<&'a Searching>,
    /// How much is left out: see [`cuts`].
    pub(super) level: u8,
    /// With so many empty squares or fewer, a search to the end is left to the solver.
    pub(super) solved: u32,
}

/// A node; `moves` are the legal moves. The answer is the score if it is between `alpha` and `beta`, and else a
/// bound on the right side of them.
pub(super) struct Node<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) board: Board,
    pub(super) moves: u64,
    pub(super) indices: &'a Indices,
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: u32,
}

impl<C: Cpu> Work for Node<'_, '_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Self { search, board, moves, indices, mut alpha, mut beta, depth } = self;
        let cpu = search.cpu;
        if search.watch.tick() {
            return 0;
        }
        if moves == 0 {
            let board = board.pass();
            let moves = cpu.moves(board);
            if moves == 0 {
                return -board.final_score() * DISC;
            }
            let indices = &indices.pass();
            let (alpha, beta) = (-beta, -alpha);
            return -cpu.enter(Node { search, board, moves, indices, alpha, beta, depth });
        }
        let empties = board.empties();
        if depth >= empties && empties <= search.solved {
            return search.solve(board, moves, alpha, beta);
        }
        match depth {
            0 => return search.weights.evaluate(indices, empties),
            1 => return search.last_ply(board, moves, indices, beta),
            2 => return search.last_two(board, moves, indices, alpha, beta),
            _ => {}
        }
        if let Some(bound) = stability_bound(board, alpha, empties) {
            return bound;
        }

        let (place, level) = (search.table.place(board), search.level);
        let mut hint = NO_SQUARE;
        if let Some(known) = search.table.get(place) {
            if known.suffices(depth, level) {
                let (lower, upper) = (i32::from(known.lower), i32::from(known.upper));
                if lower >= beta || lower == upper {
                    return lower;
                }
                if upper <= alpha {
                    return upper;
                }
                alpha = alpha.max(lower);
                beta = beta.min(upper);
            }
            hint = known.best;
        }
        if level < EXACT
            && beta - alpha == 1
            && let Some(bound) = search.cut(board, moves, indices, alpha, depth)
        {
            return bound;
        }

        let base = search.stack.len();
        push_children(cpu, board, moves, search.stack);
        let end = search.stack.len();
        if depth > LOOK_AHEAD {
            for child in &search.stack[base..] {
                search.table.bring(cpu, search.table.place(child.board));
            }
        }
        search.rank(board, indices, base, hint, depth);
        if depth >= LOOK_AHEAD
            && let Some(bound) = search.look_ahead(base, beta, depth)
        {
            search.stack.truncate(base);
            return bound;
        }
        let mut best = -INFINITE;
        let mut best_square = NO_SQUARE;
        let mut lower = alpha;
        let others = search.others.filter(|_| depth >= SHARED);
        let mut next = base;
        while next < end {
            let child = take_soonest(&mut search.stack[next..end]);
            let first = best_square == NO_SQUARE;
            let mark = Searching::mark(child.board, depth);
            if let Some(others) = others {
                if !first && child.rank != LATER && others.is_taken(mark) {
                    search.stack[next].rank = LATER;
                    continue;
                }
                others.take(mark);
            }
            next += 1;
            let below = &indices.after(child.square, board.opp & child.board.opp);
            let mut score = if child.board.own == 0 {
                64 * DISC
            } else {
                let upper = if first { beta } else { lower + 1 };
                search.below(&child, below, lower, upper, depth)
            };
            if !first && lower < score && score < beta {
                score = search.below(&child, below, score, beta, depth).max(score);
            }
            if let Some(others) = others {
                others.leave(mark);
            }
            if search.watch.is_stopped() {
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
        let low = if best > alpha { best } else { -INFINITE };
        let high = if best < beta { best } else { INFINITE };
        search.table.put(
            place,
            Known {
                lower: low as i16,
                upper: high as i16,
                depth: depth as u8,
                level,
                best: best_square,
                worth: depth as u8,
            },
        );
        best
    }
}

impl<'a, C: Cpu> Search<'a, C> {
    /// A search that is about to begin, by the thread that `worker` belongs to.
    pub(super) fn new(
        cpu: C,
        (weights, table): (&'a Weights, &'a Table),
        worker: &'a mut Worker,
        limits: &Limits,
        budget: &Budget<'a>,
        others: Option<&'a Searching>,
    ) -> Self {
        let Worker { solver, stack } = worker;
        stack.clear();
        let watch = Stopwatch::new(limits, budget);
        let deadline = watch.deadline();
        Self {
            cpu,
            weights,
            table,
            solver,
            stack,
            watch,
            limits: solve::Limits { nodes: None, deadline, stop: budget.stop },
            margins: Margins::get(),
            others,
            level: 0,
            solved: 0,
        }
    }

    /// The score of a child, seen from its parent.
    #[inline(always)]
    pub(super) fn below(
        &mut self,
        child: &Child,
        indices: &Indices,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32 {
        let (cpu, board, moves) = (self.cpu, child.board, child.moves);
        let (alpha, beta, depth) = (-beta, -alpha, depth - 1);
        -cpu.enter(Node { search: self, board, moves, indices, alpha, beta, depth })
    }

    /// One ply: the best of the evaluations behind each move.
    #[inline(always)]
    fn last_ply(&mut self, board: Board, mut moves: u64, indices: &Indices, beta: i32) -> i32 {
        let empties = board.empties() - 1;
        let mut best = -INFINITE;
        let mut tried = 0;
        while moves != 0 && best < beta {
            let square = moves.trailing_zeros() as u8;
            moves &= moves - 1;
            let flips = self.cpu.flips(board, square);
            let value = if flips == board.opp {
                64 * DISC
            } else {
                -self.weights.evaluate(&indices.after(square, flips), empties)
            };
            best = best.max(value);
            tried += 1;
        }
        self.watch.add(tried);
        best
    }

    /// Two plies: without memory, the moves that leave the fewest answers first.
    #[inline(always)]
    fn last_two(
        &mut self,
        board: Board,
        moves: u64,
        indices: &Indices,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let base = self.stack.len();
        push_children(self.cpu, board, moves, self.stack);
        let end = self.stack.len();
        for child in &mut self.stack[base..] {
            child.rank = quick_rank(child, 0);
        }
        let mut best = -INFINITE;
        for next in base..end {
            let child = take_soonest(&mut self.stack[next..end]);
            let below = &indices.after(child.square, board.opp & child.board.opp);
            let score = if child.board.own == 0 {
                64 * DISC
            } else {
                self.below(&child, below, alpha.max(best), beta, 2)
            };
            best = best.max(score);
            if best >= beta || self.watch.is_stopped() {
                break;
            }
        }
        self.stack.truncate(base);
        best
    }

    /// What the solver says of a position near the end.
    fn solve(&mut self, board: Board, moves: u64, alpha: i32, beta: i32) -> i32 {
        let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
        let (score, nodes) = self.solver.bound(self.cpu, board, moves, (alpha, beta), self.limits);
        self.watch.add(nodes);
        if score.is_none() {
            self.watch.give_up();
        }
        score.unwrap_or(0) * DISC
    }

    /// A bound that a shallow search makes likely enough.
    #[inline(always)]
    fn cut(
        &mut self,
        board: Board,
        moves: u64,
        indices: &Indices,
        alpha: i32,
        depth: u32,
    ) -> Option<i32> {
        let (cpu, empties) = (self.cpu, board.empties());
        let shallow = cuts::shallow(depth);
        let margin = self.margins.margin(self.level, depth, empties);
        let value = self.weights.evaluate(indices, empties);
        let (high, low) = (alpha + 1 + margin, alpha - margin);
        if value > alpha && high < 64 * DISC {
            let (alpha, beta, depth) = (high - 1, high, shallow);
            let found = cpu.enter(Node { search: self, board, moves, indices, alpha, beta, depth });
            return (found >= high && !self.watch.is_stopped()).then_some(high - margin);
        }
        if value <= alpha && low > -64 * DISC {
            let (alpha, beta, depth) = (low, low + 1, shallow);
            let found = cpu.enter(Node { search: self, board, moves, indices, alpha, beta, depth });
            return (found <= low && !self.watch.is_stopped()).then_some(low + margin);
        }
        None
    }

    /// Gives every child from `base` on its rank; `hint` is the best move of an earlier search.
    #[inline(always)]
    fn rank(&mut self, board: Board, indices: &Indices, base: usize, hint: u8, depth: u32) {
        let (empties, end) = (board.empties() - 1, self.stack.len());
        // The more there is to lose by a wrong order, the further it pays to look.
        let at_end = depth > empties;
        let plies = match (at_end, depth) {
            (false, 0..=11) | (true, 0..=15) => 0,
            (false, 12..=15) | (true, 16..=17) => 1,
            _ => 2,
        };
        for index in base..end {
            let child = self.stack[index];
            if child.square == hint || child.board.own == 0 {
                self.stack[index].rank = i32::MIN;
                continue;
            }
            let below = &indices.after(child.square, board.opp & child.board.opp);
            let quick = if at_end {
                soonest_refuted(board, &child)
            } else {
                REPLY * child.moves.count_ones().cast_signed()
            };
            self.stack[index].rank = if plies == 0 || child.moves == 0 {
                quick + self.weights.evaluate(below, empties)
            } else {
                let level = std::mem::replace(&mut self.level, 0);
                let value = -self.below(&child, below, -INFINITE, INFINITE, plies + 1);
                self.level = level;
                quick + value
            };
        }
    }

    /// A child already known to be bad enough for the opponent settles the node.
    #[inline(always)]
    fn look_ahead(&self, base: usize, beta: i32, depth: u32) -> Option<i32> {
        self.stack[base..].iter().find_map(|child| {
            let known = self.table.get(self.table.place(child.board))?;
            let bound = -i32::from(known.upper);
            (bound >= beta && known.suffices(depth - 1, self.level)).then_some(bound)
        })
    }
}

/// How unlikely a move is to be refuted soon, in a search to the end: there the order is less about the best move than about
/// the one that leaves the least to look at. The weights are tried out on endings with 20 to 24 empty squares.
#[inline(always)]
fn soonest_refuted(board: Board, child: &Child) -> i32 {
    let count = |set: u64| set.count_ones().cast_signed();
    let has = |set: u64| i32::from(set >> child.square & 1 != 0);
    256 * count(child.moves)
        + 128 * count(child.moves & CORNERS)
        + 48 * count(child.board.potential_moves())
        - 32 * has(odd_quarters(board.empty()))
        - 96 * has(CORNERS)
}

/// A bound that settles the node because of discs the opponent can never lose, if there is one.
#[inline(always)]
fn stability_bound(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    if alpha < (2 * empties.cast_signed() - 4).min(56) * DISC {
        return None;
    }
    let bound = (64 - 2 * board.pass().stable().count_ones().cast_signed()) * DISC;
    (bound <= alpha).then_some(bound)
}
