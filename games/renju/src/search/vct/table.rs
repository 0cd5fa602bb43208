//! What is known of positions: proof numbers, in a table of fixed size.

/// More than any number that is counted; stands for "never".
pub(super) const INFINITE: u32 = 1 << 28;
/// No point.
pub(super) const NOWHERE: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// How many positions at least have to be proved yet for a proof; 0: proved.
    pub(super) proof: u32,
    /// How many positions at least have to be refuted yet to refute it; 0: refuted.
    pub(super) disproof: u32,
    /// The best move, or the longest defence once it is proved.
    pub(super) best: u16,
    /// Once it is proved: how many plies to the last stone, at the most.
    pub(super) plies: u16,
}

impl Known {
    pub(super) const fn proved(best: u16, plies: u16) -> Known {
        Known { proof: 0, disproof: INFINITE, best, plies }
    }

    pub(super) const REFUTED: Known =
        Known { proof: INFINITE, disproof: 0, best: NOWHERE, plies: 0 };
}

#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    known: Known,
    /// Positions visited below: what it would cost to find out again.
    work: u32,
}

const FREE: Slot = Slot { key: 0, known: Known::REFUTED, work: 0 };

/// Slots that a position may be in.
const WAYS: usize = 4;

/// A table of fixed size; what was cheap to find out is forgotten first.
pub(super) struct Proofs {
    slots: Vec<[Slot; WAYS]>,
    shift: u32,
}

impl Proofs {
    /// A table of at most about `bytes`.
    pub(super) fn new(bytes: usize) -> Proofs {
        let log = (bytes / size_of::<[Slot; WAYS]>()).max(2).ilog2();
        Proofs { slots: vec![[FREE; WAYS]; 1 << log], shift: 64 - log }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([FREE; WAYS]);
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<&Known> {
        let bucket = &self.slots[(key >> self.shift) as usize];
        let slot = bucket.iter().find(|slot| slot.key == key && slot.work > 0)?;
        Some(&slot.known)
    }

    pub(super) fn put(&mut self, key: u64, known: Known, work: u64) {
        let bucket = &mut self.slots[(key >> self.shift) as usize];
        let cost = |slot: &&mut Slot| if slot.key == key { 0 } else { slot.work };
        if let Some(slot) = bucket.iter_mut().min_by_key(cost) {
            let before = if slot.key == key { slot.work } else { 0 };
            let work = before.saturating_add(u32::try_from(work).unwrap_or(u32::MAX)).max(1);
            *slot = Slot { key, known, work };
        }
    }
}

impl std::fmt::Debug for Proofs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Proofs({} slots)", WAYS * self.slots.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cost_least_is_forgotten_first() {
        let mut table = Proofs::new(0);
        for key in 1..=4 {
            table.put(key, Known::proved(7, key as u16), 10 * key);
        }
        table.put(5, Known::REFUTED, 1);
        assert!(table.get(1).is_none());
        assert_eq!(table.get(5).map(|known| known.disproof), Some(0));
        // Work adds up where it is the same position.
        table.put(5, Known::proved(1, 3), 100);
        table.put(6, Known::REFUTED, 1);
        assert!(table.get(2).is_none());
        assert_eq!(table.get(5).map(|known| known.plies), Some(3));
        table.clear();
        assert!((1..=6).all(|key| table.get(key).is_none()));
    }

    #[test]
    fn the_bytes_are_kept_to() {
        let table = Proofs::new(1 << 20);
        assert!(size_of_val(table.slots.as_slice()) <= 1 << 20);
        assert_eq!(size_of::<Slot>(), 24);
    }
}
