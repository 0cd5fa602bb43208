//! The strong player of the middle game: a pattern evaluation for every stage, learnt from games of this crate
//! against itself, and a selective search that ends in the exact solver.
//!
//! A search has tables of its own and as many threads as it is told. Which of several equally good moves to play, and how long to
//! think, is left to the bot.

mod crew;
mod cuts;
mod indices;
mod node;
mod ponder;
mod root;
mod shapes;
mod weights;

use std::sync::Arc;
use std::time::Instant;

use gyoji_core::Budget;
use gyoji_search::Limits;

pub use indices::Indices;
pub(crate) use ponder::Ponderer;
pub use shapes::{PATTERNS, WEIGHTS, folded};
pub use weights::{DISC, HEADER, STAGES, Weights, stage};

use crate::bits::with_best_cpu;
use crate::board::Board;
use crate::solve::order::Child;
use crate::solve::{self, Solved, Solver};
use crate::table::Table;
use node::Search;
use root::Pass;

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
    /// What each thread has for itself; there is at least one.
    workers: Vec<Worker>,
    searching: crew::Searching,
}

/// A thread's own memory.
#[derive(Debug)]
pub(crate) struct Worker {
    solver: Solver,
    stack: Vec<Child>,
}

impl Engine {
    /// An engine of one thread whose tables take at most about `table_bytes` together.
    #[must_use]
    pub fn new(weights: Arc<Weights>, table_bytes: usize) -> Self {
        Self::with_threads(weights, table_bytes, 1)
    }

    /// The same with so many threads (at least one). With one thread the same search finds the same; several find what
    /// is as good, but not always the same move, and nodes differ.
    #[must_use]
    pub fn with_threads(weights: Arc<Weights>, table_bytes: usize, threads: usize) -> Self {
        let first = Solver::new(table_bytes / 2);
        let mut solvers: Vec<Solver> = (1..threads).map(|_| first.sharing_its_table()).collect();
        solvers.insert(0, first);
        let worker = |solver| Worker { solver, stack: Vec::with_capacity(1024) };
        Self {
            weights,
            table: Table::new(table_bytes / 2),
            workers: solvers.into_iter().map(worker).collect(),
            searching: crew::Searching::new(),
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
        if let Some((first, others)) = self.workers.split_first_mut() {
            first.solver.clear();
            others.iter_mut().for_each(|worker| worker.solver.forget_what_is_near());
        }
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
        let hurry =
            limits.deadline(budget).is_some() || limits.nodes.is_some() || budget.stop.is_some();
        self.passes(board, settings, limits, budget, hurry, bonus, tell)
    }

    /// The exact score of `board`, or `None` if a limit was reached first.
    pub fn solve(&mut self, board: Board, limits: solve::Limits<'_>) -> Option<Solved> {
        let board = Board { own: board.own, opp: board.opp & !board.own };
        if board.empties() <= root::SOLVED_EXACTLY
            || board.moves() == 0 && board.pass().moves() == 0
        {
            return self.workers.first_mut()?.solver.solve(board, limits);
        }
        if board.moves() == 0 {
            let solved = self.solve(board.pass(), limits)?;
            return Some(Solved { score: -solved.score, best: None, ..solved });
        }
        let settings = Settings { solve: 60, level: 1, last_begin: None };
        let budget = Budget { deadline: limits.deadline, stop: limits.stop };
        let limits = Limits { nodes: limits.nodes, ..Limits::default() };
        let found =
            self.passes(board, &settings, &limits, &budget, false, &mut |_| 0, &mut |_| ())?;
        let Found { score, best, nodes, .. } = found;
        found.solved.then_some(Solved { score: score / DISC, best: Some(best), nodes })
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "what `search` takes, and whether it may be interrupted"
    )]
    fn passes(
        &mut self,
        board: Board,
        settings: &Settings,
        limits: &Limits,
        budget: &Budget<'_>,
        hurry: bool,
        bonus: &mut dyn FnMut(u8) -> i32,
        tell: &mut dyn FnMut(&Found),
    ) -> Option<Found> {
        let board = Board { own: board.own, opp: board.opp & !board.own };
        let (moves, empties) = (board.moves(), board.empties());
        if moves == 0 {
            return None;
        }
        let Self { weights, table, workers, searching } = self;
        let (worker, others) = workers.split_first_mut()?;
        table.grow_older();
        worker.solver.grow_older();
        with_best_cpu!(cpu => {
            let mut roots = root::moves(cpu, weights, board, bonus);
            let mut found = Found::nothing_yet(roots.first()?.child.square);
            let sharing = (!others.is_empty()).then_some(&*searching);
            let mut search = Search::new(cpu, (weights, table), worker, limits, budget, sharing);
            for pass in root::passes(empties, limits.depth.unwrap_or(60), hurry, settings) {
                if settings.last_begin.is_some_and(|last| found.depth > 0 && Instant::now() >= last) {
                    break;
                }
                let to_the_end = pass.depth >= empties;
                if to_the_end {
                    roots.iter_mut().for_each(|root| root.bonus = 0);
                }
                let before = found.best;
                let (search, roots) = (&mut search, &mut roots[..]);
                crew::together(search, roots, pass, &mut found, others);
                found.nodes = search.watch.nodes();
                let stopped = search.watch.is_stopped();
                if stopped && found.best == before {
                    break;
                }
                found.line = root::line(search.table, board, found.best);
                if !stopped {
                    found.has_come_to(pass, empties);
                }
                tell(&found);
                if stopped {
                    break;
                }
            }
            Some(found)
        })
    }

