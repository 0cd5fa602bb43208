//! The supervisor: a small process between the referee and a program.
//!
//! The referee starts its own executable again as `SUPERVISE FD PROGRAM ARGS…` (cheap, since no
//! code has to run between fork and exec). The supervisor starts the program, gives its standard
//! streams away, and then only waits: for the program to end, or for the referee to close the
//! control socket, which also happens when the referee is killed. Either way it kills whatever
//! the program has started, daemons included, and reports on the socket how the program ended.
//!
//! What it says there, one line each: `pid N` or `error WORDS`; at the end `used CPU WAIT` (the
//! processor time in nanoseconds) and `code N` or `signal N`.

use std::ffi::OsString;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rustix::event::PollFd;
use rustix::io::FdFlags;
use rustix::process::{PidfdFlags, Signal};

use super::{poll, tree, usage};

/// The first argument by which an executable knows that it is meant to be a supervisor.
pub(crate) const SUPERVISE: &str = "__supervise";

/// How long the killing of a whole tree may take before the supervisor gives up.
const KILL_TIME: Duration = Duration::from_secs(2);

/// If this process was started as a supervisor, supervises and ends the process.
///
/// Call it first thing in `main`.
pub fn supervise_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|arg| arg == SUPERVISE) {
        let fd = args.next().and_then(|fd| fd.to_str()?.parse().ok());
        let code = match (fd, args.next()) {
            (Some(fd), Some(program)) => supervise(fd, &program, args),
            _ => 2,
        };
        std::process::exit(code);
    }
}

fn supervise(control: RawFd, program: &OsString, args: impl Iterator<Item = OsString>) -> i32 {
    keep_to_myself(control);
    // SAFETY: the referee passed this descriptor for us alone; nothing else here uses it.
    #[allow(unsafe_code)]
    let mut control = UnixStream::from(unsafe { OwnedFd::from_raw_fd(control) });
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let mut command = Command::new(program);
    // A group of its own: `kill 0` in a script must not reach us.
    command.args(args).process_group(0);
    // SAFETY: one system call between fork and exec, in a process that has a single thread.
    #[allow(unsafe_code)]
    unsafe {
        command
            .pre_exec(|| Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?));
    }
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => {
            let _ = writeln!(control, "error {error}");
            return 1;
        }
    };
    let _ = writeln!(control, "pid {}", child.id());
    give_streams_away();
    let pid = rustix::process::Pid::from_child(&child);
    let Ok(pidfd) = rustix::process::pidfd_open(pid, PidfdFlags::empty()) else {
        let _ = child.kill();
        return 1;
    };
    loop {
        let mut fds = [
            PollFd::from_borrowed_fd(pidfd.as_fd(), poll::READ),
            PollFd::from_borrowed_fd(control.as_fd(), poll::READ),
        ];
        poll::wait(&mut fds, Instant::now() + Duration::from_secs(3600));
        let [ended, dismissed] = [poll::is_ready(&fds[0]), poll::is_ready(&fds[1])];
        // Until it is buried, the system still knows what it has used.
        if ended && let Some(used) = usage::of_dead(child.id()) {
            let _ = writeln!(control, "used {} {}", used.cpu, used.wait);
        }
        if ended && let Ok(status) = child.wait() {
            let _ = match (status.code(), status.signal()) {
                (Some(code), _) => writeln!(control, "code {code}"),
                (_, signal) => writeln!(control, "signal {}", signal.unwrap_or(0)),
            };
        }
        if ended || dismissed {
            tree::kill_descendants(KILL_TIME);
            return 0;
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
    stdio: impl Fn() -> Stdio,
    merges: bool,
) -> std::io::Result<(std::process::Child, UnixStream)> {
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
        .args(program)
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
