//! Puts the games of a series together in pairs.

use std::collections::BTreeMap;

use super::Counts;

/// The pairs of a series between two players, from the view of the first.
#[derive(Clone, Debug, Default)]
pub struct PairBook {
    games: [u64; 3],
    pairs: [u64; 5],
    /// The points of pairs of which one game is missing, in half points.
    halves: BTreeMap<u64, usize>,
}

impl PairBook {
    /// Adds a game of the pair with this number, in which the first player made so many half
    /// points: 0, 1 or 2. Says the half points of the pair, 0 to 4, if it is complete now.
    pub fn add(&mut self, pair: u64, half_points: usize) -> Option<usize> {
        let half_points = half_points.min(2);
        self.games[half_points] += 1;
        match self.halves.remove(&pair) {
            None => {
                self.halves.insert(pair, half_points);
                None
            }
            Some(other) => {
                self.pairs[other + half_points] += 1;
                Some(other + half_points)
            }
        }
    }

    /// All games, one by one.
    pub fn games(&self) -> Counts {
        Counts::Games(self.games)
    }

    /// The complete pairs.
    pub fn pairs(&self) -> Counts {
        Counts::Pairs(self.pairs)
    }

    /// What to count: pairs, unless many games have lost their twin.
    pub fn counts(&self) -> Counts {
        let alone = self.halves.len() as u64;
        if alone * 10 > self.games().total() { self.games() } else { self.pairs() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_together_in_any_order() {
        let mut book = PairBook::default();
        let half = [(2, 2), (0, 2), (1, 1), (0, 0), (2, 2)];
        let pairs: Vec<_> = half.iter().map(|&(pair, points)| book.add(pair, points)).collect();
        assert_eq!(pairs, [None, None, None, Some(2), Some(4)]);
        assert_eq!(book.games(), Counts::Games([1, 1, 3]));
        assert_eq!(book.pairs(), Counts::Pairs([0, 0, 1, 0, 1]));
        assert_eq!(book.counts(), book.games(), "one of five has no twin");
        book.add(1, 1);
        assert_eq!(book.counts(), Counts::Pairs([0, 0, 2, 0, 1]));
    }
}
