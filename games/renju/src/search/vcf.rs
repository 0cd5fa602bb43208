//! Wins by fours alone: every move leaves the opponent one answer, so the tree is narrow and a
//! win can be many moves away.
//!
//! The attack fails when the opponent's forced answer makes a four that has to be answered by a
//! move that is none. White also wins if black's only answer is a foul.

use gyoji_search::Stopwatch;

use crate::MAX_SIZE;
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
    /// The fours of the positions on the way, one after the other.
    list: Vec<Candidate>,
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
        let failed = vec![0; 1 << log];
        Vcf { failed, shift: 64 - log, list: Vec::new(), line: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.failed.fill(0);
    }

    /// Looks for a win of `attacker`, who is to move, with at most `fours` fours before the last
    /// two stones, in at most about `nodes` positions. A five or an open four at once counts as
    /// well.
    pub fn search(
        &mut self,
        board: &mut Board,
        attacker: Colour,
        fours: u8,
        nodes: u64,
        watch: &mut Stopwatch<'_>,
    ) -> Fours {
        self.line.clear();
        self.list.clear();
        let most = watch.nodes().saturating_add(nodes);
        Search { vcf: self, attacker, board, most, watch, is_chain: false }.run(fours)
    }

    /// The win that was found: the attacker's fours and the answers in turn. It ends with the
    /// attacker's move that leaves no answer: a five, two ways to five, or one that black may
    /// not close.
    pub fn line(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.line.iter().rev().map(|&index| usize::from(index))
    }
}

/// A four and how promising it looks.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    promise: i32,
    index: u16,
}

/// One search as it runs.
struct Search<'a, 'w> {
    vcf: &'a mut Vcf,
    attacker: Colour,
    board: &'a mut Board,
    most: u64,
    watch: &'a mut Stopwatch<'w>,
    /// Whether only fours in line with the last one are tried.
    is_chain: bool,
}

/// What a position shows at once.
enum Look {
    Won,
    Lost,
    /// The opponent's four leaves one move.
    Only(usize),
    Open,
}

impl Search<'_, '_> {
    fn run(&mut self, fours: u8) -> Fours {
        if self.has_failed(fours) {
            return Fours::None;
        }
        // Most wins are chains in which each four goes on from the last one. Where there is much
        // to try, those come first.
        self.is_chain = true;
        if self.board.fours(self.attacker) > FEW && self.attack(None, fours) {
            return Fours::Win;
        }
        self.is_chain = false;
        match self.attack(None, fours) {
            true => Fours::Win,
            false if self.is_over() => Fours::GaveUp,
            false => Fours::None,
        }
    }

    fn is_over(&self) -> bool {
        self.watch.is_stopped() || self.watch.nodes() >= self.most
    }

    #[inline]
    fn look(&mut self, fours: u8) -> Look {
        self.watch.tick();
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if let Some(five) = self.board.five(attacker) {
            self.ends_with(five);
            return Look::Won;
        }
        if let Some(only) = self.board.five(defender) {
            let goes_on = self.board.fives(defender) == 1
                && fours > 0
                && self.board.is_four(attacker, only)
                && self.board.is_allowed(attacker, only);
            return if goes_on { Look::Only(only) } else { Look::Lost };
        }
        if let Some(open) = self.board.open_four(attacker) {
            self.ends_with(open);
            return Look::Won;
        }
        if fours == 0 || self.board.fours(attacker) == 0 { Look::Lost } else { Look::Open }
    }

    /// Whether the attacker, who is to move, wins. `last` is his last four.
    fn attack(&mut self, last: Option<usize>, fours: u8) -> bool {
        let is_won = match self.look(fours) {
            Look::Won => return true,
            Look::Lost => false,
            Look::Only(four) => self.is_won_by(four, fours),
            Look::Open if self.is_over() => return false,
            Look::Open => {
                let first = self.vcf.list.len();
                self.push_fours(last);
                let end = self.vcf.list.len();
                let is_won = (first..end)
                    .any(|at| self.is_won_by(usize::from(self.vcf.list[at].index), fours));
                self.vcf.list.truncate(first);
                is_won
            }
        };
        if !is_won && !self.is_chain && !self.is_over() {
            self.remember_failure(fours);
        }
        is_won
    }

