//! Those who take part: where their programs are, and which version of them it is.

use std::fmt::Write;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use gyoji_core::Text;
use gyoji_words::events as words;
use sha2::{Digest, Sha256};

/// The most files a folder may hold, and how large they may be together.
const MOST_FILES: usize = 10_000;
const MOST_BYTES: u64 = 512 << 20;
/// What is no part of a program: the history of its files, and what is made when it is built or
/// run.
const NOT_ITS: &[&str] = &[".git", ".hg", ".svn", "target", "__pycache__", ".mypy_cache"];
/// What is made when a folder that is a player is built.
const BUILT: &[&str] = &["build", "classes"];
/// The arguments before a class path.
const CLASS_PATH: &[&str] = &["-cp", "-classpath", "--class-path"];

/// One who takes part, as the file says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The name on the screen.
    pub name: String,
    /// The player, as people write it.
    pub command: String,
    /// The folder it runs in, and whose files are its version; none for a bot of ours.
    pub dir: Option<PathBuf>,
}

impl Entry {
    /// The same with every path as it is seen from anywhere: `base` is the folder of the event's
    /// file. Files are looked for there, and then in `dir`. Without a `dir`, it is the folder of
    /// the first file that the command names.
    #[must_use]
    pub fn resolve(&self, base: &Path) -> Entry {
        let base = std::path::absolute(base).unwrap_or_else(|_| base.to_owned());
        let mut dir = self.dir.as_ref().map(|dir| tidy(&base.join(dir)));
        let Some((prefix, rest)) = program(&self.command) else {
            return Entry { dir, ..self.clone() };
        };
        let folders: Vec<PathBuf> = [Some(base), dir.clone()].into_iter().flatten().collect();
        let find = |word: &str, wanted: fn(&Path) -> bool| {
            let mut paths = folders.iter().map(|folder| tidy(&folder.join(word)));
            paths.find(|path| !word.is_empty() && wanted(path))
        };
        // A folder that is a player says the rest itself.
        if let Some(folder) = find(rest, |path| path.join("gyoji.toml").is_file()) {
            let command = format!("{prefix}{}", folder.display());
            return Entry { name: self.name.clone(), command, dir: Some(folder) };
        }
        // A path may have spaces in it: what exists is a path.
        let mut words = match find(rest, Path::is_file) {
            Some(_) => vec![rest.to_owned()],
            None => match shlex::split(rest) {
                Some(words) => words,
                None => return Entry { dir, ..self.clone() },
            },
        };
        let mut home = None;
        let mut is_class_path = false;
        for word in &mut words {
            if std::mem::replace(&mut is_class_path, CLASS_PATH.contains(&word.as_str())) {
                let parts = word.split(':').map(|part| match find(part, Path::exists) {
                    Some(path) => {
                        let is_dir = path.is_dir();
                        let folder = if is_dir { Some(path.as_path()) } else { path.parent() };
                        home = home.take().or_else(|| folder.map(Path::to_owned));
                        path.to_string_lossy().into_owned()
                    }
                    None => part.to_owned(),
                });
                *word = parts.collect::<Vec<String>>().join(":");
            } else if let Some(path) = find(word, Path::is_file) {
                home = home.or_else(|| path.parent().map(Path::to_owned));
                *word = path.to_string_lossy().into_owned();
            }
        }
        dir = dir.or(home);
        let command = shlex::try_join(words.iter().map(String::as_str))
            .map_or_else(|_| self.command.clone(), |rest| format!("{prefix}{rest}"));
        Entry { name: self.name.clone(), command, dir }
    }

    /// Which version it is, as the file in the folder `base` has it: a hash of the command and of
    /// all files in its folder; for a bot of ours, of its text and our own version.
    pub fn version(&self, base: &Path, gyoji: &str) -> Result<String, Text> {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(self.command.as_bytes());
        match self.resolve(base).dir {
            Some(dir) => add_files(&dir, &mut hash)?,
            None => part(gyoji.as_bytes()),
        }
        let mut version = String::new();
        for byte in hash.finalize().iter().take(16) {
            let _ = write!(version, "{byte:02x}");
        }
        Ok(version)
    }
}

fn add_files(dir: &Path, hash: &mut Sha256) -> Result<(), Text> {
    let files = files(dir)?;
    let mut bytes = 0;
    let mut buffer = vec![0; 1 << 16];
    for name in &files {
        let path = dir.join(name);
        let wrong = |error| unreadable(&path, error);
        let mut file = File::open(&path).map_err(wrong)?;
        let executable = file.metadata().map_err(wrong)?.permissions().mode() & 0o111 != 0;
        let name = name.as_os_str().as_encoded_bytes();
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update([u8::from(executable)]);
        let mut length: u64 = 0;
        loop {
            let read = match file.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(wrong(error)),
            };
            length += read as u64;
            bytes += read as u64;
            if bytes > MOST_BYTES {
                return Err(words::too_many_bytes(dir.display(), MOST_BYTES >> 20));
            }
            hash.update(&buffer[..read]);
        }
        // Behind the bytes, for a file may grow while it is read.
        hash.update(length.to_le_bytes());
    }
    Ok(())
}

/// All files that are part of a program, as paths from its folder, in order.
pub(super) fn files(dir: &Path) -> Result<Vec<PathBuf>, Text> {
    let mut files = Vec::new();
    list(dir, Path::new(""), &mut files)?;
    files.sort();
    Ok(files)
}

