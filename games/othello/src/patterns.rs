//! A pattern evaluation: what the discs on an edge, a corner or a line usually turn out to be worth.
//!
//! Each pattern is a list of squares, read as a number in base three; a table of learned weights says how many
//! discs that number is worth to the side to move. The weights are made by the example `train_patterns` from
//! games of this crate against itself. Search, and what to do with the value, is left to others.

use crate::board::Board;

/// Patterns on the board: each shape in all its places.
pub const PATTERNS: usize = 46;
/// [`PATTERNS`], rounded up to whole vectors.
const LANES: usize = 48;

/// A shape: its squares in one corner of the board, and in how many places it is put.
struct Shape {
    squares: &'static [u8],
    places: usize,
}

const SHAPES: [Shape; 11] = [
    Shape { squares: &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], places: 4 }, // edge with both X squares
    Shape { squares: &[0, 1, 2, 8, 9, 10, 16, 17, 18], places: 4 }, // corner, three by three
    Shape { squares: &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], places: 8 }, // corner, five by two
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
    let mut sum = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        sum += 3usize.pow(SHAPES[shape].squares.len() as u32);
        shape += 1;
    }
    sum
};

/// Where the weights of each pattern begin.
const OFFSETS: [usize; LANES] = {
    let mut offsets = [0; LANES];
    let (mut pattern, mut shape, mut offset) = (0, 0, 0);
    while shape < SHAPES.len() {
        let mut place = 0;
        while place < SHAPES[shape].places {
            offsets[pattern] = offset;
            pattern += 1;
            place += 1;
        }
        offset += 3usize.pow(SHAPES[shape].squares.len() as u32);
        shape += 1;
    }
    assert!(pattern == PATTERNS);
    offsets
};

/// What four neighbouring squares of a row add to the numbers of all patterns, for every set of discs on them.
/// Half a row at a time keeps the table within the first-level cache.
static HALF_ROWS: [[[u16; LANES]; 16]; 16] = {
    let mut table = [[[0; LANES]; 16]; 16];
    let (mut pattern, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let mut place = 0;
        while place < SHAPES[shape].places {
            let mut index = 0;
            let mut digit: u16 = 1;
            while index < SHAPES[shape].squares.len() {
                let square = moved(SHAPES[shape].squares[index], place);
                let mut set = 0;
                while set < 16 {
                    if set >> (square % 4) & 1 == 1 {
                        table[square / 4][set][pattern] += digit;
                    }
                    set += 1;
                }
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

/// `square` turned by `place` quarter turns, and mirrored from the fifth place on.
pub(crate) const fn moved(square: u8, place: usize) -> usize {
    let (mut file, mut rank) = (square as usize % 8, square as usize / 8);
    if place >= 4 {
        (file, rank) = (rank, file);
    }
    let mut turn = 0;
    while turn < place % 4 {
        (file, rank) = (7 - rank, file);
        turn += 1;
    }
    8 * rank + file
}

/// Where in the weights of a stage each pattern of `board` is found.
#[must_use]
#[inline(always)]
pub fn places(board: Board) -> [usize; PATTERNS] {
    let numbers = numbers(board);
    std::array::from_fn(|pattern| OFFSETS[pattern] + usize::from(numbers[pattern]))
}

#[inline(always)]
fn numbers(board: Board) -> [u16; LANES] {
    let (mut own, mut opp) = ([0u16; LANES], [0u16; LANES]);
    for (half, table) in HALF_ROWS.iter().enumerate() {
        let own_part = &table[(board.own >> (4 * half) & 15) as usize];
        let opp_part = &table[(board.opp >> (4 * half) & 15) as usize];
        for lane in 0..LANES {
            own[lane] = own[lane].wrapping_add(own_part[lane]);
            opp[lane] = opp[lane].wrapping_add(opp_part[lane]);
        }
    }
    std::array::from_fn(|lane| own[lane].wrapping_add(opp[lane].wrapping_mul(2)))
}

/// Weights per disc.
pub const SCALE: i32 = 4;
/// Stages of the game that have weights of their own.
pub const STAGES: usize = 3;

/// The stage of a position: by empty squares, up to 14, up to 19, and more.
#[must_use]
#[inline(always)]
pub const fn stage(empties: u32) -> usize {
    match empties {
        0..=14 => 0,
        15..=19 => 1,
        _ => 2,
    }
}

/// What a file of weights begins with: its kind and the version of its layout.
pub const HEADER: &[u8; 16] = b"gyoji-patterns 1";

static LEARNED: &[u8; STAGES * WEIGHTS] = {
    let file: &[u8] = include_bytes!("../data/patterns.bin");
    let Some((header, weights)) = file.split_first_chunk::<{ HEADER.len() }>() else {
        panic!("patterns.bin has no header")
    };
    let mut at = 0;
    while at < HEADER.len() {
        assert!(header[at] == HEADER[at], "patterns.bin is of another version");
        at += 1;
    }
    match weights.as_array() {
        Some(weights) => weights,
        None => panic!("patterns.bin has another size"),
    }
};

/// Expected disc difference for the side to move, in units of a disc divided by [`SCALE`]. Learned for the last
/// third of the game; earlier it is only a rough guide.
#[must_use]
#[inline(always)]
pub fn evaluate(board: Board) -> i32 {
    let base = stage(board.empties()) * WEIGHTS;
    let numbers = numbers(board);
    let mut sum = 0;
    for pattern in 0..PATTERNS {
        sum += i32::from(
            LEARNED[base + OFFSETS[pattern] + usize::from(numbers[pattern])].cast_signed(),
        );
    }
    sum
}