    /// What every move is worth, the best first: each is searched for itself, as deep as the others. Pass after pass as
    /// in [`Engine::search`]; `tell` is told whenever all moves have come to the end of a pass. If a limit ends a pass in
    /// the middle, some moves are known a pass better than others: see [`Found::depth`] and [`Found::level`].
    ///
    /// Each answer's `best` is the move itself, and its `nodes` are those of all moves together. Empty if there is no
    /// move.
    pub fn values(
        &mut self,
        board: Board,
        settings: &Settings,
        limits: &Limits,
        budget: &Budget<'_>,
        tell: &mut dyn FnMut(&[Found]),
    ) -> Vec<Found> {
        let board = Board { own: board.own, opp: board.opp & !board.own };
        let empties = board.empties();
        let Self { weights, table, workers, searching } = self;
        let Some((worker, others)) = workers.split_first_mut() else { return Vec::new() };
        table.grow_older();
        worker.solver.grow_older();
        with_best_cpu!(cpu => {
            let mut roots = root::moves(cpu, weights, board, &mut |_| 0);
            let mut all: Vec<Found> = roots
                .iter()
                .map(|root| Found {
                    score: -weights.evaluate(&root.indices, empties - 1),
                    ..Found::nothing_yet(root.child.square)
                })
                .collect();
            let sharing = (!others.is_empty()).then_some(&*searching);
            let mut search = Search::new(cpu, (weights, table), worker, limits, budget, sharing);
            'passes: for pass in root::passes(empties, limits.depth.unwrap_or(60), false, settings) {
                if settings.last_begin.is_some_and(|last| all[0].depth > 0 && Instant::now() >= last) {
                    break;
                }
                for found in &mut all {
                    let Some(at) = roots.iter().position(|root| root.child.square == found.best) else { continue };
                    let before = found.clone();
                    let moves = &mut roots[at..=at];
                    crew::together(&mut search, moves, pass, found, others);
                    if search.watch.is_stopped() {
                        *found = before;
                        break 'passes;
                    }
                    found.line = root::line(search.table, board, found.best);
                    found.has_come_to(pass, empties);
                }
                let nodes = search.watch.nodes();
                all.iter_mut().for_each(|found| found.nodes = nodes);
                all.sort_by_key(|found| -found.score);
                tell(&all);
            }
            let nodes = search.watch.nodes();
            all.iter_mut().for_each(|found| found.nodes = nodes);
            all.sort_by_key(|found| -found.score);
            all
        })
    }
}

impl Found {
    fn nothing_yet(first: u8) -> Self {
        Self {
            best: first,
            score: 0,
            depth: 0,
            level: 0,
            outcome: None,
            solved: false,
            nodes: 0,
            line: vec![first],
        }
    }

    /// A pass has come to its end.
    fn has_come_to(&mut self, pass: Pass, empties: u32) {
        self.depth = pass.depth;
        self.level = pass.level;
        self.solved = pass.depth >= empties && pass.level == cuts::EXACT && !pass.outcome;
    }

    /// The selectivity of the last pass, as people write it: `73%`.
    #[must_use]
    pub fn percent(&self) -> &'static str {
        cuts::percent(self.level)
    }

    /// The same as a number, rounded down: 100 if nothing was left out.
    #[must_use]
    pub fn sure(&self) -> u8 {
        let (whole, _) = self.percent().split_once(['.', '%']).unwrap_or_default();
        whole.parse().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests;
