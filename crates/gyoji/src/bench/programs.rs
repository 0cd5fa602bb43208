//! The programs that the benches let play: this executable again, with good habits and bad ones.
//!
//! `__bench player WORD…` plays any game in `plain`, and each word is a habit. The other words
//! after `__bench` are what such a player starts, or what the bench starts beside the games.

use std::io::{BufRead, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use rustix::process::{Pid, PidfdFlags, Signal};

use super::{Processor, first_processor};

/// The first argument by which this executable knows that it is a program of a bench.
const BENCH: &str = "__bench";
/// How long the referee is stopped at a time, and how long it runs in between.
const STOPPED: Duration = Duration::from_millis(400);
const RUNNING: Duration = Duration::from_millis(150);
/// How many remarks of a kilobyte fit into a turn, with the answer: more would be a fault.
const REMARKS: usize = 1023;
/// How much a player prints to stderr in a turn whose habit is to be loud.
const MUCH: usize = 1 << 20;
/// A daemon stays until somebody ends it, but not for ever.
const LONG: Duration = Duration::from_secs(600);

/// A command line for [`PlayerText`](gyoji_referee::player::PlayerText): this executable with
/// these arguments.
pub fn command(me: &Path, args: &str) -> String {
    let quoted = me.to_string_lossy().replace('\'', "'\\''");
    format!("'{quoted}' {args}")
}

/// A player with some habits, as a command line.
pub fn player(me: &Path, habits: &str) -> String {
    command(me, &format!("{BENCH} player {habits}"))
}

/// If this process was started as a program of a bench, acts as one.
pub fn act_if_asked() {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_none_or(|arg| arg != BENCH) {
        return;
    }
    let words: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).collect();
    let code = match words.split_first() {
        Some((what, habits)) if what == "player" => PlainPlayer::new(habits).play(),
        Some((what, rest)) => {
            act(what, rest);
            0
        }
        None => 2,
    };
    std::process::exit(code);
}

fn act(what: &str, rest: &[String]) {
    match what {
        "hog" => hog(),
        "stopper" => stopper(rest),
        // Its child has neither a parent that waits for it nor our session.
        "daemon" => {
            let _ = rustix::process::setsid();
            let _ = start("sleeper");
        }
        "sleeper" => std::thread::sleep(LONG),
        // Whenever it is killed, there is another one already.
        "relay" => {
            let _ = start("relay");
            std::thread::sleep(Duration::from_millis(2));
        }
        "helper" => {
            let _ = start("nobody");
        }
        _ => {}
    }
}

/// Starts this executable as one of the above. It has the streams of whoever starts it, but for
/// stdin, which is theirs.
fn start(what: &str) -> std::io::Result<Child> {
    Command::new("/proc/self/exe").args([BENCH, what]).stdin(Stdio::null()).spawn()
}

fn start_and_wait(what: &str) -> std::io::Result<ExitStatus> {
    start(what)?.wait()
}

/// A process beside the games that ends with this value, or with the process that started it,
/// however that ends.
pub struct Aide(Child);

impl Aide {
    /// One that keeps a processor busy.
    pub fn hog() -> std::io::Result<Aide> {
        Aide::start(&["hog"])
    }

    /// One that stops a child of this process for a while, again and again.
    pub fn stopper(target: &Child) -> std::io::Result<Aide> {
        Aide::start(&["stopper", &target.id().to_string()])
    }

    fn start(args: &[&str]) -> std::io::Result<Aide> {
        let mut command = Command::new("/proc/self/exe");
        command.arg(BENCH).args(args).stdin(Stdio::piped()).stdout(Stdio::null());
        command.spawn().map(Aide)
    }
}

