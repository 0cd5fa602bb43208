//! Random games on the bare board, many times faster than through the rules of [`Othello`].

use fastrand::Rng;
use gyoji_core::{MAX_SEATS, Seat};
use gyoji_search::{Guide, Payoffs, Playout};

use crate::bits::{Cpu, Work, with_best_cpu};
use crate::board::Board;
use crate::{Move, Othello};

/// Plays legal moves at random until neither side has one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RandomGame;

impl Playout<Othello> for RandomGame {
    fn play_out(&mut self, position: &Othello, rng: &mut Rng) -> Payoffs {
        let board = position.board();
        let score = with_best_cpu!(cpu => cpu.enter(Playing { cpu, board, rng }));
        let mine = match score {
            0 => 0.5,
            score if score > 0 => 1.0,
            _ => 0.0,
        };
        let mut payoffs = [0.0; MAX_SEATS];
        let seat: Seat = position.side();
        payoffs[seat.index() & 1] = mine;
        payoffs[seat.other().index() & 1] = 1.0 - mine;
        payoffs
    }
}

/// All moves look the same, and a random game says who is ahead.
impl Guide<Othello> for RandomGame {
    fn guess(&mut self, position: &Othello, _: &[Move], _: &mut [f32], rng: &mut Rng) -> Payoffs {
        self.play_out(position, rng)
    }

    /// Few games can be won at once before their last moves: looking costs more than it brings.
    fn win_in_one(&mut self, _: &Othello, _: &[Move]) -> Option<Move> {
        None
    }
}

/// A random game from `board` on; the answer is the disc difference for the side to move there.
struct Playing<'a, C> {
    cpu: C,
    board: Board,
    rng: &'a mut Rng,
}

impl<C: Cpu> Work for Playing<'_, C> {
    type Answer = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        let Playing { cpu, mut board, rng } = self;
        let mut sign = 1;
        loop {
            let mut moves = cpu.moves(board);
            if moves == 0 {
                board = board.pass();
                sign = -sign;
                moves = cpu.moves(board);
                if moves == 0 {
                    return sign * board.final_score();
                }
            }
            for _ in 0..rng.u32(..moves.count_ones()) {
                moves &= moves - 1;
            }
            let square = moves.trailing_zeros() as u8 & 63;
            board = board.after(square, cpu.flips(board, square));
            sign = -sign;
        }
    }
}
