//! The most likely values of a model in which things are chosen: each choice is one of several
//! alternatives, and an alternative's weight is the exponential of a sum of values.
//!
//! Bradley–Terry, Davidson, Plackett–Luce and Davidson–Luce are all of this kind. Its likelihood
//! has one summit at the most, found by Newton's method; its curvature there is the information.

use super::matrix::Matrix;

/// Which values an alternative's weight is made of, and how much of each.
pub(super) type Weights = Vec<(usize, f64)>;

/// One choice, so many times.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) alternatives: Vec<Weights>,
    pub(super) chosen: usize,
    pub(super) times: f64,
}

/// The summit.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub(super) values: Vec<f64>,
    /// The inverse of the information, the sum of the first values being held at 0.
    covariance: Matrix,
    pub(super) log_likelihood: f64,
}

impl Fit {
    /// A sum of values and its standard error.
    pub(super) fn sum(&self, parts: &[(usize, f64)]) -> (f64, f64) {
        let value = parts.iter().map(|&(index, share)| share * self.values[index]).sum();
        let mut variance = 0.0;
        for &(row, a) in parts {
            for &(column, b) in parts {
                variance += a * b * self.covariance.get(row, column);
            }
        }
        (value, f64::max(variance, 0.0).sqrt())
    }
}

/// A value so far out that there is no summit: odds of more than 100 000 to 1 against the mean.
const FAR: f64 = 12.0;
const MOST_STEPS: usize = 200;

/// Finds the summit over `count` values, of which only differences between the first `relative`
/// matter. None if there is none, or if it is not a point.
pub(super) fn fit(choices: &[Choice], relative: usize, count: usize) -> Option<Fit> {
    let mut values = vec![0.0; count];
    let mut here = Slope::at(choices, relative, &values);
    for _ in 0..MOST_STEPS {
        let factor = here.information.factor()?;
        let step = factor.solve(&here.gradient);
        let length = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
        if length < 1e-9 {
            let mut covariance = factor.inverse();
            let held = (relative * relative) as f64;
            for row in 0..relative {
                (0..relative).for_each(|column| covariance.add(row, column, -1.0 / held));
            }
            return Some(Fit { values, covariance, log_likelihood: here.log_likelihood });
        }
        // Never far at once, and never down.
        let mut share = f64::min(1.0, 2.0 / length);
        loop {
            let next: Vec<f64> = values.iter().zip(&step).map(|(v, s)| v + share * s).collect();
            let there = Slope::at(choices, relative, &next);
            let rounding = 1e-12 * here.log_likelihood.abs();
            if there.log_likelihood >= here.log_likelihood - rounding {
                (values, here) = (next, there);
                break;
            }
            share /= 2.0;
            if share < 1e-9 {
                return None;
            }
        }
        if values.iter().any(|value| value.abs() > FAR) {
            return None;
        }
    }
    None
}

/// The likelihood at a point, where it rises and how it bends.
struct Slope {
    log_likelihood: f64,
    gradient: Vec<f64>,
    information: Matrix,
}

impl Slope {
    fn at(choices: &[Choice], relative: usize, values: &[f64]) -> Slope {
        let mut log_likelihood = 0.0;
        let mut gradient = vec![0.0; values.len()];
        let mut information = Matrix::zero(values.len());
        // A common shift of the first values changes nothing: this holds their sum at 0.
        for row in 0..relative {
            (0..relative).for_each(|column| information.add(row, column, 1.0));
        }
        let mut involved: Vec<(usize, f64)> = Vec::new();
        for Choice { alternatives, chosen, times } in choices {
            let logs: Vec<f64> = alternatives
                .iter()
                .map(|weights| weights.iter().map(|&(index, share)| share * values[index]).sum())
                .collect();
            let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let sum: f64 = logs.iter().map(|log| (log - most).exp()).sum();
            log_likelihood += times * (logs[*chosen] - most - sum.ln());
            involved.clear();
            for (weights, log) in alternatives.iter().zip(&logs) {
                let p = (log - most).exp() / sum;
                for &(row, a) in weights {
                    match involved.iter_mut().find(|(index, _)| *index == row) {
                        Some((_, mean)) => *mean += p * a,
                        None => involved.push((row, p * a)),
                    }
                    for &(column, b) in weights {
                        information.add(row, column, times * p * a * b);
                    }
                }
            }
            for &(row, a) in &alternatives[*chosen] {
                gradient[row] += times * a;
            }
            for &(row, a) in &involved {
                gradient[row] -= times * a;
                for &(column, b) in &involved {
                    information.add(row, column, -times * a * b);
                }
            }
        }
        Slope { log_likelihood, gradient, information }
    }
}
