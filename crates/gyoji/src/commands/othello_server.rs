//! `gyoji othello-server`: the class-room server of seed 002, for any number of games at once.

mod live;
mod scores;

use std::net::{SocketAddr, UdpSocket};
use std::process::ExitCode;
use std::sync::Mutex;

use gyoji_core::Game;
use gyoji_core::{Lang, Options, Setup};
use gyoji_othello::Othello;
use gyoji_referee::Lobby;
use gyoji_referee::wire::listen::listen;
use gyoji_words::{Text, server as words};

use crate::args;
use crate::failure::{FAILED, Failure, INTERRUPTED};
use crate::interrupt;
use crate::server::{Notice, Server};
use live::Live;
use scores::Scores;

pub fn run(args: &args::OthelloServer, lang: Lang) -> Result<ExitCode, Failure> {
    let mut scores = match &args.scores {
        Some(path) => Scores::open(path)?,
        None => Scores::default(),
    };
    if let Some(folder) = &args.record {
        std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder, &error))?;
    }
    allow_many_sockets();
    let wanted = match &args.host {
        Some(host) => format!("{host}:{}", args.port),
        None => args.port.to_string(),
    };
    let trouble = |error| Failure { code: FAILED, text: words::cannot_listen(&wanted, error) };
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
    };

    let live = Live::new(lang);
    live.say(welcome(address).get(lang));
    interrupt::listen({
        let live = live.clone();
        move || live.say(gyoji_words::cli::interrupted().get(lang))
    });
    let book = Mutex::new((&mut scores, None));
    let report = |report: Notice<'_>| match report {
        Notice::Waiting(count) => live.waiting(count),
        Notice::Began(number) => live.began(number),
        Notice::Happened(number, event) => live.happened(number, event),
        Notice::Ended(number, finished) => {
            let line = live.ended(number, finished);
            let mut book = book.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            book.0.add(finished);
            if let (Err(failure), None) = (book.0.save(), &book.1) {
                live.say(failure.text.get(lang)); // said at once, and once
                book.1 = Some(failure);
            }
            if !args.json {
                live.print(line);
            }
            if args.cup && !args.json {
                live.show_table(book.0.cup_table(args.min_games, lang));
            }
        }
        Notice::Trouble(failure) => live.say(failure.text.get(lang)),
    };
    std::thread::scope(|scope| {
        scope.spawn(|| live.draw());
        server.run(lobby, interrupt::wish().asked(), interrupt::now(), &report);
        live.close();
    });
    let trouble = book.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).1;
    if args.json {
        super::print_json(&scores.json(args.min_games))?;
    } else if args.cup {
        super::print(&scores.cup_table(args.min_games, lang))?;
    }
    match trouble {
        Some(failure) => Err(failure),
        // A server that was to run for ever ends with Ctrl-C and no other way.
        None if interrupt::is_asked() && args.games.is_some() => Ok(ExitCode::from(INTERRUPTED)),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Where clients find the server: at the address, or, if that is every address of this machine,
/// at the one that others in the network know.
fn welcome(address: SocketAddr) -> Text {
    match address.ip().is_unspecified().then(own_address).flatten() {
        Some(own) => words::listening_here(address.port(), own),
        None => words::listening(address),
    }
}

/// The address of this machine from which it would reach others. Nothing is sent.
fn own_address() -> Option<std::net::IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?; // an address for examples, outside of any network
    Some(socket.local_addr().ok()?.ip()).filter(|address| !address.is_unspecified())
}

/// Raises the soft limit of open files to the hard one: a game needs two sockets.
pub fn allow_many_sockets() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    let _ = setrlimit(Resource::Nofile, limit);
}
