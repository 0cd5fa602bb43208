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
use crate::square::{SQUARES, each};

/// A random game that is longer than this is given up as a draw; few are.
const MOST_PLIES: u32 = 300;

/// Plays random moves until the game is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomGame;

/// One of the legal moves by lot; `None` if there is none.
pub fn random_move(board: &Board, rng: &mut Rng) -> Option<Move> {
    let ways = Ways::of(board);
    if ways.moves == 0 { None } else { ways.nth(rng.u32(..ways.moves)) }
}

/// The move at a place in the order of [`Board::moves`]; `None` if there are fewer.
pub fn nth_move(board: &Board, place: u32) -> Option<Move> {
    Ways::of(board).nth(place)
}

/// The ways of the pieces, and how many moves they make with all their tiles.
struct Ways<'a> {
    board: &'a Board,
    kinds: u32,
    /// White squares without a piece.
    free: u32,
    /// For each piece its square, the squares it can go to, and how many moves that makes.
    pieces: [(u8, u32, u32); SQUARES as usize],
    count: usize,
    moves: u32,
}

impl<'a> Ways<'a> {
    #[inline]
    fn of(board: &'a Board) -> Ways<'a> {
        let kinds = board.hand(board.side()).kinds();
        let free = (board.white() & board.empty()).count_ones();
        let mut ways =
            Ways { board, kinds, free, pieces: [(0, 0, 0); SQUARES as usize], count: 0, moves: 0 };
        if board.arrived().is_some() {
            return ways;
        }
        for from in each(board.pieces(board.side())) {
            let targets = board.targets(from);
            // A tile can lie on any free square, less the one the piece goes to.
            let onto_white = (targets & board.white()).count_ones();
            let moves = targets.count_ones() * ways.onto(from, 0) - kinds * onto_white;
            ways.pieces[ways.count] = (from, targets, moves);
            ways.count += 1;
            ways.moves += moves;
        }
        ways
    }

    /// How many moves go from a square to another one.
    #[inline]
    fn onto(&self, from: u8, white_target: u32) -> u32 {
        1 + self.kinds * (self.free + (self.board.white() >> from & 1) - white_target)
    }

    #[inline]
    fn nth(&self, mut place: u32) -> Option<Move> {
        for &(from, targets, moves) in &self.pieces[..self.count] {
            if place >= moves {
                place -= moves;
                continue;
            }
            for to in each(targets) {
                let moves = self.onto(from, self.board.white() >> to & 1);
                match place < moves {
                    true => return self.with_tile(Move::new(from, to), place),
                    false => place -= moves,
                }
            }
        }
        None
    }

    /// The move at a place among those that go one way: without a tile, with black ones, with gray.
    #[inline]
    fn with_tile(&self, mv: Move, place: u32) -> Option<Move> {
        let Some(place) = place.checked_sub(1) else { return Some(mv) };
        let squares = self.board.tile_squares(mv.from(), mv.to());
        let has_black = self.board.hand(self.board.side()).black > 0;
        let (tile, place) = match place.checked_sub(squares.count_ones()) {
            Some(place) => (Tile::Gray, place),
            None if has_black => (Tile::Black, place),
            None => (Tile::Gray, place),
        };
        each(squares).nth(place as usize).map(|square| mv.with_tile(tile, square))
    }
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
