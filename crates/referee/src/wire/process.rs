//! A program: its stdin, stdout and stderr.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use gyoji_core::record::{Exit, FaultKind};
use rustix::event::PollFd;

use super::lines::Lines;
use super::{Caps, Incoming, Usage, Wire};
use crate::os::usage::Meter;
use crate::os::{poll, supervise};

/// How much of stderr is kept: so much of its beginning, and so much of its end.
const STDERR_KEPT: usize = 64 << 10;
/// How much of what it printed during one answer goes into the record.
const STDERR_PER_MOVE: usize = 2 << 10;
/// How much a pipe holds, usually.
const PIPE: usize = 64 << 10;
/// The most that waits to be sent to a program that does not read.
const MOST_UNSENT: usize = 16 << 20;
/// How much of everything it printed goes into the record of a fault.
const STDERR_PER_FAULT: usize = 8 << 10;
/// How much is read at once.
const CHUNK: usize = 16 << 10;
/// How long a supervisor gets to kill a program before it is killed itself.
const KILL_TIME: Duration = Duration::from_secs(3);

/// A program to be run as a player.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The executable that can act as a supervisor.
    pub supervisor: PathBuf,
    /// How much it may print.
    pub caps: Caps,
}

/// A program as a wire. The process is started by [`Wire::start`] and dies with this value.
#[derive(Debug)]
pub struct Process {
    program: Program,
    running: Option<Running>,
    lines: Lines,
    stderr: StderrLog,
    exit: Option<Exit>,
    chunk: Vec<u8>,
}

#[derive(Debug)]
struct Running {
    supervisor: Child,
    control: Option<UnixStream>,
    control_text: String,
    stdin: Option<File>,
    unsent: VecDeque<u8>,
    stdout: Option<File>,
    stderr: Option<File>,
    meter: Option<Meter>,
}

impl Process {
    /// A program that has not been started.
    pub fn new(program: Program) -> Process {
        let lines = Lines::new(program.caps);
        let chunk = vec![0; CHUNK];
        Process { program, running: None, lines, stderr: StderrLog::default(), exit: None, chunk }
    }

    fn is_alive(&self) -> bool {
        self.running.is_some() && self.exit.is_none() && !self.lines.is_over()
    }
}

impl Wire for Process {
    fn start(&mut self) -> Result<bool, String> {
        self.pump();
        if let (None, Some(running)) = (self.exit, &mut self.running) {
            self.exit = running.await_exit(Instant::now());
        }
        if self.is_alive() {
            self.lines.forget(); // said between two games, it belongs to neither
            return Ok(false);
        }
        self.stop(Duration::ZERO);
        self.lines = Lines::new(self.program.caps);
        self.stderr = StderrLog::default();
        self.exit = None;
        let mut running = Running::spawn(&self.program).map_err(|error| error.to_string())?;
        let started = running.await_start();
        match started {
            Ok(()) => self.running = Some(running),
            Err(_) => running.kill(),
        }
        started.map(|()| true)
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
    }

