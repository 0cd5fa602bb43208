//! The second process: people who play, and a crowd that watches.

use std::io::{self, BufRead, Write};
use std::net::SocketAddr;
use std::os::fd::AsFd;
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Record};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use serde_json::{Value, json};

use super::client::{Line, ask};

/// The first argument by which this executable knows that it should play and watch.
pub(super) const NAME: &str = "__web-load";
/// How long is waited for the last lines.
const LAST_WAIT: Duration = Duration::from_secs(3);
/// Moves a person makes in the part about the referee, and the pause between them.
const ANSWERS: usize = 200;
const PAUSE: Duration = Duration::from_millis(20);

/// If this process was started as those who play and watch, does so.
pub fn load_if_asked() {
    let args: Vec<String> =
        std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    if args.get(1).is_none_or(|arg| arg != NAME) {
        return;
    }
    crate::commands::allow_many_sockets();
    match act(&args[2..]) {
        Ok(seen) => println!("{seen}"),
        Err(error) => eprintln!("gyoji: {error}"),
    }
    std::process::exit(0);
}

fn act(args: &[String]) -> io::Result<Value> {
    let bad = || io::Error::from(io::ErrorKind::InvalidInput);
    let number = |at: usize| args.get(at).and_then(|arg| arg.parse::<f64>().ok()).ok_or_else(bad);
    let addr = args.get(1).and_then(|arg| arg.parse().ok()).ok_or_else(bad)?;
    match args[0].as_str() {
        "crowd" => {
            let time = Duration::from_secs_f64(number(2)?);
            crowd(addr, number(3)? as usize, number(4)? as usize, number(5)?, time)
        }
        "referee" => referee(addr, number(2)? as usize),
        _ => Err(bad()),
    }
}

/// A game between two people, who both are here.
struct Table {
    id: String,
    keys: Vec<String>,
    line: Line,
    /// Whose turn it is and what can be played; nothing while an answer is awaited.
    turn: Option<(usize, Vec<String>)>,
    /// When each move was sent, and how many watchers have seen it.
    sent: Vec<(Instant, usize)>,
}

fn begin(addr: SocketAddr, seats: &Value) -> io::Result<(String, Vec<String>)> {
    let order = json!({ "game": "othello", "seats": seats });
    let made = ask(addr, "/api/games", Some(&order.to_string()))?;
    let made: Value = serde_json::from_str(&made)?;
    let id = made["id"].as_str().ok_or_else(|| io::Error::other(made.to_string()))?.to_owned();
    let keys = made["seats"].as_array().into_iter().flatten();
    Ok((id, keys.filter_map(|seat| seat["key"].as_str().map(str::to_owned)).collect()))
}

/// Whose turn it is in a game's document, and what can be played.
fn turn(document: &str) -> Option<(usize, Vec<String>)> {
    let document: Value = serde_json::from_str(document).ok()?;
    let legal = document["legal"].as_array()?.iter();
    let legal: Vec<String> = legal.filter_map(|mv| mv.as_str().map(str::to_owned)).collect();
    let seat = document["to_move"].as_u64()? as usize;
    (!legal.is_empty()).then_some((seat, legal))
}

/// Somebody who watches: which table, and the number of the next line.
struct Watcher {
    line: Line,
    table: usize,
    next: u64,
}

fn crowd(
    addr: SocketAddr,
    games: usize,
    watchers: usize,
    rate: f64,
    time: Duration,
) -> io::Result<Value> {
    let mut tables = Vec::new();
    for _ in 0..games {
        let (id, keys) = begin(addr, &json!(["me", "open"]))?;
        let document = ask(addr, &format!("/api/games/{id}"), None)?;
        let line = Line::open(addr)?;
        tables.push(Table { id, keys, line, turn: turn(&document), sent: Vec::new() });
    }
    let mut crowd = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        for _ in 0..watchers {
            let line = Line::watch(addr, &table.id)?;
            crowd.push(Watcher { line, table: number, next: 0 });
        }
    }
    wait_for_go()?;
    let (start, busy) = (Instant::now(), super::processor());
    let mut delays: Vec<f64> = Vec::new();
    let (mut moves, mut lost, mut twice) = (0_u64, 0_u64, 0_u64);
    loop {
        let now = Instant::now();
        let since = now - start;
        let is_late = since > time;
        // Everybody's moves are spread over the second.
        for (index, table) in tables.iter_mut().enumerate() {
            let due = (table.sent.len() as f64 + index as f64 / games as f64) / rate;
            if is_late || since.as_secs_f64() < due {
                continue;
            }
            let Some((seat, legal)) = table.turn.take() else { continue };
            let mv = &legal[fastrand::usize(..legal.len())];
            let body = json!({ "key": table.keys[seat], "move": mv }).to_string();
            table.sent.push((Instant::now(), 0));
            table.line.post(addr, &format!("/api/games/{}/moves", table.id), &body)?;
            moves += 1;
        }
        let is_seen = |table: &Table| table.sent.iter().all(|(_, seen)| *seen >= watchers);
        if is_late && (tables.iter().all(is_seen) || since > time + LAST_WAIT) {
            break;
        }
        let ready = await_any(&tables, &crowd)?;
        let arrived = Instant::now();
        for at in ready {
            if let Some(table) = tables.get_mut(at) {
                table.line.read()?;
                while let Some((status, body)) = table.line.answer() {
                    if status != 200 {
                        return Err(io::Error::other(body));
                    }
                    table.turn = turn(&body);
                }
                continue;
            }
            let Watcher { line, table, next } = &mut crowd[at - games];
            line.read()?;
            let sent = &mut tables[*table].sent;
            line.messages(|message| {
                let Some((seq, ply)) = told(message) else { return };
                lost += seq.saturating_sub(*next);
                twice += next.saturating_sub(seq).min(1);
                *next = (*next).max(seq + 1);
                let Some((at, seen)) = ply.and_then(|ply| sent.get_mut(ply)) else { return };
                *seen += 1;
                if *seen == watchers {
                    delays.push((arrived - *at).as_secs_f64() * 1e3);
                }
            });
        }
    }
    let missing: usize = tables
        .iter()
        .flat_map(|table| &table.sent)
        .map(|(_, seen)| watchers.saturating_sub(*seen))
        .sum();
    delays.sort_by(f64::total_cmp);
    let part = |share: f64| delays.get((delays.len() as f64 * share) as usize).copied();
    Ok(json!({
        "moves": moves,
        "median_ms": part(0.5),
        "p99_ms": part(0.99),
        "most_ms": delays.last(),
        "lost": lost + missing as u64,
        "twice": twice,
        "cpu_s": super::processor() - busy,
        "seconds": start.elapsed().as_secs_f64(),
    }))
}

