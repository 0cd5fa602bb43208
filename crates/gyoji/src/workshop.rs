//! Building players that are folders, when something in them has changed.
//!
//! What was built is not remembered in the folder but in the user's cache: every file of the folder
//! with its size and time, as it was after the last build that succeeded. So nothing has to be
//! known about what a build makes, and a result that was deleted is built again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::UNIX_EPOCH;

use gyoji_core::Lang;
use gyoji_core::record::Exit;
use gyoji_referee::player::Folder;
use gyoji_referee::sandbox::{self, Wanted};
use gyoji_words::kits as words;

use crate::failure::{BOT_FAILED, FAILED, Failure};
use crate::players::SUPERVISOR;
use crate::screen;

/// The most files that are looked at in a folder.
const MOST_FILES: usize = 20_000;

/// Builds a folder, unless it is as the last build has left it.
///
/// Programs that are locked in when they play are locked in already when they are built.
pub fn build(folder: &Folder, wanted: Wanted, lang: Lang) -> Result<(), Failure> {
    let Some(command) = &folder.build else { return Ok(()) };
    let note = note_of(folder);
    if let (Some(note), Some(now)) = (&note, state(folder))
        && std::fs::read_to_string(note).is_ok_and(|then| then == now)
    {
        return Ok(());
    }
    let name = screen::name(&folder.name);
    screen::say(words::building(&name, screen::clean(command)).get(lang));
    let decided = sandbox::decide(wanted, Path::new(SUPERVISOR));
    let level = decided.map_err(|text| Failure { code: FAILED, text })?.level;
    let done = match level {
        0 => freely(command, &folder.path),
        level => locked_in(level, command, &folder.path),
    };
    let (said, failed) = done.map_err(|error| Failure {
        code: FAILED,
        text: words::cannot_build(&name, gyoji_words::system::said(&error)),
    })?;
    if !said.trim().is_empty() {
        screen::say(screen::clean(said.trim_end()).as_ref());
    }
    if let Some(how) = failed {
        // So says a shell that does not find a command.
        let text = match how.ends_with(" 127") {
            true => words::no_compiler(&name, screen::clean(command)),
            false => words::build_failed(&name, screen::clean(command), how),
        };
        let place = std::path::absolute(&folder.path).unwrap_or_else(|_| folder.path.clone());
        // Java finds no file on such a path, and cannot say why.
        let text = match place.to_string_lossy().is_ascii() {
            true => text,
            false => text.then("\n  ", &words::letters_of_a_path()),
        };
        return Err(Failure { code: BOT_FAILED, text });
    }
    if let (Some(note), Some(now)) = (note, state(folder)) {
        // Without a note it is built again the next time, which does no harm.
        let _ = note.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(note, now);
    }
    Ok(())
}

/// What a build has said, and how it failed if it did.
type Done = std::io::Result<(String, Option<String>)>;

fn freely(command: &str, folder: &Path) -> Done {
    let mut shell = Command::new("sh");
    let done = shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null()).output()?;
    let said = [&done.stdout[..], &done.stderr].concat();
    let failed = (!done.status.success()).then(|| done.status.to_string());
    Ok((String::from_utf8_lossy(&said).into_owned(), failed))
}

fn locked_in(level: u8, command: &str, folder: &Path) -> Done {
    let built = sandbox::build(Path::new(SUPERVISOR), level, command, folder)?;
    let failed = match built.exit {
        Some(Exit::Code(0)) => None,
        Some(Exit::Code(code)) => Some(format!("exit status: {code}")),
        Some(Exit::Signal(signal)) => Some(format!("signal: {signal}")),
        None => Some("no end".into()),
    };
    Ok((built.lines.join("\n"), failed))
}

/// Where it is noted how a folder was after its last build.
fn note_of(folder: &Folder) -> Option<PathBuf> {
    let cache = match std::env::var_os("XDG_CACHE_HOME").filter(|path| !path.is_empty()) {
        Some(cache) => PathBuf::from(cache),
        None => PathBuf::from(std::env::var_os("HOME")?).join(".cache"),
    };
    let mut hasher = DefaultHasher::new();
    std::fs::canonicalize(&folder.path).ok()?.hash(&mut hasher);
    Some(cache.join("gyoji/built").join(format!("{:016x}", hasher.finish())))
}

/// Everything in a folder that can tell that it has changed; none if that cannot be had.
fn state(folder: &Folder) -> Option<String> {
    let mut hasher = DefaultHasher::new();
    folder.build.hash(&mut hasher);
    let mut count = 0;
    add(&folder.path, &mut hasher, &mut count)?;
    Some(format!("{count} {:016x}\n", hasher.finish()))
}

fn add(folder: &Path, hasher: &mut DefaultHasher, count: &mut usize) -> Option<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder).ok()?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        *count += 1;
        let about = entry.metadata().ok().filter(|_| *count <= MOST_FILES)?;
        let name = entry.file_name();
        if name == ".git" || name == "__pycache__" {
            continue;
        }
        name.hash(hasher);
        if about.is_dir() {
            add(&entry.path(), hasher, count)?;
        } else {
            let changed = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            (about.len(), changed.as_nanos()).hash(hasher);
        }
    }
    Some(())
}
