//! The evaluation: what disc patterns usually turn out to be worth at each stage of the game, and the file that
//! these weights are kept in.
//!
//! The file is [`HEADER`], then for all stages, the end of the game first, by how much each weight differs from that
//! of the stage before: signed numbers of variable length, mirror images once, and runs of zeros as their length.

use std::sync::{Arc, OnceLock};

use super::indices::Indices;
use super::shapes::{OFFSETS, PATTERNS, WEIGHTS, folded};
use crate::board::Board;

/// Units of the evaluation in a disc.
pub const DISC: i32 = 64;
/// The evaluation never promises more than this; what is certain may be worth more.
const MOST: i32 = 63 * DISC;
/// More than any score.
pub(super) const INFINITE: i32 = 100 * DISC;
/// Stages of the game that have weights of their own.
pub const STAGES: usize = 20;
/// What a file of weights begins with: its kind and the version of its layout.
pub const HEADER: &[u8; 16] = b"gyoji-evaluate 1";

/// The stage of a position with so many empty squares: one for every three of them.
#[must_use]
#[inline(always)]
pub const fn stage(empties: u32) -> usize {
    let stage = empties as usize / 3;
    if stage < STAGES { stage } else { STAGES - 1 }
}

/// The weights of all stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    pub(super) values: Vec<i16>,
}

impl Weights {
    /// The weights that this crate brings along.
    #[must_use]
    pub fn learnt() -> Arc<Self> {
        static LEARNT: OnceLock<Arc<Weights>> = OnceLock::new();
        let learnt = LEARNT.get_or_init(|| {
            let file = include_bytes!("../../data/evaluate.bin");
            Arc::new(Self::read(file).expect("the file in the crate is whole: a test reads it"))
        });
        Arc::clone(learnt)
    }

    /// Reads a file of weights; `None` if it is none, or of another version, or damaged.
    #[must_use]
    pub fn read(file: &[u8]) -> Option<Self> {
        let mut bytes = file.strip_prefix(HEADER)?;
        let folded = folded();
        let count = folded.iter().max().map_or(0, |&last| last as usize + 1);
        let mut values = Vec::with_capacity(STAGES * WEIGHTS);
        let mut stage = vec![0i16; count];
        let mut zeros = 0;
        for _ in 0..STAGES {
            for value in &mut stage {
                if zeros == 0 {
                    let number = read_number(&mut bytes)?;
                    if number != 0 {
                        let change = (number >> 1).cast_signed() ^ -(number & 1).cast_signed();
                        *value = i16::try_from(i32::from(*value) + change).ok()?;
                        continue;
                    }
                    zeros = read_number(&mut bytes)?.max(1);
                }
                zeros -= 1;
            }
            values.extend(folded.iter().map(|&weight| stage[weight as usize]));
        }
        (bytes.is_empty() && zeros == 0).then_some(Self { values })
    }

    /// Writes weights that are given for each stage and folded weight, in [`DISC`] units.
    #[must_use]
    pub fn write(stages: &[Vec<i16>]) -> Vec<u8> {
        let mut file = HEADER.to_vec();
        let mut zeros = 0u32;
        let mut before = vec![0; stages.first().map_or(0, Vec::len)];
        for stage in stages {
            for (&value, before) in stage.iter().zip(&mut before) {
                let change = i32::from(value) - i32::from(std::mem::replace(before, value));
                if change == 0 {
                    zeros += 1;
                    continue;
                }
                write_zeros(&mut file, &mut zeros);
                write_number(&mut file, ((change << 1) ^ (change >> 31)).cast_unsigned());
            }
        }
        write_zeros(&mut file, &mut zeros);
        file
    }

    /// The weights of a stage in the form that [`Weights::write`] takes: mirror images once.
    #[must_use]
    pub fn folded_stage(&self, stage: usize) -> Vec<i16> {
        let folded = folded();
        let count = folded.iter().max().map_or(0, |&last| last as usize + 1);
        let mut values = vec![0; count];
        for (&weight, &value) in folded.iter().zip(self.values.iter().skip(stage * WEIGHTS)) {
            values[weight as usize] = value;
        }
        values
    }

    /// Expected disc difference for the side to move, in [`DISC`] units.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        self.evaluate(&Indices::of(board), board.empties())
    }

    /// The same, of patterns that are known already.
    #[inline(always)]
    pub(super) fn evaluate(&self, indices: &Indices, empties: u32) -> i32 {
        let table = &self.values[stage(empties) * WEIGHTS..][..WEIGHTS];
        let numbers = indices.numbers();
        let mut sum = 0;
        for pattern in 0..PATTERNS {
            sum += i32::from(table[OFFSETS[pattern] + usize::from(numbers[pattern])]);
        }
        sum.clamp(-MOST, MOST)
    }
}

/// Seven bits at a time, the lowest first; the last byte has its highest bit clear.
fn write_number(file: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        file.push(number as u8 | 0x80);
        number >>= 7;
    }
    file.push(number as u8);
}

fn write_zeros(file: &mut Vec<u8>, zeros: &mut u32) {
    if *zeros > 0 {
        file.push(0);
        write_number(file, *zeros);
        *zeros = 0;
    }
}

fn read_number(bytes: &mut &[u8]) -> Option<u32> {
    let mut number = 0;
    for shift in (0..28).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u32::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
