//! Alpha-beta from the root: one depth after the other, until something says stop.

use gyoji_core::{Budget, Thought, Value};
use gyoji_search::{Limits, Stopwatch};

use super::order::{Candidate, History, add_moves};
use super::score::{is_decided, show, value, win_in};
use super::table::{NO_MOVE, Transpositions};
use super::vcf::{ANY_LENGTH, Fours, Vcf};
use super::walk::{Glance, MOST_PLIES, SIDES, Walk};
use crate::board::Board;
use crate::rule::Colour;
use crate::{Point, Rule};

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The move to play.
    pub best: usize,
    /// What it is worth to whoever plays it.
    pub score: i32,
    /// The last depth that was searched to its end; 0 if none was.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The expected play.
    pub line: Vec<usize>,
}

impl Found {
    /// What whoever is to move may expect, if that was looked at.
    pub fn value(&self) -> Option<Value> {
        (self.depth > 0 || is_decided(self.score)).then(|| value(self.score))
    }
}

/// Evaluations changed by lot, a little, so that games differ.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blur {
    /// By so much at the most, either way.
    pub most: u32,
    /// The lot.
    pub seed: u64,
}

impl Blur {
    #[inline]
    pub(super) fn of(self, key: u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
        (mixed % u64::from(2 * self.most + 1)) as i32 - self.most as i32
    }
}

/// An alpha-beta search with its memory, which is of use from one move of a game to the next.
#[derive(Debug)]
pub struct Engine {
    table: Transpositions,
    vcf: Vcf,
    history: History,
    blur: Blur,
    /// What the memory is about.
    about: Option<(Rule, u8)>,
}

/// Positions that the search for fours at the root may visit.
const ROOT_FOURS: u64 = 20_000;

impl Engine {
    /// A search whose memory takes about `bytes`.
    pub fn new(bytes: usize, blur: Blur) -> Engine {
        Engine {
            table: Transpositions::new(bytes / 4 * 3),
            vcf: Vcf::new(bytes / 8),
            history: History::new(),
            blur,
            about: None,
        }
    }

