//! Waiting until something can be started again.

use std::time::{Duration, Instant};

use super::Stop;

/// How long the first wait is when nothing can be started, and how long all of them may be. Each
/// is twice as long as the one before.
const FIRST_WAIT: Duration = Duration::from_millis(100);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
const MOST_WAITING: Duration = Duration::from_secs(60);

/// Waiting until something can be started again, longer each time, but not for ever.
pub(super) struct Patience {
    next: Duration,
    waited: Duration,
}

impl Patience {
    pub(super) fn new() -> Patience {
        Patience { next: FIRST_WAIT, waited: Duration::ZERO }
    }

    /// Whether it has been long enough.
    pub(super) fn is_over(&self) -> bool {
        self.waited >= MOST_WAITING
    }

    /// Waits a while, unless somebody wants to stop.
    pub(super) fn wait(&mut self, stop: &Stop) {
        let until = Instant::now() + self.next;
        while Instant::now() < until && !stop.is_asked() {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.waited += self.next;
        self.next = (self.next * 2).min(LONGEST_WAIT);
    }
}
