//! What can be asked of `gyoji train`.

use std::path::PathBuf;

use clap::Args as ClapArgs;

/// Arguments of `gyoji train`.
#[derive(ClapArgs, Debug)]
pub struct Train {
    /// The game: one with planes, see `gyoji games`
    pub game: String,
    /// The settings, a TOML file (default: those that --print-config prints)
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// The folder for a new training (default: GAME-zero in this folder)
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Stop and save after so many hours (default: never)
    #[arg(long, value_name = "H", value_parser = hours)]
    pub hours: Option<f64>,
    /// Stop and save after so many rounds (default: never)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub rounds: Option<u64>,
    /// Go on with the training of this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["config", "out", "from"])]
    pub resume: Option<PathBuf>,
    /// Begin with these weights instead of new ones
    #[arg(long, value_name = "WEIGHTS")]
    pub from: Option<PathBuf>,
    /// Do one tiny round and print every value on the way
    #[arg(long, conflicts_with_all = ["resume", "out", "from", "hours", "rounds"])]
    pub debug: bool,
    /// Print all settings with what they do, and end
    #[arg(long)]
    pub print_config: bool,
}

fn hours(text: &str) -> Result<f64, crate::usage::Hint> {
    let hours = text.parse().ok().filter(|hours| (0.0..=100_000.0).contains(hours));
    hours.ok_or_else(|| crate::usage::Hint(gyoji_words::usage::some_hours()))
}
