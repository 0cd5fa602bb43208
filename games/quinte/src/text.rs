//! The text form of a position, and the map the game starts with.
//!
//! `TILES turn=12/1000 super=850 move=B first=R scores=… soldiers=… cursors=…`: the tiles are 15
//! rows of `R`, `B`, `G`, `Y` and `.` (gray) with `/` between them; what belongs to the seats is
//! in the order red, blue, green, yellow. A soldier is `x,y`, with `<x,y` behind it if it stood
//! somewhere else before its seat's last order.

use std::fmt::{self, Write};
use std::str::FromStr;

use gyoji_core::{BadText, Seat, Text};

use crate::cell::{Cell, Corner, home};
use crate::moves::read_pair;
use crate::position::{Quinte, Rules, SEATS};
use crate::tiles::{ROW, Tile, Tiles};

/// The most that the four scores may come to: one player may have it all in the end.
const MOST_SCORE: u32 = 400_000_000;
/// The most turns a position can speak of.
const MOST_TURNS: u32 = 100_000;

/// The tiles at the start of every game (seed 003, 2.1).
pub fn start_tiles() -> Result<Tiles, BadText> {
    let rows = include_str!("../data/map.txt").lines().filter(|line| !line.starts_with('#'));
    read_tiles(rows)
}

fn read_tiles<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Tiles, BadText> {
    let mut tiles = Tiles::GRAY;
    let mut count = 0;
    for (y, row) in rows.into_iter().enumerate() {
        let problem = || {
            BadText::new(
                row,
                Text::new(
                    "expected 15 rows of 15 tiles: R, B, G, Y or . (gray)",
                    "タイルは R・B・G・Y・.（灰色）を15文字ずつ15行書いてください",
                ),
            )
        };
        count += 1;
        if count > ROW || row.chars().count() != ROW {
            return Err(problem());
        }
        for (x, letter) in row.chars().enumerate() {
            let tile = Tile::from_letter(letter).ok_or_else(problem)?;
            tiles.put(Cell::new(x as u8 + 1, y as u8 + 1), tile);
        }
    }
    match count {
        ROW => Ok(tiles),
        _ => Err(bad(&format!("{count}"), "expected 15 rows of tiles", "タイルは15行必要です")),
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in self.iter() {
            if cell.x == 1 && cell.y > 1 {
                f.write_char('/')?;
            }
            f.write_char(tile.letter())?;
        }
        Ok(())
    }
}

impl fmt::Display for Quinte {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { turns, super_from } = self.rules;
        write!(f, "{} turn={}/{turns} super={super_from}", self.tiles, self.turn())?;
        write!(f, " move={} first={}", letter(self.side()), letter(self.first))?;
        f.write_str(" scores=")?;
        list(f, &self.scores, |f, score| write!(f, "{score}"))?;
        f.write_str(" soldiers=")?;
        let both: Vec<(Cell, Cell)> = self.soldiers.into_iter().zip(self.came_from).collect();
        list(f, &both, |f, (at, from)| {
            write!(f, "{},{}", at.x, at.y)?;
            if at != from { write!(f, "<{},{}", from.x, from.y) } else { Ok(()) }
        })?;
        f.write_str(" cursors=")?;
        list(f, &self.cursors, |f, at| write!(f, "{},{}", at.x, at.y))
    }
}

fn letter(seat: Seat) -> char {
    Tile::of(seat).letter()
}

fn list<T>(
    f: &mut fmt::Formatter<'_>,
    items: &[T],
    each: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        f.write_str(if i > 0 { ";" } else { "" })?;
        each(f, item)?;
    }
    Ok(())
}

