//! Putting games, and finding them again.

use std::sync::Arc;

use gyoji_core::record::Record;
use gyoji_words::store as words;

use crate::db::{Db, Done, Value, transaction};
use crate::row::Columns;
use crate::store::{Shared, lock};
use crate::{Entrant, Kind, Location, Store, Trouble, compress};

macro_rules! insert_game {
    () => {
        "insert into games (id, series, stage, round, pairing, nth, replay, game, seats, why, \
         ending, plies, started_ms, faults) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, \
         $12, $13, $14) on conflict (id) do nothing returning number"
    };
}

/// Puts a game and returns its number; nothing if there is one of that id.
pub(crate) const INSERT_GAME: &str = insert_game!();
/// Puts the record of the game with that number.
pub(crate) const INSERT_RECORD: &str = "insert into records (number, zstd) values ($1, $2)";
/// Both at once, where a statement that changes something can be part of another.
pub(crate) const INSERT_BOTH: &str = concat!(
    "with game as (",
    insert_game!(),
    ") insert into records (number, zstd) select number, $15 from game"
);

/// The longest id, series or stage: they are in indices.
pub(crate) const LONGEST: usize = 200;

/// A game that is ready to be stored.
pub struct Prepared(Arc<Columns>);

/// What came of looking for a game by the beginning of its id.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// There is none.
    None,
    /// The game.
    One(Box<Record>),
    /// There are so many.
    Many(u64),
}

impl Store {
    /// Stores a game that is over; its series or event is what its plan's place says. `versions`
    /// are the hashes of the players' programs, by seat, as far as they are known.
    ///
    /// When this returns, the end of the program does not hurt the game any more, and within 50
    /// milliseconds (what the disk takes comes on top) the loss of power does not either: see
    /// [`Store::sync`]. False if a game of that id was there already; then nothing is changed.
    pub fn put(&self, record: &Record, versions: &[String]) -> Result<bool, Trouble> {
        Ok(self.put_all(&[self.prepare(record, versions)?])? > 0)
    }

    /// Everything that can be done before a game is [put](Store::put_all), by several threads at
    /// once: most of the work.
    pub fn prepare(&self, record: &Record, versions: &[String]) -> Result<Prepared, Trouble> {
        let header = &record.header;
        let Some(ended) = record.ended() else {
            return Err(Trouble::new(Kind::Asked, words::no_end(&header.id)));
        };
        let place = header.place.as_ref();
        let series = place.map_or("", |place| place.series.as_str());
        let stage = place.map_or("", |place| place.stage.as_str());
        for (what, text) in [("id", header.id.as_str()), ("series", series), ("stage", stage)] {
            if text.len() > LONGEST {
                return Err(Trouble::new(Kind::Asked, words::too_long(what, LONGEST)));
            }
        }
        let packed =
            self.shared.compress.pack(record).map_err(|error| {
                Trouble::new(Kind::System, words::damaged_game(&header.id, error))
            })?;
        let mut columns = Columns::new(record, ended, packed);
        columns.series = self.shared.series_number(series)?;
        let mut players = Vec::with_capacity(header.players.len());
        for (seat, player) in header.players.iter().enumerate() {
            let version = versions.get(seat).cloned().unwrap_or_default();
            let player = Entrant { name: player.name.clone(), text: player.text.clone(), version };
            players.push(self.shared.player_number(&player, header.started_ms)?);
        }
        columns.seat(&players);
        Ok(Prepared(Arc::new(columns)))
    }

    /// Stores games as [`Store::put`] does one, all of them or none, and says how many were not
    /// there already. Many at once cost less.
    pub fn put_all(&self, games: &[Prepared]) -> Result<u64, Trouble> {
        let shared = &*self.shared;
        // What SQLite has committed is with the system and stays.
        let is_forgetful = matches!(shared.location, Location::Postgres(_));
        let tickets = is_forgetful.then(|| shared.durable.begin(games.iter().map(|it| &it.0)));
        let put = shared.write(|db| {
            db.insert_games(&mut games.iter().map(|Prepared(game)| (game.values(), &*game.packed)))
        });
        match (&put, tickets) {
            (Ok(_), tickets) => shared.durable.end(games.len() as u64, tickets),
            (Err(_), Some(tickets)) => shared.durable.give_up(tickets),
            (Err(_), None) => {}
        }
        put
    }

