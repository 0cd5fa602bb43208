//! The engine's side: a built-in bot under any controller of the protocol.

use std::time::{Duration, Instant};

use gyoji_core::{Asked, BadText, Client, Cue, Game, Interrupt, OnClock, Seat};

use super::POSITION;
use crate::formats::transcript::read_move;
use crate::{Move, Othello};

/// The commands, as `list_commands` tells them.
const COMMANDS: [&str; 17] = [
    "boardsize",
    "clear_board",
    "genmove",
    POSITION,
    "known_command",
    "komi",
    "list_commands",
    "name",
    "play",
    "protocol_version",
    "quit",
    "set_game",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// An engine that knows the game and its times.
#[derive(Clone, Debug)]
pub struct Engine {
    start: Othello,
    moves: Vec<(Seat, Move)>,
    /// What everybody has when a game begins, and what is left of it.
    given: Time,
    left: [Time; 2],
    increment: Duration,
    /// What stands in front of the answer to `genmove`, for whom it is, and since when it is wanted.
    asked: (String, Seat, Instant),
}

/// A time to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Time {
    Unlimited,
    /// For each answer.
    Each(Duration),
    /// For all answers from now on.
    All(Duration),
}

impl Default for Engine {
    fn default() -> Engine {
        Engine {
            start: Othello::STANDARD,
            moves: Vec::new(),
            given: Time::Each(Othello::SPEC.time),
            left: [Time::Each(Othello::SPEC.time); 2],
            increment: Duration::ZERO,
            asked: (String::new(), Seat::FIRST, Instant::now()),
        }
    }
}

/// What a command comes to: an answer, or why it cannot be obeyed.
type Answer = Result<String, String>;

impl Client<Othello> for Engine {
    fn interrupts(&self, line: &str) -> Interrupt {
        match words(line).1.first() {
            Some(&"quit") => Interrupt::Leave,
            _ => Interrupt::No,
        }
    }

    fn hear(&mut self, line: &str) -> Result<Cue<Othello>, BadText> {
        let (number, words) = words(line);
        let Some((&command, given)) = words.split_first() else { return Ok(Cue::Nothing) };
        let number = number.to_owned();
        Ok(match (command, given) {
            ("genmove", [colour]) => match read_colour(colour) {
                Some(seat) => return Ok(self.ask(number, seat)),
                None => say(&number, Err("expected b or w".to_owned())),
            },
            // The answer to `quit` is not waited for by anybody: leaving is what counts.
            ("quit", _) => Cue::Leave,
            _ => say(&number, self.obey(command, given)),
        })
    }

    fn say(&self, mv: Move) -> String {
        format!("={} {mv}\n", self.asked.0)
    }

    fn chosen(&mut self, mv: Move) -> Cue<Othello> {
        let (_, seat, since) = self.asked;
        // A controller that tells what is left says so before the next question; others leave it to us.
        if let Time::All(left) = &mut self.left[seat.index()] {
            *left = left.saturating_sub(since.elapsed()).saturating_add(self.increment);
        }
        self.moves.push((seat, mv));
        Cue::Say(self.say(mv))
    }
}

