//! A program as its supervisor has it: started, listened to, watched.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::io::FdFlags;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags};
use rustix::process::{Pid, Signal, WaitOptions};

use super::super::poll::{Interest, can_read};
use super::super::supervise::Unstarted;
use super::super::{tree, usage};
use super::notify::Listener;
use super::stage::{INIT, fork_stage, how_ended};
use super::watchdog::{Excess, Watchdog};
use super::{Order, bubblewrap};

/// How long a stage may take to lock itself in.
const STAGE_TIME: Duration = Duration::from_secs(8);
/// How often somebody without limits is looked at.
const ROUND: Duration = Duration::from_millis(100);

/// A program and what is between it and us.
#[derive(Debug)]
pub(crate) struct Lodger {
    /// Our child: the program, or what is around it.
    child: Pid,
    /// What is around it complains here until the program runs.
    complaints: Option<ChildStderr>,
    /// The program itself.
    program: Pid,
    listener: Option<Listener>,
    watchdog: Option<Watchdog>,
    /// Where the first process of its room says how it has ended.
    status: Option<UnixStream>,
}

impl Lodger {
    /// Somebody who may do what it likes.
    pub(crate) fn free(child: Pid) -> Lodger {
        Lodger {
            child,
            complaints: None,
            program: child,
            listener: None,
            watchdog: None,
            status: None,
        }
    }

    /// Starts a program as the order says.
    pub(crate) fn start(
        order: &Order,
        program: &OsStr,
        args: &[OsString],
    ) -> Result<Lodger, Unstarted> {
        let (ours, theirs) = UnixStream::pair()?;
        let mut lodger = match order.level {
            0 | 1 => Lodger::free(fork_stage(theirs.as_raw_fd(), &[], program, args)?),
            _ => Lodger::wrapped(order, &theirs, program, args)?,
        };
        drop(theirs);
        match converse(&ours, order, lodger.child) {
            Ok(listener) => {
                let memory = order.limits.memory.filter(|memory| *memory > 0);
                let places = order.writes.iter().chain(&order.scratch).cloned().collect();
                lodger.listener = listener.map(|fd| Listener::new(fd, memory, places));
            }
            Err(why) => {
                let _ = rustix::process::kill_process(lodger.child, Signal::KILL);
                // What is around it says why it could not be, if it is the one who knows.
                let said = lodger.complaints.take().map(said).unwrap_or_default();
                let _ = lodger.wait();
                return Err(match why {
                    Unstarted::Trouble(words) if !said.is_empty() => {
                        Unstarted::Trouble(format!("{words} ({said})"))
                    }
                    why => why,
                });
            }
        }
        lodger.complaints = None;
        let mut in_room = None;
        if lodger.status.is_some() {
            let only_child = |pid| tree::children(pid).first().copied();
            in_room = only_child(lodger.child).and_then(only_child);
            lodger.program = in_room.unwrap_or(lodger.program);
        }
        lodger.watchdog = Some(Watchdog::new(order, in_room));
        Ok(lodger)
    }

    /// The same in a room of its own: the streams are passed beside, so that nobody but the
    /// program holds them.
    fn wrapped(
        order: &Order,
        line: &UnixStream,
        program: &OsStr,
        args: &[OsString],
    ) -> Result<Lodger, Unstarted> {
        let Some(bwrap) = bubblewrap::find() else {
            return Err(Unstarted::Trouble("sandbox: there is no bubblewrap".into()));
        };
        let (status, theirs) = UnixStream::pair()?;
        let us = File::open("/proc/self/exe")?;
        let streams = [
            rustix::stdio::stdin().try_clone_to_owned()?,
            rustix::stdio::stdout().try_clone_to_owned()?,
            rustix::stdio::stderr().try_clone_to_owned()?,
        ];
        let (arguments, files) = bubblewrap::arguments(order);
        for passed in [&theirs as &dyn AsFd, line, &us] {
            pass_on(&passed)?;
        }
        streams.iter().try_for_each(pass_on)?;
        files.iter().try_for_each(pass_on)?;
        let mut wrap = Command::new(bwrap);
        wrap.args(arguments);
        wrap.arg(format!("/proc/self/fd/{}", us.as_raw_fd())).arg(INIT);
        wrap.arg(theirs.as_raw_fd().to_string()).arg(line.as_raw_fd().to_string());
        wrap.args(streams.iter().map(|stream| stream.as_raw_fd().to_string()));
        wrap.arg("--").arg(program).args(args);
        wrap.env_clear().envs(order.environment(std::env::vars_os()));
        wrap.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = wrap.spawn()?;
        let complaints = child.stderr.take();
        Ok(Lodger { status: Some(status), complaints, ..Lodger::free(Pid::from_child(&child)) })
    }

    /// The number of the program.
    pub(crate) fn program(&self) -> Pid {
        self.program
    }

    /// The number of our child, which ends with the program.
    pub(crate) fn child(&self) -> Pid {
        self.child
    }

