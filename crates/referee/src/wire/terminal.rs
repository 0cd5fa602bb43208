//! A person at the terminal: this program's own stdin and stdout.

use std::io::Write;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::event::PollFd;

use super::lines::Lines;
use super::{Caps, Incoming, Wire};
use crate::os::poll;

/// Who has the keyboard: there is one for the whole process, and several people may share it.
static HOLDER: AtomicU64 = AtomicU64::new(0);
static COUNT: AtomicU64 = AtomicU64::new(0);

/// The terminal as a wire. It listens only between its own question and the next one's.
#[derive(Debug)]
pub struct Terminal {
    number: u64,
    stdin: std::io::Stdin,
    lines: Lines,
}

impl Terminal {
    /// One person's view of the terminal.
    pub fn new() -> Terminal {
        let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        Terminal { number, stdin: std::io::stdin(), lines: Lines::new(Caps::default()) }
    }

    fn listens(&self) -> bool {
        HOLDER.load(Ordering::Relaxed) == self.number && !self.lines.is_over()
    }
}

impl Default for Terminal {
    fn default() -> Terminal {
        Terminal::new()
    }
}

impl Wire for Terminal {
    fn start(&mut self) -> Result<bool, String> {
        Ok(false)
    }

    fn send(&mut self, text: &[u8]) {
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(text).and_then(|()| stdout.flush());
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        if self.listens() {
            fds.push(PollFd::from_borrowed_fd(self.stdin.as_fd(), poll::READ));
        }
    }

    fn pump(&mut self) {
        if !self.listens() {
            return;
        }
        // Only called when poll found something, or to look once more: never wait here.
        let mut fds = [PollFd::from_borrowed_fd(self.stdin.as_fd(), poll::READ)];
        poll::wait(&mut fds, Instant::now());
        if !poll::is_ready(&fds[0]) {
            return;
        }
        let mut chunk = [0; 4096];
        match rustix::io::read(self.stdin.as_fd(), &mut chunk[..]) {
            Ok(0) | Err(_) => self.lines.close(Instant::now()),
            Ok(count) => self.lines.push(&chunk[..count], Instant::now()),
        }
    }

    fn take(&mut self) -> Option<Incoming> {
        self.lines.take()
    }

    fn new_turn(&mut self) {
        HOLDER.store(self.number, Ordering::Relaxed);
        self.lines.new_turn();
    }

    fn stop(&mut self, _grace: Duration) {}
}
