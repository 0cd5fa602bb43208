//! The limits that the kernel keeps for each process.

use gyoji_core::record::Limits;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Sets them for this process and whatever it becomes.
///
/// The number of processes counts for a whole user. One who has nothing but this program has its
/// limit exactly (`alone`); else all that run on this machine now are added, and the watchdog
/// counts.
pub(super) fn set(limits: &Limits, alone: bool) -> rustix::io::Result<()> {
    let given = |limit: Option<u64>| limit.filter(|limit| *limit > 0);
    set_one(Resource::Core, Some(0))?;
    // Private memory it may write, not address space: Java, Node and others reserve much of that.
    // More than it may use, since not all of it is; the watchdog or a control group is exact.
    set_one(Resource::Data, given(limits.memory).map(|bytes| bytes + bytes / 2 + (512 << 20)))?;
    // Of one process; the watchdog counts all of them.
    set_one(Resource::Cpu, given(limits.cpu_s).map(|seconds| seconds + 1))?;
    set_one(Resource::Fsize, given(limits.file_size))?;
    set_one(Resource::Nofile, given(limits.open_files))?;
    let others = if alone { 0 } else { running() };
    set_one(Resource::Nproc, given(limits.processes).map(|most| most + others))
}

/// Nobody gets ahead of others: on machines for music, say, any user may.
pub(super) fn lower_priorities() -> rustix::io::Result<()> {
    set_one(Resource::Rtprio, Some(0))?;
    set_one(Resource::Nice, Some(0))
}

fn set_one(resource: Resource, limit: Option<u64>) -> rustix::io::Result<()> {
    let Some(limit) = limit else { return Ok(()) };
    let most = getrlimit(resource).maximum.unwrap_or(u64::MAX).min(limit);
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
}

/// How many processes and threads there are on this machine.
fn running() -> u64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let count = load.split_ascii_whitespace().nth(3).and_then(|field| field.split_once('/'));
    count.and_then(|(_, all)| all.parse().ok()).unwrap_or(0)
}
