//! Openings with a choice of colours: stones that leave the choice hard, and the better choice.
//!
//! Whoever chooses takes the better side, so whoever puts the stones has to leave a position
//! that is worth as little as possible to either.

use fastrand::Rng;
use gyoji_core::Game;

use crate::{Colour, Move, Phase, Point, Renju};

/// How far from the middle the stones of an opening may be.
const FAR: u8 = 4;
/// How many ways to go on are compared.
const TRIALS: usize = 24;

/// The move of an opening in which the colours are still to be chosen; none once they are.
///
/// `worth` says what a position is worth to whoever's stone comes next.
pub(super) fn choose(
    position: &Renju,
    rng: &mut Rng,
    worth: &mut dyn FnMut(&Renju) -> i32,
) -> Option<Move> {
    if matches!(position.phase(), Phase::Settled { .. }) {
        return None;
    }
    if !position.is_choice() {
        return balanced(position, rng, worth).map(Move::Place);
    }
    // White is next: black is the better side if white would rather not be it.
    let (colour, score) = (position.colour(), worth(position));
    let takes_black = if colour == Colour::White { score < 0 } else { score > 0 };
    takes_black.then_some(Move::Black)
}

/// The next stone of an opening that leaves the choice as hard as can be found.
fn balanced(
    position: &Renju,
    rng: &mut Rng,
    worth: &mut dyn FnMut(&Renju) -> i32,
) -> Option<Point> {
    let left = match position.phase() {
        Phase::More => 5,
        _ => 3,
    } - position.stones().len();
    let mut best: Option<(i32, Point)> = None;
    for _ in 0..TRIALS {
        let mut after = position.clone();
        let mut first = None;
        for _ in 0..left {
            let Some(point) = random_point(&after, rng) else { break };
            first = first.or(Some(point));
            after.play(Move::Place(point));
        }
        let (Some(first), Some(_)) = (first, after.to_move()) else { continue };
        let score = worth(&after).abs();
        if best.is_none_or(|(least, _)| score < least) {
            best = Some((score, first));
        }
    }
    best.map(|(_, point)| point)
}

/// An empty point near the middle that is no foul.
fn random_point(position: &Renju, rng: &mut Rng) -> Option<Point> {
    let middle = Point::centre(position.size());
    let is_near = |point: &Point| {
        point.col().abs_diff(middle.col()) <= FAR && point.row().abs_diff(middle.row()) <= FAR
    };
    let is_plain =
        |&point: &Point| position.is_empty(point) && position.verdict(point).fouls().is_empty();
    let points: Vec<Point> = Point::all(position.size()).filter(is_near).filter(is_plain).collect();
    rng.choice(points)
}