    /// Finds a game by the beginning of its id.
    pub fn find(&self, beginning_of_id: &str) -> Result<Found, Trouble> {
        let range = [Value::Text(beginning_of_id), Value::Text(&after(beginning_of_id))];
        let mut ids = Vec::new();
        let count = self.shared.read(|db| {
            ids.clear();
            let sql = "select id from games where id >= $1 and id < $2 order by id limit 2";
            db.query(sql, &range, &mut |row| {
                ids.push(row.text(0)?.to_owned());
                Ok(())
            })?;
            let sql = "select count(*) from games where id >= $1 and id < $2";
            match ids.len() {
                2 => db.number(sql, &range),
                _ => Ok(None),
            }
        })?;
        match (ids.first(), count) {
            (_, Some(count)) => Ok(Found::Many(count as u64)),
            (Some(id), None) => {
                Ok(self.record(id)?.map_or(Found::None, |record| Found::One(Box::new(record))))
            }
            (None, None) => Ok(Found::None),
        }
    }

    /// The game with this id.
    pub fn record(&self, id: &str) -> Result<Option<Record>, Trouble> {
        let packed = self.shared.read(|db| {
            let mut packed = None;
            let sql = "select zstd from records \
                       where number = (select number from games where id = $1)";
            db.query(sql, &[Value::Text(id)], &mut |row| {
                packed = Some(row.blob(0)?.to_vec());
                Ok(())
            })?;
            Ok(packed)
        })?;
        let record = packed.map(|packed| compress::unpack(&packed)).transpose();
        record.map_err(|problem| Trouble::new(Kind::Damaged, words::damaged_game(id, problem)))
    }

    /// The names of all series and runs of events that were begun.
    pub fn series(&self) -> Result<Vec<String>, Trouble> {
        self.shared.read(|db| {
            let mut names = Vec::new();
            db.query("select name from series order by number", &[], &mut |row| {
                names.push(row.text(0)?.to_owned());
                Ok(())
            })?;
            Ok(names)
        })
    }

    /// How many games a series has.
    pub fn count(&self, series: &str) -> Result<u64, Trouble> {
        let Some(number) = self.shared.known_series(series)? else { return Ok(0) };
        let sql = "select count(*) from games where series = $1";
        let count = self.shared.read(|db| db.number(sql, &[Value::Int(number)]))?;
        Ok(count.unwrap_or(0) as u64)
    }

    /// Whether the store has a game with this id.
    pub fn has(&self, id: &str) -> Result<bool, Trouble> {
        let sql = "select number from games where id = $1";
        Ok(self.shared.read(|db| db.number(sql, &[Value::Text(id)]))?.is_some())
    }
}

/// A text that comes right behind all that begin so: ids are of ASCII letters.
fn after(beginning: &str) -> String {
    format!("{beginning}\u{10ffff}")
}

impl Shared {
    /// The number of a series, if there is one of that name.
    pub(crate) fn known_series(&self, name: &str) -> Result<Option<i64>, Trouble> {
        if let Some(&number) = lock(&self.series).get(name) {
            return Ok(Some(number));
        }
        let number = self.read(|db| find_series(db, name))?;
        if let Some(number) = number {
            lock(&self.series).insert(name.to_owned(), number);
        }
        Ok(number)
    }

    /// The number of a series, which it gets if it has none.
    pub(crate) fn series_number(&self, name: &str) -> Result<i64, Trouble> {
        if let Some(number) = self.known_series(name)? {
            return Ok(number);
        }
        let number = self.write(|db| {
            transaction(db, |db| {
                let sql = "insert into series (name) values ($1) on conflict (name) do nothing";
                db.execute(sql, &[Value::Text(name)])?;
                Ok(find_series(db, name)?.unwrap_or(0))
            })
        })?;
        lock(&self.series).insert(name.to_owned(), number);
        Ok(number)
    }
}

fn find_series(db: &mut dyn Db, name: &str) -> Done<Option<i64>> {
    db.number("select number from series where name = $1", &[Value::Text(name)])
}
