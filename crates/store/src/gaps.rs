//! Games that stay void: an event has gone on without them, and will whenever it goes on again.

use gyoji_core::record::Place;

use crate::db::Value;
use crate::{Store, Trouble};

impl Store {
    /// The game at this place is not played any more.
    pub fn give_up(&self, place: &Place) -> Result<(), Trouble> {
        let series = self.shared.series_number(&place.series)?;
        let values = [
            Value::Int(series),
            Value::Text(&place.stage),
            Value::Int(place.round.into()),
            Value::Int(place.pairing.into()),
            Value::Int(place.game.into()),
        ];
        let sql = "insert into gaps (series, stage, round, pairing, nth) \
                   values ($1, $2, $3, $4, $5) on conflict do nothing";
        self.shared.write(|db| db.execute(sql, &values)).map(drop)
    }

    /// The places of a series whose games are not played any more.
    pub fn gaps(&self, series: &str) -> Result<Vec<Place>, Trouble> {
        let Some(number) = self.shared.known_series(series)? else { return Ok(Vec::new()) };
        let sql = "select stage, round, pairing, nth from gaps where series = $1 \
                   order by stage, round, pairing, nth";
        self.shared.read(|db| {
            let mut gaps = Vec::new();
            db.query(sql, &[Value::Int(number)], &mut |row| {
                let part = |column| row.int(column).map(|it| u32::try_from(it).unwrap_or(0));
                gaps.push(Place {
                    series: series.to_owned(),
                    stage: row.text(0)?.to_owned(),
                    round: part(1)?,
                    pairing: part(2)?,
                    game: part(3)?,
                    replay: 0,
                });
                Ok(())
            })?;
            Ok(gaps)
        })
    }
}
