//! The Othello server: pairs whoever connects and referees any number of games at once.
//!
//! Each game is one thread that polls its two sockets. What happens is handed to a reporter;
//! printing, scores and statistics are its business.

use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gyoji_core::record::{Ended, Event, Player, Policy, Record};
use gyoji_core::{Game, Lifetime, Seat, Setup};
use gyoji_othello::Othello;
use gyoji_referee::journal::Journal;
use gyoji_referee::wire::Caps;
use gyoji_referee::wire::tcp::Tcp;
use gyoji_referee::{Chair, Lobby, play};

use crate::failure::Failure;
use crate::matches::header;

/// The dialect of the clients.
const DIALECT: &str = "tcp";
/// A game's thread needs little: nothing searches in it.
const STACK: usize = 256 << 10;
/// A line of a client is short; what is longer is a flood.
const CAPS: Caps = Caps { line: 16 << 10, lines: 4096, turn: 1 << 20 };

/// The conditions of the games.
#[derive(Clone, Debug)]
pub struct Server {
    /// The time from `TURN` to a valid `PUT`.
    pub timeout: Duration,
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
pub enum Report<'a> {
    /// A game has begun.
    Began(u64),
    /// Something happened in a game.
    Happened(u64, &'a Event),
    /// A game is over.
    Ended(u64, &'a Finished),
    /// A record could not be written.
    Trouble(Failure),
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    /// The names the clients gave, if they did.
    pub names: Vec<Option<String>>,
    /// The result.
    pub ended: Ended,
    /// The whole game.
    pub record: Record,
}

impl Server {
    /// Serves until `stop` is set or all games are played; `now` ends the running games, too.
    ///
    /// Returns how many games were finished.
    pub fn run(
        &self,
        lobby: &mut Lobby,
        stop: &AtomicBool,
        now: &AtomicBool,
        report: &(dyn Fn(Report<'_>) + Sync),
    ) -> u64 {
        let running = AtomicUsize::new(0);
        let mut begun = 0;
        std::thread::scope(|scope| {
            while !stop.load(Ordering::Relaxed) && self.games.is_none_or(|games| begun < games) {
                if running.load(Ordering::Acquire) >= self.at_once {
                    std::thread::sleep(Duration::from_millis(5));
                    continue;
                }
                let Some(peers) = lobby.table(Othello::SPEC.seats.len(), stop) else { continue };
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
                }
            }
        });
        begun
    }

    fn game(
        &self,
        number: u64,
        peers: Vec<TcpStream>,
        now: &AtomicBool,
        report: &(dyn Fn(Report<'_>) + Sync),
    ) {
        let players = Seat::all(peers.len()).map(|seat| self.player(seat)).collect();
        let header = header::<Othello>(&self.setup, players);
        let Ok(mut chairs) = peers.into_iter().map(chair).collect::<std::io::Result<Vec<_>>>()
        else {
            return; // the connection was gone before it could be used
        };
        let mut journal = match &self.record {
            Some(folder) => match Journal::create(folder, &header) {
                Ok(journal) => Some(journal),
                Err(error) => {
                    report(Report::Trouble(Failure::io(folder, &error)));
                    None
                }
            },
            None => None,
        };
        report(Report::Began(number));
        let mut names = vec![None; chairs.len()];
        let mut events = Vec::new();
        let ended = play(&header, &mut chairs, now, &mut |event| {
            if let Event::Named(named) = event {
                names[named.seat.index()] = Some(named.name.clone());
            }
            if let Some(Err(error)) = journal.as_mut().map(|journal| journal.write(event)) {
                let path = self.record.clone().unwrap_or_default();
                report(Report::Trouble(Failure::io(&path, &error)));
                journal = None;
            }
            report(Report::Happened(number, event));
            events.push(event.clone());
        });
        if let Ok(ended) = ended {
            let record = Record { header, events };
            report(Report::Ended(number, &Finished { names, ended, record }));
        }
    }

    fn player(&self, seat: Seat) -> Player {
        Player {
            name: if seat == Seat::FIRST { "BLACK".into() } else { "WHITE".into() },
            text: "tcp".into(),
            dialect: Some(DIALECT.into()),
            dialect_options: Default::default(),
            lifetime: Some(Lifetime::PerGame),
            limit_ns: Some(self.timeout.as_nanos() as u64).filter(|ns| *ns > 0),
            start_up_ns: None,
            policy: Policy::Retry,
            strikes: None,
            sandbox: None,
        }
    }
}

fn chair(stream: TcpStream) -> std::io::Result<Chair<Othello>> {
    let wire = Box::new(Tcp::new(stream, CAPS)?);
    let kit = gyoji_othello::kit();
    Ok(Chair::Outside { wire, dialect: Box::new(move || kit.make_dialect(DIALECT, [])) })
}
