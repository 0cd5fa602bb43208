//! Killing a process and everything it has started.

use std::fs;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions};

/// Kills every descendant of this process and reaps them, as often as it takes.
///
/// The caller is a subreaper: whoever loses its parent, however it hid, becomes its child.
pub(crate) fn kill_descendants(within: Duration) {
    let until = Instant::now() + within;
    loop {
        for pid in children() {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        match rustix::process::wait(WaitOptions::NOHANG) {
            Err(_) => return, // no children left
            Ok(Some(_)) => {}
            Ok(None) if Instant::now() > until => return,
            Ok(None) => std::thread::sleep(Duration::from_micros(200)),
        }
    }
}

/// The children of this process.
fn children() -> Vec<Pid> {
    let me = std::process::id();
    let pids = match fs::read_to_string(format!("/proc/self/task/{me}/children")) {
        Ok(list) => list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect(),
        Err(_) => children_by_scan(me), // kernels without CONFIG_PROC_CHILDREN
    };
    pids.into_iter().filter_map(Pid::from_raw).collect()
}

fn children_by_scan(me: u32) -> Vec<i32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pids = processes.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    pids.filter(|pid| parent_of(*pid) == Some(me)).collect()
}

fn parent_of(pid: i32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name stands in parentheses and may contain anything; the fields follow the last one.
    let after = &stat[stat.rfind(')')? + 1..];
    after.split_ascii_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_of_finding_children_agree() {
        let mut child = std::process::Command::new("sleep").arg("5").spawn().unwrap();
        let me = std::process::id();
        assert!(children_by_scan(me).contains(&(child.id() as i32)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
