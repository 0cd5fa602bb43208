//! What can happen in a game.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Bytes, Value};
use crate::{Outcome, Seat};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A player is there and wants to play.
    Ready(Ready),
    /// Everybody is there: from now on whoever is to move is asked at once.
    Begun {},
    /// A player was asked for its move. (Since version 2.)
    Asked(Question),
    /// A player said something that was not its move.
    Heard(HeardLine),
    /// A player said something to everybody.
    Said(Said),
    /// A player has a new name.
    Named(Named),
    /// A move was made.
    Moved(Moved),
    /// A player did something it must not.
    Faulted(Fault),
    /// Moves were taken back.
    Undone(Undone),
    /// The game is over.
    Ended(Ended),
}

impl Event {
    /// The words of `seat` that made this event.
    pub fn got_from(&self, seat: Seat) -> Option<&Bytes> {
        let (who, got) = match self {
            Event::Ready(ready) => (ready.seat, Some(&ready.got)),
            Event::Heard(heard) => (heard.seat, Some(&heard.got)),
            Event::Said(said) => (said.seat, Some(&said.got)),
            Event::Named(named) => (named.seat, Some(&named.got)),
            Event::Moved(moved) => (moved.seat, moved.got.as_ref()),
            Event::Faulted(fault) => (fault.seat, Some(&fault.got)),
            Event::Begun {} | Event::Asked(_) | Event::Undone(_) | Event::Ended(_) => return None,
        };
        got.filter(|_| who == seat)
    }

    /// Whether nothing but the end can come after it.
    pub fn is_last(&self) -> bool {
        match self {
            Event::Faulted(fault) => matches!(fault.then, Then::Loses | Then::Void),
            Event::Ended(_) => true,
            _ => false,
        }
    }
}

/// Where the time of an answer went; everything in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// When the question was put, from the start of the game, where no [`Event::Asked`] says it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub asked: u64,
    /// From just before the question was written until the answer arrived.
    pub used: u64,
    /// Processor time of the player meanwhile.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<u64>,
    /// Time the player was ready to run but had no processor: the machine's share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<u64>,
    /// The part of `wait` that others caused, while its clock stood.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u64,
    /// Time in which the referee itself did not run, while the clock stood.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub stall: u64,
    /// What it did when the time was up, where that was nothing and could be seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<Idle>,
}

/// What a program does that does nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Idle {
    /// It waits for something to read.
    Reading,
    /// It sleeps, or waits for itself.
    Sleeping,
}

impl Spent {
    /// From just before the question was written until the answer arrived.
    pub fn used(&self) -> Duration {
        Duration::from_nanos(self.used)
    }

    /// The time that counts: what the machine took away is not the player's.
    pub fn counted(&self) -> Duration {
        Duration::from_nanos(self.used.saturating_sub(self.delay).saturating_sub(self.stall))
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(super) fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// See [`Event::Ready`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// Who.
    pub seat: Seat,
    /// Its words.
    pub got: Bytes,
    /// The time it took to start.
    pub spent: Spent,
}

/// See [`Event::Asked`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Question {
    /// How many moves had been made.
    pub ply: u32,
    /// Who.
    pub seat: Seat,
    /// When, in nanoseconds from the start of the game.
    pub at: u64,
    /// The time it has for this answer, the allowance for start-up included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<u64>,
    /// What is left on its clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ns: Option<u64>,
}

/// See [`Event::Heard`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HeardLine {
    /// Who.
    pub seat: Seat,
    /// How many moves had been made.
    pub ply: u32,
    /// Its words.
    pub got: Bytes,
}

/// See [`Event::Said`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said {
    /// Who.
    pub seat: Seat,
    /// What.
    pub text: String,
    /// The words as they came.
    pub got: Bytes,
}

/// See [`Event::Named`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// Who.
    pub seat: Seat,
    /// The new name.
    pub name: String,
    /// The words as they came; none if the name was given before: with the words that said the
    /// player was ready, or in an earlier game on the same line.
    pub got: Bytes,
}

/// See [`Event::Moved`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    /// How many moves had been made before.
    pub ply: u32,
    /// Who.
    pub seat: Seat,
    /// The move, in the game's own text form.
    #[serde(rename = "move")]
    pub mv: String,
    /// The words it was said with; none for a built-in bot or a default move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub got: Option<Bytes>,
    /// Where the time went.
    pub spent: Spent,
    /// What the player thought of its position, with this move: the last it said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// What the player printed to stderr meanwhile, or a bot said of its thinking.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
}

