//! Multi-ProbCut: how far a shallow search may be off a deep one, and how sure to be before trusting it.
//!
//! The numbers are fitted to this evaluation by the example `learn cuts`.

use super::weights::DISC;

/// Selectivity: from the boldest to the exact search, how many standard deviations a shallow search has to be
/// clear of the window for the deep one to be left out.
const SURE: [f32; 5] = [1.1, 1.5, 2.0, 2.6, 3.3];

/// The level at which nothing is left out.
pub(super) const EXACT: u8 = SURE.len() as u8;

/// How deep to look instead of `depth`.
#[inline(always)]
pub(super) const fn shallow(depth: u32) -> u32 {
    let most = depth * 2 / 5;
    if most % 2 == depth % 2 { most } else { most.saturating_sub(1) }
}

/// By how much a shallow search has to be clear of the window, in units of the evaluation.
#[inline(always)]
pub(super) fn margin(level: u8, depth: u32, shallow: u32, empties: u32) -> i32 {
    let sure = SURE[usize::from(level).min(SURE.len() - 1)];
    (sure * spread(depth, shallow, empties) * DISC as f32) as i32
}

/// The standard deviation of the difference between two depths, in discs.
#[inline(always)]
pub(super) fn spread(depth: u32, shallow: u32, empties: u32) -> f32 {
    let _ = empties;
    1.0 + 0.25 * (depth - shallow) as f32 + 1.2 / (1.0 + shallow as f32)
}
