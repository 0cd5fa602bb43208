//! Control groups for one program: everybody in them is frozen, killed and counted as one.
//!
//! Only where this process may make such groups: as root, or in a session whose groups are its
//! user's. Version 2 has one tree, in which everybody can be frozen and killed; memory and
//! processes are counted there if that was handed down to us. Version 1 has a tree for each of
//! these. Moving a process into a group takes the kernel some milliseconds.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use gyoji_core::record::Limits;
use rustix::process::{Pid, Signal};

/// What all our groups are called, before the number of the process that made them.
const NAME: &str = "gyoji-";
/// How often a group that still has somebody dying in it is tried to be removed.
const TRIES: u32 = 50;
/// Processes of ours that are in the group of a program.
const OURS: u64 = 2;

/// Groups of our own. They go with this value, and so does everybody in them.
#[derive(Debug, Default)]
pub(crate) struct Cage {
    /// Of version 2.
    unified: Option<PathBuf>,
    /// Of version 1.
    freezer: Option<PathBuf>,
    memory: Option<PathBuf>,
    pids: Option<PathBuf>,
}

impl Cage {
    /// A new group to freeze and kill, where one can be had.
    pub(crate) fn build() -> Option<Cage> {
        let name = new_name();
        let ground = Ground::of_this_machine();
        let is_whole = |group: &PathBuf| {
            ["cgroup.freeze", "cgroup.kill"].iter().all(|file| group.join(file).exists())
        };
        let mut cage = Cage::default();
        cage.unified = group_in(ground.unified.as_ref(), &name);
        if !cage.unified.as_ref().is_some_and(is_whole) {
            drop(std::mem::take(&mut cage));
            cage.freezer = group_in(ground.freezer.as_ref(), &name);
        }
        (cage.unified.is_some() || cage.freezer.is_some()).then_some(cage)
    }

    /// A new group that also counts memory and processes; an error if there is none.
    pub(crate) fn with_limits(limits: &Limits) -> std::io::Result<Cage> {
        let mut cage = Cage::build().unwrap_or_default();
        let ground = Ground::of_this_machine();
        let given = |limit: Option<u64>| limit.filter(|limit| *limit > 0);
        let (memory, pids) = (given(limits.memory), given(limits.processes));
        if ground.counts
            && let Some(group) = &cage.unified
        {
            return limit_unified(group, memory, pids).map(|()| cage);
        }
        let name = new_name();
        let missing = || std::io::Error::other("no control groups for memory and processes");
        cage.memory = Some(group_in(ground.memory.as_ref(), &name).ok_or_else(missing)?);
        cage.pids = Some(group_in(ground.pids.as_ref(), &name).ok_or_else(missing)?);
        if let (Some(group), Some(memory)) = (&cage.memory, memory) {
            put(group, "memory.limit_in_bytes", Some(memory))?;
            // Memory and swap together.
            put(group, "memory.memsw.limit_in_bytes", Some(memory)).or_else(forgive_missing)?;
        }
        if let (Some(group), Some(most)) = (&cage.pids, pids) {
            put(group, "pids.max", Some(most + OURS))?;
        }
        Ok(cage)
    }

    /// Whether groups can be had that count memory and processes.
    pub(crate) fn can_hold() -> bool {
        Cage::with_limits(&Limits::USUAL).is_ok()
    }

