//! The folder of a training: which files it has, that one training at a time writes there, and
//! that a file is replaced whole or not at all.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use gyoji_words::zero as words;

use crate::trouble::Trouble;

/// A folder that is ours as long as this lives.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// The lock goes with the file, however this program ends.
    _lock: File,
}

impl Folder {
    /// Takes a folder for a training, and makes it if it is not there.
    ///
    /// # Errors
    /// If another training has it, or it cannot be written to.
    pub fn take(path: &Path) -> Result<Folder, Trouble> {
        fs::create_dir_all(path).map_err(Trouble::io(path))?;
        let lock = path.join("lock");
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false).open(&lock);
        let file = file.map_err(Trouble::io(&lock))?;
        match file.try_lock() {
            Ok(()) => Ok(Folder { path: path.to_owned(), _lock: file }),
            Err(TryLockError::WouldBlock) => {
                Err(Trouble::Asked(words::folder_taken(path.display())))
            }
            Err(TryLockError::Error(error)) => Err(Trouble::Io(lock, error)),
        }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The settings, as they were given.
    pub fn config(&self) -> PathBuf {
        self.path.join("config.toml")
    }

    /// The games.
    pub fn games(&self) -> PathBuf {
        self.path.join("games.replay")
    }

    /// Everything that is needed to go on.
    pub fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint.safetensors")
    }

    /// The weights to play with.
    pub fn weights(&self) -> PathBuf {
        self.path.join("weights.safetensors")
    }

    /// The weights after so many rounds, where they are kept.
    pub fn weights_of(&self, round: u64) -> PathBuf {
        self.path.join("weights").join(format!("{round:06}.safetensors"))
    }

    /// What each round came to, a line for each.
    pub fn log(&self) -> PathBuf {
        self.path.join("log.jsonl")
    }

    /// The page that shows the log.
    pub fn report(&self) -> PathBuf {
        self.path.join("report.html")
    }
}

/// Replaces a file so that whoever reads it, or comes back after a crash, finds the old one or
/// the new one.
///
/// # Errors
/// If it cannot be written; the old file is still there then.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Trouble::io(folder))?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let fresh = PathBuf::from(name);
    let write = || {
        let mut file = File::create(&fresh)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&fresh, path)
    };
    let written = write();
    if written.is_err() {
        // What is half written only fills a disk that may be full already.
        let _ = fs::remove_file(&fresh);
    }
    written.map_err(Trouble::io(path))
}
