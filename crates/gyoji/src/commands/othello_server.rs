//! `gyoji othello-server`: the class-room server of seed 002, for any number of games at once.

mod address;
mod archive;
mod cup;
mod knock_out;
mod live;
mod scores;

use std::collections::{HashMap, HashSet};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use gyoji_core::Game;
use gyoji_core::record::{Event, Place};
use gyoji_core::{Lang, Options, Setup};
use gyoji_league::event::{Draw, Standing, Summary};
use gyoji_othello::Othello;
use gyoji_referee::Lobby;
use gyoji_referee::wire::listen::listen;
use gyoji_store::{Holder, Lock, Store};
use gyoji_words::{Text, league, server as words};

use crate::args;
use crate::args::league::Keep;
use crate::failure::{FAILED, Failure, INTERRUPTED};
use crate::keep::open_store;
use crate::server::{Finished, Notice, Server};
use crate::{interrupt, screen};
use archive::Archive;
use cup::{BrokenOff, Closing, Field, League};
use knock_out::KnockOut;
use live::Live;
use scores::Scores;

/// What the games have come to.
#[derive(Default)]
pub struct Book {
    scores: Scores,
    /// That the scores cannot be written is said once.
    trouble: Option<Failure>,
    /// Who has played here, since the server was started.
    seen: HashSet<String>,
    /// Who plays, by the number of the game.
    playing: HashMap<u64, Vec<String>>,
    /// How many games have begun.
    begun: u64,
}

