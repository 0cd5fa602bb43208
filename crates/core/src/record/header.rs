//! The first line of a record: the plan of the game, and when and by whom it was carried out.

use std::collections::BTreeMap;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

use super::{Adjudication, Player, VERSION};
use crate::{BadText, Game, Options, Setup};

/// The first line of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format; always the first field.
    pub gyoji_record: u32,
    /// What is played.
    #[serde(flatten)]
    pub plan: Plan,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// Which program refereed.
    pub referee: String,
}

impl Header {
    /// The first line for a game that begins now.
    pub fn new(plan: Plan, started_ms: u64, referee: &str) -> Header {
        Header { gyoji_record: VERSION, plan, started_ms, referee: referee.to_owned() }
    }
}

impl Deref for Header {
    type Target = Plan;

    fn deref(&self) -> &Plan {
        &self.plan
    }
}

/// Who plays what, and under which conditions: all that is needed to play it, anywhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The game's own name: 128 bits, as hexadecimal digits. (Eight digits in version 1.)
    pub id: String,
    /// Which game: `othello`.
    pub game: String,
    /// The game's options, all of them.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The position it starts from, if not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Moves that are made from there before anybody is asked, in the game's own text form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The seed of what is drawn by lot.
    pub seed: u64,
    /// The players, by seat.
    pub players: Vec<Player>,
    /// When it is over before its end because both players agree, if ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub adjudicate: Option<Adjudication>,
    /// Where it stands among the games it belongs to, if it is not the only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// Where a game stands in a series or an event; everything is counted from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Place {
    /// The series or event: its name, or one drawn by lot.
    pub series: String,
    /// The stage of an event: `groups`, `final`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub stage: String,
    /// The round.
    pub round: u32,
    /// Which players meet: the number of their pairing.
    pub pairing: u32,
    /// The game of that pairing, in that round.
    pub game: u32,
    /// How often it was played again before because it was void.
    #[serde(default, skip_serializing_if = "is_none")]
    pub replay: u32,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_none(number: &u32) -> bool {
    *number == 0
}

/// How many digits of an id people are shown.
const SHORT: usize = 8;

impl Plan {
    /// The beginning of the id, which is enough for people.
    pub fn short_id(&self) -> &str {
        self.id.get(..SHORT).unwrap_or(&self.id)
    }

    /// How the game starts; its opening moves are not made yet.
    pub fn setup<G: Game>(&self) -> Result<Setup, BadText> {
        let given = self.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        Ok(Setup {
            position: self.position.clone(),
            options: Options::check(G::SPEC.options, given)?,
            seed: self.seed,
            opening: self.opening.clone(),
        })
    }

    /// The plan of a game that starts so, with nothing said of what it belongs to.
    pub fn new<G: Game>(id: String, setup: &Setup, players: Vec<Player>) -> Plan {
        let options = setup.options.iter();
        Plan {
            id,
            game: G::SPEC.id.to_owned(),
            options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
            position: setup.position.clone(),
            opening: setup.opening.clone(),
            seed: setup.seed,
            players,
            adjudicate: None,
            place: None,
        }
    }
}
