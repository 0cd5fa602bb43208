//! `gtp`: the Go Text Protocol, as Othello engines speak it over stdin and stdout.
//!
//! Every command has a number, and the answer to it begins with `=` or `?` and that number:
//! `4 genmove b`, `=4 f5`. So nothing has to be counted, and a late answer is known as one. An engine
//! that leaves the numbers out, or puts a blank before them, is understood, too. The protocol can only tell moves: a game that
//! begins elsewhere begins with its opening moves.

mod engine;
mod explain;

use std::fmt::Write;
use std::time::Duration;

use gyoji_core::record::{Clock, Ended, Fault, Moved, Then};
use gyoji_core::{
    Deal, Dialect, DialectEntry, Game, Heard, Known, Lifetime, Manners, OptionKind, OptionSpec,
    Options, Seat, Text, Turn,
};

use crate::formats::transcript::read_move;
use crate::{Move, Othello};

pub use engine::Engine;

/// The command of ours that puts up a position, for engines that know it. The protocol has none.
const POSITION: &str = "gyoji-position";

/// The dialect's place in the kit.
pub(super) fn entry() -> DialectEntry<Othello> {
    const OPTIONS: &[OptionSpec] = &[OptionSpec {
        name: "time",
        kind: OptionKind::Choice(&["yes", "no"]),
        default: "yes",
        about: Text::new(
            "whether the engine is told its time; no: for engines that make something else of it",
            "持ち時間をエンジンに伝えるかどうか。時間の解釈が違うエンジンには no",
        ),
    }];
    DialectEntry {
        options: OPTIONS,
        lifetime: Lifetime::Keep,
        manners: Manners::greeted,
        says_clock: true,
        knows: |_| Known::only("start", ["standard"]),
        client: Some(|| Box::new(Engine::default())),
        ..DialectEntry::new(
            "gtp",
            Text::new(
                "engines of the Go Text Protocol: clear_board, play, genmove",
                "GTP（Go Text Protocol）のエンジン: clear_board・play・genmove",
            ),
            |options| Ok(Box::new(Gtp::new(options))),
            |_, deal| Box::new(explain::Explainer::new(deal)),
        )
    }
}

/// The controller's side.
struct Gtp {
    tells_time: bool,
    seat: Seat,
    /// Where the game starts, if no moves lead there, and the moves that do.
    position: Option<String>,
    opening: Vec<Move>,
    /// The number of the last command.
    last: u32,
    /// The numbers of the commands that have to be obeyed before the game: from the first to the
    /// last, whose answer says that the engine is ready.
    set_up: (u32, u32),
    is_ready: bool,
    /// The number of the question that stands, or stood last.
    question: u32,
    /// Whether a refusal has put the question again already.
    is_asked_again: bool,
    /// How many moves after the opening are on the engine's board; none if it has others.
    knows: Option<usize>,
}

impl Gtp {
    fn new(options: &Options) -> Gtp {
        Gtp {
            tells_time: options.get("time") == "yes",
            seat: Seat::FIRST,
            position: None,
            opening: Vec::new(),
            last: 0,
            set_up: (0, 0),
            is_ready: false,
            question: 0,
            is_asked_again: false,
            knows: None,
        }
    }

    fn command(&mut self, out: &mut String, words: std::fmt::Arguments<'_>) -> u32 {
        self.last += 1;
        let _ = writeln!(out, "{} {words}", self.last);
        self.last
    }

    fn play(&mut self, seat: Seat, mv: Move, out: &mut String) {
        self.command(out, format_args!("play {} {mv}", colour(seat)));
    }

    /// Puts up the board from its beginning. Returns the number of the first command.
    fn put_up(&mut self, moves: &[Move], out: &mut String) -> u32 {
        let first = self.command(out, format_args!("clear_board"));
        let mut position = Othello::STANDARD;
        if let Some(text) = self.position.clone() {
            self.command(out, format_args!("{POSITION} {text}"));
            position = text.parse().unwrap_or(position);
        }
        for mv in self.opening.clone().into_iter().chain(moves.iter().copied()) {
            self.play(position.side(), mv, out);
            position.play(mv);
        }
        self.knows = Some(moves.len());
        first
    }

    fn put_question(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        if let Some(clock) = turn.clock.filter(|_| self.tells_time) {
            let left = clock.left.as_secs();
            self.command(out, format_args!("time_left {} {left} 0", colour(self.seat)));
        }
        self.question = self.command(out, format_args!("genmove {}", colour(self.seat)));
    }
}

impl Dialect<Othello> for Gtp {
    fn hello(&mut self, deal: &Deal<'_, Othello>, out: &mut String) {
        self.seat = deal.seat;
        let start = Othello::start(deal.setup).unwrap_or(Othello::STANDARD);
        self.position = (start != Othello::STANDARD).then(|| start.to_string());
        self.opening = deal.setup.opening.iter().filter_map(|text| text.parse().ok()).collect();
        self.command(out, format_args!("boardsize 8"));
        let times = time_settings(deal.limit, deal.clock).filter(|_| self.tells_time);
        if let Some((main, per_move, moves)) = times {
            self.command(out, format_args!("time_settings {main} {per_move} {moves}"));
        }
        let first = self.put_up(&[], out);
        self.set_up = (first, self.last);
    }

    fn ready(&mut self, _line: &str) {
        self.is_ready = true;
    }

    fn ask(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        if std::mem::take(&mut self.is_asked_again) {
            return;
        }
        // A program that lives for one answer has only heard how the game started.
        if self.knows != Some(turn.ply()) {
            self.put_up(turn.moves, out);
        }
        self.put_question(turn, out);
    }

