//! Counting the move tree.
//!
//! A game that ends before the last ply counts as one leaf.

use crate::board::Board;
use crate::game::Contrast;
use crate::moves::Move;
use crate::square::each;

/// A position needs so many moves to come back three times: there and back for both sides.
const SHORTEST_REPETITION: usize = 12;

/// Number of leaves `depth` plies below a position; by way of the general counter where a draw
/// could be met.
#[must_use]
pub fn count(position: &Contrast, depth: u32) -> u64 {
    let runs_out =
        position.limit().is_some_and(|limit| position.ply().saturating_add(depth) > limit);
    let comes_back = position.seen() > 1
        || position.seen() > 0
            && position.since_last_tile() + depth as usize >= SHORTEST_REPETITION;
    match runs_out || comes_back {
        true => gyoji_search::perft(position, depth),
        false => count_board(&position.board(), depth),
    }
}

/// Number of leaves `depth` plies below a board, draws aside.
#[must_use]
pub fn count_board(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves().max(1),
        2 => count_two(board),
        _ => {
            let mut leaves = 0;
            let mut moves = 0;
            for mv in board.moves() {
                moves += 1;
                leaves += count_board(&board.after(mv), depth - 1);
            }
            if moves == 0 { 1 } else { leaves }
        }
    }
}

/// Two plies at once.
///
/// A tile goes onto an empty square, and only the tile under a piece matters to its way: so the
/// answers of the other side go the same ways, whatever tile was put down and wherever. What
/// remains is to count, for each way and each answer, the squares left for the second tile.
fn count_two(board: &Board) -> u64 {
    if board.arrived().is_some() {
        return 1;
    }
    let mut leaves = 0;
    for (from, to) in board.ways() {
        let squares = board.tile_squares(from, to);
        let (tiles, kinds) = (squares.count_ones(), board.hand(board.side()).kinds());
        let after = board.after(Move::new(from, to));
        if after.arrived().is_some() {
            leaves += u64::from(1 + kinds * tiles);
            continue;
        }
        let kinds_then = after.hand(after.side()).kinds();
        let mut answers = 0;
        for back_from in each(after.pieces(after.side())) {
            for back_to in each(after.targets(back_from)) {
                answers += 1;
                let free = after.tile_squares(back_from, back_to).count_ones();
                // Without a first tile; then with one, which takes a square from the second
                // unless the answer goes there.
                let taken = squares & !(1 << back_to);
                leaves += u64::from(1 + kinds_then * free);
                let second = tiles * (1 + kinds_then * free) - kinds_then * taken.count_ones();
                leaves += u64::from(kinds * second);
            }
        }
        if answers == 0 {
            leaves += u64::from(1 + kinds * tiles);
        }
    }
    leaves.max(1)
}
