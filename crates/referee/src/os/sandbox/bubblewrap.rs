//! Level 2's walls: what bubblewrap is told.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use super::Order;
use super::landlock::{DEVICES, SYSTEM, etc};

/// Where the program of that name is.
pub(super) fn find() -> Option<PathBuf> {
    crate::player::in_path("bwrap")
}

/// What it is told before the program it runs, and the files that it is to inherit.
///
/// As root it needs no user name space: the stage gives up being root itself, for which it keeps
/// the powers that takes. Else it makes one, in which nobody can make another. Each mount takes it
/// a quarter of a millisecond: what is small is copied into its root instead.
pub(super) fn arguments(order: &Order) -> (Vec<OsString>, Vec<File>) {
    let mut told = Told::default();
    told.words("--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try");
    told.words("--die-with-parent --new-session --as-pid-1 --cap-drop ALL");
    match order.uid {
        Some(_) => {
            told.words("--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_DAC_READ_SEARCH");
        }
        None => told.words("--unshare-user --disable-userns"),
    }
    for path in SYSTEM.iter().map(Path::new) {
        match std::fs::read_link(path) {
            Ok(target) => told.pair("--symlink", &target, path),
            Err(_) if path.exists() => told.pair("--ro-bind", path, path),
            Err(_) => {}
        }
    }
    told.words("--proc /proc --perms 0755 --dir /dev");
    for path in DEVICES.iter().map(Path::new).filter(|path| path.exists()) {
        told.pair("--dev-bind", path, path);
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        told.words(&format!("--symlink /proc/self/fd{target} /dev/{name}"));
    }
    // One place for all temporary files, which are in memory: one quota.
    let size = order.limits.disk.filter(|disk| *disk > 0).unwrap_or(1 << 30);
    told.words(&format!("--perms 1777 --size {size} --tmpfs /tmp --symlink /tmp /dev/shm"));
    told.words("--perms 0755 --dir /var --symlink ../tmp /var/tmp");
    let machine = Path::new("/sys/devices/system").to_owned();
    let (copied, settings): (Vec<PathBuf>, Vec<PathBuf>) =
        etc().into_iter().chain([machine]).filter(|path| path.exists()).partition(|p| p.is_file());
    let reads: Vec<&PathBuf> = settings.iter().chain(&order.reads).collect();
    let all = copied.iter().chain(reads.iter().copied()).chain(&order.writes);
    let folders: BTreeSet<&Path> = all.flat_map(|path| above(path)).collect();
    for folder in folders {
        told.words("--perms 0755 --dir");
        told.words.push(folder.into());
    }
    for path in &copied {
        told.copy(path);
    }
    for path in reads {
        told.pair("--ro-bind", path, path);
    }
    for path in &order.writes {
        told.pair("--bind", path, path);
    }
    // Its own root is in memory: nothing is to be put there.
    told.words("--remount-ro / --");
    (told.words, told.files)
}

/// The folders above a path: made on the way to it, they would be for nobody else to pass.
fn above(path: &Path) -> impl Iterator<Item = &Path> {
    let is_made = |folder: &&Path| folder.components().count() > 1 && *folder != Path::new("/tmp");
    path.ancestors().skip(1).filter(is_made)
}

#[derive(Default)]
struct Told {
    words: Vec<OsString>,
    files: Vec<File>,
}

impl Told {
    fn words(&mut self, words: &str) {
        self.words.extend(words.split(' ').map(OsString::from));
    }

    fn pair(&mut self, option: &str, from: &Path, to: &Path) {
        self.words.extend([option.into(), from.into(), to.into()]);
    }

    /// A file of the same text; none if it is not ours to read.
    fn copy(&mut self, path: &Path) {
        if let Ok(file) = File::open(path) {
            self.words(&format!("--perms 0644 --file {}", file.as_raw_fd()));
            self.words.push(path.into());
            self.files.push(file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gyoji_core::record::Limits;

    fn told(uid: Option<u32>) -> String {
        let order = Order {
            level: 2,
            limits: Limits::USUAL,
            uid,
            reads: vec!["/tmp/own".into()],
            writes: Vec::new(),
            scratch: None,
            folder: None,
            doors: Vec::new(),
        };
        let words: Vec<String> =
            arguments(&order).0.into_iter().map(|word| word.into_string().unwrap()).collect();
        words.join(" ")
    }

    #[test]
    fn nobody_keeps_powers_it_does_not_need() {
        // Started by root, bubblewrap leaves its program all powers unless it is told not to.
        let as_root = told(Some(1 << 30));
        assert!(as_root.contains("--cap-drop ALL --cap-add CAP_SETUID --cap-add CAP_SETGID --"));
        assert_eq!(as_root.matches("--cap-add").count(), 3, "and the one to read");
        assert!(!as_root.contains("--unshare-user"), "root makes the walls itself");
        let as_user = told(None);
        assert!(as_user.contains("--cap-drop ALL --unshare-user --disable-userns --"));
        assert!(!as_user.contains("--cap-add"));
    }

    #[test]
    fn its_own_folder_lies_over_the_private_tmp() {
        let told = told(None);
        let at = |part: &str| told.find(part).unwrap_or_else(|| panic!("{part}: {told}"));
        assert!(at("--tmpfs /tmp") < at("--ro-bind /tmp/own /tmp/own"));
        assert!(at("--ro-bind /tmp/own") < at("--remount-ro / --"));
        assert!(!told.contains("/home") && !told.contains("/root "), "{told}");
    }
}