    /// Whoever cannot move is not asked: engines disagree on whether a pass has to be generated.
    fn forced(&self, turn: &Turn<'_, Othello>) -> Option<Move> {
        turn.position().is_legal(Move::Pass).then_some(Move::Pass)
    }

    fn read(&self, _turn: &Turn<'_, Othello>, asked: bool, line: &str) -> Heard<Move> {
        let Some(answer) = Answer::read(line) else {
            // A greeting before the game does no harm, nor does the empty line behind an answer.
            let is_silence = line.trim().is_empty() || !asked;
            return if is_silence { Heard::Note } else { Heard::Garbage };
        };
        let (first, last) = self.set_up;
        let is_to = |number: u32| answer.number.is_none_or(|it| it == number);
        match answer.is_good {
            true if !asked && !self.is_ready && is_to(last) => Heard::Ready,
            false if !asked && !self.is_ready && answer.number.is_none_or(|it| it >= first) => {
                Heard::Garbage
            }
            _ if !asked || !is_to(self.question) => Heard::Note,
            // Without a number it may be the answer to a command before.
            true if answer.text.is_empty() && answer.number.is_none() => Heard::Note,
            true if answer.text.eq_ignore_ascii_case("resign") => Heard::Quit,
            true => read_move(answer.text).map_or(Heard::Garbage, Heard::Move),
            false => Heard::Garbage,
        }
    }

    fn tell(&mut self, turn: &Turn<'_, Othello>, moved: &Moved, mv: Move, out: &mut String) {
        let is_own = moved.seat == self.seat;
        self.is_asked_again &= !is_own;
        if self.knows != Some(turn.ply() - 1) {
            self.put_up(turn.moves, out);
            return;
        }
        if !is_own || moved.got.is_none() {
            self.play(moved.seat, mv, out);
        }
        self.knows = Some(turn.ply());
    }

    fn refuse(&mut self, turn: &Turn<'_, Othello>, fault: &Fault, out: &mut String) {
        self.knows = None; // it has made its answer on its own board
        if fault.then == Then::Again && self.is_ready {
            self.put_up(turn.moves, out);
            self.put_question(turn, out);
            self.is_asked_again = true;
        }
    }

    fn undone(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        self.is_asked_again = false;
        self.put_up(turn.moves, out);
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}

    fn dismiss(&mut self, out: &mut String) {
        self.command(out, format_args!("quit"));
    }
}

/// An answer to a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answer<'a> {
    is_good: bool,
    /// The number of the command, unless the engine leaves it out.
    number: Option<u32>,
    text: &'a str,
}

impl<'a> Answer<'a> {
    fn read(line: &'a str) -> Option<Answer<'a>> {
        let line = line.trim();
        // Some engines put a blank before the number: `= 4 f5`. No move of Othello is all digits.
        let rest = line.strip_prefix(['=', '?'])?.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, text) = rest.split_at(digits);
        // `=4d3` is no answer to command 4.
        let is_apart = text.is_empty() || text.starts_with(char::is_whitespace) || digits == 0;
        is_apart.then(|| Answer {
            is_good: line.starts_with('='),
            number: number.parse().ok(),
            text: text.trim(),
        })
    }
}

/// The time for the game, that for moves, and for how many; in whole seconds: the protocol knows no
/// others, and a limit of less cannot be told. A clock without an increment gives no time for moves.
fn time_settings(limit: Option<Duration>, clock: Option<Clock>) -> Option<(u64, u64, u32)> {
    let whole = |time: Duration| Some(time.as_secs()).filter(|seconds| *seconds > 0);
    let Some(clock) = clock else { return Some((0, whole(limit?)?, 1)) };
    let main = whole(clock.main())?;
    Some(whole(clock.increment()).map_or((main, 0, 0), |increment| (main, increment, 1)))
}

fn colour(seat: Seat) -> char {
    if seat == Seat::FIRST { 'b' } else { 'w' }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_with_and_without_their_number() {
        let read = |line| Answer::read(line).map(|it| (it.is_good, it.number, it.text));
        assert_eq!(read("=4 f5"), Some((true, Some(4), "f5")));
        assert_eq!(read("= F5 "), Some((true, None, "F5")));
        assert_eq!(read("=F5"), Some((true, None, "F5")));
        assert_eq!(read("="), Some((true, None, "")));
        assert_eq!(read("= 4 f5"), Some((true, Some(4), "f5")));
        assert_eq!(read("= 4 "), Some((true, Some(4), "")));
        assert_eq!(read("? 12 illegal move"), Some((false, Some(12), "illegal move")));
        assert_eq!(read("?12 illegal move"), Some((false, Some(12), "illegal move")));
        for other in ["", "f5", "4 f5", "=4f5", "= 4f5"] {
            assert_eq!(read(other), None, "{other}");
        }
    }

    #[test]
    fn times_are_told_in_whole_seconds() {
        let limit = |millis| time_settings(Some(Duration::from_millis(millis)), None);
        assert_eq!(limit(5000), Some((0, 5, 1)));
        assert_eq!(limit(1999), Some((0, 1, 1)));
        assert_eq!(limit(200), None);
        assert_eq!(time_settings(None, None), None);
        let clock = |text: &str| {
            time_settings(Some(Duration::from_secs(5)), Some(text.parse().expect("a clock")))
        };
        assert_eq!(clock("60s+1s"), Some((60, 1, 1)));
        assert_eq!(clock("60s"), Some((60, 0, 0)));
        assert_eq!(clock("60s+0.5s"), Some((60, 0, 0)), "an increment that cannot be told");
    }
}
