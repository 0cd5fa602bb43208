//! Bringing what was put to the disk, soon, and once for many games.
//!
//! A put waits for no disk. SQLite has handed the game to the system by then: the end of this
//! program does not hurt it. PostgreSQL has it in its memory, so a game is kept here too until the
//! server has it on the disk, and put again if the server went down meanwhile.

use std::collections::HashMap;
use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::db::sqlite::{LONG_LOG, Sqlite, log_in};
use crate::db::{Db, transaction};
use crate::row::Columns;
use crate::store::{Shared, lock};
use crate::{Kind, Location, Trouble, open};

/// How long games are gathered before the disk is asked; what the disk takes comes on top.
const GATHER: Duration = Duration::from_millis(40);

/// How far the disk is.
#[derive(Default)]
pub(crate) struct Durable {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// How many games were put.
    put: u64,
    /// How many of them are on the disk.
    safe: u64,
    /// Games that may have to be put again, by ticket; also those that are just being put.
    pending: HashMap<u64, Arc<Columns>>,
    /// The tickets of those that were put.
    done: Vec<u64>,
    next_ticket: u64,
    /// Whether somebody waits for the disk.
    hurry: bool,
    is_over: bool,
    /// Why the disk could not be reached the last time.
    trouble: Option<Trouble>,
}

