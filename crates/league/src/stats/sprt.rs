//! The sequential test: play until it is clear which of two claims about a difference holds.
//!
//! The likelihood ratio is the generalised one: each claim is represented by the distribution of
//! results that fits best among those for which it holds.

mod run;

use std::str::FromStr;

use gyoji_core::BadText;
use gyoji_words::stats as words;

use super::{Counts, NORMALISED_ELO};
pub use run::SprtRun;

/// In which units a difference is claimed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum EloModel {
    /// The usual rating points: the expected score is 1 / (1 + 10^(-elo/400)).
    #[default]
    Logistic,
    /// Units of the spread of a game; see [`Counts::normalised_elo`].
    Normalised,
}

impl EloModel {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalised => "normalized",
        }
    }
}

/// Two claims about how much better the first player is, and how often each may be wrongly taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// H0: the difference is this at the most.
    pub elo0: f64,
    /// H1: the difference is this at least.
    pub elo1: f64,
    /// How often H1 may be taken although H0 holds.
    pub alpha: f64,
    /// How often H0 may be taken although H1 holds.
    pub beta: f64,
    /// The units of the claims.
    pub model: EloModel,
}

/// What the results say so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The first claim.
    H0,
    /// The second claim.
    H1,
    /// Nothing yet.
    Continue,
}

impl Verdict {
    /// As it is written in results.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::H0 => "H0",
            Verdict::H1 => "H1",
            Verdict::Continue => "continue",
        }
    }
}

impl Sprt {
    /// The keys of the text form.
    const KEYS: [&str; 5] = ["elo0", "elo1", "alpha", "beta", "model"];
    /// How large a claimed difference may be.
    const MOST_ELO: f64 = 400.0;

    /// The ratio at which H0 is taken, and the one at which H1 is.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What such a ratio says.
    pub fn verdict(&self, llr: f64) -> Verdict {
        let (lower, upper) = self.bounds();
        match llr {
            llr if llr >= upper => Verdict::H1,
            llr if llr <= lower => Verdict::H0,
            _ => Verdict::Continue,
        }
    }

    /// The logarithm of the ratio of likelihoods, H1 over H0.
    pub fn llr(&self, counts: &Counts) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        // What never happened may yet happen: a little of everything, as all such programs do.
        const LITTLE: f64 = 0.001;
        let cells = counts.cells().iter().map(|&count| (count as f64).max(LITTLE));
        let total: f64 = cells.clone().sum();
        let seen: Vec<(f64, f64)> =
            cells.enumerate().map(|(index, count)| (counts.value(index), count / total)).collect();
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => {
                let mean = 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
                let around: Vec<(f64, f64)> =
                    seen.iter().map(|&(value, share)| (value - mean, share)).collect();
                tilt(&around)
            }
            EloModel::Normalised => {
                let each = (counts.games_each() as f64).sqrt();
                fit_normalised(&seen, each * elo / NORMALISED_ELO)
            }
        };
        let (fit0, fit1) = (fit(self.elo0), fit(self.elo1));
        let shares = seen.iter().zip(fit0.iter().zip(&fit1));
        total * shares.map(|((_, share), (p0, p1))| share * (p1 / p0).ln()).sum::<f64>()
    }
}

/// The distribution nearest to the shares seen under which the mean of the values is 0. Each
/// share is divided by `1 + x · value`; `x` is the one root of the mean as a function of it.
fn tilt(seen: &[(f64, f64)]) -> Vec<f64> {
    let least = seen.iter().map(|(value, _)| *value).fold(f64::INFINITY, f64::min);
    let most = seen.iter().map(|(value, _)| *value).fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = 0.5 * (low + high);
        if x <= low || x >= high {
            break;
        }
        let mean: f64 = seen.iter().map(|(value, share)| share * value / (1.0 + x * value)).sum();
        if mean > 0.0 { low = x } else { high = x }
    }
    let x = 0.5 * (low + high);
    seen.iter().map(|(value, share)| share / (1.0 + x * value)).collect()
}

/// The distribution nearest to the shares seen whose mean is `t` standard deviations above ½.
///
/// That condition is not linear in the shares; around a distribution with mean m and deviation d
/// it is to first order that the mean of `a - ½ - t·d·(1 + ((a - m)/d)²)/2` is 0. So it is
/// solved again and again from there.
fn fit_normalised(seen: &[(f64, f64)], t: f64) -> Vec<f64> {
    // From equal shares: a clean sheet has no deviation to begin with.
    let mut shares = vec![1.0 / seen.len() as f64; seen.len()];
    for _ in 0..100 {
        let mean: f64 = seen.iter().zip(&shares).map(|((value, _), share)| value * share).sum();
        let spread = seen.iter().zip(&shares);
        let variance: f64 = spread.map(|((a, _), share)| (a - mean).powi(2) * share).sum();
        let deviation = variance.sqrt();
        let bend =
            |a: f64| a - 0.5 - t * deviation * (1.0 + ((a - mean) / deviation).powi(2)) / 2.0;
        let bent: Vec<(f64, f64)> =
            seen.iter().map(|&(value, share)| (bend(value), share)).collect();
        // Far from any solution there may be no next step.
        let has = |sign: fn(&f64) -> bool| bent.iter().any(|(value, _)| sign(value));
        if !has(|value| *value > 0.0) || !has(|value| *value < 0.0) {
            break;
        }
        let next = tilt(&bent);
        let step = shares.iter().zip(&next).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        shares = next;
        if step < 1e-13 {
            break;
        }
    }
    shares
}

