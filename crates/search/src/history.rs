//! Which moves have cut the tree before: killers by ply, and a history over all plies.
//!
//! Moves are not numbered here, so the history is kept by hash; two moves that share a place only
//! spoil each other's order a little, never a score.

use std::hash::{Hash, Hasher};

use gyoji_core::Seat;

/// Moves are spread over this many places.
const PLACES: usize = 4096;
/// What the history of a move can come to, up or down.
pub(crate) const MOST: i32 = 999;
/// What a killer is worth beside it.
pub(crate) const KILLER: i32 = 1000;

/// The memory of good moves.
#[derive(Debug)]
pub(crate) struct History<M> {
    worth: Vec<i32>,
    killers: Vec<[Option<M>; 2]>,
}

impl<M: Copy + Eq + Hash> History<M> {
    pub(crate) fn new(plies: usize) -> History<M> {
        History { worth: vec![0; 2 * PLACES], killers: vec![[None; 2]; plies] }
    }

    pub(crate) fn clear(&mut self) {
        self.worth.fill(0);
        self.killers.fill([None; 2]);
    }

    /// A new search begins: old experience counts half, and plies mean other positions.
    pub(crate) fn grow_older(&mut self) {
        self.worth.iter_mut().for_each(|worth| *worth /= 2);
        self.killers.fill([None; 2]);
    }

    #[inline]
    pub(crate) fn rank(&self, seat: Seat, mv: M, ply: usize) -> i32 {
        let killer = match &self.killers[ply] {
            [Some(first), _] if *first == mv => 2 * KILLER,
            [_, Some(second)] if *second == mv => KILLER,
            _ => 0,
        };
        killer + self.worth[place(seat, mv)]
    }

    /// `mv` cut the tree; the moves tried before it did not.
    #[inline]
    pub(crate) fn cut(&mut self, seat: Seat, mv: M, ply: usize, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.learn(seat, mv, reward(depth));
    }

    #[inline]
    pub(crate) fn fail(&mut self, seat: Seat, mv: M, depth: u32) {
        self.learn(seat, mv, -reward(depth) / 4);
    }

    #[inline]
    fn learn(&mut self, seat: Seat, mv: M, reward: i32) {
        let worth = &mut self.worth[place(seat, mv)];
        // The pull back to zero keeps it between -MOST and MOST.
        *worth += reward - *worth * reward.abs() / MOST;
    }
}

fn reward(depth: u32) -> i32 {
    (depth * depth).min(200) as i32
}

#[inline]
fn place<M: Hash>(seat: Seat, mv: M) -> usize {
    let mut mixer = Mixer(0);
    mv.hash(&mut mixer);
    (mixer.0 >> 52) as usize % PLACES + PLACES * (seat.index() & 1)
}

/// A hash that is quick rather than good.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(23) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

impl Hasher for Mixer {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.mix(u64::from(byte)));
    }

    #[inline]
    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u16(&mut self, value: u16) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u32(&mut self, value: u32) {
        self.mix(u64::from(value));
    }

    #[inline]
    fn write_u64(&mut self, value: u64) {
        self.mix(value);
    }

    #[inline]
    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
