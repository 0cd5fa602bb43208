//! `gomocup`: the protocol of the world's gomoku and renju engines, over stdin and stdout.
//!
//! The engine is told a few `INFO` lines and `START`, then `BEGIN`, `TURN x,y` or a whole `BOARD`,
//! and answers `x,y`: column and row from 0, the row counted from the top. `SWAP2BOARD` asks for
//! the stones and choices of a swap opening; one line then answers several of our moves. The
//! page `docs/protocols/gomocup.md` describes it; here is the referee's side.

mod answer;
mod complaint;
mod engine;
mod explain;

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::Duration;

use gyoji_core::record::{Clock, Ended, Fault, Moved, Then};
use gyoji_core::{
    Deal, Dialect, DialectEntry, Game, Greeting, Heard, Known, Lifetime, Manners, OptionKind,
    OptionSpec, Options, Text, Turn,
};

use crate::{Move, Phase, Point, Renju, Rule};

pub use engine::Engine;

/// What stands for "no limit" as the time left for a match.
const UNLIMITED: u64 = 2_147_483_647;
/// What an engine is told of the time for a move when there is no limit. Engines use all the
/// time they are given, so it is what Gomocup gives and not a very long time.
const USUAL_TURN: Duration = Duration::from_secs(30);
/// `INFO game_type`: the opponent is a program.
const GAME_TYPE: u32 = 1;

/// The bits of `INFO rule`.
mod rule {
    pub(super) const EXACTLY_FIVE: u32 = 1;
    pub(super) const RENJU: u32 = 4;
}

/// The dialect's place in the kit.
pub(super) fn entry() -> DialectEntry<Renju> {
    const OPTIONS: &[OptionSpec] = &[
        OptionSpec {
            name: "memory",
            kind: OptionKind::Number(0, 1 << 20),
            default: "350",
            about: Text::new(
                "the megabytes an engine is told it may use; 0 for no limit",
                "エンジンに伝えるメモリの上限（MB）。0 は無制限",
            ),
        },
        OptionSpec {
            name: "match-time",
            kind: OptionKind::Time,
            default: "0",
            about: Text::new(
                "the time for all moves of a game together, as clock= has it for every dialect; 0 for no limit",
                "1局全体の持ち時間（どのプロトコルでも使える clock= と同じもの）。0 は無制限",
            ),
        },
        OptionSpec {
            name: "pause",
            kind: OptionKind::Time,
            default: "5ms",
            about: Text::new(
                "how long an engine that has just answered is left alone, its clock standing",
                "エンジンが答えてから次の行を送るまでの間（その間、時計は止まる）",
            ),
        },
    ];
    DialectEntry {
        options: OPTIONS,
        lifetime: Lifetime::Keep,
        manners: |options| Manners {
            greeting: Greeting::Answered,
            pause: options.time("pause").unwrap_or_default(),
            ..Manners::default()
        },
        says_clock: true,
        knows: |_| Known::only("rule", TOLD.map(Rule::name)),
        client: Some(|| Box::new(Engine::default())),
        ..DialectEntry::new(
            "gomocup",
            Text::new(
                "engines of the Gomocup (Piskvork) protocol: START, INFO, BEGIN, TURN, BOARD, SWAP2BOARD",
                "Gomocup（Piskvork）プロトコルのエンジン: START・INFO・BEGIN・TURN・BOARD・SWAP2BOARD",
            ),
            |options| Ok(Box::new(Gomocup::new(options))),
            |_, deal| Box::new(explain::Explainer::new(deal)),
        )
    }
}

/// The manager's side.
struct Gomocup {
    memory_mb: u64,
    match_time: Option<Duration>,
    /// The time its answers have taken so far.
    used: Duration,
    limit: Option<Duration>,
    clock: Option<Clock>,
    rule: Rule,
    size: u8,
    is_ready: bool,
    /// Whether it has been asked in this game.
    is_asked: bool,
    /// How many stones of the game it has on its own board; none if it has others.
    knows: Option<usize>,
    /// Whether a refusal has put the question again already.
    is_asked_again: bool,
    /// What is still to be played of an answer of several moves.
    rest: VecDeque<Move>,
}

