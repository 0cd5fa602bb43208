//! A program that runs under its supervisor: its three streams, and what the supervisor says.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{Exit, Idle, size_text};
use rustix::process::Pid;

use super::{Caps, Held, Interest, NoStart, Strain, Usage};
use crate::os::cage::Cage;
use crate::os::idle::idle;
use crate::os::sandbox::{Order, Room, Scratch};
use crate::os::strain::Gauge;
use crate::os::supervise;
use crate::os::tree::Family;
use crate::os::undertaker::{self, Leaving, Remains};
use crate::os::usage::Meter;

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
    /// How it is locked in; none if not at all.
    pub room: Option<Room>,
    /// A folder outside its room that it may change.
    pub shared: Option<PathBuf>,
}

/// One run of a program.
#[derive(Debug)]
pub(super) struct Running {
    supervisor: Child,
    /// None until it runs.
    program: Option<Pid>,
    mark: String,
    cage: Option<Cage>,
    is_locked_in: bool,
    /// Where its temporary files lie.
    scratch: Option<Scratch>,
    /// The memory it may have, in words.
    memory: String,
    /// When it was started.
    spawned: Instant,
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
    /// Starts the program; [`Running::started`] tells when it runs.
    pub(super) fn start(program: &Program) -> Result<Running, NoStart> {
        Running::spawn(program).map_err(|error| match supervise::is_trouble(&error) {
            true => NoStart::Trouble(error.to_string()),
            false => NoStart::Trouble(format!("{}: {error}", program.supervisor.display())),
        })
    }