/// What kind of thing a player did.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// A move that is not allowed here.
    Illegal,
    /// Not a line of the dialect, or not text at all.
    Format,
    /// Too late.
    Time,
    /// The program ended.
    Crash,
    /// A line, or the lines of a turn, too long.
    Flood,
    /// Too much memory.
    Memory,
    /// The program did not come up.
    Start,
    /// The peer went away.
    Disconnected,
    /// The sandbox refused something.
    Refused,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// What comes of a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// The player loses the game.
    Loses,
    /// It is told so and may try again.
    Again,
    /// The game's default move is made for it, or what can be done of its own.
    Default,
    /// Nothing but this line.
    Noted,
    /// The game is void: the machine was to blame, not the player.
    Void,
}

/// See [`Event::Faulted`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fault {
    /// How many moves had been made.
    pub ply: u32,
    /// Who.
    pub seat: Seat,
    /// What it did.
    pub kind: FaultKind,
    /// What it said, as far as it was read.
    #[serde(default)]
    pub got: Bytes,
    /// Where the time went.
    pub spent: Spent,
    /// The time it had, the allowance for start-up included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<u64>,
    /// How its program ended, if it has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// What the system said, where the program could not be started or reached; what a sandbox
    /// refused: the call, and the path it wanted; how much memory it had, and what it may have.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// What it has printed to stderr since it was started: the beginning and the end of it.
    /// Empty if a program that lives for more than a move has printed nothing since its last
    /// fault.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stderr: String,
    /// Whether it spoke although it had not been asked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unasked: bool,
    /// Whether the machine was to blame: what was missing would have come in time on one with
    /// nothing else to do.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub machine: bool,
    /// What comes of it.
    pub then: Then,
}

/// See [`Event::Undone`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Undone {
    /// How many moves were taken back.
    pub plies: u32,
}

/// See [`Event::Ended`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// Each seat's place, 1 being the best.
    pub places: Vec<u8>,
    /// Each seat's points, as the game counts them.
    pub points: Vec<i32>,
    /// Why: a key of the game's endings, or `fault`, `resigned`, `adjudicated`, `aborted`,
    /// `void`.
    pub why: String,
    /// Who lost by a fault or gave up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loser: Option<Seat>,
    /// The fault it lost by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<FaultKind>,
    /// What the system said, where the referee could not go on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
}

impl Ended {
    /// A seat has lost by a fault.
    pub const FAULT: &str = "fault";
    /// A seat has given up.
    pub const RESIGNED: &str = "resigned";
    /// Both players agreed who wins, or that nobody does: see [`Adjudication`](super::Adjudication).
    pub const ADJUDICATED: &str = "adjudicated";
    /// The game was stopped from outside and counts for nobody.
    pub const ABORTED: &str = "aborted";
    /// The machine or the referee failed, not a player: the game counts for nobody.
    pub const VOID: &str = "void";

    /// The end the rules gave it.
    pub fn by_rules(outcome: &Outcome) -> Ended {
        Ended {
            places: outcome.places().to_vec(),
            points: outcome.points().to_vec(),
            why: outcome.why.to_owned(),
            loser: None,
            fault: None,
            system: String::new(),
        }
    }

    /// `loser` loses; the others share the first place.
    pub fn lost(loser: Seat, seats: usize, why: &str, fault: Option<FaultKind>) -> Ended {
        let outcome = Outcome::loss(loser, seats, "");
        Ended {
            places: outcome.places().to_vec(),
            points: vec![0; seats],
            why: why.to_owned(),
            loser: Some(loser),
            fault,
            system: String::new(),
        }
    }

    /// The players of a game of two agreed who has won, or on a draw. Nobody has any points: the
    /// game was not counted.
    pub fn adjudicated(winner: Option<Seat>) -> Ended {
        let mut ended = Ended::for_nobody(2, Ended::ADJUDICATED);
        if let Some(winner) = winner {
            ended.places = Outcome::win(winner, 2, "").places().to_vec();
        }
        ended
    }

    /// Nobody wins: the game was stopped.
    pub fn aborted(seats: usize) -> Ended {
        Ended::for_nobody(seats, Ended::ABORTED)
    }

    /// Nobody wins: the machine or the referee failed, for the reason the system gave.
    pub fn void(seats: usize, system: impl Into<String>) -> Ended {
        Ended { system: system.into(), ..Ended::for_nobody(seats, Ended::VOID) }
    }

    fn for_nobody(seats: usize, why: &str) -> Ended {
        Ended {
            places: vec![1; seats],
            points: vec![0; seats],
            why: why.to_owned(),
            loser: None,
            fault: None,
            system: String::new(),
        }
    }

    /// Whether the game counts: it was neither stopped nor void.
    pub fn counts(&self) -> bool {
        !matches!(self.why.as_str(), Ended::ABORTED | Ended::VOID)
    }

    /// The only seat in the first place, if there is one.
    pub fn winner(&self) -> Option<Seat> {
        crate::outcome::winner(&self.places)
    }

    /// The share of the opponents a seat has beaten; see [`Outcome::payoff`].
    pub fn payoff(&self, seat: Seat) -> f32 {
        crate::outcome::payoff(&self.places, seat)
    }
}
