//! The stage: a process of ours between the supervisor and a program. It locks itself in, one
//! step after the other and always in this order, and becomes the program. It is forked by the
//! supervisor, or by the first process of a room: both are small and have a single thread.
//!
//! What is said on its line: `ready`; then it is told its [`Order`]; then `up`, with the
//! descriptor on which refused calls are heard; and the line closes as the program begins. Or
//! `trouble STEP: WORDS`, if a step failed, and `error WORDS`, if there is no such program.

use std::ffi::{OsStr, OsString};
use std::io::{BufRead, BufReader, IoSlice, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::Command;

use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags};
use rustix::process::{DumpableBehavior, Pid, Signal};

use super::super::supervise::{close_all_but, give_streams_away, is_trouble};
use super::super::usage;
use super::probe::{PROBE, try_everything};
use super::seccomp::Extra;
use super::{Order, landlock, limits, seccomp};

/// The first argument by which an executable knows that it is meant to be the first process of a
/// room of its own.
pub(crate) const INIT: &str = "__init";

/// A step that failed: which one, and what the system said.
type Failed = (&'static str, String);

/// Forks a stage, which becomes the program: the number of the process. `streams` are put in the
/// places of its standard ones, if they are not there.
pub(super) fn fork_stage(
    line: RawFd,
    streams: &[RawFd],
    program: &OsStr,
    args: &[OsString],
) -> std::io::Result<Pid> {
    // SAFETY: this process has a single thread, so that no lock is held by anybody else; and the
    // child never returns from here.
    #[allow(unsafe_code)]
    let child = unsafe { libc::fork() };
    match child {
        0 => std::process::exit(go_on_stage(line, streams, program, args)),
        child => {
            Pid::from_raw(child).filter(|_| child > 0).ok_or_else(std::io::Error::last_os_error)
        }
    }
}

/// Becomes the program. Returns only if it cannot.
fn go_on_stage(line: RawFd, streams: &[RawFd], program: &OsStr, args: &[OsString]) -> i32 {
    let mut kept = vec![line];
    kept.extend(streams);
    close_all_but(&kept);
    put_in_place(streams);
    // SAFETY: the supervisor meant this descriptor for us alone; nothing else here uses it.
    #[allow(unsafe_code)]
    let mut line = UnixStream::from(unsafe { OwnedFd::from_raw_fd(line) });
    let words = match lock_in(&mut line) {
        Ok(order) if program == PROBE => {
            drop(line);
            return try_everything(args, order.tmp());
        }
        Ok(order) => {
            let mut command = Command::new(program);
            command.args(order.arguments_for(Path::new(program))).args(args);
            command.env_clear().envs(order.environment(std::env::vars_os()));
            let error = command.exec();
            let word = if is_trouble(&error) { "trouble" } else { "error" };
            format!("{word} {error}")
        }
        Err((step, error)) => format!("trouble sandbox, {step}: {error}"),
    };
    let _ = writeln!(line, "{}", words.replace('\n', " "));
    1
}

/// All steps. Whatever fails, nothing starts.
fn lock_in(line: &mut UnixStream) -> Result<Order, Failed> {
    let order = step("order", receive_order(line))?;
    let version = landlock::version();
    // Nobody else's terminal, and a group of its own: `kill 0` in a script must not reach us.
    step("session", rustix::process::setsid())?;
    let alone = order.uid.is_some() || order.level >= 2;
    step("limits", limits::set(&order.limits, alone))?;
    if order.level > 0 {
        step("priorities", limits::lower_priorities())?;
        // Should the machine run out of memory, it is the first to go, and not the referee.
        let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    }
    if let Some(uid) = order.uid {
        step("user", become_user(uid, &order))?;
    }
    if order.level == 0 {
        step("parent", rustix::process::set_parent_process_death_signal(Some(Signal::KILL)))?;
        return Ok(order);
    }
    // After the change of user, which undoes it.
    step("parent", rustix::process::set_parent_process_death_signal(Some(Signal::KILL)))?;
    step("privileges", rustix::thread::set_no_new_privs(true))?;
    step("folder", enter(&order))?;
    if order.level == 1 {
        step("landlock", landlock::lock(&order))?;
    }
    let extra = match order.level {
        1 => Extra {
            signals: !landlock::holds_signals(version),
            outside: order.uid.is_none(),
            truncate: version < 3,
        },
        _ => Extra::default(),
    };
    let listener = step("seccomp", seccomp::filter(extra))?;
    step("line", tell_up(line, listener.as_ref()))?;
    step("silence", seccomp::send_nothing_more())?;
    Ok(order)
}

fn step<T, E: std::fmt::Display>(name: &'static str, result: Result<T, E>) -> Result<T, Failed> {
    result.map_err(|error| (name, error.to_string()))
}

fn receive_order(line: &mut UnixStream) -> std::io::Result<Order> {
    writeln!(line, "ready")?;
    let mut text = String::new();
    BufReader::new(line).read_line(&mut text)?;
    Order::parse(&text)
}

/// Becomes a user with no rights at all.
///
/// If what it may read is for root alone, as a folder in root's home is, one power stays: to read
/// whatever it can reach, which is only what the order says.
fn become_user(uid: u32, order: &Order) -> rustix::io::Result<()> {
    use rustix::thread::{self, CapabilitySet, CapabilitySets};
    let (user, group) = (rustix::fs::Uid::from_raw(uid), rustix::fs::Gid::from_raw(uid));
    // This process has a single thread.
    thread::set_keep_capabilities(true)?;
    thread::set_thread_groups(&[])?;
    thread::set_thread_res_gid(group, group, group)?;
    thread::set_thread_res_uid(user, user, user)?;
    let can_read = order.reads.iter().all(|path| can_open(path).is_ok());
    let kept = match can_read {
        true => CapabilitySet::empty(),
        false => CapabilitySet::DAC_READ_SEARCH,
    };
    let sets = CapabilitySets { effective: kept, permitted: kept, inheritable: kept };
    thread::set_capabilities(None, sets)?;
    if !can_read {
        thread::configure_capability_in_ambient_set(CapabilitySet::DAC_READ_SEARCH, true)?;
    }
    thread::set_keep_capabilities(false)
}

/// Goes to the folder the program starts in, and sees whether it can read what it may read.
fn enter(order: &Order) -> Result<(), String> {
    let folder = order.folder.as_deref().unwrap_or(order.tmp());
    let say = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    std::env::set_current_dir(folder).map_err(|error| say(folder, &error))?;
    for path in &order.reads {
        can_open(path).map_err(|error| say(path, &error))?;
    }
    Ok(())
}

fn can_open(path: &Path) -> rustix::io::Result<()> {
    use rustix::fs::{Mode, OFlags};
    rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty()).map(drop)
}

