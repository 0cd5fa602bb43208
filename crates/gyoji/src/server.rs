//! The Othello server: pairs whoever connects and referees any number of games at once.
//!
//! Each game is one thread that polls its two sockets. What happens is handed to a reporter;
//! printing, scores and statistics are its business. Nothing that grows with a game is kept in
//! memory: the game is in its record.

use std::net::TcpStream;
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gyoji_core::record::{Ended, Event, Plan, Player, Policy};
use gyoji_core::{Game, Lifetime, Seat, Setup};
use gyoji_league::{random_id, records};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::may_be_client;
use gyoji_referee::journal::Journal;
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::tcp::Tcp;
use gyoji_referee::{Chair, Lobby, Watch, play};

use crate::failure::{FAILED, Failure};

/// The dialect of the clients.
const DIALECT: &str = "tcp";
/// A game's thread needs little: nothing searches in it.
const STACK: usize = 256 << 10;
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
}

/// Something to tell.
pub enum Notice<'a> {
    /// So many clients wait for a game now.
    Waiting(usize),
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
}

type Reporter<'a> = dyn Fn(Notice<'_>) + Sync + 'a;

impl Server {
    /// Serves until `stop` is set or all games are played; `now` ends the running games, too.
    ///
    /// Whoever waits when no more games are begun is sent away.
    pub fn run(
        &self,
        mut lobby: Lobby,
        stop: &AtomicBool,
        now: &AtomicBool,
        report: &Reporter<'_>,
    ) {
        lobby.is_player = may_be_client;
        let running = AtomicUsize::new(0);
        let (mut begun, mut waiting) = (0, 0);
        std::thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) && self.games.is_none_or(|games| begun < games) {
                if running.load(Ordering::Acquire) >= self.at_once {
                    std::thread::sleep(Duration::from_millis(5));
                    continue;
                }
                let peers = lobby.table(Othello::SPEC.seats.len(), stop);
                if waiting != lobby.waiting() {
                    waiting = lobby.waiting();
                    report(Notice::Waiting(waiting));
                }
                let Some(peers) = peers else { continue };
                begun += 1;
                let number = begun;
                running.fetch_add(1, Ordering::AcqRel);
                let running = &running;
                let thread = std::thread::Builder::new().stack_size(STACK);
                let started = thread.spawn_scoped(scope, move || {
                    self.game(number, peers, now, report);
                    running.fetch_sub(1, Ordering::AcqRel);
                });
                if started.is_err() {
                    // No thread to be had: the peers are dropped, the others play on.
                    running.fetch_sub(1, Ordering::AcqRel);
                    begun -= 1;
                    std::thread::sleep(Duration::from_millis(100));
                }
            }
            drop(lobby);
        });
    }

    fn game(&self, number: u64, peers: Vec<TcpStream>, now: &AtomicBool, report: &Reporter<'_>) {
        let players = Seat::all(peers.len()).map(|seat| self.player(seat)).collect();
        let header = records::header(Plan::new::<Othello>(random_id(), &self.setup, players));
        let chairs = peers.into_iter().map(|peer| self.chair(peer));
        let Ok(mut chairs) = chairs.collect::<std::io::Result<Vec<_>>>() else {
            return; // the connection was gone before it could be used
        };
        let journal = records::begin(self.record.as_deref(), &header).unwrap_or_else(|text| {
            // The clients can do nothing about it: they play.
            report(Notice::Trouble(Failure { code: FAILED, text }));
            None
        });
        report(Notice::Began(number));
        let names = vec![None; chairs.len()];
        let mut watch =
            Observer { number, id: header.short_id().to_owned(), journal, names, report };
        // A panic is our own bug: it must cost one game, not the server.
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| {
            play(&header, &mut chairs, now, &mut watch)
        }));
        let trouble = match result {
            Ok(Ok(_)) => return,
            Ok(Err(bad)) => bad.into(),
            Err(_) => Failure { code: FAILED, text: gyoji_words::cli::our_bug(header.short_id()) },
        };
        report(Notice::Trouble(trouble));
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

/// Keeps the record of one game and reports what happens.
struct Observer<'a> {
    number: u64,
    id: String,
    journal: Option<Journal>,
    names: Vec<Option<String>>,
    report: &'a Reporter<'a>,
}

impl Observer<'_> {
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
        match event {
            Event::Named(named) => self.names[named.seat.index()] = Some(named.name.clone()),
            Event::Ended(ended) => {
                let names = std::mem::take(&mut self.names);
                let finished = Finished { names, ended: ended.clone(), id: self.id.clone() };
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
