//! A sequential test while games are played.
//!
//! Pairs are taken in the order in which they were planned, not in which they ended: otherwise
//! short games would be heard first, and how many games run at once would decide the result.

use std::collections::BTreeMap;

use super::{Sprt, Verdict};
use crate::stats::Counts;

/// The test, and the pairs it has heard of. Once it has decided, it has: games that were running
/// then are no part of it.
#[derive(Clone, Debug)]
pub struct SprtRun {
    /// What is tested.
    pub sprt: Sprt,
    pairs: [u64; 5],
    llr: f64,
    verdict: Verdict,
    /// The number of the pair that is next, and those that came before their turn; `None` for one
    /// that will never be complete.
    next: u64,
    early: BTreeMap<u64, Option<usize>>,
    in_order: bool,
}

impl SprtRun {
    /// A test without games.
    pub fn new(sprt: Sprt) -> SprtRun {
        let verdict = Verdict::Continue;
        let early = BTreeMap::new();
        SprtRun { sprt, pairs: [0; 5], llr: 0.0, verdict, next: 0, early, in_order: true }
    }

    /// The pair with this number, counted from 0, has made so many half points, 0 to 4.
    pub fn pair(&mut self, number: u64, half_points: usize) {
        self.hear(number, Some(half_points.min(4)));
    }

    /// The pair with this number will never be complete.
    pub fn without(&mut self, number: u64) {
        self.hear(number, None);
    }

    /// Some pair will never be complete, nobody knows which: from now on pairs count as they come.
    pub fn in_any_order(&mut self) {
        self.in_order = false;
        for half_points in std::mem::take(&mut self.early).into_values() {
            self.count(half_points);
        }
    }

    fn hear(&mut self, number: u64, half_points: Option<usize>) {
        if !self.in_order {
            return self.count(half_points);
        }
        self.early.insert(number, half_points);
        while let Some(half_points) = self.early.remove(&self.next) {
            self.next += 1;
            self.count(half_points);
        }
    }

    fn count(&mut self, half_points: Option<usize>) {
        let Some(half_points) = half_points else { return };
        if self.verdict == Verdict::Continue {
            self.pairs[half_points] += 1;
            self.llr = self.sprt.llr(&self.counts());
            self.verdict = self.sprt.verdict(self.llr);
        }
    }

    /// The pairs that count.
    pub fn counts(&self) -> Counts {
        Counts::Pairs(self.pairs)
    }

    /// The logarithm of the ratio of likelihoods.
    pub fn llr(&self) -> f64 {
        self.llr
    }

    /// What it says.
    pub fn verdict(&self) -> Verdict {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> SprtRun {
        SprtRun::new("elo0=0,elo1=100".parse().unwrap())
    }

    #[test]
    fn the_order_of_arrival_changes_nothing() {
        let results: Vec<usize> = (0..60).map(|number| [4, 3, 2, 4, 1][number % 5]).collect();
        let mut straight = run();
        let mut crossed = run();
        for (number, &result) in results.iter().enumerate() {
            straight.pair(number as u64, result);
        }
        for number in (0..30).rev().chain((30..60).rev()) {
            crossed.pair(number as u64, results[number]);
        }
        assert_eq!(straight.verdict(), Verdict::H1);
        assert_eq!(straight.counts(), crossed.counts());
        assert_eq!((straight.llr(), straight.verdict()), (crossed.llr(), crossed.verdict()));
        assert!(straight.counts().total() < 60, "what came after the decision does not count");
    }

    #[test]
    fn a_pair_that_never_comes_holds_nobody_up() {
        let mut one = run();
        one.pair(1, 4);
        assert_eq!(one.counts().total(), 0);
        one.without(0);
        assert_eq!(one.counts().total(), 1);
        one.pair(3, 4);
        one.in_any_order();
        one.pair(7, 4);
        assert_eq!(one.counts().total(), 3);
    }
}
