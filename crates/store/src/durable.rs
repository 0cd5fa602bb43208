//! Bringing what was put to the disk, soon, and once for many games.
//!
//! A put waits for no disk. SQLite has handed the game to the system by then: the end of this
//! program does not hurt it. PostgreSQL has it in its memory, so a game is kept here too until the
//! server has it on the disk, and put again if the server went down meanwhile.

use std::collections::HashMap;
use std::fs::File;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::db::sqlite::log_in;
use crate::db::{Db, transaction};
use crate::row::Columns;
use crate::store::{Shared, lock};
use crate::{Kind, Location, Trouble, open};

/// How long games are gathered before the disk is asked; what the disk takes comes on top.
const GATHER: Duration = Duration::from_millis(20);

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
    last_ticket: u64,
    /// Whether somebody waits for the disk.
    hurry: bool,
    is_over: bool,
    /// Why the disk could not be reached the last time.
    trouble: Option<Trouble>,
}

impl Durable {
    /// Before a game is put that may have to be put again: its ticket.
    pub(crate) fn begin(&self, game: &Arc<Columns>) -> u64 {
        let mut state = lock(&self.state);
        state.last_ticket += 1;
        let ticket = state.last_ticket;
        state.pending.insert(ticket, Arc::clone(game));
        ticket
    }

    /// It could not be put at all.
    pub(crate) fn give_up(&self, ticket: u64) {
        lock(&self.state).pending.remove(&ticket);
    }

    /// A game was put; with its ticket, if it has one.
    pub(crate) fn end(&self, ticket: Option<u64>) {
        let mut state = lock(&self.state);
        state.put += 1;
        state.done.extend(ticket);
        if state.put == state.safe + 1 {
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
    let mut is_first = true;
    while let Some(goal) = durable.next() {
        let result = match &shared.location {
            Location::Folder(folder) => to_disk(folder, std::mem::take(&mut is_first)),
            Location::Postgres(_) => to_server(shared, &mut slot),
        };
        let failed = result.is_err();
        durable.done(goal, result);
        if failed {
            std::thread::sleep(GATHER);
        }
    }
}

/// Committed games are in the log, or were moved into the file and are on the disk already.
fn to_disk(folder: &std::path::Path, is_first: bool) -> Result<(), Trouble> {
    let path = log_in(folder);
    let synced = match File::open(&path).and_then(|log| log.sync_data()) {
        // Without a log every commit waits for the disk.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        other => other,
    };
    // The name of a new file is part of its folder.
    let synced = synced.and_then(|()| match is_first {
        true => File::open(folder).and_then(|folder| folder.sync_all()),
        false => Ok(()),
    });
    synced.map_err(|error| {
        let text = gyoji_words::store::not_allowed(path.display(), error);
        Trouble::new(Kind::System, text)
    })
}

/// A commit that waits for the disk brings all earlier ones there.
fn to_server(shared: &Shared, slot: &mut Option<Box<dyn Db>>) -> Result<(), Trouble> {
    // A connection that has been there since before the games were put says that the server has
    // not gone down in between; of a new one nobody knows.
    let connect = || {
        let mut db = open::connect(&shared.location)?;
        for game in shared.durable.pending() {
            db.insert_game(&game.values(), &game.packed)?;
        }
        Ok(db)
    };
    shared.patience.see_through(slot, connect, |db| {
        transaction(db, |db| {
            db.execute("update meta set value = value + 1 where name = 'synced'", &[]).map(drop)
        })
    })
}
