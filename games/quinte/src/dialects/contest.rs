//! `quinte`: the contest's game (seed 003) as lines of text. Version 1.
//!
//! The page `docs/protocols/quinte.md` is its specification, and its transcripts are run as
//! tests. Everything a player reads and writes is in its own view, itself at the bottom as
//! country 0. Questions carry the number of the turn and answers repeat it, so that the answer to
//! a turn that was missed is never taken for the next one.

mod explain;
mod flaw;

use std::fmt::Write;
use std::time::Duration;

use gyoji_core::record::{Ended, Fault, FaultKind, Moved};
use gyoji_core::{
    Asked, BadText, Client, Cue, Deal, Dialect, DialectEntry, Game, Heard, Manners, OnClock, Seat,
    Text, Turn,
};

use crate::cell::{CORNERS, Cell, Corner, Spin, Way};
use crate::moves::{Cursor, Move};
use crate::position::{Quinte, Rules, SEATS};
use crate::quarter::Quarter;
use crate::tiles::{ROW, Tile, Tiles};

/// The version that the first line of a game names.
const VERSION: u32 = 1;
/// A gray tile; the others are their country's number.
const GRAY: char = '.';

pub(super) fn entry() -> DialectEntry<Quinte> {
    DialectEntry {
        manners: Manners::greeted,
        says_clock: true,
        client: Some(|| Box::new(ContestClient::default())),
        ..DialectEntry::new(
            "quinte",
            Text::new(
                "the contest's game as lines: the map in your own view, one order for each turn",
                "コンテストの方式: 自国を下に見たマップを毎ターン受け取り、指示を1行で返す",
            ),
            |_| Ok(Box::new(Contest { seat: Seat::FIRST })),
            |_, _| Box::new(explain::Explainer),
        )
    }
}

/// The words of the contest's API.
const SPINS: [(&str, Option<Spin>); 3] = [
    ("CLOCKWISE", Some(Spin::Clockwise)),
    ("ANTICLOCKWISE", Some(Spin::Anticlockwise)),
    ("NONE", None),
];
const WAYS: [(&str, Option<Way>); 5] = [
    ("UP", Some(Way::Up)),
    ("DOWN", Some(Way::Down)),
    ("RIGHT", Some(Way::Right)),
    ("LEFT", Some(Way::Left)),
    ("NONE", None),
];

struct Contest {
    seat: Seat,
}

impl Dialect<Quinte> for Contest {
    fn hello(&mut self, deal: &Deal<'_, Quinte>, out: &mut String) {
        self.seat = deal.seat;
        let colour = Quinte::SPEC.seats[deal.seat.index()].id;
        let Rules { turns, super_from } = deal.start.rules();
        let player = deal.start.player_number(deal.seat);
        let _ = write!(out, "quinte {VERSION} player {player} color {colour}");
        let _ = writeln!(out, " turns {turns} super {super_from} ms {}", Ms(deal.limit));
    }

    fn ask(&mut self, turn: &Turn<'_, Quinte>, out: &mut String) {
        let own = turn.position().seen_by(turn.seat);
        out.push_str("map ");
        for (cell, tile) in own.tiles().iter() {
            if cell.x == 1 && cell.y > 1 {
                out.push('/');
            }
            out.push(tile.owner().map_or(GRAY, |owner| char::from(b'0' + owner.0)));
        }
        out.push_str("\nscores");
        for score in own.scores {
            let _ = write!(out, " {score}");
        }
        out.push_str("\nsoldiers");
        for Cell { x, y } in own.soldiers {
            let _ = write!(out, " {x} {y}");
        }
        out.push_str("\ncursors");
        for Corner { x, y } in own.cursors {
            let _ = write!(out, " {x} {y}");
        }
        out.push('\n');
        if let Some(OnClock { left, increment }) = turn.clock {
            let _ = writeln!(out, "clock {} {}", Ms(Some(left)), Ms(Some(increment)));
        }
        let _ = writeln!(out, "turn {} {}", own.turn(), Ms(turn.left));
    }