impl Durable {
    /// Before games are put that may have to be put again: their tickets.
    pub(crate) fn begin<'a>(&self, games: impl Iterator<Item = &'a Arc<Columns>>) -> Range<u64> {
        let mut state = lock(&self.state);
        let first = state.next_ticket;
        for game in games {
            let ticket = state.next_ticket;
            state.next_ticket += 1;
            state.pending.insert(ticket, Arc::clone(game));
        }
        first..state.next_ticket
    }

    /// They could not be put at all.
    pub(crate) fn give_up(&self, tickets: Range<u64>) {
        let mut state = lock(&self.state);
        for ticket in tickets {
            state.pending.remove(&ticket);
        }
    }

    /// So many games were put; with their tickets, if they have any.
    pub(crate) fn end(&self, games: u64, tickets: Option<Range<u64>>) {
        let mut state = lock(&self.state);
        let was_idle = state.put == state.safe;
        state.put += games;
        state.done.extend(tickets.into_iter().flatten());
        if was_idle {
            self.changed.notify_all();
        }
    }

    fn pending(&self) -> Vec<Arc<Columns>> {
        lock(&self.state).pending.values().cloned().collect()
    }

    /// Waits until all that was put is on the disk.
    pub(crate) fn wait(&self) -> Result<(), Trouble> {
        let mut state = lock(&self.state);
        let goal = state.put;
        state.trouble = None;
        while state.safe < goal {
            if let Some(trouble) = &state.trouble {
                return Err(trouble.clone());
            }
            state.hurry = true;
            self.changed.notify_all();
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Waits for something to do, and says up to which game; `None` when all is over.
    fn next(&self) -> Option<u64> {
        let idle = |state: &mut State| state.put == state.safe && !state.is_over;
        let state = lock(&self.state);
        let state = self.changed.wait_while(state, idle).unwrap_or_else(PoisonError::into_inner);
        let calm = |state: &mut State| !state.hurry && !state.is_over;
        let gathered = self.changed.wait_timeout_while(state, GATHER, calm);
        let (mut state, _) = gathered.unwrap_or_else(PoisonError::into_inner);
        state.hurry = false;
        (state.put > state.safe).then_some(state.put)
    }

    fn done(&self, goal: u64, result: Result<(), Trouble>) {
        let mut state = lock(&self.state);
        match result {
            Ok(()) => {
                // Every game that was put has a ticket, or none has one.
                let count = state.done.len().min((goal - state.safe) as usize);
                let done: Vec<u64> = state.done.drain(..count).collect();
                for ticket in done {
                    state.pending.remove(&ticket);
                }
                state.safe = goal;
            }
            Err(trouble) => {
                state.trouble = Some(trouble);
                // It is tried again when there is more, or somebody asks.
                if state.is_over {
                    state.safe = state.put;
                }
            }
        }
        self.changed.notify_all();
    }
}

/// The thread that does it. When it goes, it brings the rest to the disk first.
pub(crate) struct Flusher {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Flusher {
    pub(crate) fn start(shared: &Arc<Shared>) -> Flusher {
        let theirs = Arc::clone(shared);
        let thread = std::thread::Builder::new()
            .name("gyoji-store".into())
            .spawn(move || flush(&theirs))
            .ok();
        Flusher { shared: Arc::clone(shared), thread }
    }
}

impl Drop for Flusher {
    fn drop(&mut self) {
        // A database that is away is not waited for at the end.
        self.shared.patience.end();
        lock(&self.shared.durable.state).is_over = true;
        self.shared.durable.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn flush(shared: &Shared) {
    let durable = &shared.durable;
    let mut slot: Option<Box<dyn Db>> = None;
    let mut log = Log::default();
    if let Location::Folder(folder) = &shared.location {
        // While there are files to be had: later games may use them up.
        let _ = log.open(folder);
    }
    while let Some(goal) = durable.next() {
        let result = match &shared.location {
            Location::Folder(folder) => to_disk(folder, &mut log),
            Location::Postgres(_) => to_server(shared, &mut slot),
        };
        let failed = result.is_err();
        durable.done(goal, result);
        if failed {
            std::thread::sleep(GATHER);
        }
    }
}

/// The log of SQLite. It is there as long as anybody has the store open, so it is opened once.
#[derive(Default)]
struct Log {
    file: Option<File>,
    /// A connection that shortens it.
    db: Option<Sqlite>,
}

impl Log {
    /// The file; none where every commit waits for the disk.
    fn open(&mut self, folder: &Path) -> std::io::Result<Option<&File>> {
        if self.file.is_none() {
            let file = match File::open(log_in(folder)) {
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
                file => file?,
            };
            // The name of a new file is part of its folder.
            File::open(folder)?.sync_all()?;
            self.file = Some(file);
        }
        Ok(self.file.as_ref())
    }
}

/// Committed games are in the log, or were moved into the file and are on the disk already.
fn to_disk(folder: &Path, log: &mut Log) -> Result<(), Trouble> {
    let trouble = |error: std::io::Error| {
        let text = gyoji_words::store::not_allowed(log_in(folder).display(), error);
        Trouble::new(Kind::System, text)
    };
    let Some(file) = log.open(folder).map_err(trouble)? else { return Ok(()) };
    file.sync_data().map_err(trouble)?;
    if file.metadata().map_err(trouble)?.len() > LONG_LOG {
        shorten(folder, &mut log.db);
    }
    Ok(())
}

/// What is not done now is done later, at the latest by whoever commits.
fn shorten(folder: &Path, slot: &mut Option<Sqlite>) {
    if slot.is_none() {
        *slot = Sqlite::open(folder).ok();
    }
    if let Some(db) = slot {
        let _ = db.shorten_log();
    }
}

/// A commit that waits for the disk brings all earlier ones there.
fn to_server(shared: &Shared, slot: &mut Option<Box<dyn Db>>) -> Result<(), Trouble> {
    // A connection that has been there since before the games were put says that the server has
    // not gone down in between; of a new one nobody knows.
    let connect = || {
        let mut db = open::connect(&shared.location)?;
        let pending = shared.durable.pending();
        db.insert_games(&mut pending.iter().map(|game| (game.values(), &*game.packed)))?;
        Ok(db)
    };
    shared.patience.see_through(slot, connect, |db| {
        transaction(db, |db| {
            db.execute("update meta set value = value + 1 where name = 'synced'", &[]).map(drop)
        })
    })
}
