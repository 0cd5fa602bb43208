//! What each level of the sandbox costs: from the start of a program to its first answer, and
//! each answer after that, on one core; all levels in turn in one run, so that the machine is the
//! same to all.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::Lang;
use gyoji_core::record::Limits;
use gyoji_referee::sandbox::try_level;
use gyoji_referee::wire::process::Process;
use gyoji_referee::wire::{Arrival, Caps, Incoming, Interest, Program, Room, Wire};

use super::{Figure, executable, first_processor, print, referee};
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::players::SUPERVISOR;
use crate::screen;

/// How many answers are asked of each program that is started.
const ANSWERS: u32 = 200;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// What was measured at a level: in seconds.
#[derive(Default)]
struct Measured {
    first: Vec<f64>,
    answer: Vec<f64>,
}

/// Measures.
pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    let executable = executable()?;
    let holds = |level: &u8| match try_level(Path::new(SUPERVISOR), *level).missing {
        None => true,
        Some(missing) => {
            let why = gyoji_referee::sandbox::why(&missing);
            screen::say(&format!("{level}: {}", screen::clean(why.get(lang))));
            false
        }
    };
    let levels: Vec<u8> = (0..=3).filter(holds).collect();
    let mut measured: Vec<Measured> = levels.iter().map(|_| Measured::default()).collect();
    let start = Instant::now();
    while start.elapsed() < args.time() || measured[0].first.len() < 5 {
        for (level, measured) in levels.iter().zip(&mut measured) {
            let (first, _) = one_run(*level, &executable)?;
            measured.first.push(first);
            // On one core: waking another one costs more than everything else, and whether that
            // is done is the system's choice.
            let (_, answer) = on_one_core(|| one_run(*level, &executable))?;
            measured.answer.push(answer);
        }
    }
    let mut figures = Vec::new();
    let mut put = |what: String, value: f64, unit| figures.push(Figure { what, value, unit });
    let base = (median(&mut measured[0].first), median(&mut measured[0].answer));
    for (level, measured) in levels.iter().zip(&mut measured) {
        let (first, answer) = (median(&mut measured.first), median(&mut measured.answer));
        put(format!("level {level}: start to first answer"), first * 1e3, "ms");
        if *level > 0 {
            put("  more than level 0".into(), (first - base.0) * 1e3, "ms");
        }
        put("  each answer".into(), answer * 1e6, "us");
        if *level > 0 {
            put("  each answer, beside level 0".into(), answer / base.1, "x");
        }
    }
    put("runs of each".into(), measured[0].first.len() as f64, "");
    print(&figures, args.json)
}

/// Does something with this thread, and whatever it starts, on one core.
fn on_one_core<T>(work: impl FnOnce() -> T) -> T {
    let everywhere = rustix::thread::sched_getaffinity(None).ok();
    if let Some(one) = everywhere.as_ref().and_then(first_processor) {
        let _ = rustix::thread::sched_setaffinity(None, &one);
    }
    let done = work();
    if let Some(all) = everywhere {
        let _ = rustix::thread::sched_setaffinity(None, &all);
    }
    done
}

/// Starts a program at a level: the time to its first answer, and that of the others.
fn one_run(level: u8, executable: &Path) -> Result<(f64, f64), Failure> {
    let mut command = referee::pong_command(executable);
    let room = Room::new(level, Limits::USUAL, &mut command, None, &[PathBuf::from(".")]);
    let room = room.map_err(|error| Failure::io(executable, &error))?;
    let program = Program {
        command,
        folder: None,
        supervisor: SUPERVISOR.into(),
        caps: Caps::default(),
        freezable: false,
        merges: false,
        room: Some(room).filter(|_| level > 0),
        shared: None,
    };
    let mut wire = Process::new(program);
    let start = Instant::now();
    let mut arrival = wire.start(false);
    while arrival == Arrival::Coming {
        wait(&wire);
        arrival = wire.arrival();
    }
    if let Arrival::Failed(why) = arrival {
        let error = std::io::Error::other(format!("{why:?}"));
        return Err(Failure::io(executable, &error));
    }
    answer(&mut wire, executable)?;
    let first = start.elapsed();
    let start = Instant::now();
    for _ in 0..ANSWERS {
        answer(&mut wire, executable)?;
    }
    let each = start.elapsed() / ANSWERS;
    wire.stop(Duration::ZERO);
    while wire.is_leaving() {
        wait(&wire);
    }
    Ok((first.as_secs_f64(), each.as_secs_f64()))
}

fn answer(wire: &mut Process, executable: &Path) -> Result<(), Failure> {
    let until = Instant::now() + PATIENCE;
    wire.new_turn();
    wire.send(b"ping\n");
    loop {
        wire.pump();
        match wire.take() {
            Some(Incoming::Line(..)) => return Ok(()),
            None if Instant::now() < until => wait(wire),
            _ => return Err(Failure::io(executable, &std::io::Error::other("no answer"))),
        }
    }
}

fn wait(wire: &Process) {
    let mut interest = Interest::new();
    wire.watch(&mut interest);
    let now = Instant::now();
    interest.wait(now, now + Duration::from_millis(100));
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