    /// The kind of groups there are here: what `gyoji doctor` shows.
    pub(crate) fn kinds() -> Vec<&'static str> {
        let ground = Ground::of_this_machine();
        let known = [
            ("v2 freeze, kill", Cage::build().is_some_and(|cage| cage.unified.is_some())),
            ("v2 memory, pids", ground.counts),
            ("v1 freezer", ground.freezer.is_some()),
            ("v1 memory", ground.memory.is_some()),
            ("v1 pids", ground.pids.is_some()),
        ];
        known.into_iter().filter_map(|(name, is_there)| is_there.then_some(name)).collect()
    }

    /// The files to which the numbers of those who enter are written.
    pub(crate) fn doors(&self) -> Vec<PathBuf> {
        self.groups().map(|group| group.join("cgroup.procs")).collect()
    }

    fn groups(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.unified, &self.freezer, &self.memory, &self.pids].into_iter().flatten()
    }

    /// Freezes everybody in it, or lets them go on. Whether that could be done.
    pub(crate) fn freeze(&self, frozen: bool) -> bool {
        match (&self.unified, &self.freezer) {
            (Some(group), _) => put(group, "cgroup.freeze", Some(u64::from(frozen))).is_ok(),
            (None, Some(group)) => {
                write(group, "freezer.state", if frozen { "FROZEN" } else { "THAWED" }).is_ok()
            }
            (None, None) => false,
        }
    }

    /// Whether a process is in it.
    pub(crate) fn holds(&self, process: Option<Pid>) -> bool {
        let is_in = |door: &PathBuf| {
            let inside = fs::read_to_string(door).unwrap_or_default();
            process
                .is_some_and(|pid| inside.lines().any(|line| line == pid.as_raw_pid().to_string()))
        };
        self.doors().iter().all(is_in)
    }

    /// Kills everybody in it.
    pub(crate) fn kill(&self) {
        if let Some(group) = &self.unified {
            let _ = put(group, "cgroup.kill", Some(1));
            return;
        }
        // Nobody who is frozen can start anybody.
        self.freeze(true);
        for door in self.doors() {
            let inside = fs::read_to_string(door).unwrap_or_default();
            for pid in inside.lines().filter_map(|line| Pid::from_raw(line.parse().ok()?)) {
                let _ = rustix::process::kill_process(pid, Signal::KILL);
            }
        }
        self.freeze(false);
    }

    /// Whether somebody in it was killed for using more memory than it may.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        let killed = |group: &PathBuf, file: &str| {
            let text = fs::read_to_string(group.join(file)).unwrap_or_default();
            let count = text.lines().find_map(|line| line.strip_prefix("oom_kill "));
            count.is_some_and(|count| count.trim() != "0")
        };
        self.memory.as_ref().is_some_and(|group| killed(group, "memory.oom_control"))
            || self.unified.as_ref().is_some_and(|group| killed(group, "memory.events"))
    }
}

