//! The moves of a position in the tree: attacks, and what can be done against them.

use super::Search;
use super::table::{Known, NOWHERE};
use crate::board::Threat;
use crate::search::defence::{against_line, against_open_four};
use crate::search::vcf::{ANY_LENGTH, Fours};

/// Positions that a search for fours may visit within the tree.
const VCF_NODES: u64 = 1000;

/// What there is to do in a position.
pub(super) enum Choice {
    /// Nothing: it is proved or refuted.
    Settled(Known),
    /// The moves are on the stack.
    Open,
}

impl Search<'_, '_> {
    /// The attacker's moves.
    pub(super) fn attacks(&mut self) -> Choice {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if let Some(five) = self.board.five(attacker) {
            return Choice::Settled(Known::proved(five as u16, 1));
        }
        if let Some(only) = self.board.five(defender) {
            if self.board.fives(defender) > 1 || !self.board.is_allowed(attacker, only) {
                return Choice::Settled(Known::REFUTED);
            }
            self.moves.push(only as u16);
            return Choice::Open;
        }
        if self.search_fours(true) {
            let line = self.vcf.line();
            let plies = line.len() as u16 + 2;
            return Choice::Settled(Known::proved(line.clone().next().unwrap_or(0) as u16, plies));
        }
        let first = self.moves.len();
        for index in self.board.with_threat(attacker, Threat::ClosedThree) {
            let threat = self.board.threat(attacker, index);
            if !matches!(threat, Threat::TwoTwos | Threat::Foul)
                && self.board.is_allowed(attacker, index)
            {
                self.moves.push(index as u16);
            }
        }
        if self.moves.len() == first { Choice::Settled(Known::REFUTED) } else { Choice::Open }
    }

    /// The defender's moves: all that could do anything about what is threatened.
    pub(super) fn defences(&mut self) -> Choice {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.board.fives(defender) > 0 {
            return Choice::Settled(Known::REFUTED);
        }
        if let Some(only) = self.board.five(attacker) {
            if self.board.fives(attacker) > 1 || !self.board.is_allowed(defender, only) {
                return Choice::Settled(Known::proved(only as u16, 2));
            }
            self.moves.push(only as u16);
            return Choice::Open;
        }
        let moves = match against_open_four(self.board, attacker) {
            Some(moves) => moves,
            None if self.search_fours(true) => {
                let line: Vec<usize> = self.vcf.line().collect();
                against_line(self.board, attacker, &line)
            }
            // Nothing is threatened.
            None => return Choice::Settled(Known::REFUTED),
        };
        if self.search_fours(false) {
            return Choice::Settled(Known::REFUTED);
        }
        let first = self.moves.len();
        for index in moves {
            if self.board.is_allowed(defender, index) {
                self.moves.push(index as u16);
            }
        }
        if self.moves.len() == first {
            Choice::Settled(Known::proved(NOWHERE, 4))
        } else {
            Choice::Open
        }
    }

    /// Whether the attacker, or the defender, would win by fours if it were his turn.
    pub(super) fn search_fours(&mut self, attacks: bool) -> bool {
        let colour = if attacks { self.attacker } else { self.attacker.other() };
        let found = self.vcf.search(self.board, colour, ANY_LENGTH, VCF_NODES, self.watch);
        found == Fours::Win
    }
}
