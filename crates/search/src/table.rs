//! The transposition table: what alpha-beta remembers of positions it has met.

/// What a remembered score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
    /// This is the true score.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<M> {
    key: u64,
    pub(crate) score: i32,
    pub(crate) best: Option<M>,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    age: u8,
}

/// Entries that share a slot.
const WAYS: usize = 4;

/// A table of fixed size; what is old or shallow is forgotten first. Never allocates after `new`.
#[derive(Debug)]
pub(crate) struct Transpositions<M> {
    buckets: Vec<[Option<Entry<M>>; WAYS]>,
    shift: u32,
    age: u8,
}

impl<M: Copy> Transpositions<M> {
    /// A table of at most about `bytes`, and at least two slots.
    pub(crate) fn new(bytes: usize) -> Transpositions<M> {
        let log = (bytes / size_of::<[Option<Entry<M>>; WAYS]>()).max(2).ilog2();
        Transpositions { buckets: vec![[None; WAYS]; 1 << log], shift: 64 - log, age: 0 }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill([None; WAYS]);
        self.age = 0;
    }

    /// A new search begins: what it stores outlives what was stored before.
    pub(crate) fn grow_older(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<&Entry<M>> {
        self.buckets[self.slot(key)].iter().flatten().find(|entry| entry.key == key)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, score: i32, bound: Bound, depth: u8, best: Option<M>) {
        let (slot, age) = (self.slot(key), self.age);
        let bucket = &mut self.buckets[slot];
        let worth = |way: &Option<Entry<M>>| match way {
            // Never two entries of one position.
            Some(entry) if entry.key == key => 0,
            None => 1,
            Some(entry) => 2 + u32::from(entry.depth) + 256 * u32::from(entry.age == age),
        };
        let Some(way) = bucket.iter_mut().min_by_key(|way| worth(way)) else { return };
        // A search that failed low knows no best move; the one remembered is still a good guess.
        let known = way.filter(|entry| entry.key == key).and_then(|entry| entry.best);
        *way = Some(Entry { key, score, best: best.or(known), depth, bound, age });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_remembers_replaces_and_never_mixes_up() {
        let mut table: Transpositions<u8> = Transpositions::new(0);
        table.put(7, 30, Bound::Exact, 5, Some(1));
        table.put(7, 31, Bound::Upper, 4, None);
        let entry = table.get(7).unwrap();
        assert_eq!((entry.score, entry.depth, entry.best), (31, 4, Some(1)));
        // The slot is full of newer, deeper entries: the shallowest goes.
        table.grow_older();
        for key in 8..12 {
            table.put(key, 0, Bound::Exact, 9, None);
        }
        assert!(table.get(7).is_none());
        assert!((8..12).all(|key| table.get(key).is_some()));
    }

    #[test]
    fn the_bytes_are_kept_to() {
        let table: Transpositions<u16> = Transpositions::new(1 << 20);
        assert!(table.buckets.len() * size_of::<[Option<Entry<u16>>; WAYS]>() <= 1 << 20);
    }
}
