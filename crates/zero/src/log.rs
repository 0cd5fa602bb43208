//! What a training has come to, round by round: plain data, a line of JSON each.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::trainer::Losses;
use crate::trouble::Trouble;

/// A line of the log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Entry {
    /// A round of self-play and learning.
    Round(Round),
    /// Games against a fixed opponent.
    Measured(Measured),
}

/// A round of self-play and learning.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    /// Its number, from 1.
    pub round: u64,
    /// Games of this round, without those that an earlier run had played already.
    pub games: u64,
    /// All games so far.
    pub all_games: u64,
    /// All positions to learn from so far, and those learnt from now.
    pub positions: u64,
    /// Of which so many were in the window.
    pub window: u64,
    /// Simulations of this round.
    pub simulations: u64,
    /// Seconds of self-play, and of learning.
    pub playing: f64,
    /// Seconds of learning.
    pub learning: f64,
    /// The mean length of a game, in plies.
    pub plies: f64,
    /// What the first seat got on average, 0 to 1.
    pub first_seat: f64,
    /// The share of draws.
    pub draws: f64,
    /// What was lost.
    pub losses: Losses,
}

impl Round {
    /// Games in an hour, learning included.
    pub fn games_per_hour(&self) -> f64 {
        3600.0 * self.games as f64 / (self.playing + self.learning).max(1e-9)
    }

    /// Simulations in a second of self-play.
    pub fn simulations_per_second(&self) -> f64 {
        self.simulations as f64 / self.playing.max(1e-9)
    }

    /// Positions learnt from in a second of learning, each step's batch being of that size.
    pub fn samples_per_second(&self, batch: usize) -> f64 {
        (self.losses.steps * batch as u64) as f64 / self.learning.max(1e-9)
    }
}

/// Games against a fixed opponent.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// After which round.
    pub round: u64,
    /// The opponent, as in `gyoji match`.
    pub against: String,
    /// The simulations of the network for a move.
    pub simulations: u64,
    /// Games won.
    pub won: u64,
    /// Games drawn.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// The difference in Elo, if it can be told.
    pub elo: Option<f64>,
    /// Where it lies with 95 %.
    pub interval: Option<(f64, f64)>,
}

impl Measured {
    /// The share of points, 0 to 1.
    pub fn score(&self) -> f64 {
        let games = (self.won + self.drawn + self.lost).max(1) as f64;
        (self.won as f64 + 0.5 * self.drawn as f64) / games
    }
}

/// Appends a line to the log.
///
/// # Errors
/// If it cannot be written.
pub fn append(path: &Path, entry: &Entry) -> Result<(), Trouble> {
    let mut line = serde_json::to_string(entry).unwrap_or_default();
    line.push('\n');
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(Trouble::io(path))
}

/// Reads the log; lines that were torn or are of another version are left out.
///
/// # Errors
/// If it is there and cannot be read.
pub fn read(path: &Path) -> Result<Vec<Entry>, Trouble> {
    match fs::read(path) {
        Ok(bytes) => {
            let lines = bytes.split(|&byte| byte == b'\n');
            Ok(lines.filter_map(|line| serde_json::from_slice(line).ok()).collect())
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(Trouble::Io(path.to_owned(), error)),
    }
}
