//! Smart Game Format, `GM[4]`: the main line of the first game of a file.
//!
//! Points are two letters from the top left (`hh`), as other games have them, or a letter and a
//! number (`h8`), as some programs for renju write them. Of the properties, the board, the
//! players, the rule, the result, stones set up at the start and the moves are read.

use std::fmt::Write;

use gyoji_core::{BadText, Text};

use super::{Kifu, Score, USUAL, shown, size_of, words};
use crate::{Colour, Point, Rule};

pub(super) fn read(text: &str) -> Result<Kifu, BadText> {
    let text = text.trim_start_matches('\u{feff}');
    let start = text.find("(;").ok_or_else(|| BadText::new(shown(text), words::sgf_start()))?;
    let mut reader = Reader { text, at: start + 1 };
    let mut game = SgfGame::default();
    loop {
        reader.skip_space();
        match reader.peek() {
            Some(';') => reader.bump(),
            // The first of several variations is the main line.
            Some('(') => reader.bump(),
            Some(')') => break,
            Some(c) if c.is_ascii_alphabetic() => {
                let line = reader.line();
                let (name, values) = reader.property()?;
                game.take(&name, &values)
                    .map_err(|(value, why)| BadText::new(shown(&value), words::line(line, why)))?;
            }
            Some(c) => return Err(reader.bad(words::sgf_unexpected(c))),
            None => return Err(reader.bad(words::sgf_unfinished())),
        }
    }
    game.finish().map_err(|(value, why)| BadText::new(shown(&value), why))
}

