//! `gyoji renju`: tools for renju and gomoku.

mod convert;
mod fouls;
mod next;
mod words;

use std::process::ExitCode;

use gyoji_core::Lang;

use crate::args::renju::{Renju, RenjuWhat};
use crate::failure::Failure;

/// How large a game file may be. A full board is a few kilobytes.
const MOST_KILOBYTES: u64 = 1024;

pub fn run(args: &Renju, lang: Lang) -> Result<ExitCode, Failure> {
    match &args.what {
        RenjuWhat::Fouls(args) => fouls::run(args, lang),
        RenjuWhat::Next(args) => next::run(args, lang),
        RenjuWhat::Convert(args) => convert::run(args, lang),
    }
}
