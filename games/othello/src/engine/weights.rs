//! The evaluation: what disc patterns usually turn out to be worth at each stage of the game, and the file that
//! these weights are kept in.
//!
//! The file is [`HEADER`], then for all stages, the end of the game first, by how much each weight differs from that
//! of the stage two before, which is of the same parity: signed numbers of variable length, mirror images once, and runs
//! of zeros as their length.

use std::sync::{Arc, OnceLock};

use super::indices::Indices;
use super::shapes::{LAYOUT, Layout, ROOM, ROOMS, folded};
use crate::board::Board;

/// Units of the evaluation in a disc.
pub const DISC: i32 = 64;
/// The evaluation never promises more than this; what is certain may be worth more.
const MOST: i32 = 63 * DISC;
/// More than any score.
pub(super) const INFINITE: i32 = 100 * DISC;
/// Stages of the game that have weights of their own.
pub const STAGES: usize = 30;
/// What a file of weights begins with: its kind and the version of its layout.
pub const HEADER: &[u8; 16] = b"gyoji-evaluate 2";
/// The version before had a stage for every three empty squares, and other digits: empty 0, own 1, opponent's 2.
const FIRST_HEADER: &[u8; 16] = b"gyoji-evaluate 1";
const FIRST_STAGES: usize = 20;

/// The stage of a position with so many empty squares: one for every four of them, even and odd apart, because who has
/// the last move of the game matters more than how far it is.
#[must_use]
#[inline(always)]
pub const fn stage(empties: u32) -> usize {
    let empties = if empties < 60 { empties as usize } else { 58 + empties as usize % 2 };
    2 * (empties / 4) + empties % 2
}

/// The weights of all stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// [`ROOMS`] for each stage.
    rooms: Vec<[i16; ROOM]>,
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
        let folded = folded();
        let count = folded.iter().max().map_or(0, |&last| last as usize + 1);
        if let Some(bytes) = file.strip_prefix(HEADER) {
            let stages = read_stages(bytes, STAGES, count, 2)?;
            let weight = |stage: usize, shape: &Layout, number| {
                stages[stage][folded[shape.offset + number] as usize]
            };
            return Some(Self::of(weight));
        }
        let stages = read_stages(file.strip_prefix(FIRST_HEADER)?, FIRST_STAGES, count, 1)?;
        let weight = |stage: usize, shape: &Layout, number| {
            let place = shape.offset + first_number(number, shape.size);
            stages[(2 * stage + 1).min(59) / 3][folded[place] as usize]
        };
        Some(Self::of(weight))
    }

    /// Weights by stage, shape and number of the disc pattern.
    fn of(weight: impl Fn(usize, &Layout, usize) -> i16) -> Self {
        let mut rooms = vec![[0; ROOM]; STAGES * ROOMS];
        for (stage, rooms) in rooms.chunks_exact_mut(ROOMS).enumerate() {
            for shape in &LAYOUT {
                let room = &mut rooms[shape.room][usize::from(shape.start)..][..shape.size];
                for (number, value) in room.iter_mut().enumerate() {
                    *value = weight(stage, shape, number);
                }
            }
        }
        Self { rooms }
    }

    /// Writes weights that are given for each stage and folded weight, in [`DISC`] units.
    #[must_use]
    pub fn write(stages: &[Vec<i16>]) -> Vec<u8> {
        let mut file = HEADER.to_vec();
        let mut zeros = 0u32;
        let nothing = vec![0; stages.first().map_or(0, Vec::len)];
        for (number, stage) in stages.iter().enumerate() {
            let before = number.checked_sub(2).map_or(&nothing, |before| &stages[before]);
            for (&value, &before) in stage.iter().zip(before) {
                let change = i32::from(value) - i32::from(before);
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
        for Layout { size, offset, room, start, .. } in LAYOUT {
            let room = &self.rooms[stage * ROOMS + room][usize::from(start)..][..size];
            for (&weight, &value) in folded[offset..].iter().zip(room) {
                values[weight as usize] = value;
            }
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
    pub(crate) fn evaluate(&self, indices: &Indices, empties: u32) -> i32 {
        let (stages, _) = self.rooms.as_chunks::<ROOMS>();
        let (rooms, numbers) = (&stages[stage(empties)], indices.numbers());
        // Shape by shape, because the compiler knows its room and lanes then.
        let mut sum = 0;
        macro_rules! add {
            ($($shape:literal)*) => {$({
                const SHAPE: Layout = LAYOUT[$shape];
                for lane in SHAPE.lane..SHAPE.lane + SHAPE.places {
                    sum += i32::from(rooms[SHAPE.room][usize::from(numbers[lane])]);
                }
            })*};
        }
        add!(0 1 2 3 4 5 6 7 8 9 10 11 12 13);
        sum.clamp(-MOST, MOST)
    }
}

/// The number that a disc pattern of a shape with `size` of them had in the first version of the file.
fn first_number(mut number: usize, size: usize) -> usize {
    let (mut sum, mut power) = (0, 1);
    while power < size {
        sum += [1, 0, 2][number % 3] * power;
        number /= 3;
        power *= 3;
    }
    sum
}

/// The stages of a file, each of `count` weights that are told as differences from the stage `back` before; `None` if the
/// bytes are too few, too many, or of no sense.
fn read_stages(
    mut bytes: &[u8],
    number: usize,
    count: usize,
    back: usize,
) -> Option<Vec<Vec<i16>>> {
    let mut stages: Vec<Vec<i16>> = Vec::with_capacity(number);
    let mut zeros = 0;
    while stages.len() < number {
        let before = stages.len().checked_sub(back);
        let mut stage = before.map_or_else(|| vec![0i16; count], |before| stages[before].clone());
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
        stages.push(stage);
    }
    (bytes.is_empty() && zeros == 0).then_some(stages)
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
