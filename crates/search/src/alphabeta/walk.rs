//! The tree walk: principal variation search over one depth.

use gyoji_core::{Seat, Thought, TwoSeat};

use super::score::{LOST, from_table, guess, to_table, win};
use super::{AlphaBeta, Evaluate, Found, MOST_PLIES, finished};
use crate::limits::Stopwatch;
use crate::perft::after;
use crate::table::Bound;

/// Beyond every score.
const INFINITE: i32 = 1 << 29;
/// Nearer to the leaves than this, looking a position up costs more than it saves.
const TABLE_FROM: u32 = 2;
/// The depth that the table notes for a subtree that was searched to its very end.
const WHOLE: u8 = u8::MAX;

/// A move at the root, and what was found behind it.
#[derive(Debug)]
pub(super) struct RootMove<M> {
    pub(super) mv: M,
    pub(super) rank: i32,
    pub(super) line: Vec<M>,
}

/// A move waiting to be tried.
#[derive(Clone, Copy)]
struct Ranked<M> {
    mv: M,
    rank: i32,
}

/// One search under way.
pub(super) struct Walk<'a, 'b, G: TwoSeat, E> {
    engine: &'a mut AlphaBeta<G, E>,
    pub(super) watch: Stopwatch<'b>,
    /// How often a position had to be guessed because the depth ran out.
    pub(super) horizon: u64,
    /// The moves of all open nodes, one node's behind the other's.
    moves: Vec<Ranked<G::Move>>,
    /// The moves of one node, before they are ranked; kept for its room.
    list: Vec<G::Move>,
    /// The best line from each ply on.
    lines: Vec<Vec<G::Move>>,
    /// The keys of the positions that lead here, if coming back to one matters.
    path: Vec<u64>,
}

/// What a node is asked: the score between `alpha` and `beta`, so deep, so far below the root.
#[derive(Clone, Copy)]
struct Ask {
    alpha: i32,
    beta: i32,
    depth: u32,
    ply: u32,
}

impl<'a, 'b, G: TwoSeat, E: Evaluate<G>> Walk<'a, 'b, G, E> {
    pub(super) fn new(engine: &'a mut AlphaBeta<G, E>, watch: Stopwatch<'b>) -> Self {
        let lines = vec![Vec::new(); MOST_PLIES as usize + 2];
        Walk {
            engine,
            watch,
            horizon: 0,
            moves: Vec::with_capacity(256),
            list: Vec::new(),
            lines,
            path: Vec::new(),
        }
    }

    /// The legal moves, the most promising first.
    pub(super) fn root_moves(&mut self, position: &G, seat: Seat) -> Vec<RootMove<G::Move>> {
        let known = self.engine.table.get(position.key()).and_then(|entry| entry.best);
        self.list.extend(position.moves());
        self.push_list(position, seat, known, 2, 0);
        let mut roots: Vec<_> =
            self.moves.drain(..).map(|ranked| RootMove::new(ranked.mv, ranked.rank)).collect();
        roots.sort_by_key(|root| std::cmp::Reverse(root.rank));
        roots
    }

    /// Searches all root moves to one depth and brings the best to the front. `None` if there was
    /// not even time for one.
    pub(super) fn root(
        &mut self,
        position: &G,
        seat: Seat,
        roots: &mut [RootMove<G::Move>],
        depth: u32,
    ) -> Option<i32> {
        let mut best: Option<i32> = None;
        if E::REPEATS {
            self.path.clear();
            self.path.extend_from_slice(&self.engine.past);
            self.path.push(position.key());
        }
        for index in 0..roots.len() {
            let child = after(position, roots[index].mv);
            let full = |alpha| Ask { alpha, beta: INFINITE, depth: depth - 1, ply: 1 };
            let score = match best {
                None => self.child(&child, seat, full(-INFINITE)),
                Some(alpha) => {
                    let null = Ask { beta: alpha + 1, ..full(alpha) };
                    match self.child(&child, seat, null) {
                        score if score > alpha && !self.watch.stopped => {
                            self.child(&child, seat, full(alpha))
                        }
                        score => score,
                    }
                }
            };
            if self.watch.stopped {
                break;
            }
            if best.is_none_or(|best| score > best) {
                best = Some(score);
                let root = &mut roots[index];
                root.line.truncate(1);
                root.line.extend_from_slice(&self.lines[1]);
                // The others keep their order behind it: what was good stays near the front.
                roots[..=index].rotate_right(1);
            }
        }
        best
    }

    /// The score of a child for `seat`, who has just moved.
    #[inline]
    fn child(&mut self, child: &G, seat: Seat, ask: Ask) -> i32 {
        match child.to_move() {
            None => {
                self.watch.tick();
                self.lines[ask.ply as usize].clear();
                finished(&self.engine.evaluate, child, seat, ask.ply)
            }
            Some(mover) if mover == seat => self.node(child, mover, ask),
            Some(mover) => {
                -self.node(child, mover, Ask { alpha: -ask.beta, beta: -ask.alpha, ..ask })
            }
        }
    }