    fn usage(&self) -> Option<Usage> {
        self.running.as_ref()?.meter.as_ref()?.read()
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

impl Running {
    fn spawn(program: &Program) -> std::io::Result<Running> {
        let (mut supervisor, control) =
            supervise::spawn(&program.supervisor, &program.command, Stdio::piped)?;
        Ok(Running {
            stdin: supervisor.stdin.take().and_then(|fd| nonblocking(fd.into())),
            stdout: supervisor.stdout.take().and_then(|fd| nonblocking(fd.into())),
            stderr: supervisor.stderr.take().and_then(|fd| nonblocking(fd.into())),
            supervisor,
            control: Some(control),
            control_text: String::new(),
            unsent: VecDeque::new(),
            meter: None,
        })
    }

    /// Waits until the supervisor says that the program runs, or why it does not.
    fn await_start(&mut self) -> Result<(), String> {
        let until = Instant::now() + KILL_TIME;
        loop {
            if let Some(words) = self.said("error ") {
                return Err(words);
            }
            if let Some(pid) = self.said("pid ") {
                self.meter = pid.parse().ok().and_then(Meter::of);
                return Ok(());
            }
            if !self.read_control(until) {
                return Err("the supervisor did not start".into());
            }
        }
    }

    fn await_exit(&mut self, until: Instant) -> Option<Exit> {
        loop {
            if let Some(code) = self.said("code ") {
                return code.parse().ok().map(Exit::Code);
            }
            if let Some(signal) = self.said("signal ") {
                return signal.parse().ok().map(Exit::Signal);
            }
            if !self.read_control(until) {
                return None;
            }
        }
    }

    /// What the supervisor has said in a whole line that begins with `word`.
    fn said(&self, word: &str) -> Option<String> {
        let whole = &self.control_text[..self.control_text.rfind('\n')? + 1];
        whole.lines().find_map(|line| line.strip_prefix(word)).map(str::to_owned)
    }

    /// Reads more from the supervisor; false if there is nothing more, or not in time.
    fn read_control(&mut self, until: Instant) -> bool {
        let Some(control) = &mut self.control else { return false };
        let mut chunk = [0; 512];
        loop {
            match control.read(&mut chunk) {
                Ok(0) => {
                    self.control = None; // the supervisor is gone
                    return false;
                }
                Ok(count) => {
                    self.control_text.push_str(&String::from_utf8_lossy(&chunk[..count]));
                    return true;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    if Instant::now() >= until {
                        return false;
                    }
                    let mut fds = [PollFd::from_borrowed_fd(control.as_fd(), poll::READ)];
                    poll::wait(&mut fds, until);
                }
                Err(_) => return false,
            }
        }
    }

    fn send(&mut self, text: &[u8]) {
        let Some(stdin) = &mut self.stdin else { return };
        let mut text = text;
        if self.unsent.is_empty() && !text.is_empty() {
            match stdin.write(text) {
                Ok(count) => text = &text[count..],
                Err(error) if is_later(&error) => {}
                Err(_) => return self.stdin = None, // it does not listen; its silence will tell
            }
        }
        self.unsent.extend(text);
        while !self.unsent.is_empty() {
            match stdin.write(self.unsent.as_slices().0) {
                Ok(count) => drop(self.unsent.drain(..count)),
                Err(error) if is_later(&error) && self.unsent.len() <= MOST_UNSENT => return,
                Err(_) => {
                    self.stdin = None;
                    self.unsent = VecDeque::new();
                    return;
                }
            }
        }
    }

    /// Kills the program and everything it has started, and waits until they are gone.
    fn kill(&mut self) {
        self.control = None; // the supervisor's sign to kill
        let pid = rustix::process::Pid::from_child(&self.supervisor);
        // A program may have stopped it.
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::CONT);
        if let Ok(pidfd) = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()) {
            let until = Instant::now() + KILL_TIME;
            let mut fds = [PollFd::from_borrowed_fd(pidfd.as_fd(), poll::READ)];
            while fds[0].revents().is_empty() && Instant::now() < until {
                poll::wait(&mut fds, until);
            }
        }
        let _ = self.supervisor.kill();
        let _ = self.supervisor.wait();
    }
}

fn is_later(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted)
}

fn nonblocking(fd: OwnedFd) -> Option<File> {
    let flags = rustix::fs::fcntl_getfl(&fd).ok()?;
    rustix::fs::fcntl_setfl(&fd, flags | rustix::fs::OFlags::NONBLOCK).ok()?;
    Some(File::from(fd))
}

/// Reads once. `Some(0)` at the end of the stream, which is then dropped; `None` if nothing is
/// there now, or there is no stream.
fn read_some(file: &mut Option<File>, chunk: &mut [u8]) -> Option<usize> {
    match file.as_mut()?.read(chunk) {
        Ok(0) => {
            *file = None;
            Some(0)
        }
        Ok(count) => Some(count),
        Err(error) if is_later(&error) => None,
        Err(_) => {
            *file = None;
            Some(0)
        }
    }
}

/// What a program prints to stderr: its beginning, its end, and what is new.
#[derive(Debug, Default)]
struct StderrLog {
    head: Vec<u8>,
    tail: VecDeque<u8>,
    lost: u64,
    fresh: VecDeque<u8>,
}

impl StderrLog {
    fn push(&mut self, bytes: &[u8]) {
        let room = STDERR_KEPT - self.head.len();
        let (head, rest) = bytes.split_at(bytes.len().min(room));
        self.head.extend_from_slice(head);
        let before = self.tail.len() + rest.len();
        push_capped(&mut self.tail, rest, STDERR_KEPT);
        self.lost += (before - self.tail.len()) as u64;
        push_capped(&mut self.fresh, bytes, STDERR_PER_MOVE);
    }

    fn take_fresh(&mut self) -> String {
        if self.fresh.is_empty() {
            return String::new();
        }
        let text = String::from_utf8_lossy(self.fresh.make_contiguous()).into_owned();
        self.fresh.clear();
        text
    }

    /// Everything that was kept, cut in the middle if it is too long for a record.
    fn excerpt(&self) -> String {
        let all: Vec<u8> = self.head.iter().chain(&self.tail).copied().collect();
        if self.lost == 0 && all.len() <= STDERR_PER_FAULT {
            return String::from_utf8_lossy(&all).into_owned();
        }
        let (first, last) = (STDERR_PER_FAULT / 4, STDERR_PER_FAULT * 3 / 4);
        let cut = self.lost + (all.len() - first - last) as u64;
        let first = String::from_utf8_lossy(&all[..first]).into_owned();
        let last = String::from_utf8_lossy(&all[all.len() - last..]).into_owned();
        format!("{first}\n… ({cut} bytes) …\n{last}")
    }
}

fn push_capped(queue: &mut VecDeque<u8>, bytes: &[u8], most: usize) {
    queue.extend(&bytes[bytes.len().saturating_sub(most)..]);
    let excess = queue.len().saturating_sub(most);
    queue.drain(..excess);
}
