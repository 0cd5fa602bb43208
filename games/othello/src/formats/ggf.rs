//! GGF, the Generic Game Format of the GGS server and of NBoard.
//!
//! `(;GM[Othello]PB[A]PW[B]RE[+2.000]TY[8]BO[8 … *]B[F5//1.20]W[D6/-1.50/0.80];)`: properties
//! with values in brackets, of which there is no way to write a `]`. A move has what its player
//! thought of it and its seconds behind slashes. Whatever stands between games is passed over.

use std::fmt::Write;

use gyoji_core::{BadText, Seat, Text};

use super::wrong::shown;
use super::{By, Kifu, Played, Score, Wrong, obf, transcript, words};
use crate::Othello;

/// What stands in front of a game.
const BEGIN: &str = "(;";

/// Reads the games of a file.
pub fn read(text: &str) -> Result<Vec<Kifu>, BadText> {
    let mut games = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find(BEGIN) {
        at += start + BEGIN.len();
        let kifu = read_game(text, &mut at);
        games.push(kifu.map_err(|wrong| wrong.in_text(text, games.len() + 1))?);
    }
    match games.is_empty() {
        true => Err(BadText::new(shown(text), words::ggf_start())),
        false => Ok(games),
    }
}

/// Reads a game from `at`, behind its beginning, to its end.
fn read_game(text: &str, at: &mut usize) -> Result<Kifu, Wrong> {
    let mut kifu = Kifu::new(Othello::STANDARD);
    loop {
        let rest = text[*at..].trim_start_matches(|c: char| c.is_whitespace() || c == ';');
        *at = text.len() - rest.len();
        let wrong = |why| Wrong::new(text.len() - rest.len(), why);
        if rest.is_empty() {
            return Err(wrong(words::ggf_unfinished()));
        }
        if let Some(behind) = rest.strip_prefix(')') {
            *at = text.len() - behind.len();
            kifu.settle();
            return Ok(kifu);
        }
        let name_ends = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(name_ends);
        let value = behind.trim_start().strip_prefix('[').filter(|_| !name.is_empty());
        let value = value.ok_or_else(|| wrong(words::ggf_property()))?;
        let (value, behind) = value.split_once(']').ok_or_else(|| wrong(words::ggf_open(name)))?;
        take(&mut kifu, name, value.trim()).map_err(wrong)?;
        *at = text.len() - behind.len();
    }
}

/// Takes one property; those that say nothing about the game itself are passed over.
fn take(kifu: &mut Kifu, name: &str, value: &str) -> Result<(), Text> {
    match name.to_ascii_uppercase().as_str() {
        "GM" if !value.eq_ignore_ascii_case("othello")
            && !value.eq_ignore_ascii_case("reversi") =>
        {
            return Err(words::ggf_game(shown(value)));
        }
        "PB" => value.clone_into(&mut kifu.names[0]),
        "PW" => value.clone_into(&mut kifu.names[1]),
        "PC" => value.clone_into(&mut kifu.event),
        "DT" => value.clone_into(&mut kifu.date),
        "TI" => value.clone_into(&mut kifu.time),
        "RE" => kifu.score = read_score(value),
        "TY" => check_size(value)?,
        "BO" => {
            if !kifu.moves().is_empty() {
                return Err(words::ggf_late_board());
            }
            kifu.set_start(read_board(value)?);
        }
        "B" => kifu.push(Some(Seat::FIRST), read_move(value)?)?,
        "W" => kifu.push(Some(Seat::SECOND), read_move(value)?)?,
        _ => {}
    }
    Ok(())
}

/// A board that is not 8 lines wide is refused; a size that is not there is the usual one.
fn check_size(text: &str) -> Result<(), Text> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    match &text[..end] {
        "" | "8" => Ok(()),
        size => Err(words::size(size)),
    }
}

