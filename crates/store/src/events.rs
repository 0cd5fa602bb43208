//! Events: what was asked for, when it began, and what came of it.

use gyoji_words::store as words;

use crate::db::{Done, Row, Value, transaction};
use crate::games::LONGEST;
use crate::{Entrant, Holder, Kind, Store, Trouble};

/// An event that begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// Its name.
    pub name: String,
    /// Which game: `othello`.
    pub game: String,
    /// All that was asked for, as it was written.
    pub text: String,
    /// When it begins: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
}

/// A run of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// Its name.
    pub name: String,
    /// The run, from 1: an event can be held again.
    pub run: u32,
    /// Which game: `othello`.
    pub game: String,
    /// All that was asked for, as it was written.
    pub text: String,
    /// When it began: milliseconds since 1970, UTC.
    pub started_ms: u64,
    /// When it was finished, if it is.
    pub finished_ms: Option<u64>,
    /// What came of it, as it was handed in; empty before.
    pub result: String,
    /// From which round on each of those who take part does, where they do not all from the first.
    pub joined: Vec<u32>,
    /// How many games are stored that count.
    pub games: u64,
    /// Who runs it, where somebody does.
    pub holder: Option<Holder>,
}

impl EventRow {
    /// The series that the places of its games name.
    pub fn series(&self) -> String {
        series(&self.name, self.run)
    }

    /// Whether it is finished.
    pub fn is_finished(&self) -> bool {
        self.finished_ms.is_some()
    }
}

/// The first run is called as the event is, so that its games have the ids everybody expects.
fn series(name: &str, run: u32) -> String {
    match run {
        1 => name.to_owned(),
        _ => format!("{name}#{run}"),
    }
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "select name, run, game, text, started_ms, finished_ms, result, joined, \
             (select count(*) from games where games.series = events.series) \
             - (select count(*) from games where games.series = events.series \
             and why in ('void', 'aborted')) from events ",
            $rest
        )
    };
}

const ONE: &str = select!("where name = $1 order by run desc limit 1");
const RUNS: &str = select!("where name = $1 order by run");
const ALL: &str = select!(
    "where run = (select max(run) from events as e where e.name = events.name) order by name"
);

impl Store {
    /// Begins an event, or the next run of one that there is: whether it may is for the caller to
    /// know, who holds its [lock](Store::lock).
    pub fn begin_event(&self, event: &NewEvent) -> Result<EventRow, Trouble> {
        let name = event.name.as_str();
        let is_bad = |c: char| c == '#' || c.is_control();
        if name.trim().is_empty() || name.len() > LONGEST - 12 || name.contains(is_bad) {
            let text = words::bad_name(name, LONGEST - 12);
            return Err(Trouble::new(Kind::Asked, text));
        }
        let entrants = self.numbers_of(&event.entrants, event.started_ms)?;
        // Known again if the answer of the database is lost.
        let token = format!("{:032x}", fastrand::u128(..));
        let last = "select max(run) from (select 0 as run union all \
                    select run from events where name = $1) as runs";
        let run = self.shared.write(|db| {
            let sql = "select run from events where token = $1";
            if let Some(run) = db.number(sql, &[Value::Text(&token)])? {
                return Ok(run);
            }
            Ok(db.number(last, &[Value::Text(name)])?.unwrap_or(0) + 1)
        })?;
        let series = self.shared.series_number(&series(name, u32::try_from(run).unwrap_or(1)))?;
        let values = [
            Value::Text(&token),
            Value::Text(name),
            Value::Int(run),
            Value::Int(series),
            Value::Text(&event.game),
            Value::Text(&event.text),
            Value::Int(event.started_ms as i64),
        ];
        self.shared.write(|db| {
            transaction(db, |db| {
                let insert = "insert into events (token, name, run, series, game, text, \
                              started_ms, finished_ms, result, joined) \
                              values ($1, $2, $3, $4, $5, $6, $7, 0, '', '') on conflict do nothing";
                db.execute(insert, &values)?;
                let number = "select number from events where token = $1";
                match db.number(number, &[Value::Text(&token)])? {
                    Some(number) => put_entrants(db, number, &entrants),
                    // Two began it at the same time, without its lock.
                    None => Err(Trouble::new(Kind::Busy, words::busy(&self.shared.place)).into()),
                }
            })
        })?;
        self.expect_event(name)
    }

    /// The last run of an event.
    pub fn event(&self, name: &str) -> Result<Option<EventRow>, Trouble> {
        let Some(event) = self.event_rows(ONE, &[Value::Text(name)])?.pop() else {
            return Ok(None);
        };
        Ok(Some(EventRow { holder: self.holder(name)?, ..event }))
    }

    fn expect_event(&self, name: &str) -> Result<EventRow, Trouble> {
        let missing = || words::no_such_event(name, &self.shared.place);
        self.event(name)?.ok_or_else(|| Trouble::new(Kind::Missing, missing()))
    }

    /// All runs of an event, from the first.
    pub fn runs(&self, name: &str) -> Result<Vec<EventRow>, Trouble> {
        self.event_rows(RUNS, &[Value::Text(name)])
    }

