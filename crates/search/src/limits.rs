//! When to stop thinking: a bot's own settings, and the budget it is given.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::Budget;

/// What a search may spend by its own settings; `None` is no limit.
///
/// A [`Budget`] always comes on top: whichever ends first ends the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Plies to look ahead. Only alpha-beta has a depth.
    pub depth: Option<u32>,
    /// Positions to visit, or games to play out.
    pub nodes: Option<u64>,
    /// Time to think.
    pub time: Option<Duration>,
}

impl Limits {
    /// A fixed depth, the same on every machine.
    pub const fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), nodes: None, time: None }
    }

    /// A fixed number of nodes or playouts, the same on every machine.
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { depth: None, nodes: Some(nodes), time: None }
    }

    /// So much time.
    pub const fn time(time: Duration) -> Limits {
        Limits { depth: None, nodes: None, time: Some(time) }
    }

    /// When to stop by these limits and `budget`: the budget's deadline, or the own time from now,
    /// whichever is sooner. Whoever has made the budget has seen to what the answer costs on its
    /// way: see [`gyoji_core::Pace`].
    pub fn deadline(&self, budget: &Budget<'_>) -> Option<Instant> {
        let own = self.time.and_then(|time| Instant::now().checked_add(time));
        own.into_iter().chain(budget.deadline).min()
    }
}

/// Keeps a search to its limits: looks at the clock and the stop flag now and then, and counts
/// nodes exactly.
#[derive(Debug)]
pub struct Stopwatch<'a> {
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    most: u64,
    deadline: Option<Instant>,
    stop: Option<&'a AtomicBool>,
    next_look: u64,
    interval: u64,
    last_look: Option<Instant>,
}

/// Two looks at the clock are this far apart, more or less.
const SOON: Duration = Duration::from_micros(200);

impl<'a> Stopwatch<'a> {
    /// Begins to watch now.
    pub fn new(limits: &Limits, budget: &Budget<'a>) -> Stopwatch<'a> {
        Stopwatch {
            nodes: 0,
            stopped: false,
            most: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.deadline(budget),
            stop: budget.stop,
            next_look: 0,
            interval: 1,
            last_look: None,
        }
    }

    /// Counts a node; true if the search has to stop before it.
    #[inline]
    pub fn tick(&mut self) -> bool {
        if self.nodes >= self.next_look {
            self.look();
        }
        self.nodes += u64::from(!self.stopped);
        self.stopped
    }

    /// Counts nodes that something else has visited meanwhile.
    #[inline]
    pub fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// The nodes so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the search has to stop, as far as the last [`tick`](Stopwatch::tick) saw.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Stops the search: something that was asked on the way has run out of time.
    pub fn give_up(&mut self) {
        self.stopped = true;
    }

    /// Whether the limit of nodes is what has stopped it.
    pub fn is_out_of_nodes(&self) -> bool {
        self.nodes >= self.most
    }

    /// When the time is over, if it ever is.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The next [`tick`](Stopwatch::tick) looks, however recent the last look was.
    pub(crate) fn look_soon(&mut self) {
        self.next_look = 0;
    }

    /// Whether anything but the tree itself will ever end the search.
    pub(crate) fn is_endless(&self) -> bool {
        self.most == u64::MAX && self.deadline.is_none() && self.stop.is_none()
    }

    #[cold]
    fn look(&mut self) {
        self.stopped |= self.nodes >= self.most;
        self.stopped |= self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if let Some(deadline) = self.deadline {
            let now = Instant::now();
            self.stopped |= now >= deadline;
            // A node costs nanoseconds in one game and milliseconds in another: find the pace.
            let since = self.last_look.map_or(SOON, |last| now.saturating_duration_since(last));
            if since < SOON {
                self.interval = (self.interval * 2).min(4096);
            } else if since > 2 * SOON {
                self.interval = (self.interval / 2).max(1);
            }
            self.last_look = Some(now);
        } else {
            self.interval = 1024;
        }
        self.next_look = self.nodes.saturating_add(self.interval).min(self.most.max(self.nodes));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_counted_exactly() {
        let mut watch = Stopwatch::new(&Limits::nodes(1500), &Budget::default());
        while !watch.tick() {}
        assert_eq!(watch.nodes, 1500);
        let mut none = Stopwatch::new(&Limits::nodes(0), &Budget::default());
        assert!(none.tick());
    }

    #[test]
    fn the_sooner_end_counts_and_the_past_is_now() {
        let now = Instant::now();
        let in_a_second =
            Budget { deadline: Some(now + Duration::from_secs(1)), ..Budget::default() };
        assert_eq!(Limits::default().deadline(&in_a_second), in_a_second.deadline);
        let hour = Duration::from_secs(3600);
        assert_eq!(Limits::time(hour).deadline(&in_a_second), in_a_second.deadline);
        let own = Limits::time(Duration::ZERO).deadline(&in_a_second);
        assert!(own < in_a_second.deadline);
        let over = Budget { deadline: Some(now), ..Budget::default() };
        assert!(Stopwatch::new(&Limits::default(), &over).tick());
        assert_eq!(Limits::depth(3).deadline(&Budget::default()), None);
    }
}
