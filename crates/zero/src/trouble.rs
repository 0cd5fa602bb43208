//! What can go wrong with a training, in words for a person.

use std::path::{Path, PathBuf};

use gyoji_nn::Flaw;
use gyoji_words::{Text, zero as words};

/// Why a training cannot begin or go on.
#[derive(Debug)]
pub enum Trouble {
    /// What was asked for cannot be done.
    Asked(Text),
    /// A file is not what it should be.
    File(PathBuf, Text),
    /// The system could not read or write.
    Io(PathBuf, std::io::Error),
}

impl Trouble {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Trouble + '_ {
        |error| Trouble::Io(path.to_owned(), error)
    }

    pub(crate) fn flaw(path: &Path) -> impl FnOnce(Flaw) -> Trouble + '_ {
        |flaw| Trouble::File(path.to_owned(), flaw.text().clone())
    }

    /// What to tell.
    pub fn text(&self) -> Text {
        match self {
            Trouble::Asked(text) => text.clone(),
            Trouble::File(path, problem) => words::bad_file(path.display(), problem),
            Trouble::Io(path, error) => words::io_error(path.display(), error),
        }
    }
}
