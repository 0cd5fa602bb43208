//! The dialect of a person at the terminal: boards, prompts, help, hints.
//!
//! A move may be typed as a whole, or step by step; the steps taken so far are all it remembers.

use std::cell::RefCell;
use std::fmt::Write;
use std::time::{Duration, Instant};

use gyoji_core::record::{Ended, Fault, FaultKind, Moved};
use gyoji_core::view::{Depth, Glyphs, Step, Style, draw};
use gyoji_core::{
    BadText, Bot, Budget, Chooser, Deal, Dialect, Game, Heard, Kit, Lang, Options, Seat, Spelled,
    Text, Turn,
};
use gyoji_words::human as words;

use crate::chair::NewDialect;

/// How long a hint may take.
const HINT_TIME: Duration = Duration::from_secs(1);
/// How many moves or steps are listed before the rest is only counted.
const MOST_LISTED: usize = 40;
/// Where there are more than this, as on an empty board, a few stand for all of them.
const TOO_MANY: usize = 100;
const FEW: usize = 6;

/// How boards are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// How many.
    pub depth: Depth,
    /// Which signs stand for pieces.
    pub glyphs: Glyphs,
}

/// Speaks with a person.
pub(crate) struct Human<G: Game> {
    lang: Lang,
    look: Look,
    hint: Option<(gyoji_core::MakeBot<G>, Options)>,
    adviser: RefCell<Option<Box<dyn Bot<G>>>>,
    seat: Seat,
    /// How the seats are called now.
    titles: Vec<Text>,
    /// The first steps of the move that is being typed.
    so_far: Vec<Step>,
}

impl<G: Game> Human<G> {
    /// Hints come from the strongest bot of the kit.
    pub(crate) fn new(kit: &Kit<G>, lang: Lang, look: Look) -> Human<G> {
        let best = kit.bots.iter().max_by_key(|entry| entry.level);
        let hint = best.map(|entry| (entry.make, Options::defaults(entry.options)));
        let adviser = RefCell::new(None);
        let titles = G::SPEC.seats.iter().map(|seat| seat.title.clone()).collect();
        Human { lang, look, hint, adviser, seat: Seat::FIRST, titles, so_far: Vec::new() }
    }

    /// A new one of these for each game.
    pub(crate) fn dialects(self) -> NewDialect<G> {
        Box::new(move || {
            Ok(Box::new(Human {
                lang: self.lang,
                look: self.look,
                hint: self.hint.clone(),
                adviser: RefCell::new(None),
                seat: Seat::FIRST,
                titles: self.titles.clone(),
                so_far: Vec::new(),
            }))
        })
    }

