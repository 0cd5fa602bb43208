//! The engine's side: a built-in bot under any manager of the protocol.
//!
//! Whatever is sent, it answers as the protocol wants: `ERROR` for a command it cannot obey,
//! `UNKNOWN` for one it does not know. The rule and the limits may change at any time, so the
//! position is made anew for each question from the stones.

use std::time::Duration;

use gyoji_core::{Asked, BadText, Client, Cue, Game, OnClock};

use super::{UNLIMITED, answer, rule, written};
use crate::{Colour, MAX_SIZE, MIN_SIZE, Move, Phase, Point, Renju, Rule, Stone};

/// Where only the time for the whole match is told, and never what is left of it, a move gets this
/// part.
const PART_OF_MATCH: u32 = 60;

/// An engine that knows the stones, the rule and the limits.
#[derive(Clone, Debug, Default)]
pub struct Engine {
    /// The side of the board; none before `START`.
    size: Option<u8>,
    /// The bits of `INFO rule`.
    rule: u32,
    limits: Limits,
    stones: Vec<(Point, Whose)>,
    reading: Option<Reading>,
    /// The swap opening that is being answered, and what we have answered so far.
    opening: Option<(Renju, Vec<Move>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    Own,
    Opponent,
}

/// What `INFO` has told of times, in milliseconds.
#[derive(Clone, Debug, Default)]
struct Limits {
    turn: Option<u64>,
    whole: Option<u64>,
    left: Option<i64>,
    increment: u64,
}

impl Limits {
    /// The time for one answer: the usual if nobody has said anything, none if there is no limit.
    fn for_a_move(&self) -> Option<Duration> {
        if self.turn.is_none() && self.whole.is_none() && self.left.is_none() {
            return Some(Renju::SPEC.time);
        }
        let part = match self.left {
            Some(_) => self.on_clock().map(|clock| clock.left),
            None => self.whole.filter(|whole| *whole > 0).map(|all| millis(all) / PART_OF_MATCH),
        };
        self.turn.map(millis).into_iter().chain(part).min()
    }

    /// What is left of the time for the whole match, if that was told.
    fn on_clock(&self) -> Option<OnClock> {
        let left = match (self.left?, self.whole) {
            (left, _) if left.unsigned_abs() == UNLIMITED => return None,
            // A manager that has no clock for the match may say that 0 is left of it.
            (0, None | Some(0)) => return None,
            (left, _) => millis(left.max(0) as u64),
        };
        Some(OnClock { left, increment: millis(self.increment) })
    }
}

fn millis(number: u64) -> Duration {
    Duration::from_millis(number)
}

/// The lines of a `BOARD` or `SWAP2BOARD`, as far as they have come.
#[derive(Clone, Debug)]
struct Reading {
    is_swap: bool,
    stones: Vec<(Point, Whose)>,
    /// What is wrong with it.
    problem: Option<String>,
}

/// An `ERROR` to be said.
type Answer = Result<Cue<Renju>, String>;

impl Client<Renju> for Engine {
    fn hear(&mut self, line: &str) -> Result<Cue<Renju>, BadText> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_uppercase(), rest.trim());
        let answer = match self.reading.take() {
            Some(reading) if word == "DONE" => self.read(reading),
            Some(reading) if word == "INFO" => {
                self.reading = Some(reading);
                Ok(self.info(rest))
            }
            Some(reading) if !is_command(&word) => {
                self.reading = Some(self.add_line(reading, line));
                Ok(Cue::Nothing)
            }
            // A command in the middle of a board: the board is given up.
            _ => self.obey(&word, rest),
        };
        Ok(answer.unwrap_or_else(|problem| Cue::Say(format!("ERROR {problem}"))))
    }

    fn say(&self, mv: Move) -> String {
        match mv {
            Move::Place(point) => written(point, self.size.unwrap_or(MAX_SIZE)),
            Move::Black => "SWAP".to_owned(),
            Move::More => String::new(),
        }
    }

    fn chosen(&mut self, mv: Move) -> Cue<Renju> {
        let Some((mut position, mut moves)) = self.opening.take() else {
            if let Move::Place(point) = mv {
                self.stones.push((point, Whose::Own));
            }
            return Cue::Say(self.say(mv));
        };
        let seat = position.to_move();
        position.play(mv);
        moves.push(mv);
        if !matches!(position.phase(), Phase::Settled { .. }) && position.to_move() == seat {
            return self.ask_for_opening(position, moves);
        }
        let words = moves.into_iter().filter(|mv| *mv != Move::More).map(|mv| self.say(mv));
        Cue::Say(words.collect::<Vec<_>>().join(" "))
    }
}

