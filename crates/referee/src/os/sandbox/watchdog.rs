//! Looks every few milliseconds what a program and all it has started use.
//!
//! A control group is exact about memory and processes; without one this is what holds them, the
//! disk and the processor.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use gyoji_core::record::{Limits, size_text};
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags};
use rustix::io::Errno;
use rustix::process::Pid;

use super::super::tree;
use super::Order;

/// How often memory and processes are looked at, and how often if little is left.
const ROUND: Duration = Duration::from_millis(20);
const SHORT_ROUND: Duration = Duration::from_millis(4);
/// How often the disk is looked at.
const DISK_ROUND: Duration = Duration::from_millis(250);
/// The most files in a folder of temporary files, and the deepest folder in it: nothing below a
/// path that is too long could be seen.
const MOST_FILES: u64 = 20_000;
const DEEPEST: u32 = 100;
/// The most files that all processes together may have open, for each one may: the kernel keeps
/// memory for sockets that is counted for nobody.
const MOST_OPEN: u64 = 4;
/// The most files without a name that are in memory but not open: nobody knows how large they are.
const MOST_MAPPED: usize = 4;
/// What the kernel may keep in a socket that nobody reads: no process shows it.
const SOCKET: u64 = 208 << 10;

/// What went beyond a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    /// More memory than it may have.
    Memory(String),
    /// Anything else.
    Other(String),
}

#[derive(Debug)]
pub(super) struct Watchdog {
    limits: Limits,
    /// Where it may write, and how much was there before.
    places: Vec<PathBuf>,
    before: u64,
    /// Its temporary files, where they lie in a room of its own.
    tmp: Option<PathBuf>,
    /// What may lie in its sockets.
    in_sockets: u64,
    /// What its control group has used of the processor, where there is such a file.
    processor: Option<PathBuf>,
    round: Duration,
    next: Instant,
    next_disk: Instant,
}

impl Watchdog {
    /// Of a program in a room of its own, or of one that is not.
    pub(super) fn new(order: &Order, in_room: Option<Pid>) -> Watchdog {
        let now = Instant::now();
        let places: Vec<PathBuf> = order.scratch.iter().chain(&order.writes).cloned().collect();
        let mut before = Weight::default();
        places.iter().for_each(|place| before.add(CWD, place, u64::MAX, 0));
        let mut groups = order.doors.iter().map(|door| door.with_file_name("cpu.stat"));
        Watchdog {
            limits: order.limits,
            places,
            before: before.bytes,
            tmp: in_room.map(|pid| format!("/proc/{}/root/tmp", pid.as_raw_pid()).into()),
            in_sockets: 0,
            processor: groups.find(|file| file.exists()),
            round: SHORT_ROUND,
            next: now,
            next_disk: now + DISK_ROUND,
        }
    }

    /// How long nobody need look.
    pub(super) fn rests(&self) -> Duration {
        self.next.saturating_duration_since(Instant::now())
    }

    /// Looks, if it is time to.
    pub(super) fn look(&mut self) -> Option<Excess> {
        let now = Instant::now();
        if now < self.next {
            return None;
        }
        let excess = self.look_at_processes();
        self.next = Instant::now() + self.round;
        if excess.is_some() || now < self.next_disk {
            return excess;
        }
        self.next_disk = now + DISK_ROUND;
        self.look_at_files()
    }

    fn look_at_processes(&mut self) -> Option<Excess> {
        let us = rustix::process::getpid();
        let family = tree::descendants(us);
        let used: Vec<Used> = family.iter().filter_map(|pid| Used::by(*pid)).collect();
        let tasks: u64 = used.iter().map(|one| one.tasks).sum();
        if let Some(most) = self.limits.processes.filter(|most| *most > 0 && tasks > *most + SPARE)
        {
            return Some(Excess::Other(format!("fork {tasks} processes of {most}")));
        }
        if let Some(most) = self.limits.cpu_s.filter(|most| *most > 0) {
            // Whoever was buried counts for those who buried it.
            let buried = Used::by(us).map_or(0, |us| us.buried);
            let all: u64 = used.iter().map(|one| one.own + one.buried).sum();
            let seconds = (all + buried) / rustix::param::clock_ticks_per_second();
            if self.counted_seconds().unwrap_or(seconds) >= most {
                return Some(Excess::Other(format!("use more than {most} s of the processor")));
            }
        }
        let most = self.limits.memory.filter(|most| *most > 0)?;
        let resident = self.in_sockets + used.iter().map(|one| one.memory).sum::<u64>();
        self.round = if resident > most / 2 { SHORT_ROUND } else { ROUND };
        if resident <= most {
            return None;
        }
        // What several of them share counts once.
        let fair = match used.len() {
            0 | 1 => resident,
            _ => self.in_sockets + used.iter().map(Used::share).sum::<u64>(),
        };
        (fair > most).then(|| Excess::Memory(format!("{} of {}", size_text(fair), size_text(most))))
    }

    /// The seconds of processor time that its control group has counted.
    fn counted_seconds(&self) -> Option<u64> {
        let text = std::fs::read_to_string(self.processor.as_ref()?).ok()?;
        let used = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
        used.parse::<u64>().ok().map(|used| used / 1_000_000)
    }

