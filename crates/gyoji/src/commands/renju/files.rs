//! Reading game files, and replacing them whole or not at all.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use gyoji_words::renju as words;

use crate::failure::{BAD_FILE, FAILED, Failure};

/// How large a game file may be. A full board is a few kilobytes.
const MOST_KILOBYTES: u64 = 1024;

/// The text of a game file; none if there is no such file.
pub fn read(path: &Path) -> Result<Option<String>, Failure> {
    // Looked at before it is opened: to open a pipe is to wait for whoever writes into it.
    match std::fs::metadata(path) {
        Ok(about) if !about.is_file() => {
            return Err(Failure { code: BAD_FILE, text: words::no_file(path.display()) });
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path, &error)),
    }
    let file = File::open(path).map_err(|error| Failure::io(path, &error))?;
    read_text(file, path).map(Some)
}

/// A whole game from wherever it comes; `path` is what that is called.
pub fn read_text(from: impl Read, path: &Path) -> Result<String, Failure> {
    let bad = |text| Failure { code: BAD_FILE, text };
    let mut data = Vec::new();
    let most = MOST_KILOBYTES << 10;
    from.take(most + 1).read_to_end(&mut data).map_err(|error| Failure::io(path, &error))?;
    if data.len() as u64 > most {
        return Err(bad(words::too_large(path.display(), MOST_KILOBYTES)));
    }
    String::from_utf8(data).map_err(|_| bad(words::not_utf8(path.display())))
}

/// Like [`replace`], for a file that held `before` when it was read: what somebody else has
/// written there since is not lost.
pub fn replace_unchanged(path: &Path, before: &str, text: &str) -> Result<(), Failure> {
    if read(path)?.unwrap_or_default() != before {
        return Err(Failure { code: BAD_FILE, text: words::changed(path.display()) });
    }
    replace(path, text)
}

/// Writes a file so that whoever reads it sees the old text or the new one, never half of it.
/// The permissions stay as they were, and a link still leads to the file.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |error: &std::io::Error| Failure::io(path, error);
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = std::fs::metadata(&target).ok();
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let text = words::no_folder(path.display(), folder.display());
        return Err(Failure { code: FAILED, text });
    }
    // A new file has the permissions the user's mask leaves.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    let mut file = tempfile::Builder::new()
        .prefix(".gyoji-")
        .permissions(mode)
        .tempfile_in(folder)
        .map_err(|error| fail(&error))?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| fail(&error))?;
    if let Some(before) = before {
        let same = file.as_file().set_permissions(before.permissions());
        same.map_err(|error| fail(&error))?;
    }
    file.persist(&target)
        .map(drop)
        .map_err(|error| Failure { code: FAILED, ..Failure::io(path, &error.error) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_else_wrote_meanwhile_is_not_lost() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.csv");
        replace_unchanged(&path, "", "1,1;8;8").expect("a new file");
        let failure = replace_unchanged(&path, "", "1,1;7;7").expect_err("it is there now");
        assert_eq!(failure.code, BAD_FILE);
        replace_unchanged(&path, "1,1;8;8", "2,1;8;8,2;7;7").expect("as it was read");
        assert_eq!(read(&path).expect("a file").as_deref(), Some("2,1;8;8,2;7;7"));
    }

    #[test]
    fn a_game_from_a_stream_without_end_is_refused() {
        let endless = std::io::repeat(b'1');
        let failure = read_text(endless, Path::new("-")).expect_err("too much");
        assert_eq!(failure.code, BAD_FILE);
    }
}
