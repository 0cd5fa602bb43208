//! Random games, quickly.
//!
//! A move is drawn without listing all of them: first the way of the piece, each as likely as it
//! has tiles to go with it, then the tile. Every legal move is as likely as the next.

use fastrand::Rng;
use gyoji_core::Seat;
use gyoji_search::{Payoffs, Playout};

use crate::board::Board;
use crate::game::Contrast;
use crate::moves::{Move, Tile};
use crate::square::each;

/// A random game that is longer than this is given up as a draw; few are.
const MOST_PLIES: u32 = 300;

/// Plays random moves until the game is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomGame;

/// One of the legal moves by lot; `None` if there is none.
pub fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let count = board.count_moves();
    (count > 0).then(|| nth_move(board, rng.u64(..count) as u32))?
}

/// The move at a place in the order of [`Board::moves`]; `None` if there are fewer.
pub fn nth_move(board: &Board, mut place: u32) -> Option<Move> {
    if board.arrived().is_some() {
        return None;
    }
    let hand = board.hand(board.side());
    for (from, to) in board.ways() {
        let squares = board.tile_squares(from, to);
        let count = 1 + hand.kinds() * squares.count_ones();
        if place >= count {
            place -= count;
            continue;
        }
        let mv = Move::new(from, to);
        let Some(place) = place.checked_sub(1) else { return Some(mv) };
        let first = if hand.black > 0 { Tile::Black } else { Tile::Gray };
        let (tile, place) = match place.checked_sub(squares.count_ones()) {
            Some(place) => (Tile::Gray, place),
            None => (first, place),
        };
        return each(squares).nth(place as usize).map(|square| mv.with_tile(tile, square));
    }
    None
}

/// The winner of a random game from here; `None` if it was given up.
pub fn winner(mut board: Board, rng: &mut Rng) -> Option<Seat> {
    for _ in 0..MOST_PLIES {
        if let Some(seat) = board.arrived() {
            return Some(seat);
        }
        match random_move(&board, rng) {
            Some(mv) => board.play(mv),
            None => return Some(board.side().other()),
        }
    }
    None
}

impl Playout<Board> for RandomGame {
    fn play_out(&mut self, board: &Board, rng: &mut Rng) -> Payoffs {
        match winner(*board, rng) {
            Some(Seat::FIRST) => [1.0, 0.0, 0.0, 0.0],
            Some(_) => [0.0, 1.0, 0.0, 0.0],
            None => [0.5, 0.5, 0.0, 0.0],
        }
    }
}

impl Playout<Contrast> for RandomGame {
    fn play_out(&mut self, position: &Contrast, rng: &mut Rng) -> Payoffs {
        self.play_out(&position.board(), rng)
    }
}
