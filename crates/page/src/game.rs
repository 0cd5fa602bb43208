//! Everything a page shows of one game, as plain data.

use gyoji_core::record::{Bytes, Event, Header, Player, Record};
use gyoji_core::replay::{Saying, transcript};
use gyoji_core::{BadText, Game, Kit, Seat, Text, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::frames::{Frames, frames};

/// The version of [`GameDocument`].
const VERSION: u32 = 1;

/// How much of what was sent to the players is kept, all together. It can be made again from the
/// record by `gyoji replay --talk`; a page that takes minutes to open helps nobody.
const MOST_TALK: usize = 2 << 20;

/// What is given away beside the game itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Show {
    /// Everything: commands, what was said byte for byte, what was printed to stderr.
    All,
    /// Only the game: no command, no path, no word of a program's.
    Game,
}

/// Why an answer did not count.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Why {
    /// The fault: its index among the record's events.
    pub event: usize,
    /// The explanation, as the referee's `Explanation` is serialised.
    pub explanation: Value,
}

/// A finished or running game, for whoever draws it. The page's scripts read it as it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameDocument {
    /// The version of this form; always the first field.
    pub gyoji_game: u32,
    /// The game's name.
    pub id: String,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// What it belongs to, and under which conditions it is played, in a few words each.
    pub about: Vec<Text>,
    /// The players, by seat.
    pub players: Vec<PlayerShown>,
    /// The moments.
    pub frames: Frames,
    /// What happened. Questions that tell nothing new are left out.
    pub events: Vec<Event>,
    /// What was sent to each seat.
    pub talk: Vec<Vec<Sent>>,
    /// Whether that was too much to be kept.
    pub talk_left_out: bool,
    /// Why answers did not count.
    pub why: Vec<Why>,
    /// What is wrong with the record, where it cannot be shown to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub damage: Option<Text>,
}

/// A player as it is shown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayerShown {
    /// Its name.
    pub name: String,
    /// What stands beside the name: a rating, a language, a command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<Text>,
    /// A rank, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Text>,
    /// The time for one answer, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit_ns: Option<u64>,
    /// The time for the whole game, in nanoseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ns: Option<u64>,
}

/// What the referee sent to a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sent {
    /// How many moves had been made.
    pub ply: u32,
    /// The words.
    pub text: Bytes,
}

impl GameDocument {
    /// A recorded game. What does not fit the rules is shown as far as it does.
    pub fn new(record: &Record, why: Vec<Why>, show: Show) -> Result<GameDocument, BadText> {
        let header = &record.header;
        let (frames, wrong) = frames(header, &record.events)?;
        let damage = wrong.map(|(index, bad)| {
            gyoji_words::page::damaged(index + 2, Text::plain(format!("{:?}", bad.input)))
                .then(": ", &bad.problem)
        });
        let mut document = GameDocument {
            gyoji_game: VERSION,
            id: header.id.clone(),
            started_ms: header.started_ms,
            about: conditions(header),
            players: header.players.iter().map(|player| shown(player, show)).collect(),
            frames,
            events: record.events.iter().filter(|event| is_news(event, record)).cloned().collect(),
            talk: vec![Vec::new(); header.players.len()],
            talk_left_out: false,
            why,
            damage,
        };
        document.renumber(record);
        match show {
            Show::All => document.add_talk(record),
            Show::Game => document.hide(),
        }
        Ok(document)
    }

    /// Events that are left out make others come earlier.
    fn renumber(&mut self, record: &Record) {
        let mut kept = 0;
        let new: Vec<usize> = record
            .events
            .iter()
            .map(|event| {
                let here = kept;
                kept += usize::from(is_news(event, record));
                here
            })
            .collect();
        let renumber = |index: &mut usize| *index = new.get(*index).copied().unwrap_or(*index);
        self.frames.events.iter_mut().for_each(renumber);
        self.why.iter_mut().for_each(|why| renumber(&mut why.event));
    }

