//! `gyoji league`: events from a file to the last place.

mod bar;
mod check;
mod entry;
mod export;
mod find;
mod hold;
pub mod show;
mod state;
mod verify;
mod view;

use std::process::ExitCode;

use gyoji_league::event::schema;
use gyoji_words::Lang;

use crate::args::league::{League, LeagueCommand};
use crate::failure::Failure;

pub fn run(args: &League, lang: Lang) -> Result<ExitCode, Failure> {
    match &args.command {
        LeagueCommand::Run(args) => hold::run(args, lang),
        LeagueCommand::Status(args) => state::run(args, lang),
        LeagueCommand::Export(args) => export::run(args, lang),
        LeagueCommand::Verify(args) => verify::run(args, lang),
        LeagueCommand::Watch(args) => view::watch(args, lang),
        LeagueCommand::Schema => super::print_json(&schema()),
    }
}
