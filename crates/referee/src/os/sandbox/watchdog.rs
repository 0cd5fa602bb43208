//! Looks every few milliseconds what a program and all it has started use.
//!
//! A control group is exact and needs none of this; without one this is what holds memory,
//! processes and the disk.

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
/// The most files in a folder of temporary files.
const MOST_FILES: u64 = 20_000;

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
    scratch: Option<PathBuf>,
    round: Duration,
    next: Instant,
    next_disk: Instant,
}

impl Watchdog {
    pub(super) fn new(order: &Order) -> Watchdog {
        let now = Instant::now();
        Watchdog {
            limits: order.limits,
            scratch: order.scratch.clone(),
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
        self.look_at_disk()
    }

    fn look_at_processes(&mut self) -> Option<Excess> {
        let family = tree::descendants(rustix::process::getpid());
        let used: Vec<Used> = family.iter().filter_map(|pid| Used::by(*pid)).collect();
        let tasks: u64 = used.iter().map(|one| one.tasks).sum();
        if let Some(most) = self.limits.processes.filter(|most| *most > 0 && tasks > *most + SPARE)
        {
            return Some(Excess::Other(format!("fork {tasks} processes of {most}")));
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

    fn look_at_disk(&self) -> Option<Excess> {
        let most = self.limits.disk.filter(|most| *most > 0)?;
        let (mut bytes, mut files) = (0, 0);
        weigh(self.scratch.as_deref()?, most, &mut bytes, &mut files);
        match (bytes > most, files > MOST_FILES) {
            (true, _) => Some(Excess::Other(format!("write more than {}", size_text(most)))),
            (_, true) => Some(Excess::Other(format!("create more than {MOST_FILES} files"))),
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
}

impl Used {
    fn by(pid: Pid) -> Option<Used> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        let mut fields = tree::stat_fields(&stat)?.skip(17);
        let tasks = fields.next()?.parse().ok()?;
        let pages: u64 = fields.nth(3)?.parse().ok()?;
        Some(Used { tasks, memory: pages * rustix::param::page_size() as u64 })
    }
}

/// A process's part of the memory it uses, shared or not.
fn share(pid: Pid) -> Option<u64> {
    let about = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", pid.as_raw_pid())).ok()?;
    let pss = about.lines().find_map(|line| line.strip_prefix("Pss:"))?;
    Some(pss.trim().strip_suffix(" kB")?.parse::<u64>().ok()? << 10)
}

/// Adds up what lies in a folder, until it is too much.
fn weigh(folder: &Path, most: u64, bytes: &mut u64, files: &mut u64) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        *files += 1;
        if *bytes > most || *files > MOST_FILES {
            return;
        }
        let Ok(about) = entry.metadata() else { continue };
        if about.is_dir() {
            weigh(&entry.path(), most, bytes, files);
        } else {
            *bytes += std::os::unix::fs::MetadataExt::blocks(&about) * 512;
        }
    }
}
