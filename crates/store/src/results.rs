//! Reading all games of a series, page by page: the next one is read while one is looked at.

use std::sync::mpsc::sync_channel;

use gyoji_words::store as words;

use crate::db::Value;
use crate::row;
use crate::store::Shared;
use crate::{GameRow, Kind, Store, Trouble};

/// The games of a series behind the one at this place.
const PAGE: &str = "select number, id, stage, round, pairing, nth, replay, game, seats, why, \
     ending, plies, started_ms, faults from games where series = $1 \
     and (stage, round, pairing, nth, replay, number) > ($2, $3, $4, $5, $6, $7) \
     order by stage, round, pairing, nth, replay, number limit $8";
/// How many games are a page.
const LENGTH: usize = 2048;

impl Store {
    /// Hands on the games of a series or of a run of an event ([`crate::EventRow::series`]), in
    /// the order of their places: stage (by its letters), round, pairing, game, replay. Games that
    /// belong to nothing are those of the series `""`.
    ///
    /// All that were put before this was called are there; memory stays flat.
    pub fn results(&self, series: &str, each: &mut dyn FnMut(GameRow)) -> Result<(), Trouble> {
        let Some(number) = self.shared.known_series(series)? else { return Ok(()) };
        let mut pages = Pages::new(&self.shared, number, series);
        if let Some(first) = pages.next() {
            first?.into_iter().for_each(&mut *each);
        }
        if pages.is_over {
            return Ok(());
        }
        std::thread::scope(|scope| {
            let (send, pages_read) = sync_channel(1);
            let read = move || {
                // Whoever looks at them may have had enough.
                let _ = pages.try_for_each(|page| send.send(page));
            };
            let reader = std::thread::Builder::new().name("gyoji-reader".into());
            reader.spawn_scoped(scope, read).map_err(|error| {
                let text = words::database_error(&self.shared.place, error);
                Trouble::new(Kind::System, text)
            })?;
            for page in pages_read {
                page?.into_iter().for_each(&mut *each);
            }
            Ok(())
        })
    }
}

/// The games of a series, in the order of their places.
struct Pages<'a> {
    shared: &'a Shared,
    series: i64,
    name: &'a str,
    /// Where the last one that was read stands: its stage, its numbers, and its own number.
    stage: String,
    last: [i64; 5],
    /// Whether nothing more will come.
    is_over: bool,
}

impl Pages<'_> {
    fn new<'a>(shared: &'a Shared, series: i64, name: &'a str) -> Pages<'a> {
        let (stage, last) = (String::new(), [i64::MIN; 5]);
        Pages { shared, series, name, stage, last, is_over: false }
    }

    fn read(&mut self) -> Result<Vec<GameRow>, Trouble> {
        let mut page = Vec::new();
        self.shared.read(|db| {
            page.clear();
            let [a, b, c, d, e] = self.last.map(Value::Int);
            let (series, length) = (Value::Int(self.series), Value::Int(LENGTH as i64));
            let values = [series, Value::Text(&self.stage), a, b, c, d, e, length];
            db.query(PAGE, &values, &mut |row| {
                page.push(row::read(row, self.name)?);
                Ok(())
            })
        })?;
        self.is_over = page.len() < LENGTH;
        if let Some(end) = page.last() {
            self.last = match &end.row.place {
                Some(place) => {
                    self.stage.clone_from(&place.stage);
                    [place.round, place.pairing, place.game, place.replay, 0].map(i64::from)
                }
                None => [-1, 0, 0, 0, 0],
            };
            self.last[4] = end.number;
        }
        self.shared.seat_players(&mut page)?;
        Ok(page.into_iter().map(|read| read.row).collect())
    }
}

impl Iterator for Pages<'_> {
    type Item = Result<Vec<GameRow>, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let page = self.read();
        self.is_over |= page.is_err();
        Some(page)
    }
}