/// Where we are in the text.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn bump(&mut self) {
        self.at += self.peek().map_or(0, char::len_utf8);
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    /// The line we are in, from 1.
    fn line(&self) -> usize {
        self.text[..self.at].matches('\n').count() + 1
    }

    fn bad(&self, why: Text) -> BadText {
        let rest = self.text.get(self.at..).unwrap_or_default();
        BadText::new(shown(rest), words::line(self.line(), why))
    }

    /// `AB[hh][ig]`: a name and its values.
    fn property(&mut self) -> Result<(String, Vec<String>), BadText> {
        let mut name = String::new();
        while let Some(c) = self.peek().filter(char::is_ascii_alphabetic) {
            // Old files have small letters between the capitals, which say nothing.
            if c.is_ascii_uppercase() {
                name.push(c);
            }
            self.bump();
        }
        let mut values = Vec::new();
        loop {
            self.skip_space();
            if self.peek() != Some('[') {
                break;
            }
            values.push(self.value()?);
        }
        match values.is_empty() {
            true => Err(self.bad(words::sgf_value(name))),
            false => Ok((name, values)),
        }
    }

    fn value(&mut self) -> Result<String, BadText> {
        let start = self.at;
        self.bump();
        let mut value = String::new();
        loop {
            match self.peek() {
                Some(']') => {
                    self.bump();
                    return Ok(value);
                }
                Some('\\') => {
                    self.bump();
                    value.extend(self.peek());
                }
                Some(c) => value.push(c),
                None => {
                    self.at = start;
                    return Err(self.bad(words::sgf_open()));
                }
            }
            self.bump();
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct SgfGame {
    size: Option<u8>,
    rule: Option<Rule>,
    names: [String; 2],
    score: Option<Score>,
    /// Stones as they are written: whose, and where. Those set up come without an order.
    set_up: [Vec<String>; 2],
    moves: Vec<(Colour, String)>,
}

/// What is wrong with which value.
type Wrong = (String, Text);

impl SgfGame {
    fn take(&mut self, name: &str, values: &[String]) -> Result<(), Wrong> {
        let value = values.first().map(|value| value.trim()).unwrap_or_default();
        match name {
            "GM" if value != "4" => return Err((value.into(), words::sgf_game(value))),
            "SZ" => {
                let same =
                    value.split_once(':').map_or(Some(value), |(w, h)| (w == h).then_some(w));
                let size = same.and_then(|side| size_of(side.trim().parse().ok()?));
                let wrong = || (value.to_owned(), words::sgf_size(value));
                self.size = Some(size.ok_or_else(wrong)?);
            }
            "RU" => self.rule = value.to_ascii_lowercase().parse().ok(),
            "PB" => value.clone_into(&mut self.names[0]),
            "PW" => value.clone_into(&mut self.names[1]),
            "RE" => {
                self.score = match value.as_bytes() {
                    [b'B' | b'b', b'+', ..] => Some(Score::Won(Colour::Black)),
                    [b'W' | b'w', b'+', ..] => Some(Score::Won(Colour::White)),
                    b"0" | b"Draw" => Some(Score::Draw),
                    _ => None,
                }
            }
            "AB" => self.set_up[0].extend(values.iter().cloned()),
            "AW" => self.set_up[1].extend(values.iter().cloned()),
            "B" => self.moves.push((Colour::Black, value.to_owned())),
            "W" => self.moves.push((Colour::White, value.to_owned())),
            _ => {}
        }
        Ok(())
    }

    /// The size may be said behind the stones, so they are looked at in the end.
    fn finish(self) -> Result<Kifu, Wrong> {
        let mut kifu = Kifu::new(self.size.unwrap_or(USUAL));
        kifu.rule = self.rule;
        kifu.names = self.names;
        kifu.score = self.score;
        let [black, white] = self.set_up;
        // As if they had been put in turn.
        if !matches!(black.len().checked_sub(white.len()), Some(0 | 1)) {
            let first = black.into_iter().chain(white).next();
            return Err((first.unwrap_or_default(), words::not_in_turn("SGF")));
        }
        for index in 0..black.len() + white.len() {
            let side = if index % 2 == 0 { &black } else { &white };
            add(&mut kifu, &side[index / 2])?;
        }
        for (colour, text) in self.moves {
            if Kifu::colour(kifu.moves.len()) != colour {
                return Err((text, words::sgf_turn(colour.title())));
            }
            add(&mut kifu, &text)?;
        }
        Ok(kifu)
    }
}

fn add(kifu: &mut Kifu, text: &str) -> Result<(), Wrong> {
    let wrong = |why| (text.to_owned(), why);
    let point = read_point(text.trim(), kifu.size);
    let point = point.ok_or_else(|| wrong(words::sgf_point(shown(text))))?;
    kifu.push(point).map_err(wrong)
}

fn read_point(text: &str, size: u8) -> Option<Point> {
    match text.as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Point::from_top(x - b'a', y - b'a', size),
        _ => text.parse().ok(),
    }
}

pub(super) fn write(kifu: &Kifu) -> String {
    let mut out = format!("(;FF[4]GM[4]CA[UTF-8]AP[gyoji]SZ[{}]", kifu.size);
    if let Some(rule) = kifu.rule {
        let _ = write!(out, "RU[{rule}]");
    }
    for (property, name) in ["PB", "PW"].into_iter().zip(&kifu.names) {
        if !name.is_empty() {
            let _ = write!(out, "{property}[{}]", escaped(name));
        }
    }
    match kifu.score {
        Some(Score::Won(Colour::Black)) => out.push_str("RE[B+]"),
        Some(Score::Won(Colour::White)) => out.push_str("RE[W+]"),
        Some(Score::Draw) => out.push_str("RE[0]"),
        None => {}
    }
    for (index, point) in kifu.moves.iter().enumerate() {
        let sign = if Kifu::colour(index) == Colour::Black { 'B' } else { 'W' };
        let letter = |number: u8| char::from(b'a' + number);
        let (x, y) = (letter(point.x()), letter(point.y_from_top(kifu.size)));
        if index % 10 == 0 {
            out.push('\n');
        }
        let _ = write!(out, ";{sign}[{x}{y}]");
    }
    out.push_str(")\n");
    out
}

/// A name as a value: one line, its brackets escaped.
fn escaped(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::new();
    for c in line.chars() {
        if matches!(c, ']' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}
