//! The end of programs, outside the match: whoever takes long to die is waited for elsewhere.

use std::os::fd::AsFd;
use std::process::Child;
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use rustix::event::PollFd;
use rustix::process::{Pid, PidfdFlags, Signal};

use super::cage::Cage;
use super::{poll, tree};

/// How long a match waits for a program to be gone: most are gone by then.
const PROMPT: Duration = Duration::from_millis(20);
/// How long a supervisor gets to kill a program before it is killed itself.
const KILL_TIME: Duration = Duration::from_secs(10);

/// The variable that tells whose a process is that has lost its supervisor.
pub(crate) const MARK: &str = "GYOJI_PLAYER";

/// Those who are still being waited for, and those who would not die.
#[derive(Default)]
struct Book {
    dying: usize,
    left: usize,
}

static BOOK: Mutex<Book> = Mutex::new(Book { dying: 0, left: 0 });
static NEWS: Condvar = Condvar::new();

/// A program that was told to end: its supervisor, and what is needed to make sure.
#[derive(Debug)]
pub(crate) struct Remains {
    pub(crate) supervisor: Child,
    /// The program itself, if it was started; also the number of its process group.
    pub(crate) program: Option<Pid>,
    /// The value of [`MARK`] in its environment.
    pub(crate) mark: String,
    pub(crate) cage: Option<Cage>,
}

/// Sees to it that a program ends that its supervisor has been told to kill. Most are gone when
/// this returns; the others are waited for in a thread of their own.
pub(crate) fn bury(mut remains: Remains) {
    if remains.is_gone(Instant::now() + PROMPT) {
        return remains.close();
    }
    note(|book| book.dying += 1);
    let (hand_over, take_over) = mpsc::channel::<Remains>();
    let thread = std::thread::Builder::new().name("undertaker".into());
    match thread.spawn(move || take_over.into_iter().for_each(Remains::wait_and_close)) {
        Ok(_) => drop(hand_over.send(remains)),
        Err(_) => remains.wait_and_close(), // no thread to be had: here, then
    }
}

/// Waits until everybody who was told to end is gone, for at most `within`. Says how many
/// processes are left that nobody could end.
pub fn await_the_dying(within: Duration) -> usize {
    let until = Instant::now() + within;
    let mut book = BOOK.lock().unwrap_or_else(PoisonError::into_inner);
    while book.dying > 0 {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            break;
        }
        book = NEWS.wait_timeout(book, left).unwrap_or_else(PoisonError::into_inner).0;
    }
    book.left + book.dying
}

fn note(change: impl FnOnce(&mut Book)) {
    change(&mut BOOK.lock().unwrap_or_else(PoisonError::into_inner));
    NEWS.notify_all();
}

impl Remains {
    fn wait_and_close(mut self) {
        if !self.is_gone(Instant::now() + KILL_TIME) {
            let _ = self.supervisor.kill();
        }
        self.close();
        note(|book| book.dying -= 1);
    }

    /// Whether the supervisor has left, waiting for it until then.
    fn is_gone(&mut self, until: Instant) -> bool {
        let pid = Pid::from_child(&self.supervisor);
        let pidfd = rustix::process::pidfd_open(pid, PidfdFlags::empty()).ok();
        loop {
            // A program may have stopped it, again and again.
            let _ = rustix::process::kill_process(pid, Signal::CONT);
            match &pidfd {
                Some(pidfd) => {
                    let mut fds = [PollFd::from_borrowed_fd(pidfd.as_fd(), poll::READ)];
                    poll::wait(&mut fds, until.min(Instant::now() + Duration::from_millis(100)));
                }
                None => std::thread::sleep(Duration::from_millis(1)), // no descriptor to be had
            }
            if matches!(self.supervisor.try_wait(), Ok(Some(_)) | Err(_)) {
                return true;
            }
            if Instant::now() >= until {
                return false;
            }
        }
    }

    /// Buries the supervisor. If it did not end in its own way, somebody killed it, and whoever
    /// it watched over has become our child.
    fn close(mut self) {
        let status = self.supervisor.wait();
        drop(self.cage.take());
        let left = match status.map(|status| status.code()) {
            Ok(Some(code)) => usize::from(code == super::supervise::SOME_LEFT),
            _ => tree::end(&self.orphans(), KILL_TIME),
        };
        note(|book| book.left += left);
    }

    fn orphans(&self) -> Vec<Pid> {
        let mark = format!("{MARK}={}", self.mark);
        let is_ours = |pid: &Pid| {
            let environment = std::fs::read(format!("/proc/{}/environ", pid.as_raw_pid()));
            let variables = environment.unwrap_or_default();
            let has_mark = variables.split(|byte| *byte == 0).any(|one| one == mark.as_bytes());
            // The dead have no environment any more; but whoever has made a session of its own
            // was not started by us.
            has_mark
                || self.program.is_some() && tree::group_of(*pid) == self.program
                || variables.is_empty() && tree::is_dead_stranger(*pid)
        };
        let us = rustix::process::getpid();
        if let Some(group) = self.program.filter(|pid| tree::parent_of(*pid) == Some(us)) {
            let _ = rustix::process::kill_process_group(group, Signal::KILL);
        }
        tree::children(us).into_iter().filter(is_ours).collect()
    }
}
