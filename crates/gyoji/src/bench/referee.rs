//! What the referee itself costs, beside a bare pipe between two processes.

use std::io::{BufRead, BufReader, Read, Write};
use std::ops::ControlFlow;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Plan};
use gyoji_core::{Lang, Setup};
use gyoji_league::{League, News, Stop, random_id, records};
use gyoji_othello::Othello;
use gyoji_referee::journal::Journal;
use gyoji_referee::player::{PlayerText, Terms};
use gyoji_referee::{Look, Recorder, play};

use super::programs::{Aide, command};
use super::{Figure, executable, first_processor};
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::players::house;
use crate::screen;

/// The first argument by which this executable knows that it should only answer lines.
const PONG: &str = "__pong";
/// How many games are begun at a time.
const BATCH: u64 = 400;
/// As long as a question of the judge's dialect.
const PING: &[u8] =
    b"MOVE BOARD:0000000000000000000000000002100000012000000000000000000000000000\n";

/// If this process was started as the other end of the bare pipe, answers every line.
pub fn pong_if_asked() {
    if std::env::args_os().nth(1).is_some_and(|arg| arg == PONG) {
        let mut stdout = std::io::stdout().lock();
        for line in std::io::stdin().lock().lines() {
            if line.is_err() || stdout.write_all(b"c4\n").and_then(|()| stdout.flush()).is_err() {
                break;
            }
        }
        std::process::exit(0);
    }
}

/// The command line of the other end.
pub fn pong_command(executable: &std::path::Path) -> Vec<std::ffi::OsString> {
    vec![executable.into(), PONG.into()]
}

pub fn run(args: &Bench, lang: Lang) -> Result<ExitCode, Failure> {
    // Records are written as in a match, but to memory where there is such a folder: how fast a
    // disk makes new files is not ours to measure.
    let memory = std::path::Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let folder = folder.join(format!("gyoji-bench-{}", std::process::id()));
    let result = measure(args, lang, &folder);
    let _ = std::fs::remove_dir_all(&folder);
    super::print(&result?, args.json)
}

fn measure(args: &Bench, lang: Lang, folder: &std::path::Path) -> Result<Vec<Figure>, Failure> {
    let me = executable()?;
    let bot = command(&me, "bot othello.random --dialect plain");
    let mut figures = Vec::new();
    for load in ["quiet", "busy"] {
        let _hogs: Vec<Aide> = match load {
            "busy" => (0..std::thread::available_parallelism().map_or(1, usize::from))
                .filter_map(|_| Aide::hog().ok())
                .collect(),
            _ => Vec::new(),
        };
        // On one core a switch is cheap and nothing else is measured; on several, waking the
        // other core costs more than everything else, for the bare pipe and for us alike.
        let everywhere = rustix::thread::sched_getaffinity(None).ok();
        for (place, core) in [("one core", Some(0)), ("any core", None)] {
            screen::say(&format!("{load}, {place} …"));
            let pinned = core.zip(everywhere).and_then(|(_, all)| first_processor(&all));
            if let Some(set) = pinned.or(everywhere) {
                let _ = rustix::thread::sched_setaffinity(None, &set);
            }
            let result = one_place(&me, &bot, args.time(), folder, lang);
            if let Some(set) = everywhere {
                let _ = rustix::thread::sched_setaffinity(None, &set);
            }
            for (what, value, unit) in result? {
                figures.push(Figure { what: format!("{load}, {place}: {what}"), value, unit });
            }
        }
    }
    let mut add = |what: &str, value: f64, unit| {
        figures.push(Figure { what: what.to_owned(), value, unit });
    };
    let kept = series(&format!("plain:{bot}"), args.time(), 2, folder, lang)?;
    add("games/s, two at once, programs kept alive", kept.games_per_second, "games/s");
    add("  plies per game", kept.plies, "plies");
    let fresh = format!("plain?lifetime=per-game:{bot}");
    let fresh = series(&fresh, args.time(), 2, folder, lang)?;
    add("games/s, two at once, new processes each game", fresh.games_per_second, "games/s");
    Ok(figures)
}

/// The referee's figures beside those of bare pipes: to one program, and to two in turn, as in
/// a game.
fn one_place(
    me: &std::path::Path,
    bot: &str,
    time: Duration,
    folder: &std::path::Path,
    lang: Lang,
) -> Result<Vec<(String, f64, &'static str)>, Failure> {
    let pipes = |programs| ping_pong(me, time, programs).map_err(|error| Failure::io(me, &error));
    let (bare, turns) = (pipes(1)?, pipes(2)?);
    let mut rows = Vec::new();
    for (name, measured) in [("bare pipe", &bare), ("bare pipes, two in turn", &turns)] {
        rows.push((format!("{name}, our processor time"), measured.cpu_us, "µs"));
        rows.push((format!("{name}, question and answer"), measured.wall_us, "µs"));
    }
    for ponder in ["yes", "no"] {
        let text = format!("plain?ponder={ponder}:{bot}");
        let measured = refereed(&text, time, folder, lang)?;
        let name = format!("referee with record, ponder={ponder}");
        rows.push((format!("{name}, our processor time"), measured.cpu_us, "µs"));
        rows.push((format!("{name}, question and answer"), measured.wall_us, "µs"));
        let ratio = |bare: &PerAnswer| measured.cpu_us / bare.cpu_us;
        rows.push((format!("  ponder={ponder} / bare pipe, processor time"), ratio(&bare), "x"));
        rows.push((format!("  ponder={ponder} / two in turn, processor time"), ratio(&turns), "x"));
    }
    Ok(rows)
}

