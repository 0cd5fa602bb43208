//! A control group for one program: everybody in it is frozen and killed as one.
//!
//! Only where this process may make such groups (cgroup v2: as root, or in a session whose
//! groups are its user's). Moving a process into one takes the kernel some milliseconds.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::process::Pid;

/// What all our groups are called, before the number of the process that made them.
const NAME: &str = "gyoji-";
/// How often a group that still has somebody dying in it is tried to be removed.
const TRIES: u32 = 50;

/// A group of our own. It goes with this value, and so does everybody in it.
#[derive(Debug)]
pub(crate) struct Cage {
    folder: PathBuf,
}

impl Cage {
    /// A new group, where groups can be had.
    pub(crate) fn build() -> Option<Cage> {
        static GROUND: OnceLock<Option<PathBuf>> = OnceLock::new();
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let ground = GROUND.get_or_init(ground).as_ref()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = ground.join(format!("{NAME}{}-{number}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let cage = Cage { folder };
        let is_whole =
            ["cgroup.freeze", "cgroup.kill"].iter().all(|file| cage.folder.join(file).exists());
        is_whole.then_some(cage)
    }

    /// The file to which whoever enters writes `0`.
    pub(crate) fn door(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }

    /// Freezes everybody in it, or lets them go on. Whether that could be done.
    pub(crate) fn freeze(&self, frozen: bool) -> bool {
        self.write("cgroup.freeze", if frozen { "1" } else { "0" })
    }

    /// Whether a process is in it.
    pub(crate) fn holds(&self, process: Option<Pid>) -> bool {
        let inside = fs::read_to_string(self.door()).unwrap_or_default();
        process.is_some_and(|pid| inside.lines().any(|line| line == pid.as_raw_pid().to_string()))
    }

    /// Kills everybody in it.
    pub(crate) fn kill(&self) {
        self.write("cgroup.kill", "1");
    }

    fn write(&self, file: &str, text: &str) -> bool {
        let file = File::options().write(true).open(self.folder.join(file));
        file.and_then(|mut file| file.write_all(text.as_bytes())).is_ok()
    }
}

impl Drop for Cage {
    fn drop(&mut self) {
        self.kill();
        for _ in 0..TRIES {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                    std::thread::sleep(Duration::from_millis(1));
                }
                _ => return,
            }
        }
    }
}

/// The group this process is in, if it may make others in it. Empty ones that were left there
/// by a process that was killed are removed.
fn ground() -> Option<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let is_ours = |mount: &&str| mount.split(' ').nth(2) == Some("cgroup2");
    let root = mounts.lines().find(is_ours)?.split(' ').nth(1)?;
    let ground = Path::new(root).join(own);
    for entry in fs::read_dir(&ground).ok()?.flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if owner.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
    Some(ground)
}
