//! What an event has come to, as plain data: whoever prints, exports or draws it reads this, and
//! needs to know nothing about formats.

use gyoji_core::record::Place;
use serde::{Deserialize, Serialize};

/// A whole event. Entrants are called by their numbers, in the order of the file.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chart {
    /// The entrants' names.
    pub entrants: Vec<String>,
    /// Its stages, in order.
    pub stages: Vec<StageChart>,
    /// The entrants from the best down, as far as that is decided; who shares a place is together.
    pub ranking: Vec<Vec<usize>>,
}

/// How far something has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Something else has to end first.
    #[default]
    Waiting,
    /// There are games to play.
    Running,
    /// It is decided.
    Over,
}

/// One stage of an event.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct StageChart {
    /// Its name, as in [`Place::stage`].
    pub name: String,
    /// Its format: `round-robin`, `knock-out`.
    pub format: String,
    /// How far it has come.
    pub state: State,
    /// How many games are known to be needed so far.
    pub games: u64,
    /// How many of them were played.
    pub played: u64,
    /// Those who are compared by points, best first: all of them, or the tables of a round.
    pub groups: Vec<Group>,
    /// Who meets whom, round by round: the bracket of a knock-out.
    pub rounds: Vec<Round>,
}

/// Entrants who are compared with each other.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Group {
    /// What it is called: `A`; empty if there is only one.
    pub name: String,
    /// Its entrants, best first.
    pub rows: Vec<Row>,
}

/// What one entrant has done in its group.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Row {
    /// The place, from 1; equal ones share it.
    pub place: u32,
    /// Who.
    pub entrant: usize,
    /// Games counted.
    pub games: u64,
    /// Games with nobody better.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The rest.
    pub losses: u64,
    /// What decides: points of the event, or wins and half the draws.
    pub score: f64,
    /// What decides between equal scores, in this order.
    pub tie_breaks: Vec<TieBreak>,
    /// Whether it goes on to the next stage or round; unknown until that is decided.
    pub advances: Option<bool>,
}

/// One of the values that decide between equal scores.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TieBreak {
    /// Which: `buchholz`, `points`, `lot`.
    pub rule: String,
    /// Its value; more is better.
    pub value: f64,
}

/// Meetings that can be played at the same time.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Round {
    /// Its number, as in [`Place::round`].
    pub number: u32,
    /// What it is called if it has a name: `semi-final`, `third-place`.
    pub name: String,
    /// Who meets.
    pub meetings: Vec<Meeting>,
}

/// Entrants who sit at one table until something is decided between them.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Meeting {
    /// Its number, as in [`Place::pairing`].
    pub pairing: u32,
    /// Who meets; nobody yet where an earlier meeting decides it. One alone has a bye.
    pub entrants: Vec<Option<usize>>,
    /// What each has scored here.
    pub score: Vec<f64>,
    /// Who goes on, or has won.
    pub advancing: Vec<usize>,
    /// How many games it takes at the most.
    pub best_of: u32,
    /// The games so far, in order.
    pub games: Vec<Place>,
    /// How far it has come.
    pub state: State,
}
