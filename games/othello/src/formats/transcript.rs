//! Transcripts: moves one after another, `f5d6c3`, in small or capital letters.
//!
//! Spaces, commas and line ends between moves do not matter, and a pass may be left out or
//! written as `pa`, `ps`, `pass` or `--`. A game that does not begin as usual has its first
//! position in front, in the text form of [`Othello`]. A line that begins with `#` or `%` is a
//! comment.
//!
//! A file has a game in each line if every line is one by itself. Otherwise its lines go on with
//! each other, and blank lines stand between games.

use std::ops::Range;

use gyoji_core::BadText;

use super::{Kifu, Wrong, obf, words};
use crate::{Move, Othello};

/// How a pass is written; the longer words first.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Reads the games of a file.
pub fn read(text: &str) -> Result<Vec<Kifu>, BadText> {
    let lines: Vec<Range<usize>> = lines(text).flatten().collect();
    let (wrong, game) = match read_all(text, &lines) {
        Ok(games) => return Ok(games),
        Err(wrong) => wrong,
    };
    match read_all(text, &paragraphs(text)) {
        Ok(games) => Ok(games),
        // Both readings fail: the one that came further is more likely meant.
        Err((other, number)) if other.at > wrong.at => Err(other.in_text(text, number)),
        Err(_) => Err(wrong.in_text(text, game)),
    }
}

/// The lines, without those that are blank or comments, of which it only says that they are there.
fn lines(text: &str) -> impl Iterator<Item = Option<Range<usize>>> {
    let mut next = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = next;
        next += line.len();
        let says = !line.trim().is_empty() && !obf::is_comment(line);
        says.then_some(start..next)
    })
}

/// The lines that follow each other without a blank one.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    let mut goes_on = false;
    for line in lines(text) {
        match (&line, all.last_mut()) {
            (Some(line), Some(last)) if goes_on => last.end = line.end,
            (Some(line), _) => all.push(line.clone()),
            (None, _) => {}
        }
        goes_on = line.is_some();
    }
    all
}

/// Reads each part as a game; the error comes with the number of the game.
fn read_all(text: &str, parts: &[Range<usize>]) -> Result<Vec<Kifu>, (Wrong, usize)> {
    let game = |(index, part): (usize, &Range<usize>)| {
        read_game(text, part.clone()).map_err(|wrong| (wrong, index + 1))
    };
    parts.iter().enumerate().map(game).collect()
}

fn read_game(text: &str, part: Range<usize>) -> Result<Kifu, Wrong> {
    let between = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text[part.clone()].trim_start_matches(between);
    let at = |rest: &str| part.end - rest.len();
    let mut kifu = Kifu::new(Othello::STANDARD);
    if let Some(length) = obf::looks_like_a_board(rest) {
        let (position, next) = obf::take_position(rest, length)
            .ok_or_else(|| Wrong::new(at(rest), words::no_position()))?;
        kifu = Kifu::new(position);
        rest = next.trim_start_matches(between);
    }
    while !rest.is_empty() {
        let (mv, next) = take_move(rest).ok_or_else(|| Wrong::new(at(rest), words::no_move()))?;
        kifu.push(None, mv.into()).map_err(|why| Wrong::new(at(rest), why))?;
        rest = next.trim_start_matches(between);
    }
    kifu.settle();
    Ok(kifu)
}

/// A square or a pass at the beginning of a text, in any case, and what follows it.
fn take_move(text: &str) -> Option<(Move, &str)> {
    let begins_with = |word: &str| {
        let start = text.get(..word.len())?;
        start.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
    };
    if let Some(rest) = PASSES.iter().find_map(|word| begins_with(word)) {
        return Some((Move::Pass, rest));
    }
    let (square, rest) = text.split_at_checked(2)?;
    Some((read_move(square)?, rest))
}

/// A square or a pass, in any case.
pub(crate) fn read_move(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    match PASSES.contains(&text.as_str()) {
        true => Some(Move::Pass),
        false => text.parse().ok(),
    }
}

/// Writes each game as a line of squares; passes are left out, as everybody does.
pub fn write(games: &[Kifu]) -> String {
    games.iter().map(|kifu| write_game(kifu) + "\n").collect()
}

fn write_game(kifu: &Kifu) -> String {
    let squares: String = kifu.discs().map(|square| Move::Put(square).to_string()).collect();
    let moves = match kifu.moves() {
        [_, ..] if squares.is_empty() => PASSES[1],
        _ => squares.as_str(),
    };
    // A game without moves would be a blank line, which is no game.
    match *kifu.start() == Othello::STANDARD && !moves.is_empty() {
        true => moves.to_owned(),
        false => format!("{} {moves}", obf::position(kifu.start())).trim_end().to_owned(),
    }
}
