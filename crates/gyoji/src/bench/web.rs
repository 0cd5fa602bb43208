//! The arena in the browser under load: how long a move takes to the last of many watchers, what a
//! watcher costs, and whether the referee notices them.
//!
//! The server runs in this process; whoever plays and watches is a second one, started from the
//! same executable, so that what it costs is told apart.

mod client;
mod load;

use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use gyoji_core::Lang;
use gyoji_store::Location;
use gyoji_web::{Config, Limits, Server};
use gyoji_words::cli;
use serde_json::Value;

use super::{Figure, executable};
use crate::args::bench::Bench;
use crate::failure::{FAILED, Failure};
use crate::screen;

pub use load::load_if_asked;

/// One game with many watchers, and many games with few: games, watchers of each, moves a second.
const CROWDS: [(usize, usize, f64); 2] = [(1, 1000, 2.0), (100, 2, 1.0)];
/// Watchers beside whom the referee's time is taken, and how often.
const BESIDE: usize = 100;
const ROUNDS: usize = 3;

pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    crate::commands::allow_many_sockets();
    let folder = tempfile::tempdir().map_err(|error| Failure::io("/tmp".as_ref(), &error))?;
    // A game of Othello has no more moves than that.
    let time = args
        .time
        .unwrap_or(Duration::from_secs(20))
        .clamp(Duration::from_secs(2), Duration::from_secs(24));
    let limits = Limits {
        games: 4000,
        games_per_address: 4000,
        connections: 8000,
        connections_per_address: 8000,
        ..Limits::default()
    };
    let data = Some(Location::Folder(folder.path().to_owned()));
    let config = Config { data, demo: false, limits, ..Config::default() };
    let trouble =
        |error: std::io::Error| Failure { code: FAILED, text: cli::io_error("serve", error) };
    let server = Server::bind("127.0.0.1:0", config).and_then(Server::start).map_err(trouble)?;
    let mut figures = Vec::new();
    for (games, watchers, rate) in CROWDS {
        crowd(server.addr(), (games, watchers, rate), time, &mut figures)?;
        screen::say(&format!("gyoji: {games} x {watchers}"));
    }
    beside(server.addr(), &mut figures)?;
    let page = client::page_bytes(server.addr()).map_err(trouble)?;
    figure(&mut figures, "first page: bytes over the wire", page as f64, "B");
    drop(server);
    let _ = lang;
    super::print(&figures, args.json)
}

fn figure(figures: &mut Vec<Figure>, what: impl Into<String>, value: f64, unit: &'static str) {
    figures.push(Figure { what: what.into(), value, unit });
}

/// Has another process play and watch, and reads what it tells: first that all are there, then
/// what it has seen.
fn tell(args: &[String], ready: impl FnOnce()) -> Result<Value, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure {
        code: FAILED,
        text: cli::io_error(load::NAME, error),
    };
    let mut command = Command::new(executable()?);
    command.arg(load::NAME).args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| failed(&error))?;
    let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let first = lines.next().transpose().map_err(|error| failed(&error))?;
    if first.as_deref() == Some("ready") {
        ready();
        if let Some(mut stdin) = child.stdin.take() {
            let _ = stdin.write_all(b"go\n");
        }
    }
    let last = lines.next().transpose().map_err(|error| failed(&error))?;
    let _ = child.wait();
    let told = last.and_then(|line| serde_json::from_str(&line).ok());
    told.ok_or_else(|| failed(&"?"))
}

fn crowd(
    addr: SocketAddr,
    (games, watchers, rate): (usize, usize, f64),
    time: Duration,
    figures: &mut Vec<Figure>,
) -> Result<(), Failure> {
    let (before, busy) = (memory(), processor());
    let mut with_all = before;
    let numbers = [games.to_string(), watchers.to_string(), rate.to_string()];
    let words = ["crowd".to_owned(), addr.to_string(), time.as_secs_f64().to_string()];
    let args: Vec<String> = words.into_iter().chain(numbers).collect();
    let seen = tell(&args, || with_all = memory())?;
    let name = match games {
        1 => format!("1 game, {watchers} watchers"),
        _ => format!("{games} games, {watchers} watchers each"),
    };
    let value = |key: &str| seen[key].as_f64().unwrap_or(f64::NAN);
    let mut put = |what: &str, value, unit| figure(figures, format!("{name}: {what}"), value, unit);
    put("moves", value("moves"), "");
    put("to the last watcher, median", value("median_ms"), "ms");
    put("to the last watcher, p99", value("p99_ms"), "ms");
    put("to the last watcher, longest", value("most_ms"), "ms");
    put("lines lost", value("lost"), "");
    put("lines twice", value("twice"), "");
    put("memory of a watcher", (with_all - before).max(0.0) / (games * watchers) as f64, "B");
    put("processor time of the server", (processor() - busy) / value("seconds"), "s/s");
    put("processor time of the generator", value("cpu_s") / value("seconds"), "s/s");
    Ok(())
}

/// The time from a person's answer to the next question, with nobody watching and with many.
fn beside(addr: SocketAddr, figures: &mut Vec<Figure>) -> Result<(), Failure> {
    let mut medians = [Vec::new(), Vec::new()];
    // One after the other, so that what else the machine does is shared fairly.
    for _ in 0..ROUNDS {
        for (watchers, found) in [0, BESIDE].into_iter().zip(&mut medians) {
            let args = ["referee".to_owned(), addr.to_string(), watchers.to_string()];
            let seen = tell(&args, || ())?;
            found.push(seen["median_us"].as_f64().unwrap_or(f64::NAN));
        }
    }
    let [alone, watched] = medians.map(|mut found| {
        found.sort_by(f64::total_cmp);
        found[found.len() / 2]
    });
    figure(figures, "the referee's time of an answer, nobody watching, median", alone, "us");
    figure(figures, format!("the same with {BESIDE} watchers"), watched, "us");
    figure(figures, "ratio", watched / alone, "");
    Ok(())
}

/// Memory of this process that is in use, in bytes.
fn memory() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) * 1024.0
}

/// Processor time of this process.
fn processor() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
