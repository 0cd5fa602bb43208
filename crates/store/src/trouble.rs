//! What can stand in the way, in words for a person.

use std::fmt;

use gyoji_words::{Lang, Text};

/// Something is wrong with a store, with the disk or with the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trouble {
    /// What kind of trouble it is.
    pub kind: Kind,
    /// What to tell a person.
    pub text: Text,
}

/// What kind of trouble it is, for a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// What was asked for makes no sense.
    Asked,
    /// There is no such thing in the store.
    Missing,
    /// The place cannot be read or written by this user.
    Refused,
    /// What is there is not a store.
    NotAStore,
    /// What is there was made by a newer program.
    Newer,
    /// What is there is damaged.
    Damaged,
    /// No room is left.
    Full,
    /// Another program does not let go of it.
    Busy,
    /// The database cannot be reached.
    Away,
    /// Anything else that the system or the database says.
    System,
}

impl Trouble {
    pub(crate) fn new(kind: Kind, text: Text) -> Trouble {
        Trouble { kind, text }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.get(Lang::En))
    }
}

impl std::error::Error for Trouble {}
