//! Records on disk, one file for each game.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Header, line};

/// How long an event may stay in memory only, while the game goes on.
const FLUSH_AFTER: Duration = Duration::from_millis(200);

/// A record being written. After a crash the file holds all but the last moments.
#[derive(Debug)]
pub struct Journal {
    file: BufWriter<File>,
    path: PathBuf,
    flushed: Instant,
}

impl Journal {
    /// Begins the record of a game in `folder`, which is made if need be.
    pub fn create(folder: &Path, header: &Header) -> std::io::Result<Journal> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(file_name(&header.game, &header.id));
        let mut file = BufWriter::new(File::create_new(&path)?);
        file.write_all(line(header).as_bytes())?;
        Ok(Journal { file, path, flushed: Instant::now() })
    }

    /// Adds an event.
    pub fn write(&mut self, event: &Event) -> std::io::Result<()> {
        self.file.write_all(line(event).as_bytes())?;
        if matches!(event, Event::Ended(_)) || self.flushed.elapsed() > FLUSH_AFTER {
            self.file.flush()?;
            self.flushed = Instant::now();
        }
        Ok(())
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
