//! A program that runs under its supervisor: its three streams, and what the supervisor says.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::Exit;
use rustix::event::PollFd;
use rustix::process::Pid;

use super::{Caps, NoStart, Strain, Usage};
use crate::os::cage::Cage;
use crate::os::strain::Gauge;
use crate::os::tree::Family;
use crate::os::undertaker::{self, Remains};
use crate::os::usage::Meter;
use crate::os::{poll, supervise};

/// The most that waits to be sent to a program that does not read.
const MOST_UNSENT: usize = 16 << 20;
/// How long a supervisor gets to start a program.
const START_TIME: Duration = Duration::from_secs(10);
/// How long the stopping of a whole tree may take: one that grows faster than that is not stopped.
const STOP_TIME: Duration = Duration::from_millis(50);

/// A program to be run as a player.
#[derive(Clone, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder it runs in, if not ours.
    pub folder: Option<PathBuf>,
    /// The executable that can act as a supervisor.
    pub supervisor: PathBuf,
    /// How much it may print.
    pub caps: Caps,
    /// Whether it may have to be frozen.
    pub freezable: bool,
    /// Whether what it prints to stderr comes among its lines on stdout.
    pub merges: bool,
}

/// One run of a program.
#[derive(Debug)]
pub(super) struct Running {
    /// None once it has been handed over to be buried.
    supervisor: Option<Child>,
    /// None until it runs.
    program: Option<Pid>,
    mark: String,
    cage: Option<Cage>,
    /// Whether everybody was stopped, where there is no cage to freeze.
    is_stopped: bool,
    /// None once the supervisor has left or has been told to.
    pub(super) control: Option<UnixStream>,
    control_text: String,
    pub(super) stdin: Option<File>,
    pub(super) unsent: VecDeque<u8>,
    pub(super) stdout: Option<File>,
    pub(super) stderr: Option<File>,
    meter: Option<Meter>,
    gauge: Gauge,
}

impl Running {
    /// Starts the program and waits until it runs.
    pub(super) fn start(program: &Program) -> Result<Running, NoStart> {
        let mut running =
            Running::spawn(program).map_err(|error| match supervise::is_trouble(&error) {
                true => NoStart::Trouble(error.to_string()),
                false => NoStart::Trouble(format!("{}: {error}", program.supervisor.display())),
            })?;
        match running.await_start() {
            Ok(()) => Ok(running),
            Err(why) => {
                running.kill();
                Err(why)
            }
        }
    }

    fn spawn(program: &Program) -> std::io::Result<Running> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let cage = program.freezable.then(Cage::build).flatten();
        let door = cage.as_ref().map(Cage::door).unwrap_or_default();
        let (mut supervisor, control) = supervise::spawn(
            &program.supervisor,
            &program.command,
            program.folder.as_deref(),
            (&mark, &door),
            Stdio::piped,
            program.merges,
        )?;
        let gauge = Gauge::new(Pid::from_child(&supervisor));
        Ok(Running {
            stdin: supervisor.stdin.take().and_then(|fd| nonblocking(fd.into())),
            stdout: supervisor.stdout.take().and_then(|fd| nonblocking(fd.into())),
            stderr: supervisor.stderr.take().and_then(|fd| nonblocking(fd.into())),
            supervisor: Some(supervisor),
            program: None,
            mark,
            cage,
            is_stopped: false,
            control: Some(control),
            control_text: String::new(),
            unsent: VecDeque::new(),
            meter: None,
            gauge,
        })
    }

    /// Waits until the supervisor says that the program runs, or why it does not.
    fn await_start(&mut self) -> Result<(), NoStart> {
        let until = Instant::now() + START_TIME;
        loop {
            if let Some(words) = self.said("error ") {
                return Err(NoStart::Player(words));
            }
            if let Some(words) = self.said("trouble ") {
                return Err(NoStart::Trouble(words));
            }
            if let Some(pid) = self.said("pid ") {
                let pid: Option<i32> = pid.parse().ok();
                self.program = pid.and_then(Pid::from_raw);
                self.meter = pid.and_then(|pid| Meter::of(pid.cast_unsigned()));
                self.cage.take_if(|cage| !cage.holds(self.program));
                return Ok(());
            }
            if !self.read_control(until) {
                // If it was there and is not any more, the program has ended it.
                let is_ended = self.control.is_none() && self.control_text.starts_with("here\n");
                return Err(match is_ended {
                    true => NoStart::Player("the supervisor was ended".into()),
                    false => NoStart::Trouble("the supervisor did not start".into()),
                });
            }
        }
    }

    pub(super) fn await_exit(&mut self, until: Instant) -> Option<Exit> {
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

    /// The processor time it has used: what the system counts, or after its end what the
    /// supervisor last saw.
    pub(super) fn usage(&self) -> Option<Usage> {
        let now = self.meter.as_ref().and_then(Meter::read);
        now.or_else(|| {
            let (cpu, wait) =
                self.said("used ")?.split_once(' ').map(|(c, w)| (c.parse(), w.parse()))?;
            Some(Usage { cpu: cpu.ok()?, wait: wait.ok()? })
        })
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

    pub(super) fn send(&mut self, text: &[u8]) {
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

    /// A new question: what it goes through is counted from here.
    pub(super) fn new_turn(&mut self) {
        self.gauge.reset();
    }

    /// Was started for this question: what it goes through is counted from its start.
    pub(super) fn is_new_for_this_turn(&mut self) {
        self.gauge.reset_to_zero();
    }

    /// Looks what keeps it.
    pub(super) fn look(&mut self) {
        self.gauge.look();
    }

    /// What it has gone through since the question, as far as was looked.
    pub(super) fn strain(&self) -> Option<Strain> {
        self.gauge.read()
    }

    /// Keeps it and everything it has started from running.
    pub(super) fn freeze(&mut self) {
        if self.cage.as_ref().is_some_and(|cage| cage.freeze(true)) {
            return;
        }
        if let Some(family) = self.family() {
            family.stop(Instant::now() + STOP_TIME);
            self.is_stopped = true;
        }
    }

    /// Lets it run again.
    pub(super) fn thaw(&mut self) {
        if let Some(cage) = &self.cage {
            cage.freeze(false);
        }
        if let Some(family) = self.family().filter(|_| self.is_stopped) {
            family.go_on();
            self.is_stopped = false;
        }
    }

    fn family(&self) -> Option<Family> {
        let supervisor = Pid::from_child(self.supervisor.as_ref()?);
        Some(Family { supervisor, program: self.program })
    }

    /// Kills the program and everything it has started.
    pub(super) fn kill(&mut self) {
        if let Some(cage) = &self.cage {
            cage.kill(); // at once, however many there are
        }
        self.control = None; // the supervisor's sign to kill
        if let Some(supervisor) = self.supervisor.take() {
            let (mark, cage) = (std::mem::take(&mut self.mark), self.cage.take());
            undertaker::bury(Remains { supervisor, program: self.program, mark, cage });
        }
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
pub(super) fn read_some(file: &mut Option<File>, chunk: &mut [u8]) -> Option<usize> {
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