impl FromStr for Quinte {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Quinte, BadText> {
        let mut words = s.split_whitespace();
        let tiles = read_tiles(words.next().unwrap_or_default().split('/'))?;
        let mut field = |name: &str| {
            let word = words.next().unwrap_or_default();
            let value = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            value.ok_or_else(|| {
                let en = format!("expected {name}=… here");
                BadText::new(word, Text::made(en, format!("ここには {name}=… が必要です")))
            })
        };
        let (turn, turns) = field("turn").and_then(read_turn)?;
        let super_from = field("super").and_then(|text| read_number(text, MOST_TURNS))?;
        let side = field("move").and_then(read_seat)?;
        let first = field("first").and_then(read_seat)?;
        let scores = field("scores").and_then(|text| {
            let scores = read_list(text, [0; SEATS], |_, text| read_number(text, MOST_SCORE))?;
            match scores.iter().sum::<u32>() <= MOST_SCORE {
                true => Ok(scores),
                false => Err(too_much(text)),
            }
        })?;
        let nobody = (home(Seat::FIRST), home(Seat::FIRST));
        let soldiers =
            field("soldiers").and_then(|text| read_list(text, [nobody; SEATS], read_soldier))?;
        let cursors = field("cursors")
            .and_then(|text| read_list(text, [Corner::OUTSIDE; SEATS], |_, text| corner(text)))?;
        if let Some(more) = words.next() {
            return Err(bad(more, "nothing is expected here", "ここには何も書けません"));
        }
        for (seat, (at, _)) in Seat::all(SEATS).zip(soldiers) {
            if at != home(seat) && !tiles.is_own(at, seat) {
                let (en, ja) = (
                    "a soldier stands on a tile of its own colour, or in its own big gate",
                    "兵士は自国の色のタイルか、自国の大門の中央にいます",
                );
                return Err(bad(&format!("{},{}", at.x, at.y), en, ja));
            }
        }
        let since_first = u32::from(side.0.wrapping_sub(first.0) & 3);
        if turn >= turns && (turn > turns || since_first > 0) {
            return Err(bad(s, "the last turn is over", "最終ターンを過ぎています"));
        }
        Ok(Quinte {
            tiles,
            soldiers: soldiers.map(|(at, _)| at),
            came_from: soldiers.map(|(_, from)| from),
            cursors,
            scores,
            orders: turn * SEATS as u32 + since_first,
            rules: Rules { turns, super_from },
            first,
        })
    }
}

fn bad(input: &str, en: &'static str, ja: &'static str) -> BadText {
    BadText::new(input, Text::new(en, ja))
}

fn too_much(scores: &str) -> BadText {
    let en = format!("together the scores may come to {MOST_SCORE}");
    BadText::new(scores, Text::made(en, format!("スコアの合計は {MOST_SCORE} 以下です")))
}

fn read_number(text: &str, most: u32) -> Result<u32, BadText> {
    let is_plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let number = text.parse().ok().filter(|number| is_plain && *number <= most);
    number.ok_or_else(|| {
        let en = format!("expected a whole number up to {most}");
        BadText::new(text, Text::made(en, format!("{most} 以下の整数が必要です")))
    })
}

fn read_turn(text: &str) -> Result<(u32, u32), BadText> {
    let (turn, turns) = text.split_once('/').ok_or_else(|| {
        bad(text, "expected the turn and the number of turns: 12/1000", "12/1000 のように書きます")
    })?;
    Ok((read_number(turn, MOST_TURNS)?, read_number(turns, MOST_TURNS)?))
}

fn read_seat(text: &str) -> Result<Seat, BadText> {
    let seat = Seat::all(SEATS).find(|&seat| text.chars().eq([letter(seat)]));
    seat.ok_or_else(|| bad(text, "expected R, B, G or Y", "R・B・G・Y のどれかが必要です"))
}

fn read_list<T: Copy>(
    text: &str,
    mut list: [T; SEATS],
    each: impl Fn(Seat, &str) -> Result<T, BadText>,
) -> Result<[T; SEATS], BadText> {
    let parts: Vec<&str> = text.split(';').collect();
    if parts.len() != SEATS {
        return Err(bad(
            text,
            "expected four entries with ; between them",
            "; 区切りで4つ必要です",
        ));
    }
    for (seat, part) in Seat::all(SEATS).zip(parts) {
        list[seat.index()] = each(seat, part)?;
    }
    Ok(list)
}

fn read_soldier(seat: Seat, text: &str) -> Result<(Cell, Cell), BadText> {
    let cell = |text: &str| {
        let cell = read_pair(text).map(|(x, y)| Cell::new(x, y));
        cell.filter(|&cell| cell.is_road() || cell == home(seat)).ok_or_else(|| {
            bad(
                text,
                "expected x,y of a tile, or of the middle of the own big gate",
                "タイルの x,y か、自国の大門の中央の x,y が必要です",
            )
        })
    };
    match text.split_once('<') {
        Some((at, from)) => Ok((cell(at)?, cell(from)?)),
        None => Ok((cell(text)?, cell(text)?)),
    }
}

fn corner(text: &str) -> Result<Corner, BadText> {
    let corner = read_pair(text).map(|(x, y)| Corner::new(x, y));
    corner.filter(|corner| corner.is_on_map()).ok_or_else(|| {
        bad(
            text,
            "expected x,y of a cursor, each from 0 to 15",
            "カーソルの x,y（0〜15）が必要です",
        )
    })
}
