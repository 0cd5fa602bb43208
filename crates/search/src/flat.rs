//! Flat Monte Carlo: every legal move gets its playouts in turn, and the best rate wins.

use fastrand::Rng;
use gyoji_core::{Budget, Game, Value};

use crate::limits::Stopwatch;
use crate::perft::after;
use crate::{Limits, Playout};

/// Without any limit at all, each move is tried this often.
const ENOUGH: u64 = 100;

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

impl<M> Tried<M> {
    /// What whoever makes it may expect, if it was ever tried.
    pub fn value(&self) -> Option<Value> {
        (self.playouts > 0).then(|| Value::guess(self.rate))
    }
}

/// Plays out every legal move in turn until a limit is reached; one entry per move, in the
/// game's order. Empty if the game is over.
///
/// [`Limits::nodes`] counts the playouts of all moves together.
pub fn flat<G: Game>(
    position: &G,
    playout: &mut impl Playout<G>,
    limits: &Limits,
    budget: &Budget<'_>,
    rng: &mut Rng,
) -> Vec<Tried<G::Move>> {
    let Some(seat) = position.to_move() else { return Vec::new() };
    let mut children: Vec<(G::Move, G, u64, f64)> =
        position.moves().map(|mv| (mv, after(position, mv), 0, 0.0)).collect();
    let mut watch = Stopwatch::new(limits, budget);
    let most = if watch.is_endless() { ENOUGH * children.len() as u64 } else { u64::MAX };
    'thinking: while !children.is_empty() {
        for (_, child, playouts, won) in &mut children {
            if watch.nodes >= most || watch.tick() {
                break 'thinking;
            }
            *won += f64::from(playout.play_out(child, rng)[seat.index()]);
            *playouts += 1;
        }
    }
    children
        .into_iter()
        .map(|(mv, _, playouts, won)| Tried { mv, playouts, rate: rate(won, playouts) })
        .collect()
}

/// The best of what was tried: the highest rate, of equals the first.
pub fn best<M: Copy>(tried: &[Tried<M>]) -> Option<M> {
    let mut best: Option<&Tried<M>> = None;
    for one in tried {
        if best.is_none_or(|best| one.rate > best.rate) {
            best = Some(one);
        }
    }
    best.map(|tried| tried.mv)
}

/// The mean of what was won; ½ if nothing was tried.
pub(crate) fn rate(won: f64, playouts: u64) -> f64 {
    if playouts == 0 { 0.5 } else { won / playouts as f64 }
}
