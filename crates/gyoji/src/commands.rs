//! The subcommands.

mod analyse;
mod bot;
mod check;
mod doctor;
mod files;
mod games;
mod judge;
mod kits;
mod league;
mod loss;
mod man;
pub mod matches;
mod new_bot;
mod othello;
mod othello_client;
mod othello_server;
mod perft;
mod play;
mod renju;
pub mod replay;
mod serve;
mod solve;
mod train;

pub use othello_server::allow_many_sockets;

use std::io::{IsTerminal, Write};
use std::process::ExitCode;

use gyoji_words::Lang;

use crate::args::{self, Command};
use crate::failure::Failure;
use crate::screen;

/// Does what was asked for.
pub fn run(command: Command, lang: Lang) -> Result<ExitCode, Failure> {
    match command {
        Command::Judge(args) => judge::run(&args, lang),
        Command::Match(args) => matches::run(&args, lang),
        Command::League(args) => league::run(&args, lang),
        Command::Play(args) => play::run(&args, lang),
        Command::Replay(args) => replay::run(&args, lang),
        Command::NewBot(args) => new_bot::run(&args, lang),
        Command::Check(args) => check::run(&args, lang),
        Command::Kits(args) => kits::run(&args, lang),
        Command::Serve(args) => serve::run(&args, lang),
        Command::OthelloServer(args) => othello_server::run(&args, lang),
        Command::OthelloClient(args) => othello_client::run(&args, lang),
        Command::Solve(args) => solve::run(&args, lang),
        Command::Analyse(args) => analyse::run(&args, lang),
        Command::Train(args) => train::run(&args, lang),
        Command::Othello(args) => othello::run(&args, lang),
        Command::Renju(args) => renju::run(&args, lang),
        Command::Perft(args) => perft::run(&args, lang),
        Command::Bench(args) => crate::bench::run(&args, lang),
        Command::Doctor(args) => doctor::run(&args, lang),
        Command::Games(args) => games::run(&args, lang),
        Command::Bot(args) => bot::run(&args, lang),
        Command::Completions(args) => {
            let mut script = Vec::new();
            let shell = args.shell;
            clap_complete::generate(shell, &mut args::command(lang), "gyoji", &mut script);
            print(&String::from_utf8_lossy(&script))
        }
        Command::Man => man::run(lang),
    }
}

/// Writes a result to stdout; a reader who has left is no failure.
fn print(text: &str) -> Result<ExitCode, Failure> {
    print_bytes(text.as_bytes())
}

/// The same for sentences: a line that is too long for a terminal goes on below, set in.
fn print_lines(text: &str) -> Result<ExitCode, Failure> {
    let is_seen = std::io::stdout().is_terminal();
    let width = if is_seen { crate::tty::size().0 } else { usize::MAX };
    let lines = text.lines().flat_map(|line| crate::tty::wrap(line, width));
    print(&lines.map(|line| line + "\n").collect::<String>())
}

/// The same for a result that is no text.
fn print_bytes(bytes: &[u8]) -> Result<ExitCode, Failure> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(Failure::stdout(&error)),
    }
}

/// Writes a result to stdout as JSON.
fn print_json(value: &impl serde::Serialize) -> Result<ExitCode, Failure> {
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    print(&screen::clean_json(&text))
}

/// Whether stdout or stderr should have colours.
fn colour(stream: &impl IsTerminal) -> bool {
    let is_wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    is_wanted && stream.is_terminal() && crate::tty::can_draw()
}

/// How boards are drawn on stdout.
fn look(glyphs: gyoji_core::view::Glyphs) -> gyoji_referee::Look {
    gyoji_referee::Look { colour: colour(&std::io::stdout()), depth: crate::tty::depth(), glyphs }
}