/// Says that all are there, and waits until it may begin.
fn wait_for_go() -> io::Result<()> {
    println!("ready");
    io::stdout().flush()?;
    io::stdin().lock().read_line(&mut String::new()).map(drop)
}

/// Those who have something to read, tables first; waits a few milliseconds at the most.
fn await_any(tables: &[Table], crowd: &[Watcher]) -> io::Result<Vec<usize>> {
    let lines = tables.iter().map(|table| &table.line).chain(crowd.iter().map(|one| &one.line));
    let mut waits: Vec<PollFd<'_>> =
        lines.map(|line| PollFd::from_borrowed_fd(line.stream.as_fd(), PollFlags::IN)).collect();
    let most = Timespec { tv_sec: 0, tv_nsec: 2_000_000 };
    poll(&mut waits, Some(&most))?;
    Ok((0..waits.len()).filter(|&at| !waits[at].revents().is_empty()).collect())
}

/// The number of a line, and of the move it tells, if it is one.
fn told(message: &[u8]) -> Option<(u64, Option<usize>)> {
    // All that matters stands at the beginning.
    let head = std::str::from_utf8(&message[..message.len().min(160)])
        .unwrap_or_else(|error| std::str::from_utf8(&message[..error.valid_up_to()]).unwrap_or(""));
    let number = |text: &str| {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        text[..digits].parse::<u64>().ok()
    };
    let seq = number(head.split_once("\"seq\":")?.1)?;
    let moved = head.split_once("\"event\":\"moved\",\"ply\":").and_then(|(_, rest)| number(rest));
    Some((seq, moved.map(|ply| ply as usize)))
}

/// Plays one game after the other against a bot that answers at once, and takes from the records
/// how long the referee was busy with each answer.
fn referee(addr: SocketAddr, watchers: usize) -> io::Result<Value> {
    let mut times = Vec::new();
    wait_for_go()?;
    while times.len() < ANSWERS {
        let (id, keys) = begin(addr, &json!(["me", "bot:random"]))?;
        let path = format!("/api/games/{id}/moves");
        let crowd: io::Result<Vec<Line>> = (0..watchers).map(|_| Line::watch(addr, &id)).collect();
        let mut crowd = crowd?;
        let mut document = ask(addr, &format!("/api/games/{id}"), None)?;
        loop {
            match turn(&document) {
                Some((0, legal)) => {
                    let mv = &legal[fastrand::usize(..legal.len())];
                    let body = json!({ "key": keys[0], "move": mv }).to_string();
                    document = ask(addr, &path, Some(&body))?;
                }
                Some(_) => document = ask(addr, &format!("/api/games/{id}"), None)?,
                None => break,
            }
            std::thread::sleep(PAUSE);
            for line in &mut crowd {
                line.read()?;
                line.messages(|_| ());
            }
        }
        let text = ask(addr, &format!("/api/games/{id}/record"), None)?;
        let record = match Record::parse(&text) {
            Ok(record) => record,
            Err(bad) => bad.sound.map(|sound| *sound).ok_or(io::ErrorKind::InvalidData)?,
        };
        times.extend(answer_times(&record));
    }
    times.sort_by(f64::total_cmp);
    Ok(json!({ "median_us": times[times.len() / 2], "answers": times.len() }))
}

/// From the arrival of each of the first seat's answers to the next question, in microseconds.
fn answer_times(record: &Record) -> Vec<f64> {
    let mut times = Vec::new();
    let mut answered: Option<u64> = None;
    for (index, event) in record.events.iter().enumerate() {
        match event {
            Event::Asked(question) => {
                if let Some(answered) = answered.take() {
                    times.push(question.at.saturating_sub(answered) as f64 / 1e3);
                }
            }
            Event::Moved(moved) if moved.seat.index() == 0 => {
                answered = record.asked_at(index).map(|asked| asked + moved.spent.used);
            }
            _ => {}
        }
    }
    times
}