    fn look_at_files(&mut self) -> Option<Excess> {
        let other = |words: String| Some(Excess::Other(words));
        let mut kept = Kept::default();
        for pid in tree::descendants(rustix::process::getpid()) {
            kept.add(pid, !self.places.is_empty());
        }
        self.in_sockets = kept.sockets.len() as u64 * SOCKET;
        if kept.is_hidden {
            return other("run a program that nobody can look into".into());
        }
        let most = self.limits.open_files.filter(|most| *most > 0).map(|most| most * MOST_OPEN);
        if let Some(most) = most.filter(|most| kept.open > *most) {
            return other(format!("open {} files of {most}", kept.open));
        }
        let is_weighed = |number: &&u64| kept.seen.iter().any(|(_, seen)| seen == *number);
        let mapped = kept.mapped.iter().filter(|number| !is_weighed(number)).count();
        if mapped > MOST_MAPPED {
            return other(format!("map {mapped} files without a name"));
        }
        // In a room of its own they are in memory: how much that is, is settled, but not how many.
        let room = self.tmp.as_ref().and_then(|tmp| rustix::fs::statvfs(tmp).ok());
        if room.is_some_and(|room| room.f_files.saturating_sub(room.f_ffree) > MOST_FILES) {
            return other(format!("create more than {MOST_FILES} files"));
        }
        let most = self.limits.disk.filter(|most| *most > 0)?;
        let mut weight = Weight { bytes: kept.unnamed, ..Weight::default() };
        self.places.iter().for_each(|place| weight.add(CWD, place, most + self.before, 0));
        match weight {
            _ if weight.is_hidden => other("create folders that nobody can look into".into()),
            _ if weight.bytes > most + self.before => {
                other(format!("write more than {}", size_text(most)))
            }
            _ if weight.files > MOST_FILES => other(format!("create more than {MOST_FILES} files")),
            _ => None,
        }
    }
}

/// Processes of ours that are counted with those of the program.
const SPARE: u64 = 2;

/// What one process uses.
struct Used {
    /// A thread of it that lives: whoever asks for a process whose first thread is gone is told
    /// that there is nothing.
    thread: Pid,
    tasks: u64,
    /// What is resident, swapped out, in huge pages, or needed to find all that.
    memory: u64,
    resident: u64,
    /// Processor time in ticks: its own, and that of those whom it has buried.
    own: u64,
    buried: u64,
}

impl Used {
    fn by(pid: Pid) -> Option<Used> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        let fields: Vec<&str> = tree::stat_fields(&stat)?.collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        let thread = living_thread(pid, fields.first().copied(), number(17)?);
        let about = std::fs::read_to_string(format!("/proc/{}/status", thread.as_raw_pid()));
        let about = about.unwrap_or_default();
        let bytes = |field: &str| {
            let found = about.lines().find_map(|line| line.strip_prefix(field));
            let number =
                found.and_then(|text| text.trim().strip_suffix(" kB")?.parse::<u64>().ok());
            number.unwrap_or(0) << 10
        };
        let resident = bytes("VmRSS:");
        Some(Used {
            thread,
            own: number(11)? + number(12)?,
            buried: number(13)? + number(14)?,
            tasks: number(17)?,
            memory: resident + bytes("VmSwap:") + bytes("VmPTE:") + bytes("HugetlbPages:"),
            resident,
        })
    }

    /// Its part of the memory it uses, shared or not. All of it, if nobody can tell.
    fn share(&self) -> u64 {
        let path = format!("/proc/{}/smaps_rollup", self.thread.as_raw_pid());
        let about = std::fs::read_to_string(path).unwrap_or_default();
        let pss = about.lines().find_map(|line| line.strip_prefix("Pss:"));
        let pss = pss.and_then(|pss| pss.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        pss.map_or(self.memory, |pss| (pss << 10) + self.memory - self.resident)
    }
}

/// A thread of a process by which it can be looked into: its first, unless that is gone.
fn living_thread(pid: Pid, state: Option<&str>, threads: u64) -> Pid {
    if threads < 2 || !matches!(state, Some("Z" | "X")) {
        return pid;
    }
    let tasks = std::fs::read_dir(format!("/proc/{}/task", pid.as_raw_pid()));
    let mut tasks = tasks.into_iter().flatten().flatten().filter_map(|task| {
        let stat = std::fs::read_to_string(task.path().join("stat")).ok()?;
        let lives = tree::stat_fields(&stat)?.next().is_some_and(|state| state != "Z");
        Pid::from_raw(task.file_name().to_str()?.parse().ok()?).filter(|_| lives)
    });
    tasks.next().unwrap_or(pid)
}

/// Files that processes have open or in memory.
#[derive(Default)]
struct Kept {
    /// How many are open.
    open: u64,
    /// Those that are sockets.
    sockets: HashSet<PathBuf>,
    /// What those without a name weigh: nobody finds them in a folder.
    unnamed: u64,
    /// Those without a name that are in memory, by their numbers.
    mapped: HashSet<u64>,
    seen: HashSet<(u64, u64)>,
    /// Whether there is a process that cannot be looked into.
    is_hidden: bool,
}

