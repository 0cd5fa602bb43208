//! The supervisor: a small process between the referee and a program.
//!
//! The referee starts its own executable again as `SUPERVISE FD DOOR ORDER PROGRAM ARGS…` (cheap,
//! since no code has to run between fork and exec). The supervisor starts the program, inside the
//! cage that DOOR leads to if there is one, or locked in as the ORDER says (see `sandbox`), gives
//! its standard streams away, and then waits: for the
//! program to end, or for the referee to close the control socket, which also happens when the
//! referee is killed. Meanwhile it buries whoever the program has left to it. At the end it kills
//! whatever the program has started, daemons included, and reports on the socket how the program
//! ended.
//!
//! What it says there, one line each: `here`; `pid N`, `error WORDS` (the program cannot be
//! started) or `trouble WORDS` (nothing can be started now); `refused CALL` when a sandbox has
//! refused something; `memory WORDS` and `beyond WORDS` when a program was killed for using more
//! than it may; at the end `used CPU WAIT` (the processor time in nanoseconds) and `code N` or
//! `signal N`.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::sync::Once;
use std::time::{Duration, Instant};

use rustix::io::{Errno, FdFlags};
use rustix::process::{DumpableBehavior, Pid, PidfdFlags, Signal, WaitOptions};

use super::poll::Interest;
use super::sandbox::{self, Lodger, Order};
use super::tree;
use super::undertaker::MARK;

/// The first argument by which an executable knows that it is meant to be a supervisor.
pub(crate) const SUPERVISE: &str = "__supervise";

/// How long the killing of a whole tree may take before the supervisor gives up.
const KILL_TIME: Duration = Duration::from_secs(8);
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

/// Why a program does not run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Unstarted {
    /// There is no such program, or it is none.
    Player(String),
    /// Nothing can be started now, or not as it has to be.
    Trouble(String),
}

impl From<std::io::Error> for Unstarted {
    fn from(error: std::io::Error) -> Unstarted {
        Unstarted::Trouble(error.to_string())
    }
}

/// If this process was started as a supervisor, or as what a supervisor starts, does that and
/// ends the process.
///
/// Call it first thing in `main`.
pub fn supervise_if_asked() {
    let mut args = std::env::args_os().skip(1);
    let code = match args.next().as_deref().and_then(OsStr::to_str) {
        Some(SUPERVISE) => supervise_by(args),
        Some(sandbox::INIT) => sandbox::be_init(args),
        _ => return,
    };
    std::process::exit(code);
}

fn supervise_by(mut args: impl Iterator<Item = OsString>) -> i32 {
    let fd = args.next().and_then(|fd| fd.to_str()?.parse().ok());
    match (fd, args.next(), args.next(), args.next()) {
        (Some(fd), Some(door), Some(order), Some(program)) => {
            let args: Vec<OsString> = args.collect();
            supervise(fd, &door, &order, &program, &args)
        }
        _ => 2,
    }
}

fn supervise(
    control: RawFd,
    door: &OsStr,
    order: &OsStr,
    program: &OsStr,
    args: &[OsString],
) -> i32 {
    close_all_but(&[control]);
    // SAFETY: the referee passed this descriptor for us alone; nothing else here uses it.
    #[allow(unsafe_code)]
    let mut control = UnixStream::from(unsafe { OwnedFd::from_raw_fd(control) });
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let _ = writeln!(control, "here");
    let mut lodger = match let_in(door, order, program, args) {
        Ok(lodger) => lodger,
        Err(why) => {
            let _ = match why {
                Unstarted::Player(words) => writeln!(control, "error {words}"),
                Unstarted::Trouble(words) => writeln!(control, "trouble {words}"),
            };
            // Whatever was started on the way.
            tree::end_family(rustix::process::getpid(), KILL_TIME);
            return 1;
        }
    };
    let program = lodger.program();
    let pidfd = match rustix::process::pidfd_open(lodger.child(), PidfdFlags::empty()) {
        Ok(pidfd) => pidfd,
        Err(error) => {
            let _ = writeln!(control, "trouble {error}");
            tree::end_family(program, KILL_TIME);
            return 1;
        }
    };
    let _ = writeln!(control, "pid {}", program.as_raw_pid());
    give_streams_away();
    loop {
        let mut interest = Interest::new();
        interest.read(&pidfd);
        interest.read(&control);
        lodger.watch(&mut interest);
        let now = Instant::now();
        interest.wait(now, now + lodger.rests());
        let [ended, dismissed] = [interest.ready(0, 1).any(), interest.ready(1, 2).any()];
        let is_heard = interest.ready(2, 3).any();
        if ended {
            // Until it is buried, its number is nobody else's.
            if program == lodger.child() {
                let _ = rustix::process::kill_process_group(program, Signal::KILL);
            }
            for line in lodger.last_words() {
                let _ = writeln!(control, "{line}");
            }
        }
        if ended || dismissed {
            return if tree::end_family(program, KILL_TIME) == 0 { 0 } else { SOME_LEFT };
        }
        lodger.tend(is_heard, |line| {
            let _ = writeln!(control, "{line}");
        });
        bury_others(lodger.child());
    }
}

/// Starts the program, locked in if there is an order to.
fn let_in(
    door: &OsStr,
    order: &OsStr,
    program: &OsStr,
    args: &[OsString],
) -> Result<Lodger, Unstarted> {
    if !order.is_empty() {
        let order = Order::parse(&order.to_string_lossy())?;
        // Whoever is locked in may be the same user as we are, and must not look into us.
        let _ = rustix::process::set_dumpable_behavior(DumpableBehavior::NotDumpable);
        return Lodger::start(&order, program, args);
    }
    let door = File::options().write(true).open(door).ok();
    let started = start(program, args, door.as_ref());
    let started = started.map(|child| Lodger::free(Pid::from_child(&child)));
    started.map_err(|error| match is_trouble(&error) {
        true => Unstarted::Trouble(error.to_string()),
        false => Unstarted::Player(error.to_string()),
    })
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

/// Closes what is neither a standard stream nor one of these, which are marked as ours.
///
/// The program inherits nothing; and another supervisor's socket, which we may have inherited
/// while it was started beside us, is not kept open beyond its life.
pub(super) fn close_all_but(kept: &[RawFd]) {
    let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let open: Vec<RawFd> =
        open.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for fd in open.into_iter().filter(|fd| *fd > 2) {
        // SAFETY: only used for the next call, which fails harmlessly if it is closed, as the
        // list itself is by now.
        #[allow(unsafe_code)]
        let borrowed = unsafe { BorrowedFd::borrow_raw(fd) };
        let is_open = rustix::io::fcntl_setfd(borrowed, FdFlags::CLOEXEC).is_ok();
        if is_open && !kept.contains(&fd) {
            // SAFETY: it was inherited, also by a stage from its supervisor, and whoever knew of
            // it does not live in this process: nobody here uses or closes it.
            #[allow(unsafe_code)]
            drop(unsafe { OwnedFd::from_raw_fd(fd) });
        }
    }
}

/// Lets go of the program's streams, so that the referee sees when the program closes them.
pub(super) fn give_streams_away() {
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
    (mark, door, order): (&str, &std::path::Path, &str),
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
        .arg(order)
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