    fn spawn(program: &Program) -> std::io::Result<Running> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mark = format!("{}-{number}", std::process::id());
        let cage = match &program.room {
            Some(room) if room.level >= 3 => Some(Cage::with_limits(&room.limits)?),
            _ => program.freezable.then(Cage::build).flatten(),
        };
        let doors = cage.as_ref().map(Cage::doors).unwrap_or_default();
        let mut door = doors.first().cloned().unwrap_or_default();
        let (mut order, mut scratch) = (String::new(), None);
        if let Some(room) = &program.room {
            door = PathBuf::new();
            scratch = (room.level == 1).then(|| Scratch::new(room.uid)).transpose()?;
            let told = Order {
                level: room.level,
                limits: room.limits,
                uid: room.uid,
                reads: room.reads.clone(),
                writes: program.shared.iter().cloned().collect(),
                scratch: scratch.as_ref().map(Scratch::path),
                folder: program.shared.clone().or_else(|| room.folder.clone()),
                doors,
            };
            order = told.to_line()?;
        }
        let memory = program.room.as_ref().and_then(|room| room.limits.memory);
        let (mut supervisor, control) = supervise::spawn(
            &program.supervisor,
            &program.command,
            program.folder.as_deref(),
            (&mark, &door, &order),
            Stdio::piped,
            program.merges,
        )?;
        let gauge = Gauge::new(Pid::from_child(&supervisor));
        Ok(Running {
            stdin: supervisor.stdin.take().and_then(|fd| nonblocking(fd.into())),
            stdout: supervisor.stdout.take().and_then(|fd| nonblocking(fd.into())),
            stderr: supervisor.stderr.take().and_then(|fd| nonblocking(fd.into())),
            supervisor,
            program: None,
            mark,
            cage,
            is_locked_in: program.room.is_some(),
            scratch,
            memory: memory.map(size_text).unwrap_or_default(),
            spawned: Instant::now(),
            is_stopped: false,
            control: Some(control),
            control_text: String::new(),
            unsent: VecDeque::new(),
            meter: None,
            gauge,
        })
    }

    /// Whether the supervisor has said that the program runs, or why it does not.
    pub(super) fn started(&mut self) -> Option<Result<(), NoStart>> {
        if self.program.is_some() {
            return Some(Ok(()));
        }
        self.read_control();
        if let Some(words) = self.said("error ") {
            return Some(Err(NoStart::Player(words.to_owned())));
        }
        if let Some(words) = self.said("trouble ") {
            return Some(Err(NoStart::Trouble(words.to_owned())));
        }
        if let Some(pid) = self.said("pid ") {
            let pid: Option<i32> = pid.parse().ok();
            self.program = pid.and_then(Pid::from_raw);
            self.meter = pid.and_then(|pid| Meter::of(pid.cast_unsigned()));
            // Whoever is locked in does not start outside; and whoever has ended by now is in no
            // group, which must not be the end of those around it, who have yet to say how.
            let may_be_outside = !self.is_locked_in;
            self.cage.take_if(|cage| may_be_outside && !cage.holds(self.program));
            return Some(Ok(()));
        }
        if self.control.is_some() && self.spawned.elapsed() < START_TIME {
            return None;
        }
        // If it was there and is not any more, the program has ended it.
        let is_ended = self.control.is_none() && self.control_text.starts_with("here\n");
        Some(Err(match is_ended {
            true => NoStart::Player("the supervisor was ended".into()),
            false => NoStart::Trouble("the supervisor did not start".into()),
        }))
    }

    /// How it ended, if the supervisor has said so.
    pub(super) fn exit(&mut self) -> Option<Exit> {
        self.read_control();
        if let Some(code) = self.said("code ") {
            return code.parse().ok().map(Exit::Code);
        }
        self.said("signal ").and_then(|signal| signal.parse().ok()).map(Exit::Signal)
    }

    /// What the sandbox did to it: the memory or the call it wanted, if it was killed for it; else
    /// the last call it was refused.
    pub(super) fn held(&mut self) -> Option<Held> {
        self.read_control();
        if let Some(words) = self.said("memory ") {
            return Some(Held::Memory(words.to_owned()));
        }
        if self.cage.as_ref().is_some_and(Cage::is_out_of_memory) {
            return Some(Held::Memory(format!("limit {}", self.memory)));
        }
        if let Some(words) = self.said("beyond ") {
            return Some(Held::Beyond(words.to_owned()));
        }
        let whole = &self.control_text[..self.control_text.rfind('\n')? + 1];
        let refused = whole.lines().rev().find_map(|line| line.strip_prefix("refused "))?;
        Some(Held::Refused(refused.to_owned()))
    }

    /// Waits for the supervisor to say something.
    pub(super) fn watch_control<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(control) = &self.control {
            interest.read(control);
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
    fn said(&self, word: &str) -> Option<&str> {
        let whole = &self.control_text[..self.control_text.rfind('\n')? + 1];
        whole.lines().find_map(|line| line.strip_prefix(word))
    }

    /// Reads what the supervisor has said by now.
    fn read_control(&mut self) {
        let mut chunk = [0; 512];
        while let Some(control) = &mut self.control {
            match control.read(&mut chunk) {
                Ok(0) => self.control = None, // the supervisor is gone
                Ok(count) => {
                    self.control_text.push_str(&String::from_utf8_lossy(&chunk[..count]));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => self.control = None,
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

    /// What it does now, where that is nothing.
    pub(super) fn idle(&self) -> Option<Idle> {
        idle(Pid::from_child(&self.supervisor))
    }

    /// Keeps it and everything it has started from running.
    pub(super) fn freeze(&mut self) {
        if self.cage.as_ref().is_some_and(|cage| cage.freeze(true)) {
            return;
        }
        self.family().stop(Instant::now() + STOP_TIME);
        self.is_stopped = true;
    }

    /// Lets it run again.
    pub(super) fn thaw(&mut self) {
        if let Some(cage) = &self.cage {
            cage.freeze(false);
        }
        if std::mem::take(&mut self.is_stopped) {
            self.family().go_on();
        }
    }

    fn family(&self) -> Family {
        Family { supervisor: Pid::from_child(&self.supervisor), program: self.program }
    }

    /// Lets the program leave by itself for a while, then kills it and everything it has
    /// started: all that elsewhere.
    pub(super) fn end(mut self, grace: Duration) -> Leaving {
        if grace.is_zero() {
            if let Some(cage) = &self.cage {
                cage.kill(); // at once, however many there are
            }
            self.control = None; // the supervisor's sign to kill
        }
        undertaker::bury(Remains {
            supervisor: self.supervisor,
            program: self.program,
            mark: self.mark,
            cage: self.cage,
            scratch: self.scratch,
            grace,
            control: self.control,
            streams: [self.stdout, self.stderr].into_iter().flatten().collect(),
        })
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
