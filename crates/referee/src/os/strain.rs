//! How hard a program has it: what all its processes have used, how long they had to wait for a
//! processor, and how much of that others caused.
//!
//! From `/proc`, which anybody may read. Waiting is counted by the kernel when a task runs again:
//! one that is ready to run and has not moved between two looks owes the time between them.
//!
//! What others caused is, of the waiting, at least what the program's own tasks cannot have
//! caused: a task that waits while its own kin uses a processor waits for its kin. And it is at
//! most what others have used of the machine, and what is missing from the whole machine.
//! A program that has made itself small (a lower priority, fewer processors), that is very many, or
//! that hides what its children use has no excuse.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use rustix::process::Pid;

use super::tree::{descendants, stat_fields};

/// Linux shows times to programs in this unit, whatever it counts in.
pub(crate) const TICK: u64 = 1_000_000_000 / 100;
/// How far the time others have used may be off, for it is counted in ticks.
const SLACK: u64 = 2 * TICK;
/// A task that runs looks as if it did not move for so long: its time is counted when the clock
/// ticks.
const UNCOUNTED: Duration = Duration::from_millis(11);
/// Scheduling policies that ask for less than others get: batch and idle.
const MEEK: [&str; 2] = ["3", "5"];
/// So many tasks are looked at: it takes time, which is the referee's.
const MOST_TASKS: usize = 512;

/// What a program has gone through since a question; everything in nanoseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Strain {
    /// Processor time, of all its processes.
    pub cpu: u64,
    /// Processor time of the task that has used most of it: so long at least it was not kept.
    pub busiest: u64,
    /// Time in which one of them was ready to run but had no processor.
    pub wait: u64,
    /// The part of the wait that others caused.
    pub delay: u64,
    /// Whether it is a single task of ordinary manners, which nobody of its own can keep waiting.
    pub is_alone: bool,
    /// Whether somebody in it is ready to run. The kernel counts waiting when it is over: what
    /// they have waited so far is not in the numbers.
    pub is_ready: bool,
    /// Whether one of them has not moved since the look before, while others used the machine.
    pub is_stuck: bool,
    /// How long somebody who is ready to run may have waited since the look before, beyond what
    /// the kernel has counted yet.
    pub owed: u64,
}

/// Looks at a whole tree of processes, again and again.
#[derive(Debug)]
pub(crate) struct Gauge {
    supervisor: Pid,
    first: Option<Census>,
    last: Option<Census>,
}

impl Gauge {
    /// A gauge for everybody below a supervisor.
    pub(crate) fn new(supervisor: Pid) -> Gauge {
        Gauge { supervisor, first: None, last: None }
    }

    /// What comes next is about a new question.
    pub(crate) fn reset(&mut self) {
        (self.first, self.last) = (None, None);
    }

    /// Counts from nothing: everybody there was started for this question.
    pub(crate) fn reset_to_zero(&mut self) {
        self.first = Some(Census { busy: busy(), ..Census::default() });
        self.last = None;
    }

    /// Takes a look. The first after a question is what later ones are compared with.
    pub(crate) fn look(&mut self) {
        let mut now = Census::take(self.supervisor);
        if let Some(before) = &self.last {
            now.keep_stuck(before);
            now.has_no_excuse |= before.has_no_excuse; // not to be taken back
        }
        if self.first.is_none() {
            self.first = Some(now.clone());
        }
        self.last = Some(now);
    }

    /// What the looks have shown, if there were two.
    pub(crate) fn read(&self) -> Option<Strain> {
        Some(self.last.as_ref()?.since(self.first.as_ref()?))
    }
}

/// What everybody has used at a moment.
#[derive(Clone, Debug, Default)]
struct Census {
    at: Option<Instant>,
    tasks: BTreeMap<u32, Task>,
    /// Processor time of all, the dead included.
    cpu: u64,
    /// Processor time that the whole machine has used.
    busy: Option<u64>,
    /// Whether somebody has asked for less than others get, or hides what it uses.
    has_no_excuse: bool,
}

#[derive(Clone, Copy, Debug)]
struct Task {
    cpu: u64,
    wait: u64,
    /// Since when it has been ready to run and has not moved.
    stuck: Option<Instant>,
    /// If it is ready to run: the time since the look before in which it has neither run nor, as
    /// far as it is counted, waited.
    owed: u64,
}

impl Census {
    fn take(supervisor: Pid) -> Census {
        let at = Instant::now();
        let stat = stat_of(supervisor);
        let usual = Manner::of(&stat);
        let mut census = Census { at: Some(at), busy: busy(), ..Census::default() };
        // What the supervisor has buried was the program's.
        census.cpu += Times::of(&stat).buried;
        let hides = hides_its_dead(supervisor);
        for process in descendants(supervisor) {
            census.add_process(process, usual, supervisor, at);
            census.has_no_excuse |= !hides && hides_its_dead(process);
            if census.tasks.len() > MOST_TASKS {
                census.has_no_excuse = true; // whoever is so many is in its own way
                break;
            }
        }
        census
    }

