//! The referee's own pulse: how long it was not where it should be, listening.
//!
//! A stopped referee (Ctrl-Z, a sleeping laptop), a slow disk or a loaded machine must not become
//! a player's lateness. Whoever waits with a deadline and comes back later was not running; and
//! between two waits there is next to nothing to do.

use std::time::{Duration, Instant};

/// Shorter lapses are not worth noting: the margin covers them.
const HICCUP: Duration = Duration::from_millis(2);

/// Counts the time the referee has lost.
#[derive(Debug)]
pub(super) struct Pulse {
    awake: Instant,
    lost: Duration,
}

impl Pulse {
    pub(super) fn new() -> Pulse {
        Pulse { awake: Instant::now(), lost: Duration::ZERO }
    }

    /// All the time that was lost so far.
    pub(super) fn lost(&self) -> Duration {
        self.lost
    }

    /// What was done until now was meant to take its time.
    pub(super) fn start(&mut self, now: Instant) {
        self.awake = now;
    }

    /// The referee runs, and should have done so by `due`; what is missing was lost.
    pub(super) fn beat(&mut self, due: Instant, now: Instant) {
        let late = now.saturating_duration_since(due.max(self.awake));
        if late > HICCUP {
            self.lost += late;
        }
        self.awake = now;
    }

    /// The referee runs again, after next to nothing that had to be done.
    pub(super) fn beat_now(&mut self, now: Instant) {
        self.beat(self.awake, now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_not_waited_for_is_lost() {
        let ms = Duration::from_millis;
        let mut pulse = Pulse::new();
        let start = Instant::now();
        pulse.start(start);
        pulse.beat_now(start + ms(1));
        pulse.beat(start + ms(101), start + ms(50));
        assert_eq!(pulse.lost(), Duration::ZERO, "somebody spoke");
        pulse.beat(start + ms(150), start + ms(151));
        assert_eq!(pulse.lost(), Duration::ZERO, "waking up takes a moment");
        pulse.beat(start + ms(200), start + ms(600));
        assert_eq!(pulse.lost(), ms(400), "overslept");
        pulse.beat_now(start + ms(700));
        assert_eq!(pulse.lost(), ms(500), "stopped between two waits");
        pulse.start(start + ms(5000));
        assert_eq!(pulse.lost(), ms(500), "a bot was thinking");
    }
}
