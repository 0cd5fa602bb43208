//! A folder for a program's temporary files. It goes with its owner.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A folder with one in it that is the program's.
#[derive(Debug)]
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// A new one, for this user if it is not us.
    pub(crate) fn new(uid: Option<u32>) -> std::io::Result<Scratch> {
        let folder = crate::wire::private_folder()?;
        let scratch = Scratch { folder };
        std::fs::create_dir(scratch.path())?;
        if let Some(uid) = uid {
            std::os::unix::fs::chown(scratch.path(), Some(uid), Some(uid))?;
            // Whoever is somebody else has to come through.
            let through = std::fs::Permissions::from_mode(0o711);
            std::fs::set_permissions(scratch.folder.path(), through)?;
        }
        std::fs::set_permissions(scratch.path(), std::fs::Permissions::from_mode(0o700))?;
        Ok(scratch)
    }

    /// Where the program writes.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("tmp")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // A folder that its owner may not change is not removed with what is in it.
        if !rustix::process::geteuid().is_root() {
            open_up(&self.path(), 0);
        }
    }
}

fn open_up(folder: &Path, depth: u32) {
    const DEEPEST: u32 = 64;
    let open = std::fs::Permissions::from_mode(0o700);
    if depth > DEEPEST || std::fs::set_permissions(folder, open).is_err() {
        return;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_up(&entry.path(), depth + 1);
        }
    }
}
