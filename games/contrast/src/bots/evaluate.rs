//! What a board is worth: a weighted sum of what can be seen on it.
//!
//! Where the pieces stand and on what tiles, who is ahead in the race, what is left in the hands.
//! The weights are in `learnt`, made by the example `fit_contrast` from games of the bot against
//! itself; there is a set for empty hands and one for full ones, and between them a mixture.

use std::sync::OnceLock;

use gyoji_search::Evaluate;

use super::learnt::WEIGHTS;
use crate::board::{Board, Hand};
use crate::moves::{Move, Tile};
use crate::race::{RINGS, can_arrive, mobility, rings};
use crate::square::{SIDE, SQUARES, each};

/// Score units in one unit of log odds: a board worth this much is won 73 times in 100.
pub const LOGIT: f32 = 256.0;
/// Sets of weights: for empty hands and for full ones.
pub const STAGES: usize = 2;
/// The tiles in both hands at the start.
pub const MOST_TILES: usize = 8;

/// Squares that are the same in a mirror are one cell: five rows of three.
const CELLS: usize = 15;
/// Moves to the far row are counted up to here; more are the same.
const FAR: usize = RINGS + 1;

/// A piece, by cell and by the tile under it.
const PIECE: usize = 0;
/// A tile on an empty square, by kind and cell.
const TILE: usize = PIECE + 3 * CELLS;
/// The race: the moves that the mover needs, and those that the other one needs.
const RACE: usize = TILE + 2 * CELLS;
/// A piece, by the moves it needs.
const RUNNER: usize = RACE + FAR * FAR;
/// At least one, two, three black tiles in the hand; the gray one.
const HAND: usize = RUNNER + FAR;
/// Ways to go.
const FREE: usize = HAND + 4;
/// How many things are looked at.
pub const FEATURES: usize = FREE + 1;

/// Calls `note` with every feature of the board and how much of it there is: what the side to move
/// has counts positive, what the other one has negative.
#[inline(always)]
pub fn features(board: &Board, mut note: impl FnMut(usize, i32)) {
    let sides = [(board.side(), 1), (board.side().other(), -1)];
    let (black, gray) = (board.tiles(Tile::Black), board.tiles(Tile::Gray));
    let empty = board.empty();
    let mut moves_to_go = [FAR; 2];
    for ((seat, sign), nearest) in sides.into_iter().zip(&mut moves_to_go) {
        let pieces = board.pieces(seat);
        for square in each(pieces) {
            let tile = (black >> square & 1) as usize + 2 * (gray >> square & 1) as usize;
            note(PIECE + CELLS * tile + cell(seat.0, square), sign);
        }
        for (kind, tiles) in [black, gray].into_iter().enumerate() {
            for square in each(tiles & empty) {
                note(TILE + CELLS * kind + cell(seat.0, square), sign);
            }
        }
        let mut rest = pieces;
        for (index, ring) in rings(board, seat).into_iter().enumerate() {
            let here = (pieces & ring).count_ones() as i32;
            if here > 0 {
                *nearest = (*nearest).min(index + 1);
                note(RUNNER + index, sign * here);
            }
            rest &= !ring;
        }
        note(RUNNER + RINGS, sign * rest.count_ones() as i32);
        let hand = board.hand(seat);
        for index in 0..usize::from(hand.black) {
            note(HAND + index, sign);
        }
        note(HAND + 3, sign * i32::from(hand.gray));
        note(FREE, sign * mobility(board, seat) as i32);
    }
    let [mine, theirs] = moves_to_go;
    note(RACE + FAR * (mine - 1) + theirs - 1, 1);
}

/// The cell of a square as a seat sees it: rows from its goal, columns from the edge.
#[inline(always)]
fn cell(seat: u8, square: u8) -> usize {
    let seen = if seat == 0 { square } else { SQUARES - 1 - square };
    usize::from(CELL_OF[usize::from(seen)])
}

static CELL_OF: [u8; SQUARES as usize] = cells();

const fn cells() -> [u8; SQUARES as usize] {
    let mut cells = [0; SQUARES as usize];
    let mut square = 0;
    while square < SQUARES {
        let (x, y) = (square % SIDE, square / SIDE);
        cells[square as usize] = y * 3 + if x > 2 { SIDE - 1 - x } else { x };
        square += 1;
    }
    cells
}

/// Weights for every number of tiles in the hands.
type Weights = [[i32; FEATURES]; MOST_TILES + 1];

/// How many tiles both sides hold together.
pub fn tiles_left(board: &Board) -> usize {
    [board.side(), board.side().other()]
        .map(|seat| usize::from(board.hand(seat).black + board.hand(seat).gray))
        .iter()
        .sum()
}

/// What boards are worth to the side to move, in parts of a [`LOGIT`].
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    table: &'static Weights,
    variety: u32,
    seed: u64,
}

impl Evaluation {
    /// The evaluation with the learnt weights.
    pub fn learnt() -> Evaluation {
        Evaluation::blurred(0, 0)
    }

    /// The same, but a search hears values that are off by at most half of `variety`, in a way
    /// that depends on the board and the seed alone: so that one bot can play many games.
    pub fn blurred(variety: u32, seed: u64) -> Evaluation {
        static TABLE: OnceLock<Box<Weights>> = OnceLock::new();
        Evaluation { table: TABLE.get_or_init(|| mixed(&WEIGHTS)), variety, seed }
    }

