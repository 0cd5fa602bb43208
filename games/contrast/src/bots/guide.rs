//! The learnt evaluation as a guide for tree searches: who is ahead, and what looks good.

use fastrand::Rng;
use gyoji_search::guide::{from_value, softmax};
use gyoji_search::{Guide, Payoffs};

use super::evaluate::{Evaluation, LOGIT, chance};
use crate::race::can_arrive;
use crate::square::goal;
use crate::{Contrast, Move};

/// What a move that lets the opponent win at once is worth, in score units.
const BLUNDER: f32 = -20.0 * LOGIT;

/// Judges positions by the learnt evaluation, and moves by the positions they lead to.
#[derive(Clone, Debug)]
pub struct Evaluated {
    evaluation: Evaluation,
}

impl Default for Evaluated {
    fn default() -> Evaluated {
        Evaluated { evaluation: Evaluation::learnt() }
    }
}

impl Guide<Contrast> for Evaluated {
    fn guess(
        &mut self,
        position: &Contrast,
        moves: &[Move],
        priors: &mut [f32],
        _: &mut Rng,
    ) -> Payoffs {
        let board = position.board();
        let me = board.side();
        // The moves of one way come one after the other, and their tiles change little: the
        // board is judged once for each way.
        let mut way = None;
        let mut worth = 0.0;
        for (&mv, prior) in moves.iter().zip(priors.iter_mut()) {
            let plain = Move::new(mv.from(), mv.to());
            if way.replace(plain) != Some(plain) {
                let after = board.after(plain);
                worth = match can_arrive(&after, me.other()) {
                    true => BLUNDER,
                    false => -self.evaluation.value(&after) as f32,
                };
                worth -= self.evaluation.gain(&board, plain) as f32;
            }
            *prior = worth + self.evaluation.gain(&board, mv) as f32;
        }
        softmax(priors, LOGIT);
        from_value(me, 2.0 * chance(self.evaluation.value(&board)) - 1.0)
    }

    fn win_in_one(&mut self, position: &Contrast, moves: &[Move]) -> Option<Move> {
        let board = position.board();
        let far = goal(board.side());
        let arrives = |mv: &Move| far >> mv.to() & 1 == 1;
        can_arrive(&board, board.side()).then(|| moves.iter().copied().find(arrives))?
    }
}
