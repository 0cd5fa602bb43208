//! A game as a row of the table: what standings, cross-tables, timing and faults are made of,
//! without reading its record.

use std::fmt::{Display, Write};
use std::str::FromStr;
use std::sync::Arc;

use gyoji_core::Seat;
use gyoji_core::record::{Ended, Event, FaultKind, Place, Record, Then};
use gyoji_words::store as words;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::db::{Done, Row, Value};
use crate::{Entrant, Kind, Trouble};

/// A stored game, without its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Which game: `othello`.
    pub game: String,
    /// Where it stands among the games it belongs to.
    pub place: Option<Place>,
    /// The players, by seat. (What a program calls itself in the game is only in the record.)
    pub players: Vec<Arc<Entrant>>,
    /// How it ended.
    pub ended: Ended,
    /// How many moves were made.
    pub plies: u32,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// The time each seat took for its moves.
    pub times: Vec<SeatTime>,
    /// What the players did wrong.
    pub faults: Vec<FaultCount>,
}

/// The time a seat took for its moves: what counted, see `Spent::counted`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatTime {
    /// How many moves it made, or were made for it.
    pub moves: u32,
    /// All of them together, in nanoseconds.
    pub used_ns: u64,
    /// The longest, in nanoseconds.
    pub most_ns: u64,
}

/// How often a seat did something wrong with the same consequence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FaultCount {
    /// Who.
    pub seat: Seat,
    /// What it did.
    pub kind: FaultKind,
    /// What came of it.
    pub then: Then,
    /// How often.
    pub count: u32,
}

/// A game as it goes into the table, with its record.
pub(crate) struct Columns {
    id: String,
    pub(crate) series: i64,
    stage: String,
    /// Round, pairing, game, replay. A game that belongs to nothing has round -1.
    place: [i64; 4],
    game: String,
    pub(crate) players: String,
    places: String,
    points: String,
    why: String,
    loser: i64,
    fault: String,
    system: String,
    plies: i64,
    started_ms: i64,
    moves: String,
    used: String,
    most: String,
    faults: String,
    pub(crate) packed: Vec<u8>,
}

impl Columns {
    /// What the table says of a game that ended so.
    pub(crate) fn new(record: &Record, ended: &Ended, packed: Vec<u8>) -> Columns {
        let header = &record.header;
        let seats = header.players.len();
        let mut times = vec![SeatTime::default(); seats];
        let mut faults: Vec<FaultCount> = Vec::new();
        let mut plies = 0;
        for event in &record.events {
            match event {
                Event::Moved(moved) => {
                    plies += 1;
                    let Some(time) = times.get_mut(moved.seat.index()) else { continue };
                    let spent = moved.spent.counted().as_nanos() as u64;
                    time.moves += 1;
                    time.used_ns = time.used_ns.saturating_add(spent);
                    time.most_ns = time.most_ns.max(spent);
                }
                Event::Undone(undone) => plies -= i64::from(undone.plies),
                Event::Faulted(fault) => {
                    let alike = faults.iter_mut().find(|known| {
                        (known.seat, known.kind, known.then) == (fault.seat, fault.kind, fault.then)
                    });
                    match alike {
                        Some(known) => known.count += 1,
                        None => faults.push(FaultCount {
                            seat: fault.seat,
                            kind: fault.kind,
                            then: fault.then,
                            count: 1,
                        }),
                    }
                }
                _ => {}
            }
        }
        let place = header.place.as_ref();
        let numbers = place.map(|place| [place.round, place.pairing, place.game, place.replay]);
        let faults = faults.iter().map(|fault| {
            format!("{} {} {} {}", fault.seat, name(fault.kind), name(fault.then), fault.count)
        });
        Columns {
            id: header.id.clone(),
            series: 0,
            stage: place.map(|place| place.stage.clone()).unwrap_or_default(),
            place: numbers.map_or([-1, 0, 0, 0], |numbers| numbers.map(i64::from)),
            game: header.game.clone(),
            players: String::new(),
            places: list(&ended.places),
            points: list(&ended.points),
            why: ended.why.clone(),
            loser: ended.loser.map_or(-1, |seat| i64::from(seat.0)),
            fault: ended.fault.map(name).unwrap_or_default(),
            system: ended.system.clone(),
            plies,
            started_ms: i64::try_from(header.started_ms).unwrap_or(i64::MAX),
            moves: list(times.iter().map(|time| time.moves)),
            used: list(times.iter().map(|time| time.used_ns)),
            most: list(times.iter().map(|time| time.most_ns)),
            faults: faults.collect::<Vec<_>>().join(","),
            packed,
        }
    }

