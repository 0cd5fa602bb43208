//! The memory of the engine's search: bounds of positions, with the depth and the selectivity they were found with.

use super::weights::DISC;
use crate::bits::Cpu;
use crate::board::Board;

/// Entries that share a bucket.
const WAYS: usize = 4;
/// Marks the absence of a best move.
pub(super) const NO_SQUARE: u8 = 64;
/// More than any score.
pub(super) const INFINITE: i32 = 100 * DISC;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Known {
    key: u64,
    lower: i16,
    upper: i16,
    pub(super) depth: u8,
    pub(super) level: u8,
    pub(super) best: u8,
    age: u8,
}

impl Known {
    pub(super) fn lower(&self) -> i32 {
        i32::from(self.lower)
    }

    pub(super) fn upper(&self) -> i32 {
        i32::from(self.upper)
    }

    /// Whether the bounds will do for a search of this depth and selectivity.
    pub(super) fn suffices(&self, depth: u32, level: u8) -> bool {
        u32::from(self.depth) >= depth && self.level >= level
    }
}

/// Just one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bucket([Known; WAYS]);

const VACANT: Bucket = Bucket(
    [Known {
        key: 0,
        lower: -INFINITE as i16,
        upper: INFINITE as i16,
        depth: 0,
        level: 0,
        best: NO_SQUARE,
        age: 0,
    }; WAYS],
);

/// A table of fixed size that forgets the shallowest of what it knows.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    shift: u32,
    /// Changes with every search: entries of earlier ones are the first to be forgotten.
    age: u8,
}

impl Table {
    /// A table of at most `bytes` (at least two buckets).
    pub(super) fn new(bytes: usize) -> Self {
        let log = (bytes / size_of::<Bucket>()).max(2).ilog2();
        Self { buckets: vec![VACANT; 1 << log], shift: 64 - log, age: 0 }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill(VACANT);
    }

    /// Lets everything known so far be the first to be forgotten.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// What stands for a board: its highest bits say where it is kept.
    #[inline(always)]
    pub(super) fn key(board: Board) -> u64 {
        let own = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = own ^ opp.rotate_left(32);
        (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93)
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }

    /// Asks for the place of a board to be brought near, since it will soon be looked at.
    #[inline(always)]
    pub(super) fn bring<C: Cpu>(&self, cpu: C, board: Board) {
        if let Some(bucket) = self.buckets.get(self.slot(Self::key(board))) {
            cpu.prefetch(bucket);
        }
    }

    /// What is known of the board with this key.
    #[inline(always)]
    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let bucket = self.buckets.get(self.slot(key))?;
        bucket.0.iter().find(|known| known.key == key).copied()
    }

    /// Remembers that the score is between `lower` and `upper` at this depth and selectivity.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        key: u64,
        depth: u32,
        level: u8,
        (lower, upper): (i32, i32),
        best: u8,
    ) {
        let (slot, age, depth) = (self.slot(key), self.age, depth as u8);
        let Some(bucket) = self.buckets.get_mut(slot) else { return };
        let (mut least, mut cheapest) = (u32::MAX, 0);
        for (way, known) in bucket.0.iter_mut().enumerate() {
            if known.key == key {
                if known.depth == depth && known.level == level {
                    known.lower = known.lower.max(lower as i16);
                    known.upper = known.upper.min(upper as i16);
                } else if (depth, level) > (known.depth, known.level) || known.age != age {
                    (known.lower, known.upper) = (lower as i16, upper as i16);
                    (known.depth, known.level) = (depth, level);
                } else {
                    return;
                }
                known.age = age;
                if best != NO_SQUARE {
                    known.best = best;
                }
                return;
            }
            let kept = u32::from(known.depth) + if known.age == age { 256 } else { 0 };
            if kept < least {
                (least, cheapest) = (kept, way);
            }
        }
        bucket.0[cheapest] =
            Known { key, lower: lower as i16, upper: upper as i16, depth, level, best, age };
    }
}
