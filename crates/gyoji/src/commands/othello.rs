//! `gyoji othello`: tools for Othello.

mod convert;
mod words;

use std::process::ExitCode;

use gyoji_core::Lang;

use crate::args::othello::{Othello, OthelloWhat};
use crate::failure::Failure;

pub fn run(args: &Othello, lang: Lang) -> Result<ExitCode, Failure> {
    match &args.what {
        OthelloWhat::Convert(args) => convert::run(args, lang),
    }
}
