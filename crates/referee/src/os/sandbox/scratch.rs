//! A folder for a program's temporary files. It goes with its owner.

use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

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
        crate::wire::empty(&self.path());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_deep_closed_or_a_link_goes_and_what_it_points_to_stays() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("kept"), "text").unwrap();
        let scratch = Scratch::new(None).unwrap();
        let top = scratch.path();
        std::os::unix::fs::symlink(outside.path(), top.join("link")).unwrap();
        // Deeper than a path may be long.
        let script = "import os\nfor _ in range(6000):\n os.mkdir('deep'); os.chdir('deep')\n\
                      open('file', 'w').close()";
        let mut python = std::process::Command::new("python3");
        assert!(python.args(["-c", script]).current_dir(&top).status().unwrap().success());
        std::fs::create_dir_all(top.join("closed/inner/file")).unwrap();
        let closed = std::fs::Permissions::from_mode(0o0);
        std::fs::set_permissions(top.join("closed/inner"), closed.clone()).unwrap();
        std::fs::set_permissions(top.join("closed"), closed).unwrap();
        let folder = scratch.folder.path().to_owned();
        // As the undertaker does it, which has a small stack.
        let thread = std::thread::Builder::new().stack_size(128 << 10);
        thread.spawn(move || drop(scratch)).unwrap().join().unwrap();
        assert!(!folder.exists());
        assert!(outside.path().join("kept").exists());
    }
}