impl Engine {
    fn obey(&mut self, command: &str, given: &[&str]) -> Answer {
        let done = Ok(String::new());
        match (command, given) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("Gyoji".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("boardsize", ["8"]) | ("komi", _) => done,
            ("boardsize", _) => Err("unacceptable size".to_owned()),
            ("set_game", [name]) if name.eq_ignore_ascii_case("othello") => done,
            ("set_game", _) => Err("unsupported game".to_owned()),
            ("clear_board", _) => {
                (self.start, self.moves) = (Othello::STANDARD, Vec::new());
                self.left = [self.given; 2];
                done
            }
            (POSITION, _) => {
                let position = given.join(" ").parse();
                self.start = position.map_err(|_: BadText| "expected 64 squares and a side")?;
                self.moves.clear();
                done
            }
            ("play", [colour, mv]) => {
                let seat = read_colour(colour).ok_or("expected b or w")?;
                let mv = read_move(mv).ok_or("expected a square or pass")?;
                // A pass of whoever could move is made all the same: some controllers need it.
                let is_legal = mv == Move::Pass || self.position(seat).is_legal(mv);
                is_legal.then(|| self.moves.push((seat, mv))).ok_or("illegal move")?;
                done
            }
            ("undo", _) => match self.moves.pop() {
                Some(_) => done,
                None => Err("cannot undo".to_owned()),
            },
            ("time_settings", [main, per_move, moves]) => {
                self.set_times(main, per_move, moves).ok_or("expected three numbers")?;
                done
            }
            ("time_left", [colour, seconds, moves]) => {
                let seat = read_colour(colour).ok_or("expected b or w")?;
                let left = read_seconds(seconds).ok_or("expected a number of seconds")?;
                // With a number of moves, the time for the game is over, and this is for them.
                self.left[seat.index()] = match moves.parse().map_err(|_| "expected a number")? {
                    0 => Time::All(left),
                    moves => Time::Each(left / moves),
                };
                done
            }
            ("showboard", _) => Ok(self.drawn()),
            _ if COMMANDS.contains(&command) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    /// The position with `seat` to move, whoever moved last.
    fn position(&self, seat: Seat) -> Othello {
        let mut board = self.start.board();
        let mut side = self.start.side();
        for &(mover, mv) in &self.moves {
            board = if mover == side { board } else { board.pass() };
            side = mover;
            let mut position = Othello::new(board, mover);
            if mv != Move::Pass && position.is_legal(mv) {
                position.play(mv);
                (board, side) = (position.board(), position.side());
            }
        }
        Othello::new(if seat == side { board } else { board.pass() }, seat)
    }

    fn ask(&mut self, number: String, seat: Seat) -> Cue<Othello> {
        self.asked = (number, seat, Instant::now());
        let position = self.position(seat);
        // Nothing can be chosen when the game is over, and a controller may not have noticed.
        if position.to_move().is_none() {
            return self.chosen(Move::Pass);
        }
        let (left, clock) = match self.left[seat.index()] {
            Time::Unlimited => (None, None),
            Time::Each(limit) => (Some(limit), None),
            Time::All(left) => (Some(left), Some(OnClock { left, increment: self.increment })),
        };
        Cue::Move(Asked { seat, position, left, clock })
    }

    /// Main time 0 is a time for each move; otherwise what is given for moves afterwards is taken for
    /// an increment. A time for moves with no moves is, by the protocol, no limit at all.
    fn set_times(&mut self, main: &str, per_move: &str, moves: &str) -> Option<()> {
        let (main, per_move) = (read_seconds(main)?, read_seconds(per_move)?);
        let moves: u32 = moves.parse().ok()?;
        let each = if moves == 0 { Duration::ZERO } else { per_move / moves };
        (self.given, self.increment) = match main {
            Duration::ZERO if moves == 0 => (Time::Unlimited, Duration::ZERO),
            Duration::ZERO => (Time::Each(each), Duration::ZERO),
            main => (Time::All(main), each),
        };
        self.left = [self.given; 2];
        Some(())
    }

    fn drawn(&self) -> String {
        let position = self.position(Seat::FIRST);
        let (black, white) = (position.discs(Seat::FIRST), position.discs(Seat::SECOND));
        let row = |rank: u32| {
            let cells = (8 * rank..8 * rank + 8).map(|square| {
                match (black >> square & 1, white >> square & 1) {
                    (1, _) => " X",
                    (_, 1) => " O",
                    _ => " .",
                }
            });
            format!("\n{}{}", rank + 1, cells.collect::<String>())
        };
        format!("\n  A B C D E F G H{}", (0..8).map(row).collect::<String>())
    }
}

/// The number of a command, empty without one, and its words.
fn words(line: &str) -> (&str, Vec<&str>) {
    let line = line.split('#').next().unwrap_or_default();
    let mut words = line.split_whitespace().peekable();
    let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    (number.unwrap_or_default(), words.collect())
}

fn say(number: &str, answer: Answer) -> Cue<Othello> {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(why) => ('?', why),
    };
    // An empty line ends every answer.
    let space = if text.is_empty() { "" } else { " " };
    Cue::Say(format!("{sign}{number}{space}{text}\n"))
}

fn read_colour(text: &str) -> Option<Seat> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Seat::FIRST),
        "w" | "white" => Some(Seat::SECOND),
        _ => None,
    }
}

fn read_seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.parse().ok()?).ok()
}
