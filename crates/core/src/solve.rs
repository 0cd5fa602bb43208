//! What a position is worth, proved: the solver a game may bring along.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::{BadText, Game, OptionSpec, Options, Text};

/// What a solver may spend. It stops soon after whichever is reached first.
#[derive(Clone, Copy, Debug)]
pub struct SolveLimits<'a> {
    /// Positions to visit.
    pub nodes: Option<u64>,
    /// When to give up.
    pub deadline: Option<Instant>,
    /// The most bytes its tables may take.
    pub memory: usize,
    /// Set by somebody else when it should give up.
    pub stop: Option<&'a AtomicBool>,
}

impl SolveLimits<'_> {
    /// Whether to give up now, by what does not depend on the search itself.
    pub fn gave_up(&self) -> Option<GaveUp> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Some(GaveUp::Stopped);
        }
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        is_late.then_some(GaveUp::Time)
    }
}

/// Why a solver gave up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GaveUp {
    /// It has visited all the positions it was allowed.
    Nodes,
    /// Its time is over.
    Time,
    /// Its tables are full.
    Memory,
    /// Somebody stopped it.
    Stopped,
    /// The win that it found may take more moves than the game has left.
    Late,
}

/// What was proved for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It wins, whatever the others do.
    Win,
    /// Neither side can do better than a draw.
    Draw,
    /// It loses, whatever it does.
    Loss,
    /// Everything that was to be searched was searched, and no win of that kind is there.
    /// The position may still be won by other means.
    NoWin,
    /// Nothing was proved.
    Unknown(GaveUp),
}

/// What came of solving a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution<M> {
    /// What was proved.
    pub verdict: Verdict,
    /// The result in the game's own points for the side to move, where it has them.
    pub points: Option<i32>,
    /// How it goes: the winner's proved moves and one good defence.
    pub line: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves a position; tells now and then how it gets on.
pub type Solve<G> = fn(
    &G,
    &Options,
    &SolveLimits<'_>,
    &mut dyn FnMut(&str),
) -> Result<Solution<<G as Game>::Move>, BadText>;

/// The solver of a game's kit.
#[derive(Clone, Debug)]
pub struct SolverEntry<G: Game> {
    /// What it proves, in a few words.
    pub about: Text,
    /// What can be set.
    pub options: &'static [OptionSpec],
    /// Solves a position in which the game is not over.
    pub solve: Solve<G>,
}