/// All files below a folder, as paths from it. Links to folders are not followed.
fn list(dir: &Path, below: &Path, files: &mut Vec<PathBuf>) -> Result<(), Text> {
    let folder = dir.join(below);
    let is_player = below == Path::new("") && folder.join("gyoji.toml").is_file();
    for entry in fs::read_dir(&folder).map_err(|error| unreadable(&folder, error))? {
        let entry = entry.map_err(|error| unreadable(&folder, error))?;
        let name = entry.file_name();
        let is_built = BUILT.iter().any(|built| name == *built) && is_player;
        if is_built || NOT_ITS.iter().any(|not_its| name == *not_its) {
            continue;
        }
        let path = below.join(&name);
        let kind = entry.file_type().map_err(|error| unreadable(&folder, error))?;
        if kind.is_dir() {
            list(dir, &path, files)?;
        } else if dir.join(&path).is_file() {
            files.push(path);
        }
        if files.len() > MOST_FILES {
            return Err(words::too_many_files(dir.display(), MOST_FILES));
        }
    }
    Ok(())
}

#[allow(clippy::needless_pass_by_value, reason = "errors come by value")]
fn unreadable(path: &Path, error: std::io::Error) -> Text {
    Text::plain(format!("{}: {error}", path.display()))
}

/// The command line in a player's text, and what stands before it: `judge?lenient:` and `./ai`.
fn program(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let is_word = |word: &str| {
        let word = word.split('?').next().unwrap_or_default();
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_')
    };
    match text.split_once(':') {
        None if text == "human" || text.starts_with("human?") => None,
        Some((head, _)) if matches!(head.split('?').next(), Some("bot" | "tcp")) => None,
        Some((head, rest)) if is_word(head) => {
            let at = text.len() - rest.trim_start().len();
            Some(text.split_at(at))
        }
        _ => Some(("", text)),
    }
}

/// A path without `.` in it.
fn tidy(path: &Path) -> PathBuf {
    path.components().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(command: &str, dir: Option<&str>) -> Entry {
        Entry { name: "a".into(), command: command.into(), dir: dir.map(PathBuf::from) }
    }

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for dir in ["one/sub", "one/.git", "one/__pycache__", "two words", "java/build"] {
            fs::create_dir_all(folder.path().join(dir)).unwrap();
        }
        for file in
            ["one/ai.py", "one/sub/data", "one/.git/x", "two words/ai", "java/build/Main.class"]
        {
            fs::write(folder.path().join(file), file).unwrap();
        }
        folder
    }

    #[test]
    fn the_folder_is_that_of_the_named_file() {
        let base = folder();
        let at = |path: &str| base.path().join(path);
        let resolved = |command, dir| entry(command, dir).resolve(base.path());
        let one = resolved("judge?lenient:python3 ./one/ai.py -x", None);
        assert_eq!(one.dir, Some(at("one")));
        let command = format!("judge?lenient:python3 {} -x", at("one/ai.py").display());
        assert_eq!(one.command, command);
        // A file may also be named from its own folder.
        let inside = resolved("python3 ai.py", Some("one"));
        assert_eq!(inside.command, format!("python3 {}", at("one/ai.py").display()));
        let spaces = resolved("two words/ai", None);
        assert_eq!(spaces.dir, Some(at("two words")));
        assert_eq!(spaces.command, format!("'{}'", at("two words/ai").display()));
        let java = resolved("quinte:java -cp java/build Main", None);
        assert_eq!(java.dir, Some(at("java/build")));
        assert_eq!(java.command, format!("quinte:java -cp {} Main", at("java/build").display()));
        for command in ["bot:greedy?level=3", "human", "tcp:listen=4000", "gnugo --mode gtp"] {
            assert_eq!(resolved(command, None), entry(command, None));
        }
    }

    #[test]
    fn a_folder_that_is_a_player_stays_one_and_is_not_what_was_built_from_it() {
        let base = folder();
        fs::write(base.path().join("java/gyoji.toml"), "game = \"othello\"\n").unwrap();
        let java = entry("plain:java", None);
        let resolved = java.resolve(base.path());
        assert_eq!(resolved.dir, Some(base.path().join("java")));
        assert_eq!(resolved.command, format!("plain:{}", base.path().join("java").display()));
        let version = || java.version(base.path(), "1").unwrap();
        let first = version();
        fs::write(base.path().join("java/build/Main.class"), "other").unwrap();
        assert_eq!(version(), first);
        fs::write(base.path().join("java/gyoji.toml"), "game = \"renju\"\n").unwrap();
        assert_ne!(version(), first);
    }

    #[test]
    fn a_version_changes_with_the_files_and_not_with_what_is_beside_them() {
        let base = folder();
        let of = |command| entry(command, None).version(base.path(), "1.0").unwrap();
        let version = || of("python3 one/ai.py");
        let first = version();
        assert_eq!((first.len(), version()), (32, first.clone()));
        fs::write(base.path().join("one/.git/x"), "other").unwrap();
        fs::write(base.path().join("one/__pycache__/x.pyc"), "other").unwrap();
        fs::write(base.path().join("two words/ai"), "other").unwrap();
        assert_eq!(version(), first, "the history and the neighbours do not matter");
        fs::write(base.path().join("one/sub/data"), "other").unwrap();
        let second = version();
        assert_ne!(second, first);
        let run = fs::Permissions::from_mode(0o755);
        fs::set_permissions(base.path().join("one/ai.py"), run).unwrap();
        assert_ne!(version(), second, "whether it can be run matters");
        assert_ne!(of("python3 one/ai.py -x"), version());
        let bot = |version| entry("bot:greedy", None).version(base.path(), version).unwrap();
        assert_eq!(bot("1.0"), bot("1.0"));
        assert_ne!(bot("1.0"), bot("1.1"));
    }

    #[test]
    fn a_folder_that_is_not_there_is_said() {
        let gone = entry("x", Some("/no/such/folder")).version(Path::new("/"), "1").unwrap_err();
        assert!(gone.get(gyoji_core::Lang::En).starts_with("/no/such/folder"));
    }
}