impl Drop for Aide {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Ends this process when nobody holds the other end of its stdin any more.
fn end_with_stdin() {
    let _ = std::io::copy(&mut std::io::stdin().lock(), &mut std::io::sink());
    std::process::exit(0);
}

fn hog() {
    std::thread::spawn(|| {
        loop {
            std::hint::spin_loop();
        }
    });
    end_with_stdin();
}

fn stopper(rest: &[String]) {
    std::thread::spawn(end_with_stdin);
    let pid = rest.first().and_then(|pid| Pid::from_raw(pid.parse().ok()?));
    let Some(pid) = pid else { return };
    let Ok(target) = rustix::process::pidfd_open(pid, PidfdFlags::empty()) else { return };
    loop {
        std::thread::sleep(RUNNING);
        if rustix::process::pidfd_send_signal(&target, Signal::STOP).is_err() {
            return;
        }
        std::thread::sleep(STOPPED);
        let _ = rustix::process::pidfd_send_signal(&target, Signal::CONT);
    }
}

/// A player with its habits.
struct PlainPlayer {
    habits: Vec<String>,
    /// How much processor time an answer takes, and how long it sleeps before.
    cpu: Duration,
    sleep: Duration,
    legal: String,
    turns: u32,
    hogs: Vec<Aide>,
}

impl PlainPlayer {
    fn new(habits: &[String]) -> PlainPlayer {
        let number = |name: &str| {
            let value = habits.iter().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.and_then(|value| value.parse::<u64>().ok()).unwrap_or(0)
        };
        let has = |name: &str| habits.iter().any(|word| word == name);
        if has("pinned") {
            pin();
        }
        if number("nice") > 0 {
            let _ = rustix::process::nice(number("nice") as i32);
        }
        PlainPlayer {
            habits: habits.to_vec(),
            cpu: Duration::from_millis(number("cpu")),
            sleep: Duration::from_millis(number("sleep")),
            legal: String::new(),
            turns: 0,
            hogs: (0..number("hogs")).filter_map(|_| Aide::hog().ok()).collect(),
        }
    }

    fn has(&self, habit: &str) -> bool {
        self.habits.iter().any(|word| word == habit)
    }

    /// Plays until nobody asks any more. The exit code.
    fn play(mut self) -> i32 {
        for line in std::io::stdin().lock().lines() {
            let Ok(line) = line else { return 1 };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let answer = match word {
                "gyoji" => "ready legal\n".to_owned(),
                "legal" => {
                    self.legal = rest.split(" | ").next().unwrap_or_default().to_owned();
                    continue;
                }
                "go" => match self.answer(rest.split(' ').next().unwrap_or_default()) {
                    Ok(answer) => answer,
                    Err(code) => return code,
                },
                "over" if self.has("afterwards") => afterwards(),
                _ => continue,
            };
            let mut stdout = std::io::stdout().lock();
            if stdout.write_all(answer.as_bytes()).and_then(|()| stdout.flush()).is_err() {
                return 1;
            }
        }
        drop(self.hogs);
        0
    }

    /// The answer to a question, after whatever else this player does; or the end of it.
    fn answer(&mut self, ply: &str) -> Result<String, i32> {
        self.turns += 1;
        std::thread::sleep(self.sleep);
        let processor = Processor::start();
        while processor.seconds() < self.cpu.as_secs_f64() {
            std::hint::spin_loop();
        }
        let mut before = String::new();
        for habit in &self.habits {
            match habit.as_str() {
                "crash" if self.turns == 3 => return Err(3),
                "silent" => std::thread::sleep(LONG),
                "flood" => loop {
                    if std::io::stdout().write_all(&[b'x'; 4096]).is_err() {
                        return Err(1);
                    }
                },
                "daemon" => drop(start_and_wait("daemon")),
                "relay" if self.turns == 1 => (0..4).for_each(|_| drop(start("relay"))),
                "helpers" => (0..10).for_each(|_| drop(start_and_wait("helper"))),
                "remarks" => before = format!("info {}\n", "x".repeat(1018)).repeat(REMARKS),
                "loud" => {
                    let _ = std::io::stderr().write_all(&[b'.'; MUCH]);
                }
                "orphan" if self.turns == 2 => {
                    let _ = start("daemon");
                    if let Some(parent) = rustix::process::getppid() {
                        let _ = rustix::process::kill_process(parent, Signal::KILL);
                    }
                }
                _ => {}
            }
        }
        Ok(format!("{before}move {ply} {}\n", self.legal))
    }
}

/// What somebody says who cannot stop: a line, much, and half a line.
fn afterwards() -> String {
    let much = "x".repeat(40 << 10);
    format!("info well played\nmove 99 a1\n{much}\ninfo that was")
}

/// Leaves this process, and whoever it starts, the first of its processors.
fn pin() {
    let Ok(all) = rustix::thread::sched_getaffinity(None) else { return };
    if let Some(one) = first_processor(&all) {
        let _ = rustix::thread::sched_setaffinity(None, &one);
    }
}
