//! What can be asked of `gyoji renju`.

use clap::{Args as ClapArgs, Subcommand};
use gyoji_renju::Rule;

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

fn rules() -> clap::builder::PossibleValuesParser {
    Rule::NAMES.into()
}
