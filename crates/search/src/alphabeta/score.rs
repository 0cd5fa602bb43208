//! Scores of finished games, and how they are kept in the table.
//!
//! A win is worth [`WIN`] and more: first by its margin, then by how soon it comes.

/// A win by nothing, at the root; less some plies further down. Evaluations stay well below.
pub const WIN: i32 = 1 << 24;
/// No evaluation and no heuristic score reaches this.
const DECIDED: i32 = WIN - PLIES;
/// The best of all scores of games that are proved lost.
pub(super) const LOST: i32 = -DECIDED;
/// More than the plies of any line: one point of margin outweighs them all.
const PLIES: i32 = 1024;

/// Whether a score is that of a finished game that somebody wins.
pub fn is_decided(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// A win by `margin` (0 to 1000), `ply` plies below the root.
pub fn win(margin: i32, ply: u32) -> i32 {
    WIN + margin.clamp(0, 1000) * PLIES - ply as i32
}

/// An evaluation, kept from being taken for a win.
pub(super) fn guess(score: i32) -> i32 {
    score.clamp(1 - DECIDED, DECIDED - 1)
}

/// From "plies below the root" to "plies below this node", as the table keeps it.
pub(super) fn to_table(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score + score.signum() * ply as i32 } else { score }
}

/// The inverse of [`to_table`].
pub(super) fn from_table(score: i32, ply: u32) -> i32 {
    if is_decided(score) { score - score.signum() * ply as i32 } else { score }
}

/// `+12`, `win in 3`, `loss in 4`; a win by points is `win by 12`.
pub fn show(score: i32) -> String {
    if !is_decided(score) {
        return format!("{score:+}");
    }
    let won = if score > 0 { "win" } else { "loss" };
    let above = score.abs() - DECIDED;
    // `above` is PLIES - ply for a win by nothing, and PLIES more for each point.
    match (above - 1) / PLIES {
        0 => format!("{won} in {}", PLIES - above),
        margin => format!("{won} by {margin}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearer_is_better_and_margin_is_better_still() {
        assert!(win(0, 3) > win(0, 5));
        assert!(win(2, 60) > win(1, 1));
        assert!(is_decided(win(0, 200)) && is_decided(-win(1000, 0)));
        assert!(!is_decided(guess(i32::MAX)) && !is_decided(guess(i32::MIN + 1)));
    }

    #[test]
    fn the_table_keeps_distances_from_the_node() {
        for score in [0, 55, -55, win(0, 9), -win(7, 9)] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(from_table(to_table(win(0, 9), 4), 0), win(0, 5));
    }

    #[test]
    fn people_can_read_scores() {
        assert_eq!(show(12), "+12");
        assert_eq!(show(-win(0, 4)), "loss in 4");
        assert_eq!(show(win(0, 0)), "win in 0");
        assert_eq!(show(win(12, 9)), "win by 12");
    }
}
