//! Several threads at one search. All of them do the same pass over the same tree with the same tables; whoever comes to
//! a move that another one is searching right now takes the next one first, and finds the answer in the table later.
//!
//! This is the only place of the crate with threads: whoever asks for a bot says how many (`threads=N`), and they live
//! no longer than the pass.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread;

use gyoji_core::Budget;
use gyoji_search::Limits;

use super::node::Search;
use super::root::{Pass, Root, RootMove};
use super::{Found, Worker};
use crate::bits::Cpu;
use crate::board::Board;

/// Passes of fewer plies are over before a thread has begun.
pub(super) const SHALLOWEST: u32 = 7;

/// Marks at one time: far more than there are threads and plies.
const MARKS: usize = 1 << 12;

/// What is being searched right now.
#[derive(Debug)]
pub(crate) struct Searching {
    marks: Vec<AtomicU64>,
}

impl Searching {
    pub(super) fn new() -> Self {
        Self { marks: (0..MARKS).map(|_| AtomicU64::new(0)).collect() }
    }

    /// What stands for a board that is searched so deep; never 0.
    #[inline(always)]
    pub(crate) fn mark(board: Board, depth: u32) -> u64 {
        let mixed = board.own.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ board.opp.rotate_left(31).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        (mixed ^ mixed >> 31).wrapping_add(u64::from(depth)) | 1
    }

    #[inline(always)]
    fn at(&self, mark: u64) -> Option<&AtomicU64> {
        self.marks.get((mark >> 20) as usize % MARKS)
    }

    /// Whether somebody searches it.
    #[inline(always)]
    pub(crate) fn is_taken(&self, mark: u64) -> bool {
        self.at(mark).is_some_and(|at| at.load(Relaxed) == mark)
    }

    /// Says that it is being searched.
    #[inline(always)]
    pub(crate) fn take(&self, mark: u64) {
        if let Some(at) = self.at(mark) {
            at.store(mark, Relaxed);
        }
    }

    /// Says that it no longer is.
    #[inline(always)]
    pub(crate) fn leave(&self, mark: u64) {
        if let Some(at) = self.at(mark)
            && at.load(Relaxed) == mark
        {
            at.store(0, Relaxed);
        }
    }
}

/// One pass by the caller's thread and one for each of `workers`.
pub(super) fn together<C: Cpu + Send>(
    search: &mut Search<'_, C>,
    moves: &mut [RootMove],
    pass: Pass,
    found: &mut Found,
    workers: &mut [Worker],
) {
    let cpu = search.cpu;
    if workers.is_empty() || pass.depth < SHALLOWEST {
        cpu.enter(Root { search, moves, pass, found });
        return;
    }
    let done = AtomicBool::new(false);
    let known = (search.weights, search.table);
    let (others, deadline) = (search.others, search.watch.deadline());
    let nodes: u64 = thread::scope(|scope| {
        let mut handles = Vec::new();
        for worker in workers {
            let (mut moves, mut found, done) = (moves.to_vec(), found.clone(), &done);
            let job = move || {
                let budget = Budget { deadline, stop: Some(done) };
                let mut search =
                    Search::new(cpu, known, worker, &Limits::default(), &budget, others);
                cpu.enter(Root { search: &mut search, moves: &mut moves, pass, found: &mut found });
                search.watch.nodes()
            };
            // A system without a thread to spare makes the search slower, and that is all.
            handles.extend(thread::Builder::new().spawn_scoped(scope, job));
        }
        cpu.enter(Root { search, moves, pass, found });
        done.store(true, Relaxed);
        handles.into_iter().filter_map(|handle| handle.join().ok()).sum()
    });
    search.watch.add(nodes);
}
