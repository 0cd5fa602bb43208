//! The root of the engine's search: deeper and deeper, then to the end of the game with less and less left out, who
//! wins before by how much.

use std::iter;

use super::crew::Searching;
use super::cuts::EXACT;
use super::indices::Indices;
use super::node::Search;
use super::weights::{DISC, INFINITE, Weights};
use super::{Found, Settings};
use crate::bits::{Cpu, Work};
use crate::board::Board;
use crate::solve::order::{Child, push_children};
use crate::table::{NO_SQUARE, Table};

/// With so many empty squares or fewer a selective search to the end is left to the solver.
const SOLVED: u32 = 12;
/// The same within a search that leaves nothing out: above it, the order of the moves by the evaluation saves more than the
/// solver's quickness.
const SOLVED_IN_PASS: u32 = 10;
/// With so many empty squares or fewer the solver is quicker than passes.
pub(super) const SOLVED_EXACTLY: u32 = 17;
/// From so many empty squares on a second bold pass pays for itself by a better order of the moves.
const TWICE: u32 = 23;
/// The search goes to the end of the game as soon as only so many plies more are left.
const LEAP: u32 = 8;
/// The first window around the score of the search before, in units of the evaluation.
const WINDOW: i32 = 3 * DISC / 2;

/// A pass over all moves of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pass {
    pub(super) depth: u32,
    pub(super) level: u8,
    /// Whether only who wins is asked.
    pub(super) outcome: bool,
}

/// The passes for a position with so many empty squares. Whoever may be interrupted (`hurry`) first makes sure of what
/// is more likely, and of who wins; for whoever has all the time bold passes only put the moves in order.
pub(super) fn passes(empties: u32, deepest: u32, hurry: bool, settings: &Settings) -> Vec<Pass> {
    let to_the_end = empties <= settings.solve;
    let last = if to_the_end { empties.saturating_sub(LEAP).max(1) } else { deepest };
    let level = settings.level.min(EXACT);
    let mut passes: Vec<Pass> = (1..=last.min(deepest).min(empties.max(1)))
        .map(|depth| Pass { depth, level, outcome: false })
        .collect();
    if to_the_end {
        let end = |level, outcome| Pass { depth: empties, level, outcome };
        if empties > SOLVED_EXACTLY {
            let next = match hurry {
                true => Some(level + 2),
                false => (empties >= TWICE).then_some(level + 1),
            };
            let bold = iter::once(level).chain(next).filter(|&level| level < EXACT);
            passes.extend(bold.map(|level| end(level, false)));
            if hurry {
                passes.push(end(EXACT, true));
            }
        }
        passes.push(end(EXACT, false));
    }
    passes
}

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootMove {
    pub(super) child: Child,
    pub(super) indices: Indices,
    /// What the lot adds to its score when moves are compared while the end is far.
    pub(super) bonus: i32,
}

/// The moves of a position, the most promising first.
pub(super) fn moves<C: Cpu>(
    cpu: C,
    weights: &Weights,
    board: Board,
    bonus: &mut dyn FnMut(u8) -> i32,
) -> Vec<RootMove> {
    let mut children = Vec::new();
    push_children(cpu, board, cpu.moves(board), &mut children);
    let indices = Indices::of(board);
    let mut moves: Vec<RootMove> = children
        .into_iter()
        .map(|child| RootMove {
            child,
            indices: indices.after(child.square, board.opp & child.board.opp),
            bonus: bonus(child.square),
        })
        .collect();
    moves.sort_by_cached_key(|root| weights.evaluate(&root.indices, board.empties() - 1));
    moves
}

/// One pass; `found` is told of every better move as soon as it is sure, so that a search that is stopped in the
/// middle is not in vain.
pub(super) struct Root<'a, 'b, C> {
    pub(super) search: &'a mut Search<'b, C>,
    pub(super) moves: &'a mut [RootMove],
    pub(super) pass: Pass,
    pub(super) found: &'a mut Found,
}