/// `8 ---…--- *`: the size, the squares, which may have spaces between them, and who is to move.
fn read_board(value: &str) -> Result<Othello, Text> {
    check_size(value)?;
    let mut parts: Vec<&str> = value.split_whitespace().skip(1).collect();
    let side = parts.pop().unwrap_or_default();
    format!("{} {side}", parts.concat()).parse().map_err(|_: BadText| words::ggf_board())
}

/// `F5`, `F5//1.2`, `F5/-1.50/0.8`: the move, its value and its seconds.
fn read_move(value: &str) -> Result<Played, Text> {
    let mut parts = value.split('/').map(str::trim);
    let bad = || words::ggf_move(shown(value));
    let mv = parts.next().and_then(transcript::read_move).ok_or_else(bad)?;
    let (worth, seconds) = (parts.next(), parts.next());
    // Some add more behind it, such as how deep they looked.
    let number = |text: Option<&str>| match text {
        None | Some("") => Ok(None),
        Some(text) => hundredths(text).map(Some).ok_or_else(bad),
    };
    let seconds = number(seconds)?.map(|it| u64::try_from(it).map_err(|_| bad())).transpose()?;
    Ok(Played { mv, value: number(worth)?, millis: seconds.map(|it| it * 10) })
}

/// A number with a point in it, times a hundred; none if it is no number one would write.
fn hundredths(text: &str) -> Option<i32> {
    let number: f64 = text.parse().ok()?;
    let times = (number * 100.0).round();
    (times.abs() < 1e9).then_some(times as i32)
}

/// `+12.000`, `-64.000:t`; none if it is not known.
fn read_score(value: &str) -> Option<Score> {
    let (discs, how) = value.split_once(':').unwrap_or((value, ""));
    let discs = hundredths(discs.trim())? / 100;
    let by = match how.trim() {
        "r" => By::Resigned,
        "t" => By::Time,
        _ => By::Discs,
    };
    (-64..=64).contains(&discs).then_some(Score { discs, by })
}

/// Writes each game as a line.
pub fn write(games: &[Kifu]) -> String {
    games.iter().map(write_game).collect()
}

fn write_game(kifu: &Kifu) -> String {
    let mut out = format!("{BEGIN}GM[Othello]");
    let mut property = |name: &str, value: &str| {
        let _ = write!(out, "{name}[{}]", plain(value));
    };
    let event = if kifu.event.is_empty() { "gyoji" } else { &kifu.event };
    property("PC", event);
    if !kifu.date.is_empty() {
        property("DT", &kifu.date);
    }
    property("PB", &kifu.names[0]);
    property("PW", &kifu.names[1]);
    property("RE", &kifu.score.map_or_else(|| "?".to_owned(), write_score));
    if !kifu.time.is_empty() {
        property("TI", &kifu.time);
    }
    property("TY", "8");
    property("BO", &format!("8 {}", obf::position(kifu.start()).replace('X', "*")));
    let mut side = kifu.start().side();
    for played in kifu.moves() {
        property(if side == Seat::FIRST { "B" } else { "W" }, &write_move(played));
        side = side.other();
    }
    out.push_str(";)\n");
    out
}

fn write_score(score: Score) -> String {
    let how = match score.by {
        By::Discs => "",
        By::Resigned => ":r",
        By::Time => ":t",
    };
    format!("{:+}.000{how}", score.discs)
}

fn write_move(played: &Played) -> String {
    let mv = obf::square(played.mv);
    let value = played.value.map(|value| format!("{:.2}", f64::from(value) / 100.0));
    let seconds = played.millis.map(|it| format!("{}.{:02}", it / 1000, it % 1000 / 10));
    match (value, seconds) {
        (None, None) => mv,
        (Some(value), None) => format!("{mv}/{value}"),
        (value, Some(seconds)) => format!("{mv}/{}/{seconds}", value.unwrap_or_default()),
    }
}

/// A value in one line and without brackets, for which there is no other way.
fn plain(value: &str) -> String {
    let line = value.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('[', "(").replace(']', ")")
}
