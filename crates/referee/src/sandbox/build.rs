//! Building a player where it will play: locked in.

use std::ffi::OsString;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gyoji_core::record::{Exit, Limits};

use crate::wire::process::Process;
use crate::wire::{Caps, Program, Room, Wire, hear_out};

/// How long a build may take, and how long until it ends once its output is closed.
const BUILD_TIME: Duration = Duration::from_secs(600);
const LAST_MOMENT: Duration = Duration::from_secs(5);

/// How a build went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// What it has printed.
    pub lines: Vec<String>,
    /// How it ended; none if it printed too much, or would not end.
    pub exit: Option<Exit>,
}

/// Builds a player in its folder, locked in as it will be when it plays, but that it may change
/// the folder. `command` is for the shell.
pub fn build(supervisor: &Path, level: u8, command: &str, folder: &Path) -> std::io::Result<Built> {
    let folder = folder.canonicalize()?;
    let mut words: Vec<OsString> = vec!["/usr/bin/env".into()];
    let mut tools = Vec::new();
    // Rust's compiler usually lies in somebody's home.
    if let Some(rustup) = home("RUSTUP_HOME", ".rustup") {
        words.push(format!("RUSTUP_HOME={}", rustup.display()).into());
        tools.push(rustup);
    }
    tools.extend(home("CARGO_HOME", ".cargo").map(|cargo| cargo.join("bin")));
    words.extend(["/bin/sh", "-c", command].map(OsString::from));
    let mut room = Room::new(level, Limits::USUAL, &mut words[..1], Some(&folder), &[])?;
    if let Some(hidden) = &room.hidden {
        let words = format!("{} is nobody's own folder", hidden.display());
        return Err(std::io::Error::other(words));
    }
    room.reads.extend(tools.into_iter().filter(|tool| tool.is_dir()));
    let owner = Owner::lend(&folder, room.uid)?;
    let program = Program {
        command: words,
        folder: None,
        supervisor: supervisor.to_owned(),
        caps: Caps::default(),
        freezable: false,
        merges: true,
        room: Some(room),
        shared: Some(folder.clone()),
    };
    let mut wire = Process::new(program);
    let lines = hear_out(&mut wire, BUILD_TIME);
    // Its output is closed a moment before it ends.
    let until = Instant::now() + LAST_MOMENT;
    let mut exit = wire.exit();
    while lines.is_ok() && exit.is_none() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(1));
        exit = wire.exit();
    }
    let built = lines.map(|lines| Built { lines, exit });
    drop(wire);
    crate::await_the_dying(BUILD_TIME);
    drop(owner);
    built
}

/// A folder that a variable names, or that lies in our home.
fn home(variable: &str, name: &str) -> Option<PathBuf> {
    let named = std::env::var_os(variable).map(PathBuf::from);
    named.or_else(|| Some(std::env::home_dir()?.join(name))).filter(|path| path.is_dir())
}

/// A folder that is somebody else's for a while.
struct Owner<'a> {
    folder: &'a Path,
    ours: Option<(u32, u32)>,
}

impl<'a> Owner<'a> {
    fn lend(folder: &'a Path, uid: Option<u32>) -> std::io::Result<Owner<'a>> {
        let about = std::fs::metadata(folder)?;
        // Made first: what was given away until something failed comes back too.
        let owner = Owner { folder, ours: uid.map(|_| (about.uid(), about.gid())) };
        if let Some(uid) = uid {
            give(folder, uid, uid)?;
        }
        Ok(owner)
    }
}

impl Drop for Owner<'_> {
    fn drop(&mut self) {
        if let Some((uid, gid)) = self.ours {
            let _ = give(self.folder, uid, gid);
        }
    }
}

/// Gives a folder and all that is in it to somebody, as far as it can be given; says what went
/// wrong first. No link is followed.
fn give(folder: &Path, uid: u32, gid: u32) -> std::io::Result<()> {
    let mut done = Ok(());
    let mut note = |result: std::io::Result<()>| {
        if done.is_ok() {
            done = result;
        }
    };
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        note(std::os::unix::fs::lchown(&folder, Some(uid), Some(gid)));
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                note(Err(error));
                continue;
            }
        };
        for entry in entries.flatten() {
            match entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                true => folders.push(entry.path()),
                false => note(std::os::unix::fs::lchown(entry.path(), Some(uid), Some(gid))),
            }
        }
    }
    done
}
