//! What this process holds at a moment: memory, descriptors, processes, files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;

/// How often a look is taken.
const ROUND: Duration = Duration::from_millis(200);

/// What this process holds, and whatever it has started.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sample {
    /// In bytes.
    pub(super) memory: u64,
    pub(super) descriptors: u64,
    /// Processes below this one, and how many of them nobody has buried.
    pub(super) processes: u64,
    pub(super) zombies: u64,
    /// Temporary folders of ours, and the files in the one for records.
    pub(super) files: u64,
    /// Control groups of ours.
    pub(super) groups: u64,
}

impl Sample {
    /// Looks. `records` is the folder of the games' records.
    pub(super) fn take(records: &Path) -> Sample {
        let (processes, zombies) = below(std::process::id());
        let ours = format!("gyoji-{}-", std::process::id());
        let count = |folder: &Path, start: &str| {
            let entries = fs::read_dir(folder).into_iter().flatten().flatten();
            entries.filter(|it| it.file_name().to_string_lossy().starts_with(start)).count() as u64
        };
        Sample {
            memory: memory(),
            descriptors: count(Path::new("/proc/self/fd"), ""),
            processes,
            zombies,
            files: count(&std::env::temp_dir(), &ours) + count(records, ""),
            groups: group().map_or(0, |group| count(&group, &ours)),
        }
    }

    fn max(self, other: Sample) -> Sample {
        Sample {
            memory: self.memory.max(other.memory),
            descriptors: self.descriptors.max(other.descriptors),
            processes: self.processes.max(other.processes),
            zombies: self.zombies.max(other.zombies),
            files: self.files.max(other.files),
            groups: self.groups.max(other.groups),
        }
    }
}

/// Takes samples until it is finished.
pub(super) struct Sampler {
    finish: mpsc::Sender<()>,
    thread: JoinHandle<Sample>,
}

impl Sampler {
    pub(super) fn start(records: PathBuf) -> Sampler {
        let (finish, finished) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let mut most = Sample::take(&records);
            while finished.recv_timeout(ROUND).is_err() {
                most = most.max(Sample::take(&records));
            }
            most
        });
        Sampler { finish, thread }
    }

    /// The most there was of each.
    pub(super) fn finish(self) -> Sample {
        let _ = self.finish.send(());
        self.thread.join().unwrap_or_default()
    }
}

/// The memory of this process that is in use.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) << 10
}

/// How many processes there are below one, and how many of them are zombies.
fn below(top: u32) -> (u64, u64) {
    let mut children: BTreeMap<u32, Vec<(u32, bool)>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // The name before it may have anything in it, parentheses too.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
        let is_zombie = fields.next() == Some("Z");
        if let Some(parent) = fields.next().and_then(|parent| parent.parse().ok()) {
            children.entry(parent).or_default().push((pid, is_zombie));
        }
    }
    let (mut all, mut zombies, mut next) = (0, 0, vec![top]);
    while let Some(pid) = next.pop() {
        for (child, is_zombie) in children.remove(&pid).unwrap_or_default() {
            all += 1;
            zombies += u64::from(is_zombie);
            next.push(child);
        }
    }
    (all, zombies)
}

/// The control group this process is in, where groups of ours would lie.
fn group() -> Option<PathBuf> {
    let own = fs::read_to_string("/proc/self/cgroup").ok()?;
    let own = own.lines().find_map(|line| line.strip_prefix("0::/"))?;
    let mounts = fs::read_to_string("/proc/self/mounts").ok()?;
    let is_ours = |mount: &&str| mount.split(' ').nth(2) == Some("cgroup2");
    Some(Path::new(mounts.lines().find(is_ours)?.split(' ').nth(1)?).join(own))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_sees_a_child_a_file_and_a_descriptor() {
        let folder = tempfile::tempdir().unwrap();
        let before = Sample::take(folder.path());
        let mut child = std::process::Command::new("sleep");
        let mut child = child.arg("60").spawn().unwrap();
        let _file = fs::File::create(folder.path().join("record")).unwrap();
        let now = Sample::take(folder.path());
        assert!(now.processes > before.processes);
        assert!(now.files > before.files);
        assert!(now.memory > 0 && now.descriptors > 0);
        child.kill().unwrap();
        child.wait().unwrap();
        let most = before.max(now);
        assert_eq!((most.processes, most.files), (now.processes, now.files));
    }
}
