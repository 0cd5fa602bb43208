//! Records on disk, one file for each game.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Header, Record, line};

/// While events follow one another as quickly as this, they are written together.
const TOGETHER: Duration = Duration::from_millis(2);

/// A record being written.
///
/// Quick events are written together; with [`Journal::flush`] in every pause of the game, a
/// program that is killed leaves a record of everything up to its last moments.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    pending: Vec<u8>,
    flushed: Instant,
}

impl Journal {
    /// Begins the record of a game in `folder`, which is made if need be.
    pub fn create(folder: &Path, header: &Header) -> std::io::Result<Journal> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(file_name(&header.game, &header.id));
        let mut file = File::create_new(&path)?;
        if let Err(error) = file.write_all(line(header).as_bytes()) {
            let _ = std::fs::remove_file(&path); // nothing is better than half a header
            return Err(error);
        }
        Ok(Journal { file, path, pending: Vec::new(), flushed: Instant::now() })
    }

    /// Adds an event. Says how long it is.
    pub fn write(&mut self, event: &Event) -> std::io::Result<usize> {
        let before = self.pending.len();
        serde_json::to_writer(&mut self.pending, event)?;
        self.pending.push(b'\n');
        let size = self.pending.len() - before;
        if matches!(event, Event::Ended(_)) || self.flushed.elapsed() > TOGETHER {
            self.flush()?;
        }
        Ok(size)
    }

    /// Writes what is still in memory. What cannot be written stays there, for the next time.
    pub fn flush(&mut self) -> std::io::Result<()> {
        while !self.pending.is_empty() {
            self.flushed = Instant::now();
            match self.file.write(&self.pending) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => drop(self.pending.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The whole record so far, from the disk and from memory.
    pub(crate) fn read_back(&self) -> std::io::Result<Record> {
        let mut bytes = std::fs::read(&self.path)?;
        bytes.extend_from_slice(&self.pending);
        let text = String::from_utf8(bytes).map_err(std::io::Error::other)?;
        Record::parse(&text).map_err(|bad| std::io::Error::other(bad.to_string()))
    }

    /// Whether everything is on disk.
    pub(crate) fn is_whole(&self) -> bool {
        self.pending.is_empty()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The file name of a record: `othello-7f3a91c2.jsonl`.
pub fn file_name(game: &str, id: &str) -> String {
    format!("{game}-{id}.jsonl")
}
