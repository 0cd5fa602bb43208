//! Searches that work for any game: counting the move tree, alpha-beta, Monte Carlo.
//!
//! Everything is generic over one game `G` and compiled for it, so nothing is erased in an inner
//! loop. No game is named here: what a search must know of one comes in through [`Evaluate`]
//! (what a position is worth, which move to try first) and [`Playout`] (how a game is played to
//! its end). Time comes in through [`Budget`](gyoji_core::Budget), chance through a generator
//! that the caller has seeded; given the same seed and no clock, every answer is the same.

pub mod alphabeta;
pub mod flat;
pub mod guide;
mod history;
mod limits;
pub mod mcts;
mod perft;
mod playout;
pub mod puct;
mod table;
mod tree;

pub use alphabeta::{AlphaBeta, Evaluate, Found};
pub use flat::flat;
pub use guide::{Guide, Uniform};
pub use limits::Limits;
pub use mcts::Mcts;
pub use perft::{divide, perft};
pub use playout::{Payoffs, Playout, RandomPlayout, payoffs};
pub use puct::Puct;

/// A root move and what trying it has shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub playouts: u64,
    /// The mean payoff for whoever makes it, 0 to 1; ½ if it was never tried.
    pub rate: f64,
}
