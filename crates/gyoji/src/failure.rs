//! How a command can fail, and the exit code that says so.

use std::path::Path;

use gyoji_core::BadText;
use gyoji_league::Trouble;
use gyoji_words::{Lang, Text, cli, system};

use crate::screen;

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

/// How much of a bad input is repeated: it may be a line of many megabytes.
const MOST_REPEATED: usize = 200;
/// How long a whole complaint may be.
const MOST_SAID: usize = 2000;

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

    /// Something could not be read or written. A path that leads nowhere is a bad file; what the
    /// system does not allow is a failure.
    pub fn io(path: &Path, error: &std::io::Error) -> Failure {
        use std::io::ErrorKind;
        let shown = path.display();
        let text = match error.kind() {
            ErrorKind::IsADirectory => cli::is_a_folder(shown),
            ErrorKind::AlreadyExists if path.is_file() => cli::not_a_folder(shown),
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                cli::io_error(shown, system::said(error))
            }
            _ => return Failure { code: FAILED, text: cli::io_error(shown, system::said(error)) },
        };
        Failure { code: BAD_FILE, text }
    }

    /// A file is not what it should be.
    pub fn bad_file(path: &Path, line: usize, problem: &Text) -> Failure {
        let place = cli::file_line(path.display(), line);
        Failure { code: BAD_FILE, text: place.then(": ", problem) }
    }

    /// A result could not be written to stdout.
    pub fn stdout(error: &std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::closed(),
            _ => Failure { code: FAILED, text: cli::cannot_print(system::said(error)) },
        }
    }

    /// Nobody is left to read what we say.
    pub fn closed() -> Failure {
        Failure { code: 0, text: Text::new("", "") }
    }

    /// The complaint as a line for the terminal.
    pub fn message(&self, lang: Lang) -> String {
        let text = screen::clean(self.text.get(lang));
        match text.char_indices().nth(MOST_SAID) {
            Some((end, _)) => format!("gyoji: {}...", &text[..end]),
            None => format!("gyoji: {text}"),
        }
    }

    /// Whether there is nothing to tell.
    pub fn is_silent(&self) -> bool {
        self.text == Text::new("", "")
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        match trouble {
            Trouble::Plan(bad) => Failure::usage(&bad),
            Trouble::Missing(text) => Failure { code: BAD_FILE, text },
            Trouble::File { path, line, problem } => Failure::bad_file(&path, line, &problem),
            Trouble::Io(path, error) => Failure::io(&path, &error),
            Trouble::System(text) => Failure { code: FAILED, text },
            Trouble::Store(trouble) => trouble.into(),
        }
    }
}

impl From<gyoji_store::Trouble> for Failure {
    fn from(trouble: gyoji_store::Trouble) -> Failure {
        use gyoji_store::Kind;
        let code = match trouble.kind {
            Kind::Asked | Kind::Missing => USAGE,
            Kind::NotAStore | Kind::Newer | Kind::Damaged => BAD_FILE,
            _ => FAILED,
        };
        Failure { code, text: trouble.text }
    }
}

impl From<gyoji_zero::Trouble> for Failure {
    fn from(trouble: gyoji_zero::Trouble) -> Failure {
        let code = match trouble {
            gyoji_zero::Trouble::Asked(_) => USAGE,
            gyoji_zero::Trouble::File(..) => BAD_FILE,
            gyoji_zero::Trouble::Io(..) => FAILED,
        };
        Failure { code, text: trouble.text() }
    }
}

impl From<BadText> for Failure {
    fn from(bad: BadText) -> Failure {
        Failure::usage(&bad)
    }
}

/// `"otello": no such game; did you mean othello?`
fn complaint(bad: &BadText) -> Text {
    quoted(&bad.input).then(": ", &bad.problem)
}

/// What was wrong, as it was written, in quotation marks.
pub fn quoted(input: &str) -> Text {
    let start: String = input.chars().take(MOST_REPEATED + 1).collect();
    Text::plain(screen::one_line(&format!("{start:?}"), MOST_REPEATED))
}
