//! The supervisor: a small process between the referee and a program.
//!
//! The referee starts its own executable again as `SUPERVISE FD DOOR PROGRAM ARGS…` (cheap, since
//! no code has to run between fork and exec). The supervisor starts the program, inside the cage
//! that DOOR leads to if there is one, gives its standard streams away, and then waits: for the
//! program to end, or for the referee to close the control socket, which also happens when the
//! referee is killed. Meanwhile it buries whoever the program has left to it. At the end it kills
//! whatever the program has started, daemons included, and reports on the socket how the program
//! ended.
//!
//! What it says there, one line each: `here`; `pid N`, `error WORDS` (the program cannot be
//! started) or `trouble WORDS` (nothing can be started now); at the end `used CPU WAIT` (the processor time in
//! nanoseconds) and `code N` or `signal N`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};

use rustix::io::{Errno, FdFlags};
use rustix::process::{Pid, PidfdFlags, Signal, WaitOptions};

use super::poll::Interest;
use super::undertaker::MARK;
use super::{tree, usage};

/// The first argument by which an executable knows that it is meant to be a supervisor.
pub(crate) const SUPERVISE: &str = "__supervise";

/// How long the killing of a whole tree may take before the supervisor gives up.
const KILL_TIME: Duration = Duration::from_secs(8);
/// How often the supervisor looks whether somebody was left to it to bury.
const ROUND: Duration = Duration::from_millis(100);
/// The exit code of a supervisor that could not kill everybody.
pub(super) const SOME_LEFT: i32 = 9;

/// What the system says when it has no room for another process or file now: that is nothing the
/// program can help.
const NO_ROOM: [Errno; 6] =
    [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE, Errno::NOSPC, Errno::IO];

/// Whether an error is the system's trouble of the moment, and not about what was to be started.
pub(crate) fn is_trouble(error: &std::io::Error) -> bool {
    Errno::from_io_error(error).is_some_and(|error| NO_ROOM.contains(&error))
}

/// If this process was started as a supervisor, supervises and ends the process.
///
/// Call it first thing in `main`.
pub fn supervise_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|arg| arg == SUPERVISE) {
        let fd = args.next().and_then(|fd| fd.to_str()?.parse().ok());
        let code = match (fd, args.next(), args.next()) {
            (Some(fd), Some(door), Some(program)) => {
                supervise(fd, &door, &program, &args.collect::<Vec<_>>())
            }
            _ => 2,
        };
        std::process::exit(code);
    }
}

fn supervise(control: RawFd, door: &OsStr, program: &OsStr, args: &[OsString]) -> i32 {
    keep_to_myself(control);
    // SAFETY: the referee passed this descriptor for us alone; nothing else here uses it.
    #[allow(unsafe_code)]
    let mut control = UnixStream::from(unsafe { OwnedFd::from_raw_fd(control) });
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let _ = writeln!(control, "here");
    let door = File::options().write(true).open(door).ok();
    let mut child = match start(program, args, door.as_ref()) {
        Ok(child) => child,
        Err(error) => {
            let word = if is_trouble(&error) { "trouble" } else { "error" };
            let _ = writeln!(control, "{word} {error}");
            return 1;
        }
    };
    let pid = Pid::from_child(&child);
    let pidfd = match rustix::process::pidfd_open(pid, PidfdFlags::empty()) {
        Ok(pidfd) => pidfd,
        Err(error) => {
            let _ = writeln!(control, "trouble {error}");
            let _ = child.kill();
            return 1;
        }
    };
    let _ = writeln!(control, "pid {pid}", pid = child.id());
    give_streams_away();
    loop {
        let mut interest = Interest::new();
        interest.read(&pidfd);
        interest.read(&control);
        let now = Instant::now();
        interest.wait(now, now + ROUND);
        let [ended, dismissed] = [interest.ready(0, 1).any(), interest.ready(1, 2).any()];
        if ended {
            // Until it is buried, its number is nobody else's, and the system still knows what it
            // has used.
            let _ = rustix::process::kill_process_group(pid, Signal::KILL);
            if let Some(used) = usage::of_dead(child.id()) {
                let _ = writeln!(control, "used {} {}", used.cpu, used.wait);
            }
            if let Ok(status) = child.wait() {
                let _ = match (status.code(), status.signal()) {
                    (Some(code), _) => writeln!(control, "code {code}"),
                    (_, signal) => writeln!(control, "signal {}", signal.unwrap_or(0)),
                };
            }
        }
        if ended || dismissed {
            return if tree::end_family(pid, KILL_TIME) == 0 { 0 } else { SOME_LEFT };
        }
        bury_others(pid);
    }
}

