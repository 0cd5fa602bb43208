//! What can stand in the way of playing many games, beside the players.

use std::path::{Path, PathBuf};

use gyoji_core::BadText;
use gyoji_words::Text;

/// Something is wrong with what was asked for, with a file, or with the machine.
#[derive(Debug)]
pub enum Trouble {
    /// A plan that cannot be carried out: what was written, and what is wrong with it.
    Plan(BadText),
    /// Something that cannot be found.
    Missing(Text),
    /// A file that is not what it should be.
    File {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: Text,
    },
    /// Something that could not be read or written.
    Io(PathBuf, std::io::Error),
    /// Anything else that the system refuses.
    System(Text),
    /// Something is wrong with where games are stored.
    Store(gyoji_store::Trouble),
}

impl Trouble {
    pub(crate) fn file(path: &Path, line: usize, problem: Text) -> Trouble {
        Trouble::File { path: path.to_owned(), line, problem }
    }
}

impl From<BadText> for Trouble {
    fn from(bad: BadText) -> Trouble {
        Trouble::Plan(bad)
    }
}

impl From<gyoji_store::Trouble> for Trouble {
    fn from(trouble: gyoji_store::Trouble) -> Trouble {
        Trouble::Store(trouble)
    }
}