impl Gomocup {
    fn new(options: &Options) -> Gomocup {
        Gomocup {
            memory_mb: options.number("memory"),
            match_time: options.time("match-time"),
            used: Duration::ZERO,
            limit: None,
            clock: None,
            rule: Rule::default(),
            size: crate::MIN_SIZE,
            is_ready: false,
            is_asked: false,
            knows: Some(0),
            is_asked_again: false,
            rest: VecDeque::new(),
        }
    }

    /// What engines need to know of the game's times and rule.
    fn write_terms(&self, out: &mut String) {
        let turn = self.limit.unwrap_or(USUAL_TURN).as_millis();
        let whole = self.match_time.into_iter().chain(self.clock.map(Clock::main)).min();
        let whole = whole.unwrap_or_default().as_millis();
        let _ = writeln!(out, "INFO timeout_turn {turn}");
        let _ = writeln!(out, "INFO timeout_match {whole}");
        // No part of the protocol, but many engines know it; the others read past it.
        if let Some(increment) = self.clock.map(Clock::increment).filter(|time| !time.is_zero()) {
            let _ = writeln!(out, "INFO time_increment {}", increment.as_millis());
        }
        let _ = writeln!(out, "INFO rule {}", rule_number(self.rule));
    }

    /// The question that brings the engine into this position, whatever it knows.
    fn write_question(&mut self, turn: &Turn<'_, Renju>, out: &mut String) {
        let position = turn.position();
        let stones = position.stones();
        if is_opening(position) {
            out.push_str("SWAP2BOARD\n");
            for stone in stones {
                let _ = writeln!(out, "{}", written(stone.point, self.size));
            }
            out.push_str("DONE\n");
            // These stones are a question; the game itself begins with a BOARD.
            self.knows = Some(0);
            return;
        }
        let own = position.colour();
        let last = stones.clone().next_back().filter(|stone| stone.colour != own);
        match (self.knows, last) {
            (Some(known), Some(last)) if known + 1 == stones.len() => {
                let _ = writeln!(out, "TURN {}", written(last.point, self.size));
            }
            (known, _) => {
                if known != Some(0) {
                    out.push_str("RESTART\n");
                }
                write_board(position, out);
            }
        }
        self.knows = Some(stones.len());
    }
}

impl Dialect<Renju> for Gomocup {
    fn hello(&mut self, deal: &Deal<'_, Renju>, out: &mut String) {
        // Engines use all the time they are given for a move: not the whole game's.
        let is_capped = deal.clock.is_none_or(|clock| deal.limit < Some(clock.main()));
        self.limit = deal.limit.map(|limit| if is_capped { limit } else { limit.min(USUAL_TURN) });
        self.clock = deal.clock;
        self.rule = deal.start.rule();
        self.size = deal.start.size();
        self.is_asked = false;
        self.knows = Some(0);
        // Before START, so that the engine makes its tables while its clock does not run yet.
        self.write_terms(out);
        let _ = writeln!(out, "INFO max_memory {}", self.memory_mb << 20);
        let _ = writeln!(out, "INFO game_type {GAME_TYPE}");
        let _ = writeln!(out, "START {}", self.size);
    }

    fn ready(&mut self, _line: &str) {
        self.is_ready = true;
    }

    fn ask(&mut self, turn: &Turn<'_, Renju>, out: &mut String) {
        if std::mem::take(&mut self.is_asked_again) {
            return;
        }
        // Once more: an engine may begin from nothing at START, since other managers tell it
        // these things only afterwards.
        if !std::mem::replace(&mut self.is_asked, true) {
            self.write_terms(out);
        }
        let left = turn.clock.map(|clock| clock.left).into_iter().chain(self.left()).min();
        let left = left.map_or(u128::from(UNLIMITED), |left| left.as_millis());
        let _ = writeln!(out, "INFO time_left {left}");
        self.write_question(turn, out);
    }

    /// `SWAP2BOARD` has no stones, or those with which somebody chooses.
    fn can_ask(&self, turn: &Turn<'_, Renju>) -> bool {
        let position = turn.position();
        !is_opening(position) || position.is_choice() || position.stones().len() == 0
    }

    fn forced(&self, turn: &Turn<'_, Renju>) -> Option<Move> {
        self.rest.front().copied().filter(|&mv| turn.position().is_legal(mv))
    }

