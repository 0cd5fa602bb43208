//! The race: how far each side is from its far row.

use gyoji_core::Seat;

use crate::board::Board;
use crate::square::{each, goal};

/// What [`distance`] says of a side that cannot get there as the pieces stand.
pub const NEVER: u32 = 12;

/// How many moves in a row a seat would need to reach its far row, if nobody else moved and no
/// tile were put down; [`NEVER`] if it cannot.
///
/// Pieces are jumped where they stand now, also the one that has left: a guess, but a quick one.
pub fn distance(board: &Board, seat: Seat) -> u32 {
    let mut reached = board.pieces(seat);
    let mut new = reached;
    for moves in 0..NEVER {
        if reached & goal(seat) != 0 {
            return moves;
        }
        let ahead = each(new).fold(0, |ahead, from| ahead | board.targets_of(seat, from));
        new = ahead & !reached;
        if new == 0 {
            break;
        }
        reached |= new;
    }
    NEVER
}

/// Whether a seat could reach its far row with its next move.
pub fn can_arrive(board: &Board, seat: Seat) -> bool {
    each(board.pieces(seat)).any(|from| board.targets_of(seat, from) & goal(seat) != 0)
}

/// How many ways the pieces of a seat have.
pub fn mobility(board: &Board, seat: Seat) -> u32 {
    each(board.pieces(seat)).map(|from| board.targets_of(seat, from).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_race_is_counted_in_moves() {
        assert_eq!(distance(&Board::START, Seat::FIRST), NEVER, "a full row is in the way");
        let open: Board =
            "----2-2-2----------1-1--- ------------------------- 1 3 1 3 1".parse().unwrap();
        assert_eq!(distance(&open, Seat::FIRST), 5, "around the pieces in the way");
        let jump: Board =
            "-----1----1----1--------- ------------------------- 1 3 1 3 1".parse().unwrap();
        assert_eq!(distance(&jump, Seat::FIRST), 1);
        assert!(can_arrive(&jump, Seat::FIRST));
        assert_eq!(mobility(&jump, Seat::FIRST), 9);
    }
}
