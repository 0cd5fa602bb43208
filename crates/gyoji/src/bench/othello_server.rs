//! The Othello server under load: 200 games at once between 400 clients on this machine.
//!
//! No client moves before every game has begun, so all of them really run at once.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::{Client, Cue, Game, Options, Seat, Setup};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::TcpClient;
use gyoji_referee::Lobby;

use super::Figure;
use crate::args::bench::Bench;
use crate::failure::{FAILED, Failure};
use crate::screen;
use crate::server::{Notice, Server};

const GAMES: u64 = 200;
/// How long a client thinks. The clients share this machine with the server: if they moved at
/// once, the figures would tell how long 400 of them wait for a processor.
const THINKING: Duration = Duration::from_millis(50);
const STACK: usize = 256 << 10;
/// How long a client waits for all games to begin; if one never does, the figures show it.
const ALL_BEGIN: Duration = Duration::from_secs(8);

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let trouble = |error: std::io::Error| Failure {
        code: FAILED,
        text: gyoji_words::server::cannot_listen("127.0.0.1", error),
    };
    crate::commands::allow_many_sockets();
    let listener = TcpListener::bind("127.0.0.1:0").map_err(trouble)?;
    let address = listener.local_addr().map_err(trouble)?;
    let lobby = Lobby::new(listener, 1).map_err(trouble)?;
    let server = Server {
        timeout: Duration::from_secs(20),
        patience: Duration::from_secs(20),
        setup: Setup {
            options: Options::check(Othello::SPEC.options, [("start", "mirrored")])?,
            ..Setup::usual::<Othello>()
        },
        record: None,
        games: Some(GAMES),
        at_once: GAMES as usize,
        gathers: false,
    };
    let clients = 2 * GAMES;
    screen::say(&format!("{GAMES} games at once, {clients} clients that think {THINKING:?} …"));
    let never = AtomicBool::new(false);
    let (finished, most, running) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let report = |report: Notice<'_>| match report {
        Notice::Began(_) => {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
        }
        Notice::Ended(_, game) => {
            running.fetch_sub(1, Ordering::SeqCst);
            let by_rules = game.ended.fault.is_none() && game.ended.loser.is_none();
            finished.fetch_add(u64::from(by_rules), Ordering::SeqCst);
        }
        Notice::Waiting(_) | Notice::Happened(..) | Notice::Trouble(_) => {}
    };
    let answers = Mutex::new((Vec::new(), 0));
    let seated = AtomicU64::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..2 * GAMES {
            let (answers, seated) = (&answers, &seated);
            let client = std::thread::Builder::new().stack_size(STACK);
            let _ = client.spawn_scoped(scope, move || {
                let mut client = Random { expected: None, times: Vec::new(), wrong: 0 };
                if client.play(address, number, seated).is_ok() {
                    let mut all = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.0.extend(client.times);
                    all.1 += client.wrong;
                }
            });
        }
        server.run(lobby, &never, &never, &report, &|_, _| false);
    });
    let seconds = start.elapsed().as_secs_f64();
    let (mut answers, wrong) =
        answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    answers.sort_unstable();
    let at = |share: f64| {
        let index = (answers.len().saturating_sub(1) as f64 * share) as usize;
        answers.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let figure = |what: &str, value, unit| Figure { what: what.to_owned(), value, unit };
    let figures = [
        figure("games finished by the rules", finished.into_inner() as f64, "games"),
        figure("boards of some other game", wrong as f64, "boards"),
        figure("most games at once", most.into_inner() as f64, "games"),
        figure("answers to PUT", answers.len() as f64 / seconds, "per second"),
        figure("answer to PUT, median", at(0.5), "ms"),
        figure("answer to PUT, 99 of 100 within", at(0.99), "ms"),
    ];
    super::print(&figures, args.json)
}

/// A client that plays at random, measures the server, and checks what it hears.
struct Random {
    /// When a `PUT` was sent, and the discs that it leads to.
    expected: Option<(Instant, (u64, u64))>,
    /// How long the server took to answer each `PUT` with a `BOARD`.
    times: Vec<Duration>,
    /// How many of those boards were not what the `PUT` leads to.
    wrong: u64,
}

impl Random {
    /// Plays one game.
    fn play(
        &mut self,
        address: SocketAddr,
        number: u64,
        seated: &AtomicU64,
    ) -> std::io::Result<()> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut out = stream.try_clone()?;
        out.write_all(format!("NICK client{number}\n").as_bytes())?;
        let mut rng = fastrand::Rng::with_seed(number);
        let mut client = TcpClient::default();
        for line in BufReader::new(stream).lines() {
            let line = line?;
            let arrived = Instant::now();
            if line.starts_with("START") {
                await_all(seated);
            }
            match client.hear(&line) {
                Ok(Cue::Move(question)) => {
                    std::thread::sleep(THINKING);
                    let moves: Vec<_> = question.position.moves().collect();
                    let mv = moves[rng.usize(..moves.len())];
                    let put = client.say(mv);
                    let mut after = question.position;
                    after.play(mv);
                    self.expected = Some((Instant::now(), discs(&after)));
                    out.write_all(format!("{put}\n").as_bytes())?;
                }
                Ok(Cue::Leave) => break,
                _ => {}
            }
            if line.starts_with("BOARD")
                && let Some((sent, discs_then)) = self.expected.take()
            {
                self.times.push(arrived - sent);
                self.wrong += u64::from(discs(&client.position()) != discs_then);
            }
        }
        Ok(())
    }
}

fn await_all(seated: &AtomicU64) {
    seated.fetch_add(1, Ordering::SeqCst);
    let until = Instant::now() + ALL_BEGIN;
    while seated.load(Ordering::SeqCst) < 2 * GAMES && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn discs(position: &Othello) -> (u64, u64) {
    (position.discs(Seat::FIRST), position.discs(Seat::SECOND))
}