    fn read(&self, turn: &Turn<'_, Renju>, asked: bool, line: &str) -> Heard<Move> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_ascii_uppercase().as_str() {
            "" | "MESSAGE" | "DEBUG" => Heard::Note,
            "OK" if self.is_ready || asked => Heard::Note, // to RESTART
            "OK" => Heard::Ready,
            // A warning, perhaps: managers go on waiting for the move.
            "ERROR" if self.is_ready || asked => Heard::Note,
            "UNKNOWN" if is_unknown_fatal(turn.position(), self.is_ready, asked) => Heard::Garbage,
            "UNKNOWN" => Heard::Note,
            "SUGGEST" if asked && answer::point(rest, self.size).is_some() => Heard::Query,
            _ => match answer::read(turn.position(), line) {
                Some(moves) if asked => moves.first().map_or(Heard::Garbage, |&mv| Heard::Move(mv)),
                // The answer to a question of the game before, which ended without it.
                Some(_) if !self.is_ready => Heard::Stale,
                _ => Heard::Garbage,
            },
        }
    }

    /// A suggestion becomes the move, as in tournaments: the engine hears `PLAY` and plays it.
    fn reply(&mut self, _turn: &Turn<'_, Renju>, _asked: bool, line: &str, out: &mut String) {
        let (_, rest) = line.trim().split_once(char::is_whitespace).unwrap_or_default();
        if let Some(point) = answer::point(rest, self.size) {
            let _ = writeln!(out, "PLAY {}", written(point, self.size));
        }
    }

    fn left(&self) -> Option<Duration> {
        self.match_time.map(|time| time.saturating_sub(self.used))
    }

    fn tell(&mut self, turn: &Turn<'_, Renju>, moved: &Moved, mv: Move, _out: &mut String) {
        if moved.seat != turn.seat {
            return;
        }
        self.used += moved.spent.used();
        self.is_asked_again = false;
        let Some(before) = turn.past.iter().rev().nth(1) else { return };
        match &moved.got {
            Some(got) => {
                let moves = answer::read(before, &got.line()).unwrap_or_default();
                self.rest = moves.into_iter().skip(1).collect();
            }
            None if self.rest.front() == Some(&mv) => drop(self.rest.pop_front()),
            None => self.knows = None, // made for it
        }
        if !is_opening(before) && self.knows.is_some() {
            self.knows = Some(turn.position().stones().len());
        }
    }

    /// The protocol has no words for a refusal: the question is put again, on a new board.
    fn refuse(&mut self, turn: &Turn<'_, Renju>, fault: &Fault, out: &mut String) {
        if fault.then == Then::Again && self.is_ready {
            self.knows = None;
            self.is_asked_again = false;
            self.ask(turn, out);
            self.is_asked_again = true;
        }
    }

    fn undone(&mut self, _turn: &Turn<'_, Renju>, _out: &mut String) {
        self.rest.clear();
        self.is_asked_again = false;
        self.knows = None;
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}

    fn dismiss(&mut self, out: &mut String) {
        out.push_str("END\n");
    }
}

/// The whole board, stones in the order they were put: 1 is the engine's own, 2 the opponent's.
fn write_board(position: &Renju, out: &mut String) {
    let stones = position.stones();
    if stones.len() == 0 {
        out.push_str("BEGIN\n");
        return;
    }
    out.push_str("BOARD\n");
    for stone in stones {
        let whose = if stone.colour == position.colour() { 1 } else { 2 };
        let _ = writeln!(out, "{},{whose}", written(stone.point, position.size()));
    }
    out.push_str("DONE\n");
}

/// Whether stones of a swap opening are being put or a colour is being chosen.
fn is_opening(position: &Renju) -> bool {
    !matches!(position.phase(), Phase::Settled { .. })
}

/// Whether it is a command the engine must know, or one without which the game cannot go on.
fn is_unknown_fatal(position: &Renju, is_ready: bool, asked: bool) -> bool {
    match asked {
        true => is_opening(position),
        false => !is_ready,
    }
}

/// The rules that `INFO rule` can say.
const TOLD: [Rule; 3] = [Rule::Renju, Rule::Standard, Rule::Freestyle];

/// The rule as `INFO rule` has it. The class's own rule has no number: renju comes nearest.
const fn rule_number(rule: Rule) -> u32 {
    match rule {
        Rule::Renju | Rule::Class => rule::RENJU,
        Rule::Standard => rule::EXACTLY_FIVE,
        Rule::Freestyle => 0,
    }
}

/// A point as the protocol writes it.
fn written(point: Point, size: u8) -> String {
    format!("{},{}", point.x(), point.y_from_top(size))
}
