//! What can be asked of `gyoji othello`.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use gyoji_othello::formats::Format;

use super::Output;

/// The name of our own records among the formats.
pub const RECORD: &str = "record";

/// Arguments of `gyoji othello`.
#[derive(ClapArgs, Debug)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Othello {
    #[command(subcommand)]
    pub what: OthelloWhat,
}

/// The subcommands of `gyoji othello`.
#[derive(Subcommand, Debug)]
pub enum OthelloWhat {
    /// Turn a file of games or positions into another format: transcript, ggf, obf, wthor, record
    Convert(Convert),
}

/// Arguments of `gyoji othello convert`.
#[derive(ClapArgs, Debug)]
pub struct Convert {
    /// The games: a .txt, .ggf, .obf or .wtb file, or a record of ours (.jsonl); - for stdin
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    #[command(flatten)]
    pub output: Output,
    /// The format of IN: transcript, ggf, obf, wthor or record (default: by its ending)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub from: Option<String>,
    /// The format of OUT: transcript, ggf, obf, wthor or record (default: by its ending)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub to: Option<String>,
    /// Only this game of IN, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub game: Option<u32>,
}

fn formats() -> clap::builder::PossibleValuesParser {
    Format::NAMES.iter().chain(&[RECORD]).copied().into()
}
