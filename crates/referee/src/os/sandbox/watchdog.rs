//! Looks every few milliseconds what a program and all it has started use.
//!
//! A control group is exact about memory and processes; without one this is what holds them, the
//! disk and the processor.

use std::collections::HashSet;
use std::fs::Permissions;
use std::io::ErrorKind;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gyoji_core::record::{Limits, size_text};
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
const MOST_MAPPED: usize = 16;

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
    /// What its control group has used of the processor, where there is such a file.
    processor: Option<PathBuf>,
    round: Duration,
    next: Instant,
    next_disk: Instant,
}

impl Watchdog {
    pub(super) fn new(order: &Order) -> Watchdog {
        let now = Instant::now();
        let places: Vec<PathBuf> = order.scratch.iter().chain(&order.writes).cloned().collect();
        let mut before = Weight::default();
        places.iter().for_each(|place| before.add(place, u64::MAX, 0));
        let mut groups = order.doors.iter().map(|door| door.with_file_name("cpu.stat"));
        Watchdog {
            limits: order.limits,
            places,
            before: before.bytes,
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
        let resident: u64 = used.iter().map(|one| one.memory).sum();
        self.round = if resident > most / 2 { SHORT_ROUND } else { ROUND };
        if resident <= most {
            return None;
        }
        // What several of them share counts once.
        let fair = if family.len() > 1 {
            family.iter().filter_map(|pid| share(*pid)).sum()
        } else {
            resident
        };
        (fair > most).then(|| Excess::Memory(format!("{} of {}", size_text(fair), size_text(most))))
    }

    /// The seconds of processor time that its control group has counted.
    fn counted_seconds(&self) -> Option<u64> {
        let text = std::fs::read_to_string(self.processor.as_ref()?).ok()?;
        let used = text.lines().find_map(|line| line.strip_prefix("usage_usec "))?;
        used.parse::<u64>().ok().map(|used| used / 1_000_000)
    }

    fn look_at_files(&self) -> Option<Excess> {
        let other = |words: String| Some(Excess::Other(words));
        let mut kept = Kept::default();
        for pid in tree::descendants(rustix::process::getpid()) {
            kept.add(pid, !self.places.is_empty());
        }
        let most = self.limits.open_files.filter(|most| *most > 0).map(|most| most * MOST_OPEN);
        if let Some(most) = most.filter(|most| kept.open > *most) {
            return other(format!("open {} files of {most}", kept.open));
        }
        if kept.mapped.len() > MOST_MAPPED {
            return other(format!("map {} files without a name", kept.mapped.len()));
        }
        let most = self.limits.disk.filter(|most| *most > 0)?;
        let mut weight = Weight { bytes: kept.unnamed, ..Weight::default() };
        self.places.iter().for_each(|place| weight.add(place, most + self.before, 0));
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
    tasks: u64,
    memory: u64,
    /// Processor time in ticks: its own, and that of those whom it has buried.
    own: u64,
    buried: u64,
}

impl Used {
    fn by(pid: Pid) -> Option<Used> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        let fields: Vec<&str> = tree::stat_fields(&stat)?.collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        Some(Used {
            own: number(11)? + number(12)?,
            buried: number(13)? + number(14)?,
            tasks: number(17)?,
            memory: number(21)? * rustix::param::page_size() as u64,
        })
    }
}

/// Files that processes have open or in memory.
#[derive(Default)]
struct Kept {
    /// How many are open.
    open: u64,
    /// What those without a name weigh: nobody finds them in a folder.
    unnamed: u64,
    /// Those without a name that are in memory, by their numbers.
    mapped: HashSet<String>,
    seen: HashSet<(u64, u64)>,
}

impl Kept {
    fn add(&mut self, pid: Pid, weighs: bool) {
        let pid = pid.as_raw_pid();
        for entry in std::fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten() {
            self.open += 1;
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
        self.mapped.extend(
            unnamed.filter_map(|line| line.split_ascii_whitespace().nth(4)).map(str::to_owned),
        );
    }
}

/// A process's part of the memory it uses, shared or not.
fn share(pid: Pid) -> Option<u64> {
    let about = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid())).ok()?;
    let pss = about.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(pss.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
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
    /// Adds up what lies in a folder, until it is too much.
    fn add(&mut self, folder: &Path, most: u64, depth: u32) {
        let mut entries = std::fs::read_dir(folder);
        if matches!(&entries, Err(error) if error.kind() == ErrorKind::PermissionDenied) {
            let _ = std::fs::set_permissions(folder, Permissions::from_mode(0o700));
            entries = std::fs::read_dir(folder);
        }
        let is_gone = matches!(&entries, Err(error) if error.kind() == ErrorKind::NotFound);
        self.is_hidden |= depth > DEEPEST || entries.is_err() && !is_gone;
        for entry in entries.into_iter().flatten().flatten() {
            self.files += 1;
            if self.is_hidden || self.bytes > most || self.files > MOST_FILES {
                return;
            }
            let Ok(about) = entry.metadata() else { continue };
            if about.is_dir() {
                self.add(&entry.path(), most, depth + 1);
            } else {
                self.bytes += about.blocks() * 512;
            }
        }
    }
}
