//! How much processor time a process has had, and how long it had to wait for one.
//!
//! From `/proc/PID/task/*/schedstat`, which anybody may read and which counts nanoseconds. The
//! numbers are of the process itself, all its threads, not of programs it starts: cheap enough to
//! be read at every answer. What takes longer is looked at closely, by `strain`.

use std::cell::Cell;
use std::fs::File;
use std::os::unix::fs::{FileExt, MetadataExt};
use std::time::{Duration, Instant};

use super::strain::TICK;
use super::tree::stat_fields;

/// Processor time so far, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    /// Time on a processor.
    pub cpu: u64,
    /// Time ready to run, but without a processor.
    pub wait: u64,
}

impl Usage {
    /// What has been added since `before`.
    #[must_use]
    pub fn since(self, before: Usage) -> Usage {
        Usage {
            cpu: self.cpu.saturating_sub(before.cpu),
            wait: self.wait.saturating_sub(before.wait),
        }
    }
}

/// Processor time of this thread, in nanoseconds.
pub(crate) fn thread_cpu() -> u64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// A count of threads is good for so long; nobody starts one in between and matters.
const THREADS_HOLD: Duration = Duration::from_millis(1);

/// Reads the usage of one process again and again, with its files kept open.
#[derive(Debug)]
pub(crate) struct Meter {
    pid: u32,
    main: File,
    tasks: File,
    threads: Cell<Option<(Instant, u64)>>,
}

impl Meter {
    pub(crate) fn of(pid: u32) -> Option<Meter> {
        Some(Meter {
            pid,
            main: File::open(format!("/proc/{pid}/schedstat")).ok()?,
            tasks: File::open(format!("/proc/{pid}/task")).ok()?,
            threads: Cell::new(None),
        })
    }

    pub(crate) fn read(&self) -> Option<Usage> {
        if self.threads()? <= 1 {
            return read_one(&self.main);
        }
        let mut sum = Usage::default();
        for task in std::fs::read_dir(format!("/proc/{}/task", self.pid)).ok()?.flatten() {
            let stat = File::open(task.path().join("schedstat")).ok();
            if let Some(usage) = stat.as_ref().and_then(read_one) {
                sum = Usage { cpu: sum.cpu + usage.cpu, wait: sum.wait + usage.wait };
            }
        }
        Some(sum)
    }
}

impl Meter {
    fn threads(&self) -> Option<u64> {
        match self.threads.get() {
            Some((when, threads)) if when.elapsed() < THREADS_HOLD => Some(threads),
            _ => {
                // A directory of /proc has two links and one for each entry: cheaper than
                // listing it.
                let threads = self.tasks.metadata().ok()?.nlink().saturating_sub(2);
                self.threads.set(Some((Instant::now(), threads)));
                Some(threads)
            }
        }
    }
}

/// What a process has used that has ended, but has not been waited for yet.
///
/// Only its first thread still has nanoseconds then; of the others the sum of all is left, in
/// hundredths of a second.
pub(crate) fn of_dead(pid: u32) -> Option<Usage> {
    let main = read_one(&File::open(format!("/proc/{pid}/schedstat")).ok()?)?;
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat_fields(&stat)?.skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    let all = (ticks()? + ticks()?) * TICK;
    Some(Usage { cpu: main.cpu.max(all), wait: main.wait })
}

fn read_one(file: &File) -> Option<Usage> {
    let mut text = [0; 96];
    let length = file.read_at(&mut text, 0).ok()?;
    let text = std::str::from_utf8(&text[..length]).ok()?;
    let mut numbers = text.split_ascii_whitespace().map(str::parse);
    let mut next = || numbers.next()?.ok();
    Some(Usage { cpu: next()?, wait: next()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_shows_as_processor_time() {
        let meter = Meter::of(std::process::id()).unwrap();
        let before = meter.read().unwrap();
        let start = std::time::Instant::now();
        let worker = std::thread::spawn(move || {
            while start.elapsed().as_millis() < 60 {
                std::hint::spin_loop();
            }
            meter
        });
        std::thread::sleep(std::time::Duration::from_millis(50));
        let meter_now = Meter::of(std::process::id()).unwrap();
        let used = meter_now.read().unwrap().since(before);
        worker.join().unwrap();
        // Wherever the time went, the worker was either running or waiting to.
        assert!(used.cpu + used.wait > 10_000_000, "{used:?}");
    }

    #[test]
    fn a_process_that_is_gone_has_no_meter() {
        assert!(Meter::of(u32::MAX / 2).is_none());
    }
}
