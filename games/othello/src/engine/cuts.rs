//! Multi-ProbCut: how far a shallow search may be off a deep one, and how sure to be before trusting it.
//!
//! The spread is fitted to 800 positions that the example `learn cuts` looked at with the weights of the round before the
//! last.

use std::sync::OnceLock;

use super::weights::DISC;

/// Selectivity, from the boldest to the most careful: how many standard deviations a shallow search has to be clear of
/// the window for the deep one to be left out, and how many of a hundred shallow searches are off by no more.
const SURE: [(f32, &str); 5] =
    [(0.7, "52%"), (1.1, "73%"), (1.6, "89%"), (2.2, "97%"), (3.0, "99.7%")];

/// The level at which nothing is left out.
pub(super) const EXACT: u8 = SURE.len() as u8;

/// More depths and empty squares than there are.
const SIZE: usize = 64;

/// How deep to look instead of `depth`: of the same parity, since the evaluation swings with it.
#[inline(always)]
pub(super) const fn shallow(depth: u32) -> u32 {
    let most = depth * 2 / 5;
    if most % 2 == depth % 2 { most } else { most.saturating_sub(1) }
}

/// By how much shallow searches have to be clear of the window.
#[derive(Debug)]
pub(super) struct Margins {
    /// Spreads in units of the evaluation, by depth and empty squares.
    spreads: Vec<[f32; SIZE]>,
}

impl Margins {
    pub(super) fn get() -> &'static Self {
        static MARGINS: OnceLock<Margins> = OnceLock::new();
        MARGINS.get_or_init(|| {
            let spread = |depth: u32, empties| DISC as f32 * spread(depth, shallow(depth), empties);
            let row = |depth: u32| std::array::from_fn(|empties| spread(depth, empties as u32));
            Self { spreads: (0..SIZE as u32).map(row).collect() }
        })
    }

    /// The margin for a search of this depth, in units of the evaluation.
    #[inline(always)]
    pub(super) fn margin(&self, level: u8, depth: u32, empties: u32) -> i32 {
        let (sure, _) = SURE[usize::from(level).min(SURE.len() - 1)];
        let row = &self.spreads[depth as usize % SIZE];
        (sure * row[empties as usize % SIZE]) as i32
    }
}

/// The standard deviation of the difference between two depths, in discs; `depth` may reach the end of the game.
fn spread(depth: u32, shallow: u32, empties: u32) -> f32 {
    let between = (depth.saturating_sub(shallow).max(1) as f32).ln();
    let looked_at = (1.0 + shallow as f32).ln();
    let power = if depth >= empties {
        0.9508 + 0.6069 * between - 0.1127 * looked_at - 0.0369 * empties as f32
    } else {
        1.5235 + 0.3683 * between - 0.2412 * looked_at - 0.0191 * empties as f32
    };
    power.exp()
}

/// How sure a level is of what it leaves out: `73%`.
pub(super) fn percent(level: u8) -> &'static str {
    SURE.get(usize::from(level)).map_or("100%", |(_, percent)| percent)
}
