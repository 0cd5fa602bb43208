//! What results say about the players, and how sure that is: pure functions of counts.
//!
//! The order in which games were played never matters, and every sum is made in an order of its
//! own, so the same games give the same figures to the last digit. What the figures mean, with
//! their formulas, is in `docs/statistics.md`.

mod chance;
mod compare;
mod counts;
mod fit;
mod graph;
mod matrix;
mod need;
mod pairs;
mod ratings;
mod sprt;
mod tiebreaks;

pub use chance::{los_of_wins, normal, normal_quantile};
pub use compare::{Comparison, chance_text, rank_sentence};
pub use counts::{Counts, Interval};
pub use need::{Need, holm};
pub use pairs::PairBook;
pub use ratings::{Model, Problem, Rated, Ratings, Results, Ties};
pub use sprt::{EloModel, Sprt, SprtRun, Verdict};
pub use tiebreaks::{Tiebreaks, tiebreaks, tiebreaks_with_byes};

/// The quantile of the normal distribution that leaves 2½ % on each side.
pub const Z95: f64 = 1.959_963_984_540_054;
/// Rating points for each natural logarithm of odds: 400 / ln 10.
pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Rating points of a normalised difference of one standard deviation: 800 / ln 10.
pub const NORMALISED_ELO: f64 = 2.0 * ELO;
