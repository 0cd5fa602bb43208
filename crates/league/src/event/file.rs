//! The file of an event: TOML in, an event that can be held out, or a mistake that can be shown.
//!
//! What can be said without knowing the game is checked by [`EventFile::parse`]; what needs the
//! game (its options, its seats) by [`EventFile::check`].

mod check;
mod difference;
mod read;

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use gyoji_core::Text;
use gyoji_core::record::{Clock, Limits};
use gyoji_referee::sandbox::Wanted;
use gyoji_words::events as words;
use sha2::{Digest, Sha256};

use super::entry::Entry;
use super::format::{Format, Seeding};
use super::mistake::Mistake;

/// The largest file that is read.
const MOST_BYTES: usize = 1 << 20;
/// The most players an event has.
pub(super) const MOST_PLAYERS: usize = 1000;

/// An event as its file says it.
#[derive(Clone, Debug)]
pub struct EventFile {
    /// What it is called.
    pub name: String,
    /// Which game.
    pub game: String,
    /// The game's options that are given, as text.
    pub options: Vec<(String, String)>,
    /// The time for one answer; zero for no limit.
    pub time: Option<Duration>,
    /// The time for a whole game.
    pub clock: Option<Clock>,
    /// How many moves are drawn by lot before each game.
    pub opening: u32,
    /// A file of openings, as it is written.
    pub openings: Option<String>,
    /// Decides whatever is drawn by lot: the one in the file, or one that is made from the name.
    pub seed: u64,
    /// How many games are played at once, if that is said.
    pub slots: Option<usize>,
    /// Whether programs may think in their opponents' time.
    pub ponder: bool,
    /// How well programs are locked in.
    pub sandbox: Wanted,
    /// What they may use.
    pub limits: Limits,
    /// The stages: one without a name if the file has no `[[stage]]`.
    pub stages: Vec<StagePlan>,
    /// Those who take part.
    pub players: Vec<Entry>,
    /// The file itself.
    pub text: String,
    /// Where everything stands in it: `name`, `options.board`, `player.2.command`.
    spans: BTreeMap<String, Range<usize>>,
}

/// One stage as the file says it; what is not said depends on the format and the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StagePlan {
    /// Its name; empty for the only stage of an event.
    pub name: String,
    /// Its format.
    pub format: Format,
    /// Games for each pairing.
    pub games: Option<u64>,
    /// What each place is worth.
    pub points: Option<Vec<i64>>,
    /// The most games of a meeting.
    pub best_of: Option<u32>,
    /// Whether the third place is played for.
    pub third_place: bool,
    /// Rounds of a Swiss system.
    pub rounds: Option<u32>,
    /// How many go on.
    pub advance: Option<usize>,
    /// The size of a group.
    pub table: Option<usize>,
    /// Games in the qualifying.
    pub qualifying: Option<u64>,
    /// Games before win rates count.
    pub min_games: Option<u64>,
    /// The order in which they come in.
    pub seeding: Seeding,
}

impl StagePlan {
    /// A stage of which nothing but the format is said.
    pub fn new(name: &str, format: Format) -> StagePlan {
        StagePlan {
            name: name.to_owned(),
            format,
            games: None,
            points: None,
            best_of: None,
            third_place: false,
            rounds: None,
            advance: None,
            table: None,
            qualifying: None,
            min_games: None,
            seeding: Seeding::Order,
        }
    }
}

impl EventFile {
    /// Reads a file. Nothing is looked up on the disk, and nothing of the game is known yet.
    pub fn parse(text: &str) -> Result<EventFile, Mistake> {
        read::read(text)
    }

    /// A mistake at a key such as `game`, `options.board`, `stage.0.games` or `player.2.command`
    /// (counted from 0), for whoever finds out later that something is wrong there. If there is
    /// no such key, it is shown at the table it would stand in.
    pub fn mistake(&self, key: &str, problem: Text, hint: Option<Text>) -> Mistake {
        mistake(&self.text, &self.spans, key, problem, hint)
    }

    /// The mistake of naming a game that is none of `known`.
    pub fn no_such_game(&self, known: &[&str]) -> Mistake {
        let problem = gyoji_words::input::no_such_game("");
        self.mistake("game", problem, Some(near_or_known(&self.game, known)))
    }

    /// Whether the file gives a key, such as `seed` or `stage.0.games`.
    pub fn gives(&self, key: &str) -> bool {
        self.spans.contains_key(key)
    }

    /// The format of the whole event, if it is a single one.
    pub fn format(&self) -> Option<Format> {
        match &self.stages[..] {
            [stage] => Some(stage.format),
            _ => None,
        }
    }

    /// The key of a stage, as [`EventFile::mistake`] knows it.
    pub(super) fn stage_key(&self, stage: usize, key: &str) -> String {
        match self.spans.contains_key("stage.0") {
            true => format!("stage.{stage}.{key}"),
            false => key.to_owned(),
        }
    }
}

fn mistake(
    text: &str,
    spans: &BTreeMap<String, Range<usize>>,
    key: &str,
    problem: Text,
    hint: Option<Text>,
) -> Mistake {
    let mut key = key;
    let span = loop {
        match (spans.get(key), key.rsplit_once('.')) {
            (Some(span), _) => break span.clone(),
            (None, Some((table, _))) => key = table,
            (None, None) => break 0..0,
        }
    };
    Mistake::at(text, span, problem, hint)
}

/// What was meant, or all there is.
fn near_or_known(word: &str, known: &[&str]) -> Text {
    match gyoji_core::nearest(word, known.iter().copied()) {
        Some(near) => words::did_you_mean(near),
        None => words::known(known.join(", ")),
    }
}

/// The seed of an event that gives none: its name decides, so the same file is the same event.
fn seed_of(name: &str) -> u64 {
    let digest = Sha256::digest(name);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    // People write it down, and TOML has no larger numbers.
    u64::from_le_bytes(bytes) >> 16
}
