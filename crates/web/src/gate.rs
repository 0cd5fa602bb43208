//! How many bots think at the same time: no more than there are processors.
//!
//! A match enters before it lets a bot think and leaves when the bot has moved. Demonstrations
//! step back: they think only while nobody else does.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How often somebody who waits looks whether it should stop.
const GLANCE: Duration = Duration::from_millis(50);

#[derive(Debug)]
pub(crate) struct Gate {
    room: Mutex<Room>,
    bell: Condvar,
    most: usize,
}

#[derive(Default, Debug)]
struct Room {
    inside: usize,
    waiting: usize,
}

/// Somebody who thinks, until it is dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    gate: Arc<Gate>,
}

impl Gate {
    /// For so many at once; 0: as many as there are processors.
    pub(crate) fn new(most: usize) -> Arc<Gate> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let most = if most == 0 { cores() } else { most };
        Arc::new(Gate { room: Mutex::default(), bell: Condvar::new(), most })
    }

    /// Waits until there is room; `None` if it is not wanted any more.
    pub(crate) fn enter(self: &Arc<Gate>, is_demo: bool, stop: &AtomicBool) -> Option<Pass> {
        let mut room = self.room.lock().unwrap_or_else(PoisonError::into_inner);
        room.waiting += usize::from(!is_demo);
        let is_free = |room: &Room| match is_demo {
            true => room.inside == 0 && room.waiting == 0,
            false => room.inside < self.most,
        };
        while !is_free(&room) && !stop.load(Ordering::Relaxed) {
            let wait = self.bell.wait_timeout(room, GLANCE);
            room = wait.unwrap_or_else(PoisonError::into_inner).0;
        }
        room.waiting -= usize::from(!is_demo);
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        room.inside += 1;
        Some(Pass { gate: Arc::clone(self) })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.gate.room.lock().unwrap_or_else(PoisonError::into_inner).inside -= 1;
        self.gate.bell.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_so_many_are_inside_and_demonstrations_step_back() {
        let (gate, never, now) = (Gate::new(1), AtomicBool::new(false), AtomicBool::new(true));
        let first = gate.enter(false, &never).unwrap();
        assert!(gate.enter(false, &now).is_none(), "full");
        assert!(gate.enter(true, &now).is_none(), "full");
        std::thread::scope(|scope| {
            let second = scope.spawn(|| gate.enter(false, &never).is_some());
            drop(first);
            assert!(second.join().unwrap());
        });
        assert!(gate.enter(true, &never).is_some(), "everybody has left");
    }
}
