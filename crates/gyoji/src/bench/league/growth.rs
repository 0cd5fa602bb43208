//! How long it takes to ask a store of many games. The games are real ones, stored again and again
//! at other places of an event.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Plan, Player, Record};
use gyoji_core::{Lang, Setup};
use gyoji_league::event::Next;
use gyoji_league::{League, News, Stop, random_id, records};
use gyoji_othello::Othello;
use gyoji_referee::Look;
use gyoji_store::{Location, NewEvent, Store};

use super::{file_of, round_robin};
use crate::bench::Figure;
use crate::failure::Failure;
use crate::players::house;
use crate::screen;

/// How many games there are to ask for; only the first two in less than a second.
const SIZES: [u64; 3] = [1_000, 10_000, 100_000];
/// Who plays them: ten pairings.
const PLAYERS: usize = 5;
const PAIRINGS: u64 = 10;
/// How many games are played; the others are copies of them.
const SAMPLES: u64 = 64;
/// How often the memory of a command is looked at.
const GLANCE: Duration = Duration::from_millis(2);

pub fn measure(me: &Path, folder: &Path, time: Duration) -> Result<Vec<Figure>, Failure> {
    let sizes = if time < Duration::from_secs(1) { &SIZES[..2] } else { &SIZES };
    let samples = samples()?;
    let mut figures = Vec::new();
    for &size in sizes {
        screen::say(&format!("{size} games …"));
        let mut add = |what: &str, value, unit| {
            figures.push(Figure { what: format!("{size} games: {what}"), value, unit });
        };
        let event = format!("{size} games");
        let store = Store::open(&Location::Folder(folder.to_owned()))?;
        let start = Instant::now();
        fill(&store, &event, size, &samples)?;
        add("putting them", start.elapsed().as_secs_f64(), "s");
        let start = Instant::now();
        let mut count = 0;
        store.results(&event, &mut |_| count += 1)?;
        add("reading the results", start.elapsed().as_secs_f64(), "s");
        drop(store);
        for what in ["status", "verify"] {
            let (time, memory) = ask(me, folder, what, &event)?;
            add(&format!("league {what}"), time, "s");
            add(&format!("  its memory at the most ({what})"), memory, "MB");
        }
        if count != size {
            return Err(trouble(me, &format!("{count} of {size} games are there")));
        }
    }
    Ok(figures)
}

fn trouble(me: &Path, why: &str) -> Failure {
    Failure::io(me, &std::io::Error::other(why.to_owned()))
}

/// What happens in some games.
fn samples() -> Result<Vec<Vec<Event>>, Failure> {
    let kit = gyoji_othello::kit();
    let house = house(Lang::En, Look::default());
    let player = Player::new("p", "bot:random");
    let plans = (0..SAMPLES).map(|seed| {
        let setup = Setup { seed, ..Setup::usual::<Othello>() };
        Plan::new::<Othello>(random_id(), &setup, vec![player.clone(), player.clone()])
    });
    let mut samples = Vec::new();
    let sink = Mutex::new(|news| {
        if let News::Played(played) = news {
            samples.push(played.record.events.clone());
        }
        ControlFlow::Continue(())
    });
    League::new(&kit, &house).run(plans, &Stop::new(), &sink)?;
    Ok(samples)
}

/// An event with so many games, all of them played.
fn fill(store: &Store, event: &str, size: u64, samples: &[Vec<Event>]) -> Result<(), Failure> {
    let games = size / PAIRINGS;
    store.begin_event(&NewEvent {
        name: event.to_owned(),
        game: "othello".to_owned(),
        text: file_of(event, PLAYERS, games),
        started_ms: 1,
        entrants: Vec::new(),
    })?;
    let setup = Setup::usual::<Othello>();
    let player = |number| Player::new(&format!("p{number}"), "bot:random");
    let players: Vec<Player> = (0..PLAYERS).map(player).collect();
    let mut draw = round_robin(event, PLAYERS, games)?;
    let mut events = samples.iter().cycle();
    while let (Next::Play(slot), Some(events)) = (draw.next(), events.next()) {
        let header = records::header(slot.plan::<Othello>(&players, &setup));
        store.put(&Record { header, events: events.clone() }, &[])?;
    }
    store.sync()?;
    Ok(())
}

/// Runs a command of the league: the seconds it takes, and the most memory it has, in megabytes.
fn ask(me: &Path, folder: &Path, what: &str, event: &str) -> Result<(f64, f64), Failure> {
    let mut command = Command::new(me);
    command.args(["league", what, event, "--data"]).arg(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let start = Instant::now();
    let mut child = command.spawn().map_err(|error| Failure::io(me, &error))?;
    let mut most = 0.0;
    let status = loop {
        most = peak(child.id()).unwrap_or(most);
        if let Some(status) = child.try_wait().map_err(|error| Failure::io(me, &error))? {
            break status;
        }
        std::thread::sleep(GLANCE);
    };
    match status.success() {
        true => Ok((start.elapsed().as_secs_f64(), most)),
        false => Err(trouble(me, &format!("league {what}: {status}"))),
    }
}

/// The most memory a process has had resident so far, in megabytes.
fn peak(pid: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kilobytes / 1024.0)
}
