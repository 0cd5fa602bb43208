//! Wins by fours alone: every move leaves the opponent one answer, so the tree is narrow and a
//! win can be many moves away.
//!
//! The attack fails when the opponent's forced answer makes a four that has to be answered by a
//! move that is none. White also wins if black's only answer is a foul.

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
    nodes: u64,
    most: u64,
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
        Vcf { failed: vec![0; 1 << log], shift: 64 - log, nodes: 0, most: 0, line: Vec::new() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.failed.fill(0);
    }

    /// Looks for a win of `attacker`, who is to move, with at most `fours` fours before the last
    /// two stones, in at most `nodes` positions. A five or an open four at once counts as well.
    pub fn search(&mut self, board: &mut Board, attacker: Colour, fours: u8, nodes: u64) -> Fours {
        self.nodes = 0;
        self.most = nodes;
        self.line.clear();
        match self.attack(board, attacker, fours) {
            true => Fours::Win,
            false if self.nodes >= self.most => Fours::GaveUp,
            false => Fours::None,
        }
    }

    /// Positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The win that was found: the attacker's fours and the answers in turn. It ends with the
    /// attacker's move that leaves no answer: a five, two ways to five, or one that black may
    /// not close.
    pub fn line(&self) -> impl ExactSizeIterator<Item = usize> + Clone {
        self.line.iter().rev().map(|&index| usize::from(index))
    }

    fn attack(&mut self, board: &mut Board, attacker: Colour, fours: u8) -> bool {
        self.nodes += 1;
        let defender = attacker.other();
        if let Some(five) = board.five(attacker) {
            return self.won_by(five);
        }
        if let Some(only) = board.five(defender) {
            return board.fives(defender) == 1
                && fours > 0
                && board.is_four(attacker, only)
                && board.is_allowed(attacker, only)
                && self.answered(board, attacker, only, fours);
        }
        if let Some(open) = board.open_four(attacker) {
            return self.won_by(open);
        }
        if fours == 0 || board.fours(attacker) == 0 || self.nodes >= self.most {
            return false;
        }
        let key = board.key() ^ SIDES[attacker.index()];
        let slot = (key >> self.shift) as usize;
        let known = self.failed[slot];
        if (known ^ key) & !DEPTH == 0 && known & DEPTH >= u64::from(fours) {
            return false;
        }
        let points = *board.strong(attacker);
        for threat in [Threat::FourThree, Threat::FourPlus, Threat::Four] {
            if board.count(attacker, threat) == 0 {
                continue;
            }
            for index in points {
                if board.threat(attacker, index) == threat
                    && board.is_allowed(attacker, index)
                    && self.answered(board, attacker, index, fours)
                {
                    return true;
                }
            }
        }
        if self.nodes < self.most {
            self.failed[slot] = key & !DEPTH | u64::from(fours);
        }
        false
    }

    /// Plays a four and its only answer, and goes on.
    fn answered(&mut self, board: &mut Board, attacker: Colour, four: usize, fours: u8) -> bool {
        board.place(four, attacker);
        let won = match board.five(attacker) {
            Some(answer) if board.fives(attacker) == 1 => {
                let defender = attacker.other();
                if board.is_allowed(defender, answer) {
                    board.place(answer, defender);
                    let fours = if fours == ANY_LENGTH { fours } else { fours - 1 };
                    let won = self.attack(board, attacker, fours);
                    board.undo();
                    if won {
                        self.line.extend([answer as u16, four as u16]);
                    }
                    won
                } else {
                    self.won_by(four)
                }
            }
            _ => self.won_by(four),
        };
        board.undo();
        won
    }

    fn won_by(&mut self, last: usize) -> bool {
        self.line.clear();
        self.line.push(last as u16);
        true
    }
}

/// Told apart in the memory: whose attack it is.
const SIDES: [u64; 2] = [0, 0x9e37_79b9_7f4a_7c15];
