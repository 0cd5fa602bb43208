//! Scores: what a position is worth, and wins by how soon they come.

use gyoji_core::Value;

/// Score units in one unit of log odds: a score of so much is won 73 times in 100.
pub const LOGIT: f32 = 256.0;
/// A win at once; less one for each ply it takes. Evaluations stay well below.
pub const WIN: i32 = 30_000;
/// No evaluation reaches this.
const DECIDED: i32 = WIN - 1_000;

/// A win whose last stone is so many plies away.
pub const fn win_in(plies: usize) -> i32 {
    WIN - plies as i32
}

/// Whether somebody is proved to win.
pub const fn is_decided(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// An evaluation, kept from being taken for a win.
pub(super) fn guess(score: i32) -> i32 {
    score.clamp(1 - DECIDED, DECIDED - 1)
}

/// From "plies from the root" to "plies from here", as the table keeps it.
pub(super) const fn to_table(score: i32, ply: usize) -> i16 {
    let plies = if is_decided(score) { score.signum() * ply as i32 } else { 0 };
    (score + plies) as i16
}

/// The inverse of [`to_table`].
pub(super) const fn from_table(score: i16, ply: usize) -> i32 {
    let score = score as i32;
    let plies = if is_decided(score) { score.signum() * ply as i32 } else { 0 };
    score - plies
}

/// What a score means to whoever has it.
pub fn value(score: i32) -> Value {
    match is_decided(score) {
        true => Value::proved(score),
        false => Value::of_score(score, LOGIT),
    }
}

/// `+12`, `win in 3`, `loss in 4`.
pub fn show(score: i32) -> String {
    match (is_decided(score), score > 0) {
        (false, _) => format!("{score:+}"),
        (true, true) => format!("win in {}", WIN - score),
        (true, false) => format!("loss in {}", WIN + score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sooner_the_better() {
        assert!(win_in(3) > win_in(5) && is_decided(win_in(361)) && is_decided(-win_in(9)));
        assert!(!is_decided(guess(i32::MAX)) && !is_decided(guess(-i32::MAX)));
    }

    #[test]
    fn the_table_counts_from_the_position() {
        for score in [0, 55, -55, win_in(9), -win_in(9)] {
            assert_eq!(from_table(to_table(score, 4), 4), score);
        }
        assert_eq!(from_table(to_table(win_in(9), 4), 0), win_in(5));
    }

    #[test]
    fn only_what_is_decided_is_surely_won() {
        let values = [win_in(9), -win_in(9), 0, LOGIT as i32, guess(i32::MAX)].map(value);
        assert_eq!(values.map(Value::thousandths), [1000, 0, 500, 731, 999]);
    }

    #[test]
    fn people_can_read_scores() {
        assert_eq!([12, win_in(3), -win_in(4)].map(show), ["+12", "win in 3", "loss in 4"]);
    }
}
