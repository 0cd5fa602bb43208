//! `gyoji bench`: speed, each figure beside something to compare it with.

mod contrast;
mod othello;
mod othello_server;
mod quinte;
mod referee;
mod renju;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::Lang;

use crate::args::{Bench, BenchWhat};
use crate::failure::Failure;

pub use referee::pong_if_asked;

/// Measures.
pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    match args.what {
        BenchWhat::Referee => referee::run(args, lang),
        BenchWhat::Othello => othello::run(args),
        BenchWhat::Contrast => contrast::run(args),
        BenchWhat::OthelloServer => othello_server::run(args),
        BenchWhat::Renju => renju::run(args),
        BenchWhat::Quinte => quinte::run(args),
    }
}

/// Processor time of this thread: what others do on the machine hardly matters to it.
struct Processor {
    start: f64,
}

impl Processor {
    fn start() -> Processor {
        Processor { start: Processor::now() }
    }

    fn seconds(&self) -> f64 {
        Processor::now() - self.start
    }

    fn now() -> f64 {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
    }
}

/// One figure.
#[derive(serde::Serialize)]
struct Figure {
    what: String,
    value: f64,
    unit: &'static str,
}

/// Repeats for a while; the result and the seconds of the quickest run.
fn best_of(time: Duration, work: impl Fn() -> u64) -> (u64, f64) {
    let (start, mut best) = (Instant::now(), f64::INFINITY);
    loop {
        let run = Instant::now();
        let result = work();
        best = best.min(run.elapsed().as_secs_f64());
        if start.elapsed() >= time {
            return (result, best);
        }
    }
}

/// So many in the time since then, in one second.
fn rate(count: u64, start: Instant) -> f64 {
    count as f64 / start.elapsed().as_secs_f64()
}

fn print(figures: &[Figure], json: bool) -> Result<ExitCode, Failure> {
    use std::io::Write;
    let text = if json {
        serde_json::to_string_pretty(figures).unwrap_or_default() + "\n"
    } else {
        let row = |figure: &Figure| {
            let value = match figure.value {
                value if value >= 1000.0 => format!("{value:.0}"),
                value if value >= 10.0 => format!("{value:.1}"),
                value => format!("{value:.2}"),
            };
            vec![figure.what.clone(), value, figure.unit.to_owned()]
        };
        crate::table::table(&figures.iter().map(row).collect::<Vec<_>>())
    };
    match std::io::stdout().lock().write_all(text.as_bytes()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(_) => Err(Failure::closed()),
    }
}
