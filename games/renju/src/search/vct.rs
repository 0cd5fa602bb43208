//! Wins by threats: every move of the attacker threatens a win by fours.
//!
//! A tree of attacks and defences is searched by proof numbers (df-pn): it goes on wherever the
//! fewest positions are left to be proved, or refuted. Stones are never taken off, so no
//! position comes again, and what is proved once stays proved.
//!
//! A proof holds against every defence. The attacker's moves are a choice: fours, threes, and
//! points that make at least a closed three and with it a win by fours; where no such win is
//! found there may be one by other means.

mod line;
mod moves;
mod table;

pub(super) use line::finish;

use gyoji_search::Stopwatch;

use self::moves::Choice;
use self::table::{INFINITE, Known, NOWHERE, Proofs};
use super::Vcf;
use crate::board::Board;
use crate::rule::Colour;

/// What came of looking for a win by threats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Threats {
    /// There is one. The attacker's moves and the longest defence, to the last stone.
    Win(Vec<usize>),
    /// There is none of this kind.
    None,
    /// A limit was reached before.
    GaveUp,
}

/// A search for wins by threats.
///
/// What it remembers is for one rule set and one size of the board.
#[derive(Debug)]
pub struct Vct {
    table: Proofs,
    vcf: Vcf,
    moves: Vec<u16>,
}

/// One search as it runs.
struct Search<'a, 'w> {
    board: &'a mut Board,
    attacker: Colour,
    table: &'a mut Proofs,
    vcf: &'a mut Vcf,
    watch: &'a mut Stopwatch<'w>,
    /// The moves of the positions on the way, one after the other.
    moves: &'a mut Vec<u16>,
}

/// Whose turn it is in a position of the tree.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Attack,
    Defence,
}

impl Side {
    const fn other(self) -> Side {
        match self {
            Side::Attack => Side::Defence,
            Side::Defence => Side::Attack,
        }
    }
}

/// How far to look into a position before going elsewhere.
#[derive(Clone, Copy)]
struct Until {
    proof: u32,
    disproof: u32,
}

/// A position with its moves, seen from whoever is to move: `own` is what it takes to reach the
/// aim, `other` what it takes to fail.
struct Summary {
    known: Known,
    next: u16,
    /// The other aim's number of the best move.
    next_other: u32,
    /// The own aim's number of the second best.
    second: u32,
    total: u32,
}

impl Vct {
    /// A search whose memory takes about `bytes`.
    pub fn new(bytes: usize) -> Vct {
        Vct { table: Proofs::new(bytes / 8 * 7), vcf: Vcf::new(bytes / 8), moves: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.vcf.clear();
    }

    /// Looks for a win of `attacker`, who is to move. Tells now and then how it gets on.
    pub fn search(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        watch: &mut Stopwatch<'_>,
        tell: &mut dyn FnMut(&str),
    ) -> Threats {
        self.run(board, attacker, Side::Attack, watch, tell)
    }

    /// Looks for a win of `attacker` whatever the other side, which is to move, does about what
    /// is threatened.
    pub fn search_defence(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        watch: &mut Stopwatch<'_>,
        tell: &mut dyn FnMut(&str),
    ) -> Threats {
        self.run(board, attacker, Side::Defence, watch, tell)
    }

    fn run(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        side: Side,
        watch: &mut Stopwatch<'_>,
        tell: &mut dyn FnMut(&str),
    ) -> Threats {
        self.moves.clear();
        let Vct { table, vcf, moves } = self;
        let mut search = Search { board, attacker, table, vcf, watch, moves };
        // Numbers are raised step by step, so that there is something to tell.
        let mut until = Until { proof: 16, disproof: 16 };
        let root = loop {
            let root = search.visit(side, until);
            if root.proof == 0 || root.disproof == 0 || search.watch.is_stopped() {
                break root;
            }
            let (proof, disproof, nodes) = (root.proof, root.disproof, search.watch.nodes());
            tell(&format!("threats proof {proof} disproof {disproof} nodes {nodes}"));
            let more = |old: u32, new: u32| (old.max(new) + old.max(new) / 4 + 1).min(INFINITE);
            until = Until {
                proof: more(until.proof, root.proof),
                disproof: more(until.disproof, root.disproof),
            };
        };
        match (root.proof, root.disproof) {
            (0, _) => Threats::Win(search.line(side)),
            (_, 0) => Threats::None,
            _ => Threats::GaveUp,
        }
    }
}

impl Search<'_, '_> {
    fn colour(&self, side: Side) -> Colour {
        match side {
            Side::Attack => self.attacker,
            Side::Defence => self.attacker.other(),
        }
    }