    /// The move in the making. The steps are those of a position that is still there; should it
    /// not be, the move begins again.
    fn chooser<'a>(&self, position: &'a G) -> Chooser<'a, G> {
        Chooser::after(position, &self.so_far).unwrap_or_else(|| Chooser::new(position))
    }

    fn board(&self, turn: &Turn<'_, G>, with_targets: bool) -> String {
        let chooser = self.chooser(turn.position());
        let view = chooser.view();
        let mut targets: Vec<_> = match with_targets {
            true => chooser.next_steps().iter().filter_map(Step::cell).collect(),
            false => Vec::new(),
        };
        // Where nearly every cell can be chosen, marks would only hide the board.
        if self.so_far.is_empty() && targets.len() > view.cells.len() / 2 {
            targets.clear();
        }
        let last = turn.last_steps().filter(|_| self.so_far.is_empty());
        let last = last.unwrap_or_else(|| self.so_far.clone());
        let last: Vec<_> = last.iter().filter_map(Step::cell).collect();
        let style = Style {
            colour: self.look.colour,
            depth: self.look.depth,
            glyphs: self.look.glyphs,
            targets: &targets,
            last: &last,
            ..Style::default()
        };
        draw(view, chooser.legend(), self.lang, &style)
    }

    /// What can be typed now: moves, or the next steps of one.
    fn legal(&self, position: &G) -> Vec<String> {
        let chooser = self.chooser(position);
        if chooser.has_steps() {
            let steps = chooser.next_steps();
            return steps.iter().map(|step| self.name(&chooser, step)).collect();
        }
        // Words first: among many points nobody would find them.
        let is_word = |mv: &G::Move| matches!(position.steps(*mv)[..], [Step::Word(_)]);
        let (words, cells): (Vec<G::Move>, Vec<G::Move>) = position.moves().partition(is_word);
        words.iter().chain(&cells).map(ToString::to_string).collect()
    }

    /// A step, with the key that stands for it: `0: no tile`.
    fn name(&self, chooser: &Chooser<'_, G>, step: &Step) -> String {
        let name = chooser.name(step);
        let name = name.get(self.lang);
        let key = match step {
            Step::Word(word) => chooser.legend().word(word).and_then(|word| word.keys.first()),
            Step::Cell(..) => None,
        };
        key.map_or_else(|| name.to_owned(), |key| format!("{key}: {name}"))
    }

    /// The board and the question that stands: for a move, or for its next step.
    fn question(&self, turn: &Turn<'_, G>, out: &mut String) {
        let chooser = self.chooser(turn.position());
        let legal = listed(&self.legal(turn.position()));
        let text = match chooser.has_steps() {
            true => words::pick(chooser.ask(), legal),
            false => words::legal(legal),
        };
        let _ = write!(out, "\n{}{}\n", self.board(turn, true), text.get(self.lang));
        if let Some(clock) = turn.clock {
            let left = format!("{:.1}", clock.left.as_secs_f64());
            let _ = writeln!(out, "{}", words::time_left(left).get(self.lang));
        }
        self.prompt(out);
    }

    fn title(&self, seat: Seat) -> String {
        self.titles[seat.index()].get(self.lang).to_owned()
    }

    fn prompt(&self, out: &mut String) {
        let _ = write!(out, "{} ", words::prompt(self.title(self.seat)).get(self.lang));
    }

    /// Colours may change in an opening.
    fn learn_titles(&mut self, position: &G) {
        let seats = Seat::all(self.titles.len());
        self.titles = seats.map(|seat| position.title(seat)).collect();
    }

    fn advice(&self, turn: &Turn<'_, G>) -> Option<(G::Move, String)> {
        let mut adviser = self.adviser.borrow_mut();
        if adviser.is_none() {
            let (make, options) = self.hint.as_ref()?;
            *adviser = make(options, 1).ok();
        }
        let budget = Budget { deadline: Some(Instant::now() + HINT_TIME), stop: None };
        let mut value = None;
        let mv = adviser.as_mut()?.choose(turn, &budget, &mut |thought| {
            value = thought.value.or(value);
        });
        // What bots say of their thinking is for those who write bots.
        let value = value.map(|value| words::hint_value(value.percent()));
        Some((mv, value.map_or_else(String::new, |value| value.get(self.lang).to_owned())))
    }
}

/// The first of them by name, the others counted.
fn listed(names: &[String]) -> String {
    let most = if names.len() > TOO_MANY { FEW } else { MOST_LISTED };
    match names.split_at_checked(most) {
        Some((first, more)) if !more.is_empty() => {
            format!("{} … (+{})", first.join("  "), more.len())
        }
        _ => names.join("  "),
    }
}

/// A line as keyboards that are set to Japanese may give it: full-width letters, digits and commas
/// count as the narrow ones.
pub fn narrow(line: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from((c as u32 - 0xff00 + 0x20) as u8),
        '\u{3000}' => ' ',
        '、' => ',',
        _ => c,
    };
    line.trim().chars().map(narrow).collect()
}

fn is_undo(line: &str) -> bool {
    matches!(line, "undo" | "u" | "戻す" | "待った")
}

enum Command {
    Help,
    Moves,
    Board,
    Hint,
}

fn command(line: &str) -> Option<Command> {
    match line {
        "help" | "h" | "?" | "ヘルプ" => Some(Command::Help),
        "moves" | "m" | "手" => Some(Command::Moves),
        "board" | "b" | "盤" => Some(Command::Board),
        "hint" | "i" | "ヒント" => Some(Command::Hint),
        _ => None,
    }
}

