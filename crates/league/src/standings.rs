//! What a series of games between more than two players says: places and points, for each
//! player, for each seat, and for each player in each seat.

use gyoji_core::record::{Event, Fault, FaultKind, Then};
use gyoji_core::{MAX_SEATS, Seat};
use serde_json::{Value, json};

use crate::{Played, Sample, Tally};

/// Places and points of a player or a seat.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Games counted.
    pub games: u64,
    /// How often each place was taken; a shared place counts for all who share it.
    pub places: [u64; MAX_SEATS],
    /// The places.
    pub place: Sample,
    /// The game's own points, in the games that were played out.
    pub points: Sample,
}

impl Line {
    fn add(&mut self, played: &Played, seat: Seat) {
        let place = played.ended.places[seat.index()];
        self.games += 1;
        self.place.add(i64::from(place));
        if let Some(count) = self.places.get_mut(usize::from(place).wrapping_sub(1)) {
            *count += 1;
        }
        if played.ended.loser.is_none() {
            self.points.add(i64::from(played.ended.points[seat.index()]));
        }
    }

    fn json(&self, seats: usize) -> Value {
        json!({
            "games": self.games,
            "place_counts": self.places[..seats],
            "mean_place": { "mean": self.place.mean(), "margin95": self.place_margin(seats) },
            "mean_points": { "mean": self.points.mean(), "margin95": self.points.margin() },
        })
    }

    /// Half the width of the 95 % interval around the mean place.
    ///
    /// As in [`Tally::margin`], an imagined game at each end of the scale keeps a short series
    /// without a loss from claiming to be certain.
    pub fn place_margin(&self, seats: usize) -> Option<f64> {
        let mut place = self.place;
        place.add(1);
        place.add(seats as i64);
        place.margin().filter(|_| self.games > 1)
    }
}

/// Whether a player's turn passed without an answer of its own. (A move that is not possible is
/// one: the game goes on with what can be done of it.)
pub fn is_missed_turn(fault: &Fault) -> bool {
    fault.then == Then::Default && fault.kind != FaultKind::Illegal
}

/// One player of the series.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// All its games.
    pub all: Line,
    /// Its games in each seat.
    pub by_seat: Vec<Line>,
    /// The turns on which nothing was done for it, by what it had done.
    pub missed: Vec<(FaultKind, u64)>,
    /// Its moves that were not possible, where the game went on with what was.
    pub impossible: u64,
}

impl Standing {
    /// The number of turns on which nothing was done for it.
    pub fn missed_turns(&self) -> u64 {
        self.missed.iter().map(|(_, count)| count).sum()
    }

    /// Whether its program went away, as opposed to answering badly.
    pub fn program_failed(&self) -> bool {
        let answers = [FaultKind::Time, FaultKind::Format];
        self.missed.iter().any(|(kind, _)| !answers.contains(kind))
    }

    fn miss(&mut self, kind: FaultKind) {
        match self.missed.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.missed.push((kind, 1)),
        }
    }
}

/// The whole series.
#[derive(Clone, Debug)]
pub struct Standings {
    /// The players, as they were written.
    pub players: Vec<Standing>,
    /// The seats, whoever sat there.
    pub seats: Vec<Line>,
}

impl Standings {
    /// A series without games, of so many players at tables of so many seats.
    pub fn new(players: usize, seats: usize) -> Standings {
        let player = Standing { by_seat: vec![Line::default(); seats], ..Standing::default() };
        Standings { players: vec![player; players], seats: vec![Line::default(); seats] }
    }

    /// Adds a game of these players, by seat.
    pub fn add(&mut self, played: &Played, seated: &[usize]) {
        for (seat, &player) in Seat::all(self.seats.len()).zip(seated) {
            self.seats[seat.index()].add(played, seat);
            let standing = &mut self.players[player];
            standing.all.add(played, seat);
            standing.by_seat[seat.index()].add(played, seat);
        }
        for event in &played.record.events {
            let Event::Faulted(fault) = event else { continue };
            let Some(&player) = seated.get(fault.seat.index()) else { continue };
            let standing = &mut self.players[player];
            if is_missed_turn(fault) {
                standing.miss(fault.kind);
            } else if fault.then == Then::Default {
                standing.impossible += 1;
            }
        }
    }

    /// A player's part of the JSON, beside what games of two have too.
    pub fn player_json(&self, number: usize, tally: &Tally, seat_ids: &[&str]) -> Value {
        let standing = &self.players[number];
        let seats = self.seats.len();
        let mut json = serde_json::to_value(tally).unwrap_or_default();
        json["mean"] = json!(tally.mean());
        json["margin95"] = json!(tally.margin());
        if let (Value::Object(json), Value::Object(line)) = (&mut json, standing.all.json(seats)) {
            json.extend(line);
        }
        // Faults are called as they are in records.
        let name = |kind| serde_json::to_value(kind).ok()?.as_str().map(str::to_owned);
        let missed =
            standing.missed.iter().filter_map(|(kind, count)| Some((name(kind)?, json!(count))));
        json["missed_turns"] = Value::Object(missed.collect());
        json["impossible_orders"] = json!(standing.impossible);
        json["by_seat"] = Value::Array(seat_lines(&standing.by_seat, seat_ids));
        json
    }

    /// The seats' part of the JSON.
    pub fn seats_json(&self, seat_ids: &[&str]) -> Value {
        Value::Array(seat_lines(&self.seats, seat_ids))
    }
}

fn seat_lines(lines: &[Line], seat_ids: &[&str]) -> Vec<Value> {
    let with_name = |(line, id): (&Line, &&str)| {
        let mut json = line.json(lines.len());
        json["seat"] = json!(id);
        json
    };
    lines.iter().zip(seat_ids).map(with_name).collect()
}
