//! The walk through the tree: principal variation search.
//!
//! What the board shows at a glance is not searched: a five, an open four, two fives of the
//! opponent's. A four has one answer, and an open three few, so lines of threats are followed
//! far. At the ends a short search for fours decides whether the evaluation can be trusted.

use gyoji_search::Stopwatch;

use super::defence::against_open_four;
use super::order::{Candidate, History, add_moves, is_quiet, pick};
use super::score::{from_table, guess, is_decided, to_table, win_in};
use super::table::{Bound, NO_MOVE, Transpositions};
use super::vcf::{ANY_LENGTH, Fours, Vcf};
use crate::board::Board;
use crate::rule::Colour;

/// The deepest line that is followed.
pub(super) const MOST_PLIES: usize = 120;

/// A search as it runs.
pub(super) struct Walk<'a, 'w> {
    pub(super) board: &'a mut Board,
    pub(super) table: &'a mut Transpositions,
    pub(super) vcf: &'a mut Vcf,
    pub(super) history: &'a mut History,
    pub(super) watch: Stopwatch<'w>,
    pub(super) moves: Vec<Candidate>,
    pub(super) blur: super::Blur,
}

/// Told apart in the table: whose turn it is.
pub(super) const SIDES: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];

/// What the board shows at a glance.
pub(super) enum Glance {
    /// The score is known.
    Decided(i32),
    /// There is one move.
    Forced(usize),
    /// One has to look.
    Open,
}

impl Walk<'_, '_> {
    /// What can be seen at a glance by `me`, who is to move.
    pub(super) fn glance(&self, me: Colour, ply: usize) -> Glance {
        let board = &*self.board;
        if board.fives(me) > 0 {
            return Glance::Decided(win_in(ply + 1));
        }
        if let Some(only) = board.five(me.other()) {
            let is_lost = board.fives(me.other()) > 1 || !board.is_allowed(me, only);
            return if is_lost { Glance::Decided(-win_in(ply + 2)) } else { Glance::Forced(only) };
        }
        if board.open_four(me).is_some() {
            return Glance::Decided(win_in(ply + 3));
        }
        if board.is_full() { Glance::Decided(0) } else { Glance::Open }
    }

    pub(super) fn visit(
        &mut self,
        me: Colour,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if self.watch.tick() {
            return 0;
        }
        match self.glance(me, ply) {
            Glance::Decided(score) => score,
            Glance::Forced(only) if ply < MOST_PLIES => {
                self.board.place(only, me);
                let score = -self.visit(me.other(), -beta, -alpha, depth, ply + 1);
                self.board.undo();
                score
            }
            _ if depth <= 0 || ply >= MOST_PLIES => self.leaf(me, ply),
            _ => self.branch(me, alpha, beta, depth, ply),
        }
    }

    /// Whether `colour` wins by fours if it is to move: the plies to the last stone.
    pub(super) fn fours(&mut self, colour: Colour, nodes: u64) -> Option<usize> {
        if self.board.fours(colour) == 0 {
            return None;
        }
        let found = self.vcf.search(self.board, colour, ANY_LENGTH, nodes, &mut self.watch);
        (found == Fours::Win).then(|| self.vcf.line().len() + 2)
    }

    pub(super) fn evaluate(&self, me: Colour) -> i32 {
        guess(self.board.evaluate(me) + self.blur.of(self.board.key()))
    }

    fn leaf(&mut self, me: Colour, ply: usize) -> i32 {
        match self.fours(me, LEAF_FOURS) {
            Some(plies) => win_in(ply + plies),
            None => self.evaluate(me),
        }
    }

