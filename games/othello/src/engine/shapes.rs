//! The shapes whose discs the evaluation looks at, in all their places, and which of their disc patterns are
//! mirror images of each other and so share a weight.

use crate::patterns::moved;

/// Shapes on the board, each in all its places.
pub const PATTERNS: usize = 58;
/// [`PATTERNS`], rounded up to whole vectors.
pub(super) const LANES: usize = 64;
/// Weights are kept in rooms of this size, so that every number of 16 bits is a place in one.
pub(super) const ROOM: usize = 1 << 16;
/// Rooms of a stage: the large shapes have one each, the small ones share the last.
pub(super) const ROOMS: usize = 6;

/// A shape: its squares in one corner of the board, and in how many places it is put.
struct Shape {
    squares: &'static [u8],
    places: usize,
}

impl Shape {
    /// Disc patterns of this shape.
    const fn size(&self) -> usize {
        3usize.pow(self.squares.len() as u32)
    }
}

const SHAPES: [Shape; 14] = [
    Shape { squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], places: 4 }, // edge with both X squares
    Shape { squares: &[0, 7, 2, 3, 4, 5, 10, 11, 12, 13], places: 4 }, // edge with what is behind its middle
    Shape { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18], places: 4 },    // corner, three by three
    Shape { squares: &[0, 1, 2, 3, 8, 9, 10, 16, 17, 24], places: 4 }, // corner, triangle
    Shape { squares: &[0, 9, 18, 27, 1, 10, 19, 8, 17, 26], places: 4 }, // corner, along the diagonal
    Shape { squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], places: 8 },    // corner, five by two
    Shape { squares: &[8, 9, 10, 11, 12, 13, 14, 15], places: 4 },
    Shape { squares: &[16, 17, 18, 19, 20, 21, 22, 23], places: 4 },
    Shape { squares: &[24, 25, 26, 27, 28, 29, 30, 31], places: 4 },
    Shape { squares: &[0, 9, 18, 27, 36, 45, 54, 63], places: 2 },
    Shape { squares: &[1, 10, 19, 28, 37, 46, 55], places: 4 },
    Shape { squares: &[2, 11, 20, 29, 38, 47], places: 4 },
    Shape { squares: &[3, 12, 21, 30, 39], places: 4 },
    Shape { squares: &[4, 13, 22, 31], places: 4 },
];

/// Weights of one stage of the game: all shapes, one after the other.
pub const WEIGHTS: usize = {
    let last = LAYOUT[SHAPES.len() - 1];
    last.offset + last.size
};

/// Where a shape's patterns and weights are.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Its lanes: the first, and how many.
    pub(super) lane: usize,
    pub(super) places: usize,
    /// Its disc patterns.
    pub(super) size: usize,
    /// Where they begin if all shapes are put one after the other.
    pub(super) offset: usize,
    /// The room that its weights are in, and where in it they begin.
    pub(super) room: usize,
    pub(super) start: u16,
}

/// The layout of all shapes.
pub(super) const LAYOUT: [Layout; SHAPES.len()] = {
    let none = Layout { lane: 0, places: 0, size: 0, offset: 0, room: 0, start: 0 };
    let mut all = [none; SHAPES.len()];
    let (mut lane, mut offset, mut large, mut start) = (0, 0, 0, 0);
    let mut shape = 0;
    while shape < SHAPES.len() {
        let (size, places) = (SHAPES[shape].size(), SHAPES[shape].places);
        let is_large = 2 * size > ROOM;
        all[shape] = Layout {
            lane,
            places,
            size,
            offset,
            room: if is_large { large } else { ROOMS - 1 },
            start: if is_large { 0 } else { start as u16 },
        };
        if is_large {
            large += 1;
        } else {
            start += size;
        }
        lane += places;
        offset += size;
        shape += 1;
    }
    assert!(lane == PATTERNS && large == ROOMS - 1 && start <= ROOM);
    all
};

/// What is the same in every lane of a shape: where its numbers begin, and what a number and that of the same discs with
/// the sides exchanged add up to.
pub(super) struct Constants {
    pub(super) starts: [u16; LANES],
    pub(super) swaps: [u16; LANES],
}

pub(super) static CONSTANTS: Constants = {
    let mut all = Constants { starts: [0; LANES], swaps: [0; LANES] };
    let mut shape = 0;
    while shape < SHAPES.len() {
        let Layout { lane, places, size, start, .. } = LAYOUT[shape];
        let mut at = lane;
        while at < lane + places {
            all.starts[at] = start;
            all.swaps[at] = start.wrapping_mul(2).wrapping_add(size as u16 - 1);
            at += 1;
        }
        shape += 1;
    }
    all
};

/// What each square's digit counts in the numbers of all patterns.
pub(super) static DIGITS: [[u16; LANES]; 64] = {
    let mut table = [[0; LANES]; 64];
    let (mut pattern, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut place = 0;
        while place < SHAPES[shape].places {
            let mut index = 0;
            let mut digit: u16 = 1;
            while index < SHAPES[shape].squares.len() {
                table[moved(SHAPES[shape].squares[index], place)][pattern] = digit;
                digit = digit.wrapping_mul(3);
                index += 1;
            }
            pattern += 1;
            place += 1;
        }
        shape += 1;
    }
    table
};

/// Which weight each disc pattern of a stage has, if mirror images share theirs: `folded()[i]` of pattern `i`.
/// Weights are numbered from 0 in the order of the first pattern that has them.
#[must_use]
pub fn folded() -> Vec<u32> {
    let mut shared = Vec::with_capacity(WEIGHTS);
    let mut next = 0;
    for shape in &SHAPES {
        let (squares, base) = (shape.squares, shared.len());
        let images: Vec<Vec<usize>> = (1..8).filter_map(|place| image(squares, place)).collect();
        for number in 0..shape.size() {
            let least = images.iter().map(|image| permuted(number, image)).min().unwrap_or(number);
            if least < number {
                shared.push(shared[base + least]);
            } else {
                shared.push(next);
                next += 1;
            }
        }
    }
    shared
}

/// How the squares of a shape change places when the board is turned, if the shape stays where it is.
fn image(squares: &[u8], place: usize) -> Option<Vec<usize>> {
    let find =
        |&square: &u8| squares.iter().position(|&other| usize::from(other) == moved(square, place));
    squares.iter().map(find).collect()
}

/// The number of a disc pattern whose squares have changed places.
fn permuted(mut number: usize, image: &[usize]) -> usize {
    let mut sum = 0;
    for &to in image {
        sum += number % 3 * 3usize.pow(to as u32);
        number /= 3;
    }
    sum
}
