//! The strong player of the middle game: a pattern evaluation for every stage, learnt from games of this crate
//! against itself, and a selective search that ends in the exact solver.
//!
//! The search is one thread with a table of its own. Which of several equally good moves to play, and how long to
//! think, is left to the bot.

mod cuts;
mod indices;
mod node;
mod root;
mod shapes;
mod table;
mod weights;

use std::sync::Arc;
use std::time::Instant;

use gyoji_core::Budget;
use gyoji_search::{Limits, Stopwatch};

pub use indices::Indices;
pub use shapes::{PATTERNS, WEIGHTS, folded};
pub use weights::{DISC, HEADER, STAGES, Weights, stage};

use crate::bits::{Cpu, with_best_cpu};
use crate::board::Board;
use crate::solve::order::{Child, push_children};
use crate::solve::{self, Solver};
use node::Search;
use root::{Root, RootMove};
use table::Table;

/// How to search, beside the limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// With so many empty squares or fewer the search goes to the end of the game.
    pub solve: u32,
    /// How much is left out in the middle game: 0 for most, 5 for nothing.
    pub level: u8,
    /// No pass is begun after this time.
    pub last_begin: Option<Instant>,
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The move to play, as a bit number.
    pub best: u8,
    /// Expected disc difference for the side to move, in [`DISC`] units.
    pub score: i32,
    /// The depth of the last pass that came to its end; 0 if none has.
    pub depth: u32,
    /// How much that pass left out, from 0 to 5: nothing.
    pub level: u8,
    /// Who wins, if that is proved: 1, 0 or -1 for the side to move.
    pub outcome: Option<i32>,
    /// Whether the score is proved.
    pub solved: bool,
    /// Positions visited.
    pub nodes: u64,
    /// The expected play, `best` first.
    pub line: Vec<u8>,
}

/// An engine with its memory, which later searches of the same game profit from.
#[derive(Debug)]
pub struct Engine {
    weights: Arc<Weights>,
    table: Table,
    solver: Solver,
    stack: Vec<Child>,
}

impl Engine {
    /// An engine whose tables take at most about `table_bytes` together.
    #[must_use]
    pub fn new(weights: Arc<Weights>, table_bytes: usize) -> Self {
        Self {
            weights,
            table: Table::new(table_bytes / 2),
            solver: Solver::new(table_bytes / 2),
            stack: Vec::with_capacity(1024),
        }
    }

    /// The evaluation.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.solver.clear();
    }

    /// Searches pass after pass until a limit is reached, and tells of each that comes to its end. `bonus` is
    /// added to the score of a move as long as the search does not go to the end.
    ///
    /// `None` if there is no move; else there is one however small the budget is.
    pub fn search(
        &mut self,
        board: Board,
        settings: &Settings,
        limits: &Limits,
        budget: &Budget<'_>,
        bonus: &mut dyn FnMut(u8) -> i32,
        tell: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        let board = Board { own: board.own, opp: board.opp & !board.own };
        let (moves, empties) = (board.moves(), board.empties());
        if moves == 0 {
            return None;
        }
        self.table.grow_older();
        self.solver.grow_older();
        self.stack.clear();
        let Self { weights, table, solver, stack } = self;
        with_best_cpu!(cpu => {
            push_children(cpu, board, moves, stack);
            let indices = Indices::of(board);
            let mut roots: Vec<RootMove> = stack
                .drain(..)
                .map(|child| RootMove {
                    child,
                    indices: indices.after(child.square, board.opp & child.board.opp),
                    bonus: bonus(child.square),
                })
                .collect();
            roots.sort_by_cached_key(|root| weights.evaluate(&root.indices, empties - 1));
            let first = roots.first()?.child.square;
            let mut found = Found {
                best: first, score: 0, depth: 0, level: 0, outcome: None, solved: false, nodes: 0, line: vec![first],
            };
            let watch = Stopwatch::new(limits, budget);
            let limits_there = solve::Limits { nodes: None, deadline: watch.deadline(), stop: budget.stop };
            let mut search = Search {
                cpu, weights, table, solver, stack, watch, limits: limits_there,
                margins: cuts::Margins::get(), level: 0, solved: 0,
            };
            for pass in root::passes(empties, limits.depth.unwrap_or(60), settings) {
                if settings.last_begin.is_some_and(|last| found.depth > 0 && Instant::now() >= last) {
                    break;
                }
                let to_the_end = pass.depth >= empties;
                if to_the_end {
                    roots.iter_mut().for_each(|root| root.bonus = 0);
                }
                let before = found.best;
                let (search, roots) = (&mut search, &mut roots[..]);
                cpu.enter(Root { search, moves: roots, pass, found: &mut found });
                found.nodes = search.watch.nodes();
                let stopped = search.watch.is_stopped();
                if stopped && found.best == before {
                    break;
                }
                found.line = root::line(search.table, board, found.best);
                if !stopped {
                    found.depth = pass.depth;
                    found.level = pass.level;
                    found.solved = to_the_end && pass.level == cuts::EXACT && !pass.outcome;
                }
                tell(&found);
                if stopped {
                    break;
                }
            }
            Some(found)
        })
    }
}

impl Found {
    /// The selectivity of the last pass, as people write it: `73%`.
    #[must_use]
    pub fn percent(&self) -> &'static str {
        cuts::percent(self.level)
    }
}

#[cfg(test)]
mod tests;
