//! Looking through what somebody hands in for what the rules of a contest forbid.

use std::io::{Cursor, Read};
use std::path::Path;

use gyoji_core::{Finding, Inspect, Text};
use gyoji_words::events as words;

/// How large a file is looked at, and how much of an archive.
const MOST_BYTES: u64 = 16 << 20;
const MOST_IN_ARCHIVE: u64 = 256 << 20;

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Inspected {
    /// By the names of the files, from the folder; those of an archive behind a `!`.
    pub findings: Vec<(String, Finding)>,
    /// What could not be looked at, and why.
    pub unread: Vec<Text>,
}

/// Looks at all files of a folder, and into its archives.
pub fn inspect(folder: &Path, look: Inspect) -> Inspected {
    let mut inspected = Inspected::default();
    let files = match super::entry::files(folder) {
        Ok(files) => files,
        Err(problem) => {
            inspected.unread.push(problem);
            return inspected;
        }
    };
    for file in files {
        let name = file.to_string_lossy().into_owned();
        let path = folder.join(&file);
        match read(&path) {
            Ok(Some(bytes)) if is_archive(&name) => inspected.open(&name, &bytes, look),
            Ok(Some(bytes)) => inspected.look(&name, &bytes, look),
            Ok(None) => inspected.unread.push(words::too_large_to_look(&name, MOST_BYTES >> 20)),
            Err(error) => inspected.unread.push(Text::plain(format!("{name}: {error}"))),
        }
    }
    inspected
}

fn is_archive(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with(".jar") || name.ends_with(".zip")
}

/// What is in a file; none if that is too much.
fn read(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes).filter(|bytes| bytes.len() as u64 <= MOST_BYTES))
}

impl Inspected {
    fn look(&mut self, name: &str, bytes: &[u8], look: Inspect) {
        let found = look(name, bytes).into_iter();
        self.findings.extend(found.map(|finding| (name.to_owned(), finding)));
    }

    /// Looks at the files of an archive.
    fn open(&mut self, name: &str, bytes: &[u8], look: Inspect) {
        let mut archive = match zip::ZipArchive::new(Cursor::new(bytes)) {
            Ok(archive) => archive,
            Err(error) => return self.unread.push(Text::plain(format!("{name}: {error}"))),
        };
        let mut left = MOST_IN_ARCHIVE;
        for index in 0..archive.len() {
            let file = archive.by_index(index);
            let mut inner = Vec::new();
            let read = file.map_err(|error| error.to_string()).and_then(|file| {
                let inside = file.name().map_err(|error| error.to_string())?;
                let inside = format!("{name}!{inside}");
                let most = left.min(MOST_BYTES);
                let read = file.take(most).read_to_end(&mut inner);
                read.map(|_| inside).map_err(|error| error.to_string())
            });
            match read {
                Ok(inside) => self.look(&inside, &inner, look),
                Err(error) => self.unread.push(Text::plain(format!("{name}: {error}"))),
            }
            left = left.saturating_sub(inner.len() as u64);
            if left == 0 {
                return self.unread.push(words::too_large_to_look(name, MOST_IN_ARCHIVE >> 20));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn bad_java(name: &str, bytes: &[u8]) -> Vec<Finding> {
        let is_bad = name.ends_with(".java") && bytes.starts_with(b"bad");
        let problem = Text::new("bad", "悪い");
        is_bad.then_some(Finding { line: Some(1), problem }).into_iter().collect()
    }

    #[test]
    fn folders_and_archives_are_looked_through() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("src/A.java"), "bad").unwrap();
        std::fs::write(folder.path().join("src/B.java"), "good").unwrap();
        std::fs::write(folder.path().join("broken.jar"), "no archive").unwrap();
        let jar = std::fs::File::create(folder.path().join("c.jar")).unwrap();
        let mut jar = zip::ZipWriter::new(jar);
        jar.start_file("x/C.java", zip::write::SimpleFileOptions::default()).unwrap();
        jar.write_all(b"bad").unwrap();
        jar.finish().unwrap();
        let found = inspect(folder.path(), bad_java);
        let names: Vec<&str> = found.findings.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["c.jar!x/C.java", "src/A.java"]);
        assert_eq!(found.unread.len(), 1, "{:?}", found.unread);
    }
}
