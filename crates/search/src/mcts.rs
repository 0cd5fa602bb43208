//! Monte Carlo tree search, guided by priors (PUCT) as AlphaZero's, and with proofs.
//!
//! A [`Guide`] says of every new position which moves look good and who is ahead; the walk goes
//! down by what has paid, by what looks good, and by what is hardly known. What is certain is kept
//! apart from what is guessed: results of finished games are backed up as proofs (MCTS-Solver), so
//! a forced win is found as such and a move that is proved to lose is never walked again.
//!
//! The walk is a loop, not a recursion, and positions are played again from the root instead of
//! being kept. Each node sums up what the seat that moved into it got, so nothing assumes that
//! sides alternate and any number of seats will do; proofs are for two.
//!
//! [`Mcts`] judges one position after the other with its guide. A [`Tree`] leaves that to its
//! caller, so that many positions can be judged at once, somewhere else, and in any order:
//!
//! ```
//! use fastrand::Rng;
//! use gyoji_core::Game;
//! use gyoji_search::guide::from_value;
//! use gyoji_search::mcts::{Descent, Leaf, Tree};
//!
//! /// `judge` writes the priors of all leaves, and says what whoever is to move may expect in each.
//! fn search<G: Game>(
//!     tree: &mut Tree<G>,
//!     position: &G,
//!     walks: usize,
//!     judge: impl Fn(&mut [Leaf<G>]) -> Vec<f32>,
//!     rng: &mut Rng,
//! ) -> Option<G::Move> {
//!     tree.set_root(position, rng);
//!     loop {
//!         let mut batch = Vec::new();
//!         while batch.len() < 8 && tree.walks() as usize + batch.len() < walks {
//!             match tree.descend() {
//!                 Descent::Leaf(leaf) => batch.push(leaf),
//!                 Descent::Certain => {}
//!                 Descent::Busy | Descent::Over => break,
//!             }
//!         }
//!         if batch.is_empty() {
//!             return tree.found().best();
//!         }
//!         let values = judge(&mut batch);
//!         for (leaf, value) in batch.into_iter().zip(values) {
//!             let seat = leaf.position().to_move()?;
//!             tree.back_up(leaf, from_value(seat, value), rng);
//!         }
//!     }
//! }
//! ```

mod arena;
mod leaf;
mod noise;
mod proof;
mod result;
mod root;
mod tree;

use fastrand::Rng;
use gyoji_core::{Budget, Game};

use crate::limits::Stopwatch;
use crate::{Guide, Limits, Payoffs};
pub use leaf::{Descent, Leaf};
pub use noise::Noise;
pub use proof::Proof;
pub use result::{Candidate, Searched};
pub use tree::Tree;

/// Without any limit at all, so many walks are made.
const ENOUGH: u64 = 1000;

/// How a guided search behaves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// How much a prior counts against what has been seen: the c of PUCT, on the usual scale where
    /// a value goes from -1 to 1.
    pub explore: f32,
    /// How much worse than its tried sisters a move is taken to be before it was ever tried, times
    /// the square root of what their priors come to; on the same scale as a value.
    ///
    /// The first walk through a node so goes by the priors alone, and as long as what looked good
    /// also pays, the many moves that did not look good are left alone. 0 takes an untried move
    /// to be as good as the mean of the others.
    pub first_play: f32,
    /// Noise on the priors at the root; none unless asked for.
    pub noise: Option<Noise>,
    /// Whether the part of the tree that a game has moved into is kept for the next search.
    pub reuse: bool,
    /// The size of the tree; when it is full, its leaves are still guessed.
    pub tree_bytes: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { explore: 1.0, first_play: 0.3, noise: None, reuse: true, tree_bytes: 64 << 20 }
    }
}

/// A guided search with its tree.
#[derive(Debug)]
pub struct Mcts<G: Game, E> {
    guide: E,
    tree: Tree<G>,
}

impl<G: Game, E: Guide<G>> Mcts<G, E> {
    /// A search that has not begun.
    pub fn new(guide: E, settings: Settings) -> Mcts<G, E> {
        Mcts { guide, tree: Tree::new(settings) }
    }

    /// The settings it was made with.
    pub fn settings(&self) -> &Settings {
        self.tree.settings()
    }

    /// How many positions the tree holds; the root is one of them.
    pub fn nodes(&self) -> usize {
        self.tree.nodes()
    }

    /// Searches until a limit is reached or the result is proved. Nothing is found if the game is
    /// over.
    ///
    /// [`Limits::nodes`] counts new walks; visits kept from an earlier search come on top.
    pub fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Searched<G::Move> {
        if position.to_move().is_none() {
            return Searched::nothing();
        }
        self.tree.set_root(position, rng);
        if !self.tree.is_open() {
            self.walk(rng);
        }
        let mut watch = Stopwatch::new(limits, budget);
        let most = if watch.is_endless() { ENOUGH } else { u64::MAX };
        while !self.tree.proof().is_known() && watch.nodes < most && !watch.tick() {
            self.walk(rng);
        }
        self.tree.found()
    }

    /// Down the tree, a guess, and back up.
    fn walk(&mut self, rng: &mut Rng) {
        let Descent::Leaf(mut leaf) = self.tree.descend() else { return };
        if self.tree.proves()
            && let Some(win) = self.guide.win_in_one(leaf.position(), leaf.moves())
        {
            leaf.set_win(win);
        }
        let expected = match leaf.is_open() {
            true => {
                let (position, moves, priors) = leaf.to_judge();
                self.guide.guess(position, moves, priors, rng)
            }
            false => Payoffs::default(),
        };
        self.tree.back_up(leaf, expected, rng);
    }
}
