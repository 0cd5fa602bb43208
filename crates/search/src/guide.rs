//! What a guided tree search asks about a position: which moves look good, and who is ahead.

use fastrand::Rng;
use gyoji_core::{Game, MAX_SEATS, Seat};

use crate::perft::after;
use crate::{Payoffs, Playout};

/// Guesses about positions: a random game, a hand-made evaluation, a network.
///
/// A guess may be wrong; it steers the search and never decides it. Only finished games do.
pub trait Guide<G: Game> {
    /// What each seat will get out of an unfinished position, 0 to 1, and how promising each of
    /// its legal `moves` looks.
    ///
    /// `priors` has one place for each move, in the same order, and comes filled with ones: what
    /// is left alone is equally likely. Any scale will do, they are divided by their sum.
    fn guess(
        &mut self,
        position: &G,
        moves: &[G::Move],
        priors: &mut [f32],
        rng: &mut Rng,
    ) -> Payoffs;

    /// A move that wins the game at once, if there is one that can be found at a price: then
    /// nothing else about the position has to be known.
    ///
    /// Unless a game knows better, every move is tried.
    fn win_in_one(&mut self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        let seat = position.to_move()?;
        let wins = |mv: &G::Move| {
            after(position, *mv).outcome().is_some_and(|end| end.winner() == Some(seat))
        };
        moves.iter().copied().find(wins)
    }
}

/// No move looks better than another, and a playout says who is ahead.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform<P>(pub P);

impl<G: Game, P: Playout<G>> Guide<G> for Uniform<P> {
    fn guess(&mut self, position: &G, _: &[G::Move], _: &mut [f32], rng: &mut Rng) -> Payoffs {
        self.0.play_out(position, rng)
    }
}

/// The payoffs of two seats if `value`, from -1 (lost) to 1 (won), is what `seat` may expect.
pub fn from_value(seat: Seat, value: f32) -> Payoffs {
    let mine = 0.5 + 0.5 * value.clamp(-1.0, 1.0);
    let mut payoffs = [0.0; MAX_SEATS];
    payoffs[seat.index() & 1] = mine;
    payoffs[seat.other().index() & 1] = 1.0 - mine;
    payoffs
}

/// Turns scores of any size into priors, in place: each is e to the power of `score / temperature`.
/// The lower the temperature, the more the best score takes.
pub fn softmax(scores: &mut [f32], temperature: f32) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in scores {
        *score = ((*score - most) / temperature).exp();
    }
}
