//! The command `gyoji`.
//!
//! `args` says what can be asked for, `commands` does it, one file for each subcommand. Results
//! go to stdout, everything else (progress, explanations, complaints) to stderr.

#![allow(unreachable_pub, reason = "nothing in a binary is reachable from outside")]

mod args;
mod bench;
mod commands;
mod failure;
mod help_ja;
mod interrupt;
mod keep;
mod listener;
mod players;
mod plot;
mod replace;
mod screen;
mod server;
mod setup;
mod table;
mod tty;
mod usage;
mod watch;
mod workshop;

use std::process::ExitCode;
use std::time::Duration;

use clap::FromArgMatches;
use gyoji_words::cli;

use args::{Command, LangArg};

/// How long programs that have been told to end may take.
const LAST_WAIT: Duration = Duration::from_secs(15);

fn main() -> ExitCode {
    gyoji_referee::supervise_if_asked();
    bench::help_if_asked();
    // The language of the help has to be known before the arguments are read.
    let lang = args::early_lang();
    let read = args::command(lang).try_get_matches();
    let args = match read.and_then(|matches| args::Args::from_arg_matches(&matches)) {
        Ok(args) => args,
        Err(error) => match usage::complaint(&error, lang) {
            Some(complaint) => {
                screen::tell(screen::clean(complaint.trim_end()).as_ref());
                return ExitCode::from(failure::USAGE);
            }
            None => usage::show(&error, lang),
        },
    };
    let mut command = args.command;
    let lang = match (args.lang, &mut command) {
        (Some(LangArg::Spoken(lang)), _) => lang,
        (Some(LangArg::Written(id)), Command::NewBot(wish)) => {
            wish.language.get_or_insert(id);
            lang
        }
        (Some(LangArg::Written(id)), _) => {
            screen::tell(&format!("gyoji: {}", cli::not_spoken(id).get(lang)));
            return ExitCode::from(failure::USAGE);
        }
        (None, _) => lang,
    };
    let code = match commands::run(command, lang) {
        Ok(code) => code,
        Err(failure) => {
            if !failure.is_silent() {
                screen::tell(&failure.message(lang));
            }
            ExitCode::from(failure.code)
        }
    };
    // Nothing a player has started outlives the command, and if it does, that is said.
    let left = gyoji_referee::await_the_dying(LAST_WAIT);
    if left > 0 {
        screen::say(&format!("gyoji: {}", gyoji_words::cli::processes_left(left).get(lang)));
    }
    code
}
