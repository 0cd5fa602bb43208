//! `gyoji league`: events from a file to the last place.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use gyoji_referee::sandbox::Wanted;
use gyoji_store::Location;

/// Arguments of `gyoji league`.
#[derive(ClapArgs, Debug)]
pub struct League {
    #[command(subcommand)]
    pub command: LeagueCommand,
}

/// What can be done with events.
#[derive(Subcommand, Debug)]
pub enum LeagueCommand {
    /// Hold an event, or go on with one that was broken off
    Run(Run),
    /// How an event stands, or which events there are
    Status(Status),
    /// Write an event's tables, games and report to files
    Export(Export),
    /// Compute everything again from the records and compare it with what is stored
    Verify(Verify),
    /// Show in the terminal how an event goes on
    Watch(Watch),
    /// Print the JSON schema of event files, for editors
    Schema,
}

/// Arguments of `gyoji league run`.
#[derive(ClapArgs, Debug)]
pub struct Run {
    /// The event's file
    #[arg(value_name = "EVENT.toml")]
    pub file: PathBuf,
    #[command(flatten)]
    pub data: Data,
    /// Only try everybody who takes part: does it start, does it answer?
    #[arg(long)]
    pub check: bool,
    /// Do not try them before the event begins
    #[arg(long, conflicts_with = "check")]
    pub no_check: bool,
    /// Begin anew an event that is over or was changed; the games of before are kept
    #[arg(long)]
    pub again: bool,
    /// How many games at once (default: what the file says, or as many as there are cores, divided
    /// among the programs of a game that may think at the same time)
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub slots: Option<u16>,
    /// How programs are locked in, whatever the file says (see gyoji doctor)
    #[arg(long, value_name = "best|0|1|2|3", value_parser = super::sandbox)]
    pub sandbox: Option<Wanted>,
    /// Keep each game at once on a core of its own
    #[arg(long)]
    pub pin: bool,
    /// Also keep the records of all games in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Do not explain faults, only count them
    #[arg(long, short = 'q')]
    pub quiet: bool,
}

/// Arguments of `gyoji league status`.
#[derive(ClapArgs, Debug)]
pub struct Status {
    #[command(flatten)]
    pub which: Which,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji league export`.
#[derive(ClapArgs, Debug)]
pub struct Export {
    #[command(flatten)]
    pub which: Which,
    /// Write tables for a spreadsheet to this folder
    #[arg(long, value_name = "DIR", required_unless_present_any = ["html", "json"])]
    pub csv: Option<PathBuf>,
    /// Write a report of one HTML file, replays included, to this folder
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Write everything as JSON to this folder
    #[arg(long, value_name = "DIR")]
    pub json: Option<PathBuf>,
}

/// Arguments of `gyoji league verify`.
#[derive(ClapArgs, Debug)]
pub struct Verify {
    #[command(flatten)]
    pub which: Which,
}

/// Arguments of `gyoji league watch`.
#[derive(ClapArgs, Debug)]
pub struct Watch {
    #[command(flatten)]
    pub which: Which,
}

/// Which event.
#[derive(ClapArgs, Debug)]
pub struct Which {
    /// The event: its file or its name (default: the only one in the store)
    #[arg(value_name = "EVENT.toml|NAME")]
    pub event: Option<String>,
    #[command(flatten)]
    pub data: Data,
}

/// Where games are stored, if they are to be.
#[derive(ClapArgs, Debug)]
pub struct Keep {
    /// Store the games here: a folder, or postgres://... (a match that is asked for again in the same
    /// words goes on where it was)
    #[arg(long, value_name = "DIR|URL")]
    pub data: Option<Location>,
}

/// Where games are stored.
#[derive(ClapArgs, Debug)]
pub struct Data {
    /// Where games are stored: a folder, or postgres://... (default: the folder gyoji in
    /// $XDG_DATA_HOME, or ~/.local/share/gyoji)
    #[arg(long, value_name = "DIR|URL", env = "GYOJI_DATA", hide_env_values = true)]
    pub data: Option<Location>,
}
