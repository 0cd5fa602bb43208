//! The league's store, and a folder beside it for games that are not over.
//!
//! A game that ends is put into the store, and its record in the folder goes. A server that was
//! killed in between, or whose database was away, does so when it is started again.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use gyoji_core::record::{Event, Header, Record};
use gyoji_store::{GameRow, Location, Search, Store, Trouble};
use gyoji_words::web as words;
use sha2::{Digest, Sha256};

use super::folder::{FilePen, Folder};
use super::{Brief, Card, Kept, Pen, Shelf};

pub(crate) struct Library {
    store: Arc<Store>,
    /// Where games go on: the first is for new ones, the others are from before.
    folders: Vec<Folder>,
    /// Says that no other server may go on with these games.
    lock: Mutex<Option<File>>,
}

impl Library {
    /// The store at this place. `old` are folders in which servers have kept games before.
    pub(crate) fn open(location: &Location, old: &[PathBuf]) -> Result<Library, Trouble> {
        let store = Arc::new(Store::open(location)?);
        let live = live_folder(location);
        let trouble = |text| Trouble { kind: gyoji_store::Kind::System, text };
        let no_room = |error| trouble(words::no_room(live.display(), error));
        let folder = Folder::at(&live).map_err(no_room)?;
        let lock = take(&live).map_err(no_room)?;
        let lock = lock.map_err(|holder| trouble(words::folder_in_use(live.display(), holder)))?;
        let mut before: Vec<&Path> = old.iter().map(PathBuf::as_path).collect();
        if let Location::Folder(path) = location {
            before.push(path);
        }
        let before = before.into_iter().filter_map(Folder::there);
        let folders = std::iter::once(folder).chain(before).collect();
        Ok(Library { folders, store, lock: Mutex::new(Some(lock)) })
    }

    /// The folder in which a game goes on.
    fn folder_of(&self, id: &str) -> Option<(&Folder, Card)> {
        self.folders.iter().find_map(|folder| Some((folder, folder.card(id)?)))
    }
}

/// Takes a folder for this server, or says who has it. The system gives it back when the server
/// ends, however it ends.
fn take(folder: &Path) -> std::io::Result<Result<File, String>> {
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => {
            file.set_len(0)?;
            file.rewind()?;
            write!(file, "gyoji serve, pid {}", std::process::id())?;
            Ok(Ok(file))
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let _ = file.take(100).read_to_string(&mut holder);
            Ok(Err(holder))
        }
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Where games go on whose results are stored there.
fn live_folder(location: &Location) -> PathBuf {
    match location {
        Location::Folder(path) => path.join("web"),
        // A database has no folder: it is beside the usual store, one for each database.
        Location::Postgres(_) => {
            let usual = match Location::usual() {
                Some(Location::Folder(path)) => path,
                _ => std::env::temp_dir().join("gyoji"),
            };
            let hash = Sha256::digest(location.to_string());
            let name: String = hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
            usual.join("web").join(name)
        }
    }
}

/// Puts a game into the store; once it is on the disk there, its file is not needed any more.
fn put(store: &Store, record: &Record, path: &Path) {
    // What cannot be put stays where it is, and is tried again at the next start.
    if store.put(record, &[]).and_then(|_| store.sync()).is_ok() {
        let _ = std::fs::remove_file(path);
    }
}

impl fmt::Debug for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Library").field("store", self.store.location()).finish_non_exhaustive()
    }
}

impl Shelf for Library {
    fn begin(&self, header: &Header, card: &Card) -> std::io::Result<Box<dyn Pen>> {
        let pen = self.folders[0].begin(header, card)?;
        Ok(Box::new(StorePen { pen, store: Arc::clone(&self.store) }))
    }

    fn go_on(&self, record: &Record) -> std::io::Result<Box<dyn Pen>> {
        let folder =
            self.folder_of(&record.header.id).map_or(&self.folders[0], |(folder, _)| folder);
        Ok(Box::new(StorePen { pen: folder.go_on(record)?, store: Arc::clone(&self.store) }))
    }

    fn put_card(&self, id: &str, card: &Card) -> std::io::Result<()> {
        let folder = self.folder_of(id).map_or(&self.folders[0], |(folder, _)| folder);
        folder.put_card(id, card)
    }

    fn load(&self, id: &str) -> Option<Kept> {
        let card = self.folder_of(id);
        let live = card.as_ref().and_then(|(folder, card)| folder.record(&card.game, id));
        let record = match live {
            Some(record) => record,
            None => self.store.record(id).ok()??,
        };
        let card = card.map_or_else(|| Card::of(&record.header), |(_, card)| card);
        Some(Kept { card, record })
    }

    fn newest(&self, most: usize) -> Vec<Brief> {
        let hits = self.store.search(&Search::default(), most).unwrap_or_default();
        hits.into_iter().map(|hit| brief(hit.row)).collect()
    }

    fn store(&self) -> Option<&Arc<Store>> {
        Some(&self.store)
    }

    fn catch_up(&self) {
        for folder in &self.folders {
            folder.ended(&mut |record, path| put(&self.store, record, path));
        }
    }

    fn close(&self) {
        self.store.stop_waiting();
        // Whoever still has the hall does nothing with it any more.
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn brief(row: GameRow) -> Brief {
    Brief {
        id: row.id,
        game: row.game,
        players: row.players.iter().map(|player| player.name.clone()).collect(),
        started_ms: row.started_ms,
        ended: row.ended,
    }
}

struct StorePen {
    pen: FilePen,
    store: Arc<Store>,
}

impl fmt::Debug for StorePen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pen.fmt(f)
    }
}

impl Pen for StorePen {
    fn write(&mut self, event: &Event) {
        self.pen.write(event);
    }

    fn trouble(&self) -> Option<String> {
        self.pen.trouble.clone()
    }

    fn finish(self: Box<Self>, record: &Record) {
        put(&self.store, record, &self.pen.path);
    }
}
