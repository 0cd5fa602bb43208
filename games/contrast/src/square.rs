//! Squares, sets of squares, and the lines that pieces move along.
//!
//! A square is a number from 0 to 24, `y * 5 + x` from the top left: 0 is a5 in a corner of player
//! 2, 24 is e1 in a corner of player 1. A set of squares is a `u32` with one bit for each.

use gyoji_core::Seat;

/// Squares along one side of the board.
pub const SIDE: u8 = 5;
/// Squares on the board.
pub const SQUARES: u8 = SIDE * SIDE;
/// All squares.
pub const ALL: u32 = (1 << SQUARES) - 1;

/// The row that player 2 starts on and player 1 wants to reach: y = 0.
const FIRST_ROW: u32 = 0b11111;
/// The row that player 1 starts on and player 2 wants to reach: y = 4.
const LAST_ROW: u32 = FIRST_ROW << (SQUARES - SIDE);

/// Where the pieces of a seat stand at the start.
pub const fn home(seat: Seat) -> u32 {
    if seat.0 == 0 { LAST_ROW } else { FIRST_ROW }
}

/// Where a seat wins.
pub const fn goal(seat: Seat) -> u32 {
    home(seat.other())
}

/// How many rows a square is away from the goal of a seat.
pub const fn rows_to_go(seat: Seat, square: u8) -> u8 {
    let y = square / SIDE;
    if seat.0 == 0 { y } else { SIDE - 1 - y }
}

/// The square in a column and a row, if it is on the board.
pub const fn at(x: i8, y: i8) -> Option<u8> {
    let side = SIDE as i8;
    if x < 0 || y < 0 || x >= side || y >= side { None } else { Some((y * side + x) as u8) }
}

/// The squares of a set, smallest first.
pub fn each(mut set: u32) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

/// The eight directions. The first four are straight, the others diagonal; of each four the first
/// two lead to greater squares.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (0, 1), (-1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];

/// For each square and each direction, the squares ahead up to the edge.
pub(crate) const RAYS: [[u32; 8]; SQUARES as usize] = rays();

const fn rays() -> [[u32; 8]; SQUARES as usize] {
    let mut rays = [[0; 8]; SQUARES as usize];
    let mut square = 0;
    while square < SQUARES as usize {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = DIRECTIONS[direction];
            let (mut x, mut y) = (square as i8 % SIDE as i8 + dx, square as i8 / SIDE as i8 + dy);
            while let Some(ahead) = at(x, y) {
                rays[square][direction] |= 1 << ahead;
                x += dx;
                y += dy;
            }
            direction += 1;
        }
        square += 1;
    }
    rays
}

/// The nearest square of `set` in each of the four directions from `first` on: 0 for the straight
/// ones, 4 for the diagonal ones.
#[inline]
pub(crate) const fn nearest(rays: &[u32; 8], first: usize, set: u32) -> u32 {
    lowest(rays[first] & set)
        | lowest(rays[first + 1] & set)
        | highest(rays[first + 2] & set)
        | highest(rays[first + 3] & set)
}

const fn lowest(set: u32) -> u32 {
    set & set.wrapping_neg()
}

/// Nothing for nothing, without a branch.
const fn highest(set: u32) -> u32 {
    ((1u64 << 31) >> set.leading_zeros()) as u32
}

/// A set turned by 180°: the board as the other player sees it.
pub const fn turned(set: u32) -> u32 {
    set.reverse_bits() >> (32 - SQUARES)
}

/// A set with left and right exchanged.
pub const fn mirrored(set: u32) -> u32 {
    const COLUMN: u32 = 0x0010_8421;
    (set & COLUMN) << 4
        | (set & COLUMN << 1) << 2
        | set & COLUMN << 2
        | set >> 2 & COLUMN << 1
        | set >> 4 & COLUMN
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_reach_the_edge_in_every_direction() {
        // From the middle two squares each way; from the corner a5 four, in three directions.
        assert!(RAYS[12].iter().all(|ray| ray.count_ones() == 2));
        let lengths = RAYS[0].map(u32::count_ones);
        assert_eq!(lengths, [4, 4, 0, 0, 0, 4, 0, 0]);
        assert_eq!(RAYS[24].map(u32::count_ones), [0, 0, 4, 4, 0, 0, 0, 4]);
    }

    #[test]
    fn turning_and_mirroring_move_every_square_to_its_place() {
        for square in 0..SQUARES {
            assert_eq!(turned(1 << square), 1 << (24 - square), "{square}");
            let (x, y) = (square % 5, square / 5);
            assert_eq!(mirrored(1 << square), 1 << (y * 5 + 4 - x), "{square}");
        }
        assert_eq!(turned(home(Seat::FIRST)), home(Seat::SECOND));
    }
}
