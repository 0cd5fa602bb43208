//! What can be asked of `gyoji bench`.

use std::time::Duration;

use clap::{Args as ClapArgs, ValueEnum};

use super::duration;

/// Arguments of `gyoji bench`.
#[derive(ClapArgs, Debug)]
pub struct Bench {
    /// What to measure
    #[arg(value_enum)]
    pub what: BenchWhat,
    /// How long each part runs (default: 3s; the whole of soak: 5m)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time: Option<Duration>,
    /// Also what takes hours: FFO #45 to #59 (othello)
    #[arg(long)]
    pub long: bool,
    /// Print as JSON
    #[arg(long)]
    pub json: bool,
}

impl Bench {
    /// How long each part runs.
    pub fn time(&self) -> Duration {
        let usual = if self.what == BenchWhat::Soak { 300 } else { 3 };
        self.time.unwrap_or(Duration::from_secs(usual))
    }
}

/// What can be measured.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchWhat {
    /// The referee's own cost for each move, beside a bare pipe
    Referee,
    /// Othello's move generator, endgame solver and searches
    Othello,
    /// Contrast's move generator, random games and tree searches
    Contrast,
    /// The Othello server under 200 games at once
    OthelloServer,
    /// Renju's board: stones put and taken back, forbidden points
    Renju,
    /// QUINTE's rules and bots, one thread
    Quinte,
    /// Networks: looking, self-play and learning, one thread
    Zero,
    /// Games that are stored beside the same unstored, and stores of 1k, 10k and 100k games
    League,
    /// The arena in the browser: 1000 watchers of one game, 100 games with two each
    Web,
    /// Who is blamed for late answers, under load of every kind
    Fairness,
    /// Whether anything is left or grows when good and faulty programs play for long
    Soak,
    /// What each level of the sandbox costs: from the start to the first answer, and each move
    Sandbox,
}
