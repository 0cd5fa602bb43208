//! Why there are no finite ratings, and who is the reason.

use gyoji_words::{Text, stats as words};

use super::super::graph::Scored;

/// What stands in the way of plain ratings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// These groups have never met.
    NeverMet(Vec<Vec<usize>>),
    /// Nobody else has scored anything against these.
    Unbeaten(Vec<usize>),
    /// These have scored nothing against anybody else.
    Pointless(Vec<usize>),
    /// Every game was drawn.
    AllDrawn,
    /// The results fit the better the larger the ratings are taken.
    NoSummit,
    /// What the seats are worth cannot be told from what the players are.
    Seats,
}

impl Problem {
    /// What the results of so many groups lack.
    pub(super) fn of(scored: &Scored) -> Vec<Problem> {
        let (met, bound) = (scored.met(), scored.bound());
        if met.len() > 1 {
            return vec![Problem::NeverMet(met)];
        }
        let above = bound.iter().filter(|group| scored.is_untouched(group));
        let below = bound.iter().filter(|group| scored.is_pointless(group));
        match &bound[..] {
            [_] | [] => Vec::new(),
            // What one has won the other has lost: it is enough to name the smaller one.
            [one, other] => {
                let is_above = |group: &&Vec<usize>| scored.is_untouched(group);
                let (above, below) = if is_above(&one) { (one, other) } else { (other, one) };
                match above.len() <= below.len() {
                    true => vec![Problem::Unbeaten(above.clone())],
                    false => vec![Problem::Pointless(below.clone())],
                }
            }
            _ => (above.cloned().map(Problem::Unbeaten))
                .chain(below.cloned().map(Problem::Pointless))
                .collect(),
        }
    }

    /// In words, with the players' names.
    pub fn text(&self, names: &[&str]) -> Text {
        let list = |group: &[usize]| {
            let names = group.iter().filter_map(|&player| names.get(player).copied());
            names.collect::<Vec<_>>().join(", ")
        };
        match self {
            Problem::NeverMet(groups) => {
                let groups: Vec<String> = groups.iter().map(|group| list(group)).collect();
                words::never_met(groups.join(" / "))
            }
            Problem::Unbeaten(group) if group.len() == 1 => words::won_all(list(group)),
            Problem::Unbeaten(group) => words::won_all_outside(list(group)),
            Problem::Pointless(group) if group.len() == 1 => words::lost_all(list(group)),
            Problem::Pointless(group) => words::lost_all_outside(list(group)),
            Problem::AllDrawn => words::all_drawn(),
            Problem::NoSummit => words::no_summit(),
            Problem::Seats => words::seats_unknown(),
        }
    }
}
