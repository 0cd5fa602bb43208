//! The Othello server: pairs whoever connects and referees any number of games at once.
//!
//! Each game is one thread that polls its two sockets. What happens is handed to a reporter;
//! printing, scores and statistics are its business. Nothing that grows with a game is kept in
//! memory, unless somebody wants to have its record at the end.

use std::net::TcpStream;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{Ended, Event, FaultKind, Header, Place, Plan, Player, Policy, Record};
use gyoji_core::{Game, Lifetime, Seat, Setup};
use gyoji_league::{id_of, random_id, records};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::{may_be_client, nick_in};
use gyoji_referee::journal::Journal;
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::tcp::Tcp;
use gyoji_referee::{Chair, Lobby, Watch, play};

use crate::failure::{FAILED, Failure};

/// The dialect of the clients.
const DIALECT: &str = "tcp";
/// A game's thread needs little: nothing searches in it.
const STACK: usize = 256 << 10;
/// How often it is looked who waits.
const GLANCE: Duration = Duration::from_millis(100);
/// So many of those who wait are looked at.
const MOST_NAMES: usize = 200;
/// How much a client may say from one `TURN` to the next. What it says to everybody goes to its
/// opponent too, who may be thinking: all of it has to fit into what may wait to be sent.
const CAPS: Caps = Caps { line: 16 << 10, lines: 4096, turn: 128 << 10 };

/// The conditions of the games.
#[derive(Clone, Debug)]
pub struct Server {
    /// The time from `TURN` to a valid `PUT`; zero for no limit.
    pub timeout: Duration,
    /// How long, where there is no such limit, a client that has never said anything may take for
    /// its first word: two silent connections must not hold a game for ever.
    pub patience: Duration,
    /// How games start.
    pub setup: Setup,
    /// The folder for records.
    pub record: Option<PathBuf>,
    /// How many games are played in all.
    pub games: Option<u64>,
    /// How many games are played at once.
    pub at_once: usize,
    /// Whether whoever is told of the end of a game gets its record.
    pub gathers: bool,
}

/// A game that somebody has planned: who plays, by seat, and where it stands.
#[derive(Clone, Debug)]
pub struct Planned {
    pub names: Vec<String>,
    pub place: Place,
}