impl<G: Game> Dialect<G> for Human<G> {
    fn hello(&mut self, deal: &Deal<'_, G>, out: &mut String) {
        self.seat = deal.seat;
        let seat = &G::SPEC.seats[deal.seat.index()];
        let you = words::you_are(seat.title.get(self.lang).to_owned(), seat.letter);
        let _ = writeln!(out, "{}", you.get(self.lang));
    }

    fn ask(&mut self, turn: &Turn<'_, G>, out: &mut String) {
        self.so_far.clear();
        self.learn_titles(turn.position());
        self.question(turn, out);
    }

    fn read(&self, turn: &Turn<'_, G>, asked: bool, line: &str) -> Heard<G::Move> {
        if !asked {
            return Heard::Stale;
        }
        let line = narrow(line);
        let lower = line.to_lowercase();
        match lower.as_str() {
            "" => return Heard::Query,
            _ if is_undo(&lower) && !self.so_far.is_empty() => return Heard::Query,
            _ if is_undo(&lower) => {
                let past = &turn.past[..turn.past.len() - 1];
                let mine = past.iter().any(|position| position.to_move() == Some(turn.seat));
                return if mine { Heard::Undo } else { Heard::Query };
            }
            "quit" | "q" | "resign" | "exit" | "投了" => return Heard::Quit,
            _ if command(&lower).is_some() => return Heard::Query,
            _ => {}
        }
        match line.parse().or_else(|_| lower.parse()) {
            Ok(mv) => Heard::Move(mv),
            Err(_) => match self.chooser(turn.position()).spell(&line) {
                Spelled::Whole(mv) => Heard::Move(mv),
                Spelled::More(_) | Spelled::Not(..) => Heard::Query,
                Spelled::Nothing => Heard::Garbage,
            },
        }
    }

    fn reply(&mut self, turn: &Turn<'_, G>, _asked: bool, line: &str, out: &mut String) {
        let (lang, position) = (self.lang, turn.position());
        let line = narrow(line).to_lowercase();
        let answer = match command(&line) {
            Some(Command::Help) => {
                let typing = match Chooser::new(position).has_steps() {
                    true => words::help_steps(),
                    false => words::help_move(),
                };
                typing.then("\n", &words::help_commands()).get(lang).to_owned()
            }
            Some(Command::Moves) => self.legal(position).join("  "),
            Some(Command::Board) => self.board(turn, true),
            Some(Command::Hint) => match self.advice(turn) {
                Some((mv, why)) => words::hint(mv, why).get(lang).to_owned(),
                None => words::no_hint().get(lang).to_owned(),
            },
            None if line.is_empty() => words::say_something().get(lang).to_owned(),
            None if is_undo(&line) && self.so_far.is_empty() => {
                words::nothing_to_undo().get(lang).to_owned()
            }
            None if is_undo(&line) => {
                self.so_far.pop();
                return self.question(turn, out);
            }
            None => match self.chooser(position).spell(&line) {
                Spelled::Not(steps, step) => {
                    self.so_far = steps;
                    let legal = listed(&self.legal(position));
                    let said = self.chooser(position).name(&step);
                    words::not_a_step(said, legal).get(lang).to_owned()
                }
                Spelled::More(steps) => {
                    self.so_far = steps;
                    return self.question(turn, out);
                }
                Spelled::Whole(_) | Spelled::Nothing => String::new(),
            },
        };
        let _ = writeln!(out, "{}", answer.trim_end());
        self.prompt(out);
    }

    fn tell(&mut self, turn: &Turn<'_, G>, moved: &Moved, mv: G::Move, out: &mut String) {
        if moved.seat != turn.seat {
            let (seat, seconds) =
                (self.title(moved.seat), format!("{:.2}", moved.spent.used().as_secs_f64()));
            let _ = writeln!(out, "\n{}", words::they_play(seat, mv, seconds).get(self.lang));
        }
        self.learn_titles(turn.position());
        if turn.position().outcome().is_some() {
            let _ = write!(out, "\n{}", self.board(turn, false));
        }
    }

