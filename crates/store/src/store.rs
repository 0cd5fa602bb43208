//! The store itself: its connections, and who may use them when.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gyoji_words::Text;

use crate::compress::Compress;
use crate::db::{Db, Done};
use crate::durable::{Durable, Flusher};
use crate::patience::Patience;
use crate::players::Players;
use crate::{Location, Trouble, open, schema};

/// Where games are kept. It can be used from several threads at once.
pub struct Store {
    pub(crate) shared: Arc<Shared>,
    /// Brings to the disk what was put; does so once more when it goes.
    _flusher: Flusher,
}

/// What the store's threads have in common.
pub(crate) struct Shared {
    pub(crate) location: Location,
    /// The location, as it is shown.
    pub(crate) place: String,
    pub(crate) patience: Patience,
    pub(crate) durable: Durable,
    pub(crate) compress: Compress,
    pub(crate) players: Players,
    /// The numbers of series by their names.
    pub(crate) series: Mutex<HashMap<String, i64>>,
    writer: Mutex<Option<Box<dyn Db>>>,
    readers: Mutex<Vec<Box<dyn Db>>>,
}

impl Store {
    /// Opens a store, and makes it if there is none. One of an older version is brought to this
    /// one, after a copy of its file was made; one of a newer version is refused.
    pub fn open(location: &Location) -> Result<Store, Trouble> {
        Store::open_at(location, schema::STEPS)
    }

    pub(crate) fn open_at(location: &Location, steps: &[&str]) -> Result<Store, Trouble> {
        let db = open::open(location, steps)?;
        let place = location.to_string();
        let shared = Arc::new(Shared {
            location: location.clone(),
            patience: Patience::new(place.clone()),
            place,
            durable: Durable::default(),
            compress: Compress::default(),
            players: Players::default(),
            series: Mutex::default(),
            writer: Mutex::new(Some(db)),
            readers: Mutex::default(),
        });
        let _flusher = Flusher::start(&shared);
        Ok(Store { shared, _flusher })
    }

    /// Where it is.
    pub fn location(&self) -> &Location {
        &self.shared.location
    }

    /// Has `tell` hear that the database is away and waited for, and that it is back; once each.
    /// It must not use the store itself.
    pub fn on_wait(&self, tell: impl Fn(Text) + Send + Sync + 'static) {
        self.shared.patience.on_wait(Box::new(tell));
    }

    /// Ends all waiting for a database that is away: what waits or would wait is trouble.
    pub fn stop_waiting(&self) {
        self.shared.patience.end();
    }

    /// The same, as soon as somebody sets `end`.
    pub fn wait_until(&self, end: &'static AtomicBool) {
        self.shared.patience.until(end);
    }

    /// Returns when all that was put is on the disk, and the loss of power would not hurt it.
    pub fn sync(&self) -> Result<(), Trouble> {
        self.shared.durable.wait()
    }
}

impl Shared {
    /// Does `work` with a connection of its own; several can at once.
    pub(crate) fn read<T>(&self, work: impl FnMut(&mut dyn Db) -> Done<T>) -> Result<T, Trouble> {
        let mut slot = lock(&self.readers).pop();
        let done = self.patience.see_through(&mut slot, || open::connect(&self.location), work);
        lock(&self.readers).extend(slot);
        done
    }

    /// Does `work`, one after the other. It may be done twice, when the connection breaks.
    pub(crate) fn write<T>(&self, work: impl FnMut(&mut dyn Db) -> Done<T>) -> Result<T, Trouble> {
        let mut slot = lock(&self.writer);
        self.patience.see_through(&mut slot, || open::connect(&self.location), work)
    }
}

/// Whatever a panic elsewhere left behind is still sound: connections and caches are used whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
