//! Random numbers for hashing positions: the same in every run.

use crate::POINTS;
use crate::rule::Colour;

const STONES: [[u64; POINTS]; 2] = numbers();

const fn numbers() -> [[u64; POINTS]; 2] {
    let mut numbers = [[0; POINTS]; 2];
    let mut index = 0;
    while index < 2 * POINTS {
        numbers[index / POINTS][index % POINTS] = mixed(index as u64 + 1);
        index += 1;
    }
    numbers
}

/// SplitMix64: a good number for every seed.
const fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The number of a stone on a point.
#[inline]
pub(crate) const fn stone(index: usize, colour: Colour) -> u64 {
    STONES[colour as usize][index]
}

/// The number of what is not on the board: who is next, and a word for the rest.
pub(crate) fn state(next: Colour, word: Option<&str>) -> u64 {
    let word = word
        .unwrap_or_default()
        .bytes()
        .fold(u64::from(next as u8), |sum, byte| sum << 8 | u64::from(byte));
    mixed(word + 1_000_000)
}
