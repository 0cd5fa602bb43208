//! Folders of our own for programs.

use std::fs::DirEntry;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
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

/// Removes whatever is in a folder, however deep: the folders in a folder are moved up before it
/// goes, so that nobody has to go down with them. What may not be changed is made changeable.
pub(crate) fn empty(top: &Path) {
    let is_folder = |entry: &DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let entries = |folder: &Path| std::fs::read_dir(folder).into_iter().flatten().flatten();
    let open = |path: &Path| {
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o700));
    };
    open(top);
    let mut moved = 0_u64;
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for entry in entries(top) {
            let path = entry.path();
            if !is_folder(&entry) {
                has_changed |= std::fs::remove_file(&path).is_ok();
                continue;
            }
            open(&path);
            for inner in entries(&path) {
                if is_folder(&inner) {
                    let up = top.join(format!(".moved-{moved}"));
                    moved += 1;
                    open(&inner.path());
                    let _ = std::fs::rename(inner.path(), up);
                } else {
                    let _ = std::fs::remove_file(inner.path());
                }
            }
            has_changed |= std::fs::remove_dir(&path).is_ok();
        }
    }
}

fn remove_abandoned(place: &Path) {
    let us = rustix::process::geteuid().as_raw();
    for entry in std::fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(FOLDER)?.split_once('-'));
        let is_ours = entry.metadata().is_ok_and(|about| about.is_dir() && about.uid() == us);
        if let Some((pid, _)) = owner.filter(|_| is_ours)
            && pid.parse::<u32>().is_ok()
            && !Path::new("/proc").join(pid).exists()
        {
            empty(&entry.path());
            let _ = std::fs::remove_dir(entry.path());
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
