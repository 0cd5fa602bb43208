//! A set of points.

use crate::POINTS;

const WORDS: usize = POINTS.div_ceil(64);

/// A set of points, by their numbers (see [`Point::index`](crate::Point::index)).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PointSet([u64; WORDS]);

impl PointSet {
    /// No points.
    pub const EMPTY: PointSet = PointSet([0; WORDS]);

    /// Adds a point.
    #[inline]
    pub fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Takes a point out.
    #[inline]
    pub fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    /// Adds a point that is not there, takes one out that is.
    #[inline]
    pub(super) fn toggle(&mut self, index: usize) {
        self.0[index / 64] ^= 1 << (index % 64);
    }

    /// Whether a point is in it.
    #[inline]
    pub fn contains(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 == 1
    }

    /// Whether there is no point in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        *self == PointSet::EMPTY
    }

    /// How many points are in it.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The points of either.
    #[must_use]
    pub fn union(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The points of both.
    #[must_use]
    pub fn intersection(&self, other: &PointSet) -> PointSet {
        PointSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Its points in order.
    #[inline]
    pub fn iter(&self) -> Iter {
        Iter { words: self.0, word: 0 }
    }
}

impl FromIterator<usize> for PointSet {
    fn from_iter<T: IntoIterator<Item = usize>>(points: T) -> PointSet {
        let mut set = PointSet::EMPTY;
        points.into_iter().for_each(|index| set.insert(index));
        set
    }
}

impl IntoIterator for PointSet {
    type Item = usize;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl IntoIterator for &PointSet {
    type Item = usize;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// The points of a set, in order.
#[derive(Clone, Debug)]
pub struct Iter {
    words: [u64; WORDS],
    word: usize,
}

impl Iterator for Iter {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while let Some(word) = self.words.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(64 * self.word + bit);
            }
            self.word += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_come_back_in_order() {
        let set: PointSet = [360, 0, 63, 64, 17].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 17, 63, 64, 360]);
        assert_eq!(set.len(), 5);
        assert!(set.contains(64) && !set.contains(65));
        let other: PointSet = [17, 18].into_iter().collect();
        assert_eq!(set.intersection(&other).iter().collect::<Vec<_>>(), [17]);
        assert_eq!(set.union(&other).len(), 6);
        let mut set = set;
        set.remove(0);
        assert!(!set.contains(0) && !set.is_empty() && PointSet::EMPTY.is_empty());
    }
}
