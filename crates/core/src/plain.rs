//! `plain`: one line protocol for every game, over every wire. Version 1.
//!
//! The page `docs/protocols/plain.md` is its specification, and its transcripts are run as
//! tests. In short:
//!
//! ```text
//! > gyoji 1 game othello seat 0 of 2 ms 5000 start=standard
//! < ready
//! > position 0 ---------------------------OX------XO--------------------------- X
//! > go 0 5000
//! < move 0 f5
//! > played 1 1 d6
//! > over places 1 2 points 40 24 why full
//! ```
//!
//! Every seat is told the start first, as `position 0`, since a game may start anywhere. Questions
//! carry the number of moves made since then and answers repeat it, so a late answer is never
//! taken for the next one. A program that needs it says `ready legal` and is then told
//! every legal move before each question. Whoever has a clock for the whole game reads
//! `clock 60000 500` (what is left, and what each answer adds) before each `go`. Whoever is asked may
//! say `info value 620` before its move: the share of the game that it expects, in thousandths.

use std::fmt::Write;
use std::marker::PhantomData;

use crate::record::{Ended, Fault, Moved, Value};
use crate::{
    Asked, BadText, Client, Cue, Deal, Dialect, DialectEntry, Explain, Game, Heard, Lifetime,
    Manners, OnClock, Seat, Text, Turn,
};

/// The version that the first line of a game names.
pub const VERSION: u32 = 1;

/// The dialect's name.
pub const NAME: &str = "plain";

/// What stands between the moves of a `legal` line, since a move may have spaces and commas.
const BETWEEN: &str = " | ";

/// The plain dialect of any game.
pub fn entry<G: Game>() -> DialectEntry<G> {
    DialectEntry {
        lifetime: Lifetime::Keep,
        manners: Manners::greeted,
        says_clock: true,
        client: Some(|| Box::new(PlainClient::<G> { seat: Seat::FIRST, asked: None, clock: None })),
        ..DialectEntry::new(
            NAME,
            Text::new(
                "Gyoji's own line protocol, the same for every game",
                "行司の標準プロトコル（全ゲーム共通）",
            ),
            |_| Ok(Box::new(Plain::<G> { is_ready: false, wants_legal: false, game: PhantomData })),
            |_, _| Box::new(Explainer),
        )
    }
}

struct Plain<G> {
    is_ready: bool,
    wants_legal: bool,
    game: PhantomData<fn() -> G>,
}

impl<G: Game> Dialect<G> for Plain<G> {
    fn hello(&mut self, deal: &Deal<'_, G>, out: &mut String) {
        let seats = G::SPEC.seats.len();
        let _ =
            write!(out, "gyoji {VERSION} game {} seat {} of {seats} ms ", G::SPEC.id, deal.seat);
        write_ms(deal.limit, out);
        if !deal.setup.options.to_string().is_empty() {
            let _ = write!(out, " {}", deal.setup.options);
        }
        out.push('\n');
    }

    fn ready(&mut self, line: &str) {
        self.is_ready = true;
        self.wants_legal = line.split_whitespace().skip(1).any(|word| word == "legal");
    }

    /// Whoever moves first reads the start with its question.
    fn begun(&mut self, turn: &Turn<'_, G>, out: &mut String) {
        if turn.position().to_move() != Some(turn.seat) {
            write_position(turn, out);
        }
    }

    fn ask(&mut self, turn: &Turn<'_, G>, out: &mut String) {
        let ply = turn.ply();
        write_position(turn, out);
        if self.wants_legal {
            out.push_str("legal ");
            for (i, mv) in turn.position().moves().enumerate() {
                let _ = write!(out, "{}{mv}", if i > 0 { BETWEEN } else { "" });
            }
            out.push('\n');
        }
        if let Some(clock) = turn.clock {
            let [left, increment] = [clock.left, clock.increment].map(|time| time.as_millis());
            let _ = writeln!(out, "clock {left} {increment}");
        }
        let _ = write!(out, "go {ply} ");
        write_ms(turn.left, out);
        out.push('\n');
    }

    fn read(&self, turn: &Turn<'_, G>, asked: bool, line: &str) -> Heard<G::Move> {
        let (word, rest) = split_word(line);
        match word {
            "ready" => Heard::Ready,
            // Whoever has connected to us may say first who it is: docs/protocols/connect.md.
            "hello" if !self.is_ready && is_hello::<G>(rest) => Heard::Note,
            "info" => match split_word(rest) {
                ("value", number) if asked => number.parse().map_or(Heard::Note, Heard::Value),
                _ => Heard::Note,
            },
            "move" => {
                let (number, text) = split_word(rest);
                match (number.parse::<usize>(), text.parse()) {
                    (Ok(ply), _) if ply < turn.ply() => Heard::Stale,
                    // Left over from the game before this one.
                    (Ok(_), _) if !self.is_ready && !asked => Heard::Stale,
                    (Ok(ply), Ok(mv)) if ply == turn.ply() && asked => Heard::Move(mv),
                    _ => Heard::Garbage,
                }
            }
            _ => Heard::Garbage,
        }
    }