    /// Plays a four and its only answer, and goes on.
    fn is_won_by(&mut self, four: usize, fours: u8) -> bool {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.leads_to_failure(four, fours) {
            return false;
        }
        self.board.place(four, attacker);
        let is_won = match self.board.five(attacker) {
            Some(answer)
                if self.board.fives(attacker) == 1 && self.board.is_allowed(defender, answer) =>
            {
                self.board.place(answer, defender);
                let is_won = self.attack(Some(four), less(fours));
                self.board.undo();
                if is_won {
                    self.vcf.line.extend([answer as u16, four as u16]);
                }
                is_won
            }
            _ => {
                self.ends_with(four);
                true
            }
        };
        self.board.undo();
        is_won
    }

    /// Lists the fours, most promising first: those with a three, then those that go on from
    /// the last one, then those that make something more, then by what the point is worth.
    fn push_fours(&mut self, last: Option<usize>) {
        let first = self.vcf.list.len();
        for index in self.board.strong(self.attacker) {
            let threat = self.board.threat(self.attacker, index);
            if (Threat::Four..=Threat::OpenFour).contains(&threat)
                && self.board.is_allowed(self.attacker, index)
            {
                let goes_on = last.is_some_and(|last| in_line(last, index));
                if self.is_chain && last.is_some() && !goes_on {
                    continue;
                }
                let mut promise = self.board.worth_of(self.attacker, index);
                promise += match threat {
                    Threat::FourThree => 2 << 16,
                    Threat::FourPlus => 1 << 15,
                    _ => 0,
                };
                promise += if goes_on { 1 << 16 } else { 0 };
                self.vcf.list.push(Candidate { promise, index: index as u16 });
            }
        }
        self.vcf.list[first..].sort_unstable_by_key(|four| (-four.promise, four.index));
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.key() ^ SIDES[self.attacker.index()]
    }

    fn has_failed(&self, fours: u8) -> bool {
        self.is_failure(self.key(), fours)
    }

    #[inline]
    fn is_failure(&self, key: u64, fours: u8) -> bool {
        let known = self.vcf.failed[(key >> self.vcf.shift) as usize];
        (known ^ key) & !DEPTH == 0 && known & DEPTH >= u64::from(fours)
    }

    /// Whether a four and its answer lead to a position without a win, as is known already.
    fn leads_to_failure(&self, four: usize, fours: u8) -> bool {
        let Some(answer) = self.board.answer(self.attacker, four) else { return false };
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let key = self.board.key_with(four, attacker)
            ^ self.board.key_with(answer, defender)
            ^ self.key();
        self.is_failure(key, less(fours))
    }

    fn remember_failure(&mut self, fours: u8) {
        let key = self.key();
        self.vcf.failed[(key >> self.vcf.shift) as usize] = key & !DEPTH | u64::from(fours);
    }

    fn ends_with(&mut self, last: usize) {
        self.vcf.line.clear();
        self.vcf.line.push(last as u16);
    }
}

/// With so many fours or fewer everything is tried at once.
const FEW: usize = 4;

/// One four fewer.
const fn less(fours: u8) -> u8 {
    if fours == ANY_LENGTH { fours } else { fours - 1 }
}

/// Told apart in the memory: whose attack it is.
const SIDES: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];

/// Whether two points are in one line and near enough to be in one five.
fn in_line(one: usize, other: usize) -> bool {
    let side = usize::from(MAX_SIZE);
    let across = (one % side).abs_diff(other % side);
    let up = (one / side).abs_diff(other / side);
    across.max(up) < 5 && (across == 0 || up == 0 || across == up)
}