/// Starts the program, in the cage if its door is open.
fn start(program: &OsStr, args: &[OsString], door: Option<&File>) -> std::io::Result<Child> {
    let mut command = Command::new(program);
    // A group of its own: `kill 0` in a script must not reach us.
    command.args(args).process_group(0);
    let door = door.map(|door| door.as_fd().try_clone_to_owned()).transpose()?;
    // SAFETY: two system calls between fork and exec, in a process that has a single thread.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(move || {
            if let Some(door) = &door {
                let _ = rustix::io::write(door, b"0"); // the referee looks who is inside
            }
            Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?)
        });
    }
    command.spawn()
}

/// Buries whoever has ended, but for the program itself, whose end has yet to be told.
fn bury_others(program: Pid) {
    for pid in tree::children(rustix::process::getpid()) {
        if pid != program {
            let _ = rustix::process::waitpid(Some(pid), WaitOptions::NOHANG);
        }
    }
}

/// Closes what is neither a standard stream nor the control socket, which is marked as ours.
///
/// The program inherits nothing; and another supervisor's socket, which we may have inherited
/// while it was started beside us, is not kept open beyond its life.
fn keep_to_myself(control: RawFd) {
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<RawFd> =
        open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| *fd > 2) {
        // SAFETY: only used for the next call, which fails harmlessly if it is closed, as the
        // list itself is by now.
        #[allow(unsafe_code)]
        let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
        let is_open = rustix::io::fcntl_setfd(borrowed, FdFlags::CLOEXEC).is_ok();
        if is_open && fd != control {
            // SAFETY: nothing in this process has opened a file yet: it was inherited, and
            // nobody else here knows of it.
            #[allow(unsafe_code)]
            drop(unsafe { OwnedFd::from_raw_fd(fd) });
        }
    }
}

/// Lets go of the program's streams, so that the referee sees when the program closes them.
fn give_streams_away() {
    if let Ok(null) = std::fs::File::options().read(true).write(true).open("/dev/null") {
        let _ = rustix::stdio::dup2_stdin(&null);
        let _ = rustix::stdio::dup2_stdout(&null);
        let _ = rustix::stdio::dup2_stderr(&null);
    }
}

/// Starts a program under a supervisor: the child, and the control socket. If stderr is merged,
/// there is one pipe for both outputs, which is the child's stdout.
pub(crate) fn spawn(
    supervisor: &std::path::Path,
    program: &[OsString],
    folder: Option<&std::path::Path>,
    (mark, door): (&str, &std::path::Path),
    stdio: impl Fn() -> Stdio,
    merges: bool,
) -> std::io::Result<(Child, UnixStream)> {
    static SUBREAPER: Once = Once::new();
    // Should a supervisor be killed, whoever it watched over comes to us, and not to nobody.
    SUBREAPER.call_once(|| {
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    });
    let (ours, theirs) = UnixStream::pair()?;
    // Inherited by whatever is started meanwhile, too; supervisors let nothing through.
    rustix::io::fcntl_setfd(&theirs, FdFlags::empty())?;
    let mut command = Command::new(supervisor);
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    command
        .arg(SUPERVISE)
        .arg(std::os::fd::AsRawFd::as_raw_fd(&theirs).to_string())
        .arg(door)
        .args(program)
        .env(MARK, mark)
        .stdin(stdio())
        .stdout(stdio())
        .stderr(stdio())
        .process_group(0);
    let merged = match merges {
        true => {
            let (reader, writer) = std::io::pipe()?;
            command.stdout(writer.try_clone()?).stderr(writer);
            Some(reader)
        }
        false => None,
    };
    let mut child = command.spawn()?;
    if let Some(reader) = merged {
        child.stdout = Some(OwnedFd::from(reader).into());
    }
    ours.set_nonblocking(true)?;
    Ok((child, ours))
}
