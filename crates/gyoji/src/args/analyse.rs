//! What can be asked of `gyoji analyse`.

use std::time::Duration;

use clap::Args as ClapArgs;

use super::some_time;

/// Arguments of `gyoji analyse`.
#[derive(ClapArgs, Debug)]
pub struct Analyse {
    /// The game: see `gyoji games`
    pub game: String,
    /// A position, the moves of a game (f5d6c3), or a file with one; - for stdin (default: the
    /// start)
    #[arg(value_name = "POSITION|GAME|FILE", allow_hyphen_values = true)]
    pub what: Option<String>,
    /// An option of the game, where neither position nor game is given: see `gyoji games`
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", conflicts_with = "what")]
    pub options: Vec<String>,
    /// The Nth game or position of a file
    #[arg(long = "game", id = "number", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub number: Option<u32>,
    /// The time for each position (default: 1s; with --depth alone no limit)
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub time: Option<Duration>,
    /// Look so many plies deep, and to the end where that is at most eight further; with one thread the result is
    /// the same every time
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub depth: Option<u32>,
    /// How many to show: of a position the best moves, of a game the worst (0: all)
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub lines: usize,
    /// Threads that search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub threads: u32,
    /// The most memory for its tables, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub memory: u32,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
    /// Do not tell how it gets on
    #[arg(long, short = 'q')]
    pub quiet: bool,
}
