//! A game that a person plays on the whole screen: what they type, and what comes of it.
//!
//! It follows the game by its events and knows no game's type; moves go to the referee over the
//! wires of the people who play. Nothing here reads a key or writes to the terminal.

use std::path::{Path, PathBuf};
use std::time::Instant;

use gyoji_core::record::{Ended, Event, Header, Moved, Record};
use gyoji_core::view::Step;
use gyoji_core::{Lang, RANKS, Seat, Spelled, Stepper, nearest};
use gyoji_league::records;
use gyoji_referee::journal::file_name;
use gyoji_referee::person::Deed;
use gyoji_referee::wire::channel::FarEnd;
use gyoji_referee::{farewell, narrow};
use gyoji_words::{Text, human, screen as words};

use crate::screen;
use crate::tty::Editor;
use crate::watch::Picture;

/// How many messages are kept for the screen.
const MOST_NOTES: usize = 40;
/// How often a move is repeated or skipped at the most.
const MOST_TURNS: u32 = 100_000;

/// What can be typed beside moves: what somebody may have meant.
const COMMANDS: [&str; 13] = [
    "help", "hint", "undo", "moves", "rules", "repeat", "skip", "save", "level", "rematch", "swap",
    "view", "quit",
];

/// What the screen has to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Act {
    /// Nothing but to draw.
    Nothing,
    /// Ask the strongest bot.
    Hint,
    /// Show a text on the whole screen.
    Page(String),
    /// Step through the game.
    View,
    /// Begin again, with other seats if asked for.
    Again { swap: bool },
    /// Leave.
    Leave,
}

/// What is done without asking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Auto {
    Skip,
    Repeat,
}

/// A game on the screen.
pub(super) struct Session {
    pub(super) lang: Lang,
    pub(super) header: Header,
    pub(super) events: Vec<Event>,
    pub(super) stepper: Stepper,
    pub(super) picture: Picture,
    pub(super) editor: Editor,
    /// The wires to the people, by seat.
    people: Vec<Option<FarEnd>>,
    /// Who was asked, and when.
    pub(super) asked: Option<(Seat, Instant)>,
    /// The first steps of the move that is being typed.
    pub(super) taken: Vec<Step>,
    /// What was said to the person, the newest last.
    pub(super) notes: Vec<String>,
    auto: Option<(Auto, u32)>,
    /// A move that loses the game, and was warned of.
    warned: Option<String>,
    /// The cells of a hint.
    pub(super) hinted: Vec<(u8, u8)>,
    pub(super) ended: Option<Ended>,
    /// The rank of the opponents from the next game on.
    pub(super) level: Option<usize>,
    has_levels: bool,
}

