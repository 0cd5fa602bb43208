//! Programs that ended because of their sandbox: which of its walls they ran into.
//!
//! The supervisor knows which calls were refused and who was killed for using too much. Files are
//! refused by the kernel without a word to anybody but the program: what it wanted is then known
//! from its own last words.

use std::path::Path;

use gyoji_core::record::{Exit, FaultKind, size_text};
use gyoji_core::{Game, Seat};

use super::{Evidence, Match};
use crate::wire::Held;

/// The signal by which a filter of system calls ends a program (of Linux).
const SIGSYS: i32 = 31;
/// How much of what a program has printed is looked at, from the end.
const LAST_LINES: usize = 12;

impl<G: Game> Match<'_, G> {
    /// Which fault it is that a program has ended: `usual`, unless its sandbox ended it. What the
    /// sandbox did goes with the evidence.
    pub(super) fn as_held(
        &mut self,
        seat: Seat,
        usual: FaultKind,
        evidence: &mut Evidence,
    ) -> FaultKind {
        let player = &self.header.players[seat.index()];
        let (level, limits) = (player.sandbox.unwrap_or(0), player.limits);
        let Some(wire) = self.seats[seat.index()].wire() else { return usual };
        let held = wire.held();
        if level == 0 && held.is_none() {
            return usual;
        }
        let stderr = wire.all_stderr();
        let (kind, words) = match (held, evidence.exit) {
            (Some(Held::Memory(words)), _) => (FaultKind::Memory, words),
            (Some(Held::Beyond(words)), _) => (FaultKind::Refused, words),
            (_, Some(Exit::Code(0)) | None) => return usual,
            (Some(Held::Refused(call)), Some(Exit::Signal(SIGSYS))) => (FaultKind::Refused, call),
            (None, Some(Exit::Signal(SIGSYS))) => {
                (FaultKind::Refused, "a system call of 32 bits".into())
            }
            (held, _) => match (refused_path(&stderr), held) {
                (Some(path), _) if !path.is_empty() => (FaultKind::Refused, format!("open {path}")),
                (Some(_), Some(Held::Refused(call))) => (FaultKind::Refused, call),
                (None, _) if is_out_of_memory(&stderr) => {
                    let most = limits.memory.map(size_text).unwrap_or_default();
                    (FaultKind::Memory, format!("limit {most}"))
                }
                // Not a word: it was the last thing it tried. (Libraries ask a local service for
                // names, and do without.)
                (None, Some(Held::Refused(call)))
                    if stderr.trim().is_empty() && call != "socket unix" =>
                {
                    (FaultKind::Refused, call)
                }
                _ => return usual,
            },
        };
        evidence.system = words;
        kind
    }
}

/// The path that a program says it may not use, at the end of what it has printed; empty if it
/// names none, and nothing if it says no such thing.
fn refused_path(stderr: &str) -> Option<String> {
    const REFUSED: &[&str] = &[
        "permission denied",
        "accessdenied",
        "operation not permitted",
        "eacces",
        "eperm",
        "erofs",
        "read-only file system",
        "permissionerror",
    ];
    const MISSING: &[&str] = &["no such file", "nosuchfile", "enoent", "filenotfound"];
    let lines: Vec<&str> = stderr.lines().collect();
    let last = &lines[lines.len().saturating_sub(LAST_LINES)..];
    let says = |line: &str, words: &[&str]| {
        let line = line.to_ascii_lowercase();
        words.iter().any(|word| line.contains(word))
    };
    last.iter().rev().find_map(|line| match path_in(line) {
        path if says(line, REFUSED) => Some(path.unwrap_or_default()),
        // It is there, but not for the program.
        Some(path) if says(line, MISSING) && Path::new(&path).exists() => Some(path),
        _ => None,
    })
}

/// The path in a line, in quotation marks or not.
fn path_in(line: &str) -> Option<String> {
    let quoted = |mark: char| {
        let (_, rest) = line.split_once(mark)?;
        let (inside, _) = rest.split_once(mark)?;
        inside.starts_with('/').then(|| inside.to_owned())
    };
    let bare = || {
        let word = line.split_ascii_whitespace().find(|word| word.starts_with('/'))?;
        Some(word.trim_end_matches([':', ',', ')', ';']).to_owned())
    };
    quoted('\'').or_else(|| quoted('"')).or_else(bare)
}

fn is_out_of_memory(stderr: &str) -> bool {
    const WORDS: &[&str] = &[
        "MemoryError",
        "OutOfMemoryError",
        "heap out of memory",
        "bad_alloc",
        "memory allocation of",
        "Cannot allocate memory",
    ];
    WORDS.iter().any(|word| stderr.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_found_in_the_words_of_every_language() {
        let path = |text: &str| refused_path(text);
        let shadow = Some("/etc/shadow".to_owned());
        assert_eq!(path("PermissionError: [Errno 13] Permission denied: '/etc/shadow'"), shadow);
        assert_eq!(path("Error: EACCES: permission denied, open '/etc/shadow'\n    at x"), shadow);
        assert_eq!(path("java.nio.file.AccessDeniedException: /etc/shadow\n\tat Ai.main"), shadow);
        assert_eq!(path("java.io.FileNotFoundException: /etc/shadow (Permission denied)"), shadow);
        assert_eq!(path("cat: /etc/shadow: Permission denied"), shadow);
        assert_eq!(path("OSError: [Errno 30] Read-only file system: '/etc/shadow'"), shadow);
        assert_eq!(path("PermissionError: [Errno 13] Permission denied"), Some(String::new()));
        // Something that is there, but not for the program.
        let there = path("FileNotFoundError: [Errno 2] No such file or directory: '/etc/passwd'");
        assert_eq!(there, Some("/etc/passwd".to_owned()));
        assert_eq!(path("FileNotFoundError: [Errno 2] No such file or directory: '/no/x'"), None);
        assert_eq!(path("IndexError: list index out of range"), None);
        assert_eq!(path(""), None);
    }
}
