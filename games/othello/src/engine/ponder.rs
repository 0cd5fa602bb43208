//! Thinking in others' time: an engine that goes on in a thread of its own until it is wanted back.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

use gyoji_core::Budget;
use gyoji_search::Limits;

use super::{Engine, Settings};
use crate::board::Board;

/// The part of its own time that guessing the opponent's reply takes.
const GUESS: u32 = 8;
/// It thinks no longer than in so many moves of its own: whoever has left may never come back.
const MOST: u32 = 50;

/// An engine that may think while nobody asks it. Whoever wants it waits no longer than a search takes to see that it
/// is to stop; what the search has found by then is in the tables.
#[derive(Debug)]
pub(crate) struct Ponderer {
    engine: Arc<Mutex<Engine>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Ponderer {
    pub(crate) fn new(engine: Engine) -> Self {
        Self { engine: Arc::new(Mutex::new(engine)), stop: Arc::default(), thread: None }
    }

    /// The engine, for a question.
    pub(crate) fn engine(&mut self) -> MutexGuard<'_, Engine> {
        self.rest();
        self.engine.lock().unwrap_or_else(|broken| {
            // A bug met in others' time costs what was found there, and not the game.
            self.engine.clear_poison();
            let mut engine = broken.into_inner();
            engine.clear();
            engine
        })
    }

    /// Thinks from now on about `board`, where the opponent is to move; `limits` are those of our own moves.
    pub(crate) fn ponder(&mut self, board: Board, settings: Settings, limits: Limits) {
        self.rest();
        self.stop.store(false, Relaxed);
        let (engine, stop) = (Arc::clone(&self.engine), Arc::clone(&self.stop));
        let job = move || {
            if let Ok(mut engine) = engine.lock() {
                foresee(&mut engine, board, &settings, limits, &stop);
            }
        };
        // A system without a thread to spare makes it think in its own time alone.
        self.thread = thread::Builder::new().name("ponder".to_owned()).spawn(job).ok();
    }

    /// Thinks no longer.
    pub(crate) fn rest(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stop.store(true, Relaxed);
            // One that has panicked leaves the engine marked as broken.
            let _ = thread.join();
        }
    }
}

impl Drop for Ponderer {
    fn drop(&mut self) {
        self.rest();
    }
}

/// Guesses the opponent's reply, and searches the position after it: that of our next move, if the guess is right.
fn foresee(
    engine: &mut Engine,
    board: Board,
    settings: &Settings,
    limits: Limits,
    stop: &AtomicBool,
) {
    let budget = Budget { deadline: None, stop: Some(stop) };
    let mut search = |board, time| {
        let limits = Limits { time, ..limits };
        engine.search(board, settings, &limits, &budget, &mut |_| 0, &mut |_| ())
    };
    let reply = search(board, limits.time.map(|time| time / GUESS));
    let after = reply.and_then(|found| board.play(found.best));
    search(after.unwrap_or(board.pass()), limits.time.map(|time| time * MOST));
}

#[cfg(test)]
mod tests;
