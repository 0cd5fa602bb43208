//! A process and everything it has started: found, stopped, ended.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

/// How long those who were killed may take to be gone before we look for others.
const DYING: Duration = Duration::from_millis(20);

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

/// Stops everybody below a process, those too who are started meanwhile.
///
/// Whoever is stopped cannot start anybody: so the sweep comes to an end. Nobody is remembered
/// from one look to the next, for the number of a process that is gone is soon another's.
pub(crate) fn stop(below: Pid, until: Instant) {
    loop {
        let running: Vec<Pid> = descendants(below).into_iter().filter(|pid| runs(*pid)).collect();
        signal(&running, Signal::STOP);
        if running.is_empty() || Instant::now() > until {
            return;
        }
    }
}

/// Whether a process is neither stopped nor dead.
fn runs(pid: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid()));
    let state = stat.ok().and_then(|stat| stat_fields(&stat)?.next()?.chars().next());
    !matches!(state, None | Some('T' | 't' | 'Z' | 'X'))
}

/// Sends a signal to each of them; who is gone does not hear it.
pub(crate) fn signal<'a>(pids: impl IntoIterator<Item = &'a Pid>, signal: Signal) {
    for pid in pids {
        let _ = rustix::process::kill_process(*pid, signal);
    }
}

/// Kills everybody below this process and reaps them. Says how many would not die in time.
///
/// The caller is a subreaper: whoever loses its parent, however it hid, becomes its child. All
/// are stopped before the first is killed: so children that start others while they die come to
/// an end too.
pub(crate) fn end_descendants(within: Duration) -> usize {
    let me = rustix::process::getpid();
    let until = Instant::now() + within;
    loop {
        stop(me, until);
        signal(&descendants(me), Signal::KILL);
        let dying = Instant::now() + DYING;
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Err(_) => return 0, // no children left
                Ok(Some(_)) => {}
                Ok(None) if Instant::now() > until => return descendants(me).len(),
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
        signal(&[child], Signal::STOP);
        stop(child, until);
        signal(&descendants(child), Signal::KILL);
        signal(&[child], Signal::KILL);
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

fn parent_of(pid: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    to_pid(stat_fields(&stat)?.nth(1)?)
}

/// The process group of a process, even of one that is dead and not buried.
pub(crate) fn group_of(pid: Pid) -> Option<Pid> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
    to_pid(stat_fields(&stat)?.nth(2)?)
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
