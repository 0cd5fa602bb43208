//! Which files a program sees: the system's, its interpreter's, and its own folder.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use gyoji_core::record::Limits;

use super::landlock::SYSTEM;

/// How a program is locked in, but for what is new in each run.
#[derive(Clone, Debug)]
pub struct Room {
    /// The level.
    pub level: u8,
    /// What it may use.
    pub limits: Limits,
    /// What it may read and run, beside the system's programs.
    pub(crate) reads: Vec<PathBuf>,
    /// The user it becomes, if not ours.
    pub(crate) uid: Option<u32>,
    /// The folder it starts in, if it sees the one it would be started in.
    pub(crate) folder: Option<PathBuf>,
    /// Its own folder, if it is not shown because of what else is in it.
    pub(crate) hidden: Option<PathBuf>,
}

impl Room {
    /// A room for this command line, which is run in `dir`, or in our folder. If the program cannot
    /// start there, the files of the command line are named so that they are found from anywhere.
    /// Whatever is `private` is not shown, unless it is named on the command line.
    pub fn new(
        level: u8,
        limits: Limits,
        command: &mut [OsString],
        dir: Option<&Path>,
        private: &[PathBuf],
    ) -> std::io::Result<Room> {
        let base = std::path::absolute(dir.unwrap_or(Path::new(".")))?;
        let uid = (level > 0 && rustix::process::geteuid().is_root()).then(free_user);
        let mut room = Room { level, limits, reads: Vec::new(), uid, folder: None, hidden: None };
        if level == 0 {
            room.folder = Some(base);
            return Ok(room);
        }
        let mut whole = command.to_vec();
        let named = named_files(&mut whole, &base);
        let is_own = |path: &PathBuf| named.contains(path) || Some(path.as_path()) == dir;
        let private: Vec<&PathBuf> = private.iter().filter(|path| !is_own(path)).collect();
        let is_shown = |folder: &Path| can_be_shown(folder, &private);
        let mut own_files = Vec::new();
        for path in &named {
            let runtimes = runtimes(path);
            if runtimes.is_empty() {
                own_files.push(path);
            }
            for runtime in runtimes.iter().filter(|runtime| is_shown(runtime)) {
                room.show(runtime);
            }
        }
        let own = match (dir, own_files.first()) {
            (Some(_), _) => Some(base.clone()),
            (None, Some(file)) if file.is_dir() => Some((*file).clone()),
            (None, Some(file)) => file.parent().map(Path::to_owned),
            (None, None) => Some(base.clone()),
        };
        match own {
            Some(own) if is_shown(&own) => room.show(&own),
            own => room.hidden = own,
        }
        for path in named.iter().filter(|path| path.is_file() || is_shown(path)) {
            room.show(path);
        }
        room.folder = Some(base).filter(|base| room.sees(base));
        if room.folder.is_none() {
            command.clone_from_slice(&whole); // it starts elsewhere
        }
        Ok(room)
    }

    /// Shows a file or a folder, by the name it was called and by its own.
    fn show(&mut self, path: &Path) {
        let whole = path.canonicalize().ok();
        for path in [Some(path.to_owned()), whole].into_iter().flatten() {
            if !is_system(&path) && !self.sees(&path) {
                self.reads.push(path);
            }
        }
    }

    fn sees(&self, path: &Path) -> bool {
        self.reads.iter().any(|shown| path.starts_with(shown))
    }
}

/// The files that a command line names, beside those of the system; each word that is one becomes
/// its whole path.
pub(crate) fn named_files(command: &mut [OsString], base: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut is_class_path = false;
    for word in command {
        let parts: Vec<PathBuf> = match is_class_path {
            true => std::env::split_paths(word).collect(),
            false => vec![PathBuf::from(&*word)],
        };
        let whole: Vec<PathBuf> = parts
            .iter()
            .map(|part| match std::path::absolute(base.join(part)) {
                Ok(path) if path.exists() && !part.as_os_str().is_empty() => path,
                _ => part.clone(),
            })
            .collect();
        found.extend(whole.iter().filter(|path| path.is_absolute() && !is_system(path)).cloned());
        // A word may look like the name of a file by chance: only one with its path, or one that
        // is a file, is taken for it.
        if is_class_path && let Ok(joined) = std::env::join_paths(&whole) {
            *word = joined;
        } else if let [path] = &whole[..]
            && path.is_absolute()
        {
            *word = path.into();
        }
        is_class_path = ["-cp", "-classpath", "--class-path"].iter().any(|name| *word == *name);
    }
    found.retain(|path| path.exists());
    found
}