impl<C: Cpu> Work for Root<'_, '_, C> {
    type Answer = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, moves, pass, found } = self;
        search.level = pass.level;
        search.solved = if pass.level == EXACT { SOLVED_IN_PASS } else { SOLVED };
        if pass.outcome {
            let score = one_window(search, moves, pass, (-1, 1), found);
            if !search.watch.is_stopped() {
                found.outcome = Some(score.signum());
            }
            return;
        }
        // What the lot adds may lead beyond any score.
        let most = INFINITE + moves.iter().map(|root| root.bonus).max().unwrap_or(0);
        // The best move of the pass before is the first of this one.
        let bonus = moves.first().map_or(0, |root| root.bonus);
        let guess = (found.depth > 0).then_some(found.score + bonus);
        let (mut low, mut high) = (WINDOW, WINDOW);
        loop {
            let (alpha, beta) = match guess {
                Some(guess) => ((guess - low).max(-INFINITE), (guess + high).min(most)),
                None => (-INFINITE, most),
            };
            let score = one_window(search, moves, pass, (alpha, beta), found);
            if search.watch.is_stopped() {
                return;
            }
            if score <= alpha && alpha > -INFINITE {
                low *= 4;
            } else if score >= beta && beta < most {
                high *= 4;
            } else {
                return;
            }
        }
    }
}

/// All moves of the root within a window; the best move is put first.
#[inline(always)]
fn one_window<C: Cpu>(
    search: &mut Search<'_, C>,
    moves: &mut [RootMove],
    pass: Pass,
    (alpha, beta): (i32, i32),
    found: &mut Found,
) -> i32 {
    let mut best = -INFINITE;
    let mut lower = alpha;
    // Moves that another thread is searching are left for the end.
    let mut order: Vec<usize> = (0..moves.len()).collect();
    let mut put_off = 0;
    let mut turn = 0;
    while turn < order.len() {
        let index = order[turn];
        let RootMove { child, indices, bonus } = moves[index];
        let mark = Searching::mark(child.board, pass.depth);
        if let Some(others) = search.others {
            if turn > 0 && turn + put_off < order.len() && others.is_taken(mark) {
                order[turn..].rotate_left(1);
                put_off += 1;
                continue;
            }
            others.take(mark);
        }
        turn += 1;
        let ask = |search: &mut Search<'_, C>, alpha: i32, beta: i32| {
            if child.board.own == 0 {
                return 64 * DISC;
            }
            search.below(&child, &indices, alpha - bonus, beta - bonus, pass.depth) + bonus
        };
        let first = best == -INFINITE;
        let mut score = ask(search, lower, if first { beta } else { lower + 1 });
        if !first && lower < score && score < beta && !search.watch.is_stopped() {
            score = ask(search, score, beta).max(score);
        }
        if let Some(others) = search.others {
            others.leave(mark);
        }
        if search.watch.is_stopped() {
            return best;
        }
        if score > best {
            best = score;
            if score > alpha {
                found.best = child.square;
                if !pass.outcome {
                    found.score = score - bonus;
                }
                moves[..=index].rotate_right(1);
                // Those before it have moved on by one.
                order[turn..]
                    .iter_mut()
                    .filter(|other| **other < index)
                    .for_each(|other| *other += 1);
            }
            lower = lower.max(score);
            if score >= beta {
                break;
            }
        }
    }
    best
}

/// The expected play after the first move, as far as the table knows it.
pub(super) fn line(table: &Table, board: Board, first: u8) -> Vec<u8> {
    const MOST: usize = 12;
    let mut line = vec![first];
    let mut board = board.play(first).unwrap_or(board);
    while line.len() < MOST {
        if board.moves() == 0 {
            board = board.pass();
        }
        let best = table.get(table.place(board)).map_or(NO_SQUARE, |known| known.best);
        let Some(next) = board.play(best) else { break };
        line.push(best);
        board = next;
    }
    line
}