    /// What an unfinished board is worth to the side to move.
    #[inline]
    pub fn value(&self, board: &Board) -> i32 {
        let weights = self.weights(board);
        let mut sum = 0;
        features(board, |feature, count| sum += weights[feature] * count);
        sum
    }

    /// What a move changes by its squares and its tile alone: a quick guess.
    #[inline]
    pub fn gain(&self, board: &Board, mv: Move) -> i32 {
        let seat = board.side().0;
        let weights = self.weights(board);
        let piece = |square: u8| {
            let tile = board.tile_on(square).map_or(0, |tile| 1 + tile as usize);
            weights[PIECE + CELLS * tile + cell(seat, square)]
        };
        let gain = piece(mv.to()) - piece(mv.from());
        mv.tile().map_or(gain, |(tile, square)| {
            let spent = match tile {
                Tile::Black => usize::from(board.hand(board.side()).black).saturating_sub(1),
                Tile::Gray => 3,
            };
            gain + tile_worth(weights, seat, tile, square) - weights[HAND + spent]
        })
    }

    /// The `most` white and empty squares where a tile looks best.
    fn best_squares(&self, board: &Board, tile: Tile, most: u32) -> u32 {
        let (seat, weights) = (board.side().0, self.weights(board));
        let (mut best, mut left) = (0, board.white() & board.empty());
        for _ in 0..most {
            let worth = |&square: &u8| tile_worth(weights, seat, tile, square);
            let Some(square) = each(left).max_by_key(worth) else { break };
            best |= 1 << square;
            left &= !(1 << square);
        }
        best
    }

    #[inline]
    fn weights(&self, board: &Board) -> &'static [i32; FEATURES] {
        &self.table[tiles_left(board).min(MOST_TILES)]
    }
}

/// What a tile on a square is worth to a seat.
#[inline]
fn tile_worth(weights: &[i32; FEATURES], seat: u8, tile: Tile, square: u8) -> i32 {
    let first = TILE + CELLS * tile as usize;
    weights[first + cell(seat, square)] - weights[first + cell(seat ^ 1, square)]
}

/// The weights for every number of tiles: a mixture of those for empty hands and for full ones.
fn mixed(learnt: &[[i16; FEATURES]; STAGES]) -> Box<Weights> {
    let mut table = Box::new([[0; FEATURES]; MOST_TILES + 1]);
    for (tiles, weights) in table.iter_mut().enumerate() {
        let (tiles, most) = (tiles as i32, MOST_TILES as i32);
        for (feature, weight) in weights.iter_mut().enumerate() {
            let [empty, full] = [0, 1].map(|stage: usize| i32::from(learnt[stage][feature]));
            *weight = (empty * (most - tiles) + full * tiles) / most;
        }
    }
    table
}

/// The chance to win that a score stands for.
pub fn chance(score: i32) -> f32 {
    1.0 / (1.0 + (-(score as f32) / LOGIT).exp())
}

/// How much the quick guess counts against what the search has learnt of a move.
const GUESSED: i32 = 16;
/// From these places in the order on, a move is looked at one, two and three plies less deep.
const LATER: [usize; 3] = [4, 16, 64];
/// With so few plies to go, tiles are tried only on some squares: none at the last ply, because
/// where a tile lies does not matter before a piece goes there.
const SQUARES_TRIED: [u32; 4] = [0, 0, 2, 4];

/// How alpha-beta sees boards.
impl Evaluate<Board> for Evaluation {
    const REPEATS: bool = true;
    const LOGIT: Option<f32> = Some(LOGIT);

    fn evaluate(&mut self, board: &Board) -> i32 {
        let value = self.value(board);
        if self.variety == 0 {
            return value;
        }
        let drawn = (board.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let noise = ((drawn * u64::from(self.variety + 1)) >> 32) as i32;
        value + noise - self.variety as i32 / 2
    }

    fn order(&mut self, board: &Board, mv: Move, _: u32) -> i32 {
        GUESSED * self.gain(board, mv)
    }

    fn wins_in_one(&mut self, board: &Board) -> bool {
        can_arrive(board, board.side())
    }

    fn reduction(&self, depth: u32, index: usize) -> u32 {
        match depth {
            0 | 1 => 0,
            _ => LATER.iter().filter(|&&later| index >= later).count() as u32,
        }
    }

    fn candidates(&mut self, board: &Board, depth: u32, list: &mut Vec<Move>) -> bool {
        let hand = board.hand(board.side());
        let Some(&most) = SQUARES_TRIED.get(depth as usize) else {
            list.extend(board.moves());
            return true;
        };
        let squares = Tile::BOTH.map(|tile| match hand.count(tile) {
            0 => 0,
            _ => self.best_squares(board, tile, most),
        });
        for (from, to) in board.ways() {
            let (mv, free) = (Move::new(from, to), board.tile_squares(from, to));
            list.push(mv);
            for (tile, squares) in Tile::BOTH.into_iter().zip(squares) {
                list.extend(each(squares & free).map(|square| mv.with_tile(tile, square)));
            }
        }
        hand == Hand::EMPTY
    }
}
