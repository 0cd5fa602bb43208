//! A program: its stdin, stdout and stderr.

use std::os::fd::AsFd;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gyoji_core::record::{Exit, FaultKind};
use rustix::event::PollFd;

use super::lines::Lines;
use super::printed::Printed;
use super::running::{Program, Running, read_some};
use super::{Incoming, NoStart, Presence, Strain, Usage, Wire};
use crate::os::poll;

/// How much a pipe holds, usually.
const PIPE: usize = 64 << 10;
/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// A program as a wire. The process is started by [`Wire::start`] and dies with this value.
#[derive(Debug)]
pub struct Process {
    program: Program,
    running: Option<Running>,
    lines: Lines,
    stderr: Printed,
    exit: Option<Exit>,
    chunk: Vec<u8>,
}

impl Process {
    /// A program that has not been started.
    pub fn new(program: Program) -> Process {
        let lines = Lines::new(program.caps);
        let chunk = vec![0; CHUNK];
        Process { program, running: None, lines, stderr: Printed::default(), exit: None, chunk }
    }

    /// Drops what it has said since the last game: all that a pipe may hold of it.
    fn forget(&mut self) {
        for _ in 0..PIPE / CHUNK {
            self.lines.forget();
            self.look();
        }
        self.lines.forget();
    }

    fn is_alive(&self) -> bool {
        // Without its supervisor nobody would ever see it end.
        let is_supervised = self.running.as_ref().is_some_and(|it| it.control.is_some());
        is_supervised && self.exit.is_none() && !self.lines.is_over()
    }
}

impl Wire for Process {
    fn start(&mut self, keep: bool, _: &AtomicBool) -> Result<Presence, NoStart> {
        self.thaw();
        self.pump();
        if let (None, Some(running)) = (self.exit, &mut self.running) {
            self.exit = running.await_exit(Instant::now());
        }
        if self.is_alive() {
            if !keep {
                self.forget();
            }
            return Ok(Presence::Stayed);
        }
        self.stop(Duration::ZERO);
        self.lines = Lines::new(self.program.caps);
        self.stderr = Printed::default();
        self.exit = None;
        let running = self.running.insert(Running::start(&self.program)?);
        running.is_new_for_this_turn();
        Ok(Presence::New)
    }

    fn send(&mut self, text: &[u8]) {
        if let Some(running) = &mut self.running {
            running.send(text);
        }
    }

    fn watch<'a>(&'a self, fds: &mut Vec<PollFd<'a>>) {
        let Some(running) = &self.running else { return };
        if let Some(stdout) = running.stdout.as_ref().filter(|_| !self.lines.is_over()) {
            fds.push(PollFd::from_borrowed_fd(stdout.as_fd(), poll::READ));
        }
        if let Some(stderr) = &running.stderr {
            fds.push(PollFd::from_borrowed_fd(stderr.as_fd(), poll::READ));
        }
        if let Some(stdin) = running.stdin.as_ref().filter(|_| !running.unsent.is_empty()) {
            fds.push(PollFd::from_borrowed_fd(stdin.as_fd(), poll::WRITE));
        }
    }

    fn pump(&mut self) {
        self.pump_ready(u8::MAX);
    }

    fn pump_ready(&mut self, mut ready: u8) {
        let Some(running) = &mut self.running else { return };
        let mut next = |watched: bool| {
            let is_ready = watched && ready & 1 == 1;
            ready >>= u8::from(watched);
            is_ready
        };
        // In the order of `watch`. Once each: a program that prints without end must not keep us
        // here.
        let stdout = next(running.stdout.is_some() && !self.lines.is_over());
        let stderr = next(running.stderr.is_some());
        if stderr && let Some(count) = read_some(&mut running.stderr, &mut self.chunk) {
            self.stderr.push(&self.chunk[..count]);
        }
        running.send(&[]);
        if stdout {
            self.look();
        }
    }

    fn look(&mut self) {
        let Some(running) = self.running.as_mut().filter(|_| !self.lines.is_over()) else { return };
        let chunk = &mut self.chunk;
        match read_some(&mut running.stdout, chunk) {
            Some(0) => self.lines.close(Instant::now()),
            Some(count) => self.lines.push(&chunk[..count], Instant::now()),
            None => {}
        }
    }

    fn take(&mut self) -> Option<Incoming> {
        self.lines.take()
    }

    fn partial(&self) -> &[u8] {
        self.lines.partial()
    }

    fn new_turn(&mut self) {
        self.lines.new_turn();
        if let Some(running) = &mut self.running {
            running.new_turn();
        }
    }

    fn usage(&self) -> Option<Usage> {
        self.running.as_ref()?.usage()
    }

    fn glance(&mut self) {
        if let Some(running) = &mut self.running {
            running.look();
        }
    }

    fn strain(&self) -> Option<Strain> {
        self.running.as_ref()?.strain()
    }

    fn freeze(&mut self) {
        if let Some(running) = &mut self.running {
            running.freeze();
        }
    }

    fn thaw(&mut self) {
        if let Some(running) = &mut self.running {
            running.thaw();
        }
    }

    fn take_stderr(&mut self) -> String {
        self.stderr.take_fresh()
    }

    fn all_stderr(&mut self) -> String {
        self.stderr.excerpt()
    }

    fn exit(&mut self, wait: Duration) -> Option<Exit> {
        if let (None, Some(running)) = (self.exit, &mut self.running) {
            self.exit = running.await_exit(Instant::now() + wait);
            // As much as a pipe holds: somebody may still be writing, faster than we read.
            for _ in 0..PIPE / CHUNK {
                match read_some(&mut running.stderr, &mut self.chunk) {
                    Some(count) if count > 0 => self.stderr.push(&self.chunk[..count]),
                    _ => break,
                }
            }
        }
        self.exit
    }

    fn closing_fault(&self) -> FaultKind {
        FaultKind::Crash
    }

    fn farewell(&mut self) {
        if let Some(running) = self.running.as_mut().filter(|running| running.unsent.is_empty()) {
            running.stdin = None;
        }
    }

    fn stop(&mut self, grace: Duration) {
        let Some(running) = &mut self.running else { return };
        running.stdin = None;
        if !grace.is_zero() {
            let until = Instant::now() + grace;
            // Its output is drained meanwhile: a full pipe must not keep it from leaving.
            let chunk = &mut self.chunk;
            while self.exit.is_none() && running.control.is_some() && Instant::now() < until {
                self.exit =
                    running.await_exit(until.min(Instant::now() + Duration::from_millis(2)));
                let _ = read_some(&mut running.stdout, chunk);
                if let Some(count) = read_some(&mut running.stderr, chunk) {
                    self.stderr.push(&chunk[..count]);
                }
            }
        }
        running.kill();
        self.running = None;
        self.lines = Lines::new(self.program.caps); // what it said after its last word
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
    }
}
