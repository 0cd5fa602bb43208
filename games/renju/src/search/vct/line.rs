//! How a proved win goes: the attacker's moves, and a defence that holds out as long as any.

use super::table::{INFINITE, NOWHERE};
use super::{Search, Side, Until};
use crate::board::Board;
use crate::rule::Colour;

impl Search<'_, '_> {
    /// The win that was proved, to the last stone. It is cut short if a limit is reached while
    /// something that was forgotten is looked up again.
    pub(super) fn line(&mut self, side: Side) -> Vec<usize> {
        let mut line = Vec::new();
        let mut next = side;
        while self.lengthen(next, &mut line) {
            next = next.other();
        }
        for _ in &line {
            self.board.undo();
        }
        line
    }

    /// Plays on; false if the line is complete.
    fn lengthen(&mut self, side: Side, line: &mut Vec<usize>) -> bool {
        if side == Side::Attack && self.search_fours(true) {
            for (ply, index) in self.vcf.line().enumerate() {
                let side = if ply % 2 == 0 { Side::Attack } else { Side::Defence };
                self.board.place(index, self.colour(side));
                line.push(index);
            }
            finish(self.board, self.attacker, line);
            return false;
        }
        let Some(next) = self.proved_move(side) else { return false };
        self.board.place(next, self.colour(side));
        line.push(next);
        true
    }

    fn proved_move(&mut self, side: Side) -> Option<usize> {
        let is_proved = |search: &Self| {
            let known = search.table.get(search.key(side)).copied();
            known.filter(|known| known.proof == 0)
        };
        let known = match is_proved(self) {
            Some(known) => known,
            None => self.visit(side, Until { proof: INFINITE, disproof: INFINITE }),
        };
        match (known.proof, known.best, side) {
            (0, NOWHERE, Side::Defence) => self.any_move(),
            (0, NOWHERE, Side::Attack) | (1.., ..) => None,
            (0, best, _) => Some(usize::from(best)),
        }
    }

    /// Something to play where nothing helps.
    fn any_move(&self) -> Option<usize> {
        let defender = self.attacker.other();
        let gain = self.board.open_four(self.attacker);
        let mut moves = gain.into_iter().chain(self.board.candidates());
        moves.find(|&index| self.board.is_allowed(defender, index))
    }
}

/// Plays on from a win by fours to the five, or to the foul that black cannot avoid. The
/// attacker's last move is on the board.
pub(in crate::search) fn finish(board: &mut Board, attacker: Colour, line: &mut Vec<usize>) {
    let Some(answer) = board.five(attacker) else { return };
    let is_foul = !board.is_allowed(attacker.other(), answer);
    board.place(answer, attacker.other());
    line.push(answer);
    if let Some(five) = board.five(attacker).filter(|_| !is_foul) {
        board.place(five, attacker);
        line.push(five);
    }
}
