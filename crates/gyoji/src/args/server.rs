//! `gyoji othello-server` and `gyoji othello-client`: Othello over TCP.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;

use super::{duration, some_time};

/// Arguments of `gyoji othello-server`.
#[derive(ClapArgs, Debug)]
pub struct OthelloServer {
    /// The port to listen on; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = 46000)]
    pub port: u16,
    /// The address to listen on, such as 127.0.0.1 or [::1] (default: all of this machine)
    #[arg(long, value_name = "ADDRESS")]
    pub host: Option<String>,
    /// The time from TURN to a valid PUT, 0 for no limit
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub timeout: Duration,
    /// With --timeout 0: a client that has never said anything is taken for gone so long after
    /// its first TURN
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = some_time)]
    pub patience: Duration,
    /// Stop after this many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub games: Option<u64>,
    /// The four discs at the start: mirrored (as the course's server) or standard
    #[arg(long, default_value = "mirrored", value_parser = ["mirrored", "standard"])]
    pub start: String,
    /// Keep the records of all games in this folder
    #[arg(long, value_name = "DIR")]
    pub record: Option<PathBuf>,
    /// Keep the scores in this file, as nick,wins,losses,draws
    #[arg(long, value_name = "FILE")]
    pub scores: Option<PathBuf>,
    /// Hold a cup: show the win rates of the nicknames
    #[arg(long)]
    pub cup: bool,
    /// How many games a nickname needs to be in the table of the cup
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub min_games: u64,
    /// After the league the best K of those with enough games play a knock-out; Enter, --cup-until
    /// or --games closes the league
    #[arg(long, value_name = "K", requires = "cup", value_parser = clap::value_parser!(u16).range(2..=256))]
    pub cup_best: Option<u16>,
    /// Close the league of the cup after so long, when everybody who is there has --min-games games
    #[arg(long, value_name = "TIME", requires = "cup_best", value_parser = some_time)]
    pub cup_until: Option<Duration>,
    /// How many games a meeting of the knock-out has at the most, before extra games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub best_of: u16,
    /// Whoever does not come to a game of the knock-out for so long loses it
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = some_time)]
    pub grace: Duration,
    /// What the cup, or the series of games, is called in the store (default: from the date)
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// Store the games here: a folder, or postgres://...
    #[arg(long, value_name = "DIR|URL")]
    pub data: Option<gyoji_store::Location>,
    /// How many games at once at the most
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u16).range(1..))]
    pub at_once: u16,
    /// The seed of who meets whom
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print the table as JSON at the end
    #[arg(long)]
    pub json: bool,
}

/// Arguments of `gyoji othello-client`.
#[derive(ClapArgs, Debug)]
pub struct OthelloClient {
    /// Where the server is: a name or an address
    pub host: String,
    /// Its port
    #[arg(long, value_name = "PORT", default_value_t = 46000)]
    pub port: u16,
    /// The nickname (default: the bot's name)
    #[arg(long)]
    pub nick: Option<String>,
    /// The bot that plays, with options as in bot:NAME?option=value
    #[arg(long, default_value = "monte")]
    pub bot: String,
    /// The time for one move, in seconds or as 500ms
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub seconds: Option<Duration>,
    /// Give up when the server has said nothing for so long, 0 for never (default: 60s for the
    /// answer to a PUT; an opponent and their moves are waited for while the connection lives)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub patience: Option<Duration>,
    /// How many games, one after the other
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the bot
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print nothing but complaints
    #[arg(long, short = 'q')]
    pub quiet: bool,
}
