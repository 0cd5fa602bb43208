//! What a program does that does nothing: waits for something to read, or sleeps.
//!
//! From the system calls that its tasks stand in. What is not clear is not said: a program that
//! waits for several things at once may wait for its input, too.

use std::fs;

use gyoji_core::record::Idle;
use rustix::process::Pid;

use super::tree::descendants;

/// So many processes are looked at: it takes time, which is the referee's.
const MOST_PROCESSES: usize = 16;

/// What everybody below a supervisor does, if they all do nothing and it is clear why.
pub(crate) fn idle(supervisor: Pid) -> Option<Idle> {
    let mut all = Vec::new();
    for process in descendants(supervisor).into_iter().take(MOST_PROCESSES) {
        let tasks = fs::read_dir(format!("/proc/{}/task", process.as_raw_pid())).ok()?;
        for task in tasks.flatten() {
            let call = fs::read_to_string(task.path().join("syscall")).ok()?;
            all.push(Stands::of(&call));
        }
    }
    sum(&all)
}

/// Where a task stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stands {
    /// Reads its input.
    Reading,
    /// Waits for a moment.
    Sleeping,
    /// Waits for another task or process: as so many threads of Java do.
    ForKin,
    /// Runs, or waits for something that may be anything.
    Elsewhere,
}

impl Stands {
    /// From a line of `/proc`: the number of a system call and its arguments.
    fn of(call: &str) -> Stands {
        let mut words = call.split_ascii_whitespace();
        let number = words.next().and_then(|word| word.parse::<libc::c_long>().ok());
        match (number, words.next()) {
            (Some(libc::SYS_read), Some("0x0")) => Stands::Reading,
            (Some(libc::SYS_nanosleep | libc::SYS_clock_nanosleep), _) => Stands::Sleeping,
            (Some(libc::SYS_futex | libc::SYS_wait4 | libc::SYS_waitid), _) => Stands::ForKin,
            _ => Stands::Elsewhere,
        }
    }
}

fn sum(all: &[Stands]) -> Option<Idle> {
    let some = |wanted| all.contains(&wanted);
    match (some(Stands::Reading), some(Stands::Sleeping)) {
        _ if some(Stands::Elsewhere) || all.is_empty() => None,
        // One task reads while another sleeps: nobody can tell which of them has the answer.
        (true, true) => None,
        (true, false) => Some(Idle::Reading),
        (false, _) => Some(Idle::Sleeping),
    }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    /// What becomes of a command of the shell, whose parent stands for a supervisor.
    fn settles(script: &str, wanted: Option<Idle>) {
        let script = format!("exec 3<&0; {{ {script}; }} <&3 & wait");
        let mut parent = Command::new("sh");
        let mut child =
            parent.args(["-c", &script]).stdin(Stdio::piped()).spawn().expect("a shell");
        let pid = Pid::from_child(&child);
        let start = Instant::now();
        let found = loop {
            let found = idle(pid);
            if found == wanted || start.elapsed() > Duration::from_secs(10) {
                break found;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        crate::os::tree::end(&[pid], Duration::from_secs(1));
        let _ = child.wait();
        assert_eq!(found, wanted, "{script}");
    }

    #[test]
    fn who_reads_and_who_sleeps_is_told_apart() {
        settles("read line", Some(Idle::Reading));
        settles("sleep 60", Some(Idle::Sleeping));
    }

    #[test]
    fn what_is_not_clear_is_not_said() {
        use Stands::{Elsewhere, ForKin, Reading, Sleeping};
        assert_eq!(sum(&[]), None);
        assert_eq!(sum(&[ForKin, Reading]), Some(Idle::Reading));
        assert_eq!(sum(&[ForKin, ForKin]), Some(Idle::Sleeping), "a thread that never comes");
        assert_eq!(sum(&[Sleeping, Reading]), None);
        assert_eq!(sum(&[Elsewhere, Reading]), None);
        assert_eq!(Stands::of("running\n"), Elsewhere);
        assert_eq!(Stands::of(&format!("{} 0x3 0x7ffe\n", libc::SYS_read)), Elsewhere, "a file");
    }
}