    /// Makes again what was sent to the players.
    fn add_talk(&mut self, record: &Record) {
        let talk = gyoji_catalog::visit(&record.header.game, Talk(record)).unwrap_or_default();
        let size: usize = talk.iter().flatten().map(|said| said.bytes.len()).sum();
        if size > MOST_TALK {
            self.talk_left_out = true;
            return;
        }
        let sent = |said: Saying| Sent { ply: said.ply, text: Bytes::new(said.bytes) };
        self.talk =
            talk.into_iter().map(|said| said.into_iter().map(sent).collect::<Vec<_>>()).collect();
    }

    /// Takes out what the players said.
    fn hide(&mut self) {
        self.why.clear();
        self.events.retain(|event| !matches!(event, Event::Heard(_) | Event::Said(_)));
        // Nothing that leads to a moment was taken out, but what is left has moved up.
        let moves = (0..self.events.len())
            .filter(|&i| matches!(self.events[i], Event::Moved(_) | Event::Undone(_)));
        self.frames.events = moves.take(self.frames.then.len()).collect();
        for event in &mut self.events {
            match event {
                Event::Ready(ready) => ready.got = Bytes::default(),
                Event::Named(named) => named.got = Bytes::default(),
                Event::Moved(moved) => {
                    moved.got = None;
                    moved.stderr.clear();
                }
                Event::Faulted(fault) => {
                    fault.got = Bytes::default();
                    fault.stderr.clear();
                    fault.system.clear();
                }
                Event::Ended(ended) => ended.system.clear(),
                _ => {}
            }
        }
    }
}

/// Whether an event tells a page anything: a question does so only by its time.
fn is_news(event: &Event, record: &Record) -> bool {
    let Event::Asked(asked) = event else { return true };
    let player = record.header.players.get(asked.seat.index());
    asked.left_ns.is_some() || asked.limit_ns != player.and_then(|player| player.limit_ns)
}

fn shown(player: &Player, show: Show) -> PlayerShown {
    // A bot's own name says nothing about the machine it runs on.
    let is_told = show == Show::All || player.dialect.is_none();
    PlayerShown {
        name: player.name.clone(),
        note: (is_told && player.text != player.name).then(|| Text::plain(player.text.clone())),
        rank: None,
        limit_ns: player.limit_ns,
        clock_ns: player.clock.map(|clock| clock.main_ns),
    }
}

/// The conditions in a few words. The time is said where all have the same.
pub fn conditions(header: &Header) -> Vec<Text> {
    use gyoji_words::page as words;
    let mut about = Vec::new();
    let same = |of: fn(&Player) -> Option<u64>| {
        let first = header.players.first().and_then(of)?;
        header.players.iter().all(|player| of(player) == Some(first)).then_some(first)
    };
    if let Some(limit) = same(|player| player.limit_ns) {
        about.push(words::a_move(seconds(limit)));
    }
    if let Some(clock) = same(|player| player.clock.map(|clock| clock.main_ns)) {
        about.push(words::a_game(seconds(clock)));
    }
    if let Some(strikes) = header.players.iter().find_map(|player| player.strikes) {
        about.push(words::strikes(strikes));
    }
    about
}

/// A time as people write it.
fn seconds(ns: u64) -> Text {
    use gyoji_words::page as words;
    let seconds = ns as f64 / 1e9;
    match seconds {
        s if s < 1.0 => words::milliseconds((s * 1e6).round() / 1e3),
        s if s >= 120.0 && s % 60.0 == 0.0 => words::minutes(s / 60.0),
        s => words::seconds(s),
    }
}

/// What was said to each seat.
struct Talk<'a>(&'a Record);

impl Visitor for Talk<'_> {
    type Out = Vec<Vec<Saying>>;

    fn visit<G: Game>(self, kit: &Kit<G>) -> Self::Out {
        let said = |seat| {
            let mut said = transcript(self.0, kit, seat).unwrap_or_default();
            said.retain(|said| said.sent);
            said
        };
        Seat::all(self.0.header.players.len()).map(said).collect()
    }
}
