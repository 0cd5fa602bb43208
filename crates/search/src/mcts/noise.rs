//! Dirichlet noise for the root of a search that is to try new things, as in self-play.

use fastrand::Rng;

/// How much of the priors at the root is drawn by lot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Noise {
    /// The smaller, the fewer moves share the noise.
    pub alpha: f64,
    /// The part of each prior that is noise, 0 to 1.
    pub share: f32,
}

impl Noise {
    /// The usual of the field: alpha 0.3, a quarter of each prior.
    pub const USUAL: Noise = Noise { alpha: 0.3, share: 0.25 };
}

/// `count` shares of 1, drawn from the symmetric Dirichlet distribution.
pub(super) fn dirichlet(count: usize, alpha: f64, rng: &mut Rng) -> Vec<f32> {
    let drawn: Vec<f64> = (0..count).map(|_| gamma(alpha, rng)).collect();
    let sum: f64 = drawn.iter().sum();
    // With a tiny alpha every draw may have been too small to be told from nothing.
    let share = |one: &f64| if sum > 0.0 { (one / sum) as f32 } else { 1.0 / count as f32 };
    drawn.iter().map(share).collect()
}

/// A draw from the gamma distribution of that shape, by the method of Marsaglia and Tsang (2000).
fn gamma(shape: f64, rng: &mut Rng) -> f64 {
    if shape < 1.0 {
        // A draw of shape + 1, scaled back.
        return gamma(shape + 1.0, rng) * rng.f64().powf(1.0 / shape.max(f64::MIN_POSITIVE));
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - rng.f64()).ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            return d * v;
        }
    }
}

/// A draw from the standard normal distribution (Box and Muller).
fn normal(rng: &mut Rng) -> f64 {
    // 1 - f64() is never 0.
    (-2.0 * (1.0 - rng.f64()).ln()).sqrt() * (std::f64::consts::TAU * rng.f64()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_sum_up_to_one_with_the_right_mean_and_variance() {
        let mut rng = Rng::with_seed(1);
        for (count, alpha) in [(5, 0.3), (20, 0.03), (3, 4.0)] {
            let rounds = 20_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..rounds {
                let shares = dirichlet(count, alpha, &mut rng);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
                assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4);
                sum += f64::from(shares[0]);
                squares += shares.iter().map(|&share| f64::from(share).powi(2)).sum::<f64>();
            }
            let wanted = 1.0 / count as f64;
            let mean = sum / f64::from(rounds);
            let variance = squares / f64::from(rounds) * wanted - wanted * wanted;
            let spread = wanted * (1.0 - wanted) / (count as f64 * alpha + 1.0);
            assert!((mean - wanted).abs() < 0.01, "{mean} for {wanted}");
            assert!((variance / spread - 1.0).abs() < 0.06, "{variance} for {spread}");
        }
    }

    #[test]
    fn extreme_alphas_do_no_harm() {
        let mut rng = Rng::with_seed(1);
        for alpha in [0.0, 1e-9, 1e9] {
            let shares = dirichlet(7, alpha, &mut rng);
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{shares:?}");
        }
        assert!(dirichlet(0, 0.3, &mut rng).is_empty());
    }
}
