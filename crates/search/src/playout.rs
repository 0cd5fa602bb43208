//! How a game is played to its end by chance.

use fastrand::Rng;
use gyoji_core::{Game, MAX_SEATS, Outcome, Seat};

/// What each seat gets out of a game, 0 to 1; places beyond the seats of the game are 0.
pub type Payoffs = [f32; MAX_SEATS];

/// The payoffs of a finished game.
pub fn payoffs(outcome: &Outcome) -> Payoffs {
    let mut all = [0.0; MAX_SEATS];
    for seat in Seat::all(outcome.places().len()) {
        all[seat.index()] = outcome.payoff(seat);
    }
    all
}

/// Guesses how a position will end: by a random game, or by anything better a game has.
pub trait Playout<G: Game> {
    /// What each seat gets; `position` may be finished already.
    fn play_out(&mut self, position: &G, rng: &mut Rng) -> Payoffs;
}

/// Every legal move is as likely as the next, until the game is over.
#[derive(Clone, Debug)]
pub struct RandomPlayout<M> {
    most_plies: u32,
    moves: Vec<M>,
}

impl<M> RandomPlayout<M> {
    /// Gives a game up after `most_plies`; everybody then gets one half. Some games never end.
    pub fn new(most_plies: u32) -> RandomPlayout<M> {
        RandomPlayout { most_plies, moves: Vec::new() }
    }
}

impl<M> Default for RandomPlayout<M> {
    fn default() -> RandomPlayout<M> {
        RandomPlayout::new(2000)
    }
}

impl<G: Game> Playout<G> for RandomPlayout<G::Move> {
    fn play_out(&mut self, position: &G, rng: &mut Rng) -> Payoffs {
        let mut position = position.clone();
        for _ in 0..self.most_plies {
            // The buffer keeps its room: nothing is allocated once it has grown.
            self.moves.clear();
            self.moves.extend(position.moves());
            match self.moves.len() {
                0 => break,
                count => position.play(self.moves[rng.usize(..count)]),
            }
        }
        match position.outcome() {
            Some(outcome) => payoffs(&outcome),
            None => {
                let mut halves = [0.0; MAX_SEATS];
                halves[..G::SPEC.seats.len().min(MAX_SEATS)].fill(0.5);
                halves
            }
        }
    }
}