/// Whether a line with this word can be no line of a board.
fn is_command(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic())
}

impl Engine {
    fn obey(&mut self, word: &str, rest: &str) -> Answer {
        match word {
            "" => Ok(Cue::Nothing),
            "START" => {
                let size = rest.parse().map_err(|_| "expected the size of the board")?;
                self.start(size, size)
            }
            "RECTSTART" => {
                let sides = rest.split_once(',').map(|(width, height)| {
                    Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
                });
                let (width, height) = sides.flatten().ok_or("expected width,height")?;
                self.start(width, height)
            }
            "RESTART" => {
                self.size()?;
                self.stones.clear();
                Ok(ok())
            }
            "BEGIN" => {
                self.size()?;
                match self.stones.is_empty() {
                    true => self.ask(),
                    false => Err("the board is not empty".to_owned()),
                }
            }
            "TURN" => {
                let point = self.empty_point(rest)?;
                self.stones.push((point, Whose::Opponent));
                self.ask()
            }
            "PLAY" => {
                let point = self.empty_point(rest)?;
                self.stones.push((point, Whose::Own));
                Ok(Cue::Say(self.say(Move::Place(point))))
            }
            "TAKEBACK" => {
                let point = self.point(rest)?;
                let stone = self.stones.iter().rposition(|(at, _)| *at == point);
                self.stones.remove(stone.ok_or("there is no stone on that point")?);
                Ok(ok())
            }
            "BOARD" | "SWAP2BOARD" => {
                self.size()?;
                let is_swap = word == "SWAP2BOARD";
                self.reading = Some(Reading { is_swap, stones: Vec::new(), problem: None });
                Ok(Cue::Nothing)
            }
            "DONE" => Err("DONE without a board before it".to_owned()),
            "INFO" => Ok(self.info(rest)),
            "ABOUT" => Ok(Cue::Say(about())),
            "END" => Ok(Cue::Leave),
            _ => Ok(Cue::Say("UNKNOWN command".to_owned())),
        }
    }

    fn start(&mut self, width: u64, height: u64) -> Answer {
        let size = u8::try_from(width).ok().filter(|side| (MIN_SIZE..=MAX_SIZE).contains(side));
        match size {
            Some(size) if width == height => {
                self.size = Some(size);
                self.stones.clear();
                Ok(ok())
            }
            Some(_) => Err("unsupported size: only square boards".to_owned()),
            None => Err(format!("unsupported size: {MIN_SIZE} to {MAX_SIZE}")),
        }
    }

