//! What can be asked of `gyoji renju`.

use std::path::PathBuf;
use std::time::Duration;

use super::Output;
use clap::{ArgAction, Args as ClapArgs, Subcommand};
use gyoji_renju::Rule;
use gyoji_renju::formats::Format;

/// Arguments of `gyoji renju`.
#[derive(ClapArgs, Debug)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
pub struct Renju {
    #[command(subcommand)]
    pub what: RenjuWhat,
}

/// The subcommands of `gyoji renju`.
#[derive(Subcommand, Debug)]
pub enum RenjuWhat {
    /// List black's forbidden points, or judge one point
    Fouls(Fouls),
    /// Make the next move in a game file of the class: read it, judge it, append a move
    Next(Next),
    /// Turn a game file into another format: csv, psq, sgf, points; reads our records, too
    Convert(Convert),
}

/// Arguments of `gyoji renju fouls`.
#[derive(ClapArgs, Debug)]
pub struct Fouls {
    /// The black stones, such as E11,E12: columns from A, rows from 1 at the bottom
    #[arg(long, value_name = "POINTS")]
    pub black: Vec<String>,
    /// The white stones
    #[arg(long, value_name = "POINTS")]
    pub white: Vec<String>,
    /// Judge only this point: five, overline, double-four, double-three or legal
    #[arg(long, value_name = "POINT")]
    pub point: Option<String>,
    /// The rule set
    #[arg(long, default_value = "renju", value_parser = rules())]
    pub rule: String,
    /// The lines of the board
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=19))]
    pub size: u8,
    /// Print as JSON, with the stones that make each foul
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji renju next`.
#[derive(ClapArgs, Debug)]
pub struct Next {
    /// The game file, such as game.csv: <count>,<player>;<y>;<x>,... (missing or empty: no moves)
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Whether y and x are counted from 1 in the file
    #[arg(long, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub one_based: bool,
    /// Whether a wrong count or a player who moves twice is refused, or only a warning
    #[arg(long, value_name = "BOOL", default_value_t = true, action = ArgAction::Set)]
    pub strict: bool,
    /// How many moves the bot "class" looks ahead (default: 2)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=9))]
    pub depth: Option<u32>,
    /// How many moves the bot "class" looks at further (default: 5)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=225))]
    pub best: Option<u32>,
    /// The bot that chooses the move, with options as in bot:NAME?option=value
    #[arg(long, value_name = "NAME", default_value = "class")]
    pub bot: String,
    /// The rule set
    #[arg(long, default_value = "class", value_parser = rules())]
    pub rule: String,
    /// The lines of the board
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=19))]
    pub size: u8,
    /// How long the bot may think
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = super::duration)]
    pub time: Duration,
    /// The seed of the bot
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji renju convert`.
#[derive(ClapArgs, Debug)]
pub struct Convert {
    /// The game: a .csv, .psq, .sgf or .txt file, or a record of ours (.jsonl); - for stdin
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    #[command(flatten)]
    pub output: Output,
    /// The format of IN: csv, psq, sgf or points (default: by its ending)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub from: Option<String>,
    /// The format of OUT: csv, psq, sgf or points (default: by its ending)
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    pub to: Option<String>,
    /// The lines of the board, where the file does not say
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=19))]
    pub size: u8,
}

fn formats() -> clap::builder::PossibleValuesParser {
    Format::NAMES.into()
}

fn rules() -> clap::builder::PossibleValuesParser {
    Rule::NAMES.into()
}
