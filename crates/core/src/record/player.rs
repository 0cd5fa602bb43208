//! The players of a plan, and the conditions they play under.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Clock, Limits};
use crate::{BadText, Lifetime};

/// A player and its conditions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Player {
    /// The name on the screen.
    pub name: String,
    /// The player as it was written on the command line.
    pub text: String,
    /// The folder its program runs in, where its files are looked for; ours if nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The dialect it is spoken to in; none for a built-in bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// The dialect's options, all of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub dialect_options: BTreeMap<String, String>,
    /// The bot's options, all of them. (In version 1 they are only in `text`.)
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot_options: Option<BTreeMap<String, String>>,
    /// How long its process lives; none for a built-in bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lifetime: Option<Lifetime>,
    /// The time for one answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<u64>,
    /// The time for all its answers together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The additional time for the first answer of a new process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_up_ns: Option<u64>,
    /// What happens when it answers badly.
    pub policy: Policy,
    /// The number of faults after which it loses all the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strikes: Option<u32>,
    /// The sandbox level it ran at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<u8>,
    /// What it could use of the machine, where that was limited.
    #[serde(default, skip_serializing_if = "Limits::is_empty")]
    pub limits: Limits,
    /// Whether it could think in its opponents' time; none for a built-in bot that was not told to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<Ponder>,
}

impl Player {
    /// A player of whom nothing is known but its name and how it is written: it has all the time
    /// it wants, and its first fault loses.
    pub fn new(name: &str, text: &str) -> Player {
        Player {
            name: name.to_owned(),
            text: text.to_owned(),
            dir: None,
            dialect: None,
            dialect_options: BTreeMap::new(),
            bot_options: None,
            lifetime: None,
            limit_ns: None,
            clock: None,
            start_up_ns: None,
            policy: Policy::Forfeit,
            strikes: None,
            sandbox: None,
            limits: Limits::default(),
            ponder: None,
        }
    }

    /// The time for one answer.
    pub fn limit(&self) -> Option<Duration> {
        self.limit_ns.map(Duration::from_nanos)
    }

    /// The dialect's options, as they are written.
    pub fn dialect_options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.dialect_options.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// Whether a player may think while it is not its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ponder {
    /// It may.
    Yes,
    /// It may not: its program is frozen meanwhile.
    No,
    /// It should not, but it runs where nobody can freeze it.
    Remote,
}

/// What happens to a player that answers late, illegally or not at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// It loses (seed 000).
    Forfeit,
    /// It is told so and may try again while its clock runs; too late, and it loses (seed 002).
    Retry,
    /// The game's default move is made for it (seed 003).
    Skip,
    /// It is told so and asked again, with a new clock.
    Practice,
}

impl Policy {
    /// The names, as they are written.
    pub const NAMES: &'static [&'static str] = &["forfeit", "retry", "skip", "practice"];
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Policy::Forfeit => "forfeit",
            Policy::Retry => "retry",
            Policy::Skip => "skip",
            Policy::Practice => "practice",
        })
    }
}

impl FromStr for Policy {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Policy, BadText> {
        match s {
            "forfeit" => Ok(Policy::Forfeit),
            "retry" => Ok(Policy::Retry),
            "skip" => Ok(Policy::Skip),
            "practice" => Ok(Policy::Practice),
            _ => {
                let problem = gyoji_words::input::bad_choice("policy", Policy::NAMES.join(" | "));
                Err(BadText::new(s, problem))
            }
        }
    }
}
