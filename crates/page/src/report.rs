//! What an event has come to, as plain data: the same for its page and for `--json`.
//!
//! The stages and places are the league's [`Chart`]; around it stands what the games say: ratings
//! with their intervals, who beat whom, times, faults with their reasons, and every game.

use gyoji_core::Text;
use gyoji_core::record::{FaultKind, Place};
use gyoji_league::event::Chart;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The version of [`EventReport`].
pub(crate) const VERSION: u32 = 1;

/// A whole event. Entrants are called by their numbers in [`Chart::entrants`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct EventReport {
    /// The version of this form; always the first field.
    pub gyoji_event: u32,
    /// Its name.
    pub name: String,
    /// The game, as commands call it.
    pub game: String,
    /// The game, as people call it.
    pub title: Text,
    /// How it is played, in a few words each: the format, the time, who organises it.
    pub about: Vec<Text>,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// When its last game ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_ms: Option<u64>,
    /// Stages, groups, brackets and the ranking.
    pub chart: Chart,
    /// What the games say about who is better, in sentences.
    pub sentences: Vec<Text>,
    /// Each entrant's rating; none without games that count.
    pub ratings: Vec<Option<Rating>>,
    /// What is to be said about the ratings.
    pub rating_notes: Vec<Text>,
    /// The ratings as they were after so many games.
    pub history: Vec<RatingsAt>,
    /// What each entrant has done against each other.
    pub cross: Vec<Vec<Meetings>>,
    /// Each entrant's times.
    pub times: Vec<Times>,
    /// What the seats are worth.
    pub seats: Vec<SeatLine>,
    /// The faults, in the order of the games.
    pub faults: Vec<FaultLine>,
    /// The games, in the order in which they were played.
    pub games: Vec<GameLine>,
}

/// A rating with its interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rating {
    /// The rating, in points of Elo.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// The ratings at one moment of the event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RatingsAt {
    /// After so many games.
    pub games: u64,
    /// Each entrant's rating then.
    pub ratings: Vec<Option<Rating>>,
}

/// The games of one entrant against another; where more than two play, who came in before whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Meetings {
    /// How often it was better.
    pub wins: u64,
    /// How often they were equal.
    pub draws: u64,
    /// How often it was worse.
    pub losses: u64,
    /// How many of those it lost by a fault of its own.
    pub faults: u64,
}

impl Meetings {
    /// How often they met.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A win counts 1, a draw ½.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// The times of one entrant's answers, in seconds.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Times {
    /// How many answers there were.
    pub answers: u64,
    /// All their times together.
    pub total: f64,
    /// Half of the answers took no longer.
    pub median: f64,
    /// The longest.
    pub most: f64,
    /// The game in which that was.
    pub most_game: String,
    /// And the move, from 1.
    pub most_ply: u32,
    /// The time for one answer, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// How many answers took more than four fifths of it.
    pub near: u64,
}

/// What one seat is worth, whoever sat there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SeatLine {
    /// What it is called.
    pub name: Text,
    /// Games counted.
    pub games: u64,
    /// Games with nobody better.
    pub wins: u64,
    /// The mean payoff: the share of the opponents that were beaten, a tie being half.
    pub mean: f64,
}

/// A fault.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FaultLine {
    /// The game.
    pub game: String,
    /// Who.
    pub entrant: usize,
    /// Which move it was about, from 1.
    pub ply: u32,
    /// What was done.
    pub kind: FaultKind,
    /// Whether it lost the game.
    pub lost: bool,
    /// What it was and what came of it, in a few words.
    pub verdict: Text,
    /// Why, in a sentence.
    pub why: Text,
    /// The whole explanation, as the referee's `Explanation` is serialised; null if there is none.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub explanation: Value,
}

/// A game of the event.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its name.
    pub id: String,
    /// Where it stands in the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Who sat where.
    pub entrants: Vec<usize>,
    /// The places by seat, 1 being the best.
    pub places: Vec<u8>,
    /// The game's own points by seat.
    pub points: Vec<i32>,
    /// Why it ended, in words.
    pub ending: Text,
    /// Whether it counts.
    pub counts: bool,
    /// How many moves it had.
    pub plies: u32,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// How many faults there were.
    pub faults: u32,
}
