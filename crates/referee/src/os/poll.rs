//! Waiting for many file descriptors at once, with a deadline.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec};
use rustix::io::Errno;

/// Waits until one of `fds` can be read or written, or `until` has come. Returns at once if
/// there is nothing to wait for. A signal ends the wait early.
pub(crate) fn wait(fds: &mut [PollFd<'_>], until: Instant) {
    let left = until.saturating_duration_since(Instant::now());
    let timeout = Timespec { tv_sec: left.as_secs() as i64, tv_nsec: left.subsec_nanos().into() };
    match rustix::event::poll(fds, Some(&timeout)) {
        Ok(_) | Err(Errno::INTR) => {}
        // Nothing else can go wrong with descriptors we own; if it does, do not spin on it.
        Err(_) => std::thread::sleep(left.min(Duration::from_millis(1))),
    }
}

/// Whether the last [`wait`] found something to do here.
pub(crate) fn is_ready(fd: &PollFd<'_>) -> bool {
    !fd.revents().is_empty()
}

/// Interest in reading.
pub(crate) const READ: PollFlags = PollFlags::IN;
/// Interest in writing.
pub(crate) const WRITE: PollFlags = PollFlags::OUT;
