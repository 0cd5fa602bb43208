//! A program: its stdin, stdout and stderr.

use std::fs::File;
use std::time::{Duration, Instant};

use gyoji_core::record::{Exit, FaultKind, Idle};

use super::lines::Lines;
use super::printed::Printed;
use super::running::{Program, Running, read_some};
use super::{Arrival, Held, Incoming, Interest, Presence, Ready, Strain, Usage, Wire};
use crate::os::undertaker::Leaving;

/// How much a pipe holds, usually.
const PIPE: usize = 64 << 10;
/// How much is read at once.
const CHUNK: usize = 16 << 10;

/// A program as a wire. The process is started by [`Wire::start`] and dies with this value.
#[derive(Debug)]
pub struct Process {
    program: Program,
    running: Option<Running>,
    /// Whether it has been started, and nobody knows yet whether it runs.
    is_starting: bool,
    /// Whoever ran here before, if it has yet to leave: two are never here at once.
    leaving: Option<Leaving>,
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
        Process {
            program,
            running: None,
            is_starting: false,
            leaving: None,
            lines,
            stderr: Printed::default(),
            exit: None,
            chunk,
        }
    }

    /// Drops what it has said since the last game: all that a pipe may hold of it.
    fn forget(&mut self) {
        for _ in 0..PIPE / CHUNK {
            self.lines.forget();
            if !self.read_stdout(Instant::now()) {
                return;
            }
        }
        self.lines.forget();
    }

    /// The stream that is listened to, if it is still.
    fn heard_stdout<'a>(&self, running: &'a Running) -> Option<&'a File> {
        running.stdout.as_ref().filter(|_| !self.lines.is_over())
    }

    /// Whether the supervisor has yet to say something that matters: whether the program runs, or
    /// how it has ended.
    fn hears_supervisor(&self) -> bool {
        self.is_starting || self.lines.is_over() && self.may_exit()
    }

    /// Reads once; whether there was anything.
    fn read_stdout(&mut self, now: Instant) -> bool {
        let Some(running) = &mut self.running else { return false };
        match read_some(&mut running.stdout, &mut self.chunk) {
            Some(0) => self.lines.close(now),
            Some(count) => self.lines.push(&self.chunk[..count], now),
            None => return false,
        }
        true
    }

    fn is_alive(&self) -> bool {
        // Without its supervisor nobody would ever see it end.
        let is_supervised = self.running.as_ref().is_some_and(|it| it.control.is_some());
        is_supervised && self.exit.is_none() && !self.lines.is_over()
    }
}

impl Wire for Process {
    fn start(&mut self, keep: bool) -> Arrival {
        self.thaw();
        self.pump();
        if let (None, Some(running)) = (self.exit, &mut self.running) {
            self.exit = running.exit();
        }
        if self.is_alive() {
            if !keep {
                self.forget();
            }
            return Arrival::Up(Presence::Stayed);
        }
        self.stop(Duration::ZERO);
        self.lines = Lines::new(self.program.caps);
        self.stderr = Printed::default();
        self.exit = None;
        self.is_starting = true;
        self.arrival()
    }

    fn arrival(&mut self) -> Arrival {
        if !self.is_starting {
            return Arrival::Up(Presence::Here);
        }
        if self.is_leaving() {
            return Arrival::Coming;
        }
        self.leaving = None;
        let running = match &mut self.running {
            Some(running) => running,
            None => match Running::start(&self.program) {
                Ok(running) => self.running.insert(running),
                Err(why) => {
                    self.is_starting = false;
                    return Arrival::Failed(why);
                }
            },
        };
        let Some(started) = running.started() else { return Arrival::Coming };
        self.is_starting = false;
        match started {
            Ok(()) => {
                running.is_new_for_this_turn();
                Arrival::Up(Presence::New)
            }
            Err(why) => {
                self.stop(Duration::ZERO);
                Arrival::Failed(why)
            }
        }
    }

    fn send(&mut self, text: &[u8]) {
        if let Some(running) = &mut self.running {
            running.send(text);
        }
    }

    fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        let Some(running) = &self.running else {
            if let Some(leaving) = self.leaving.as_ref().filter(|one| !one.is_past()) {
                leaving.watch(interest);
            }
            return;
        };
        if let Some(stdout) = self.heard_stdout(running) {
            interest.read(stdout);
        }
        if let Some(stderr) = &running.stderr {
            interest.read(stderr);
        }
        if let Some(stdin) = running.stdin.as_ref().filter(|_| !running.unsent.is_empty()) {
            interest.write(stdin);
        }
        if self.hears_supervisor() {
            running.watch_control(interest);
        }
    }

    fn pump_ready(&mut self, mut ready: Ready, now: Instant) {
        let Some(running) = &self.running else { return };
        // In the order of `watch`. Once each: a program that prints without end must not keep us
        // here.
        let stdout = self.heard_stdout(running).is_some() && ready.next();
        let stderr = running.stderr.is_some() && ready.next();
        let has_ended = self.hears_supervisor() && !self.is_starting;
        let Some(running) = &mut self.running else { return };
        if stderr && let Some(count) = read_some(&mut running.stderr, &mut self.chunk) {
            self.stderr.push(&self.chunk[..count]);
        }
        running.send(&[]);
        if stdout {
            self.read_stdout(now);
        }
        if has_ended {
            self.exit();
        }
    }

    fn look(&mut self) {
        if !self.lines.is_over() {
            self.read_stdout(Instant::now());
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

    fn idle(&self) -> Option<Idle> {
        self.running.as_ref()?.idle()
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

    fn exit(&mut self) -> Option<Exit> {
        if let (None, Some(running)) = (self.exit, &mut self.running) {
            self.exit = running.exit();
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

    fn may_exit(&self) -> bool {
        let is_supervised = self.running.as_ref().is_some_and(|it| it.control.is_some());
        is_supervised && self.exit.is_none()
    }

    fn held(&mut self) -> Option<Held> {
        self.running.as_mut()?.held()
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
        self.is_starting = false;
        let Some(running) = self.running.take() else { return };
        self.leaving = Some(running.end(grace));
        self.lines = Lines::new(self.program.caps); // what it said after its last word
    }

    fn is_leaving(&self) -> bool {
        self.leaving.as_ref().is_some_and(|one| !one.is_past())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.stop(Duration::ZERO);
    }
}
