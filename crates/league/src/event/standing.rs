//! How an event stands, worked out from its stored games alone.

use gyoji_core::record::Place;
use gyoji_store::{EventRow, GameRow, Store};
use serde_json::Value;

use super::{Chart, Draw, EventFile, Next, Past, Summary};
use crate::Trouble;
use crate::stats::Ratings;

/// An event with everything that follows from its games.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What was asked for.
    pub file: EventFile,
    /// Stages, groups, brackets and the ranking.
    pub chart: Chart,
    /// What was counted.
    pub summary: Summary,
    /// Who is how strong; none without games that count.
    pub ratings: Option<Ratings>,
    /// Games in the store that the event has not asked for.
    pub unasked: Vec<Place>,
    /// Games that others have played than those who were drawn.
    pub misseated: Vec<Place>,
}

impl Standing {
    /// Works it out; the game of the event has so many seats.
    pub fn of(store: &Store, event: &EventRow, seats: usize) -> Result<Standing, Trouble> {
        Standing::looking(store, event, seats, &mut |_| ())
    }

    /// The same; every stored game is shown to `look`.
    pub fn looking(
        store: &Store,
        event: &EventRow,
        seats: usize,
        look: &mut dyn FnMut(&GameRow),
    ) -> Result<Standing, Trouble> {
        let file = parse(event)?;
        let names: Vec<String> = file.players.iter().map(|player| player.name.clone()).collect();
        let mut summary = Summary::new(&names);
        let draw = told(store, event, &file, seats, &mut |row| {
            summary.add(row);
            look(row);
        })?;
        let ratings = summary.ratings();
        Ok(Standing {
            chart: draw.chart(),
            unasked: draw.unasked().cloned().collect(),
            misseated: draw.misseated().to_vec(),
            summary,
            ratings,
            file,
        })
    }

    /// The draw of an event that knows all stored results.
    pub fn draw(store: &Store, event: &EventRow, seats: usize) -> Result<Draw, Trouble> {
        told(store, event, &parse(event)?, seats, &mut |_| ())
    }

    /// What follows from the results and from nothing else.
    pub fn outcome(&self) -> Value {
        self.summary.outcome(&self.file, &self.chart, self.ratings.as_ref())
    }
}

/// The file an event was begun with.
fn parse(event: &EventRow) -> Result<EventFile, Trouble> {
    EventFile::parse(&event.text).map_err(|mistake| Trouble::System(mistake.problem))
}

/// A draw that knows all stored results; every stored game is shown to `look`.
fn told(
    store: &Store,
    event: &EventRow,
    file: &EventFile,
    seats: usize,
    look: &mut dyn FnMut(&GameRow),
) -> Result<Draw, Trouble> {
    let draw = Draw::new(file, seats).map_err(|mistake| Trouble::System(mistake.problem))?;
    let mut draw = draw.named(&event.series()).joined(&event.joined);
    Past::load(store, &event.series(), &mut draw, look)?;
    // Results may have come in any order: all games that can be asked for are.
    while matches!(draw.next(), Next::Play(_)) {}
    Ok(draw)
}
