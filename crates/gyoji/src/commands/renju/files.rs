//! Reading game files, and replacing them whole or not at all.

use std::io::{Read, Write};
use std::path::Path;

use gyoji_words::renju as words;

use crate::failure::{BAD_FILE, FAILED, Failure};

/// How large a game file may be. A full board is a few kilobytes.
const MOST_KILOBYTES: u64 = 1024;

/// The text of a game file; none if there is no such file.
pub fn read(path: &Path) -> Result<Option<String>, Failure> {
    let bad = |text| Failure { code: BAD_FILE, text };
    let file = match std::fs::File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Failure::io(path, &error)),
    };
    let about = file.metadata().map_err(|error| Failure::io(path, &error))?;
    if !about.is_file() {
        return Err(bad(words::no_file(path.display())));
    }
    let mut data = Vec::new();
    let most = MOST_KILOBYTES << 10;
    file.take(most + 1).read_to_end(&mut data).map_err(|error| Failure::io(path, &error))?;
    if data.len() as u64 > most {
        return Err(bad(words::too_large(path.display(), MOST_KILOBYTES)));
    }
    match String::from_utf8(data) {
        Ok(text) => Ok(Some(text)),
        Err(_) => Err(bad(words::not_utf8(path.display()))),
    }
}

/// Writes a file so that whoever reads it sees the old text or the new one, never half of it.
/// The permissions stay as they were, and a link still leads to the file.
pub fn replace(path: &Path, text: &str) -> Result<(), Failure> {
    let fail = |error: &std::io::Error| Failure::io(path, error);
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = std::fs::metadata(&target).ok();
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
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
