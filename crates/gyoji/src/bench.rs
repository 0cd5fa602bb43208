//! `gyoji bench`: speed, each figure beside something to compare it with; and what can only be
//! judged while real programs run: fairness, and that nothing is left or grows.

mod contrast;
mod fairness;
mod league;
mod othello;
mod othello_server;
mod programs;
mod quinte;
mod referee;
mod renju;
mod sandbox;
mod soak;
mod web;
mod zero;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::Lang;
use gyoji_words::cli;
use rustix::thread::CpuSet;

use crate::args::bench::{Bench, BenchWhat};
use crate::failure::{FAILED, Failure};

/// If this process was started as one of the programs that the benches need, acts as that.
pub fn help_if_asked() {
    referee::pong_if_asked();
    programs::act_if_asked();
    web::load_if_asked();
}

/// Measures.
pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    match args.what {
        BenchWhat::Referee => referee::run(args, lang),
        BenchWhat::Othello => othello::run(args),
        BenchWhat::Contrast => contrast::run(args),
        BenchWhat::OthelloServer => othello_server::run(args),
        BenchWhat::Renju => renju::run(args),
        BenchWhat::Quinte => quinte::run(args),
        BenchWhat::Zero => zero::run(args),
        BenchWhat::Fairness => fairness::run(args, lang),
        BenchWhat::League => league::run(args, lang),
        BenchWhat::Web => web::run(args, lang),
        BenchWhat::Sandbox => sandbox::run(args, lang),
        BenchWhat::Soak => soak::run(args, lang),
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

/// The file of this very program.
fn executable() -> Result<PathBuf, Failure> {
    std::env::current_exe().map_err(|error| Failure {
        code: FAILED,
        text: cli::no_executable(gyoji_words::system::said(&error)),
    })
}

/// A temporary folder with our number, so that it is found and removed even if we are killed.
fn own_folder() -> Result<tempfile::TempDir, Failure> {
    let name = format!("gyoji-{}-", std::process::id());
    let folder = tempfile::Builder::new().prefix(&name).tempdir();
    folder.map_err(|error| Failure::io(&std::env::temp_dir(), &error))
}

/// The first of some processors.
fn first_processor(all: &CpuSet) -> Option<CpuSet> {
    let processor = (0..CpuSet::MAX_CPU).find(|number| all.is_set(*number))?;
    let mut one = CpuSet::new();
    one.set(processor);
    Some(one)
}

fn print(figures: &[Figure], json: bool) -> Result<ExitCode, Failure> {
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
    output(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn output(text: &str) -> Result<(), Failure> {
    use std::io::Write;
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|_| Failure::closed())
}