    fn add_process(&mut self, process: Pid, usual: Manner, supervisor: Pid, at: Instant) {
        let folder = format!("/proc/{}/task", process.as_raw_pid());
        let mut sum = 0;
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(id) = name.to_str().and_then(|name| Pid::from_raw(name.parse().ok()?)) else {
                continue;
            };
            let Some((cpu, wait)) = schedstat(&entry.path().join("schedstat")) else { continue };
            let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
            let is_ready = stat_fields(&stat).and_then(|mut fields| fields.next()) == Some("R");
            self.has_no_excuse |=
                Manner::of(&stat) != usual || has_fewer_processors(id, supervisor);
            let task = Task { cpu, wait, stuck: is_ready.then_some(at), owed: 0 };
            self.tasks.insert(id.as_raw_pid() as u32, task);
            sum += cpu;
        }
        // Threads that have ended are only in the sum of their process.
        let times = Times::of(&stat_of(process));
        self.cpu += sum.max(times.own) + times.buried;
    }

    /// Whoever has not moved since the look `before` has been stuck since then, or longer.
    fn keep_stuck(&mut self, before: &Census) {
        let passed = self.at.zip(before.at).map_or(0, |(now, then)| (now - then).as_nanos() as u64);
        for (id, task) in &mut self.tasks {
            let (Some(since), Some(then)) = (&mut task.stuck, before.tasks.get(id)) else {
                continue;
            };
            let counted = (task.cpu + task.wait).saturating_sub(then.cpu + then.wait);
            task.owed = passed.saturating_sub(counted);
            if (then.cpu, then.wait) == (task.cpu, task.wait)
                && let Some(earlier) = then.stuck
            {
                *since = earlier;
            }
        }
    }

    fn since(&self, first: &Census) -> Strain {
        let total = self.cpu.saturating_sub(first.cpu);
        let (mut wait, mut delay, mut busiest) = (0, 0, 0);
        let (mut is_ready, mut is_stuck, mut owed) = (false, false, 0);
        for (id, task) in &self.tasks {
            let before = first.tasks.get(id).map_or((0, 0), |task| (task.cpu, task.wait));
            let stuck = task.stuck.zip(self.at).map(|(since, now)| now - since);
            is_ready |= stuck.is_some();
            let stuck = stuck.filter(|stuck| *stuck > UNCOUNTED).unwrap_or_default();
            is_stuck |= !stuck.is_zero();
            owed = owed.max(task.owed);
            let waited = task.wait.saturating_sub(before.1) + stuck.as_nanos() as u64;
            let own = task.cpu.saturating_sub(before.0);
            let kin = total.saturating_sub(own);
            busiest = busiest.max(own);
            wait += waited;
            delay = delay.max(waited.saturating_sub(kin));
        }
        let busy = self.busy.zip(first.busy).map(|(now, then)| now.saturating_sub(then));
        let passed = self.at.zip(first.at).map(|(now, then)| (now - then).as_nanos() as u64);
        if let (Some(busy), Some(passed)) = (busy, passed) {
            let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
            let others = busy.saturating_sub(total).saturating_sub(SLACK);
            is_stuck &= others > passed / 10;
            let missing = passed.saturating_sub(total / processors);
            delay = delay.max(wait.min(others).min(missing));
        }
        if self.has_no_excuse {
            (delay, owed) = (0, 0);
        }
        let is_alone = self.tasks.len() == 1 && total <= busiest + TICK && !self.has_no_excuse;
        Strain {
            cpu: total,
            busiest,
            wait,
            delay,
            is_alone,
            is_ready,
            is_stuck: is_stuck && !self.has_no_excuse,
            owed,
        }
    }
}

/// What a task has asked of the scheduler: its nice value and policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Manner {
    nice: i64,
    is_meek: bool,
}

impl Manner {
    fn of(stat: &str) -> Manner {
        let field = |number: usize| stat_fields(stat).and_then(|mut fields| fields.nth(number));
        Manner {
            // A higher priority than usual takes nothing from the excuse.
            nice: field(16).and_then(|nice| nice.parse().ok()).unwrap_or(0).max(0),
            is_meek: field(38).is_some_and(|policy| MEEK.contains(&policy)),
        }
    }
}

/// The processor time in a `stat` file: of the process, and of its children that were waited for.
struct Times {
    own: u64,
    buried: u64,
}

impl Times {
    fn of(stat: &str) -> Times {
        let fields = stat_fields(stat).into_iter().flatten().skip(11).take(4);
        let ticks: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
        match ticks[..] {
            [user, system, dead_user, dead_system] => {
                Times { own: (user + system) * TICK, buried: (dead_user + dead_system) * TICK }
            }
            _ => Times { own: 0, buried: 0 },
        }
    }
}

fn stat_of(process: Pid) -> String {
    fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid())).unwrap_or_default()
}

