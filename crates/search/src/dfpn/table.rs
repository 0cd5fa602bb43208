//! What a proof search remembers of positions it has left.

use super::Known;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    /// The path it was reached on: a disproof that rests on it holds nowhere else.
    pub(super) path: u64,
    pub(super) known: Known,
    /// How many positions it took, by powers of two.
    pub(super) work: u8,
}

/// Entries that share a slot.
const WAYS: usize = 4;

/// A table of fixed size; what took the least work is forgotten first.
#[derive(Debug)]
pub(super) struct Proofs {
    slots: Vec<[Option<Entry>; WAYS]>,
    shift: u32,
}

impl Proofs {
    /// A table of at most about `bytes`, and at least two slots.
    pub(super) fn new(bytes: usize) -> Proofs {
        let log = (bytes / size_of::<[Option<Entry>; WAYS]>()).max(2).ilog2();
        Proofs { slots: vec![[None; WAYS]; 1 << log], shift: 64 - log }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([None; WAYS]);
    }

    fn slot(&self, key: u64) -> usize {
        (key >> self.shift) as usize
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        self.slots[self.slot(key)].iter().flatten().find(|entry| entry.key == key)
    }

    /// Remembers an entry that took `work` positions just now.
    pub(super) fn put(&mut self, mut entry: Entry, work: u64) {
        entry.work = work.max(1).ilog2() as u8;
        let slot = self.slot(entry.key);
        let worth = |way: &Option<Entry>| match way {
            Some(old) if old.key == entry.key => 0,
            None => 1,
            Some(old) => 2 + u32::from(old.work),
        };
        let Some(way) = self.slots[slot].iter_mut().min_by_key(|way| worth(way)) else { return };
        if let Some(old) = way.filter(|old| old.key == entry.key) {
            // What was put into the position before is not lost work.
            entry.work = entry.work.max(old.work);
        }
        *way = Some(entry);
    }
}