pub fn run(args: &args::server::OthelloServer, lang: Lang) -> Result<ExitCode, Failure> {
    let scores = match &args.scores {
        Some(path) => Scores::open(path)?,
        None => Scores::default(),
    };
    if let Some(folder) = &args.record {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    let name = args.name.clone().unwrap_or_else(usual_name);
    cup::check_name(args, &name)?;
    let store = open_store(&Keep { data: args.data.clone() }, lang)?;
    let (lock, broken_off) = match &store {
        Some(store) if args.cup_best.is_some() => {
            let (lock, broken_off) = claim(store, &name)?;
            (Some(lock), broken_off)
        }
        _ => (None, None),
    };
    allow_many_sockets();
    let wanted = match &args.host {
        Some(host) => format!("{host}:{}", args.port),
        None => args.port.to_string(),
    };
    let trouble = |error| Failure {
        code: FAILED,
        text: words::cannot_listen(&wanted, gyoji_words::system::said(&error)),
    };
    let listener = listen(args.host.as_deref(), args.port).map_err(trouble)?;
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..));
    let lobby = Lobby::new(listener, seed).map_err(trouble)?;
    let address = lobby.address().map_err(trouble)?;
    let options = [("start", args.start.as_str())];
    let server = Server {
        timeout: args.timeout,
        patience: args.patience,
        setup: Setup {
            options: Options::check(Othello::SPEC.options, options)?,
            seed,
            ..Setup::usual::<Othello>()
        },
        record: args.record.clone(),
        games: args.games,
        at_once: usize::from(args.at_once),
        gathers: store.is_some(),
    };
    let live = Live::new(lang, Othello::start(&server.setup)?);
    let book = Mutex::new(Book { scores, ..Book::default() });
    let (archive, tasks) = Archive::new();
    let host = Host { args, lang, name, server, live, book, archive };
    host.welcome(address, store.as_ref())?;
    interrupt::listen({
        let live = host.live.clone();
        move || live.say(gyoji_words::cli::interrupted().get(lang))
    });
    let live = host.live.clone();
    let (book, knock_out) = live.during(|| {
        std::thread::scope(|scope| {
            let storing =
                store.as_ref().map(|store| scope.spawn(|| tasks.store(store, &live, lang)));
            let stored = store.as_ref().map_or(Ok(0), |store| store.count(&host.series()));
            let done = host.serve(lobby, address.port(), stored.unwrap_or(0), broken_off);
            // Ctrl-C also ends waiting for a store.
            if let Some(store) = store.as_ref().filter(|_| interrupt::is_asked()) {
                store.stop_waiting();
            }
            if let Some(storing) = storing {
                let _ = storing.join();
            }
            done
        })
    });
    drop(lock);
    if args.json {
        super::print_json(&book.scores.json(args.min_games))?;
    } else if args.cup {
        super::print(&book.scores.cup_table(args.min_games, lang))?;
    }
    if let Some(standing) = knock_out.filter(|_| !args.json) {
        super::print(&format!("\n{}", super::league::show::text(&standing, lang)))?;
    }
    match book.trouble {
        Some(failure) => Err(failure),
        // A server that was to run for ever ends with Ctrl-C and no other way.
        None if interrupt::is_asked() && args.games.is_some() => Ok(ExitCode::from(INTERRUPTED)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The right to hold the event of that name, and its knock-out if that was broken off; one that is
/// over stays as it is.
fn claim(store: &Store, name: &str) -> Result<(Lock, Option<BrokenOff>), Failure> {
    let lock = match store.lock(name)? {
        Ok(lock) => lock,
        Err(Holder { host, pid, .. }) => {
            return Err(Failure { code: FAILED, text: league::held_elsewhere(name, host, pid) });
        }
    };
    match store.event(name)? {
        Some(event) if event.is_finished() => Err(Failure::usage_text(words::name_is_taken(name))),
        Some(event) => Ok((lock, Some(BrokenOff::load(store, &event)?))),
        None => Ok((lock, None)),
    }
}

/// What games are called that nobody has given a name.
fn usual_name() -> String {
    format!("othello {}", jiff::Zoned::now().strftime("%Y-%m-%d %H:%M:%S"))
}

/// Everything that a server needs while it runs.
struct Host<'a> {
    args: &'a args::server::OthelloServer,
    lang: Lang,
    name: String,
    server: Server,
    live: Live,
    book: Mutex<Book>,
    archive: Archive,
}

impl Host<'_> {
    /// What the games by lot are called in the store: the name itself, unless that is the
    /// knock-out's.
    fn series(&self) -> String {
        match self.args.cup_best {
            Some(_) => format!("{}/league", self.name),
            None => self.name.clone(),
        }
    }

    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn say(&self, text: &Text) {
        self.live.say(&screen::clean(text.get(self.lang)));
    }

    /// Says where clients find the server, and what will become of their games.
    fn welcome(&self, address: SocketAddr, store: Option<&Store>) -> Result<(), Failure> {
        for text in address::lines(address) {
            self.say(&text);
        }
        if let Some(store) = store {
            self.say(&words::stored_as(&self.name, store.location()));
        }
        if let Some(best) = self.args.cup_best {
            self.say(&words::press_enter(best));
        }
        Ok(())
    }

    /// Plays the league and, if there is one, the knock-out.
    fn serve(
        self,
        lobby: Lobby,
        port: u16,
        stored: u64,
        broken_off: Option<BrokenOff>,
    ) -> (Book, Option<Standing>) {
        let (stop, now) = (interrupt::wish().asked(), interrupt::now());
        let series = self.series();
        let report = |notice: Notice<'_>| {
            self.tell(&notice, |number| Place {
                series: series.clone(),
                round: 1,
                pairing: 1,
                game: u32::try_from(stored + number).unwrap_or(u32::MAX),
                ..Place::default()
            });
        };
        let args = self.args;
        let pressed = match args.cup_best {
            Some(_) => cup::listen_for_enter(),
            None => Default::default(),
        };
        let closing = Closing { args, started: Instant::now(), pressed };
        let lacking = Mutex::new(Vec::new());
        let is_knock_out = broken_off.is_some();
        let is_closed = |begun: u64, waiting: &[Option<String>]| match closing.state(
            begun,
            waiting,
            &self.book(),
        ) {
            _ if is_knock_out => true,
            League::Open => false,
            League::Closed => true,
            League::Lacks(names) => {
                let mut said = lacking.lock().unwrap_or_else(PoisonError::into_inner);
                if *said != names {
                    self.say(&words::closing(names.join(", ")));
                    *said = names;
                }
                false
            }
        };
        let lobby = self.server.run(lobby, stop, now, &report, &is_closed);
        let standing = lobby.and_then(|lobby| {
            let (field, draw, before) = match broken_off {
                Some(BrokenOff { field, draw, games }) => {
                    self.say(&words::knock_out_goes_on(&self.name, games));
                    (field, draw, stored + games)
                }
                None => {
                    let (field, draw) = self.begin_knock_out(port)?;
                    (field, draw, self.book().begun)
                }
            };
            Some(self.knock_out(lobby, field, draw, before))
        });
        (self.book.into_inner().unwrap_or_else(PoisonError::into_inner), standing)
    }

    /// Who is in the knock-out, the best of the league first; and its draw.
    fn begin_knock_out(&self, port: u16) -> Option<(Field, Draw)> {
        let args = self.args;
        let best = usize::from(args.cup_best?);
        let nicks: Vec<String> = {
            let book = self.book();
            let ranked = book.scores.best(args.min_games);
            ranked.filter(|name| book.seen.contains(*name)).take(best).map(str::to_owned).collect()
        };
        if nicks.len() < 2 {
            self.say(&words::too_few_for_knock_out(args.min_games.max(1)));
            return None;
        }
        let field = cup::field(args, &self.name, port, nicks);
        let field = field.map_err(|failure| self.say(&failure.text)).ok()?;
        let draw = Draw::new(&field.file, Othello::SPEC.seats.len());
        let draw = draw.map_err(|mistake| self.say(&mistake.problem)).ok()?;
        self.say(&words::knock_out_begins(field.names.join(", ")));
        if self.server.gathers
            && let Err(text) = self.archive.begin(cup::new_event(&field))
        {
            self.say(&text);
        }
        Some((field, draw))
    }

    /// Lets the best play against each other; what has come of it.
    fn knock_out(&self, lobby: Lobby, field: Field, mut draw: Draw, before: u64) -> Standing {
        let knock_out = KnockOut {
            server: &self.server,
            nicks: &field.nicks,
            names: &field.names,
            grace: self.args.grace,
            games_before: before,
        };
        let report = |notice: Notice<'_>| match notice {
            Notice::Ended(number, finished) => self.ended(number, finished, None),
            notice => self.tell(&notice, |_| Place::default()),
        };
        let missing = |name: &str| {
            self.say(&words::is_missed(name, self.args.grace.as_secs_f64()));
        };
        let stops = (interrupt::wish().asked(), interrupt::now());
        knock_out.run(lobby, &mut draw, stops, &report, &missing);
        if self.server.gathers && !draw.is_over() {
            self.say(&words::knock_out_paused());
        } else if self.server.gathers
            && let Err(text) = self.archive.finish(&self.name)
        {
            self.say(&text);
        }
        Standing {
            chart: draw.chart(),
            summary: Summary::new(&field.names),
            ratings: None,
            unasked: Vec::new(),
            misseated: Vec::new(),
            file: field.file,
        }
    }

    /// Shows what happens, and counts the games by lot.
    fn tell(&self, notice: &Notice<'_>, place: impl Fn(u64) -> Place) {
        match notice {
            Notice::Waiting(names) => self.live.waiting(names),
            Notice::Began(number) => {
                let mut book = self.book();
                book.begun = book.begun.max(*number);
                drop(book);
                self.live.began(*number);
            }
            Notice::Happened(number, event) => {
                if let Event::Named(named) = event {
                    self.book().playing.entry(*number).or_default().push(named.name.clone());
                }
                self.live.happened(*number, event);
            }
            Notice::Ended(number, finished) => {
                let mut book = self.book();
                book.playing.remove(number);
                book.seen.extend(finished.names.iter().flatten().cloned());
                book.scores.add(finished);
                if let (Err(failure), None) = (book.scores.save(), &book.trouble) {
                    self.live.say(failure.text.get(self.lang)); // said at once, and once
                    book.trouble = Some(failure);
                }
                let is_shown = self.args.cup && !self.args.json;
                let table = is_shown.then(|| book.scores.cup_table(self.args.min_games, self.lang));
                drop(book);
                self.ended(*number, finished, Some(place(*number)));
                if let Some(table) = table {
                    self.live.show_table(table);
                }
            }
            Notice::Trouble(failure) => self.live.say(failure.text.get(self.lang)),
        }
    }

    /// Shows and stores a game that is over, at its place if it has none of its own.
    fn ended(&self, number: u64, finished: &Finished, place: Option<Place>) {
        let is_kept = self.server.gathers || self.server.record.is_some();
        let line = self.live.ended(number, finished, is_kept);
        if !self.args.json {
            self.live.print(line);
        }
        let Some(record) = finished.record.as_ref().filter(|_| finished.ended.counts()) else {
            return;
        };
        let mut record = record.clone();
        if place.is_some() {
            record.header.plan.place = place;
        }
        if let Err(text) = self.archive.put(record) {
            self.say(&text);
        }
    }
}

/// Raises the soft limit of open files to the hard one: a game needs two sockets.
pub fn allow_many_sockets() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
}
