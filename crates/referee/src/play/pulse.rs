//! The referee's own pulse: how long it was not where it should be, listening.
//!
//! A stopped referee (Ctrl-Z, a sleeping laptop), a slow disk or a loaded machine must not become
//! a player's lateness. Whoever waits with a deadline and comes back later was not running; and
//! between two waits there is next to nothing to do.
//!
//! A lapse in which nothing of ours ran, and that no load explains, is lost for everybody. Under
//! load the players were running, or their own strain tells: then a lapse matters only if the
//! question was not sent yet, or if it ended with the answer there to be read. Had there been
//! nothing to read, there was no answer.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// Shorter lapses are not worth noting: the margin covers them.
const HICCUP: Duration = Duration::from_millis(2);

/// A reading of how long this thread has waited for a processor serves for so long: what it may
/// have waited since is too little to make a stop look like load.
const WAITED_HOLDS: Duration = Duration::from_micros(500);

thread_local! {
    /// What the system counts of this thread: opened once, for all its matches.
    static SCHEDSTAT: Rc<Option<File>> = Rc::new(File::open("/proc/thread-self/schedstat").ok());
}

/// Counts the time the referee has lost.
#[derive(Debug)]
pub(super) struct Pulse {
    awake: Instant,
    lost: Duration,
    /// The lapse under load that has just ended, before anything was looked at.
    latest: Duration,
    /// How long this thread has waited for a processor, as the system counts it.
    schedstat: Rc<Option<File>>,
    waited: u64,
    /// When that was read.
    read: Option<Instant>,
}

impl Pulse {
    pub(super) fn new() -> Pulse {
        let schedstat = SCHEDSTAT.with(Rc::clone);
        let (lost, latest) = (Duration::ZERO, Duration::ZERO);
        Pulse { awake: Instant::now(), lost, latest, schedstat, waited: 0, read: None }
    }

    /// When the referee last knew that it runs.
    pub(super) fn awake(&self) -> Instant {
        self.awake
    }

    /// All the time that was lost so far, for good.
    pub(super) fn lost(&self) -> Duration {
        self.lost
    }

    /// The same for something that is read now.
    pub(super) fn lost_before_reading(&self) -> Duration {
        self.lost + self.latest
    }

    /// There was nothing to read: it had not come.
    pub(super) fn found_nothing(&mut self) {
        self.latest = Duration::ZERO;
    }

    /// What was done until now was meant to take its time; from now on we are in a hurry.
    pub(super) fn start(&mut self, now: Instant) {
        self.awake = now;
        self.latest = Duration::ZERO;
        let is_fresh = |read: Instant| now.saturating_duration_since(read) < WAITED_HOLDS;
        if !self.read.is_some_and(is_fresh) {
            self.waited = self.waited_so_far();
            self.read = Some(now);
        }
    }

    /// Something was sent. Had it been sent at once, it would have been there earlier.
    pub(super) fn sent(&mut self, now: Instant) {
        let late = now.saturating_duration_since(self.awake);
        if late > HICCUP {
            self.lost += late;
            self.waited = self.waited_so_far();
            self.read = Some(now);
        }
        self.awake = now;
    }

    /// The referee runs, and should have done so by `due`; what is missing was lost.
    pub(super) fn beat(&mut self, due: Instant, now: Instant) {
        let late = now.saturating_duration_since(due.max(self.awake));
        if late > HICCUP {
            let waited = self.waited_so_far();
            let load = Duration::from_nanos(waited.saturating_sub(self.waited));
            self.note(late, load);
            self.waited = waited;
            self.read = Some(now);
        } else if now.saturating_duration_since(self.awake) > HICCUP {
            self.latest = Duration::ZERO; // it has waited as it should, and somebody spoke or not
        }
        self.awake = now;
    }

    /// The referee runs again, after next to nothing that had to be done.
    pub(super) fn beat_now(&mut self, now: Instant) {
        self.beat(self.awake, now);
    }

    /// A lapse, and how long this thread has meanwhile waited for a processor.
    fn note(&mut self, late: Duration, load: Duration) {
        match load >= late / 2 {
            true => self.latest = late,
            false => self.lost += late,
        }
    }

    fn waited_so_far(&self) -> u64 {
        let mut text = [0; 96];
        let read =
            self.schedstat.as_ref().as_ref().and_then(|file| file.read_at(&mut text, 0).ok());
        let text = std::str::from_utf8(&text[..read.unwrap_or(0)]).unwrap_or_default();
        text.split_ascii_whitespace().nth(1).and_then(|wait| wait.parse().ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A referee that never waits for a processor, so that every lapse is a stop.
    fn pulse(start: Instant) -> Pulse {
        let mut pulse = Pulse { schedstat: Rc::new(None), ..Pulse::new() };
        pulse.start(start);
        pulse
    }

    #[test]
    fn only_what_was_not_waited_for_is_lost() {
        let start = Instant::now();
        let mut pulse = pulse(start);
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
        pulse.sent(start + ms(5100));
        assert_eq!(pulse.lost(), ms(600), "stopped before it could send");
    }

    #[test]
    fn under_load_only_the_lapse_before_the_answer_counts() {
        let start = Instant::now();
        let mut pulse = pulse(start);
        pulse.note(ms(30), ms(29));
        assert_eq!((pulse.lost(), pulse.lost_before_reading()), (ms(0), ms(30)));
        pulse.found_nothing();
        assert_eq!(pulse.lost_before_reading(), ms(0), "the answer was not there");
        pulse.note(ms(20), ms(20));
        pulse.beat(start + ms(150), start + ms(1));
        assert_eq!(pulse.lost_before_reading(), ms(20), "it was there to be read at once");
        pulse.beat(start + ms(150), start + ms(90));
        assert_eq!(pulse.lost_before_reading(), ms(0), "it came later");
        pulse.note(ms(400), ms(3));
        assert_eq!((pulse.lost(), pulse.lost_before_reading()), (ms(400), ms(400)));
    }
}