/// Something to tell.
pub enum Notice<'a> {
    /// These clients wait for a game now, as far as they have given a name.
    Waiting(&'a [Option<String>]),
    /// A game has begun.
    Began(u64),
    /// Something happened in a game.
    Happened(u64, &'a Event),
    /// A game is over; the clients do not know it yet.
    Ended(u64, &'a Finished),
    /// A record could not be written, or the like.
    Trouble(Failure),
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    /// The names the clients gave, if they did.
    pub names: Vec<Option<String>>,
    /// The result.
    pub ended: Ended,
    /// The id of its record.
    pub id: String,
    /// The record, if it was asked for.
    pub record: Option<Box<Record>>,
}

pub type Reporter<'a> = dyn Fn(Notice<'_>) + Sync + 'a;

impl Server {
    /// Serves until `stop` is set, all games are played or it `is_closed`; `now` ends the running
    /// games, too. If it is closed, whoever waits in the lobby stays there; otherwise no more
    /// games are begun, and they are sent away.
    pub fn run(
        &self,
        mut lobby: Lobby,
        stop: &AtomicBool,
        now: &AtomicBool,
        report: &Reporter<'_>,
        is_closed: &dyn Fn(u64, &[Option<String>]) -> bool,
    ) -> Option<Lobby> {
        lobby.is_player = may_be_client;
        let running = AtomicUsize::new(0);
        let mut begun = 0;
        let mut waiting = Vec::new();
        let mut looked: Option<Instant> = None;
        std::thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) && self.games.is_none_or(|games| begun < games) {
                if looked.is_none_or(|looked| looked.elapsed() >= GLANCE) {
                    looked = Some(Instant::now());
                    let now = names(&lobby);
                    if now != waiting {
                        waiting = now;
                        report(Notice::Waiting(&waiting));
                    }
                    if is_closed(begun, &waiting) {
                        return Some(lobby);
                    }
                }
                if running.load(Ordering::Acquire) >= self.at_once {
                    std::thread::sleep(Duration::from_millis(5));
                    continue;
                }
                let peers = lobby.table(Othello::SPEC.seats.len(), stop);
                let Some(peers) = peers else { continue };
                begun += 1;
                let number = begun;
                running.fetch_add(1, Ordering::AcqRel);
                let running = &running;
                let thread = std::thread::Builder::new().stack_size(STACK);
                let started = thread.spawn_scoped(scope, move || {
                    // Whatever panics, also whoever is told: the others play on.
                    let _ = std::panic::catch_unwind(AssertUnwindSafe(|| {
                        self.game(number, peers, None, now, report)
                    }));
                    running.fetch_sub(1, Ordering::AcqRel);
                });
                if started.is_err() {
                    // No thread to be had: the peers are dropped, the others play on.
                    running.fetch_sub(1, Ordering::AcqRel);
                    begun -= 1;
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
            let is_wanted = !stop.load(Ordering::Relaxed) && is_closed(begun, &waiting);
            is_wanted.then_some(lobby)
        })
    }

    /// Plays one game; what came of it, if anything did.
    pub fn game(
        &self,
        number: u64,
        peers: Vec<TcpStream>,
        planned: Option<&Planned>,
        now: &AtomicBool,
        report: &Reporter<'_>,
    ) -> Option<Ended> {
        let header = self.header(planned);
        let chairs = peers.into_iter().map(|peer| self.chair(peer));
        let Ok(mut chairs) = chairs.collect::<std::io::Result<Vec<_>>>() else {
            return None; // the connection was gone before it could be used
        };
        let journal = records::begin(self.record.as_deref(), &header).unwrap_or_else(|text| {
            // The clients can do nothing about it: they play.
            report(Notice::Trouble(Failure { code: FAILED, text }));
            None
        });
        report(Notice::Began(number));
        let names = vec![None; chairs.len()];
        let events = self.gathers.then(Vec::new);
        let is_planned = planned.is_some();
        let mut watch = Observer {
            number,
            header: &header,
            is_planned,
            journal,
            names,
            events,
            ended: None,
            report,
        };
        // A panic is our own bug: it must cost one game, not the server.
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
            play(&header, &mut chairs, now, &mut watch)
        }));
        let trouble = match result {
            Ok(Ok(_)) => return watch.ended,
            Ok(Err(bad)) => bad.into(),
            Err(_) => Failure { code: FAILED, text: gyoji_words::cli::our_bug(header.short_id()) },
        };
        report(Notice::Trouble(trouble));
        None
    }

    /// A planned game that is lost by one who did not come.
    pub fn forfeit(
        &self,
        number: u64,
        planned: &Planned,
        absent: Seat,
        report: &Reporter<'_>,
    ) -> Ended {
        let header = self.header(Some(planned));
        let seats = header.players.len();
        let ended = Ended::lost(absent, seats, Ended::FAULT, Some(FaultKind::Disconnected));
        let names = planned.names.iter().cloned().map(Some).collect();
        let id = header.short_id().to_owned();
        let record = Record { header, events: vec![Event::Ended(ended.clone())] };
        let record = self.gathers.then(|| Box::new(record));
        report(Notice::Ended(number, &Finished { names, ended: ended.clone(), id, record }));
        ended
    }

    fn header(&self, planned: Option<&Planned>) -> Header {
        let seats = Othello::SPEC.seats.len();
        let mut players: Vec<Player> = Seat::all(seats).map(|seat| self.player(seat)).collect();
        let id = planned.map_or_else(random_id, |planned| id_of(&planned.place));
        if let Some(planned) = planned {
            players.iter_mut().zip(&planned.names).for_each(|(player, name)| {
                player.name.clone_from(name);
            });
        }
        let mut plan = Plan::new::<Othello>(id, &self.setup, players);
        plan.place = planned.map(|planned| planned.place.clone());
        records::header(plan)
    }

    fn chair(&self, stream: TcpStream) -> std::io::Result<Chair<Othello>> {
        let wire = Tcp::new(stream, CAPS)?;
        let wire = match self.timeout.is_zero() {
            true => wire.with_patience(self.patience),
            false => wire,
        };
        let chair = Chair::speaking(&gyoji_othello::kit(), DIALECT, [], Box::new(wire));
        chair.map_err(|bad| std::io::Error::other(bad.to_string()))
    }

    fn player(&self, seat: Seat) -> Player {
        Player {
            dialect: Some(DIALECT.into()),
            lifetime: Some(Lifetime::PerGame),
            limit_ns: Some(self.timeout.as_nanos() as u64).filter(|ns| *ns > 0),
            policy: Policy::Retry,
            ..Player::new(if seat == Seat::FIRST { "BLACK" } else { "WHITE" }, "tcp")
        }
    }
}