    fn branch(&mut self, me: Colour, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let you = me.other();
        // Nothing here can be better than a win in three or worse than a loss in four.
        let (mut alpha, beta) = (alpha.max(-win_in(ply + 4)), beta.min(win_in(ply + 5)));
        if alpha >= beta {
            return alpha;
        }
        let is_main = beta - alpha > 1;
        let key = self.board.key() ^ SIDES[me.index()];
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth && !is_main) {
            let score = from_table(entry.score, ply);
            let is_enough = match entry.bound() {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if is_enough {
                return score;
            }
        }
        let evaluation = match known {
            Some(entry) => i32::from(entry.evaluation),
            None => self.evaluate(me),
        };
        // Where it was looked for fours before, there were none.
        if known.is_none_or(|entry| i32::from(entry.depth) < depth)
            && let Some(plies) = self.fours(me, BRANCH_FOURS)
        {
            let score = win_in(ply + plies);
            let kept = to_table(score, ply);
            self.table.put(key, kept, Bound::Lower, 100, evaluation as i16, NO_MOVE);
            return score;
        }
        if self.watch.is_stopped() {
            return 0;
        }
        let defences = against_open_four(self.board, you);
        let is_calm = defences.is_none();
        if is_calm && !is_main && !is_decided(beta) {
            if depth <= CALM_DEPTH && evaluation - CALM_MARGIN * depth >= beta {
                return evaluation;
            }
            if depth <= HOPE_DEPTH && evaluation + HOPE_MARGIN * depth <= alpha {
                return evaluation;
            }
        }

        let first = self.moves.len();
        let mut list = std::mem::take(&mut self.moves);
        let hint = known.map_or(NO_MOVE, |entry| entry.best);
        match defences {
            Some(points) => {
                add_moves(self.board, self.history, me, points.iter(), hint, ply, &mut list);
            }
            None => add_moves(
                self.board,
                self.history,
                me,
                self.board.candidates(),
                hint,
                ply,
                &mut list,
            ),
        }
        self.moves = list;
        let last = self.moves.len();
        if first == last {
            self.moves.truncate(first);
            // Black has nothing but fouls, or there is nothing against an open four.
            return if is_calm {
                self.nothing_near(me, alpha, beta, depth, ply)
            } else {
                -win_in(ply + 4)
            };
        }

        let (mut best, mut best_move) = (-win_in(ply), NO_MOVE);
        let before = self.board.last().map(|(index, _)| index);
        let old_alpha = alpha;
        for at in first..last {
            let Candidate { index, .. } = pick(&mut self.moves[..last], at);
            let count = at - first;
            let point = usize::from(index);
            let quiet = is_quiet(self.board, me, point);
            if is_calm && !is_main && count > 0 && best > -win_in(200) {
                if count >= LATE[depth.min(LATE.len() as i32 - 1) as usize] {
                    break;
                }
                if quiet && depth <= 4 && evaluation + FUTILE * depth <= alpha && count > 3 {
                    continue;
                }
            }
            let mut reduction = 0;
            if is_calm && depth >= 3 && count >= 3 {
                reduction = reduced(depth, count);
                reduction -= i32::from(is_main) + i32::from(!quiet);
                reduction = reduction.clamp(0, depth - 2);
            }
            self.board.place(point, me);
            let mut score = -win_in(0);
            let next = depth - 1;
            if count > 0 {
                score = -self.visit(you, -alpha - 1, -alpha, next - reduction, ply + 1);
                if score > alpha && reduction > 0 {
                    score = -self.visit(you, -alpha - 1, -alpha, next, ply + 1);
                }
            }
            if count == 0 || (is_main && score > alpha) {
                score = -self.visit(you, -beta, -alpha, next, ply + 1);
            }
            self.board.undo();
            if self.watch.is_stopped() {
                self.moves.truncate(first);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = index;
                    alpha = score;
                    if alpha >= beta {
                        let tried = &self.moves[first..at];
                        self.history.learn(me, index, tried, depth, ply, before);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        let bound = match best {
            best if best >= beta => Bound::Lower,
            best if best > old_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.put(key, to_table(best, ply), bound, depth, evaluation as i16, best_move);
        best
    }

    /// Every point near a stone is a foul: anything further away, or a foul.
    fn nothing_near(&mut self, me: Colour, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let far = self.board.empties().find(|&index| self.board.is_allowed(me, index));
        let Some(index) = far else { return -win_in(ply + 1) };
        self.board.place(index, me);
        let score = -self.visit(me.other(), -beta, -alpha, depth - 1, ply + 1);
        self.board.undo();
        score
    }
}

const LEAF_FOURS: u64 = 24;
const BRANCH_FOURS: u64 = 100;
const CALM_DEPTH: i32 = 6;
const CALM_MARGIN: i32 = 60;
const HOPE_DEPTH: i32 = 2;
const HOPE_MARGIN: i32 = 200;
const FUTILE: i32 = 60;
/// At a depth, so many moves are tried.
const LATE: [usize; 10] = [0, 8, 12, 16, 20, 26, 32, 40, 50, 60];

fn reduced(depth: i32, count: usize) -> i32 {
    let depth = 31 - depth.leading_zeros() as i32;
    let count = (usize::BITS - 1 - count.leading_zeros()) as i32;
    (depth * count + 1) / 2
}
