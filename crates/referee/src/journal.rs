//! Records on disk, one file for each game.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use gyoji_core::record::{Event, Header, Record, line};

/// While questions follow one another as quickly as this, what happens is written together.
const TOGETHER: Duration = Duration::from_millis(2);
/// More than this is not kept back, whatever it is.
const MOST_PENDING: usize = 32 << 10;

/// A record being written.
///
/// Quick events are written together; with [`Journal::flush`] in every pause of the game, a
/// program that is killed leaves a record of everything up to its last moments.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
    pending: Vec<u8>,
    /// The time of the last question that is on disk, from the start of the game.
    flushed: Duration,
}

impl Journal {
    /// Begins the record of a game in `folder`, which is made if need be.
    pub fn create(folder: &Path, header: &Header) -> std::io::Result<Journal> {
        let path = folder.join(file_name(&header.game, &header.id));
        let mut file = match File::create_new(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                std::fs::create_dir_all(folder)?;
                File::create_new(&path)?
            }
            made => made?,
        };
        if let Err(error) = file.write_all(line(header).as_bytes()) {
            let _ = std::fs::remove_file(&path); // nothing is better than half a header
            return Err(error);
        }
        Ok(Journal {
            file,
            path,
            pending: Vec::with_capacity(MOST_PENDING / 4),
            flushed: Duration::ZERO,
        })
    }

    /// Adds an event. Says how long it is.
    pub fn write(&mut self, event: &Event) -> std::io::Result<usize> {
        let before = self.pending.len();
        serde_json::to_writer(&mut self.pending, event)?;
        self.pending.push(b'\n');
        let size = self.pending.len() - before;
        let is_due = match event {
            Event::Ended(_) => true,
            // Its own time will do: nobody has to look at a clock.
            Event::Asked(question) => {
                let at = Duration::from_nanos(question.at);
                let is_due = at.saturating_sub(self.flushed) > TOGETHER;
                self.flushed = if is_due { at } else { self.flushed };
                is_due
            }
            _ => self.pending.len() > MOST_PENDING,
        };
        if is_due {
            self.flush()?;
        }
        Ok(size)
    }

    /// Writes what is still in memory. What cannot be written stays there, for the next time.
    pub fn flush(&mut self) -> std::io::Result<()> {
        while !self.pending.is_empty() {
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
