//! `gyoji othello-client`: a built-in bot on any server of seed 002's protocol.

use std::io::{BufRead, BufReader, ErrorKind, IsTerminal, Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Bot, Budget, Client, Cue, Lang, Pace, Seat, Turn};
use gyoji_othello::Othello;
use gyoji_othello::dialects::tcp::TcpClient;
use gyoji_referee::wire::listen::bare;
use gyoji_referee::wire::lobby::ask_for_signs_of_life;
use gyoji_referee::wire::tcp::connect;
use gyoji_words::server as words;

use crate::args;
use crate::failure::{FAILED, Failure};
use crate::screen;

/// The time for a move if nobody says another: half of what the course's cup allows.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// How long a server may take to answer a `PUT`, which it does at once.
const ANSWER_TIME: Duration = Duration::from_secs(60);
/// The longest line of a server that is read: more is no line of this protocol.
const LONGEST_LINE: u64 = 64 << 10;

pub fn run(args: &args::server::OthelloClient, lang: Lang) -> Result<ExitCode, Failure> {
    let kit = gyoji_othello::kit();
    let (name, given) = args.bot.split_once('?').unwrap_or((&args.bot, ""));
    let (entry, _) = kit.bot_with(name, [])?;
    let mut options = given.to_owned();
    if let Some(seconds) = args.seconds.filter(|_| entry.options.iter().any(|o| o.name == "time")) {
        options += &format!("&time={}ms", seconds.as_millis());
    }
    for game in 0..args.games {
        let seed = args.seed.unwrap_or_else(|| fastrand::u64(..)).wrapping_add(game);
        let bot = kit.make_bot(name, &options, seed)?;
        // A nickname is one word.
        let nick = args.nick.as_deref().unwrap_or(name).split_whitespace().collect::<String>();
        let stream = connect((bare(&args.host), args.port)).map_err(|error| Failure {
            code: FAILED,
            text: words::cannot_connect(
                format!("{}:{}", args.host, args.port),
                gyoji_words::system::said(&error),
            ),
        })?;
        let time = args.seconds.unwrap_or(USUAL_TIME);
        let (client, patience) = (TcpClient::default(), args.patience);
        Session { client, bot, time, patience, lang, quiet: args.quiet }.play(stream, &nick)?;
    }
    Ok(ExitCode::SUCCESS)
}

struct Session {
    client: TcpClient,
    bot: Box<dyn Bot<Othello>>,
    time: Duration,
    /// How long the server may be silent; if nobody says, only the answer to a `PUT` is urgent.
    patience: Option<Duration>,
    lang: Lang,
    quiet: bool,
}

impl Session {
    /// Plays one game from the first line to the last.
    fn play(&mut self, stream: TcpStream, nick: &str) -> Result<(), Failure> {
        let lost = |error: std::io::Error| Failure {
            code: FAILED,
            text: words::connection_lost(gyoji_words::system::said(&error)),
        };
        let mut out = stream.try_clone().map_err(lost)?;
        let mut send = |line: String| out.write_all(format!("{line}\n").as_bytes());
        // A server is silent for as long as there is no opponent; but a machine that was switched
        // off is silent for ever.
        ask_for_signs_of_life(&stream);
        stream.set_nodelay(true).map_err(lost)?;
        send(format!("NICK {nick}")).map_err(lost)?;
        if !self.quiet {
            screen::say(words::waiting_for_opponent().get(self.lang));
        }
        let mut reader = BufReader::new(stream);
        let mut line = Vec::new();
        let mut is_answer_due = false;
        loop {
            line.clear();
            let patience = self.patience.or(is_answer_due.then_some(ANSWER_TIME));
            let patience = patience.filter(|time| !time.is_zero());
            reader.get_ref().set_read_timeout(patience).map_err(lost)?;
            let read = reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            let count = read.map_err(|error| match (patience, error.kind()) {
                (Some(time), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                    Failure { code: FAILED, text: words::silent_server(time.as_secs_f64()) }
                }
                _ => lost(error),
            })?;
            if count == 0 {
                return Err(Failure { code: FAILED, text: words::closed_early() });
            }
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\r', '\n']);
            // What the opponent says meanwhile is no answer of the server.
            is_answer_due &= line.starts_with("SAY");
            self.show(line)?;
            match self.client.hear(line) {
                Ok(Cue::Move(asked)) => {
                    let past = [asked.position];
                    let (seat, left) = (asked.seat, Some(self.time));
                    let turn = Turn { seat, past: &past, moves: &[], left, clock: None };
                    let budget =
                        Budget::for_turn(&*self.bot, &turn, Pace::INSIDE, Instant::now(), None);
                    let quiet = self.quiet;
                    let mut trouble = Ok(());
                    let mv = self.bot.choose(&turn, &budget, &mut |thought| {
                        if !quiet && trouble.is_ok() {
                            trouble = super::print(&format!("{}\n", thought.line)).map(drop);
                        }
                    });
                    trouble?;
                    let put = self.client.say(mv);
                    self.print(&format!("{put}\n"))?;
                    send(put).map_err(lost)?;
                    let [position] = past;
                    super::bot::ponder(self.bot.as_mut(), seat, position, mv);
                    is_answer_due = true;
                }
                Ok(Cue::Say(words)) => send(words).map_err(lost)?,
                Ok(Cue::Leave) => return Ok(()),
                Ok(Cue::Memory(bytes)) => self.bot.limit_memory(bytes),
                Ok(Cue::Nothing | Cue::Depth(_)) => {}
                Err(bad) => screen::say(&format!("gyoji: {}", screen::name(&bad.get(self.lang)))),
            }
        }
    }

    /// Shows a line of the server as the seed's client does.
    fn show(&mut self, line: &str) -> Result<(), Failure> {
        let lang = self.lang;
        let mut client = self.client.clone();
        let _ = client.hear(line);
        let text = match line.split(' ').next().unwrap_or_default() {
            "START" => match client.seat() {
                Some(Seat::FIRST) => format!("{}\n", words::you_are_black().get(lang)),
                _ => format!("{}\n", words::you_are_white().get(lang)),
            },
            "BOARD" => {
                format!("{}\n{}", words::board_now().get(lang), board(&client.position()))
            }
            "ERROR" => match line.split(' ').nth(1) {
                Some("1") => format!("{}\n", words::error_1().get(lang)),
                Some("2") => format!("{}\n", words::error_2().get(lang)),
                Some("3") => format!("{}\n", words::error_3().get(lang)),
                _ => format!("{}\n", words::error_4().get(lang)),
            },
            "CLOSE" => format!("{}\n", words::opponent_left().get(lang)),
            _ => format!("{}\n", screen::name(line)),
        };
        self.print(&text)
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        match self.quiet {
            true => Ok(()),
            false => super::print(text).map(drop),
        }
    }
}

/// The board with the signs of the seed's client; at a terminal with those that are as wide as
/// its empty cells wherever they are drawn.
fn board(position: &Othello) -> String {
    let [black, white] = match std::io::stdout().is_terminal() {
        true => [" ⚫", " ⚪"],
        false => [" ●", " ○"],
    };
    let mut text = String::new();
    for row in 0..8 {
        for col in 0..8 {
            let here = |seat| position.discs(seat) >> (row * 8 + col) & 1 == 1;
            text += match (here(Seat::FIRST), here(Seat::SECOND)) {
                (true, _) => black,
                (_, true) => white,
                _ => " ・",
            };
        }
        text.push('\n');
    }
    text
}