impl FromStr for Sprt {
    type Err = BadText;

    /// `elo0=0,elo1=10[,alpha=0.05,beta=0.05,model=logistic|normalized]`
    fn from_str(text: &str) -> Result<Sprt, BadText> {
        let (mut elo0, mut elo1, mut model) = (None, None, EloModel::default());
        let (mut alpha, mut beta) = (0.05, 0.05);
        let mut named = Vec::new();
        for part in text.split(',') {
            let Some((key, value)) = part.split_once('=') else {
                return Err(BadText::new(part, words::sprt_form()));
            };
            let (key, value) = (key.trim(), value.trim());
            if named.contains(&key) {
                return Err(BadText::new(text, words::sprt_twice(key)));
            }
            named.push(key);
            match key {
                "elo0" => elo0 = Some(number(value, -Self::MOST_ELO, Self::MOST_ELO)?),
                "elo1" => elo1 = Some(number(value, -Self::MOST_ELO, Self::MOST_ELO)?),
                "alpha" => alpha = number(value, 1e-6, 0.49)?,
                "beta" => beta = number(value, 1e-6, 0.49)?,
                "model" => {
                    model = match value {
                        "logistic" => EloModel::Logistic,
                        "normalized" | "normalised" => EloModel::Normalised,
                        _ => return Err(BadText::new(value, words::sprt_models())),
                    }
                }
                _ => return Err(BadText::unknown(key, Self::KEYS, words::sprt_no_such_key)),
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            return Err(BadText::new(text, words::sprt_form()));
        };
        // Claims that are nearly the same are told apart by no number of games.
        if elo1 - elo0 < 0.01 {
            return Err(BadText::new(text, words::sprt_order()));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }
}

fn number(text: &str, least: f64, most: f64) -> Result<f64, BadText> {
    let number = text.parse::<f64>().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| BadText::new(text, words::sprt_number(least, most)))
}

#[cfg(test)]
mod tests {
    use gyoji_words::Lang;

    use super::*;

    #[test]
    fn the_text_is_read() {
        let sprt: Sprt = "elo0=0, elo1=10".parse().unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (0.0, 10.0, 0.05, 0.05));
        assert_eq!(sprt.model, EloModel::Logistic);
        let sprt: Sprt = "beta=0.1,elo1=2.5,alpha=0.01,elo0=-1,model=normalized".parse().unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta), (-1.0, 2.5, 0.01, 0.1));
        assert_eq!(sprt.model, EloModel::Normalised);
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said() {
        for (text, words) in [
            ("", "elo0=0,elo1=10"),
            ("elo0=0", "elo0=0,elo1=10"),
            ("elo0=0;elo1=10", "-400"),
            ("elo0=0,elo1=x", "-400"),
            ("elo0=0,elo1=nan", "-400"),
            ("elo0=0,elo1=1e9", "-400"),
            ("elo0=0,elo1=10,alfa=0.05", "alpha"),
            ("elo0=0,elo1=10,elo1=20", "twice"),
            ("elo0=10,elo1=0", "larger"),
            ("elo0=5,elo1=5", "larger"),
            ("elo0=0,elo1=10,alpha=0", "0.49"),
            ("elo0=0,elo1=10,beta=0.5", "0.49"),
            ("elo0=0,elo1=10,model=bayes", "logistic"),
        ] {
            let bad = text.parse::<Sprt>().unwrap_err();
            let said = format!("{}: {}", bad.input, bad.problem.get(Lang::En));
            assert!(said.contains(words), "{text}: {said}");
            assert_ne!(bad.problem.get(Lang::Ja), bad.problem.get(Lang::En), "{text}");
        }
    }

    #[test]
    fn a_ratio_is_a_number_whatever_the_counts_and_claims() {
        for model in [EloModel::Logistic, EloModel::Normalised] {
            for (elo0, elo1) in [(-400.0, 400.0), (0.0, 1.0), (390.0, 400.0), (-400.0, -399.0)] {
                let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
                for cells in
                    [[0; 5], [9, 0, 0, 0, 0], [0, 0, 9, 0, 0], [0, 0, 0, 0, 9_999], [1, 0, 0, 0, 1]]
                {
                    let llr = sprt.llr(&Counts::Pairs(cells));
                    assert!(llr.is_finite(), "{sprt:?} {cells:?}: {llr}");
                }
            }
        }
    }
}
