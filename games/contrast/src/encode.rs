//! Numbers for learning programs: moves as actions from 0 to 31874, positions as 90 planes.
//!
//! Both are seen from whoever is to move: for player 2 the board is turned by 180°, so that the
//! mover always plays from the bottom to the top. The rules know nothing of this.

use gyoji_core::Seat;

use crate::board::Board;
use crate::game::Contrast;
use crate::moves::{Move, Tile};
use crate::square::{SQUARES, each, turned};

/// How many ways there are from a square to a square.
pub const WAYS: usize = SQUARES as usize * SQUARES as usize;
/// How many numbers a tile can have: none, black on 25 squares, gray on 25 squares.
pub const TILES: usize = 1 + 2 * SQUARES as usize;
/// How many actions there are.
pub const ACTIONS: usize = WAYS * TILES;

/// The number of a move on the board as it lies: `(from * 25 + to) * 51 + tile`, where a tile is 0
/// for none, 1 to 25 for black and 26 to 50 for gray, by square.
pub const fn action(mv: Move) -> usize {
    way(mv) * TILES + mv.tile_number() as usize
}

/// The number of the piece's way alone: `from * 25 + to`.
pub const fn way(mv: Move) -> usize {
    mv.from() as usize * SQUARES as usize + mv.to() as usize
}

/// The move of a number; `None` from [`ACTIONS`] on.
pub const fn decode(action: usize) -> Option<Move> {
    if action >= ACTIONS {
        return None;
    }
    let (way, tile) = (action / TILES, action % TILES);
    let squares = SQUARES as usize;
    let mv = Move::new((way / squares) as u8, (way % squares) as u8);
    Some(mv.with_tile_number(tile as u8))
}

/// The number of a move as `seat` sees it.
pub fn action_of(seat: Seat, mv: Move) -> usize {
    action(seen_by(seat, mv))
}

/// The move that a number means to `seat`.
pub fn decode_for(seat: Seat, action: usize) -> Option<Move> {
    decode(action).map(|mv| seen_by(seat, mv))
}

/// The same move on the board as `seat` sees it; twice is the move itself.
fn seen_by(seat: Seat, mv: Move) -> Move {
    if seat == Seat::FIRST { mv } else { mv.turned() }
}

/// Positions that are looked at: this one and those before it.
pub const HISTORY: usize = 8;
/// Planes of the tensor.
pub const PLANES: usize = 90;
/// Numbers in a plane, by rows.
pub const PLANE: usize = SQUARES as usize;
/// Numbers in the tensor.
pub const TENSOR: usize = PLANES * PLANE;

/// The first of eight planes each, newest position first.
mod plane {
    pub(super) const OWN_PIECES: usize = 0;
    pub(super) const ENEMY_PIECES: usize = 8;
    pub(super) const BLACK_TILES: usize = 16;
    pub(super) const GRAY_TILES: usize = 24;
    // 32 to 55 are always zero, as in the program that these planes come from.
    pub(super) const OWN_BLACK: usize = 56;
    pub(super) const OWN_GRAY: usize = 64;
    pub(super) const ENEMY_BLACK: usize = 72;
    pub(super) const ENEMY_GRAY: usize = 80;
    /// One plane of ones.
    pub(super) const ONES: usize = 88;
    /// One plane of the number of moves made, in hundreds.
    pub(super) const MOVES: usize = 89;
}

/// This board and up to seven before it, newest first.
pub fn history(position: &Contrast) -> Vec<Board> {
    position.boards().take(HISTORY).copied().collect()
}

/// The position as 90 planes of 5 by 5.
pub fn tensor(position: &Contrast) -> Vec<f32> {
    let mut out = vec![0.0; TENSOR];
    write_tensor(position, &mut out);
    out
}

/// Puts ones on the squares of a plane, as `seat` sees them.
pub(crate) fn put(plane: &mut [f32], seat: Seat, squares: u32) {
    let squares = if seat == Seat::FIRST { squares } else { turned(squares) };
    for square in each(squares) {
        plane[usize::from(square)] = 1.0;
    }
}

/// Writes the 90 planes into the first [`TENSOR`] places of `out`, which has to be that long.
pub fn write_tensor(position: &Contrast, out: &mut [f32]) {
    let out = &mut out[..TENSOR];
    out.fill(0.0);
    let me = position.board().side();
    let mut boards = position.boards();
    let mut board = position.board();
    for age in 0..HISTORY {
        // A game that is younger than that was always as it began.
        board = boards.next().copied().unwrap_or(board);
        let mut set = |first: usize, squares: u32| {
            put(&mut out[(first + age) * PLANE..][..PLANE], me, squares);
        };
        set(plane::OWN_PIECES, board.pieces(me));
        set(plane::ENEMY_PIECES, board.pieces(me.other()));
        set(plane::BLACK_TILES, board.tiles(Tile::Black));
        set(plane::GRAY_TILES, board.tiles(Tile::Gray));
        let mut fill = |first: usize, value: f32| {
            out[(first + age) * PLANE..][..PLANE].fill(value);
        };
        let (own, enemy) = (board.hand(me), board.hand(me.other()));
        fill(plane::OWN_BLACK, f32::from(own.black) / 3.0);
        fill(plane::OWN_GRAY, f32::from(own.gray));
        fill(plane::ENEMY_BLACK, f32::from(enemy.black) / 3.0);
        fill(plane::ENEMY_GRAY, f32::from(enemy.gray));
    }
    out[plane::ONES * PLANE..][..PLANE].fill(1.0);
    out[plane::MOVES * PLANE..][..PLANE].fill(position.ply() as f32 / 100.0);
}