struct PerAnswer {
    wall_us: f64,
    cpu_us: f64,
}

/// Questions and answers through pipes, with nothing between; the programs are asked in turn.
fn ping_pong(me: &std::path::Path, time: Duration, programs: usize) -> std::io::Result<PerAnswer> {
    let closed = || std::io::Error::other("the other end of the pipe is gone");
    let mut ends = Vec::new();
    for _ in 0..programs {
        let mut child =
            Command::new(me).arg(PONG).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let stdin = child.stdin.take().ok_or_else(closed)?;
        let stdout = BufReader::new(child.stdout.take().ok_or_else(closed)?);
        ends.push((child, stdin, stdout));
    }
    let mut answer = [0; 3];
    let (start, cpu) = (Instant::now(), thread_cpu());
    let mut count = 0_u32;
    while start.elapsed() < time {
        for (_, stdin, stdout) in &mut ends {
            stdin.write_all(PING)?;
            stdout.read_exact(&mut answer)?;
            count += 1;
        }
    }
    let (wall, cpu) = (start.elapsed(), thread_cpu() - cpu);
    for (mut child, stdin, _) in ends {
        drop(stdin);
        child.wait()?;
    }
    Ok(per_answer(wall, cpu, f64::from(count)))
}

/// Whole games under the referee in this thread, with their records written to disk.
fn refereed(
    text: &str,
    time: Duration,
    folder: &std::path::Path,
    lang: Lang,
) -> Result<PerAnswer, Failure> {
    let kit = gyoji_othello::kit();
    let house = house(lang, Look::default());
    let (mut players, mut chairs) = (Vec::new(), Vec::new());
    for _ in 0..2 {
        let player = PlayerText::parse(text, &["plain"])?.player(&kit, &Terms::default())?;
        chairs.push(house.chair(&kit, &player)?);
        players.push(player);
    }
    let stop = AtomicBool::new(false);
    let mut setup = Setup::usual::<Othello>();
    let mut game = |moves: &mut u32| -> Result<(), Failure> {
        setup.seed += 1;
        let plan = Plan::new::<Othello>(random_id(), &setup, players.clone());
        let header = records::header(plan);
        let journal =
            Journal::create(folder, &header).map_err(|error| Failure::io(folder, &error))?;
        let mut recorder = Recorder::new(Some(journal));
        play::<Othello>(&header, &mut chairs, &stop, &mut recorder)?;
        let (record, trouble) = recorder.finish(header);
        *moves += record.events.iter().filter(|e| matches!(e, Event::Moved(_))).count() as u32;
        match trouble {
            Some(error) => Err(Failure::io(folder, &error)),
            None => Ok(()),
        }
    };
    game(&mut 0)?; // the processes start
    let (start, cpu) = (Instant::now(), thread_cpu());
    let mut moves = 0;
    while start.elapsed() < time {
        game(&mut moves)?;
    }
    Ok(per_answer(start.elapsed(), thread_cpu() - cpu, f64::from(moves)))
}

struct Rate {
    games_per_second: f64,
    plies: f64,
}

fn series(
    text: &str,
    time: Duration,
    threads: usize,
    folder: &std::path::Path,
    lang: Lang,
) -> Result<Rate, Failure> {
    screen::say(&format!("{threads} games at once, {text} …"));
    let kit = gyoji_othello::kit();
    let player = PlayerText::parse(text, &["plain"])?.player(&kit, &Terms::default())?;
    let house = house(lang, Look::default());
    let league = League { record: Some(folder), threads, ..League::new(&kit, &house) };
    let (start, mut games, mut plies) = (Instant::now(), 0, 0);
    // In batches, until the time is up; the start of the first processes counts.
    while start.elapsed() < time {
        let plans = (0..BATCH).map(|seed| {
            let setup = Setup { seed, ..Setup::usual::<Othello>() };
            Plan::new::<Othello>(random_id(), &setup, vec![player.clone(), player.clone()])
        });
        let sink = Mutex::new(|news| {
            if let News::Played(played) = news {
                let moves = played.record.events.iter().filter(|e| matches!(e, Event::Moved(_)));
                games += 1;
                plies += moves.count();
            }
            ControlFlow::Continue(())
        });
        league.run(plans, &Stop::new(), &sink)?;
    }
    let games = f64::from(games);
    Ok(Rate {
        games_per_second: games / start.elapsed().as_secs_f64(),
        plies: plies as f64 / games,
    })
}

fn per_answer(wall: Duration, cpu: Duration, count: f64) -> PerAnswer {
    PerAnswer { wall_us: wall.as_secs_f64() * 1e6 / count, cpu_us: cpu.as_secs_f64() * 1e6 / count }
}

fn thread_cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