impl Drop for Cage {
    fn drop(&mut self) {
        self.kill();
        for group in self.groups() {
            for _ in 0..TRIES {
                match fs::remove_dir(group) {
                    Err(error) if error.kind() == std::io::ErrorKind::ResourceBusy => {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    _ => break,
                }
            }
        }
    }
}

/// Limits a group of version 2. All in it end together, so that nobody goes on with half of them.
fn limit_unified(group: &Path, memory: Option<u64>, pids: Option<u64>) -> std::io::Result<()> {
    put(group, "memory.max", memory)?;
    put(group, "memory.swap.max", Some(0)).or_else(forgive_missing)?;
    put(group, "memory.oom.group", Some(1)).or_else(forgive_missing)?;
    put(group, "pids.max", pids.map(|most| most + OURS))
}

fn new_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{NAME}{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

fn group_in(ground: Option<&PathBuf>, name: &str) -> Option<PathBuf> {
    let group = ground?.join(name);
    fs::create_dir(&group).ok().map(|()| group)
}

fn put(group: &Path, file: &str, number: Option<u64>) -> std::io::Result<()> {
    number.map_or(Ok(()), |number| write(group, file, &number.to_string()))
}

fn write(group: &Path, file: &str, text: &str) -> std::io::Result<()> {
    File::options().write(true).open(group.join(file))?.write_all(text.as_bytes())
}

fn forgive_missing(error: std::io::Error) -> std::io::Result<()> {
    if error.kind() == std::io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

/// The groups this process is in, where it may make others.
#[derive(Debug, Default)]
struct Ground {
    unified: Option<PathBuf>,
    /// Whether those of version 2 count memory and processes.
    counts: bool,
    freezer: Option<PathBuf>,
    memory: Option<PathBuf>,
    pids: Option<PathBuf>,
}

impl Ground {
    fn of_this_machine() -> &'static Ground {
        static GROUND: OnceLock<Ground> = OnceLock::new();
        GROUND.get_or_init(Ground::look)
    }

    fn look() -> Ground {
        let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
        let mounts = fs::read_to_string("/proc/self/mounts").unwrap_or_default();
        let ground = |kind: &str, controller: &str| {
            let is_ours = |mount: &&str| {
                let mut fields = mount.split(' ').skip(2);
                fields.next() == Some(kind)
                    && (controller.is_empty()
                        || fields.next().is_some_and(|it| it.split(',').any(|it| it == controller)))
            };
            let root = mounts.lines().find(is_ours)?.split(' ').nth(1)?;
            let path = own.lines().find_map(|line| {
                let (_, rest) = line.split_once(':')?;
                let (controllers, path) = rest.split_once(':')?;
                let is_it = controllers.split(',').any(|it| it == controller);
                is_it.then(|| path.trim_start_matches('/'))
            })?;
            let ground = Path::new(root).join(path);
            remove_left(&ground);
            rustix::fs::access(&ground, rustix::fs::Access::WRITE_OK).ok().map(|()| ground)
        };
        let unified = ground("cgroup2", "");
        Ground {
            counts: unified.as_deref().is_some_and(hand_down),
            unified,
            freezer: ground("cgroup", "freezer"),
            memory: ground("cgroup", "memory"),
            pids: ground("cgroup", "pids"),
        }
    }
}

/// Sees to it that groups below this one count memory and processes; whether they do.
///
/// A group whose members are counted has either processes or groups in it. If we are alone in
/// ours, as in a scope of systemd's with `Delegate=yes`, we go into one below.
fn hand_down(ground: &Path) -> bool {
    let has = |file: &str| {
        let text = fs::read_to_string(ground.join(file)).unwrap_or_default();
        ["memory", "pids"].iter().all(|wanted| text.split_whitespace().any(|it| it == *wanted))
    };
    if !has("cgroup.controllers") {
        return false;
    }
    if has("cgroup.subtree_control")
        || write(ground, "cgroup.subtree_control", "+memory +pids").is_ok()
    {
        return has("cgroup.subtree_control");
    }
    let us = std::process::id().to_string();
    let inside = fs::read_to_string(ground.join("cgroup.procs")).unwrap_or_default();
    if !inside.lines().all(|line| line == us) {
        return false;
    }
    let own = ground.join(format!("{NAME}{us}-self"));
    fs::create_dir(&own).is_ok()
        && write(&own, "cgroup.procs", &us).is_ok()
        && write(ground, "cgroup.subtree_control", "+memory +pids").is_ok()
}

/// Removes empty groups that were left by a process that was killed.
fn remove_left(ground: &Path) {
    for entry in fs::read_dir(ground).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if owner.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that looks like a group: what the kernel makes of the words is not tried here.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    #[test]
    fn groups_of_version_2_are_told_their_limits() {
        let group = folder(&[("memory.max", ""), ("pids.max", ""), ("memory.oom.group", "")]);
        limit_unified(group.path(), Some(512 << 20), Some(64)).unwrap();
        let said = |file: &str| fs::read_to_string(group.path().join(file)).unwrap();
        assert_eq!(said("memory.max"), "536870912");
        assert_eq!((said("pids.max"), said("memory.oom.group")), ("66".into(), "1".into()));
        // Where the kernel has no swap there is no such file; but without limits nobody starts.
        assert!(limit_unified(folder(&[("pids.max", "")]).path(), Some(1), Some(1)).is_err());
        assert!(limit_unified(folder(&[("memory.max", "")]).path(), Some(1), Some(1)).is_err());
    }

    #[test]
    fn what_a_group_of_version_2_ran_out_of_is_read() {
        let is_out = |events: &str| {
            let group = folder(&[("memory.events", events)]);
            let mut cage = Cage::default();
            cage.unified = Some(group.path().to_owned());
            cage.is_out_of_memory()
        };
        assert!(is_out("low 0\nhigh 0\nmax 12\noom 1\noom_kill 3\noom_group_kill 1\n"));
        assert!(!is_out("low 0\nhigh 0\nmax 12\noom 0\noom_kill 0\noom_group_kill 0\n"));
    }

    #[test]
    fn only_a_ground_that_counts_both_is_one() {
        let is_one = |controllers: &str, handed: &str| {
            let files = [("cgroup.controllers", controllers), ("cgroup.subtree_control", handed)];
            let ground = folder(&files);
            // Nobody else is to be moved: we are not alone in it.
            fs::write(ground.path().join("cgroup.procs"), "1\n").unwrap();
            hand_down(ground.path())
        };
        assert!(is_one("cpuset cpu io memory pids", "memory pids"));
        assert!(!is_one("cpuset cpu io pids", "pids"));
        assert!(!is_one("", ""));
    }
}