/// The folders an interpreter needs that does not lie among the system's programs: a virtual
/// environment, a version manager's, an unpacked one. None if it is no interpreter.
fn runtimes(program: &Path) -> Vec<PathBuf> {
    let whole = program.canonicalize().ok();
    let root = |path: PathBuf| {
        let folder = path.parent()?;
        let is_bin = folder.file_name().is_some_and(|name| name == "bin" || name == "shims");
        if is_bin { folder.parent().map(Path::to_owned) } else { None }
    };
    [Some(program.to_owned()), whole]
        .into_iter()
        .flatten()
        .filter(|path| path.is_absolute() && !is_system(path))
        .filter_map(root)
        .collect()
}

/// Whether a folder may be shown whole: it is nobody's home, nothing above one, and holds nothing
/// that is private.
fn can_be_shown(folder: &Path, private: &[&PathBuf]) -> bool {
    let Ok(folder) = folder.canonicalize() else { return false };
    let is_home = std::env::home_dir().is_some_and(|home| home.starts_with(&folder))
        || folder.parent() == Some(Path::new("/home"));
    let is_high = folder.components().count() <= 2; // `/`, `/home`, `/tmp`, `/root`
    let holds = |path: &&PathBuf| {
        path.canonicalize().map_or_else(|_| path.starts_with(&folder), |it| it.starts_with(&folder))
    };
    !is_home && !is_high && !private.iter().any(holds)
}

fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// A user nobody else is: no two programs share one.
fn free_user() -> u32 {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    // The number of a process has 22 bits at most.
    (1 << 30) | (std::process::id() << 8) & 0x3fff_ff00 | number & 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(OsString::from).collect()
    }

    fn room(command: &str, dir: Option<&Path>, private: &[PathBuf]) -> (Room, Vec<OsString>) {
        let mut command = words(command);
        let room = Room::new(1, Limits::USUAL, &mut command, dir, private).unwrap();
        (room, command)
    }

    #[test]
    fn a_program_sees_its_own_folder_unless_others_are_in_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, "").unwrap();
            path
        };
        let (mine, yours) = (file("a/ai.py"), file("b/ai.py"));
        let beside = file("a/other.py");
        let command = format!("/usr/bin/python3 {}", mine.display());
        let (alone, _) = room(&command, None, &[mine.clone(), yours.clone()]);
        assert_eq!(alone.reads, [folder.path().join("a")]);
        assert_eq!(alone.hidden, None);
        let (crowded, _) = room(&command, None, &[mine.clone(), beside]);
        assert_eq!(crowded.reads, std::slice::from_ref(&mine), "only the file itself");
        assert_eq!(crowded.hidden, Some(folder.path().join("a")));
        let (records, _) = room(&command, None, &[folder.path().join("a/records")]);
        assert_eq!(records.reads, [mine], "records that are yet to be written");
        let (dir, told) = room("/usr/bin/python3 ai.py", Some(&folder.path().join("b")), &[]);
        assert_eq!(dir.reads, [folder.path().join("b")]);
        assert_eq!(dir.folder, Some(folder.path().join("b")));
        assert_eq!(told[1], "ai.py", "it starts there");
        let (java, told) = room(
            "/usr/bin/java -cp a:nowhere Main",
            Some(folder.path()),
            std::slice::from_ref(&yours),
        );
        assert_eq!(java.reads, [folder.path().join("a")], "its folder holds another player");
        assert_eq!(told[2], OsString::from(format!("{}/a:nowhere", folder.path().display())));
    }

    #[test]
    fn nobody_sees_a_home_or_the_root() {
        for folder in ["/", "/home", "/tmp", "/home/taro", "/root"] {
            assert!(!can_be_shown(Path::new(folder), &[]), "{folder}");
        }
        let home = std::env::home_dir().unwrap();
        assert!(!can_be_shown(&home, &[]));
    }

    #[test]
    fn every_program_is_a_user_of_its_own() {
        let users: std::collections::HashSet<u32> = (0..200).map(|_| free_user()).collect();
        assert_eq!(users.len(), 200);
        assert!(users.iter().all(|uid| (1 << 30..1 << 31).contains(uid)));
    }
}
