//! Waiting for many file descriptors at once, with a deadline. Nobody else knows how that is done.

use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

/// What somebody waits for: that something can be read, or written.
///
/// Whoever is waited for adds its descriptors, in an order of its own, and afterwards is told
/// which of them are [`Ready`].
#[derive(Debug)]
pub struct Interest<'a> {
    fds: Vec<PollFd<'a>>,
}

/// Which of the descriptors somebody has added are ready.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ready(u16);

impl Ready {
    /// Everything may be: for whoever has not waited.
    pub const ALL: Ready = Ready(u16::MAX);

    /// Whether anything is ready.
    pub fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the next of them is: they are asked for in the order in which they were added.
    pub(crate) fn next(&mut self) -> bool {
        let is_ready = self.0 & 1 != 0;
        self.0 >>= 1;
        is_ready
    }
}

impl<'a> Interest<'a> {
    /// For as many as sit at a table, usually.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Interest<'a> {
        Interest { fds: Vec::with_capacity(8) }
    }

    /// To read, when there is something.
    pub fn read(&mut self, from: &'a impl AsFd) {
        self.add(from, PollFlags::IN);
    }

    /// To write, when there is room.
    pub fn write(&mut self, to: &'a impl AsFd) {
        self.add(to, PollFlags::OUT);
    }

    /// To read, and to write too if `write` says so.
    pub(crate) fn read_and(&mut self, write: bool, stream: &'a impl AsFd) {
        let more = if write { PollFlags::OUT } else { PollFlags::empty() };
        self.add(stream, PollFlags::IN | more);
    }

    /// That a peer leaves; and to read, if `read` says so.
    pub(crate) fn leave_and(&mut self, read: bool, stream: &'a impl AsFd) {
        let more = if read { PollFlags::IN } else { PollFlags::empty() };
        self.add(stream, PollFlags::RDHUP | more);
    }

    fn add(&mut self, fd: &'a impl AsFd, news: PollFlags) {
        self.fds.push(PollFd::from_borrowed_fd(fd.as_fd(), news));
    }

    /// How many descriptors there are.
    pub(crate) fn len(&self) -> usize {
        self.fds.len()
    }

    /// Waits until one of them is ready, or until `until`; it is `now`. A signal ends the wait
    /// early.
    pub fn wait(&mut self, now: Instant, until: Instant) {
        let left = until.saturating_duration_since(now);
        let timeout =
            Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
        match rustix::event::poll(&mut self.fds, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            // Nothing else can go wrong with descriptors we own; if it does, do not spin on it.
            Err(_) => std::thread::sleep(left.min(Duration::from_millis(1))),
        }
    }

    /// Which of those from `start` to `end` the last wait has found ready.
    pub(crate) fn ready(&self, start: usize, end: usize) -> Ready {
        let fds = self.fds.get(start..end).unwrap_or_default();
        let bits = fds.iter().zip(0..u16::BITS).map(|(fd, bit)| match fd.revents().is_empty() {
            true => 0,
            false => 1 << bit,
        });
        Ready(bits.fold(0, |all, bit| all | bit))
    }
}

/// Whether something can be read now; not if the other side has only gone.
pub(crate) fn can_read(from: &impl AsFd) -> bool {
    let mut fds = [PollFd::new(from, PollFlags::IN)];
    let now = Timespec { tv_sec: 0, tv_nsec: 0 };
    rustix::event::poll(&mut fds, Some(&now)).is_ok() && fds[0].revents().contains(PollFlags::IN)
}

/// Waits until something can be read, or until `until`; whether it can.
pub(crate) fn await_reading(from: &impl AsFd, until: Instant) -> bool {
    let mut interest = Interest::new();
    interest.read(from);
    interest.wait(Instant::now(), until);
    interest.ready(0, 1).any()
}

/// What has come from a peer: whether there is something to read, and whether it has left.
pub(crate) fn news_of(peer: &impl AsFd) -> (bool, bool) {
    let mut fds = [PollFd::from_borrowed_fd(peer.as_fd(), PollFlags::IN | PollFlags::RDHUP)];
    let _ = rustix::event::poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    let news = fds[0].revents();
    let left = news.intersects(PollFlags::RDHUP | PollFlags::HUP | PollFlags::ERR);
    (news.contains(PollFlags::IN), left)
}
