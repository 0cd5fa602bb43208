//! The cup: when its league is closed, and the knock-out that comes then, as an event.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use gyoji_core::Game;
use gyoji_league::event::{Draw, EventFile, Mistake, Past};
use gyoji_othello::Othello;
use gyoji_store::{Entrant, EventRow, NewEvent, Store};

use super::Book;
use super::archive::now_ms;
use crate::args;
use crate::failure::{FAILED, Failure, USAGE};
use crate::screen;

/// Counts how often somebody has pressed Enter: once to close the league, twice to do it at once.
pub fn listen_for_enter() -> Arc<AtomicU32> {
    let pressed = Arc::new(AtomicU32::new(0));
    let counter = Arc::clone(&pressed);
    // It may wait for ever; the end of the program ends it.
    std::thread::spawn(move || {
        for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    pressed
}

/// The end of the league.
pub struct Closing<'a> {
    pub args: &'a args::server::OthelloServer,
    pub started: Instant,
    pub pressed: Arc<AtomicU32>,
}

/// Whether the league goes on.
pub enum League {
    Open,
    /// It should be closed, but these have too few games.
    Lacks(Vec<String>),
    Closed,
}

impl Closing<'_> {
    /// Whether the league is over, of which so many games have begun.
    pub fn state(&self, begun: u64, waiting: &[Option<String>], book: &Book) -> League {
        if self.args.cup_best.is_none() {
            return League::Open;
        }
        let pressed = self.pressed.load(Ordering::Relaxed);
        let is_late = self.args.cup_until.is_some_and(|until| self.started.elapsed() >= until);
        if pressed > 1 || self.args.games.is_some_and(|games| begun >= games) {
            return League::Closed;
        }
        if pressed == 0 && !is_late {
            return League::Open;
        }
        let present = waiting.iter().flatten().chain(book.playing.values().flatten());
        let has_too_few = |name: &&String| book.scores.games_of(name) < self.args.min_games.max(1);
        let mut lacking: Vec<String> = present.filter(has_too_few).cloned().collect();
        lacking.sort();
        lacking.dedup();
        if lacking.is_empty() { League::Closed } else { League::Lacks(lacking) }
    }
}

/// A knock-out that can begin.
pub struct Field {
    /// The nicknames, the best first.
    pub nicks: Vec<String>,
    /// The same as names of an event, which are short and show something.
    pub names: Vec<String>,
    pub file: EventFile,
}

/// The event of a knock-out between those who were best.
pub fn field(
    args: &args::server::OthelloServer,
    name: &str,
    port: u16,
    nicks: Vec<String>,
) -> Result<Field, Failure> {
    let mut names: Vec<String> = Vec::new();
    for (index, nick) in nicks.iter().enumerate() {
        let shown = screen::name(nick);
        let is_usable = !names.contains(&shown) && read(args, name, port, &[&shown, "-"]).is_ok();
        names.push(if is_usable { shown } else { format!("client {}", index + 1) });
    }
    let texts: Vec<&str> = names.iter().map(String::as_str).collect();
    let file = read(args, name, port, &texts)?;
    Ok(Field { nicks, names, file })
}

fn read(
    args: &args::server::OthelloServer,
    name: &str,
    port: u16,
    names: &[&str],
) -> Result<EventFile, Failure> {
    // A string of JSON is one of TOML, too.
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut text = format!(
        "name = {}\ngame = \"{}\"\nformat = \"knock-out\"\nbest-of = {}\ntime = \"{}ms\"\n\n\
         [options]\nstart = {}\n",
        quoted(name),
        Othello::SPEC.id,
        args.best_of,
        args.timeout.as_millis(),
        quoted(&args.start),
    );
    for name in names {
        let name = quoted(name);
        text += &format!("\n[[player]]\nname = {name}\ncommand = \"tcp:listen={port}\"\n");
    }
    EventFile::parse(&text).map_err(|mistake| Failure { code: USAGE, text: mistake.problem })
}

/// Whether an event may be called so.
pub fn check_name(args: &args::server::OthelloServer, name: &str) -> Result<(), Failure> {
    read(args, name, args.port, &["a", "b"]).map(drop)
}

/// The event as it is stored; its entrants are known by their nicknames when it goes on.
pub fn new_event(field: &Field) -> NewEvent {
    let entrant = |(nick, name): (&String, &String)| Entrant {
        name: name.clone(),
        text: nick.clone(),
        version: String::new(),
    };
    NewEvent {
        name: field.file.name.clone(),
        game: field.file.game.clone(),
        text: field.file.text.clone(),
        started_ms: now_ms(),
        entrants: field.nicks.iter().zip(&field.names).map(entrant).collect(),
    }
}

/// A knock-out that was broken off: who is in it, and its draw, which knows what was played.
pub struct BrokenOff {
    pub field: Field,
    pub draw: Draw,
    /// How many games of it are stored.
    pub games: u64,
}

impl BrokenOff {
    /// Reads it from the store.
    pub fn load(store: &Store, event: &EventRow) -> Result<BrokenOff, Failure> {
        let wrong = |mistake: Mistake| Failure { code: FAILED, text: mistake.problem };
        let file = EventFile::parse(&event.text).map_err(wrong)?;
        let mut draw = Draw::new(&file, Othello::SPEC.seats.len()).map_err(wrong)?;
        Past::load(store, &event.series(), &mut draw, &mut |_| ())?;
        let (nicks, names) =
            store.entrants(&event.name)?.into_iter().map(|it| (it.text, it.name)).unzip();
        Ok(BrokenOff { field: Field { nicks, names, file }, draw, games: event.games })
    }
}
