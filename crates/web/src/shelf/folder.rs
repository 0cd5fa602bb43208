//! Games that go on, in a folder: a record and a card for each, in files of their own.
//!
//! `records/GAME-ID.jsonl` is an ordinary record, which `gyoji replay` shows. `seats/ID.json` is
//! the card, which only the owner of the folder may read. A line is on its way to the disk before
//! anybody is told of what it says, so a server that is killed has lost nothing that was seen.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use gyoji_core::record::{Event, Header, Record, line};
use gyoji_referee::journal::file_name;

use super::Card;

#[derive(Debug)]
pub(crate) struct Folder {
    records: PathBuf,
    seats: PathBuf,
}

impl Folder {
    /// Games in this folder, which is made if need be.
    pub(crate) fn at(path: &Path) -> std::io::Result<Folder> {
        let folder = Folder { records: path.join("records"), seats: path.join("seats") };
        std::fs::create_dir_all(&folder.records)?;
        std::fs::create_dir_all(&folder.seats)?;
        Ok(folder)
    }

    /// Games in this folder, if there are any.
    pub(crate) fn there(path: &Path) -> Option<Folder> {
        path.join("seats").is_dir().then(|| Folder::at(path).ok()).flatten()
    }

    fn path(&self, game: &str, id: &str) -> PathBuf {
        self.records.join(file_name(game, id))
    }

    /// Begins to keep a game.
    pub(crate) fn begin(&self, header: &Header, card: &Card) -> std::io::Result<FilePen> {
        let path = self.path(&header.game, &header.id);
        let mut file = File::create_new(&path)?;
        file.write_all(line(header).as_bytes())?;
        self.put_card(&header.id, card)?;
        Ok(FilePen { file, path, unwritten: Vec::new(), trouble: None })
    }

    /// Goes on with one that was kept.
    pub(crate) fn go_on(&self, record: &Record) -> std::io::Result<FilePen> {
        // A server that was killed may have left half a line.
        let path = self.path(&record.header.game, &record.header.id);
        let bytes = std::fs::read(&path)?;
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').take(record.events.len() + 1);
        let sound: usize = lines.map(<[u8]>::len).sum();
        let mut file = OpenOptions::new().append(true).open(&path)?;
        file.set_len(sound as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(FilePen { file, path, unwritten: Vec::new(), trouble: None })
    }

    /// Replaces a card.
    pub(crate) fn put_card(&self, id: &str, card: &Card) -> std::io::Result<()> {
        let path = self.seats.join(format!("{id}.json"));
        let new = path.with_extension("new");
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(line(card).as_bytes())?;
        std::fs::rename(new, path)
    }

    /// The card of a game.
    pub(crate) fn card(&self, id: &str) -> Option<Card> {
        let path = is_id(id).then(|| self.seats.join(format!("{id}.json")))?;
        serde_json::from_slice(&std::fs::read(path).ok()?).ok()
    }

    /// What there is of a record.
    pub(crate) fn record(&self, game: &str, id: &str) -> Option<Record> {
        read(&self.path(game, id)).filter(|record| record.header.id == id)
    }

    /// Hands on every game that has ended, with the file it is in.
    pub(crate) fn ended(&self, each: &mut dyn FnMut(&Record, &Path)) {
        for entry in std::fs::read_dir(&self.records).into_iter().flatten().flatten() {
            let path = entry.path();
            let record = read(&path).filter(|record| record.ended().is_some());
            // Others may put their records where a server once kept its own.
            if let Some(record) = record.filter(|record| self.card(&record.header.id).is_some()) {
                each(&record, &path);
            }
        }
    }
}

/// A record, as far as it is sound.
pub(crate) fn read(path: &Path) -> Option<Record> {
    let text = std::fs::read(path).ok()?;
    match Record::parse(&String::from_utf8_lossy(&text)) {
        Ok(record) => Some(record),
        Err(bad) => bad.sound.map(|sound| *sound),
    }
}

/// Whether a text can be the name of a game, and so of a file.
fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Writes a record as it happens.
#[derive(Debug)]
pub(crate) struct FilePen {
    file: File,
    pub(crate) path: PathBuf,
    /// What could not be written yet: it comes before everything else.
    unwritten: Vec<u8>,
    pub(crate) trouble: Option<String>,
}

impl FilePen {
    pub(crate) fn write(&mut self, event: &Event) {
        self.unwritten.extend_from_slice(line(event).as_bytes());
        while !self.unwritten.is_empty() {
            match self.file.write(&self.unwritten) {
                Ok(count) if count > 0 => drop(self.unwritten.drain(..count)),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Ok(_) => return,
                Err(error) => {
                    self.trouble = Some(error.to_string());
                    return;
                }
            }
        }
        self.trouble = None;
    }
}