    /// What cannot be obeyed is said at the next command that has an answer.
    fn info(&mut self, rest: &str) -> Cue<Renju> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.limits.turn = value.parse().ok().or(self.limits.turn),
            "timeout_match" => self.limits.whole = value.parse().ok().or(self.limits.whole),
            "time_left" => self.limits.left = value.parse().ok().or(self.limits.left),
            "time_increment" => self.limits.increment = value.parse().unwrap_or_default(),
            "rule" => self.rule = value.parse().unwrap_or(self.rule),
            "max_memory" => return value.parse().map_or(Cue::Nothing, Cue::Memory),
            // The kind of opponent, the mouse, a folder: we have no use for them.
            _ => {}
        }
        Cue::Nothing
    }

    fn add_line(&self, mut reading: Reading, line: &str) -> Reading {
        if line.is_empty() || reading.problem.is_some() {
            return reading;
        }
        let (point, whose) = match line.rsplit_once(',') {
            _ if reading.is_swap => (line, Some(Whose::Own)),
            Some((point, whose)) => match whose.trim() {
                "1" => (point, Some(Whose::Own)),
                "2" => (point, Some(Whose::Opponent)),
                _ => (point, None),
            },
            None => (line, None),
        };
        let is_taken = |point| reading.stones.iter().any(|(at, _)| *at == point);
        match (self.point(point), whose) {
            (Ok(point), Some(_)) if is_taken(point) => {
                reading.problem = Some("two stones on one point".to_owned());
            }
            (Ok(point), Some(whose)) => reading.stones.push((point, whose)),
            (Err(problem), _) => reading.problem = Some(problem),
            (_, None) => reading.problem = Some("expected x,y,1 or x,y,2".to_owned()),
        }
        reading
    }

    /// A whole board has come.
    fn read(&mut self, reading: Reading) -> Answer {
        if let Some(problem) = reading.problem {
            return Err(problem);
        }
        match reading.is_swap {
            true => self.open(&reading.stones),
            false => {
                self.stones = reading.stones;
                self.ask()
            }
        }
    }

    /// The stones or the choice of a swap opening.
    fn open(&mut self, stones: &[(Point, Whose)]) -> Answer {
        let mut position = Renju::with_phase(self.rule()?, self.size()?, Phase::Swap2);
        if !matches!(stones.len(), 0 | 3 | 5) {
            return Err("expected no stones, three or five".to_owned());
        }
        for (number, &(point, _)) in stones.iter().enumerate() {
            if number == 3 {
                position.play(Move::More);
            }
            position.play(Move::Place(point));
        }
        Ok(self.ask_for_opening(position, Vec::new()))
    }

    fn ask_for_opening(&mut self, position: Renju, moves: Vec<Move>) -> Cue<Renju> {
        // Three stones at most have to be put in one answer.
        let clock = self
            .limits
            .on_clock()
            .map(|clock| OnClock { left: clock.left / 3, increment: clock.increment / 3 });
        let left = self.limits.for_a_move().map(|left| left / 3);
        let cue = question(position.clone(), left, clock);
        self.opening = Some((position, moves));
        cue.unwrap_or(Cue::Nothing)
    }

    fn ask(&mut self) -> Answer {
        self.opening = None;
        let colour = self.own_colour();
        let stones = self.stones.iter().map(|&(point, whose)| {
            let colour = if whose == Whose::Own { colour } else { colour.other() };
            Stone { point, colour }
        });
        let position = Renju::set_up(self.rule()?, self.size()?, stones, colour)
            .map_err(|bad| bad.problem.get(gyoji_core::Lang::En).to_owned())?;
        let (left, clock) = (self.limits.for_a_move(), self.limits.on_clock());
        question(position, left, clock).ok_or_else(|| "the game is over".to_owned())
    }

    /// Black has put the first stone, and at renju they come in order. At gomoku they may not, but
    /// there the colours are alike.
    fn own_colour(&self) -> Colour {
        match self.stones.first() {
            Some((_, Whose::Opponent)) => Colour::White,
            _ => Colour::Black,
        }
    }

    fn size(&self) -> Result<u8, String> {
        self.size.ok_or_else(|| "no game has been started".to_owned())
    }

    fn rule(&self) -> Result<Rule, String> {
        match self.rule {
            0 => Ok(Rule::Freestyle),
            rule::EXACTLY_FIVE => Ok(Rule::Standard),
            rule::RENJU => Ok(Rule::Renju),
            other => Err(format!("unsupported rule {other}: 0, 1 and 4 are")),
        }
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.size()?;
        let point = answer::point(text, size).filter(|point| point.is_on(size));
        point.ok_or_else(|| format!("expected x,y from 0 to {}", size - 1))
    }

    fn empty_point(&self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        match self.stones.iter().any(|(at, _)| *at == point) {
            true => Err("there is a stone on that point".to_owned()),
            false => Ok(point),
        }
    }
}

fn question(position: Renju, left: Option<Duration>, clock: Option<OnClock>) -> Option<Cue<Renju>> {
    let seat = position.to_move()?;
    Some(Cue::Move(Asked { seat, position, left, clock }))
}

fn ok() -> Cue<Renju> {
    Cue::Say("OK".to_owned())
}

fn about() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("name=\"Gyoji\", version=\"{version}\", author=\"the Gyoji contributors\"")
}
