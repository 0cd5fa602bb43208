//! Which process this is, and whether another one is still there.

use std::fs;

/// A process that holds something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Process {
    /// The name of the machine, for people.
    pub(crate) host: String,
    /// What process numbers mean anything in: this start of the system, this container.
    pub(crate) room: String,
    pub(crate) pid: i64,
    /// When it was started, as the system counts; 0 if nobody knows.
    pub(crate) born: i64,
}

impl Process {
    /// This one.
    pub(crate) fn this() -> Process {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default().trim().to_owned();
        let names = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
        let pid = i64::from(std::process::id());
        Process {
            host: read("/proc/sys/kernel/hostname"),
            room: format!("{} {}", read("/proc/sys/kernel/random/boot_id"), names.display()),
            pid,
            born: born(pid).unwrap_or(0),
        }
    }

    /// Whether it is there, if that can be known from here.
    pub(crate) fn is_alive(&self, from: &Process) -> Option<bool> {
        if self.room != from.room || self.born == 0 {
            return None;
        }
        Some(born(self.pid) == Some(self.born))
    }
}

/// When a process was started, in ticks since the system was; none if it is gone.
fn born(pid: i64) -> Option<i64> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program may have spaces and brackets in it.
    let (_, rest) = stat.rsplit_once(')')?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    let is_dead = matches!(state, "Z" | "X" | "x");
    fields.nth(18)?.parse().ok().filter(|_| !is_dead)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_process_is_there_and_one_that_ended_is_not() {
        let this = Process::this();
        assert!(this.born > 0 && !this.host.is_empty());
        assert_eq!(this.is_alive(&this), Some(true));
        let later = Process { born: this.born + 1, ..this.clone() };
        assert_eq!(later.is_alive(&this), Some(false), "the number was given to somebody else");
        let elsewhere = Process { room: "another machine".into(), ..this.clone() };
        assert_eq!(elsewhere.is_alive(&this), None);
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let pid = i64::from(child.id());
        child.wait().unwrap();
        assert_eq!(Process { pid, ..this.clone() }.is_alive(&this), Some(false));
    }
}
