//! Why a player lost, in words: what was sent, what came back, what is wrong with it, what to do.
//!
//! [`explain`] takes a record and the index of a fault in it and returns plain data in both
//! languages; [`Explanation::render`] makes text of it. Everything is made again from the
//! record: nothing here reads a clock, a file or a process. What a player may have meant is
//! the dialect's to say; the words are in [`gyoji_words::faults`].

mod answer;
mod board;
mod bytes;
mod case;
mod ending;
mod exchange;
mod file;
mod finding;
mod language;
mod last_words;
mod lost;
mod plain;
mod render;
mod scene;
mod timing;
mod unasked;

use gyoji_core::record::{FaultKind, Record, Then};
use gyoji_core::{Game, Kit, Lang, Text};
use gyoji_words::faults as words;
use serde::Serialize;

pub use board::Board;
pub use case::Case;
pub use lost::{Lost, explain_lost};
pub use render::Style;
pub use timing::Times;

use finding::Finding;
use scene::Scene;

/// How many legal moves are listed.
const MOST_LEGAL: usize = 20;

/// What the record itself does not say.
#[derive(Clone, Debug)]
pub struct Context {
    /// How the record is named in the command that plays it again: an id or a path.
    pub record_name: String,
    /// The time zone that times of day are shown in.
    pub time_zone: jiff::tz::TimeZone,
    /// How many moves of the named record come before what is explained, where that begins in
    /// the middle of it.
    pub moves_before: u32,
}

/// Something to say, in both languages, as plain data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Words {
    /// In English.
    pub en: String,
    /// In Japanese.
    pub ja: String,
}

impl Words {
    /// The words in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }
}

impl From<Text> for Words {
    fn from(text: Text) -> Words {
        Words { en: text.get(Lang::En).to_owned(), ja: text.get(Lang::Ja).to_owned() }
    }
}

/// Why an answer did not count.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// What went wrong, as one of the cases we know.
    pub case: Case,
    /// What kind of fault the record calls it.
    pub kind: FaultKind,
    /// What came of it.
    pub then: Then,
    /// The game that was played.
    pub game: Words,
    /// The name of this one game.
    pub id: String,
    /// Which move it is about, from 1.
    pub move_number: u32,
    /// What the players call the moment, where they do not count moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<Words>,
    /// The seat of the player.
    pub seat: Words,
    /// The name of the player.
    pub player: String,
    /// What came of it and why, in a few words: `FORFEIT: not a move`.
    pub verdict: Words,
    /// What was said, in order.
    pub exchange: Vec<Line>,
    /// The board, where the player wanted to go and might not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// Where the time went, where that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<Times>,
    /// The reason, a sentence each.
    pub why: Vec<Words>,
    /// What to do about it.
    pub fix: Vec<Words>,
    /// The move that was made for the player, as it would have written it itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// Legal moves, at most the first 20; none where the player was not to move.
    pub legal: Vec<String>,
    /// How many legal moves there are besides.
    pub legal_more: usize,
    /// What the player, the shell or the system said besides.
    pub quotes: Vec<Quote>,
    /// The command that plays this position again; empty if there is no record to do it with.
    pub again: String,
    /// Whether the player is run once for each answer, on a file.
    pub by_file: bool,
}

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// We, to the player.
    Referee,
    /// The player, to us.
    Player,
    /// Nobody: the line stands for others that are left out.
    Nobody,
}

/// A line of the conversation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// Who said it.
    pub speaker: Speaker,
    /// The line, escaped and cut; in quotation marks if the player said it.
    pub text: Words,
    /// When: the time of day of a question, the time an answer took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<Mark>,
}

/// What stands under a part of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// Where it begins in [`Line::text`], in characters.
    pub start: usize,
    /// How many characters it goes.
    pub length: usize,
    /// What is wrong there.
    pub says: Words,
}

/// Somebody else's words, as they were.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Quote {
    /// Whose words they are, as a label.
    pub whose: Words,
    /// The last of its lines.
    pub lines: Vec<String>,
    /// How many lines before them are left out.
    pub left_out: usize,
}

