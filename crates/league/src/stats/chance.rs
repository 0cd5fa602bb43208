//! The two distributions behind the figures: the normal one and coins.

use libm::{erfc, lgamma};

/// The probability that a normal variable stays below `x` standard deviations.
pub fn normal(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// Where a normal variable stays below with probability `p`.
pub fn normal_quantile(p: f64) -> f64 {
    // Halving an interval is slow and cannot fail; nobody asks often.
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if normal(middle) < p { low = middle } else { high = middle }
    }
    0.5 * (low + high)
}

/// How likely whoever has won so often is the better one, when nothing is known beforehand: the
/// share of Beta(wins + 1, losses + 1) above ½. Sane even for one game or a clean sheet.
pub fn los_of_wins(wins: u64, losses: u64) -> f64 {
    // The same as: of wins + losses + 1 coins at most `wins` show heads.
    match wins >= losses {
        true => 1.0 - tail(losses, wins),
        false => tail(wins, losses),
    }
}

/// The probability that of `few + many + 1` coins at most `few` show heads, for `few <= many`.
fn tail(few: u64, many: u64) -> f64 {
    let coins = (few + many + 1) as f64;
    let ways = lgamma(coins + 1.0) - lgamma(few as f64 + 1.0) - lgamma(coins - few as f64 + 1.0);
    let mut term = (ways - coins * std::f64::consts::LN_2).exp();
    let mut sum = term;
    for heads in (1..=few).rev() {
        term *= heads as f64 / (coins - heads as f64 + 1.0);
        sum += term;
        if term < sum * 1e-17 {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values_of_the_normal_distribution() {
        assert_eq!(normal(0.0), 0.5);
        assert!((normal(1.959_963_984_540_054) - 0.975).abs() < 1e-15);
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-12);
        assert!((normal_quantile(0.2) + normal_quantile(0.8)).abs() < 1e-12);
    }

    #[test]
    fn one_game_is_no_certainty_and_none_says_nothing() {
        assert!((los_of_wins(1, 0) - 0.75).abs() < 1e-12);
        assert!((los_of_wins(0, 0) - 0.5).abs() < 1e-12);
        assert!((los_of_wins(7, 3) + los_of_wins(3, 7) - 1.0).abs() < 1e-12);
        assert!(los_of_wins(50_000_000, 50_000_000) - 0.5 < 1e-6, "also for very many");
    }
}
