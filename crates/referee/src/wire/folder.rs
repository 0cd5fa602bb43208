//! Folders of our own for programs.

use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::sync::Once;

use tempfile::TempDir;

/// What the folders of this program are called, before the number of the process.
const FOLDER: &str = "gyoji-";

/// A new folder that only we can see. Folders of a process that was killed, and could not remove
/// them itself, are removed first.
pub(crate) fn private_folder() -> std::io::Result<TempDir> {
    static TIDY: Once = Once::new();
    TIDY.call_once(|| remove_abandoned(&std::env::temp_dir()));
    let name = format!("{FOLDER}{}-", std::process::id());
    let mode = std::fs::Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix(&name).permissions(mode).tempdir()
}

fn remove_abandoned(place: &std::path::Path) {
    let us = rustix::process::geteuid().as_raw();
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER)?.split_once('-'));
        let is_ours = entry.metadata().is_ok_and(|about| about.is_dir() && about.uid() == us);
        if let Some((pid, _)) = owner.filter(|_| is_ours)
            && pid.parse::<u32>().is_ok()
            && !std::path::Path::new("/proc").join(pid).exists()
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_processes_that_are_gone_are_removed_and_no_others() {
        let place = tempfile::tempdir().unwrap();
        // No process has a number as large as the first.
        let names = ["gyoji-999999999-abc", "gyoji-bench-1", "other-999999999-x", "gyoji-1x-y"];
        let mine = format!("gyoji-{}-abc", std::process::id());
        for name in names.iter().chain([&mine.as_str()]) {
            std::fs::create_dir(place.path().join(name)).unwrap();
        }
        std::fs::write(place.path().join(names[0]).join("game.csv"), "0,").unwrap();
        remove_abandoned(place.path());
        let left = |name: &str| place.path().join(name).exists();
        assert!(!left(names[0]));
        assert!(left(names[1]) && left(names[2]) && left(names[3]) && left(&mine));
    }
}
