//! Files and texts in which games are kept: the class's CSV file, Piskvorky's psq, SGF, and
//! plain rows of points.
//!
//! Parsers take text and never panic; reading and writing files is the caller's business.
//! Files are not judged: a game goes on after a foul if the file says so.
//!
//! ```
//! use gyoji_renju::formats::{Format, Kifu};
//!
//! let kifu = Format::Points.read("h8 i9 g7", 15)?;
//! assert_eq!(Format::Psq.write(&kifu).lines().nth(1), Some("8,8,0"));
//! assert_eq!(Format::Sgf.read(&Format::Sgf.write(&kifu), 15)?.moves, kifu.moves);
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

pub mod csv;
mod points;
mod psq;
mod sgf;
pub(crate) mod words;

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Opening, Text};

use crate::game::USUAL_SIZE;
use crate::{Colour, MAX_SIZE, MIN_SIZE, Point, Renju, Rule};

/// A game as files have it: the moves in turn, black's first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kifu {
    /// The side of the board.
    pub size: u8,
    /// The rule set, if the file says it.
    pub rule: Option<Rule>,
    /// Where the stones were put.
    pub moves: Vec<Point>,
    /// How long each of them took, in milliseconds; shorter than the moves where it is not known.
    pub millis: Vec<u64>,
    /// What black and white are called; empty if the file does not say.
    pub names: [String; 2],
    /// How it ended, if the file says it.
    pub score: Option<Score>,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// This colour has won.
    Won(Colour),
    /// Nobody has.
    Draw,
}

impl Kifu {
    /// A game without moves.
    pub fn new(size: u8) -> Kifu {
        Kifu {
            size: size.clamp(MIN_SIZE, MAX_SIZE),
            rule: None,
            moves: Vec::new(),
            millis: Vec::new(),
            names: [String::new(), String::new()],
            score: None,
        }
    }

    /// The game that led to a position; an error if stones were not put in turn.
    pub fn of_position(position: &Renju) -> Result<Kifu, BadText> {
        let mut kifu = Kifu::new(position.size());
        kifu.rule = Some(position.rule());
        for (i, stone) in position.stones().enumerate() {
            if stone.colour != Colour::BOTH[i % 2] {
                let problem = words::not_in_turn("kifu");
                return Err(BadText::new(position.to_string(), problem));
            }
            kifu.moves.push(stone.point);
        }
        Ok(kifu)
    }

    /// The colour that made a move.
    pub const fn colour(index: usize) -> Colour {
        Colour::BOTH[index % 2]
    }

    /// Adds a move, if the point is on the board and free.
    fn push(&mut self, point: Point) -> Result<(), Text> {
        if !point.is_on(self.size) {
            return Err(words::off_this_board(self.size));
        }
        if self.moves.contains(&point) {
            return Err(words::taken(point));
        }
        self.moves.push(point);
        Ok(())
    }
}

/// The openings of a file whose name has this ending: its game, as far as it goes; where a game is
/// a row of points, one on each line.
pub fn openings(ending: &str, bytes: &[u8]) -> Option<Result<Vec<Opening>, BadText>> {
    let format = Format::of_ending(ending)?;
    let opening = |text: &str| {
        let kifu = format.read(text, USUAL_SIZE)?;
        Ok(Opening { position: None, moves: kifu.moves.iter().map(Point::to_string).collect() })
    };
    let text = String::from_utf8_lossy(bytes);
    Some(match format {
        Format::Points => {
            text.lines().filter(|line| !line.trim().is_empty()).map(opening).collect()
        }
        _ => opening(&text).map(|one| vec![one]),
    })
}

/// A form in which games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The class's file, `2,1;8;8,2;7;7`, counted from 1.
    Csv,
    /// Piskvorky's, which the Gomocup uses.
    Psq,
    /// Smart Game Format with `GM[4]`.
    Sgf,
    /// A row of points: `h8i9j10`.
    Points,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Csv, Format::Psq, Format::Sgf, Format::Points];
    /// Their names, in the same order.
    pub const NAMES: &[&str] = &["csv", "psq", "sgf", "points"];

    /// The name, which is also the usual ending of such files.
    pub const fn name(self) -> &'static str {
        Format::NAMES[self as usize]
    }

    /// The format of files with this ending: `psq`, `TXT`.
    pub fn of_ending(ending: &str) -> Option<Format> {
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Some(Format::Csv),
            "psq" => Some(Format::Psq),
            "sgf" => Some(Format::Sgf),
            "txt" | "pos" | "points" => Some(Format::Points),
            _ => None,
        }
    }

    /// Reads a game. `size` is the board's where the format does not say it.
    pub fn read(self, text: &str, size: u8) -> Result<Kifu, BadText> {
        match self {
            Format::Csv => read_csv(text, size),
            Format::Psq => psq::read(text),
            Format::Sgf => sgf::read(text),
            Format::Points => points::read(text, size),
        }
    }

    /// Writes a game, ending in a line end.
    pub fn write(self, kifu: &Kifu) -> String {
        let mut text = match self {
            Format::Csv => {
                let moves = kifu.moves.iter().enumerate();
                let moves = moves.map(|(i, &point)| (1 + i as u32 % 2, point));
                csv::write(moves, csv::Form { size: kifu.size, one_based: true })
            }
            Format::Psq => psq::write(kifu),
            Format::Sgf => sgf::write(kifu),
            Format::Points => points::write(kifu),
        };
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Format, BadText> {
        Format::ALL.into_iter().find(|format| format.name() == s).ok_or_else(|| {
            BadText::unknown(s, Format::NAMES.iter().copied(), words::no_such_format)
        })
    }
}

fn read_csv(text: &str, size: u8) -> Result<Kifu, BadText> {
    let mut kifu = Kifu::new(size);
    let form = csv::Form { size: kifu.size, one_based: true };
    let bad = |bad: &csv::BadSheet| BadText::new(shown(text), bad.problem());
    let sheet = csv::read(text, form).map_err(|it| bad(&it))?;
    if let Some(slip) = sheet.check().first() {
        return Err(bad(slip.bad()));
    }
    for (i, entry) in sheet.entries.iter().enumerate() {
        kifu.push(entry.point)
            .map_err(|why| BadText::new(shown(text), words::field(i + 2, why)))?;
    }
    Ok(kifu)
}

/// The first line of a file, for a message.
fn shown(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    line.chars().take(60).collect()
}

/// A line of a file that is wrong.
fn bad_line(number: usize, line: &str, why: Text) -> BadText {
    BadText::new(shown(line), words::line(number, why))
}

/// The side of a board that can be played on.
fn size_of(side: u64) -> Option<u8> {
    u8::try_from(side).ok().filter(|side| (MIN_SIZE..=MAX_SIZE).contains(side))
}

/// The usual board, where a format leaves it out.
const USUAL: u8 = USUAL_SIZE;

#[cfg(test)]
mod tests;
