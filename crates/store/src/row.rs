//! A game as a row of the table: what standings, cross-tables, timing and faults are made of,
//! without reading its record.

use std::collections::HashSet;
use std::fmt::Write;
use std::sync::Arc;

use gyoji_core::record::{Ended, Event, FaultKind, Place, Record, Then};
use gyoji_core::{MAX_SEATS, Seat};
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
    /// For each seat: player, place, points, moves, time for all of them, time for the longest.
    seats: String,
    why: String,
    /// Loser, fault, and what the system said; empty where there is nothing of it.
    ending: String,
    plies: i64,
    started_ms: i64,
    faults: String,
    /// What `seats` is made of, once the players have their numbers.
    scores: Vec<(u8, i32, SeatTime)>,
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
        let results = ended.places.iter().copied().zip(ended.points.iter().copied());
        let scores = results.zip(times).map(|((place, points), time)| (place, points, time));
        Columns {
            id: header.id.clone(),
            series: 0,
            stage: place.map(|place| place.stage.clone()).unwrap_or_default(),
            place: numbers.map_or([-1, 0, 0, 0], |numbers| numbers.map(i64::from)),
            game: header.game.clone(),
            seats: String::new(),
            why: ended.why.clone(),
            ending: ending(ended),
            plies,
            started_ms: i64::try_from(header.started_ms).unwrap_or(i64::MAX),
            faults: faults.collect::<Vec<_>>().join(","),
            scores: scores.collect(),
            packed,
        }
    }

    /// Says who sat there, by their numbers in the store.
    pub(crate) fn seat(&mut self, players: &[i64]) {
        for (player, (place, points, time)) in players.iter().zip(&self.scores) {
            let SeatTime { moves, used_ns, most_ns } = time;
            let comma = if self.seats.is_empty() { "" } else { "," };
            let seats = &mut self.seats;
            let _ = write!(seats, "{comma}{player} {place} {points} {moves} {used_ns} {most_ns}");
        }
    }

    /// The values of `INSERT_GAME`, in its order.
    pub(crate) fn values(&self) -> [Value<'_>; 14] {
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
            Value::Text(&self.seats),
            Value::Text(&self.why),
            Value::Text(&self.ending),
            Value::Int(self.plies),
            Value::Int(self.started_ms),
            Value::Text(&self.faults),
        ]
    }
}

fn ending(ended: &Ended) -> String {
    let Ended { loser, fault, system, .. } = ended;
    if loser.is_none() && fault.is_none() && system.is_empty() {
        return String::new();
    }
    let loser = loser.map_or("-".to_owned(), |seat| seat.to_string());
    let fault = fault.map_or("-".to_owned(), name);
    format!("{loser} {fault} {system}")
}

/// What a fault, or what comes of it, is called in records.
pub(crate) fn name(kind: impl Serialize) -> String {
    let value = serde_json::to_value(kind).ok();
    value.and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn named<T: DeserializeOwned>(name: &str) -> Option<T> {
    serde_json::from_value(name.into()).ok()
}

/// A row as it was read: the players are numbers still.
pub(crate) struct Read {
    pub(crate) number: i64,
    players: [i64; MAX_SEATS],
    pub(crate) row: GameRow,
}

impl Read {
    /// The numbers of the players, by seat.
    pub(crate) fn players(&self) -> &[i64] {
        &self.players[..self.row.times.len()]
    }
}

/// Reads a row of `number`, then the columns of `INSERT_GAME` without the series.
pub(crate) fn read(row: &dyn Row, series: &str) -> Done<Read> {
    let id = row.text(1)?;
    let part = |column| row.int(column).map(|number| u32::try_from(number).unwrap_or(0));
    let place = match row.int(3)? {
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
    let mut game = Read {
        number: row.int(0)?,
        players: [0; MAX_SEATS],
        row: GameRow {
            id: id.to_owned(),
            game: row.text(7)?.to_owned(),
            place,
            players: Vec::new(),
            ended: Ended { why: row.text(9)?.to_owned(), ..Ended::void(0, "") },
            plies: part(11)?,
            started_ms: u64::try_from(row.int(12)?).unwrap_or(0),
            times: Vec::new(),
            faults: Vec::new(),
        },
    };
    let (seats, ending, faults) = (row.text(8)?, row.text(10)?, row.text(13)?);
    match game.fill(seats, ending, faults) {
        Some(()) => Ok(game),
        None => Err(Trouble::new(Kind::Damaged, words::damaged_game(id, seats)).into()),
    }
}

/// Whether one of these players sits at the table of a row, without reading the rest of it.
pub(crate) fn seats_one_of(row: &dyn Row, players: &HashSet<i64>) -> bool {
    let seats = row.text(8).unwrap_or_default();
    let numbers = seats.split(',').filter_map(|seat| seat.split(' ').next()?.parse().ok());
    numbers.into_iter().any(|number: i64| players.contains(&number))
}

impl Read {
    /// Reads what has several parts; none if it makes no sense.
    fn fill(&mut self, seats: &str, ending: &str, faults: &str) -> Option<()> {
        let row = &mut self.row;
        let mut seats = seats.as_bytes();
        while !seats.is_empty() {
            *self.players.get_mut(row.times.len())? = number(&mut seats)?;
            row.ended.places.push(number(&mut seats)?);
            row.ended.points.push(number(&mut seats)?);
            row.times.push(SeatTime {
                moves: number(&mut seats)?,
                used_ns: number(&mut seats)?,
                most_ns: number(&mut seats)?,
            });
        }
        if !ending.is_empty() {
            let mut parts = ending.splitn(3, ' ');
            row.ended.loser = match parts.next()? {
                "-" => None,
                seat => Some(Seat(seat.parse().ok()?)),
            };
            row.ended.fault = match parts.next()? {
                "-" => None,
                fault => Some(named(fault)?),
            };
            row.ended.system = parts.next()?.to_owned();
        }
        row.faults = self::faults(faults)?;
        Some(())
    }
}

/// Takes a whole number off the beginning of a text, with the sign behind it. Most of what is read
/// of a store are such numbers.
fn number<T: TryFrom<i128>>(text: &mut &[u8]) -> Option<T> {
    let end = text.iter().position(|byte| matches!(byte, b' ' | b',')).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    *text = rest.get(1..).unwrap_or_default();
    let (sign, digits) = match digits {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    if !(1..=20).contains(&digits.len()) {
        return None;
    }
    let value = digits.iter().try_fold(0, |value: i128, digit| {
        digit.is_ascii_digit().then(|| 10 * value + i128::from(digit - b'0'))
    })?;
    T::try_from(sign * value).ok()
}

fn faults(text: &str) -> Option<Vec<FaultCount>> {
    let one = |text: &str| {
        let mut parts = text.split(' ');
        Some(FaultCount {
            seat: Seat(parts.next()?.parse().ok()?),
            kind: named(parts.next()?)?,
            then: named(parts.next()?)?,
            count: parts.next()?.parse().ok()?,
        })
    };
    text.split(',').filter(|text| !text.is_empty()).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_one_after_the_other() {
        let mut text: &[u8] = b"12 -3,18446744073709551615 256 x 4";
        assert_eq!(number::<u8>(&mut text), Some(12));
        assert_eq!(number::<i32>(&mut text), Some(-3));
        assert_eq!(number::<u64>(&mut text), Some(u64::MAX));
        assert_eq!(number::<u8>(&mut text), None, "too large");
        assert_eq!(number::<u8>(&mut text), None, "no number");
        assert_eq!(number::<u8>(&mut text), Some(4));
        assert_eq!(number::<u8>(&mut text), None, "nothing left");
    }
}
