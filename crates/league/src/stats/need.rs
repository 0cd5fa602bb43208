//! How many games it takes to tell two players apart, and what many comparisons are worth.

use super::{Z95, normal_quantile};

/// What is known of a difference in score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Need {
    /// The expected score.
    pub score: f64,
    /// The variance of the score of one game.
    pub variance: f64,
}

/// How often a series of the length that is asked for shows the difference.
const POWER: f64 = 0.8;

impl Need {
    /// By a difference in rating and a share of draws.
    pub fn of(elo: f64, draws: f64) -> Need {
        let score = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        Need { score, variance: score - draws / 4.0 - score * score }
    }

    /// The number of games at which an interval that leaves out `outside` (both sides together)
    /// shows the difference with probability `power`. Infinite where there is none.
    pub fn games(&self, outside: f64, power: f64) -> f64 {
        let z = normal_quantile(1.0 - outside / 2.0) + normal_quantile(power);
        z * z * self.variance / (self.score - 0.5).powi(2)
    }

    /// The number of games after which a series shows the difference at 95 %, four times in five.
    pub fn usual(&self) -> f64 {
        self.games(0.05, POWER)
    }
}

/// By which factor a series has to grow until a difference that is `sigmas` standard errors large
/// shows at 95 %, four times in five.
pub(super) fn growth(sigmas: f64) -> f64 {
    ((Z95 + normal_quantile(POWER)) / sigmas).powi(2)
}

/// The p-values of several comparisons, corrected for their number (Holm).
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut corrected = vec![0.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max(((values.len() - rank) as f64 * values[index]).min(1.0));
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_players_are_never_told_apart() {
        assert_eq!(Need { score: 0.5, variance: 0.25 }.usual(), f64::INFINITY);
    }

    #[test]
    fn a_difference_that_shows_already_needs_no_growth() {
        assert!(growth(3.0) < 1.0 && growth(2.0) > 1.0);
    }
}
