//! Searches that work for any game: counting the move tree, alpha-beta, Monte Carlo.
//!
//! Everything is generic over one game `G` and compiled for it, so nothing is erased in an inner
//! loop. No game is named here: what a search must know of one comes in through [`Evaluate`]
//! (what a position is worth, which move to try first), [`Guide`] (who is ahead and what looks
//! good) and [`Playout`] (how a game is played to its end). Time comes in through [`Budget`](gyoji_core::Budget), chance through a generator
//! that the caller has seeded; given the same seed and no clock, every answer is the same.

pub mod alphabeta;
pub mod dfpn;
pub mod flat;
pub mod guide;
mod history;
mod limits;
pub mod mcts;
mod perft;
mod playout;
mod table;

pub use alphabeta::{AlphaBeta, Evaluate, Found};
pub use dfpn::Dfpn;
pub use flat::{Tried, flat};
pub use guide::{Guide, Uniform};
pub use limits::{Limits, Stopwatch};
pub use mcts::Mcts;
pub use perft::{divide, perft};
pub use playout::{Payoffs, Playout, RandomPlayout, payoffs};
