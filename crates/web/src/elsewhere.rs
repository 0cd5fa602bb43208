//! Games that others play on this machine: records that are being written in a folder.
//!
//! `gyoji match --record DIR` writes each game as it happens; what is new in a file is put into
//! the game's story, and whoever watches sees no difference to a game of this server.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use gyoji_core::record::{Event, Record};

use crate::bout::Bout;
use crate::shelf::Card;
use crate::story::Story;

/// How long nothing may happen in a game before it is taken for left.
const LEFT: Duration = Duration::from_secs(600);
/// How many games are followed at once.
const MOST: usize = 64;
/// How much of a file is read at once.
const CHUNK: u64 = 4 << 20;

/// A folder in which records are written.
#[derive(Debug)]
pub(crate) struct Elsewhere {
    folder: PathBuf,
    /// When the folder was last changed, as far as it was looked at.
    changed: Option<SystemTime>,
    /// The files that need not be looked at again.
    done: HashSet<OsString>,
    followed: HashMap<OsString, Followed>,
}

#[derive(Debug)]
struct Followed {
    bout: Arc<Bout>,
    file: File,
    /// What was read of a line whose end is not written yet.
    half: Vec<u8>,
    at: u64,
}

/// What a look into the folder has found.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    /// Games that have begun.
    pub(crate) new: Vec<Arc<Bout>>,
    /// Games that nobody goes on with.
    pub(crate) left: Vec<Arc<Bout>>,
}

impl Elsewhere {
    pub(crate) fn at(folder: &Path) -> Elsewhere {
        Elsewhere {
            folder: folder.to_owned(),
            changed: None,
            done: HashSet::new(),
            followed: HashMap::new(),
        }
    }

    /// Looks for new games, and for what is new in those that are known.
    pub(crate) fn look(&mut self) -> Seen {
        let mut seen = Seen::default();
        self.followed.retain(|_, followed| match followed.read() {
            State::Running => true,
            State::Over => false,
            State::Left => {
                seen.left.push(Arc::clone(&followed.bout));
                false
            }
        });
        // A file that is made or goes changes the folder; one that grows does not.
        let changed = self.folder.metadata().and_then(|meta| meta.modified()).ok();
        if changed.is_some() && changed == self.changed {
            return seen;
        }
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let is_record = Path::new(&name).extension().is_some_and(|kind| kind == "jsonl");
            if !is_record || self.done.contains(&name) || self.followed.contains_key(&name) {
                continue;
            }
            if self.followed.len() >= MOST {
                // There is room for it once others have ended.
                return seen;
            }
            match begin(&entry.path()) {
                // Its first line is being written.
                None => continue,
                Some(None) => {
                    self.done.insert(name);
                }
                Some(Some(followed)) => {
                    seen.new.push(Arc::clone(&followed.bout));
                    self.done.insert(name.clone());
                    self.followed.insert(name, followed);
                }
            }
        }
        self.changed = changed;
        seen
    }
}

/// Begins to follow a file. `None`: it is too early; `Some(None)`: nothing happens in it any more.
fn begin(path: &Path) -> Option<Option<Followed>> {
    let mut file = File::open(path).ok()?;
    if is_left(&file) {
        return Some(None);
    }
    let mut text = Vec::new();
    file.read_to_end(&mut text).ok()?;
    let whole = text.iter().rposition(|byte| *byte == b'\n')? + 1;
    let record = match Record::parse(&String::from_utf8_lossy(&text[..whole])) {
        Ok(record) => record,
        Err(bad) => match bad.sound {
            Some(sound) => *sound,
            None => return Some(None),
        },
    };
    if record.ended().is_some() {
        return Some(None);
    }
    let (id, card) = (record.header.id.clone(), Card::of(&record.header));
    let Ok(story) = Story::new(record, None) else { return Some(None) };
    let bout = Bout::elsewhere(id, story, card);
    Some(Some(Followed { bout, file, half: text.split_off(whole), at: text.len() as u64 }))
}

enum State {
    Running,
    Over,
    Left,
}

/// Whether nothing was written for long.
fn is_left(file: &File) -> bool {
    let changed = file.metadata().and_then(|meta| meta.modified());
    changed.is_ok_and(|changed| changed.elapsed().is_ok_and(|age| age > LEFT))
}

impl Followed {
    /// Reads what was written since.
    fn read(&mut self) -> State {
        let size = self.file.metadata().map_or(0, |meta| meta.len());
        let seen = self.at + self.half.len() as u64;
        if size <= seen {
            return if is_left(&self.file) { State::Left } else { State::Running };
        }
        let mut new = Vec::new();
        let read = self.file.seek(SeekFrom::Start(seen));
        if read.and_then(|_| (&self.file).take(CHUNK).read_to_end(&mut new)).is_err() {
            return State::Left;
        }
        self.half.append(&mut new);
        while let Some(end) = self.half.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.half.drain(..=end).collect();
            self.at += line.len() as u64;
            // A line that is none of ours: whatever comes after it is not understood either.
            let Ok(event) = serde_json::from_slice::<Event>(&line) else { return State::Left };
            self.bout.story.add(0, &event);
        }
        if self.bout.story.ended().is_some() { State::Over } else { State::Running }
    }
}
