//! Arguments of the commands for people who write an AI.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

/// Arguments of `gyoji new-bot`.
#[derive(ClapArgs, Debug)]
pub struct NewBot {
    /// The folder to make; its name is the player's
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The game: see `gyoji kits`
    #[arg(long)]
    pub game: String,
    /// The language to write it in: python, java, cpp, rust or js; --lang says it, too
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// The protocol (default: plain; judge for Othello, quinte for the contest's own API)
    #[arg(long)]
    pub protocol: Option<String>,
}

/// Arguments of `gyoji kits`.
#[derive(ClapArgs, Debug)]
pub struct Kits {
    /// Write the kits as a zip archive; -: to stdout
    #[arg(long, value_name = "FILE")]
    pub zip: Option<PathBuf>,
    /// Only those of this game
    #[arg(long)]
    pub game: Option<String>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji check`.
#[derive(ClapArgs, Debug)]
pub struct Check {
    /// The program, or the folder it is in
    #[arg(value_name = "PROGRAM|DIR")]
    pub program: String,
    /// The game: see `gyoji games` (a folder of gyoji new-bot says it itself)
    #[arg(long)]
    pub game: Option<String>,
    /// The dialect it speaks (default: the game's)
    #[arg(long)]
    pub dialect: Option<String>,
    /// The time for one answer (default: the game's)
    #[arg(long, value_name = "TIME", value_parser = super::duration)]
    pub time: Option<Duration>,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}