    /// The score of an unfinished position for `seat`, who is to move.
    fn node(&mut self, position: &G, seat: Seat, ask: Ask) -> i32 {
        let Ask { mut alpha, beta, depth, ply } = ask;
        if self.watch.tick() {
            return 0;
        }
        self.lines[ply as usize].clear();
        if self.engine.evaluate.wins_in_one(position) {
            return win(0, ply + 1);
        }
        if depth == 0 || ply >= MOST_PLIES {
            self.horizon += 1;
            return guess(self.engine.evaluate.evaluate(position));
        }

        let key = if depth >= TABLE_FROM || E::REPEATS { position.key() } else { 0 };
        if E::REPEATS && self.path.contains(&key) {
            // Another way here may not repeat anything: nothing is proved.
            self.horizon += 1;
            return 0;
        }
        let mut known = None;
        if depth >= TABLE_FROM
            && let Some(entry) = self.engine.table.get(key)
        {
            known = entry.best;
            let score = from_table(entry.score, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            // The main line is always walked, so that it can be told in full.
            if settles && u32::from(entry.depth) >= depth && beta - alpha == 1 {
                self.horizon += u64::from(entry.depth != WHOLE);
                return score;
            }
        }

        let (asked, horizon) = (alpha, self.horizon);
        if E::REPEATS {
            self.path.push(key);
        }
        let base = self.moves.len();
        let mut is_complete = self.engine.evaluate.candidates(position, depth, &mut self.list);
        self.push_list(position, seat, known, depth, ply);
        let mut end = self.moves.len();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut next = base;
        loop {
            if next == end && !is_complete && best <= LOST {
                // Everything that looked good loses: now the rest.
                let tried = &self.moves[base..end];
                let is_new = |mv: &G::Move| tried.iter().all(|ranked| ranked.mv != *mv);
                self.list.extend(position.moves().filter(is_new));
                self.push_list(position, seat, None, depth, ply);
                end = self.moves.len();
                is_complete = true;
            }
            if next == end {
                break;
            }
            let mv = take_best(&mut self.moves[next..end]);
            let child = after(position, mv);
            let below = Ask { alpha, beta, depth: depth - 1, ply: ply + 1 };
            let mut score;
            if next == base {
                score = self.child(&child, seat, below);
            } else {
                let null = Ask { beta: alpha + 1, ..below };
                let less = self.engine.evaluate.reduction(depth, next - base).min(depth - 1);
                score = self.child(&child, seat, Ask { depth: below.depth - less, ..null });
                if less > 0 && score > alpha && !self.watch.stopped {
                    score = self.child(&child, seat, null);
                }
                if score > alpha && score < beta && !self.watch.stopped {
                    score = self.child(&child, seat, below);
                }
            }
            if self.watch.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.note_line(ply, mv);
                }
                if score >= beta {
                    self.engine.history.cut(seat, mv, ply as usize, depth);
                    for failed in base..next {
                        self.engine.history.fail(seat, self.moves[failed].mv, depth);
                    }
                    break;
                }
            }
            next += 1;
        }
        // What was left out may be better: the score is a guess.
        self.horizon += u64::from(!is_complete && best < beta);
        self.moves.truncate(base);
        if E::REPEATS {
            self.path.pop();
        }
        if self.watch.stopped {
            return 0;
        }
        if depth >= TABLE_FROM {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > asked => Bound::Exact,
                _ => Bound::Upper,
            };
            let depth = if self.horizon == horizon { WHOLE } else { depth as u8 };
            self.engine.table.put(key, to_table(best, ply), bound, depth, best_move);
        }
        best
    }

    /// Ranks the listed moves of a node and puts them behind those of the open ones.
    fn push_list(
        &mut self,
        position: &G,
        seat: Seat,
        known: Option<G::Move>,
        depth: u32,
        ply: u32,
    ) {
        let AlphaBeta { evaluate, history, .. } = &mut *self.engine;
        self.moves.extend(self.list.drain(..).map(|mv| {
            let rank = if Some(mv) == known {
                i32::MAX
            } else {
                evaluate.order(position, mv, depth).saturating_add(history.rank(
                    seat,
                    mv,
                    ply as usize,
                ))
            };
            Ranked { mv, rank }
        }));
    }

    /// The best line at `ply` is now `mv` and the best line below.
    fn note_line(&mut self, ply: u32, mv: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// `depth 9 score +3 nodes 48210 f5 d6 c3`.
    pub(super) fn thought(&self, found: &Found<G::Move>) -> Thought {
        Thought::new(self.describe(found)).with_value(found.value(E::LOGIT))
    }

    fn describe(&self, found: &Found<G::Move>) -> String {
        let score = self.engine.evaluate.show(found.score);
        let mut text = format!("depth {} score {score} nodes {}", found.depth, found.nodes);
        for mv in &found.line {
            text.push(' ');
            text.push_str(&mv.to_string());
        }
        text
    }
}

/// Swaps the highest-ranked move to the front, the first of equals. Most nodes never need the
/// rest in order.
#[inline]
fn take_best<M: Copy>(moves: &mut [Ranked<M>]) -> M {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index].rank > moves[best].rank {
            best = index;
        }
    }
    moves.swap(0, best);
    moves[0].mv
}
