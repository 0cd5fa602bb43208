//! What a row of stones is good for, and many of those together.

use super::Point;

/// What a row, with two points to either side, amounts to when the opponent is to move.
///
/// Ordered: `Win > Checkmate > ToCheckmate > Winnable > Preferable > Trash`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum OptionType {
    /// Of no use, or a point that cannot be played.
    #[default]
    Trash,
    /// It brings the win nearer: a three can be made.
    Preferable,
    /// It wins if the opponent never answers.
    Winnable,
    /// Unless the opponent stops it now, it becomes `Win` or `Checkmate`.
    ToCheckmate,
    /// The opponent cannot stop it: a four with two open ends (達四), or one whose only answer is
    /// a foul (禁じ手).
    Checkmate,
    /// Five are in a row.
    Win,
}

/// What stands for "in no number of moves".
pub const NEVER: u32 = 999;

/// A point to play and what it leads to: the document's `Option`.
#[doc(alias = "Option")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Candidate {
    /// What the row amounts to now.
    #[doc(alias = "type")]
    pub kind: OptionType,
    /// In how many moves it wins, this one included; 0 if it has won, [`NEVER`] if it is nothing.
    pub win_to: u32,
    /// Where; none if there is no such point.
    pub point: Option<Point>,
}

impl Candidate {
    /// Nothing: the best of no options at all.
    pub const NONE: Candidate = Candidate { kind: OptionType::Trash, win_to: NEVER, point: None };

    /// A point and what it leads to.
    pub const fn new(kind: OptionType, win_to: u32, point: Point) -> Candidate {
        Candidate { kind, win_to, point: Some(point) }
    }

    /// This one and another together.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the document's name; the result differs")]
    pub fn add(self, option: Candidate) -> OptionContainer {
        OptionContainer::new([self, option])
    }
}

/// Many options, judged together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionContainer {
    options: Vec<Candidate>,
}

impl OptionContainer {
    /// These options.
    pub fn new(options: impl IntoIterator<Item = Candidate>) -> OptionContainer {
        OptionContainer { options: options.into_iter().collect() }
    }

    /// The same, and one option more, or all of another container.
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the document's name")]
    pub fn add(mut self, option: impl Into<OptionContainer>) -> OptionContainer {
        self.options.append(&mut option.into().options);
        self
    }

    /// The options, in the order they were added.
    pub fn options(&self) -> &[Candidate] {
        &self.options
    }

    /// The option of the highest kind, and of those the one that wins soonest.
    /// Of no options at all it is [`Candidate::NONE`], which is `Trash`.
    pub fn max(&self) -> Candidate {
        let better = |a: &&Candidate, b: &&Candidate| {
            a.kind.cmp(&b.kind).then_with(|| b.win_to.cmp(&a.win_to))
        };
        // The first of equals: `max_by` would give the last.
        self.options.iter().rev().max_by(better).copied().unwrap_or(Candidate::NONE)
    }

    /// Whether the win is certain even though the opponent moves next: something is won or
    /// cannot be stopped, or there are two threats on different points.
    pub fn winnable_with_skip(&self) -> bool {
        if self.max().kind >= OptionType::Checkmate {
            return true;
        }
        let mut threats = self
            .options
            .iter()
            .filter(|option| option.kind == OptionType::ToCheckmate)
            .map(|option| option.point);
        let first = threats.next();
        threats.any(|point| Some(point) != first)
    }

    /// All of it as a number: the larger, the better for whose options they are.
    pub fn score(&self) -> i64 {
        let certain = if self.winnable_with_skip() { 9_999_999 } else { 0 };
        let each = self.options.iter().map(|option| match option.kind {
            OptionType::Win | OptionType::Checkmate => 99_999,
            OptionType::ToCheckmate => 9_999,
            OptionType::Winnable => 50,
            OptionType::Preferable if option.win_to == 1 => 13,
            OptionType::Preferable => 3,
            OptionType::Trash => 0,
        });
        certain + each.sum::<i64>()
    }
}

impl From<Candidate> for OptionContainer {
    fn from(option: Candidate) -> OptionContainer {
        OptionContainer::new([option])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use OptionType::{Checkmate, Preferable, ToCheckmate, Trash, Win, Winnable};

    fn option(kind: OptionType, win_to: u32, x: u8) -> Candidate {
        Candidate::new(kind, win_to, Point::new(0, x))
    }

    #[test]
    fn kinds_are_in_the_documents_order() {
        let order = [Win, Checkmate, ToCheckmate, Winnable, Preferable, Trash];
        assert!(order.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn the_best_is_the_highest_kind_and_then_the_soonest_win() {
        let all = option(Winnable, 2, 0)
            .add(option(ToCheckmate, 2, 1))
            .add(option(ToCheckmate, 1, 2))
            .add(option(Preferable, 3, 3).add(option(Trash, 9, 4)));
        assert_eq!(all.max(), option(ToCheckmate, 1, 2));
        assert_eq!(all.options().len(), 5);
    }

    #[test]
    fn the_best_of_nothing_is_trash() {
        let none = OptionContainer::default();
        assert_eq!((none.max().kind, none.max().point), (Trash, None));
        assert!(!none.winnable_with_skip());
        assert_eq!(none.score(), 0);
    }

    #[test]
    fn two_threats_on_one_point_are_one_threat() {
        let on =
            |points: &[u8]| OptionContainer::new(points.iter().map(|&x| option(ToCheckmate, 1, x)));
        assert!(!on(&[]).winnable_with_skip());
        assert!(!on(&[3]).winnable_with_skip());
        assert!(!on(&[3, 3, 3]).winnable_with_skip());
        assert!(on(&[3, 3, 4]).winnable_with_skip());
        assert!(OptionContainer::from(option(Checkmate, 1, 0)).winnable_with_skip());
        assert!(OptionContainer::from(option(Win, 0, 0)).winnable_with_skip());
        assert!(!option(Winnable, 2, 0).add(option(Winnable, 2, 1)).winnable_with_skip());
    }

    #[test]
    fn whoever_wins_for_certain_has_the_larger_score() {
        let certain = option(ToCheckmate, 1, 0).add(option(ToCheckmate, 2, 1));
        let much = OptionContainer::new((0..60).map(|x| option(Winnable, 2, x)));
        assert!(certain.score() > much.score());
        assert!(OptionContainer::from(option(Win, 0, 0)).score() > certain.score());
    }
}
