//! A process and everything it has started: found, stopped, ended.

use std::fs;
use std::time::{Duration, Instant};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions};

/// How long those who were killed may take to be gone before we look for others.
const DYING: Duration = Duration::from_millis(20);
/// How long everybody is being stopped before they are killed all the same.
const STOPPING: Duration = Duration::from_millis(100);

/// Everybody below a process, parents before their children.
pub(crate) fn descendants(of: Pid) -> Vec<Pid> {
    let mut found = children(of);
    let mut next = 0;
    while let Some(&parent) = found.get(next) {
        found.extend(children(parent));
        next += 1;
    }
    found
}

/// Everybody whom a program has started: below its supervisor, and in the group it was given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// Whoever loses its parent becomes the supervisor's child.
    pub(crate) supervisor: Pid,
    /// The number of the program and of its process group, once it runs.
    pub(crate) program: Option<Pid>,
}

impl Family {
    /// Stops everybody, those too who are started meanwhile.
    ///
    /// Whoever is stopped cannot start anybody: so the sweep comes to an end. A signal to a group
    /// misses nobody in it, however fast they come and go. Nobody is remembered from one look to
    /// the next, for the number of a process that is gone is soon another's.
    pub(crate) fn stop(self, until: Instant) {
        loop {
            let mut still_run = false;
            self.signal(Signal::STOP, |pid| still_run |= runs(pid));
            if !still_run || Instant::now() > until {
                return;
            }
        }
    }

    /// Lets everybody go on.
    pub(crate) fn go_on(self) {
        self.signal(Signal::CONT, |_| ());
    }

    /// Kills everybody: all are stopped before the first is killed, so that children that start
    /// others while they die come to an end too.
    pub(crate) fn kill(self) {
        // Some cannot be stopped: who waits in a system call for somebody who is.
        self.stop(Instant::now() + STOPPING);
        self.signal(Signal::KILL, |_| ());
    }

    fn signal(self, signal: Signal, mut then: impl FnMut(Pid)) {
        // Once the program is buried, its number may be anybody's.
        let is_there = |program: &Pid| parent_of(*program) == Some(self.supervisor);
        if let Some(group) = self.program.filter(is_there) {
            let _ = rustix::process::kill_process_group(group, signal);
        }
        for pid in descendants(self.supervisor) {
            // Only a group that one of them leads: they may have joined somebody else's.
            let _ = match group_of(pid) == Some(pid) {
                true => rustix::process::kill_process_group(pid, signal),
                false => rustix::process::kill_process(pid, signal),
            };
            then(pid);
        }
    }
}

/// Whether a process is neither stopped nor dead.
fn runs(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid()));
    let state = stat.ok().and_then(|stat| stat_fields(&stat)?.next()?.chars().next());
    !matches!(state, None | Some('T' | 't' | 'Z' | 'X'))
}

/// Kills everybody below this process, a supervisor, and reaps them. Says how many would not die
/// in time.
pub(crate) fn end_family(program: Pid, within: Duration) -> usize {
    let supervisor = rustix::process::getpid();
    let until = Instant::now() + within;
    // Whoever loses its parent becomes our child: without children there is nobody left.
    if rustix::process::wait(WaitOptions::NOHANG).err() == Some(Errno::CHILD) {
        return 0;
    }
    loop {
        Family { supervisor, program: Some(program) }.kill();
        let dying = Instant::now() + DYING;
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Err(_) => return 0, // no children left
                Ok(Some(_)) => {}
                Ok(None) if Instant::now() > until => return descendants(supervisor).len(),
                Ok(None) if Instant::now() > dying => break,
                Ok(None) => std::thread::sleep(Duration::from_micros(200)),
            }
        }
    }
}

/// Kills some children of this process and everybody below them, and reaps them. Says how many
/// would not die in time.
pub(crate) fn end(children: &[Pid], within: Duration) -> usize {
    let until = Instant::now() + within;
    let gone =
        |pid: &Pid| !matches!(rustix::process::waitpid(Some(*pid), WaitOptions::NOHANG), Ok(None));
    for &child in children {
        let _ = rustix::process::kill_process(child, Signal::STOP);
        Family { supervisor: child, program: None }.kill();
        let _ = rustix::process::kill_process(child, Signal::KILL);
    }
    let mut left = children.to_vec();
    while !left.is_empty() && Instant::now() < until {
        left.retain(|pid| !gone(pid));
        std::thread::sleep(Duration::from_micros(200));
    }
    left.len()
}

/// The children of a process, of all its threads.
pub(crate) fn children(of: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", of.as_raw_pid())).into_iter().flatten();
    let mut pids = Vec::new();
    for task in tasks.flatten() {
        match fs::read_to_string(task.path().join("children")) {
            Ok(list) => pids.extend(list.split_ascii_whitespace().filter_map(to_pid)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && task.path().exists() => {
                return children_by_scan(of); // a kernel without CONFIG_PROC_CHILDREN
            }
            Err(_) => {}
        }
    }
    pids
}

fn children_by_scan(of: Pid) -> Vec<Pid> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| to_pid(entry.file_name().to_str()?));
    pids.filter(|pid| parent_of(*pid) == Some(of)).collect()
}

pub(crate) fn parent_of(pid: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    to_pid(stat_fields(&stat)?.nth(1)?)
}

/// The process group of a process, even of one that is dead and not buried.
pub(crate) fn group_of(pid: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    to_pid(stat_fields(&stat)?.nth(2)?)
}

/// Whether a process is dead, not buried, and was in another session than ours.
pub(crate) fn is_dead_stranger(pid: Pid) -> bool {
    is_stranger(pid) && state_and_session(pid).is_some_and(|(state, _)| state == "Z")
}

/// Whether a process is in another session than ours, dead or alive.
pub(crate) fn is_stranger(pid: Pid) -> bool {
    let session = |pid| state_and_session(pid).map(|(_, session)| session);
    session(pid).is_some_and(|theirs| Some(theirs) != session(rustix::process::getpid()))
}

fn state_and_session(pid: Pid) -> Option<(String, String)> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    let mut fields = stat_fields(&stat)?;
    Some((fields.next()?.to_owned(), fields.nth(2)?.to_owned()))
}

/// The fields of a `stat` file after the name, which may contain anything; the first is the
/// state.
pub(crate) fn stat_fields(stat: &str) -> Option<std::str::SplitAsciiWhitespace<'_>> {
    Some(stat[stat.rfind(')')? + 1..].split_ascii_whitespace())
}

fn to_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_finding_children_agree() {
        let mut child = std::process::Command::new("sleep").arg("5").spawn().unwrap();
        let me = rustix::process::getpid();
        let pid = Pid::from_child(&child);
        assert!(children_by_scan(me).contains(&pid));
        assert!(children(me).contains(&pid));
        child.kill().unwrap();
        child.wait().unwrap();
    }

    #[test]
    fn grandchildren_are_found_stopped_and_ended() {
        let mut child = std::process::Command::new("sh");
        let mut child = child.args(["-c", "sleep 50 & sleep 50 & wait"]).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let until = Instant::now() + Duration::from_secs(20);
        while descendants(pid).len() < 2 && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(1));
        }
        let grandchildren = descendants(pid);
        assert_eq!(grandchildren.len(), 2);
        assert_eq!(end(&[pid], Duration::from_secs(20)), 0);
        let _ = child.wait();
        // They are somebody else's to bury now, but they do not run.
        while grandchildren.iter().any(|pid| runs(*pid)) {
            assert!(Instant::now() < until, "somebody runs");
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
