//! The memory of a search: bounds of positions, with the depth and the selectivity they were found with. Several
//! threads may use one table at once without waiting for each other.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::bits::Cpu;
use crate::board::Board;
use crate::memory::{Line, WORDS, lines};

/// Entries that share a line: each has a word for the board and a word for what is known.
const WAYS: usize = WORDS / 2;
/// Marks the absence of a best move.
pub(crate) const NO_SQUARE: u8 = 64;
/// Ages that can be told apart.
const AGES: u8 = 16;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Bounds of the score, in units of whoever uses the table.
    pub(crate) lower: i16,
    pub(crate) upper: i16,
    pub(crate) depth: u8,
    /// How much was left out, below 16.
    pub(crate) level: u8,
    pub(crate) best: u8,
    /// How much would be lost by forgetting it.
    pub(crate) worth: u8,
}

impl Known {
    /// Whether the bounds will do for a search of this depth and selectivity.
    #[inline(always)]
    pub(crate) fn suffices(&self, depth: u32, level: u8) -> bool {
        u32::from(self.depth) >= depth && self.level >= level
    }

    /// As a word, which is never 0.
    #[inline(always)]
    fn packed(self, age: u8) -> u64 {
        let bounds = u64::from(self.lower.cast_unsigned())
            | u64::from(self.upper.cast_unsigned()) << 16
            | u64::from(self.depth) << 32
            | u64::from(self.level | age << 4) << 40;
        bounds | u64::from(self.best + 1) << 48 | u64::from(self.worth) << 56
    }

    #[inline(always)]
    fn unpacked(word: u64) -> Self {
        Self {
            lower: (word as u16).cast_signed(),
            upper: ((word >> 16) as u16).cast_signed(),
            depth: (word >> 32) as u8,
            level: (word >> 40) as u8 & 15,
            best: ((word >> 48) as u8).wrapping_sub(1),
            worth: (word >> 56) as u8,
        }
    }
}

/// The age of a packed entry.
#[inline(always)]
fn age_of(word: u64) -> u8 {
    (word >> 44) as u8 & 15
}

/// Where a board is kept, and what stands for it there. The two are made in different ways: boards that share a place
/// are no more likely to look the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    key: u64,
    line: usize,
}

/// A table of fixed size that forgets the least worthy of what it knows.
#[derive(Debug)]
pub(crate) struct Table {
    lines: Vec<Line>,
    shift: u32,
    /// Changes with every search: entries of earlier ones are the first to be forgotten.
    age: AtomicU8,
}

impl Table {
    /// A table of at most `bytes` (at least two lines).
    pub(crate) fn new(bytes: usize) -> Self {
        let log = (bytes / size_of::<Line>()).max(2).ilog2();
        Self { lines: lines(1 << log), shift: 64 - log, age: AtomicU8::new(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for word in self.lines.iter().flat_map(|line| &line.0) {
            word.store(0, Relaxed);
        }
    }

    /// Lets everything known so far be the first to be forgotten.
    pub(crate) fn grow_older(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline(always)]
    fn key_and_hash(board: Board) -> (u64, u64) {
        let own = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opp = board.opp.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = own ^ opp.rotate_left(32);
        let hash = (mixed ^ mixed >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let key = (own.rotate_left(23) ^ board.opp).wrapping_mul(0xa076_1d64_78bd_642f) ^ own;
        (key, hash)
    }

    /// Where a board is kept.
    #[inline(always)]
    pub(crate) fn place(&self, board: Board) -> Place {
        let (key, hash) = Self::key_and_hash(board);
        Place { key, line: (hash >> self.shift) as usize }
    }

    /// Asks for a place to be brought near, since it will soon be looked at.
    #[inline(always)]
    pub(crate) fn bring<C: Cpu>(&self, cpu: C, place: Place) {
        if let Some(line) = self.lines.get(place.line) {
            cpu.prefetch(line);
        }
    }

    /// What is known of the board at this place.
    #[inline(always)]
    pub(crate) fn get(&self, place: Place) -> Option<Known> {
        let line = self.lines.get(place.line)?;
        for way in 0..WAYS {
            // Another thread may have written one word and not yet the other: then they do not fit together.
            let known = line.0[2 * way + 1].load(Relaxed);
            if line.0[2 * way].load(Relaxed) ^ known == place.key && known != 0 {
                return Some(Known::unpacked(known));
            }
        }
        None
    }

    /// Remembers what has been found out.
    #[inline(always)]
    pub(crate) fn put(&self, place: Place, mut new: Known) {
        let age = self.age.load(Relaxed);
        let Some(line) = self.lines.get(place.line) else { return };
        let (mut least, mut cheapest) = (u32::MAX, 0);
        for way in 0..WAYS {
            let word = line.0[2 * way + 1].load(Relaxed);
            if line.0[2 * way].load(Relaxed) ^ word == place.key && word != 0 {
                let known = Known::unpacked(word);
                if known.depth == new.depth && known.level == new.level {
                    new.lower = known.lower.max(new.lower);
                    new.upper = known.upper.min(new.upper);
                } else if (new.depth, new.level) < (known.depth, known.level) && age_of(word) == age
                {
                    return;
                }
                if new.best == NO_SQUARE {
                    new.best = known.best;
                }
                cheapest = way;
                break;
            }
            let fresh = if age_of(word) == age { 256 } else { 0 };
            let kept = if word == 0 { 0 } else { 1 + fresh + (word >> 56) as u32 };
            if kept < least {
                (least, cheapest) = (kept, way);
            }
        }
        let word = new.packed(age);
        line.0[2 * cheapest].store(place.key ^ word, Relaxed);
        line.0[2 * cheapest + 1].store(word, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known =
        Known { lower: -3000, upper: 64, depth: 40, level: 5, best: 63, worth: 40 };

    #[test]
    fn what_is_put_is_found_and_bounds_of_one_search_meet() {
        let table = Table::new(1 << 12);
        let place = table.place(Board::STANDARD);
        assert_eq!(table.get(place), None);
        table.put(place, KNOWN);
        assert_eq!(table.get(place), Some(KNOWN));
        table.put(place, Known { lower: -100, best: NO_SQUARE, ..KNOWN });
        assert_eq!(table.get(place), Some(Known { lower: -100, ..KNOWN }));
        table.put(place, Known { depth: 3, lower: 0, ..KNOWN });
        assert_eq!(table.get(place).map(|known| known.depth), Some(40), "the deeper one stays");
        assert_eq!(table.get(table.place(Board::MIRRORED)), None);
    }

    #[test]
    fn a_full_line_forgets_what_is_old_or_cheap() {
        let table = Table::new(64);
        let board = |number: u64| Board { own: 1, opp: number << 8 };
        let place = |table: &Table, number| Place { line: 0, ..table.place(board(number)) };
        for number in 1..=4 {
            table.put(place(&table, number), Known { worth: number as u8 + 10, ..KNOWN });
        }
        table.put(place(&table, 5), Known { worth: 1, ..KNOWN });
        assert_eq!(table.get(place(&table, 1)), None);
        table.grow_older();
        table.put(place(&table, 6), Known { worth: 1, ..KNOWN });
        table.put(place(&table, 7), Known { worth: 1, ..KNOWN });
        assert!(table.get(place(&table, 6)).is_some() && table.get(place(&table, 7)).is_some());
        table.clear();
        assert!((1..8).all(|number| table.get(place(&table, number)).is_none()));
    }
}
