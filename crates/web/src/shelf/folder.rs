//! Games in a folder: a record and a card for each, in files of their own.
//!
//! `records/GAME-ID.jsonl` is an ordinary record, which `gyoji replay` shows. `seats/ID.json` is
//! the card, which only the owner of the folder may read. A line is on its way to the disk before
//! anybody is told of what it says, so a server that is killed has lost nothing that was seen.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use gyoji_core::record::{Event, Header, Record, line};
use gyoji_referee::journal::file_name;

use super::{Brief, Card, Kept, Pen, Shelf};

/// How much of the end of a record is looked at for its last line.
const TAIL: u64 = 8 << 10;

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

    fn record(&self, game: &str, id: &str) -> PathBuf {
        self.records.join(file_name(game, id))
    }

    fn card(&self, id: &str) -> PathBuf {
        self.seats.join(format!("{id}.json"))
    }
}

/// Whether a text can be the name of a game, and so of a file.
fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Shelf for Folder {
    fn begin(&self, header: &Header, card: &Card) -> std::io::Result<Box<dyn Pen>> {
        let mut file = File::create_new(self.record(&header.game, &header.id))?;
        file.write_all(line(header).as_bytes())?;
        self.put_card(&header.id, card)?;
        Ok(Box::new(FilePen { file, unwritten: Vec::new(), trouble: None }))
    }

    fn go_on(&self, record: &Record) -> std::io::Result<Box<dyn Pen>> {
        // A server that was killed may have left half a line.
        let path = self.record(&record.header.game, &record.header.id);
        let bytes = std::fs::read(&path)?;
        let lines = bytes.split_inclusive(|byte| *byte == b'\n').take(record.events.len() + 1);
        let sound: usize = lines.map(<[u8]>::len).sum();
        let mut file = OpenOptions::new().append(true).open(path)?;
        file.set_len(sound as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok(Box::new(FilePen { file, unwritten: Vec::new(), trouble: None }))
    }

    fn put_card(&self, id: &str, card: &Card) -> std::io::Result<()> {
        let path = self.card(id);
        let new = path.with_extension("new");
        let mut options = OpenOptions::new();
        let mut file = options.write(true).create(true).truncate(true).mode(0o600).open(&new)?;
        file.write_all(line(card).as_bytes())?;
        std::fs::rename(new, path)
    }

    fn load(&self, id: &str) -> Option<Kept> {
        if !is_id(id) {
            return None;
        }
        let card: Card = serde_json::from_slice(&std::fs::read(self.card(id)).ok()?).ok()?;
        let text = std::fs::read(self.record(&card.game, id)).ok()?;
        let record = match Record::parse(&String::from_utf8_lossy(&text)) {
            Ok(record) => record,
            Err(bad) => *bad.sound?,
        };
        (record.header.id == id).then_some(Kept { card, record })
    }

    fn newest(&self, most: usize) -> Vec<Brief> {
        let entries = std::fs::read_dir(&self.records).into_iter().flatten().flatten();
        let aged = |entry: std::fs::DirEntry| {
            Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
        };
        let mut files: Vec<_> = entries.filter_map(aged).collect();
        files.sort();
        files.iter().rev().filter_map(|(_, path)| brief(path).ok()).take(most).collect()
    }
}

/// The first and the last line of a record.
fn brief(path: &Path) -> std::io::Result<Brief> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut first = String::new();
    reader.read_line(&mut first)?;
    let header: Header = serde_json::from_str(&first)?;
    let size = reader.seek(SeekFrom::End(0))?;
    reader.seek(SeekFrom::Start(size.saturating_sub(TAIL)))?;
    let mut end = Vec::new();
    reader.read_to_end(&mut end)?;
    let last = end.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let ended = match serde_json::from_slice(last) {
        Ok(Event::Ended(ended)) => Some(ended),
        _ => None,
    };
    Ok(Brief { header, ended })
}

#[derive(Debug)]
struct FilePen {
    file: File,
    /// What could not be written yet: it comes before everything else.
    unwritten: Vec<u8>,
    trouble: Option<String>,
}

impl Pen for FilePen {
    fn write(&mut self, event: &Event) {
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

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }
}
