//! The replay buffer on disk: games behind each other in one file that only grows.
//!
//! A line says what it is (`gyoji_replay 1 GAME`), then come the games, each with its length and
//! checksum (CRC-32). Whoever is killed in the middle of writing leaves a torn game at the end;
//! that is cut off when the file is opened again, and everything before it is kept.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use gyoji_core::Game;
use gyoji_words::zero as words;

use crate::lesson::Played;
use crate::trouble::Trouble;

const MAGIC: &str = "gyoji_replay";
const VERSION: &str = "1";
/// The most bytes that a game may have: whatever claims more is damaged.
const MOST_BYTES: u32 = 1 << 26;

/// The file of a training's games.
#[derive(Debug)]
pub struct Store {
    file: File,
    path: PathBuf,
    /// Where the last whole game ends.
    end: u64,
}

/// What was found in a file.
#[derive(Debug)]
pub struct Found<G: Game> {
    /// The file, open to be written to.
    pub store: Store,
    /// The games, in the order in which they were written.
    pub games: Vec<Played<G>>,
    /// How many bytes at the end were of no whole game.
    pub torn: u64,
}

impl Store {
    /// Opens the file, or begins it.
    ///
    /// # Errors
    /// If it cannot be read or written, or is something else.
    pub fn open<G: Game>(path: &Path, start: &G) -> Result<Found<G>, Trouble> {
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(Trouble::io(path))?;
        let length = file.metadata().map_err(Trouble::io(path))?.len();
        let head = format!("{MAGIC} {VERSION} {}\n", G::SPEC.id);
        let mut store = Store { file, path: path.to_owned(), end: 0 };
        if length == 0 {
            store.write(head.as_bytes())?;
            return Ok(Found { store, games: Vec::new(), torn: 0 });
        }
        let mut reader = BufReader::with_capacity(1 << 20, &store.file);
        let mut read = vec![0; head.len().min(length as usize)];
        reader.read_exact(&mut read).map_err(Trouble::io(path))?;
        if read != head.as_bytes() {
            let line = String::from_utf8_lossy(&read);
            let line = line.lines().next().unwrap_or_default();
            // A file whose very first line was torn holds no game.
            if head.starts_with(line) && length < head.len() as u64 {
                drop(reader);
                store.write(head.as_bytes())?;
                return Ok(Found { store, games: Vec::new(), torn: length });
            }
            return Err(Trouble::File(path.to_owned(), words::not_a_replay(line, head.trim_end())));
        }
        let (mut games, mut end) = (Vec::new(), head.len() as u64);
        while let Some(game) = read_game(&mut reader, start) {
            let (game, bytes) = game;
            games.push(game);
            end += bytes;
        }
        drop(reader);
        store.end = end;
        if end < length {
            store.keep_torn()?;
        }
        Ok(Found { store, games, torn: length - end })
    }

    /// Copies what follows the last whole game to a file beside: if it was not torn but damaged,
    /// somebody may want to have it.
    fn keep_torn(&mut self) -> Result<(), Trouble> {
        let mut bytes = Vec::new();
        let read = self.file.seek(SeekFrom::Start(self.end));
        read.and_then(|_| self.file.read_to_end(&mut bytes)).map_err(Trouble::io(&self.path))?;
        let aside = self.path.with_extension("torn");
        std::fs::write(&aside, bytes).map_err(Trouble::io(&aside))
    }

    /// Appends a game. It is on its way to the disk when this returns: killing this program does
    /// not lose it.
    ///
    /// # Errors
    /// If it cannot be written; then what was written before is still good.
    pub fn append<G: Game>(&mut self, game: &Played<G>) -> Result<(), Trouble> {
        let bytes = game.to_bytes();
        let mut record = (bytes.len() as u32).to_le_bytes().to_vec();
        record.extend(crc32(&bytes).to_le_bytes());
        record.extend(bytes);
        self.write(&record)
    }

    /// Writes at the end, over whatever is torn there.
    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let written = self
            .file
            .set_len(self.end)
            .and_then(|()| self.file.seek(SeekFrom::Start(self.end)))
            .and_then(|_| self.file.write_all(bytes));
        written.map_err(Trouble::io(&self.path))?;
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// If the disk does not take it.
    pub fn sync(&self) -> Result<(), Trouble> {
        self.file.sync_data().map_err(Trouble::io(&self.path))
    }
}

/// The next game and its bytes in the file; none at the end, or where it is torn.
fn read_game<G: Game>(reader: &mut impl Read, start: &G) -> Option<(Played<G>, u64)> {
    let (mut length, mut sum) = ([0; 4], [0; 4]);
    reader.read_exact(&mut length).and_then(|()| reader.read_exact(&mut sum)).ok()?;
    let length = u32::from_le_bytes(length);
    if length > MOST_BYTES {
        return None;
    }
    let mut bytes = vec![0; length as usize];
    reader.read_exact(&mut bytes).ok()?;
    let is_good = crc32(&bytes) == u32::from_le_bytes(sum);
    let game = is_good.then(|| Played::from_bytes(&bytes, start)).flatten()?;
    Some((game, 8 + u64::from(length)))
}

/// The checksum of zip and PNG files.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut sum, mut bit) = (byte as u32, 0);
            while bit < 8 {
                sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
                bit += 1;
            }
            table[byte] = sum;
            byte += 1;
        }
        table
    };
    let step = |sum: u32, &byte: &u8| sum >> 8 ^ TABLE[((sum ^ u32::from(byte)) & 255) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_checksum_is_the_known_one() {
        assert_eq!(super::crc32(b"123456789"), 0xcbf4_3926);
    }
}
