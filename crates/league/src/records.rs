//! Where records are kept and how they are found again.

use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use gyoji_core::record::{Header, Plan, Record};
use gyoji_referee::journal::{Journal, file_name};
use gyoji_words::{Text, cli};

use crate::Trouble;

/// How many records of games with faults are kept when nobody asked for records.
const MOST_KEPT: usize = 200;
/// How many more there may be for a while.
const SPARE: usize = 20;

/// How large a record may be. A long game with much on stderr has a few megabytes.
const MOST_MEGABYTES: u64 = 256;

/// The first line of a record of a game that begins now.
pub fn header(plan: Plan) -> Header {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Header::new(plan, now.as_millis() as u64, concat!("gyoji ", env!("CARGO_PKG_VERSION")))
}

/// Begins the record of a game, if it is wanted; else what stands in the way.
pub fn begin(folder: Option<&Path>, header: &Header) -> Result<Option<Journal>, Text> {
    let Some(folder) = folder else { return Ok(None) };
    let path = folder.join(file_name(&header.game, &header.id));
    let mut begun = Journal::create(folder, header);
    if let Err(error) = &begun
        && error.kind() == ErrorKind::AlreadyExists
        && is_broken_off(&path)
    {
        // The same game of an event, when its referee was killed: it begins anew.
        let _ = std::fs::remove_file(&path);
        begun = Journal::create(folder, header);
    }
    begun.map(Some).map_err(|error| {
        remove_stub(&path);
        cli::record_not_begun(path.display(), gyoji_words::system::said(&error))
    })
}

/// Whether a file is a record without an end.
fn is_broken_off(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    Record::parse(&text).is_err_and(|bad| bad.sound.is_some())
}

/// Removes a file in which there is not even the header of a record: the disk was full.
fn remove_stub(path: &Path) {
    if std::fs::read(path).is_ok_and(|bytes| !bytes.contains(&b'\n')) {
        let _ = std::fs::remove_file(path);
    }
}

/// The folder for records nobody asked for: games in which something went wrong.
pub fn default_folder() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|p| p.is_absolute());
    Some(state.or_else(|| Some(home?.join(".local/state")))?.join("gyoji/records"))
}

/// Saves the record of a game with a fault where `gyoji replay ID` finds it. Says whether it did.
pub fn keep(record: &Record) -> bool {
    let Some(folder) = default_folder() else { return false };
    let name = file_name(&record.header.game, &record.header.id);
    let saved = std::fs::create_dir_all(&folder).and_then(|()| save_as(&folder.join(name), record));
    forget_old(&folder);
    saved.is_ok()
}

/// Writes a record whole or not at all: nobody finds half of one.
pub fn save_as(path: &Path, record: &Record) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    file.write_all(record.to_text().as_bytes())?;
    file.persist(path)?;
    Ok(())
}

/// What became of the record of a game that is over: where it is, if it is whole, or else what to
/// tell. `trouble` is what stood in the way while it was written.
pub fn conclude(
    path: Option<PathBuf>,
    trouble: Option<std::io::Error>,
    record: &Record,
) -> (Option<PathBuf>, Option<Text>) {
    match (path, trouble) {
        // There may be room by now: then it becomes whole after all.
        (Some(path), Some(error)) => {
            // A long game is only on disk: what could not be read back is not to be had.
            let is_whole = record.ended().is_some();
            match is_whole && save_as(&path, record).is_ok() {
                true => (Some(path), None),
                false => (
                    None,
                    Some(cli::record_not_whole(path.display(), gyoji_words::system::said(&error))),
                ),
            }
        }
        (path, _) => (path, None),
    }
}

/// Removes the oldest records of the default folder beyond [`MOST_KEPT`], several at a time: to
/// know their age costs more than to play a short game.
fn forget_old(folder: &Path) {
    let files: Vec<PathBuf> = record_files(folder).collect();
    if files.len() < MOST_KEPT + SPARE {
        return;
    }
    let age = |path: PathBuf| Some((path.metadata().ok()?.modified().ok()?, path));
    let mut files: Vec<_> = files.into_iter().filter_map(age).collect();
    files.sort();
    let excess = files.len().saturating_sub(MOST_KEPT);
    for (_, path) in files.drain(..excess) {
        let _ = std::fs::remove_file(path);
    }
}

fn record_files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
}

/// Finds a record by its path, or by the beginning of its id.
pub fn find(name: &str) -> Result<PathBuf, Trouble> {
    let path = PathBuf::from(name);
    if path.exists() {
        return Ok(path);
    }
    let looks_like_id = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let folder = default_folder();
    let found: Vec<PathBuf> = match folder.as_deref().filter(|_| looks_like_id) {
        Some(folder) => record_files(folder)
            .filter(|path| {
                let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                stem.rsplit('-').next().is_some_and(|id| id.starts_with(name))
            })
            .collect(),
        None => Vec::new(),
    };
    match (&found[..], folder) {
        ([one], _) => Ok(one.clone()),
        ([], Some(folder)) if looks_like_id => {
            Err(Trouble::Missing(cli::no_such_record(name, folder.display())))
        }
        ([], _) => Err(Trouble::Missing(cli::no_such_file(name))),
        (many, _) => Err(Trouble::Missing(cli::many_records(name, many.len()))),
    }
}

/// Reads a record. One that breaks off is shown as far as it goes; the complaint comes with it.
pub fn read(path: &Path) -> Result<(Record, Option<Trouble>), Trouble> {
    let mut bytes = Vec::new();
    // A device or a pipe may never end.
    let most = (MOST_MEGABYTES << 20) + 1;
    let read = std::fs::File::open(path).and_then(|file| file.take(most).read_to_end(&mut bytes));
    read.map_err(|error| Trouble::Io(path.to_owned(), error))?;
    if bytes.len() as u64 == most {
        return Err(Trouble::file(path, 1, cli::too_large(MOST_MEGABYTES)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..good].iter().filter(|&&byte| byte == b'\n').count() + 1;
        Trouble::file(path, line, cli::not_utf8())
    })?;
    match Record::parse(&text) {
        Ok(record) => Ok((record, None)),
        Err(bad) => {
            let trouble = Trouble::file(path, bad.line, bad.problem);
            match bad.sound {
                Some(sound) => Ok((*sound, Some(trouble))),
                None => Err(trouble),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use gyoji_core::Setup;
    use gyoji_core::record::{Ended, Event, Player};
    use gyoji_othello::Othello;

    use super::*;

    #[test]
    fn a_record_becomes_whole_later_or_is_said_to_be_missing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let players = vec![Player::new("x", "x"), Player::new("y", "y")];
        let plan = Plan::new::<Othello>("x".into(), &Setup::usual::<Othello>(), players);
        let full = || Some(std::io::Error::from(ErrorKind::StorageFull));
        let mut record = Record { header: header(plan), events: Vec::new() };
        // Nothing but its first line is to be had.
        let (kept, missing) = conclude(Some(path.clone()), full(), &record);
        assert!(kept.is_none() && missing.is_some() && !path.exists());
        record.events.push(Event::Ended(Ended::aborted(2)));
        let (kept, missing) = conclude(Some(path.clone()), full(), &record);
        assert_eq!((kept.as_ref(), missing), (Some(&path), None));
        assert_eq!(read(&path).unwrap().0, record);
    }
}
