//! The race: how far each side is from its far row.

use gyoji_core::Seat;

use crate::board::Board;
use crate::moves::Tile;
use crate::square::{ALL, each, goal};

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

/// The squares that the pieces of a seat can go to with one move.
pub fn reach(board: &Board, seat: Seat) -> u32 {
    each(board.pieces(seat)).fold(0, |reached, from| reached | board.targets_of(seat, from))
}

/// How many ways the pieces of a seat have.
pub fn mobility(board: &Board, seat: Seat) -> u32 {
    each(board.pieces(seat)).map(|from| board.targets_of(seat, from).count_ones()).sum()
}

/// How many rings there are around a far row; what lies beyond is far away.
pub const RINGS: usize = 5;

/// The squares from which a piece of `seat` would need one move to its far row, two, three, four
/// and five, as all pieces and tiles lie now; squares of the other seat are in no ring.
///
/// The same guess as [`distance`], for all squares at once.
pub fn rings(board: &Board, seat: Seat) -> [u32; RINGS] {
    let (own, empty) = (board.pieces(seat), board.empty());
    let diagonal = (board.tiles(Tile::Black) | board.tiles(Tile::Gray)) & (own | empty);
    let straight = (own | empty) & !board.tiles(Tile::Black);
    let mut rings = [0; RINGS];
    let mut known = goal(seat);
    let mut targets = known & empty;
    for ring in &mut rings {
        let mut from = straight & straight_to(targets, own);
        if diagonal != 0 {
            from |= diagonal & diagonal_to(targets, own);
        }
        *ring = from & !known;
        known |= from;
        targets = *ring & empty;
        if targets == 0 {
            break;
        }
    }
    rings
}

/// The squares from which a straight move can end on one of `targets`, over own pieces or not.
fn straight_to(targets: u32, own: u32) -> u32 {
    let (not_left, not_right) = (ALL & !COLUMN, ALL & !(COLUMN << 4));
    back(targets, own, |set| (set & not_right) << 1)
        | back(targets, own, |set| (set & not_left) >> 1)
        | back(targets, own, |set| set << 5 & ALL)
        | back(targets, own, |set| set >> 5)
}

/// The same for diagonal moves.
fn diagonal_to(targets: u32, own: u32) -> u32 {
    let (not_left, not_right) = (ALL & !COLUMN, ALL & !(COLUMN << 4));
    back(targets, own, |set| (set & not_right) << 6 & ALL)
        | back(targets, own, |set| (set & not_left) << 4 & ALL)
        | back(targets, own, |set| (set & not_right) >> 4)
        | back(targets, own, |set| (set & not_left) >> 6)
}

/// The leftmost column.
const COLUMN: u32 = 0x0010_8421;

/// One step back from `targets`, and further back as long as that leads over own pieces.
#[inline(always)]
fn back(targets: u32, own: u32, step: impl Fn(u32) -> u32) -> u32 {
    let mut found = step(targets);
    let mut over = found & own;
    while over != 0 {
        let behind = step(over);
        found |= behind;
        over = behind & own;
    }
    found
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

    #[test]
    fn rings_and_distance_agree() {
        let mut rng = fastrand::Rng::with_seed(4);
        let mut seen = [0; RINGS + 1];
        for _ in 0..300 {
            let mut board = Board::START;
            while let Some(mv) = crate::playout::random_move(&board, &mut rng) {
                board.play(mv);
                for seat in [Seat::FIRST, Seat::SECOND] {
                    let pieces = board.pieces(seat);
                    let nearest = rings(&board, seat).iter().position(|ring| ring & pieces != 0);
                    let away = distance(&board, seat) as usize;
                    match nearest {
                        // A piece already there is in no ring.
                        _ if away == 0 => {}
                        Some(ring) => assert_eq!(ring + 1, away, "{board}"),
                        None => assert!(away > RINGS, "{board}"),
                    }
                    seen[nearest.unwrap_or(RINGS)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }
}
