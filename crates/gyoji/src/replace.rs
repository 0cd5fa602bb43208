//! Replacing a file whole or not at all.

use std::io::Write;
use std::path::Path;

use gyoji_words::cli;

use crate::failure::{FAILED, Failure};

/// Writes a file so that whoever reads it sees the old text or the new one, never half of it.
/// The permissions stay as they were, and a link still leads to the file.
pub fn replace(path: &Path, data: &[u8]) -> Result<(), Failure> {
    let fail = |error: &std::io::Error| Failure::io(path, error);
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let before = std::fs::metadata(&target).ok();
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    if !folder.is_dir() {
        let text = cli::no_folder(path.display(), folder.display());
        return Err(Failure { code: FAILED, text });
    }
    // A new file has the permissions the user's mask leaves.
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    let mut file = tempfile::Builder::new()
        .prefix(".gyoji-")
        .permissions(mode)
        .tempfile_in(folder)
        .map_err(|error| fail(&error))?;
    let written = file.write_all(data).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| fail(&error))?;
    if let Some(before) = before {
        let same = file.as_file().set_permissions(before.permissions());
        same.map_err(|error| fail(&error))?;
    }
    file.persist(&target)
        .map(drop)
        .map_err(|error| Failure { code: FAILED, ..Failure::io(path, &error.error) })
}