/// The names of those who wait; of a great crowd only the first.
fn names(lobby: &Lobby) -> Vec<Option<String>> {
    lobby.words().take(MOST_NAMES).map(|words| nick_in(&words)).collect()
}

/// Keeps the record of one game and reports what happens.
struct Observer<'a> {
    number: u64,
    header: &'a Header,
    /// Whether the names of the players are those of the plan.
    is_planned: bool,
    journal: Option<Journal>,
    names: Vec<Option<String>>,
    /// What has happened, if somebody wants to have it.
    events: Option<Vec<Event>>,
    ended: Option<Ended>,
    report: &'a Reporter<'a>,
}

impl Observer<'_> {
    /// The record of the game, in which the players have the names they gave, if anybody wants it.
    fn record(&mut self) -> Option<Box<Record>> {
        let events = self.events.take()?;
        let mut header = self.header.clone();
        if !self.is_planned {
            for (player, name) in header.plan.players.iter_mut().zip(&self.names) {
                player.name.clone_from(name.as_ref().unwrap_or(&player.name.clone()));
            }
        }
        Some(Box::new(Record { header, events }))
    }

    /// Uses the journal; if that fails, says so, and the game goes on without.
    fn keep(&mut self, act: impl FnOnce(&mut Journal) -> std::io::Result<()>) {
        if let Some(journal) = &mut self.journal
            && let Err(error) = act(journal)
        {
            (self.report)(Notice::Trouble(Failure::io(journal.path(), &error)));
            self.journal = None;
        }
    }
}

impl Watch for Observer<'_> {
    fn event(&mut self, event: &Event) {
        self.keep(|journal| journal.write(event).map(drop));
        if let Some(events) = &mut self.events {
            events.push(event.clone());
        }
        match event {
            Event::Named(named) => self.names[named.seat.index()] = Some(named.name.clone()),
            Event::Ended(ended) => {
                self.ended = Some(ended.clone());
                let record = self.record();
                let mut names = std::mem::take(&mut self.names);
                if self.is_planned {
                    let planned = self.header.players.iter().map(|player| &player.name);
                    names = planned.cloned().map(Some).collect();
                }
                let id = self.header.short_id().to_owned();
                let finished = Finished { names, ended: ended.clone(), id, record };
                return (self.report)(Notice::Ended(self.number, &finished));
            }
            _ => {}
        }
        (self.report)(Notice::Happened(self.number, event));
    }

    fn idle(&mut self) {
        self.keep(Journal::flush);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn a_panic_costs_a_game_and_not_its_place() {
        let lobby = Lobby::new(TcpListener::bind("127.0.0.1:0").unwrap(), 1).unwrap();
        let address = lobby.address().unwrap();
        let server = Server {
            timeout: Duration::from_secs(60),
            patience: Duration::from_secs(60),
            setup: Setup::usual::<Othello>(),
            record: None,
            games: Some(2),
            at_once: 1,
            gathers: false,
        };
        let clients: Vec<TcpStream> = (0..4)
            .map(|number| {
                let mut client = TcpStream::connect(address).unwrap();
                writeln!(client, "NICK client{number}").unwrap();
                client
            })
            .collect();
        let (never, now) = (AtomicBool::new(false), AtomicBool::new(false));
        let ended = AtomicUsize::new(0);
        let report = |notice: Notice<'_>| match notice {
            Notice::Began(1) => panic!("a bug of whoever is told"),
            Notice::Began(_) => now.store(true, Ordering::SeqCst),
            Notice::Ended(number, _) => ended.store(number as usize, Ordering::SeqCst),
            _ => {}
        };
        let waited = Instant::now();
        let is_closed = |_: u64, _: &[Option<String>]| {
            assert!(waited.elapsed() < Duration::from_secs(60), "nobody is let in any more");
            false
        };
        server.run(lobby, &never, &now, &report, &is_closed);
        assert_eq!(ended.into_inner(), 2);
        drop(clients);
    }
}
