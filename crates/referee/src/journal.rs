//! Records on disk, one file for each game.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use gyoji_core::record::{Event, Header, line};

/// A record being written. Each event is handed to the system as it happens, so a program that
/// is killed leaves a record of everything up to that moment.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Begins the record of a game in `folder`, which is made if need be.
    pub fn create(folder: &Path, header: &Header) -> std::io::Result<Journal> {
        std::fs::create_dir_all(folder)?;
        let path = folder.join(file_name(&header.game, &header.id));
        let mut file = File::create_new(&path)?;
        file.write_all(line(header).as_bytes())?;
        Ok(Journal { file, path })
    }

    /// Adds an event.
    pub fn write(&mut self, event: &Event) -> std::io::Result<()> {
        self.file.write_all(line(event).as_bytes())
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