    fn tell(&mut self, turn: &Turn<'_, G>, moved: &Moved, mv: G::Move, out: &mut String) {
        let its_own_words = moved.seat == turn.seat && moved.got.is_some();
        if !its_own_words {
            let _ = writeln!(out, "played {} {} {mv}", moved.ply, moved.seat);
        }
    }

    fn refuse(&mut self, turn: &Turn<'_, G>, fault: &Fault, out: &mut String) {
        let kind = serde_json::to_string(&fault.kind).unwrap_or_default();
        let again = match fault.then {
            crate::record::Then::Again => "again",
            _ => "missed",
        };
        let _ = writeln!(out, "{again} {} {}", turn.ply(), kind.trim_matches('"'));
    }

    fn undone(&mut self, turn: &Turn<'_, G>, out: &mut String) {
        let _ = writeln!(out, "undone {}", turn.ply());
    }

    fn bye(&mut self, ended: &Ended, out: &mut String) {
        out.push_str("over places");
        for place in &ended.places {
            let _ = write!(out, " {place}");
        }
        out.push_str(" points");
        for points in &ended.points {
            let _ = write!(out, " {points}");
        }
        let _ = writeln!(out, " why {}", ended.why);
    }
}

/// What explains it beside this, the referee knows: it is the same for every game.
struct Explainer;

impl<G: Game> Explain<G> for Explainer {
    fn expected(&self) -> Text {
        Text::new("\"move\", the number of the question and the move", "「move」、質問の番号、手")
    }
}

fn write_position<G: Game>(turn: &Turn<'_, G>, out: &mut String) {
    let _ = writeln!(out, "position {} {}", turn.ply(), turn.position());
}

fn write_ms(time: Option<std::time::Duration>, out: &mut String) {
    let _ = match time {
        Some(time) => write!(out, "{}", time.as_millis()),
        None => write!(out, "-"),
    };
}

/// Whether these are the words of somebody who wants to play this game: `gyoji 1 GAME NAME [KEY]`.
fn is_hello<G: Game>(words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    let version = VERSION.to_string();
    matches!(words[..], ["gyoji", it, game, _, ..] if it == version && game == G::SPEC.id)
}

fn split_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()))
}

/// A program of the plain dialect that knows each position from the line before the question.
struct PlainClient<G: Game> {
    seat: Seat,
    asked: Option<(u32, G)>,
    /// What the last `clock` line said; it is for one question.
    clock: Option<OnClock>,
}

impl<G: Game> Client<G> for PlainClient<G> {
    fn hear(&mut self, line: &str) -> Result<Cue<G>, BadText> {
        let bad = || BadText::new(line, gyoji_words::input::not_plain());
        let (word, rest) = split_word(line);
        match word {
            "gyoji" => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let [version, "game", game, "seat", seat, ..] = words[..] else {
                    return Err(bad());
                };
                if version.parse() != Ok(VERSION) {
                    return Err(BadText::new(version, gyoji_words::input::plain_version(VERSION)));
                }
                if game != G::SPEC.id {
                    return Err(BadText::new(game, gyoji_words::input::other_game(G::SPEC.id)));
                }
                self.seat = Seat(seat.parse().map_err(|_| bad())?);
                Ok(Cue::Say("ready".into()))
            }
            "position" => {
                let (ply, text) = split_word(rest);
                self.asked = Some((ply.parse().map_err(|_| bad())?, text.parse()?));
                Ok(Cue::Nothing)
            }
            "clock" => {
                let mut times = rest
                    .split_whitespace()
                    .map(str::parse)
                    .map(|ms| ms.map(std::time::Duration::from_millis).map_err(|_| bad()));
                let (left, increment) = (times.next(), times.next());
                let (Some(left), Some(increment)) = (left, increment) else { return Err(bad()) };
                self.clock = Some(OnClock { left: left?, increment: increment? });
                Ok(Cue::Nothing)
            }
            "go" => {
                let (_, ms) = split_word(rest);
                let left = match ms {
                    "-" => None,
                    ms => Some(std::time::Duration::from_millis(ms.parse().map_err(|_| bad())?)),
                };
                let (_, position) = self.asked.clone().ok_or_else(bad)?;
                let clock = self.clock.take();
                Ok(Cue::Move(Asked { seat: self.seat, position, left, clock }))
            }
            "quit" => Ok(Cue::Leave),
            // `played`, `over`, and whatever a later version adds. A `position` that is told
            // without a question is followed by another with it.
            _ => Ok(Cue::Nothing),
        }
    }

    fn value(&self, value: Value) -> Option<String> {
        Some(format!("info value {value}"))
    }

    fn say(&self, mv: G::Move) -> String {
        format!("move {} {mv}", self.asked.as_ref().map_or(0, |(ply, _)| *ply))
    }
}
