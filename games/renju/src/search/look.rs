//! What a search sees at a glance: fives, fours, who has to answer.

use crate::board::lines::{cell_at, with_stone};
use crate::board::shapes::Shape;
use crate::board::{Board, Threat};
use crate::fouls::step;
use crate::rule::Colour;

impl Board {
    /// Whether `colour` can put a stone on an empty point without a foul.
    #[inline]
    pub fn is_allowed(&self, colour: Colour, index: usize) -> bool {
        colour == Colour::White || !self.is_forbidden(index)
    }

    /// The points where a stone of `colour` comes to exactly this: a three or more.
    #[inline]
    pub fn points_with(&self, colour: Colour, threat: Threat) -> impl Iterator<Item = usize> {
        debug_assert!(threat >= Threat::Three, "weaker points are not kept");
        let is_there = self.count(colour, threat) > 0;
        let points = if is_there { *self.strong(colour) } else { Default::default() };
        points.into_iter().filter(move |&index| self.threat(colour, index) == threat)
    }

    /// A point where `colour` makes five.
    #[inline]
    pub fn five(&self, colour: Colour) -> Option<usize> {
        self.points_with(colour, Threat::Five).next()
    }

    /// How many points make five for `colour`.
    #[inline]
    pub fn fives(&self, colour: Colour) -> usize {
        self.count(colour, Threat::Five)
    }

    /// A point where `colour` makes two points for a five at once, without a foul: that wins
    /// unless the opponent makes five first.
    #[inline]
    pub fn open_four(&self, colour: Colour) -> Option<usize> {
        self.points_with(colour, Threat::OpenFour).find(|&index| self.is_allowed(colour, index))
    }

    /// Whether a stone of `colour` would make a four, fouls aside.
    #[inline]
    pub fn is_four(&self, colour: Colour, index: usize) -> bool {
        (Threat::Four..=Threat::OpenFour).contains(&self.threat(colour, index))
    }

    /// The point that a four of `colour` there would leave to the opponent, if it makes one four
    /// and no more.
    #[inline]
    pub(super) fn answer(&self, colour: Colour, index: usize) -> Option<usize> {
        let direction = (0..4).find(|&at| self.shape(colour, index, at) == Shape::Four)?;
        let key = self.lines().around(index, direction);
        let makes_five = |offset: &i8| {
            let more = with_stone(key, *offset, colour);
            *offset != 0 && cell_at(key, *offset) == 0 && self.shape_of(more, colour) == Shape::Five
        };
        let offset = (-4..=4).find(makes_five)?;
        Some(step(index, direction, offset))
    }

    /// On how many points `colour` would make a four, fouls aside.
    #[inline]
    pub fn fours(&self, colour: Colour) -> usize {
        FOURS.into_iter().map(|threat| self.count(colour, threat)).sum()
    }
}

/// The threats that leave the opponent no choice, best first.
const FOURS: [Threat; 4] = [Threat::OpenFour, Threat::FourThree, Threat::FourPlus, Threat::Four];
