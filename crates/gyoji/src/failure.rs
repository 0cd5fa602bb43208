//! How a command can fail, and the exit code that says so.

use std::path::Path;

use gyoji_core::BadText;
use gyoji_words::{Text, cli};

/// Something went wrong for a reason that lies with us or the system.
pub const FAILED: u8 = 1;
/// The command was not understood.
pub const USAGE: u8 = 2;
/// A program under test failed; the results are complete.
pub const BOT_FAILED: u8 = 3;
/// A file is not what it should be.
pub const BAD_FILE: u8 = 4;
/// Interrupted; what was finished is saved.
pub const INTERRUPTED: u8 = 5;

/// Why a command ends early.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub code: u8,
    /// What to tell.
    pub text: Text,
}

impl Failure {
    /// The command was not understood.
    pub fn usage(bad: &BadText) -> Failure {
        Failure { code: USAGE, text: complaint(bad) }
    }

    /// The command was not understood, for this reason.
    pub fn usage_text(text: Text) -> Failure {
        Failure { code: USAGE, text }
    }

    /// Something could not be read or written.
    pub fn io(path: &Path, error: &std::io::Error) -> Failure {
        Failure { code: FAILED, text: cli::io_error(path.display(), error) }
    }

    /// A file is not what it should be.
    pub fn bad_file(path: &Path, line: usize, problem: &Text) -> Failure {
        let place = cli::file_line(path.display(), line);
        Failure { code: BAD_FILE, text: place.then(": ", problem) }
    }

    /// Nobody is left to read what we say.
    pub fn closed() -> Failure {
        Failure { code: 0, text: Text::new("", "") }
    }

    /// Whether there is nothing to tell.
    pub fn is_silent(&self) -> bool {
        self.text == Text::new("", "")
    }
}

impl From<BadText> for Failure {
    fn from(bad: BadText) -> Failure {
        Failure::usage(&bad)
    }
}

/// `"otello": no such game; did you mean othello?`
fn complaint(bad: &BadText) -> Text {
    Text::plain(format!("{:?}", bad.input)).then(": ", &bad.problem)
}