    fn read(&self, turn: &Turn<'_, Quinte>, asked: bool, line: &str) -> Heard<Move> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["ready"] => Heard::Ready,
            ["info", ..] => Heard::Note,
            ["order", number, ref order @ ..] => {
                let now = turn.position().turn();
                match number.parse::<u32>() {
                    // A turn that was missed, or a second answer.
                    Ok(number) if number < now || number == now && !asked => Heard::Stale,
                    Ok(number) if number == now => {
                        own_order(turn, order).map_or(Heard::Garbage, Heard::Move)
                    }
                    _ => Heard::Garbage,
                }
            }
            _ => Heard::Garbage,
        }
    }

    fn tell(&mut self, turn: &Turn<'_, Quinte>, moved: &Moved, mv: Move, out: &mut String) {
        if moved.seat == turn.seat {
            let before = turn.past.iter().rev().nth(1);
            let _ = write!(out, "done {} ", before.map_or(0, Quinte::turn));
            write_order(Quarter::own_view(turn.seat).order(mv), out);
            out.push('\n');
        }
    }

    fn refuse(&mut self, turn: &Turn<'_, Quinte>, fault: &Fault, out: &mut String) {
        let why = match fault.kind {
            FaultKind::Illegal => "impossible",
            FaultKind::Format => "malformed",
            FaultKind::Time => "late",
            _ => "gone",
        };
        let _ = writeln!(out, "missed {} {why}", turn.position().turn());
    }

    fn bye(&mut self, ended: &Ended, out: &mut String) {
        let view = Quarter::own_view(self.seat);
        let mut by_seat = |name: &str, numbers: &dyn Fn(usize) -> i64| {
            out.push_str(name);
            for seat in Seat::all(SEATS) {
                let _ = write!(out, " {}", numbers(view.back().seat(seat).index()));
            }
        };
        by_seat("over places", &|seat| ended.places.get(seat).map_or(0, |&place| place.into()));
        by_seat(" scores", &|seat| ended.points.get(seat).map_or(0, |&points| points.into()));
        out.push('\n');
    }
}

/// A time in milliseconds, or `-`.
struct Ms(Option<Duration>);

impl std::fmt::Display for Ms {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(time) => write!(f, "{}", time.as_millis()),
            None => f.write_str("-"),
        }
    }
}

/// The order that these words are in the own view of whoever is asked.
fn own_order(turn: &Turn<'_, Quinte>, words: &[&str]) -> Option<Move> {
    let view = Quarter::own_view(turn.seat);
    let cursor = view.corner(turn.position().cursor(turn.seat));
    read_order(words, cursor).map(|order| view.back().order(order))
}

/// `CLOCKWISE 7 13 UP`; `cursor` is where the cursor is, if the order does not say.
fn read_order(words: &[&str], cursor: Corner) -> Option<Move> {
    fn word<T: Copy>(known: &[(&str, T)], word: &str) -> Option<T> {
        known.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, value)| *value)
    }
    let (spin, at, way) = match *words {
        [spin, way] => (spin, None, way),
        [spin, x, y, way] => (spin, Some(place(x, y)?), way),
        _ => return None,
    };
    let spin = word(&SPINS, spin)?;
    let cursor = match (spin, at) {
        (None, None) => None,
        (spin, at) => Some(Cursor { at: at.unwrap_or(cursor), spin }),
    };
    Some(Move { cursor, soldier: word(&WAYS, way)? })
}

/// A corner; numbers that are not on the map are an order that cannot be carried out.
fn place(x: &str, y: &str) -> Option<Corner> {
    let number = |text: &str| {
        let on_map = || text.parse().ok().filter(|number| *number < CORNERS);
        is_number(text).then(|| on_map().unwrap_or(CORNERS))
    };
    Some(Corner::new(number(x)?, number(y)?))
}

/// Whether a word is a whole number, of whatever size.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The line with which a seat gives an order, in its own view.
fn line(seat: Seat, turn: u32, order: Move) -> String {
    let mut out = format!("order {turn} ");
    write_order(Quarter::own_view(seat).order(order), &mut out);
    out
}

fn write_order(order: Move, out: &mut String) {
    let (spin, at) = match order.cursor {
        Some(Cursor { at, spin }) => (spin, Some(at)),
        None => (None, None),
    };
    let spin = SPINS.iter().find(|(_, known)| *known == spin).map_or("NONE", |(name, _)| *name);
    out.push_str(spin);
    if let Some(Corner { x, y }) = at {
        let _ = write!(out, " {x} {y}");
    }
    let way = WAYS.iter().find(|(_, known)| *known == order.soldier);
    let _ = write!(out, " {}", way.map_or("NONE", |(name, _)| *name));
}

/// A program of this dialect.
#[derive(Default)]
struct ContestClient {
    seat: u8,
    /// Our place in the order of each turn, from 0.
    place: u8,
    rules: Option<Rules>,
    tiles: Option<Tiles>,
    numbers: [Vec<u32>; 3],
    /// What the last `clock` line said; it is for one question.
    clock: Option<OnClock>,
    turn: u32,
}

