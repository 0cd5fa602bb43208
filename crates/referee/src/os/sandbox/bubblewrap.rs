//! Level 2's walls: what bubblewrap is told.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::Order;
use super::landlock::{SYSTEM, etc};

/// Where the program of that name is.
pub(super) fn find() -> Option<PathBuf> {
    crate::player::in_path("bwrap")
}

/// What it is told before the program it runs.
///
/// As root it needs no user name space: the stage gives up being root itself, for which it keeps
/// the powers that takes. Else it makes one, in which nobody can make another.
pub(super) fn arguments(order: &Order) -> Vec<OsString> {
    let mut told = Told(Vec::new());
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
    told.words("--proc /proc --dev /dev");
    let size = order.limits.disk.filter(|disk| *disk > 0).unwrap_or(1 << 30);
    for place in ["/dev/shm", "/tmp"] {
        told.words(&format!("--perms 1777 --size {size} --tmpfs {place}"));
    }
    told.words("--perms 0755 --dir /var --symlink ../tmp /var/tmp");
    let machine = Path::new("/sys/devices/system").to_owned();
    let settings = etc().into_iter().chain([machine]).filter(|path| path.exists());
    let reads: Vec<PathBuf> = settings.chain(order.reads.iter().cloned()).collect();
    let folders: BTreeSet<&Path> =
        reads.iter().chain(&order.writes).flat_map(|path| above(path)).collect();
    for folder in folders {
        told.words("--perms 0755 --dir");
        told.0.push(folder.into());
    }
    for path in &reads {
        told.pair("--ro-bind", path, path);
    }
    for path in &order.writes {
        told.pair("--bind", path, path);
    }
    // Its own root and devices are in memory: nothing is to be put there.
    told.words("--remount-ro /dev --remount-ro / --");
    told.0
}

/// The folders above a path: made on the way to it, they would be for nobody else to pass.
fn above(path: &Path) -> impl Iterator<Item = &Path> {
    let is_made = |folder: &&Path| folder.components().count() > 1 && *folder != Path::new("/tmp");
    path.ancestors().skip(1).filter(is_made)
}

struct Told(Vec<OsString>);

impl Told {
    fn words(&mut self, words: &str) {
        self.0.extend(words.split(' ').map(OsString::from));
    }

    fn pair(&mut self, option: &str, from: &Path, to: &Path) {
        self.0.extend([option.into(), from.into(), to.into()]);
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
            arguments(&order).into_iter().map(|word| word.into_string().unwrap()).collect();
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
