//! The Othello server under load: 200 games at once between 400 clients on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::{Client, Cue, Game, Options, Setup};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::TcpClient;
use gyoji_referee::Lobby;

use super::Figure;
use crate::args::Bench;
use crate::failure::{FAILED, Failure};
use crate::server::{Report, Server};

const GAMES: u64 = 200;
/// How long a client thinks: as quick as a class-room client that only looks at a table.
const THINKING: Duration = Duration::from_millis(10);
const STACK: usize = 256 << 10;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let trouble = |error: std::io::Error| Failure {
        code: FAILED,
        text: gyoji_words::server::cannot_listen("127.0.0.1", error),
    };
    crate::commands::allow_many_sockets();
    let listener = TcpListener::bind("127.0.0.1:0").map_err(trouble)?;
    let address = listener.local_addr().map_err(trouble)?;
    let mut lobby = Lobby::new(listener, 1).map_err(trouble)?;
    let server = Server {
        timeout: Duration::from_secs(10),
        setup: Setup {
            options: Options::check(Othello::SPEC.options, [("start", "mirrored")])?,
            ..Setup::usual::<Othello>()
        },
        record: None,
        games: Some(GAMES),
        at_once: GAMES as usize,
    };
    eprintln!("{GAMES} games at once, {} clients that think {THINKING:?} …", 2 * GAMES);
    let never = AtomicBool::new(false);
    let (finished, most, running) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let report = |report: Report<'_>| match report {
        Report::Began(_) => {
            let now = running.fetch_add(1, Ordering::SeqCst) + 1;
            most.fetch_max(now, Ordering::SeqCst);
        }
        Report::Ended(_, game) => {
            running.fetch_sub(1, Ordering::SeqCst);
            let by_rules = game.ended.fault.is_none() && game.ended.loser.is_none();
            finished.fetch_add(u64::from(by_rules), Ordering::SeqCst);
        }
        Report::Happened(..) | Report::Trouble(_) => {}
    };
    let answers = Mutex::new(Vec::new());
    let start = Instant::now();
    std::thread::scope(|scope| {
        for number in 0..2 * GAMES {
            let answers = &answers;
            let client = std::thread::Builder::new().stack_size(STACK);
            let _ = client.spawn_scoped(scope, move || {
                if let Ok(times) = client_game(address, number) {
                    let mut all = answers.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                    all.extend(times);
                }
            });
        }
        server.run(&mut lobby, &never, &never, &report);
    });
    let seconds = start.elapsed().as_secs_f64();
    let mut answers = answers.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    answers.sort_unstable();
    let at = |share: f64| {
        let index = (answers.len().saturating_sub(1) as f64 * share) as usize;
        answers.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let figure = |what: &str, value, unit| Figure { what: what.to_owned(), value, unit };
    let figures = [
        figure("games finished by the rules", finished.into_inner() as f64, "games"),
        figure("most games at once", most.into_inner() as f64, "games"),
        figure("answers to PUT", answers.len() as f64 / seconds, "per second"),
        figure("answer to PUT, median", at(0.5), "ms"),
        figure("answer to PUT, 99 of 100 within", at(0.99), "ms"),
    ];
    super::print(&figures, args.json)
}

/// Plays one game at random; how long the server took to answer each `PUT` with a `BOARD`.
fn client_game(address: SocketAddr, number: u64) -> std::io::Result<Vec<Duration>> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    let mut out = stream.try_clone()?;
    out.write_all(format!("NICK client{number}\n").as_bytes())?;
    let mut rng = fastrand::Rng::with_seed(number);
    let mut client = TcpClient::default();
    let mut times = Vec::new();
    let mut asked: Option<Instant> = None;
    for line in BufReader::new(stream).lines() {
        let line = line?;
        if line.starts_with("BOARD") {
            times.extend(asked.take().map(|asked| asked.elapsed()));
        }
        match client.hear(&line) {
            Ok(Cue::Move(question)) => {
                std::thread::sleep(THINKING);
                let moves: Vec<_> = question.position.moves().collect();
                let put = client.say(moves[rng.usize(..moves.len())]);
                asked = Some(Instant::now());
                out.write_all(format!("{put}\n").as_bytes())?;
            }
            Ok(Cue::Leave) => break,
            _ => {}
        }
    }
    Ok(times)
}