/// The lines with numbers that come before a question.
const LISTS: [&str; 3] = ["scores", "soldiers", "cursors"];

impl ContestClient {
    fn read_hello(&mut self, words: &[&str]) -> Option<()> {
        let [version, "player", player, "color", colour, "turns", turns, "super", late, ..] =
            *words
        else {
            return None;
        };
        version.parse::<u32>().ok().filter(|version| *version == VERSION)?;
        self.place = player.parse::<u8>().ok()?.checked_sub(1).filter(|place| *place < 4)?;
        self.seat = Quinte::SPEC.seats.iter().position(|seat| seat.id == colour)? as u8;
        self.rules = Some(Rules { turns: turns.parse().ok()?, super_from: late.parse().ok()? });
        Some(())
    }

    /// The position that was told, turned back from our own view.
    fn position(&self) -> Option<Quinte> {
        let [scores, soldiers, cursors] = &self.numbers;
        let pairs = |list: &[u32]| -> Option<[(u8, u8); SEATS]> {
            let pairs = list
                .chunks_exact(2)
                .map(|pair| Some((u8::try_from(pair[0]).ok()?, u8::try_from(pair[1]).ok()?)));
            pairs.collect::<Option<Vec<_>>>()?.try_into().ok()
        };
        let mut own = Quinte::new(self.tiles.clone()?, self.rules?, 0);
        own.scores = scores.clone().try_into().ok()?;
        own.soldiers = pairs(soldiers)?.map(|(x, y)| Cell::new(x, y));
        own.came_from = own.soldiers;
        own.cursors = pairs(cursors)?.map(|(x, y)| Corner::new(x, y));
        let mut position = own.turned(Quarter::own_view(Seat(self.seat)).back());
        position.first = Seat(self.seat.wrapping_sub(self.place) & 3);
        position.orders = self.turn * SEATS as u32 + u32::from(self.place);
        // Whatever does not make sense would be refused as text.
        position.to_string().parse().ok()
    }
}

impl Client<Quinte> for ContestClient {
    fn hear(&mut self, line: &str) -> Result<Cue<Quinte>, BadText> {
        let bad = || {
            let problem = Text::new(
                "not a line of the quinte protocol",
                "quinte プロトコルの行ではありません",
            );
            BadText::new(line, problem)
        };
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["quinte", ref rest @ ..] => {
                self.read_hello(rest).ok_or_else(bad)?;
                return Ok(Cue::Say("ready".into()));
            }
            ["map", rows] => self.tiles = Some(read_map(rows).ok_or_else(bad)?),
            ["clock", left, increment] => {
                let ms = |text: &str| text.parse().map(Duration::from_millis).map_err(|_| bad());
                self.clock = Some(OnClock { left: ms(left)?, increment: ms(increment)? });
            }
            ["turn", turn, ms] => {
                self.turn = turn.parse().ok().filter(|turn| *turn < 1 << 20).ok_or_else(bad)?;
                let left = match ms {
                    "-" => None,
                    ms => Some(Duration::from_millis(ms.parse().map_err(|_| bad())?)),
                };
                let position = self.position().ok_or_else(bad)?;
                let (seat, clock) = (Seat(self.seat), self.clock.take());
                return Ok(Cue::Move(Asked { seat, position, left, clock }));
            }
            ["over", ..] => return Ok(Cue::Leave),
            [word, ref numbers @ ..] if LISTS.contains(&word) => {
                let numbers: Result<Vec<u32>, _> =
                    numbers.iter().map(|text| text.parse()).collect();
                let list = LISTS.iter().position(|known| *known == word).unwrap_or_default();
                self.numbers[list] = numbers.map_err(|_| bad())?;
            }
            // `done`, `missed`, and whatever a later version adds.
            _ => {}
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: Move) -> String {
        line(Seat(self.seat), self.turn, mv)
    }
}

fn read_map(rows: &str) -> Option<Tiles> {
    let mut tiles = Tiles::GRAY;
    let mut count = 0;
    for (y, row) in rows.split('/').enumerate() {
        for (x, sign) in row.chars().enumerate() {
            let tile = match sign {
                '0'..='3' => Tile::of(Seat(sign as u8 - b'0')),
                GRAY => Tile::GRAY,
                _ => return None,
            };
            if x >= ROW || y >= ROW {
                return None;
            }
            tiles.put(Cell::new(x as u8 + 1, y as u8 + 1), tile);
            count += 1;
        }
    }
    (count == ROW * ROW).then_some(tiles)
}