    /// The values of `INSERT_GAME`, in its order.
    pub(crate) fn values(&self) -> [Value<'_>; 21] {
        let [round, pairing, nth, replay] = self.place.map(Value::Int);
        [
            Value::Text(&self.id),
            Value::Int(self.series),
            Value::Text(&self.stage),
            round,
            pairing,
            nth,
            replay,
            Value::Text(&self.game),
            Value::Text(&self.players),
            Value::Text(&self.places),
            Value::Text(&self.points),
            Value::Text(&self.why),
            Value::Int(self.loser),
            Value::Text(&self.fault),
            Value::Text(&self.system),
            Value::Int(self.plies),
            Value::Int(self.started_ms),
            Value::Text(&self.moves),
            Value::Text(&self.used),
            Value::Text(&self.most),
            Value::Text(&self.faults),
        ]
    }
}

/// Numbers in a text: `34 30`.
pub(crate) fn list<T: Display>(numbers: impl IntoIterator<Item = T>) -> String {
    let mut text = String::new();
    for number in numbers {
        let gap = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{gap}{number}");
    }
    text
}

/// Numbers from a text.
fn numbers<T: FromStr>(text: &str) -> Option<Vec<T>> {
    text.split_ascii_whitespace().map(|number| number.parse().ok()).collect()
}

/// What a fault, or what comes of it, is called in records.
fn name(kind: impl Serialize) -> String {
    let value = serde_json::to_value(kind).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(name.into()).ok()
}

/// A row as it was read: the players are numbers still.
pub(crate) struct Read {
    pub(crate) number: i64,
    pub(crate) players: Vec<i64>,
    pub(crate) row: GameRow,
}

/// Reads a row of `number, id, stage, round, pairing, nth, replay, game, players, …`, the columns
/// of `INSERT_GAME` with the number in front and without the series.
pub(crate) fn read(row: &dyn Row, series: &str) -> Done<Read> {
    let id = row.text(1)?;
    let parts = || -> Done<Option<Read>> {
        let round = row.int(3)?;
        let part = |column| row.int(column).map(|number| u32::try_from(number).unwrap_or(0));
        let place = match round {
            -1 => None,
            _ => Some(Place {
                series: series.to_owned(),
                stage: row.text(2)?.to_owned(),
                round: part(3)?,
                pairing: part(4)?,
                game: part(5)?,
                replay: part(6)?,
            }),
        };
        let (Some(places), Some(points)) = (numbers(row.text(9)?), numbers(row.text(10)?)) else {
            return Ok(None);
        };
        let fault = match row.text(13)? {
            "" => None,
            text => named(text),
        };
        let ended = Ended {
            places,
            points,
            why: row.text(11)?.to_owned(),
            loser: u8::try_from(row.int(12)?).ok().map(Seat),
            fault,
            system: row.text(14)?.to_owned(),
        };
        let Some(times) = times(row.text(17)?, row.text(18)?, row.text(19)?) else {
            return Ok(None);
        };
        let Some(faults) = faults(row.text(20)?) else { return Ok(None) };
        let Some(players) = numbers(row.text(8)?) else { return Ok(None) };
        Ok(Some(Read {
            number: row.int(0)?,
            players,
            row: GameRow {
                id: id.to_owned(),
                game: row.text(7)?.to_owned(),
                place,
                players: Vec::new(),
                ended,
                plies: part(15)?,
                started_ms: u64::try_from(row.int(16)?).unwrap_or(0),
                times,
                faults,
            },
        }))
    };
    parts()?.ok_or_else(|| {
        let text = words::damaged_game(id, "games");
        Trouble::new(Kind::Damaged, text).into()
    })
}

fn times(moves: &str, used: &str, most: &str) -> Option<Vec<SeatTime>> {
    let mut used = used.split_ascii_whitespace();
    let mut most = most.split_ascii_whitespace();
    moves
        .split_ascii_whitespace()
        .map(|moves| {
            Some(SeatTime {
                moves: moves.parse().ok()?,
                used_ns: used.next()?.parse().ok()?,
                most_ns: most.next()?.parse().ok()?,
            })
        })
        .collect()
}

fn faults(text: &str) -> Option<Vec<FaultCount>> {
    let one = |text: &str| {
        let mut parts = text.split_ascii_whitespace();
        Some(FaultCount {
            seat: Seat(parts.next()?.parse().ok()?),
            kind: named(parts.next()?)?,
            then: named(parts.next()?)?,
            count: parts.next()?.parse().ok()?,
        })
    };
    text.split(',').filter(|text| !text.is_empty()).map(one).collect()
}