impl Session {
    pub(super) fn new(
        lang: Lang,
        header: Header,
        stepper: Stepper,
        people: Vec<Option<FarEnd>>,
        has_levels: bool,
    ) -> Session {
        let picture = Picture::new(&header, String::new());
        let mut session = Session {
            lang,
            header,
            events: Vec::new(),
            stepper,
            picture,
            editor: Editor::default(),
            people,
            asked: None,
            taken: Vec::new(),
            notes: Vec::new(),
            auto: None,
            warned: None,
            hinted: Vec::new(),
            ended: None,
            level: None,
            has_levels,
        };
        for seat in session.seats().filter(|seat| session.is_mine(*seat)).collect::<Vec<_>>() {
            let letter = session.stepper.legend().seat(seat).map_or('?', |seat| seat.letter);
            session.note(&human::you_are(session.title(seat), letter));
        }
        session
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.people.len())
    }

    pub(super) fn is_mine(&self, seat: Seat) -> bool {
        self.people.get(seat.index()).is_some_and(Option::is_some)
    }

    /// Whose move the person is asked for now.
    pub(super) fn mine(&self) -> Option<Seat> {
        self.asked.map(|(seat, _)| seat).filter(|seat| self.is_mine(*seat))
    }

    /// How a seat is called now.
    pub(super) fn title(&self, seat: Seat) -> String {
        let titles = self.stepper.now().titles;
        titles.get(seat.index()).map_or_else(String::new, |text| text.get(self.lang).to_owned())
    }

    pub(super) fn note(&mut self, text: &Text) {
        let text = screen::clean(text.get(self.lang)).into_owned();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        // What stands there already is not said twice.
        if !self.notes.ends_with(&lines) {
            self.notes.extend(lines);
        }
        let excess = self.notes.len().saturating_sub(MOST_NOTES);
        self.notes.drain(..excess);
    }

    /// The record so far; one that is not over was broken off.
    pub(super) fn record(&self) -> Record {
        let mut events = self.events.clone();
        if self.ended.is_none() {
            events.push(Event::Ended(Ended::aborted(self.people.len())));
        }
        Record { header: self.header.clone(), events }
    }

    /// Something has happened in the game.
    pub(super) fn happened(&mut self, event: Event, now: Instant) {
        if self.stepper.apply(&event).is_err() {
            return;
        }
        match &event {
            Event::Asked(question) => {
                self.asked = Some((question.seat, now));
                self.taken.clear();
                self.hinted.clear();
                self.warned = None;
                if self.is_mine(question.seat) {
                    self.play_by_itself(question.seat);
                }
            }
            Event::Moved(moved) => {
                self.picture.expects(moved.seat, moved.value);
                self.asked = None;
                self.moved(moved);
            }
            Event::Named(named) => self.picture.name(named.seat, &named.name),
            Event::Faulted(fault) => {
                if gyoji_league::is_missed_turn(fault) {
                    self.picture.miss(fault.seat);
                }
                let what = crate::commands::matches::fault_word(fault.kind);
                let who = Text::plain(self.title(fault.seat));
                self.note(&who.then(": ", &what));
            }
            Event::Undone(_) => {
                self.asked = None;
                self.note(&words::taken_back());
            }
            Event::Ended(ended) => self.end(ended.clone()),
            _ => {}
        }
        self.events.push(event);
    }

    fn moved(&mut self, moved: &Moved) {
        if self.is_mine(moved.seat) {
            // What was said about an earlier move is of no use any more.
            self.notes.clear();
            return;
        }
        // Where many play, the board and the list of moves say it.
        if self.people.len() <= 2 {
            let seconds = format!("{:.2}", moved.spent.used().as_secs_f64());
            let title = self.title(moved.seat);
            self.note(&words::they_moved(title, screen::name(&moved.mv), seconds));
        }
    }

    fn end(&mut self, ended: Ended) {
        self.asked = None;
        self.auto = None;
        self.taken.clear();
        if ended.counts() {
            self.picture.end(ended.clone());
        }
        let ending = self.stepper.legend().ending(&ended.why);
        let said = farewell(
            &ended,
            &ending,
            self.lang,
            |seat| self.is_mine(seat),
            |seat| self.title(seat),
        );
        self.note(&Text::plain(said));
        self.note(&words::record_is(self.header.short_id()));
        self.ended = Some(ended);
    }

    /// Stops what is done without asking; whether something was.
    pub(super) fn interrupt_auto(&mut self) -> bool {
        let was_on = self.auto.take().is_some();
        if was_on {
            self.note(&words::auto_over());
        }
        was_on
    }

    /// Answers for the person, if they wanted that.
    fn play_by_itself(&mut self, seat: Seat) {
        let Some((auto, left)) = self.auto else { return };
        let mv = match auto {
            Auto::Skip => self.stepper.default_move(),
            Auto::Repeat => self.last_own(seat),
        };
        let Some(mv) = mv.filter(|_| left > 0) else {
            self.auto = None;
            if left > 0 {
                self.note(&words::nothing_to_repeat());
            }
            return;
        };
        self.notes.clear();
        self.auto = Some((auto, left - 1)).filter(|(_, left)| *left > 0);
        if let Some((auto, left)) = self.auto {
            self.note(&match auto {
                Auto::Skip => words::auto_skip(left),
                Auto::Repeat => words::auto_repeat(left),
            });
        }
        self.send(seat, &Deed::Move(mv));
    }

    /// The moves that were made and not taken back.
    fn made(&self) -> Vec<&Moved> {
        let mut made = Vec::new();
        for event in &self.events {
            match event {
                Event::Moved(moved) => made.push(moved),
                Event::Undone(undone) => {
                    made.truncate(made.len().saturating_sub(undone.plies as usize));
                }
                _ => {}
            }
        }
        made
    }

    /// The last move of a seat, if it can be made again.
    fn last_own(&self, seat: Seat) -> Option<String> {
        let made = self.made();
        let last = made.iter().rev().find(|moved| moved.seat == seat)?;
        self.stepper.read_move(&last.mv).ok()
    }

    fn send(&self, seat: Seat, deed: &Deed) {
        if let Some(Some(end)) = self.people.get(seat.index()) {
            let _ = end.send(deed.line());
        }
    }

    /// Gives up, whoever of the people is to move or comes first.
    pub(super) fn resign(&self) {
        let first = self.seats().find(|seat| self.is_mine(*seat));
        if let Some(seat) = self.mine().or(first) {
            self.send(seat, &Deed::Resign);
        }
    }

    /// Does what a line says.
    pub(super) fn line(&mut self, line: &str) -> Act {
        let typed = narrow(line);
        let lower = typed.to_lowercase();
        let (word, rest) =
            lower.split_once(' ').map_or((lower.as_str(), ""), |(word, rest)| (word, rest.trim()));
        if self.ended.is_none() && self.mine().is_some() {
            self.notes.clear();
        }
        match word {
            "help" | "h" | "?" | "ヘルプ" => {
                Act::Page(words::play_help().get(self.lang).to_owned())
            }
            "rules" | "ルール" => self.rules(),
            "save" | "保存" => {
                // A name keeps its capital letters.
                let name = typed.split_once(' ').map_or("", |(_, name)| name.trim());
                self.save(name);
                Act::Nothing
            }
            "level" | "レベル" | "強さ" => {
                self.set_level(rest);
                Act::Nothing
            }
            "new" | "rematch" | "再戦" => Act::Again { swap: false },
            "swap" | "先後交替" => Act::Again { swap: true },
            "quit" | "q" | "exit" | "resign" | "投了" | "終了" => Act::Leave,
            _ if self.ended.is_some() => match word {
                "view" | "v" | "replay" | "棋譜" => Act::View,
                "" => Act::Nothing,
                _ => {
                    self.note(&words::over_help());
                    Act::Nothing
                }
            },
            _ => match self.mine() {
                Some(seat) => self.turn(seat, &typed, word, rest),
                None => {
                    self.note(&words::not_your_turn());
                    Act::Nothing
                }
            },
        }
    }

    /// The same for somebody who is asked for a move.
    fn turn(&mut self, seat: Seat, typed: &str, word: &str, rest: &str) -> Act {
        let count = rest.parse().unwrap_or(1).clamp(1, MOST_TURNS);
        match word {
            "" => self.note(&human::say_something()),
            "hint" | "i" | "ヒント" => {
                self.note(&words::hint_thinking());
                return Act::Hint;
            }
            "moves" | "m" | "手" => return Act::Page(self.all_moves()),
            "undo" | "u" | "戻す" | "待った" => self.undo(seat),
            "repeat" | "r" if rest.is_empty() || rest.parse::<u32>().is_ok() => {
                match self.last_own(seat) {
                    Some(_) => {
                        self.auto = Some((Auto::Repeat, count));
                        self.play_by_itself(seat);
                    }
                    None => self.note(&words::nothing_to_repeat()),
                }
            }
            "skip" | "パス" if self.stepper.default_move().is_some() => {
                self.auto = Some((Auto::Skip, count));
                self.play_by_itself(seat);
            }
            "skip" => self.note(&words::cannot_skip()),
            _ => self.move_or_step(seat, typed),
        }
        Act::Nothing
    }

    fn undo(&mut self, seat: Seat) {
        if self.taken.pop().is_some() {
            return;
        }
        match self.made().iter().any(|moved| moved.seat == seat) {
            true => self.send(seat, &Deed::Undo),
            false => self.note(&human::nothing_to_undo()),
        }
    }

    fn move_or_step(&mut self, seat: Seat, typed: &str) {
        let read = self.stepper.read_move(typed);
        let read = read.or_else(|_| self.stepper.read_move(&typed.to_lowercase()));
        let bad = match read {
            Ok(mv) if self.taken.is_empty() => return self.play(seat, mv),
            Ok(_) => None,
            Err(bad) => Some(bad.problem),
        };
        match self.stepper.spell(&self.taken, typed) {
            Spelled::Whole(mv) => self.play(seat, mv),
            Spelled::More(steps) => self.taken = steps,
            Spelled::Not(steps, step) => {
                let is_in_parts = !steps.is_empty() || self.has_parts();
                self.taken = steps;
                let name = self.stepper.legend().name_step(&self.stepper.now().view, &step);
                if is_in_parts {
                    return self.note(&human::not_a_step(name, self.choices(12, true)));
                }
                // A cell by column and row: what is wrong with it as the move that it is.
                let named = name.get(self.lang).to_lowercase();
                let why = self.stepper.read_move(&named).err().filter(|_| named != typed);
                let (said, why) = match why {
                    Some(bad) if step.cell().is_some() => (named, Some(bad.problem)),
                    _ => (typed.to_owned(), bad),
                };
                self.note(&words::no_such_command(said, why.unwrap_or_else(human::a_move)));
            }
            Spelled::Nothing => {
                let mut why = bad.unwrap_or_else(human::a_move);
                if let Some(near) = nearest(typed, COMMANDS) {
                    why = why.then("", &gyoji_words::input::did_you_mean(near));
                }
                self.note(&words::no_such_command(typed, why));
            }
        }
    }

    /// Whether a move is asked for part by part.
    fn has_parts(&self) -> bool {
        self.stepper.choice(&[]).is_some_and(|choice| !choice.part.is_empty())
    }

    /// Makes a move; one that loses the game is warned of first.
    fn play(&mut self, seat: Seat, mv: String) {
        let moment = self.stepper.now();
        let (view, legend) = (&moment.view, self.stepper.legend());
        let is_there =
            |at: [u8; 2]| view.name_cell(at[0], at[1]).get(self.lang).eq_ignore_ascii_case(&mv);
        let mark = view.marks.iter().find(|mark| is_there(mark.at));
        if let Some(mark) = mark.filter(|_| self.warned.as_ref() != Some(&mv)) {
            let why = legend.marks.iter().find(|sign| sign.id == mark.kind);
            let why = why.map_or_else(|| Text::plain(&mark.kind), |sign| sign.name.clone());
            self.note(&words::foul_warning(&mv, why));
            self.warned = Some(mv);
            return;
        }
        self.send(seat, &Deed::Move(mv));
    }

    /// What can be chosen now: words with their keys, then cells, as far as there are few; else
    /// one for an example, if one is wanted.
    pub(super) fn choices(&self, most: usize, has_example: bool) -> String {
        let Some(choice) = self.stepper.choice(&self.taken) else { return String::new() };
        let name = |step: &Step, name: &Text| {
            let key = match step {
                Step::Word(word) => {
                    self.stepper.legend().word(word).and_then(|word| word.keys.first())
                }
                Step::Cell(..) => None,
            };
            let name = name.get(self.lang);
            key.map_or_else(|| name.to_owned(), |key| format!("{key}: {name}"))
        };
        let (cells, spoken): (Vec<_>, Vec<_>) =
            choice.next.iter().partition(|offer| offer.step.cell().is_some());
        let mut names: Vec<String> =
            spoken.iter().map(|offer| name(&offer.step, &offer.name)).collect();
        match cells.len() <= most {
            true => names.extend(cells.iter().map(|offer| name(&offer.step, &offer.name))),
            false if has_example => names.extend(cells.get(cells.len() / 2).map(|offer| {
                let example = offer.name.get(self.lang).to_owned();
                words::a_cell(example).get(self.lang).to_owned()
            })),
            false => {}
        }
        names.join("  ")
    }

    fn all_moves(&self) -> String {
        match self.stepper.choice(&self.taken) {
            Some(choice) if choice.parts.is_empty() && choice.part.is_empty() => {
                self.stepper.legal().join("  ")
            }
            _ => self.choices(usize::MAX, true),
        }
    }

    fn rules(&mut self) -> Act {
        let name = format!("games/{}", self.header.game);
        match gyoji_web::guide(&name, self.lang) {
            Some(page) => Act::Page(super::page::plain(page)),
            None => {
                self.note(&words::no_rules());
                Act::Nothing
            }
        }
    }

    fn save(&mut self, name: &str) {
        let path = match name {
            "" => PathBuf::from(file_name(&self.header.game, &self.header.id)),
            name => PathBuf::from(name),
        };
        if path.exists() {
            return self.note(&words::file_is_there(path.display()));
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let whole = folder.map_or_else(|| Path::new(".").join(&path), |_| path.clone());
        let said = match records::save_as(&whole, &self.record()) {
            Ok(()) => words::saved(path.display()),
            Err(error) => words::not_saved(path.display(), error),
        };
        self.note(&said);
    }

    fn set_level(&mut self, text: &str) {
        if !self.has_levels {
            return self.note(&words::no_levels());
        }
        let is_named = |rank: &gyoji_core::Rank| {
            rank.id == text || rank.title.get(self.lang).to_lowercase() == text
        };
        let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let found = number.or_else(|| RANKS.iter().position(is_named));
        match found.filter(|&rank| rank < RANKS.len()) {
            Some(rank) => {
                self.level = Some(rank);
                let name = Text::plain(format!("{} ", rank + 1)).then("", &RANKS[rank].title);
                self.note(&words::level_set(name));
            }
            None => {
                let names = RANKS.iter().zip(1..);
                let name = |(rank, number): (&gyoji_core::Rank, u32)| {
                    format!("{number} {}", rank.title.get(self.lang))
                };
                let names: Vec<String> = names.map(name).collect();
                self.note(&words::levels(names.join("  ")));
            }
        }
    }
}
