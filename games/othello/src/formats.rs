//! Files and texts in which games and positions are kept: transcripts (`f5d6c3…`), GGF, OBF and
//! WTHOR.
//!
//! Parsers take bytes and never panic; reading and writing files is the caller's business. Every
//! file may hold many games. Moves have to be legal, because a move that turns nothing over would
//! leave the rest of the game without meaning; passes are forced, so a file may leave them out.
//!
//! ```
//! use gyoji_othello::formats::Format;
//!
//! let games = Format::Transcript.read(b"F5 d6 c3\nf5f6e6")?;
//! assert_eq!(games.len(), 2);
//! let ggf = Format::Ggf.write(&games)?;
//! assert!(String::from_utf8_lossy(&ggf).contains("B[F5]W[D6]B[C3]"));
//! assert_eq!(Format::Ggf.read(&ggf)?[1].moves(), games[1].moves());
//! # Ok::<(), gyoji_core::BadText>(())
//! ```

pub mod ggf;
mod kifu;
pub mod obf;
pub mod record;
pub mod transcript;
mod words;
mod wrong;
pub mod wthor;

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Opening};

use crate::Othello;
pub use kifu::{By, Kifu, Played, Score, Worth};
use wrong::Wrong;

/// A form in which games are written down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Moves one after another: `f5d6c3`, a game in a line.
    Transcript,
    /// The Generic Game Format of the GGS server and of NBoard.
    Ggf,
    /// Positions with what their moves are worth, as Edax has them.
    Obf,
    /// The database of the French federation, without the names of its players.
    Wthor,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 4] = [Format::Transcript, Format::Ggf, Format::Obf, Format::Wthor];
    /// Their names, in the same order.
    pub const NAMES: &[&str] = &["transcript", "ggf", "obf", "wthor"];

    /// The name.
    pub const fn name(self) -> &'static str {
        Format::NAMES[self as usize]
    }

    /// The format of files with this ending: `ggf`, `TXT`.
    pub fn of_ending(ending: &str) -> Option<Format> {
        match ending.to_ascii_lowercase().as_str() {
            "txt" | "transcript" => Some(Format::Transcript),
            "ggf" | "ggs" => Some(Format::Ggf),
            "obf" => Some(Format::Obf),
            "wtb" | "wthor" => Some(Format::Wthor),
            _ => None,
        }
    }

    /// Reads the games of a file: at least one.
    pub fn read(self, bytes: &[u8]) -> Result<Vec<Kifu>, BadText> {
        let games = match self {
            Format::Transcript => transcript::read(as_text(bytes)?),
            Format::Ggf => ggf::read(as_text(bytes)?),
            Format::Obf => obf::read(as_text(bytes)?),
            Format::Wthor => wthor::read(bytes, &wthor::Names::default()),
        }?;
        match games.is_empty() {
            true => Err(BadText::new("", words::no_game())),
            false => Ok(games),
        }
    }

    /// Writes games; an error if the format cannot say one of them.
    pub fn write(self, games: &[Kifu]) -> Result<Vec<u8>, BadText> {
        Ok(match self {
            Format::Transcript => transcript::write(games).into_bytes(),
            Format::Ggf => ggf::write(games).into_bytes(),
            Format::Obf => obf::write(games).into_bytes(),
            Format::Wthor => wthor::write(games)?.games,
        })
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

/// The openings of a file whose name has this ending: each of its games, as far as it goes.
pub fn openings(ending: &str, bytes: &[u8]) -> Option<Result<Vec<Opening>, BadText>> {
    let opening = |kifu: &Kifu| Opening {
        position: Some(kifu.start())
            .filter(|it| **it != Othello::STANDARD)
            .map(ToString::to_string),
        moves: kifu.moves().iter().map(|played| played.mv.to_string()).collect(),
    };
    let games = Format::of_ending(ending)?.read(bytes);
    Some(games.map(|games| games.iter().map(opening).collect()))
}

/// The format that bytes look like, for those that come without a name.
pub(crate) fn guess(bytes: &[u8]) -> Format {
    let Ok(text) = as_text(bytes) else { return Format::Wthor };
    let is_said = |line: &&str| !line.trim().is_empty() && !obf::is_comment(line);
    let first = text.lines().find(is_said).unwrap_or_default().trim_start();
    match obf::looks_like_a_board(first) {
        // Moves may follow a position in a transcript; what they are worth, in OBF.
        Some(_) if first.contains(';') => Format::Obf,
        None if first.starts_with('(') => Format::Ggf,
        None if first.starts_with(|c: char| c.is_ascii_digit()) => Format::Obf,
        _ => Format::Transcript,
    }
}

/// The text of a file, without the invisible mark some editors put in front.
fn as_text(bytes: &[u8]) -> Result<&str, BadText> {
    let text = str::from_utf8(bytes)
        .map_err(|bad| BadText::new("", words::not_utf8(bad.valid_up_to())))?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

#[cfg(test)]
mod tests;