    /// The last run of every event, by name.
    pub fn events(&self) -> Result<Vec<EventRow>, Trouble> {
        let mut events = self.event_rows(ALL, &[])?;
        for event in &mut events {
            event.holder = self.holder(&event.name)?;
        }
        Ok(events)
    }

    /// Who takes part in the last run of an event, in the order in which they were written.
    pub fn entrants(&self, name: &str) -> Result<Vec<Entrant>, Trouble> {
        let sql = "select players.name, players.text, players.version from entrants \
                   join players on players.number = entrants.player \
                   where event = (select number from events where name = $1 \
                   order by run desc limit 1) order by nth";
        self.shared.read(|db| {
            let mut entrants = Vec::new();
            db.query(sql, &[Value::Text(name)], &mut |row| {
                entrants.push(Entrant {
                    name: row.text(0)?.to_owned(),
                    text: row.text(1)?.to_owned(),
                    version: row.text(2)?.to_owned(),
                });
                Ok(())
            })?;
            Ok(entrants)
        })
    }

    /// Changes what was asked for, and who takes part from which round on, in the last run of an
    /// event.
    pub fn set_event_text(
        &self,
        name: &str,
        text: &str,
        entrants: &[Entrant],
        joined: &[u32],
        now_ms: u64,
    ) -> Result<(), Trouble> {
        let entrants = self.numbers_of(entrants, now_ms)?;
        let joined = joined.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let sql = "update events set text = $1, joined = $2 where name = $3 \
                   and run = (select max(run) from events where name = $3)";
        let values = [Value::Text(text), Value::Text(&joined), Value::Text(name)];
        self.change_event(name, sql, &values, Some(&entrants))
    }

    /// The last run of an event is over; its games are on the disk before that is said.
    pub fn finish_event(&self, name: &str, result: &str, now_ms: u64) -> Result<(), Trouble> {
        self.sync()?;
        let sql = "update events set result = $1, finished_ms = $2 where name = $3 \
                   and run = (select max(run) from events where name = $3)";
        let values = [Value::Text(result), Value::Int(now_ms as i64), Value::Text(name)];
        self.change_event(name, sql, &values, None)
    }

    /// The last run of an event is not over after all: it gains players.
    pub fn reopen_event(&self, name: &str) -> Result<(), Trouble> {
        let sql = "update events set result = '', finished_ms = 0 where name = $1 \
                   and run = (select max(run) from events where name = $1)";
        self.change_event(name, sql, &[Value::Text(name)], None)
    }

    fn change_event(
        &self,
        name: &str,
        sql: &'static str,
        values: &[Value<'_>],
        entrants: Option<&[i64]>,
    ) -> Result<(), Trouble> {
        self.shared.write(|db| {
            transaction(db, |db| {
                if db.execute(sql, values)? == 0 {
                    let text = words::no_such_event(name, &self.shared.place);
                    return Err(Trouble::new(Kind::Missing, text).into());
                }
                let Some(entrants) = entrants else { return Ok(()) };
                let sql = "select number from events where name = $1 order by run desc limit 1";
                let number = db.number(sql, &[Value::Text(name)])?.unwrap_or(0);
                put_entrants(db, number, entrants)
            })
        })
    }

    fn numbers_of(&self, entrants: &[Entrant], now_ms: u64) -> Result<Vec<i64>, Trouble> {
        entrants.iter().map(|player| self.shared.player_number(player, now_ms)).collect()
    }

    fn event_rows(
        &self,
        sql: &'static str,
        values: &[Value<'_>],
    ) -> Result<Vec<EventRow>, Trouble> {
        self.shared.read(|db| {
            let mut events = Vec::new();
            db.query(sql, values, &mut |row| {
                events.push(read(row)?);
                Ok(())
            })?;
            Ok(events)
        })
    }
}

fn put_entrants(db: &mut dyn crate::db::Db, event: i64, entrants: &[i64]) -> Done<()> {
    db.execute("delete from entrants where event = $1", &[Value::Int(event)])?;
    for (nth, player) in (0..).zip(entrants) {
        let values = [Value::Int(event), Value::Int(nth), Value::Int(*player)];
        db.execute("insert into entrants (event, nth, player) values ($1, $2, $3)", &values)?;
    }
    Ok(())
}

fn read(row: &dyn Row) -> Done<EventRow> {
    let positive = |column| row.int(column).map(|number| u64::try_from(number).unwrap_or(0));
    Ok(EventRow {
        name: row.text(0)?.to_owned(),
        run: u32::try_from(row.int(1)?).unwrap_or(1),
        game: row.text(2)?.to_owned(),
        text: row.text(3)?.to_owned(),
        started_ms: positive(4)?,
        finished_ms: Some(positive(5)?).filter(|&ms| ms > 0),
        result: row.text(6)?.to_owned(),
        joined: row.text(7)?.split(' ').filter_map(|round| round.parse().ok()).collect(),
        games: positive(8)?,
        holder: None,
    })
}