    fn key(&self, side: Side) -> u64 {
        self.board.key() ^ table_side(self.attacker, side)
    }

    /// Looks into a position until one of the numbers is reached, and remembers what it found.
    fn visit(&mut self, side: Side, until: Until) -> Known {
        let begun = self.watch.nodes();
        if self.watch.tick() {
            return Known { proof: 1, disproof: 1, best: NOWHERE, plies: 0 };
        }
        let first = self.moves.len();
        let choice = match side {
            Side::Attack => self.attacks(),
            Side::Defence => self.defences(),
        };
        let known = match choice {
            Choice::Settled(known) => known,
            Choice::Open => self.explore(side, first, until),
        };
        self.moves.truncate(first);
        if !self.watch.is_stopped() || known.proof == 0 || known.disproof == 0 {
            let work = self.watch.nodes() - begun;
            self.table.put(self.key(side), known, work);
        }
        known
    }

    fn explore(&mut self, side: Side, first: usize, until: Until) -> Known {
        let last = self.moves.len();
        loop {
            let summary = self.summary(side, first..last);
            let Known { proof, disproof, .. } = summary.known;
            if proof >= until.proof || disproof >= until.disproof || self.watch.is_stopped() {
                return summary.known;
            }
            if proof == 0 || disproof == 0 {
                return summary.known;
            }
            let (own, other) = match side {
                Side::Attack => (until.proof, until.disproof),
                Side::Defence => (until.disproof, until.proof),
            };
            // A little further than the second best move, so as not to jump to and fro.
            let own = own.min(summary.second.saturating_add(1 + summary.second / 4));
            let rest = summary.total - summary.next_other;
            let other = (other - rest).max(summary.next_other + 1);
            let next = match side {
                Side::Attack => Until { proof: own, disproof: other },
                Side::Defence => Until { proof: other, disproof: own },
            };
            self.board.place(usize::from(summary.next), self.colour(side));
            self.visit(side.other(), next);
            self.board.undo();
        }
    }

    /// What is known of a position by what is known of its moves.
    fn summary(&self, side: Side, moves: std::ops::Range<usize>) -> Summary {
        let colour = self.colour(side);
        let next_side = table_side(self.attacker, side.other());
        let (mut best, mut second, mut total) = (INFINITE + 1, INFINITE, 0);
        let (mut next, mut next_other) = (NOWHERE, 0);
        let mut shortest = (u16::MAX, NOWHERE);
        let mut longest = (0, NOWHERE);
        for &index in &self.moves[moves] {
            let key = self.board.key_with(usize::from(index), colour) ^ next_side;
            let known = self.table.get(key).copied().unwrap_or(UNKNOWN);
            let (own, other) = match side {
                Side::Attack => (known.proof, known.disproof),
                Side::Defence => (known.disproof, known.proof),
            };
            if known.proof == 0 {
                shortest = shortest.min((known.plies, index));
                if known.plies > longest.0 {
                    longest = (known.plies, index);
                }
            }
            if own < best {
                second = best.min(INFINITE);
                (best, next, next_other) = (own, index, other);
            } else {
                second = second.min(own);
            }
            total = (total + other).min(INFINITE);
        }
        let best = best.min(INFINITE);
        let (proof, disproof) = match side {
            Side::Attack => (best, total),
            Side::Defence => (total, best),
        };
        let known = match (proof, side) {
            (0, Side::Attack) => Known::proved(shortest.1, shortest.0 + 1),
            (0, Side::Defence) => Known::proved(longest.1, longest.0 + 1),
            _ => Known { proof, disproof, best: next, plies: 0 },
        };
        Summary { known, next, next_other, second, total }
    }
}

/// A position that was never visited.
const UNKNOWN: Known = Known { proof: 1, disproof: 1, best: NOWHERE, plies: 0 };

/// Told apart in the table: who attacks, and whose turn it is.
const fn table_side(attacker: Colour, side: Side) -> u64 {
    let number = 2 * attacker as u64 + side as u64;
    number.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
