//! OBF, the positions of Edax: the squares, who is to move, and what moves are worth.
//!
//! `-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X; H4:+0; A3:-4;`. A `%` or
//! `#` begins a comment. The tables in which the FFO endgame tests are passed around are read as
//! well: number, squares, side, empty squares, score, best moves.

use std::fmt::Write;

use gyoji_core::BadText;

use super::{Kifu, Worth, Wrong, transcript, words};
use crate::{Move, Othello};

/// Reads the positions of a file, each as a game without moves.
pub fn read(text: &str) -> Result<Vec<Kifu>, BadText> {
    let mut games = Vec::new();
    let mut next = 0;
    for line in text.split_inclusive('\n') {
        let start = next;
        next += line.len();
        let said = line.split('%').next().unwrap_or_default();
        if is_comment(line) || said.trim().is_empty() {
            continue;
        }
        let kifu = read_line(said.trim_end(), start);
        games.push(kifu.map_err(|wrong| wrong.in_text(text, games.len() + 1))?);
    }
    Ok(games)
}

/// Whether a line is only a remark.
pub(super) fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', '%'])
}

fn read_line(line: &str, start: usize) -> Result<Kifu, Wrong> {
    let at = |rest: &str| start + line.len() - rest.len();
    // The tables of the FFO tests have the number in front.
    let number_ends = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = number_ends.trim_start();
    let is_table = number_ends.len() < line.trim_start().len();
    let no_position = || Wrong::new(at(rest), words::no_position());
    let length = looks_like_a_board(rest).ok_or_else(no_position)?;
    let (position, rest) = take_position(rest, length).ok_or_else(no_position)?;
    let mut kifu = Kifu::new(position);
    if is_table && !rest.trim().is_empty() {
        let worth = table_worth(rest).ok_or_else(|| Wrong::new(at(rest), words::ffo_columns()))?;
        kifu.worth = worth;
        return Ok(kifu);
    }
    let mut rest = rest;
    while let Some((entry, next)) =
        rest.split_once(';').or((!rest.is_empty()).then_some((rest, "")))
    {
        if !entry.trim().is_empty() {
            let worth = read_worth(entry)
                .ok_or_else(|| Wrong::new(at(rest.trim_start()), words::obf_move()))?;
            kifu.worth.push(worth);
        }
        rest = next;
    }
    Ok(kifu)
}

/// `20 +38 a2,b3`: empty squares, score, best moves.
fn table_worth(columns: &str) -> Option<Vec<Worth>> {
    let mut columns = columns.split_whitespace();
    let (empty, score, best) = (columns.next()?, columns.next()?, columns.next()?);
    empty.parse::<u8>().ok()?;
    let discs = Some(discs(score)?);
    let worth = |mv| Some(Worth { mv: transcript::read_move(mv)?, discs });
    best.split(',').map(worth).collect()
}

/// `h4:+0`, or `h4` alone.
fn read_worth(entry: &str) -> Option<Worth> {
    let (mv, score) = match entry.split_once(':') {
        Some((mv, score)) => (mv, Some(discs(score)?)),
        None => (entry, None),
    };
    Some(Worth { mv: transcript::read_move(mv.trim())?, discs: score })
}

/// A difference of discs, which cannot be more than the board has.
fn discs(score: &str) -> Option<i32> {
    score.trim().parse().ok().filter(|discs| (-64..=64).contains(discs))
}

/// How many signs of a board a text begins with, if it is far too many for anything else.
pub(super) fn looks_like_a_board(text: &str) -> Option<usize> {
    let length = text.bytes().take_while(|byte| b"XxOo*-.".contains(byte)).count();
    (length > 16).then_some(length)
}

/// The position at the beginning of a text, whose board has this length, and what follows it.
pub(super) fn take_position(text: &str, length: usize) -> Option<(Othello, &str)> {
    let (squares, rest) = text.split_at_checked(length)?;
    let rest = rest.trim_start_matches([' ', '\t']);
    let (side, rest) = rest.split_at_checked(1)?;
    let position = format!("{squares} {side}").parse().ok()?;
    Some((position, rest))
}

/// A position without the word for the last pass, which only we know.
pub(super) fn position(position: &Othello) -> String {
    Othello::new(position.board(), position.side()).to_string()
}

/// Writes the position that each game has come to, and what is known about its moves.
pub fn write(games: &[Kifu]) -> String {
    let mut out = String::new();
    for kifu in games {
        let _ = write!(out, "{};", position(kifu.position()));
        let known = if kifu.moves().is_empty() { &kifu.worth[..] } else { &[] };
        for worth in known {
            let _ = write!(out, " {}", square(worth.mv));
            if let Some(discs) = worth.discs {
                let _ = write!(out, ":{discs:+}");
            }
            out.push(';');
        }
        out.push('\n');
    }
    out
}

/// A move in capital letters, as the programs that read such files have it.
pub(super) fn square(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Put(_) => mv.to_string().to_uppercase(),
    }
}
