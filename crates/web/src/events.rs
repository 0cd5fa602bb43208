//! Events of the league, as pages show them: worked out from the store, and kept for a while.
//!
//! An event that runs is looked at again and again, by many at once: what was read of it stays,
//! and only games that are new are read.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gyoji_league::Trouble;
use gyoji_page::{EventReport, EventSoFar, Show};
use gyoji_store::{EventRow, Store};
use serde_json::{Value, json};

/// How old what is shown of an event that runs may be.
const FRESH: Duration = Duration::from_secs(1);
/// How many events stay in memory.
const MOST: usize = 16;

/// The events that were looked at.
#[derive(Debug, Default)]
pub(crate) struct Events {
    known: Mutex<HashMap<Name, Arc<Mutex<Option<Known>>>>>,
}

/// A run of an event, and whether it is for this machine.
type Name = (String, bool);

#[derive(Debug)]
struct Known {
    so_far: EventSoFar,
    report: Arc<EventReport>,
    /// Games and end of the event as it was read.
    stamp: (u64, Option<u64>),
    read: Instant,
}

impl Events {
    /// What an event has come to. Whoever is not at this machine is not told what programs print.
    pub(crate) fn report(
        &self,
        store: &Store,
        event: &EventRow,
        is_local: bool,
    ) -> Result<Arc<EventReport>, Trouble> {
        let place = self.place((event.series(), is_local));
        let mut place = place.lock().unwrap_or_else(PoisonError::into_inner);
        let stamp = (event.games, event.finished_ms);
        match &mut *place {
            Some(known) if known.stamp == stamp || known.read.elapsed() < FRESH => {}
            // It can have been begun anew under the same name.
            Some(known) if known.stamp.0 < stamp.0 => {
                known.so_far.update(store, event)?;
                known.report = Arc::new(known.so_far.report());
                (known.stamp, known.read) = (stamp, Instant::now());
            }
            place => {
                let show = if is_local { Show::All } else { Show::Game };
                let so_far = EventSoFar::of(store, event, show)?;
                let report = Arc::new(so_far.report());
                *place = Some(Known { so_far, report, stamp, read: Instant::now() });
            }
        }
        let known = place.as_ref().expect("it was just put there");
        Ok(Arc::clone(&known.report))
    }

    fn place(&self, name: Name) -> Arc<Mutex<Option<Known>>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST && !known.contains_key(&name) {
            // Whoever still reads one keeps it.
            known.retain(|_, place| Arc::strong_count(place) > 1);
        }
        Arc::clone(known.entry(name).or_default())
    }
}

/// How far an event has come.
pub(crate) fn state(event: &EventRow) -> &'static str {
    match (event.is_finished(), &event.holder) {
        (true, _) => "over",
        (false, Some(_)) => "running",
        (false, None) => "broken-off",
    }
}

/// An event in a list.
pub(crate) fn brief(event: &EventRow, report: Option<&EventReport>) -> Value {
    let leaders = report.map(|report| {
        // Who leads where nothing is decided yet: the first of the last stage that has begun.
        let stages = report.chart.stages.iter().rev();
        let mut rows = stages.flat_map(|stage| stage.groups.first()).map(|group| &group.rows);
        let rows = rows.find(|rows| rows.iter().any(|row| row.games > 0));
        let rows: Vec<_> = rows.into_iter().flatten().collect();
        let decided = report.chart.ranking.iter().filter(|_| event.is_finished());
        let (mut place, mut all) = (1, Vec::new());
        for group in decided {
            all.extend(group.iter().map(|&entrant| (place, entrant)));
            place += group.len();
        }
        if all.is_empty() {
            all.extend(rows.iter().map(|row| (row.place as usize, row.entrant)));
        }
        let leader = |(place, entrant): (usize, usize)| {
            let row = rows.iter().find(|row| row.entrant == entrant);
            json!({
                "place": place,
                "name": report.chart.entrants.get(entrant),
                "score": row.map(|row| row.score),
                "rating": report.ratings.get(entrant),
            })
        };
        all.into_iter().take(6).map(leader).collect::<Vec<_>>()
    });
    let stages = report.map(|report| report.chart.stages.iter());
    json!({
        "name": event.name,
        "run": event.run,
        "game": event.game,
        "game_title": report.map(|report| &report.title),
        "state": state(event),
        "started_ms": event.started_ms,
        "finished_ms": event.finished_ms,
        "played": event.games,
        "games": stages.map(|stages| stages.map(|stage| stage.games).sum::<u64>()),
        "formats": report.map(|report| {
            report.chart.stages.iter().map(|stage| &stage.format).collect::<Vec<_>>()
        }),
        "entrants": report.map(|report| report.chart.entrants.len()),
        "leaders": leaders,
    })
}