/// Explains the fault that `record.events[event]` is; none if it is not a fault.
pub fn explain<G: Game>(
    record: &Record,
    kit: &Kit<G>,
    event: usize,
    context: &Context,
) -> Option<Explanation> {
    let scene = Scene::new(record, kit, event)?;
    let move_number = scene.move_number().saturating_add(context.moves_before);
    let fault = scene.fault;
    let mut finding = diagnose(&scene);
    let strikes = scene.player.and_then(|player| player.strikes).map(|strikes| strikes as usize);
    if fault.then == Then::Loses && strikes.is_some_and(|strikes| scene.faults() >= strikes) {
        finding = finding.also(words::why_strikes(scene.faults()));
    }
    let legal = scene.legal();
    let legal_more = legal.len().saturating_sub(MOST_LEGAL);
    Some(Explanation {
        case: finding.case,
        kind: fault.kind,
        then: fault.then,
        game: Text::made(G::SPEC.id.into(), G::SPEC.title.get(Lang::Ja).into()).into(),
        id: bytes::tame(record.header.short_id(), render::NAME_WIDTH),
        move_number,
        round: scene.position().and_then(Game::round).map(Words::from),
        seat: scene.seat_title().into(),
        player: scene.name.clone(),
        verdict: verdict(&scene, finding.case).into(),
        exchange: exchange::exchange(&scene, kit, context, &finding),
        board: board::board(&scene),
        times: (fault.kind == FaultKind::Time).then(|| Times::of(&scene)),
        why: finding.why.into_iter().map(Words::from).collect(),
        fix: finding.fix.into_iter().map(Words::from).collect(),
        instead: scene.instead().map(|mv| scene.written(mv)),
        legal: legal.into_iter().take(MOST_LEGAL).map(|mv| scene.written(mv)).collect(),
        legal_more,
        quotes: ending::quotes(&scene, finding.case),
        again: again(&scene, move_number, context),
        by_file: scene.is_file(),
    })
}

fn diagnose<G: Game>(scene: &Scene<'_, G>) -> Finding {
    match scene.fault.kind {
        FaultKind::Format | FaultKind::Time if let Some(said) = scene.complaint() => {
            answer::complaint(scene, said)
        }
        FaultKind::Illegal | FaultKind::Format if scene.fault.unasked => unasked::spoke(scene),
        FaultKind::Illegal | FaultKind::Format if let Some(same) = unasked::same_again(scene) => {
            same
        }
        FaultKind::Illegal => answer::illegal(scene),
        FaultKind::Format => answer::format(scene),
        FaultKind::Time => timing::late(scene),
        FaultKind::Crash => ending::crash(scene),
        FaultKind::Start => ending::start(scene),
        FaultKind::Flood => ending::flood(scene),
        FaultKind::Memory => ending::memory(scene),
        FaultKind::Disconnected => ending::disconnected(scene),
        FaultKind::Refused => ending::refused(scene),
    }
}

fn verdict<G: Game>(scene: &Scene<'_, G>, case: Case) -> Text {
    let then = match scene.fault.then {
        Then::Loses => words::then_loses(),
        Then::Again => words::then_again(),
        Then::Default => words::then_default(),
        Then::Noted => words::then_noted(),
        Then::Void => words::then_void(),
    };
    let verdict = match scene.fault.kind {
        FaultKind::Format if case == Case::Complaint => words::verdict_complaint(),
        FaultKind::Illegal | FaultKind::Format if scene.fault.unasked => words::verdict_unasked(),
        _ if case == Case::NotReady => words::verdict_not_ready(),
        FaultKind::Illegal => words::verdict_illegal(),
        FaultKind::Format if scene.is_file() => words::verdict_file(),
        FaultKind::Format => words::verdict_format(),
        FaultKind::Time if scene.fault.machine => words::verdict_machine(),
        FaultKind::Time => words::verdict_time(),
        _ if case == Case::ClosedOutput => words::verdict_closed(),
        FaultKind::Crash => words::verdict_crash(),
        FaultKind::Flood if scene.is_file() => words::verdict_file(),
        FaultKind::Flood => words::verdict_flood(),
        FaultKind::Memory => words::verdict_memory(),
        FaultKind::Start => words::verdict_start(),
        FaultKind::Disconnected => words::verdict_disconnected(),
        FaultKind::Refused => words::verdict_refused(),
    };
    then.then(": ", &verdict)
}

/// The one command that brings the player into the same position.
fn again<G: Game>(scene: &Scene<'_, G>, move_number: u32, context: &Context) -> String {
    let name = quoted(&context.record_name);
    let mut command = format!("gyoji replay {name} --from {move_number}");
    if let Some(player) = scene.player {
        command.push_str(&format!(" --with {}", quoted_always(&player.text)));
    }
    command
}

/// A word of a command line, in quotation marks only where it needs them.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:=+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { quoted_always(word) }
}

/// A word of a command line in quotation marks: double ones, which every shell knows, unless it
/// has characters that mean something inside them.
fn quoted_always(word: &str) -> String {
    if word.contains(['"', '$', '`', '\\', '!']) || word.chars().any(char::is_control) {
        let word: String = word.chars().filter(|c| !c.is_control()).collect();
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("\"{word}\"")
    }
}
