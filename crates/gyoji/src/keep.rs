//! Games that are stored because somebody asked for it, and a series that goes on where it was.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use gyoji_core::Lang;
use gyoji_core::record::{Place, Plan};
use gyoji_league::event::Entry;
use gyoji_league::{Played, id_of};
use gyoji_referee::player::PlayerText;
use gyoji_store::{Location, Store};

use crate::args::league::Keep;
use crate::failure::Failure;
use crate::{interrupt, screen};

/// Opens the store that was asked for, if any.
pub fn open_store(keep: &Keep, lang: Lang) -> Result<Option<Store>, Failure> {
    keep.data.as_ref().map(|location| open(location, lang)).transpose()
}

/// Opens a store. If its database is away it is said and waited for, until Ctrl-C stops everything.
pub fn open(location: &Location, lang: Lang) -> Result<Store, Failure> {
    let store = Store::open(location)?;
    store.on_wait(move |text| screen::say(&format!("gyoji: {}", screen::clean(text.get(lang)))));
    store.wait_until(interrupt::now());
    Ok(store)
}

/// The folder that was asked for to store games in, if it is one.
pub fn data_folder(keep: &Keep) -> Option<&Path> {
    folder_of(keep.data.as_ref())
}

/// A place for games, if it is a folder.
pub fn folder_of(location: Option<&Location>) -> Option<&Path> {
    match location? {
        Location::Folder(folder) => Some(folder),
        Location::Postgres(_) => None,
    }
}

/// Which version each player is, by name: what its files hold, or nothing where that cannot be had.
pub fn versions(players: &[PlayerText]) -> Vec<(String, String)> {
    let version = |player: &PlayerText| {
        let dir = player.terms.dir.clone().map(PathBuf::from);
        let entry = Entry { name: player.name(), command: player.text.clone(), dir };
        let version = entry.version(Path::new("."), concat!("gyoji ", env!("CARGO_PKG_VERSION")));
        (player.name(), version.unwrap_or_default())
    };
    players.iter().map(version).collect()
}

/// The name of a series that was asked for in these words: the same words are the same series.
pub fn series_of(words: &[&str]) -> String {
    id_of(&Place { series: words.join("\n"), ..Place::default() })
}

/// What is stored of a series.
#[derive(Default)]
pub struct Stored {
    /// The ids of games that count, by where they stand.
    counted: HashMap<Place, String>,
    /// How often a game was void that has no result.
    void: HashMap<Place, u32>,
}

impl Stored {
    /// Looks what there is.
    pub fn load(store: &Store, series: &str) -> Result<Stored, Failure> {
        let mut stored = Stored::default();
        store.results(series, &mut |row| {
            let Some(place) = row.place else { return };
            let first = Place { replay: 0, ..place.clone() };
            if row.ended.counts() {
                stored.counted.insert(first, row.id);
            } else {
                let tries = stored.void.entry(first).or_default();
                *tries = (*tries).max(place.replay + 1);
            }
        })?;
        Ok(stored)
    }

    /// The stored game that was planned so, if it counts.
    pub fn game(&self, store: &Store, plan: &Plan) -> Result<Option<Played>, Failure> {
        let id = plan.place.as_ref().and_then(|place| self.counted.get(place));
        let Some(id) = id else { return Ok(None) };
        let record = store.record(id)?;
        Ok(record.and_then(|record| {
            let ended = record.ended()?.clone();
            Some(Played { record, ended, path: None })
        }))
    }

    /// Whether a game has still to be played.
    pub fn lacks(&self, plan: &Plan) -> bool {
        plan.place.as_ref().is_none_or(|place| !self.counted.contains_key(place))
    }

    /// The plan under a name that no void try of it has.
    pub fn renamed(&self, mut plan: Plan) -> Plan {
        if let Some(place) = &mut plan.place
            && let Some(tries) = self.void.get(place)
        {
            place.replay = *tries;
            plan.id = id_of(place);
        }
        plan
    }
}