    fn refuse(&mut self, turn: &Turn<'_, G>, fault: &Fault, out: &mut String) {
        self.so_far.clear();
        let said = narrow(&fault.got.line());
        let position = turn.position();
        let text = match said.to_lowercase().parse::<G::Move>() {
            Ok(mv) => match position.why_illegal(mv) {
                Some(why) => words::not_here_because(mv, why),
                None => words::not_here(mv, listed(&self.legal(position))),
            },
            Err(BadText { problem, .. }) => words::not_a_move(said, problem),
        };
        let _ = writeln!(out, "{}", text.get(self.lang));
    }

    fn bye(&mut self, ended: &Ended, out: &mut String) {
        let (mine, ending) = (|seat| seat == self.seat, G::SPEC.ending(&ended.why));
        let said = farewell(ended, &ending, self.lang, mine, |seat| self.title(seat));
        let _ = writeln!(out, "\n{said}");
    }
}

/// What a person is told at the end of a game: who has won, and why. `ending` is what the game
/// calls it where the rules have ended it; `is_mine` tells the seats of whoever reads it.
pub fn farewell(
    ended: &Ended,
    ending: &Text,
    lang: Lang,
    is_mine: impl Fn(Seat) -> bool,
    title: impl Fn(Seat) -> String,
) -> String {
    let why = match ended.why.as_str() {
        Ended::FAULT if ended.fault == Some(FaultKind::Disconnected) => words::by_leaving(),
        Ended::FAULT => words::by_fault(),
        Ended::RESIGNED => words::by_resignation(),
        Ended::ADJUDICATED => words::by_agreement(),
        Ended::ABORTED => words::by_abort(),
        Ended::VOID => words::by_the_machine(),
        _ => ending.clone(),
    };
    // A game that was broken off has no points, and neither has a draw where a win is all.
    let points = match ended.points.iter().any(|&points| points != 0) {
        true => {
            let points: Vec<String> = ended.points.iter().map(i32::to_string).collect();
            format!("{}, ", points.join(" - "))
        }
        false => String::new(),
    };
    let result = match ended.winner() {
        _ if ended.why == Ended::VOID => words::void(),
        _ if !ended.counts() => words::stopped(),
        Some(seat) if is_mine(seat) => words::you_win(title(seat)),
        Some(seat) => words::they_win(title(seat)),
        None => no_winner(ended, lang, title),
    };
    format!("{}  ({points}{})", result.get(lang), why.get(lang))
}

/// What to say of a game without a single winner: who has lost it for himself, who shares the
/// first place, or that it is a draw.
pub fn no_winner(ended: &Ended, lang: Lang, name: impl Fn(Seat) -> String) -> Text {
    let seats = Seat::all(ended.places.len());
    let first: Vec<Seat> = seats.filter(|seat| ended.places[seat.index()] == 1).collect();
    match ended.loser {
        Some(loser) => words::loses(name(loser)),
        None if first.len() == ended.places.len() => words::nobody_wins(),
        None => {
            let names: Vec<String> = first.into_iter().map(name).collect();
            words::share_first_place(names.join(gyoji_words::cli::comma().get(lang)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn among_four_no_winner_is_not_always_a_draw() {
        let name = |seat: Seat| ["red", "blue", "green", "yellow"][seat.index()].to_owned();
        let say = |ended: &Ended| no_winner(ended, Lang::En, name).get(Lang::En).to_owned();
        let resigned = Ended::lost(Seat(1), 4, Ended::RESIGNED, None);
        assert_eq!(say(&resigned), "blue loses.");
        let played = |places: [u8; 4]| Ended {
            places: places.to_vec(),
            why: "turns".into(),
            loser: None,
            ..resigned.clone()
        };
        assert_eq!(say(&played([1, 3, 1, 4])), "red, green share the first place.");
        assert_eq!(say(&played([1, 1, 1, 1])), "A draw.");
    }
}
