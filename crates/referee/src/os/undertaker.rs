//! The end of programs, outside the match: whoever takes long to die is waited for elsewhere.

use std::fs::File;
use std::io::Read;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal};

use super::bell::Bell;
use super::cage::Cage;
use super::poll::{self, Interest};
use super::sandbox::Scratch;
use super::tree;

/// How long a supervisor gets to kill a program before it is killed itself.
const KILL_TIME: Duration = Duration::from_secs(10);
/// How long somebody is looked for who may be dying of a dead supervisor.
const LAST_BREATH: Duration = Duration::from_millis(500);
/// How long whoever comes next waits for a program that has been killed: most are gone by then.
const PROMPT: Duration = Duration::from_millis(20);
/// How many are seen off at once: whoever comes then is waited for on the spot.
const MOST_AT_ONCE: usize = 64;
/// A thread that only waits needs little.
const STACK: usize = 128 << 10;

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

/// A program that has to end: its supervisor, and what is needed to make sure.
#[derive(Debug)]
pub(crate) struct Remains {
    pub(crate) supervisor: Child,
    /// The program itself, if it was started; also the number of its process group.
    pub(crate) program: Option<Pid>,
    /// The value of [`MARK`] in its environment.
    pub(crate) mark: String,
    pub(crate) cage: Option<Cage>,
    /// Its temporary files, which go last.
    pub(crate) scratch: Option<Scratch>,
    /// How long it may take to leave by itself, from now on.
    pub(crate) grace: Duration,
    /// The line to the supervisor, if it has not been told to kill; and what the program prints,
    /// which is drained: a full pipe must not keep it from leaving.
    pub(crate) control: Option<UnixStream>,
    pub(crate) streams: Vec<File>,
}

/// Somebody who is being seen off.
#[derive(Debug)]
pub(crate) struct Leaving {
    is_gone: Arc<AtomicBool>,
    /// Nobody need wait for it any longer than that.
    until: Instant,
    /// Rings when it is gone. None where no descriptor is to be had.
    bell: Option<Bell>,
}

impl Leaving {
    /// Whether it is gone, or takes so long that somebody else may come all the same.
    pub(crate) fn is_past(&self) -> bool {
        self.is_gone() || Instant::now() >= self.until
    }

    /// Whether it is gone: nothing of it will write anywhere any more.
    pub(crate) fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Acquire)
    }

    pub(crate) fn watch<'a>(&'a self, interest: &mut Interest<'a>) {
        if let Some(bell) = &self.bell {
            interest.read(bell);
        }
    }
}

/// Sees to it that a program ends: in a thread of its own, so that no match waits for it.
pub(crate) fn bury(remains: Remains) -> Leaving {
    let until = Instant::now() + remains.grace + PROMPT;
    let leaving = Leaving { is_gone: Arc::default(), until, bell: Bell::new().ok() };
    let (is_gone, rope) = (Arc::clone(&leaving.is_gone), leaving.bell.as_ref().map(Bell::rope));
    elsewhere(move || {
        remains.see_off();
        is_gone.store(true, Ordering::Release);
        if let Some(rope) = rope {
            rope.pull();
        }
    });
    leaving
}

/// Does what takes a while and is nobody's business, before the end of this process.
pub(crate) fn elsewhere(work: impl FnOnce() + Send + 'static) {
    let mut is_crowded = false;
    note(|book| {
        is_crowded = book.dying >= MOST_AT_ONCE;
        book.dying += 1;
    });
    let done = move |work: Box<dyn FnOnce() + Send>| {
        work();
        note(|book| book.dying -= 1);
    };
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    if is_crowded {
        return done(work);
    }
    let (hand_over, take_over) = mpsc::channel();
    let thread = std::thread::Builder::new().name("undertaker".into()).stack_size(STACK);
    match thread.spawn(move || take_over.into_iter().for_each(done)) {
        Ok(_) => drop(hand_over.send(work)),
        Err(_) => done(work), // no thread to be had: here, then
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
    fn see_off(mut self) {
        self.let_leave();
        if let Some(cage) = &self.cage {
            cage.kill(); // at once, however many there are
        }
        self.control = None; // the supervisor's sign to kill
        self.streams.clear();
        if !self.is_gone(Instant::now() + KILL_TIME) {
            let _ = self.supervisor.kill();
        }
        self.close();
    }

    /// Waits until the supervisor has seen the program's end, or its time is over.
    fn let_leave(&mut self) {
        let until = Instant::now() + self.grace;
        let mut chunk = [0; 4 << 10];
        while let Some(control) = &mut self.control {
            let now = Instant::now();
            if now >= until {
                return;
            }
            let mut interest = Interest::new();
            interest.read(control);
            for stream in &self.streams {
                interest.read(stream);
            }
            interest.wait(now, until);
            let is_over = |error: &std::io::Error| {
                use std::io::ErrorKind::{Interrupted, WouldBlock};
                !matches!(error.kind(), WouldBlock | Interrupted)
            };
            // The supervisor says how the program ended and leaves: nobody asks any more.
            if control.read(&mut chunk).map_or_else(|error| is_over(&error), |count| count == 0) {
                return;
            }
            self.streams.retain_mut(|stream| {
                stream.read(&mut chunk).map_or_else(|error| !is_over(&error), |count| count > 0)
            });
        }
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
                    let until = until.min(Instant::now() + Duration::from_millis(100));
                    poll::await_reading(&pidfd.as_fd(), until);
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
            _ => self.end_orphans(),
        };
        drop(self.scratch.take());
        note(|book| book.left += left);
    }

    /// Ends whoever the supervisor watched over, and buries them. Some of them die of its death by
    /// themselves, and while they do there is nothing to know them by: they get a moment.
    fn end_orphans(&self) -> usize {
        let until = Instant::now() + LAST_BREATH;
        let mut left = tree::end(&self.orphans(), KILL_TIME);
        let us = rustix::process::getpid();
        while tree::children(us).into_iter().any(tree::is_stranger) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(2));
            left += tree::end(&self.orphans(), KILL_TIME);
        }
        left
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