fn tell_up(line: &UnixStream, listener: Option<&OwnedFd>) -> rustix::io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let passed: Vec<BorrowedFd<'_>> = listener.iter().map(|fd| fd.as_fd()).collect();
    if !passed.is_empty() {
        ancillary.push(SendAncillaryMessage::ScmRights(&passed));
    }
    let words = [IoSlice::new(b"up\n")];
    rustix::net::sendmsg(line, &words, &mut ancillary, SendFlags::empty()).map(drop)
}

/// `__init STATUS LINE IN OUT ERR -- PROGRAM ARGS…`: the first process of a room of its own.
/// Forks the stage there, buries whoever dies, and says on STATUS how the program has ended, as
/// the supervisor would.
pub(crate) fn be_init(args: impl Iterator<Item = OsString>) -> i32 {
    let mut args = args.fuse();
    let numbers = args.by_ref().take_while(|arg| arg != "--").map(|arg| arg.to_str()?.parse().ok());
    let numbers: Vec<RawFd> = numbers.flatten().collect();
    let [status, line, streams @ ..] = &numbers[..] else { return 2 };
    let (status, words) = (*status, args.collect::<Vec<OsString>>());
    let Some((program, args)) = words.split_first() else { return 2 };
    let program = fork_stage(*line, streams, program, args);
    close_all_but(&[status]);
    give_streams_away();
    // Whoever is inside must not look into us.
    let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
    // SAFETY: the supervisor passed this descriptor for us alone; nothing else here uses it.
    #[allow(unsafe_code)]
    let mut status = UnixStream::from(unsafe { OwnedFd::from_raw_fd(status) });
    let Ok(program) = program else { return 1 };
    loop {
        use rustix::process::{WaitId, WaitIdOptions};
        // Looks before it buries: the system still knows then what the program has used.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        let Ok(Some(_)) = rustix::process::waitid(WaitId::All, options) else { return 1 };
        let used = usage::of_dead(program.as_raw_pid().cast_unsigned());
        let Ok(Some((ended, how))) = rustix::process::wait(rustix::process::WaitOptions::NOHANG)
        else {
            continue;
        };
        if ended == program {
            if let Some(used) = used {
                let _ = writeln!(status, "used {} {}", used.cpu, used.wait);
            }
            let _ =
                writeln!(status, "{}", how_ended(std::process::ExitStatus::from_raw(how.as_raw())));
            return 0; // and everybody else in this room with us
        }
    }
}

/// How a program ended, as the supervisor tells it.
pub(in crate::os) fn how_ended(status: std::process::ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("code {code}"),
        (_, signal) => format!("signal {}", signal.unwrap_or(0)),
    }
}

fn put_in_place(streams: &[RawFd]) {
    let put = [
        rustix::stdio::dup2_stdin::<OwnedFd> as fn(OwnedFd) -> _,
        rustix::stdio::dup2_stdout,
        rustix::stdio::dup2_stderr,
    ];
    for (stream, put) in streams.iter().zip(put) {
        // SAFETY: the supervisor passed these for us alone; each is used once and closed.
        #[allow(unsafe_code)]
        let stream = unsafe { OwnedFd::from_raw_fd(*stream) };
        debug_assert!(stream.as_raw_fd() > 2);
        let _ = put(stream);
    }
}
