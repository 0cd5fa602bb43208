//! The solver's memory: exact bounds of positions already searched. Whole boards are kept, not hashes of them,
//! so an entry can never be taken for another position's.

use crate::bits::Cpu;
use crate::board::Board;

/// Entries that share a bucket.
const WAYS: usize = 3;
/// Marks the absence of a best move.
pub(super) const NO_SQUARE: u8 = 64;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: u8,
    /// How much would be lost by forgetting it; 0 means vacant.
    worth: u8,
}

/// Just one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Bucket {
    own: [u64; WAYS],
    opp: [u64; WAYS],
    known: [Known; WAYS],
}

const VACANT: Bucket = Bucket {
    own: [0; WAYS],
    opp: [0; WAYS],
    known: [Known { lower: -64, upper: 64, best: NO_SQUARE, worth: 0 }; WAYS],
};

/// A table of fixed size that forgets the cheapest of what it knows.
#[derive(Debug)]
pub(super) struct Transpositions {
    buckets: Vec<Bucket>,
    shift: u32,
    /// Changes with every solve: entries of earlier ones are worth less. Two bits are enough to tell.
    age: u8,
}

impl Transpositions {
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
        self.age = (self.age + 1) % 4;
    }

    /// Where a board is kept.
    #[inline(always)]
    pub(super) fn slot(&self, board: Board) -> usize {
        let own = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = own ^ opp.rotate_left(32);
        ((mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// Asks for the slot to be brought near, since it will soon be looked at.
    #[inline(always)]
    pub(super) fn bring<C: Cpu>(&self, cpu: C, slot: usize) {
        if let Some(bucket) = self.buckets.get(slot) {
            cpu.prefetch(bucket);
        }
    }

    /// What is known of `board`, whose slot is `slot`.
    #[inline(always)]
    pub(super) fn get(&self, slot: usize, board: Board) -> Option<Known> {
        let bucket = self.buckets.get(slot)?;
        let way =
            (0..WAYS).find(|&way| bucket.own[way] == board.own && bucket.opp[way] == board.opp)?;
        Some(bucket.known[way])
    }

    /// Remembers that the score of `board` is between `lower` and `upper`, found out by `nodes` nodes.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        slot: usize,
        board: Board,
        lower: i32,
        upper: i32,
        best: u8,
        nodes: u64,
    ) {
        let age = self.age;
        let worth = (64 - nodes.leading_zeros()) as u8 | age << 6;
        let Some(bucket) = self.buckets.get_mut(slot) else { return };
        let mut cheapest = 0;
        let mut least = u8::MAX;
        for way in 0..WAYS {
            let known = &mut bucket.known[way];
            if bucket.own[way] == board.own && bucket.opp[way] == board.opp {
                known.lower = known.lower.max(lower as i8);
                known.upper = known.upper.min(upper as i8);
                known.best = if best == NO_SQUARE { known.best } else { best };
                known.worth = worth;
                return;
            }
            let kept =
                if known.worth >> 6 == age { 64 + known.worth % 64 } else { known.worth % 64 };
            if kept < least {
                (cheapest, least) = (way, kept);
            }
        }
        bucket.own[cheapest] = board.own;
        bucket.opp[cheapest] = board.opp;
        bucket.known[cheapest] = Known { lower: lower as i8, upper: upper as i8, best, worth };
    }
}
