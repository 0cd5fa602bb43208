//! A person at the terminal: this program's own stdin and stdout.

use std::io::Write;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::lines::Lines;
use super::{Arrival, Caps, Incoming, Interest, Presence, Ready, Wire};
use crate::os::poll;

/// Who has the keyboard: there is one for the whole process, and several people may share it.
static HOLDER: AtomicU64 = AtomicU64::new(0);
static COUNT: AtomicU64 = AtomicU64::new(0);

/// The terminal as a wire. It listens only between a prompt and the line that answers it: what
/// is typed ahead, or piped in, waits for its own prompt, and may be somebody else's.
#[derive(Debug)]
pub struct Terminal {
    number: u64,
    prompted: bool,
    stdin: std::io::Stdin,
    lines: Lines,
}

impl Terminal {
    /// One person's view of the terminal.
    pub fn new() -> Terminal {
        let number = COUNT.fetch_add(1, Ordering::Relaxed) + 1;
        Terminal {
            number,
            prompted: false,
            stdin: std::io::stdin(),
            lines: Lines::new(Caps::default()),
        }
    }

    fn listens(&self) -> bool {
        HOLDER.load(Ordering::Relaxed) == self.number && self.prompted && !self.lines.is_over()
    }
}

fn is_ready(stdin: &std::io::Stdin) -> bool {
    poll::await_reading(stdin, Instant::now())
}

impl Default for Terminal {
    fn default() -> Terminal {
        Terminal::new()
    }
}

impl Wire for Terminal {
    fn start(&mut self, _: bool) -> Arrival {
        // Whether anybody is still there shows when they are asked.
        if self.lines.is_over() {
            self.lines = Lines::new(Caps::default());
        }
        Arrival::Up(Presence::Here)
    }

    fn send(&mut self, text: &[u8]) {
        // A prompt is a line that is left open.
        self.prompted = !text.ends_with(b"\n");
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(text).and_then(|()| stdout.flush());
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if self.listens() {
            interest.read(&self.stdin);
        }
    }

    fn pump_ready(&mut self, _: Ready, _: Instant) {
        if !self.listens() {
            return;
        }
        // Only called when poll found something, or to look once more: never wait here.
        while self.prompted && is_ready(&self.stdin) {
            let mut byte = [0];
            match rustix::io::read(self.stdin.as_fd(), &mut byte[..]) {
                // Nobody is at the keyboard any more.
                Ok(0) | Err(_) => {
                    self.lines.close(Instant::now());
                    self.prompted = false;
                }
                Ok(_) => {
                    self.lines.push(&byte, Instant::now());
                    self.prompted = byte[0] != b'\n';
                }
            }
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