    /// Buries our child: how it has ended.
    fn wait(&self) -> Option<ExitStatus> {
        let ended = rustix::process::waitpid(Some(self.child), WaitOptions::empty());
        ended.ok().flatten().map(|(_, how)| ExitStatus::from_raw(how.as_raw()))
    }

    /// How long it need not be looked at.
    pub(crate) fn rests(&self) -> Duration {
        self.watchdog.as_ref().map_or(ROUND, Watchdog::rests)
    }

    /// Adds what it may be heard on.
    pub(crate) fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(listener) = &self.listener {
            interest.read(listener.fd());
        }
    }

    /// Hears of calls that are refused and looks at its limits; what there is to tell the referee.
    /// Whoever goes beyond its limits is killed.
    pub(crate) fn tend(&mut self, is_heard: bool, mut tell: impl FnMut(&str)) {
        // Once nobody is left who could be refused anything, asking would wait for ever.
        self.listener.take_if(|listener| is_heard && !can_read(listener.fd()));
        if is_heard && let Some(told) = self.listener.as_mut().and_then(Listener::hear) {
            tell(&format!("refused {told}"));
        }
        let excess = self.watchdog.as_mut().and_then(Watchdog::look);
        if let Some(excess) = excess {
            tell(&match excess {
                Excess::Memory(words) => format!("memory {words}"),
                Excess::Other(words) => format!("beyond {words}"),
            });
            self.watchdog = None;
            let supervisor = rustix::process::getpid();
            tree::Family { supervisor, program: Some(self.program) }.kill();
        }
    }

    /// Our child has ended: what there is to say about the program, one line each.
    pub(crate) fn last_words(&mut self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(status) = &mut self.status {
            let mut text = String::new();
            let _ = status.set_nonblocking(true);
            let _ = status.read_to_string(&mut text);
            lines.extend(text.lines().map(str::to_owned));
            if lines.iter().any(|line| line.starts_with("code ") || line.starts_with("signal ")) {
                let _ = self.wait();
                return lines;
            }
        } else if let Some(used) = usage::of_dead(self.child.as_raw_pid().cast_unsigned()) {
            // Until it is buried, its number is nobody else's.
            lines.push(format!("used {} {}", used.cpu, used.wait));
        }
        if let Some(how) = self.wait() {
            // Whatever is around a program ends without a word only if it was killed.
            lines.push(if self.status.is_some() { "signal 9".into() } else { how_ended(how) });
        }
        lines
    }
}

/// Lets a child inherit a descriptor.
fn pass_on(fd: &impl AsFd) -> std::io::Result<()> {
    Ok(rustix::io::fcntl_setfd(fd, FdFlags::empty())?)
}

/// Tells the stage what to do, and waits until it has become the program.
fn converse(line: &UnixStream, order: &Order, child: Pid) -> Result<Option<OwnedFd>, Unstarted> {
    line.set_read_timeout(Some(STAGE_TIME))?;
    let (mut text, mut listener, mut has_order) = (String::new(), None, false);
    loop {
        let mut chunk = [0; 1024];
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut ancillary = RecvAncillaryBuffer::new(&mut space);
        let mut slices = [IoSliceMut::new(&mut chunk)];
        let flags = RecvFlags::CMSG_CLOEXEC;
        let got = rustix::net::recvmsg(line, &mut slices, &mut ancillary, flags);
        let count = got.map_err(std::io::Error::from)?.bytes;
        for message in ancillary.drain() {
            if let RecvAncillaryMessage::ScmRights(passed) = message {
                listener = listener.or(passed.into_iter().next());
            }
        }
        text.push_str(&String::from_utf8_lossy(&chunk[..count]));
        let said = |word: &str| text.lines().find_map(|line| line.strip_prefix(word));
        if let Some(words) = said("trouble ") {
            return Err(Unstarted::Trouble(words.to_owned()));
        }
        if let Some(words) = said("error ") {
            return Err(Unstarted::Player(words.to_owned()));
        }
        if count == 0 {
            // The line closes as the stage becomes the program.
            return match said("up").is_some() || order.level == 0 && has_order {
                true => Ok(listener),
                false => Err(Unstarted::Trouble("sandbox: it did not come up".into())),
            };
        }
        if !has_order && text.contains("ready\n") {
            has_order = true;
            go_through(order, child)?;
            let mut line = line;
            writeln!(line, "{}", order.to_line()?)?;
        }
    }
}

/// Brings everybody there is so far into the control groups.
fn go_through(order: &Order, child: Pid) -> Result<(), Unstarted> {
    let mut all = vec![child];
    if !order.doors.is_empty() {
        all.extend(tree::descendants(child));
    }
    for door in &order.doors {
        for pid in &all {
            let moved = std::fs::write(door, pid.as_raw_pid().to_string());
            moved.map_err(|error| {
                Unstarted::Trouble(format!("sandbox, {}: {error}", door.display()))
            })?;
        }
    }
    Ok(())
}

/// What was said on stderr so far, on one line.
fn said(mut stderr: ChildStderr) -> String {
    let mut text = String::new();
    let _ = stderr.read_to_string(&mut text);
    text.lines().collect::<Vec<_>>().join("; ")
}