impl Kept {
    fn add(&mut self, pid: Pid, weighs: bool) {
        let Some(used) = Used::by(pid) else { return };
        let pid = used.thread.as_raw_pid();
        let entries = std::fs::read_dir(format!("/proc/{pid}/fd"));
        // Around a room there are processes of ours that nobody may look into.
        self.is_hidden |=
            weighs && matches!(&entries, Err(error) if error.kind() == ErrorKind::PermissionDenied);
        for entry in entries.into_iter().flatten().flatten() {
            self.open += 1;
            let what = std::fs::read_link(entry.path()).unwrap_or_default();
            if what.as_os_str().as_encoded_bytes().starts_with(b"socket:") {
                self.sockets.insert(what);
                continue;
            }
            let about = weighs.then(|| std::fs::metadata(entry.path()));
            let Some(Ok(about)) = about.filter(|_| self.seen.len() < MOST_FILES as usize) else {
                continue;
            };
            let is_unnamed = about.is_file() && about.nlink() == 0;
            if is_unnamed && self.seen.insert((about.dev(), about.ino())) {
                self.unnamed += about.blocks() * 512;
            }
        }
        let maps = weighs.then(|| std::fs::read_to_string(format!("/proc/{pid}/maps")));
        let maps = maps.and_then(Result::ok).unwrap_or_default();
        // What is shared without a file looks as if it had one.
        let unnamed = maps
            .lines()
            .filter(|line| line.ends_with(" (deleted)") && !line.ends_with(" /dev/zero (deleted)"));
        let numbers =
            unnamed.filter_map(|line| line.split_ascii_whitespace().nth(4)?.parse::<u64>().ok());
        self.mapped.extend(numbers);
    }
}

/// What lies in folders.
#[derive(Clone, Copy, Default)]
struct Weight {
    bytes: u64,
    files: u64,
    /// Whether there is a folder that cannot be looked into.
    is_hidden: bool,
}

impl Weight {
    /// Adds up what lies in a folder of another, until it is too much. Its owner may change
    /// everything meanwhile: no link is ever followed.
    fn add(
        &mut self,
        above: impl AsFd,
        name: impl rustix::path::Arg + Copy,
        most: u64,
        depth: u32,
    ) {
        let folder = match open_folder(above, name) {
            Ok(folder) if depth <= DEEPEST => folder,
            Err(Errno::NOENT | Errno::NOTDIR | Errno::LOOP) => return, // it is gone
            _ => return self.is_hidden = true,
        };
        let Ok(entries) = Dir::read_from(&folder) else { return self.is_hidden = true };
        for entry in entries.flatten() {
            let name = entry.file_name();
            if [c".", c".."].contains(&name) {
                continue;
            }
            self.files += 1;
            if self.is_hidden || self.bytes > most || self.files > MOST_FILES {
                return;
            }
            let Ok(about) = rustix::fs::statat(&folder, name, AtFlags::SYMLINK_NOFOLLOW) else {
                continue;
            };
            match FileType::from_raw_mode(about.st_mode) {
                FileType::Directory => self.add(&folder, name, most, depth + 1),
                _ => self.bytes += about.st_blocks.cast_unsigned() * 512,
            }
        }
    }
}

/// Opens a folder to see what is in it. If it is closed to its owner, it is opened to it.
fn open_folder(
    above: impl AsFd,
    name: impl rustix::path::Arg + Copy,
) -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = |how| rustix::fs::openat(&above, name, flags | how, Mode::empty());
    match open(OFlags::RDONLY) {
        Err(Errno::ACCESS) => {
            let closed = open(OFlags::PATH)?;
            let path = format!("/proc/self/fd/{}", closed.as_raw_fd());
            let mode = std::fs::Permissions::from_mode(0o700);
            std::fs::set_permissions(path, mode).map_err(|_| Errno::ACCESS)?;
            open(OFlags::RDONLY)
        }
        opened => opened,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_folders_is_weighed_and_no_link_is_followed() {
        let (outside, own) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(outside.path().join("large"), vec![1; 1 << 20]).unwrap();
        let closed = own.path().join("closed");
        std::fs::create_dir(&closed).unwrap();
        std::fs::write(closed.join("file"), vec![1; 1 << 16]).unwrap();
        std::fs::set_permissions(&closed, std::fs::Permissions::from_mode(0o0)).unwrap();
        std::os::unix::fs::symlink(outside.path(), own.path().join("link")).unwrap();
        let weigh = |place: &PathBuf| {
            let mut weight = Weight::default();
            weight.add(CWD, place, u64::MAX, 0);
            weight
        };
        let weight = weigh(&own.path().to_owned());
        assert!((1 << 16..1 << 19).contains(&weight.bytes), "{}", weight.bytes);
        assert_eq!((weight.files, weight.is_hidden), (3, false));
        // What was a folder a moment ago is a link now.
        assert_eq!(weigh(&own.path().join("link")).files, 0);
        assert!(open_folder(CWD, &own.path().join("link")).is_err());
    }
}