fn schedstat(path: &std::path::Path) -> Option<(u64, u64)> {
    let text = fs::read_to_string(path).ok()?;
    let mut numbers = text.split_ascii_whitespace().map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// Whether what a process's dead children have used is counted nowhere: it ignores their end.
fn hides_its_dead(process: Pid) -> bool {
    const SIGCHLD: u64 = 1 << (17 - 1);
    let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid()));
    let ignored = status.unwrap_or_default();
    let ignored = ignored.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & SIGCHLD != 0)
}

fn has_fewer_processors(task: Pid, than: Pid) -> bool {
    let count = |pid| rustix::thread::sched_getaffinity(Some(pid)).map(|set| set.count());
    matches!((count(task), count(than)), (Ok(own), Ok(usual)) if own < usual)
}

/// The processor time that everything on this machine has used.
fn busy() -> Option<u64> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let mut fields = stat.lines().next()?.split_ascii_whitespace().skip(1);
    let mut next = || fields.next()?.parse::<u64>().ok();
    let [user, nice, system, _idle, _io] = [next()?, next()?, next()?, next()?, next()?];
    // Interrupts, and what the hypervisor took for others.
    let rest = next().unwrap_or(0) + next().unwrap_or(0) + next().unwrap_or(0);
    Some((user + nice + system + rest) * TICK)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;

    fn census(cpu: u64, busy: u64, tasks: &[(u64, u64)]) -> Census {
        let tasks = tasks.iter().zip(1..).map(|(&(cpu, wait), id)| {
            (id, Task { cpu: cpu * MS, wait: wait * MS, stuck: None, owed: 0 })
        });
        let (cpu, busy) = (cpu * MS, Some(busy * MS));
        Census { at: None, tasks: tasks.collect(), cpu, busy, has_no_excuse: false }
    }

    fn delay(now: &Census) -> u64 {
        now.since(&Census::default()).delay / MS
    }

    #[test]
    fn who_waits_alone_waits_for_others() {
        assert_eq!(delay(&census(20, 0, &[(20, 40)])), 40);
    }

    #[test]
    fn who_waits_for_its_own_kin_has_no_excuse() {
        assert_eq!(delay(&census(60, 0, &[(20, 40), (40, 20)])), 0, "it used up what it lacked");
        assert_eq!(delay(&census(60, 0, &[(20, 40)])), 0, "even if its kin is gone");
    }

    #[test]
    fn who_made_itself_small_has_no_excuse() {
        let meek = Census { has_no_excuse: true, ..census(20, 0, &[(20, 40)]) };
        let strain = meek.since(&Census::default());
        assert_eq!((strain.cpu, strain.wait, strain.delay), (20 * MS, 40 * MS, 0));
    }

    #[test]
    fn threads_that_share_what_others_leave_are_excused_for_what_others_took() {
        let start = Instant::now();
        let first = Census { at: Some(start), busy: Some(0), ..Census::default() };
        // Two threads and two strangers on two processors for 400 ms: half of it was theirs.
        let mut now = census(400, 800, &[(200, 200), (200, 200)]);
        now.at = Some(start + Duration::from_millis(400));
        let processors = std::thread::available_parallelism().map_or(1, usize::from) as u64;
        let missing = 400 - 400 / processors;
        assert_eq!(now.since(&first).delay / MS, missing.min(380));
    }

    #[test]
    fn who_is_ready_and_does_not_move_owes_the_time() {
        let start = Instant::now();
        let stuck = |at: u64| {
            let at = start + Duration::from_millis(at);
            let mut census = census(20, 0, &[(20, 5)]);
            census.at = Some(at);
            census.tasks.get_mut(&1).unwrap().stuck = Some(at);
            census
        };
        let (first, mut last) = (stuck(0), stuck(50));
        last.keep_stuck(&first);
        assert_eq!(last.since(&first).delay / MS, 50);
        let mut moved = stuck(50);
        moved.tasks.get_mut(&1).unwrap().cpu += 1;
        moved.keep_stuck(&first);
        assert_eq!(moved.since(&first).delay / MS, 0);
        assert_eq!(moved.since(&first).owed / MS, 49, "it may have waited since it last ran");
    }

    #[test]
    fn a_look_finds_children_and_what_they_do() {
        let mut child = std::process::Command::new("sh");
        let mut child =
            child.args(["-c", "while :; do :; done & wait"]).spawn().expect("a shell starts");
        let mut gauge = Gauge::new(rustix::process::getpid());
        let until = Instant::now() + Duration::from_secs(20);
        let mut strain = Strain::default();
        while strain.cpu + strain.wait < 20 * MS && Instant::now() < until {
            gauge.look();
            strain = gauge.read().unwrap();
            std::thread::sleep(Duration::from_millis(2));
        }
        let pid = Pid::from_child(&child);
        super::super::tree::end(&[pid], Duration::from_secs(5));
        let _ = child.wait();
        assert!(strain.cpu + strain.wait >= 20 * MS, "{strain:?}");
    }
}
