//! Wins by fours alone: every move leaves the opponent one answer, so the tree is narrow and a
//! win can be many moves away.
//!
//! The attack fails when the opponent's forced answer makes a four that has to be answered by a
//! move that is none. White also wins if black's only answer is a foul.

use gyoji_search::Watch;

use crate::board::{Board, Threat};
use crate::rule::Colour;

/// What came of looking for a win by fours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fours {
    /// There is one: [`Vcf::line`].
    Win,
    /// There is none, with as many fours as were allowed.
    None,
    /// There were more positions than were allowed.
    GaveUp,
}

/// A search for wins by fours, with a memory of where there are none.
///
/// The memory is for one rule set and one size of the board.
#[derive(Debug)]
pub struct Vcf {
    /// Positions without a win: the upper bits of the key, and in the lowest eight how many
    /// fours were tried in a row.
    failed: Vec<u64>,
    shift: u32,
    last: usize,
    /// The attacker's moves and the answers, the last first.
    line: Vec<u16>,
}

/// As many fours in a row as there is room for.
pub const ANY_LENGTH: u8 = u8::MAX;

const DEPTH: u64 = u8::MAX as u64;

impl Vcf {
    /// A search whose memory takes about `bytes`.
    pub fn new(bytes: usize) -> Vcf {
        let log = (bytes / size_of::<u64>()).max(2).ilog2();
        Vcf { failed: vec![0; 1 << log], shift: 64 - log, last: 0, line: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.failed.fill(0);
    }

    /// Looks for a win of `attacker`, who is to move, with at most `fours` fours before the last
    /// two stones, in at most `nodes` positions. A five or an open four at once counts as well.
    pub fn search(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        fours: u8,
        nodes: u64,
        watch: &mut Watch<'_>,
    ) -> Fours {
        self.line.clear();
        let most = watch.nodes().saturating_add(nodes);
        let mut search = Search { vcf: self, attacker, board, most, watch };
        match search.attack(fours) {
            true => Fours::Win,
            false if search.is_over() => Fours::GaveUp,
            false => Fours::None,
        }
    }

    /// The win that was found: the attacker's fours and the answers in turn. It ends with the
    /// attacker's move that leaves no answer: a five, two ways to five, or one that black may
    /// not close.
    pub fn line(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.line.iter().rev().map(|&index| usize::from(index))
    }
}

/// One search as it runs.
struct Search<'a, 'w> {
    vcf: &'a mut Vcf,
    attacker: Colour,
    board: &'a mut Board,
    most: u64,
    watch: &'a mut Watch<'w>,
}

impl Search<'_, '_> {
    fn is_over(&self) -> bool {
        self.watch.is_stopped() || self.watch.nodes() >= self.most
    }

    fn attack(&mut self, fours: u8) -> bool {
        self.watch.tick();
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if let Some(five) = self.board.five(attacker) {
            return self.won_by(five);
        }
        if let Some(only) = self.board.five(defender) {
            return self.board.fives(defender) == 1
                && fours > 0
                && self.board.is_four(attacker, only)
                && self.board.is_allowed(attacker, only)
                && self.answered(only, fours);
        }
        if let Some(open) = self.board.open_four(attacker) {
            return self.won_by(open);
        }
        if fours == 0 || self.board.fours(attacker) == 0 || self.is_over() {
            return false;
        }
        let key = self.board.key() ^ SIDES[attacker.index()];
        let slot = (key >> self.vcf.shift) as usize;
        let known = self.vcf.failed[slot];
        if (known ^ key) & !DEPTH == 0 && known & DEPTH >= u64::from(fours) {
            return false;
        }
        let mut list = [(0_i32, 0_u16); 64];
        let mut count = 0;
        for index in self.board.strong(attacker) {
            if self.board.is_four(attacker, index) && count < list.len() {
                let threat = self.board.threat(attacker, index);
                list[count] = (
                    self.board.worth_of(attacker, index)
                        + if threat == Threat::FourThree { 1 << 20 } else { 0 }
                        + if near(self.vcf.last, index) { 1 << 18 } else { 0 },
                    index as u16,
                );
                count += 1;
            }
        }
        let list = &mut list[..count];
        list.sort_unstable_by_key(|&(worth, index)| (std::cmp::Reverse(worth), index));
        for &mut (_, index) in list {
            let index = usize::from(index);
            if self.board.is_allowed(attacker, index) && self.answered(index, fours) {
                return true;
            }
        }
        if !self.is_over() {
            self.vcf.failed[slot] = key & !DEPTH | u64::from(fours);
        }
        false
    }

    /// Plays a four and its only answer, and goes on.
    fn answered(&mut self, four: usize, fours: u8) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        self.board.place(four, attacker);
        self.vcf.last = four;
        let won = match self.board.five(attacker) {
            Some(answer)
                if self.board.fives(attacker) == 1 && self.board.is_allowed(defender, answer) =>
            {
                self.board.place(answer, defender);
                let won = self.attack(if fours == ANY_LENGTH { fours } else { fours - 1 });
                self.board.undo();
                if won {
                    self.vcf.line.extend([answer as u16, four as u16]);
                }
                won
            }
            _ => self.won_by(four),
        };
        self.board.undo();
        won
    }

    fn won_by(&mut self, last: usize) -> bool {
        self.vcf.line.clear();
        self.vcf.line.push(last as u16);
        true
    }
}

/// Told apart in the memory: whose attack it is.
const SIDES: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];

fn near(a: usize, b: usize) -> bool {
    let (dx, dy) = ((a % 19).abs_diff(b % 19), (a / 19).abs_diff(b / 19));
    dx.max(dy) < 5 && (dx == 0 || dy == 0 || dx == dy)
}