    /// The best move for `me`, who is to move on a board that is not full.
    pub fn search(
        &mut self,
        board: &mut Board,
        me: Colour,
        limits: &Limits,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Found> {
        self.search_without(board, me, &[], limits, budget, think)
    }

    /// The best move that is not in `without`; none if no other is worth a look: there
    /// is none, or all others lose at once.
    pub fn search_without(
        &mut self,
        board: &mut Board,
        me: Colour,
        without: &[usize],
        limits: &Limits,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Found> {
        if self.about != Some((board.rule(), board.size())) {
            self.about = Some((board.rule(), board.size()));
            self.table.clear();
            self.vcf.clear();
        }
        self.table.grow_older();
        self.history.fade();
        let watch = Stopwatch::new(limits, budget);
        let mut walk = Walk {
            board,
            table: &mut self.table,
            vcf: &mut self.vcf,
            history: &mut self.history,
            watch,
            moves: Vec::with_capacity(4096),
            blur: self.blur,
        };
        let found = walk.root(me, without, limits.depth.unwrap_or(MOST_PLIES as u32), think)?;
        Some(Found { nodes: walk.watch.nodes(), ..found })
    }
}

impl Walk<'_, '_> {
    fn root(
        &mut self,
        me: Colour,
        without: &[usize],
        most: u32,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Found> {
        if let Some(found) = self.at_once(me) {
            return Some(found).filter(|found| !without.contains(&found.best));
        }
        let mut moves = self.root_moves(me);
        moves.retain(|candidate| !without.contains(&usize::from(candidate.index)));
        let first = moves.first()?.index;
        let mut found = Found {
            best: usize::from(first),
            score: 0,
            depth: 0,
            nodes: 0,
            line: vec![usize::from(first)],
        };
        if moves.len() == 1 {
            return Some(found);
        }
        for depth in 1..=most {
            let is_complete = self.deepen(me, &mut moves, depth as i32, &mut found);
            if found.depth > 0 || depth == 1 {
                found.best = usize::from(moves[0].index);
                found.line = self.expected(me, found.best);
            }
            if !is_complete {
                break;
            }
            found.depth = depth;
            think(Thought::new(self.describe(&found)));
            if is_decided(found.score) {
                break;
            }
        }
        Some(found)
    }

    /// A move that needs no search.
    fn at_once(&mut self, me: Colour) -> Option<Found> {
        let found =
            |best: usize, score: i32| Found { best, score, depth: 0, nodes: 0, line: vec![best] };
        if let Some(five) = self.board.five(me) {
            return Some(found(five, win_in(1)));
        }
        match self.glance(me, 0) {
            Glance::Forced(only) => return Some(found(only, 0)),
            Glance::Decided(score) if score < 0 => {
                let only = self.board.five(me.other());
                let last = only
                    .into_iter()
                    .chain(self.board.empties())
                    .find(|&index| self.board.is_allowed(me, index));
                return last.or(only).map(|index| found(index, score));
            }
            _ => {}
        }
        if let Some(open) = self.board.open_four(me) {
            return Some(found(open, win_in(3)));
        }
        let fours = self.vcf.search(self.board, me, ANY_LENGTH, ROOT_FOURS, &mut self.watch);
        if fours == Fours::Win {
            let line: Vec<usize> = self.vcf.line().collect();
            return Some(Found {
                best: line[0],
                score: win_in(line.len() + 2),
                depth: 0,
                nodes: 0,
                line,
            });
        }
        if self.board.stones() == 0 {
            return Some(found(Point::centre(self.board.size()).index(), 0));
        }
        None
    }

    /// The moves of the root, most promising first; fouls only if there is nothing else.
    fn root_moves(&mut self, me: Colour) -> Vec<Candidate> {
        let mut moves = Vec::new();
        let known = self.table.get(self.board.key() ^ SIDES[me.index()]);
        let hint = known.map_or(NO_MOVE, |entry| entry.best);
        add_moves(self.board, self.history, me, self.board.candidates(), hint, 0, &mut moves);
        if moves.is_empty() {
            add_moves(self.board, self.history, me, self.board.empties(), hint, 0, &mut moves);
        }
        if moves.is_empty() {
            let foul = self.board.empties().next();
            moves.extend(foul.map(|index| Candidate { index: index as u16, score: 0 }));
        }
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        moves
    }

    /// Searches the root to a depth; false if it had to stop before the end. The best move so
    /// far comes first.
    fn deepen(
        &mut self,
        me: Colour,
        moves: &mut [Candidate],
        depth: i32,
        found: &mut Found,
    ) -> bool {
        let mut window = WINDOW;
        let guess = found.score;
        let (mut low, mut high) = match depth {
            ..=4 => (-win_in(0), win_in(0)),
            _ => (guess - window, guess + window),
        };
        loop {
            let Some(score) = self.root_pass(me, moves, depth, low, high) else { return false };
            found.score = score;
            window *= 3;
            match score {
                score if score <= low && low > -win_in(0) => low = (score - window).max(-win_in(0)),
                score if score >= high && high < win_in(0) => {
                    high = (score + window).min(win_in(0));
                }
                _ => return true,
            }
        }
    }

    fn root_pass(
        &mut self,
        me: Colour,
        moves: &mut [Candidate],
        depth: i32,
        low: i32,
        high: i32,
    ) -> Option<i32> {
        let (mut alpha, mut best) = (low, -win_in(0));
        for at in 0..moves.len() {
            let index = usize::from(moves[at].index);
            self.board.place(index, me);
            let you = me.other();
            let reduction = if depth >= 3 && at > 6 { 1 + i32::from(at > 20) } else { 0 };
            let mut score = -win_in(0);
            if at > 0 {
                score = -self.visit(you, -alpha - 1, -alpha, depth - 1 - reduction, 1);
                if score > alpha && reduction > 0 {
                    score = -self.visit(you, -alpha - 1, -alpha, depth - 1, 1);
                }
            }
            if at == 0 || score > alpha {
                score = -self.visit(you, -high, -alpha, depth - 1, 1);
            }
            self.board.undo();
            if self.watch.is_stopped() {
                return None;
            }
            if score > best {
                best = score;
                if score > alpha {
                    // What was best before stays right behind.
                    moves[..=at].rotate_right(1);
                    alpha = score;
                }
            }
            if alpha >= high {
                break;
            }
        }
        Some(best)
    }

    /// The play that is expected, as far as it is remembered.
    fn expected(&mut self, me: Colour, best: usize) -> Vec<usize> {
        let mut line = vec![best];
        self.board.place(best, me);
        let mut side = me.other();
        while line.len() < 30 {
            let entry = self.table.get(self.board.key() ^ SIDES[side.index()]);
            let next = match self.glance(side, 0) {
                Glance::Forced(only) => only,
                Glance::Decided(_) => break,
                Glance::Open => match entry.map(|entry| usize::from(entry.best)) {
                    Some(next) if next < crate::POINTS && self.board.is_empty(next) => next,
                    _ => break,
                },
            };
            self.board.place(next, side);
            line.push(next);
            side = side.other();
        }
        for _ in &line {
            self.board.undo();
        }
        line
    }

    fn describe(&self, found: &Found) -> String {
        let line: Vec<String> = found
            .line
            .iter()
            .filter_map(|&index| Point::from_index(index))
            .map(|point| point.to_string())
            .collect();
        format!(
            "depth {} score {} nodes {} {}",
            found.depth,
            show(found.score),
            self.watch.nodes(),
            line.join(" ")
        )
    }
}

/// How far a score is expected to be from that of the depth before.
const WINDOW: i32 = 40;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Renju;

    #[test]
    fn a_forced_move_that_is_left_out_leaves_nothing() {
        let position = Renju::read("e8h8a3g8a5f8a7i8", Rule::Renju, 15).unwrap();
        let (mut board, me) = (Board::from(&position), position.colour());
        let mut engine = Engine::new(1 << 16, Blur::default());
        let mut search = |without: &[usize]| {
            let (limits, budget) = (Limits::nodes(1000), Budget::default());
            engine.search_without(&mut board, me, without, &limits, &budget, &mut |_| ())
        };
        let found = search(&[]).unwrap();
        assert_eq!(Point::from_index(found.best).unwrap().to_string(), "j8");
        assert_eq!(search(&[found.best]), None);
    }
}
