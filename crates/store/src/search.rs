//! Looking for games among all that are stored, the newest first.

use std::collections::HashSet;

use gyoji_core::record::FaultKind;

use crate::db::Value;
use crate::row::{self, Read};
use crate::{GameRow, Store, Trouble};

/// What is looked for; what is not said does not matter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Which game: `othello`.
    pub game: Option<String>,
    /// A part of a player's name, in small or capital letters.
    pub player: Option<String>,
    /// The series or the run of an event to which it belongs.
    pub series: Option<String>,
    /// Why it ended, as in the record: `fault`, `resigned`.
    pub ending: Option<String>,
    /// What somebody did wrong in it.
    pub fault: Option<Wrong>,
    /// Only games that were stored before the one with this number: see [`Hit::number`].
    pub before: Option<i64>,
}

/// What somebody did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wrong {
    /// Anything.
    Any,
    /// This.
    Kind(FaultKind),
}

/// A game that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hit {
    /// Its number in the store: games that were put later have higher ones.
    pub number: i64,
    /// The game.
    pub row: GameRow,
}

macro_rules! hits {
    ($first:literal) => {
        concat!(
            "select number, id, stage, round, pairing, nth, replay, game, seats, why, \
             ending, plies, started_ms, faults, games.series from games where ",
            $first,
            " and number < $2 and ($3 = '' or game = $3) and ($4 = '' or why = $4) \
             and ($5 = '' or faults like $5) order by number desc limit $6"
        )
    };
}

// The sign keeps the index of the series out of it: the order is that of the numbers.
const HITS: &str = hits!("+games.series >= $1");
const HITS_OF_SERIES: &str = hits!("games.series = $1");
/// Rows that are looked at in one piece when players have to be compared.
const CHUNK: i64 = 4096;

impl Store {
    /// Finds at most so many games, the newest first. Players are called as they were when the
    /// game began.
    pub fn search(&self, search: &Search, most: usize) -> Result<Vec<Hit>, Trouble> {
        let series = match &search.series {
            None => None,
            Some(name) => match self.shared.known_series(name)? {
                Some(number) => Some(number),
                None => return Ok(Vec::new()),
            },
        };
        let players = match &search.player {
            Some(part) => Some(self.players_named(part)?),
            None => None,
        };
        if players.as_ref().is_some_and(HashSet::is_empty) {
            return Ok(Vec::new());
        }
        let fault = match search.fault {
            None => String::new(),
            Some(Wrong::Any) => "_%".to_owned(),
            Some(Wrong::Kind(kind)) => format!("% {} %", row::name(kind)),
        };
        let sql = if series.is_some() { HITS_OF_SERIES } else { HITS };
        let chunk = match (&players, series) {
            (None, _) => most as i64,
            (Some(_), None) => CHUNK,
            // The games of a series have to be sorted: once is enough.
            (Some(_), Some(_)) => i64::MAX,
        };
        let mut before = search.before.unwrap_or(i64::MAX);
        let mut found: Vec<(Read, i64)> = Vec::new();
        loop {
            let mut seen = 0;
            let mut page = Vec::new();
            let mut last = before;
            self.shared.read(|db| {
                (seen, last) = (0, before);
                page.clear();
                let values = [
                    Value::Int(series.unwrap_or(0)),
                    Value::Int(before),
                    Value::Text(search.game.as_deref().unwrap_or("")),
                    Value::Text(search.ending.as_deref().unwrap_or("")),
                    Value::Text(&fault),
                    Value::Int(chunk),
                ];
                db.query(sql, &values, &mut |row| {
                    seen += 1;
                    last = row.int(0)?;
                    let is_meant = page.len() < most
                        && players.as_ref().is_none_or(|known| row::seats_one_of(row, known));
                    if is_meant {
                        page.push((row::read(row, "")?, row.int(14)?));
                    }
                    Ok(())
                })
            })?;
            before = last;
            found.append(&mut page);
            if found.len() >= most || seen < chunk {
                break;
            }
        }
        found.truncate(most);
        let mut named = Vec::with_capacity(found.len());
        for (mut read, series) in found {
            if let Some(place) = &mut read.row.place {
                place.series = self.series_name(series)?;
            }
            named.push(read);
        }
        let mut found = named;
        self.shared.seat_players(&mut found)?;
        Ok(found.into_iter().map(|Read { number, row, .. }| Hit { number, row }).collect())
    }

    /// What the series with this number is called.
    fn series_name(&self, number: i64) -> Result<String, Trouble> {
        self.shared.read(|db| {
            let mut name = String::new();
            let sql = "select name from series where number = $1";
            db.query(sql, &[Value::Int(number)], &mut |row| {
                row.text(0)?.clone_into(&mut name);
                Ok(())
            })?;
            Ok(name)
        })
    }

    /// How many games are stored.
    pub fn count_all(&self) -> Result<u64, Trouble> {
        let count = self.shared.read(|db| db.number("select count(*) from games", &[]))?;
        Ok(count.unwrap_or(0) as u64)
    }

    /// The numbers of players with a name that has this in it.
    fn players_named(&self, part: &str) -> Result<HashSet<i64>, Trouble> {
        let part = part.to_lowercase();
        self.shared.read(|db| {
            let mut numbers = HashSet::new();
            db.query("select number, name from players", &[], &mut |row| {
                if row.text(1)?.to_lowercase().contains(&part) {
                    numbers.insert(row.int(0)?);
                }
                Ok(())
            })?;
            Ok(numbers)
        })
    }
}
