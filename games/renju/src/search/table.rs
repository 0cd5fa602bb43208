//! What alpha-beta remembers of positions.

/// What a remembered score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the true score.
    Exact,
}

/// No move is remembered.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// The score, wins counted from the position.
    pub(super) score: i16,
    /// The evaluation.
    pub(super) evaluation: i16,
    /// The best move, or [`NO_MOVE`].
    pub(super) best: u16,
    /// How far it was searched.
    pub(super) depth: i8,
    age_and_bound: u8,
}

impl Entry {
    pub(super) fn bound(&self) -> Bound {
        match self.age_and_bound & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        }
    }
}

/// Entries that share a slot.
const WAYS: usize = 4;
const FREE: Entry =
    Entry { key: 0, score: 0, evaluation: 0, best: NO_MOVE, depth: i8::MIN, age_and_bound: 0 };

/// A table of fixed size; what is old or shallow is forgotten first.
pub(super) struct Transpositions {
    slots: Vec<[Entry; WAYS]>,
    shift: u32,
    age: u8,
}

impl Transpositions {
    /// A table of at most about `bytes`.
    pub(super) fn new(bytes: usize) -> Transpositions {
        let log = (bytes / size_of::<[Entry; WAYS]>()).max(2).ilog2();
        Transpositions { slots: vec![[FREE; WAYS]; 1 << log], shift: 64 - log, age: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([FREE; WAYS]);
    }

    /// A new search begins: what it stores outlives what was stored before.
    pub(super) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(4);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let slot = &self.slots[(key >> self.shift) as usize];
        slot.iter().find(|entry| entry.key == key && entry.depth != i8::MIN).copied()
    }

    #[inline]
    pub(super) fn put(
        &mut self,
        key: u64,
        score: i16,
        bound: Bound,
        depth: i32,
        evaluation: i16,
        best: u16,
    ) {
        let age = self.age;
        let slot = &mut self.slots[(key >> self.shift) as usize];
        let worth = |entry: &&mut Entry| match entry.key == key {
            true => i32::MIN,
            false => i32::from(entry.depth) + 64 * i32::from(entry.age_and_bound & !3 == age),
        };
        let Some(entry) = slot.iter_mut().min_by_key(worth) else { return };
        // A search that failed low knows no best move; the one remembered is still a good guess.
        let best = if best == NO_MOVE && entry.key == key { entry.best } else { best };
        let depth = depth.clamp(-100, 100) as i8;
        *entry = Entry { key, score, evaluation, best, depth, age_and_bound: age | bound as u8 };
    }
}

impl std::fmt::Debug for Transpositions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Transpositions({} entries)", WAYS * self.slots.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_replaces_and_never_mixes_up() {
        let mut table = Transpositions::new(0);
        table.put(7, 30, Bound::Exact, 5, 1, 2);
        table.put(7, 31, Bound::Upper, 4, 1, NO_MOVE);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.score, entry.depth, entry.best), (31, 4, 2));
        assert_eq!(entry.bound(), Bound::Upper);
        table.grow_older();
        for key in 8..12 {
            table.put(key, 0, Bound::Lower, 9, 0, NO_MOVE);
        }
        assert!(table.get(7).is_none(), "the oldest goes first");
        assert!((8..12).all(|key| table.get(key).is_some()));
        table.clear();
        assert!((7..12).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn the_bytes_are_kept_to() {
        let table = Transpositions::new(1 << 20);
        assert_eq!(size_of::<Entry>(), 16);
        assert!(size_of_val(table.slots.as_slice()) <= 1 << 20);
    }
}
