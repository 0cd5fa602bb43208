//! How often each score came up, in single games or in pairs of games, and what follows from it.
//!
//! Two games from the same start with changed seats are not independent: what the start gives to
//! one seat it takes from the other. So where games come in pairs the pairs are what is counted.

use super::{NORMALISED_ELO, Z95, los_of_wins, normal};
use crate::elo;

/// Results from the view of one player, worst first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs of games with changed seats, by the points of both: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
}

/// A figure with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The figure itself.
    pub middle: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// As far to either side.
    pub fn around(middle: f64, margin: f64) -> Interval {
        Interval { low: middle - margin, middle, high: middle + margin }
    }

    /// The interval after an increasing function.
    pub fn map(self, f: impl Fn(f64) -> f64) -> Interval {
        Interval { low: f(self.low), middle: f(self.middle), high: f(self.high) }
    }
}

impl Counts {
    /// The counts, worst result first.
    pub fn cells(&self) -> &[u64] {
        match self {
            Counts::Games(cells) => cells,
            Counts::Pairs(cells) => cells,
        }
    }

    /// How many games or pairs there are.
    pub fn total(&self) -> u64 {
        self.cells().iter().sum()
    }

    /// How many games one of the things counted has.
    pub fn games_each(&self) -> u64 {
        match self {
            Counts::Games(_) => 1,
            Counts::Pairs(_) => 2,
        }
    }

    /// The score of the result at this place of the counts, 0 to 1.
    pub(super) fn value(&self, index: usize) -> f64 {
        index as f64 / (self.cells().len() - 1) as f64
    }

    /// The mean of `f` over all results.
    fn mean_of(&self, f: impl Fn(f64) -> f64) -> f64 {
        let sum: f64 = (self.cells().iter().enumerate())
            .map(|(index, &count)| count as f64 * f(self.value(index)))
            .sum();
        sum / self.total() as f64
    }

    /// The mean score, 0 to 1, if there is anything.
    pub fn score(&self) -> Option<f64> {
        (self.total() > 0).then(|| self.mean_of(|value| value))
    }

    /// The variance of the score of one game or pair.
    pub fn variance(&self) -> Option<f64> {
        let score = self.score()?;
        Some(self.mean_of(|value| (value - score).powi(2)))
    }

    /// The variance of the score of one game: of pairs, half of a pair's mean counts twice.
    pub fn variance_per_game(&self) -> Option<f64> {
        Some(self.variance()? * self.games_each() as f64)
    }

    /// The standard error of the mean score.
    pub fn standard_error(&self) -> Option<f64> {
        Some((self.variance()? / self.total() as f64).sqrt())
    }

    /// The score with its 95 % interval. Without any spread in the results it is a point: see
    /// [`Counts::is_too_little`].
    pub fn score_interval(&self) -> Option<Interval> {
        Some(Interval::around(self.score()?, Z95 * self.standard_error()?))
    }

    /// The difference in rating with its 95 % interval; infinite at the ends of the scale.
    pub fn elo(&self) -> Option<Interval> {
        Some(self.score_interval()?.map(|score| elo(score.clamp(0.0, 1.0))))
    }

    /// The difference in units of the spread of a game: how fast a series shows it, whatever the
    /// share of draws. There is none without a spread.
    pub fn normalised_elo(&self) -> Option<f64> {
        let spread = self.variance_per_game().filter(|variance| *variance > 0.0)?.sqrt();
        Some(NORMALISED_ELO * (self.score()? - 0.5) / spread)
    }

    /// Half the width of the 95 % interval of the normalised difference, with the uncertainty of
    /// the spread itself (delta method).
    pub fn normalised_elo_margin(&self) -> Option<f64> {
        let (score, variance) = (self.score()?, self.variance().filter(|v| *v > 0.0)?);
        let deviation = variance.sqrt();
        let moment = |power: i32| self.mean_of(|value| ((value - score) / deviation).powi(power));
        let t = (score - 0.5) / deviation;
        let (skewness, excess) = (moment(3), moment(4) - 3.0);
        let share = (1.0 - t * skewness + t * t * (excess + 2.0) / 4.0).max(0.0);
        let games = (self.total() * self.games_each()) as f64;
        Some(Z95 * NORMALISED_ELO * (share / games).sqrt())
    }

    /// The likelihood of superiority by the normal distribution. There is none without a spread.
    pub fn los(&self) -> Option<f64> {
        let error = self.standard_error().filter(|error| *error > 0.0)?;
        Some(normal((self.score()? - 0.5) / error))
    }

    /// The likelihood of superiority; where there is too little to tell a spread from, by the wins
    /// and losses of the same games alone.
    pub fn careful_los(&self, wins: u64, losses: u64) -> f64 {
        let los = self.los().filter(|_| !self.is_too_little());
        los.unwrap_or_else(|| los_of_wins(wins, losses))
    }

    /// Whether the results are too few, or all the same, for their spread to mean anything: then
    /// the formulas above would claim to be certain.
    pub fn is_too_little(&self) -> bool {
        const FEW: u64 = 10;
        self.total() < FEW || self.variance() == Some(0.0)
    }

    /// The mean and the variance with an imagined result at each end of the scale.
    pub fn with_imagined(&self) -> (f64, f64) {
        let total = self.total() as f64 + 2.0;
        let sum = |power: i32| match self.total() {
            0 => 0.0,
            count => count as f64 * self.mean_of(|value| value.powi(power)),
        };
        let mean = (sum(1) + 1.0) / total;
        (mean, (sum(2) + 1.0) / total - mean * mean)
    }

    /// Half the width of the 95 % interval around the mean score. Where there is too little to
    /// tell from, an imagined result at each end of the scale keeps it from claiming certainty.
    pub fn margin(&self) -> f64 {
        match self.standard_error().filter(|_| !self.is_too_little()) {
            Some(error) => Z95 * error,
            None => Z95 * (self.with_imagined().1 / (self.total() as f64 + 2.0)).sqrt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_says_nothing() {
        let none = Counts::Games([0, 0, 0]);
        assert_eq!((none.score(), none.elo(), none.normalised_elo()), (None, None, None));
        assert!(none.is_too_little() && none.margin() > 0.5, "{}", none.margin());
    }

    #[test]
    fn equal_results_are_no_certainty() {
        for counts in [[0, 1, 0], [0, 20, 0], [0, 0, 1], [0, 0, 30], [0, 9, 0]] {
            let counts = Counts::Games(counts);
            assert!(counts.is_too_little(), "{counts:?}");
            assert!(counts.margin() > 0.05, "{counts:?}: {}", counts.margin());
        }
        assert!(Counts::Pairs([0, 0, 50, 0, 0]).margin() > 0.0);
    }

    #[test]
    fn enough_results_speak_for_themselves() {
        let counts = Counts::Games([96, 111, 136]);
        assert!(!counts.is_too_little());
        let plain = counts.score_interval().unwrap();
        assert!((counts.margin() - (plain.high - plain.low) / 2.0).abs() < 1e-12);
    }
}
