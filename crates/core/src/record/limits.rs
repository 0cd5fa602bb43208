//! What a program may use of the machine.

use gyoji_words::input;
use serde::{Deserialize, Serialize};

use crate::BadText;
use crate::options::parse_duration;

/// The most that a program and all it has started may use. What is not said has no limit, or the
/// one that is usual where it runs; `0` is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Limits {
    /// Memory of all its processes together, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub memory: Option<u64>,
    /// Processes and threads together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processes: Option<u64>,
    /// Processor time of one process, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_s: Option<u64>,
    /// The size of one file, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_size: Option<u64>,
    /// Files that one process has open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_files: Option<u64>,
    /// All its temporary files together, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disk: Option<u64>,
}

impl Limits {
    /// The names of the options.
    pub const NAMES: [&'static str; 6] =
        ["memory", "processes", "cpu", "file-size", "open-files", "disk"];

    /// What programs in a sandbox may use if nobody says anything: enough for Java, Node and
    /// Python on a machine with many cores.
    pub const USUAL: Limits = Limits {
        memory: Some(2 << 30),
        processes: Some(256),
        cpu_s: Some(0),
        file_size: Some(256 << 20),
        open_files: Some(1024),
        disk: Some(256 << 20),
    };

    /// Takes an option; false if it is not one of these.
    pub fn take(&mut self, name: &str, value: &str) -> Result<bool, BadText> {
        let size = || parse_size(value).ok_or_else(|| BadText::new(value, input::bad_size(name)));
        let number = || {
            let bad = || BadText::new(value, input::bad_number(name, 0, 1_000_000));
            value.parse().ok().filter(|number| *number <= 1_000_000).ok_or_else(bad)
        };
        match name {
            "memory" => self.memory = Some(size()?),
            "processes" => self.processes = Some(number()?),
            "cpu" => {
                let time = parse_duration(value);
                let time = time.ok_or_else(|| BadText::new(value, input::bad_duration(name)))?;
                self.cpu_s = Some(time.as_secs() + u64::from(time.subsec_nanos() > 0));
            }
            "file-size" => self.file_size = Some(size()?),
            "open-files" => self.open_files = Some(number()?),
            "disk" => self.disk = Some(size()?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// These, with those of `others` where nothing is said.
    #[must_use]
    pub fn or(self, others: Limits) -> Limits {
        Limits {
            memory: self.memory.or(others.memory),
            processes: self.processes.or(others.processes),
            cpu_s: self.cpu_s.or(others.cpu_s),
            file_size: self.file_size.or(others.file_size),
            open_files: self.open_files.or(others.open_files),
            disk: self.disk.or(others.disk),
        }
    }

    /// Whether anything is said.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// Those that are said, by the names of their options.
    pub fn said(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let all =
            [self.memory, self.processes, self.cpu_s, self.file_size, self.open_files, self.disk];
        Limits::NAMES.into_iter().zip(all).filter_map(|(name, limit)| Some((name, limit?)))
    }
}

/// A number of bytes: `512MB`, `2GB`, `64kB`, `100` (in powers of 1024, as memory is counted).
pub fn parse_size(text: &str) -> Option<u64> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let shift = match unit.to_ascii_lowercase().trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return None,
    };
    if !number.bytes().all(|b| b.is_ascii_digit()) || unit.eq_ignore_ascii_case("i") {
        return None;
    }
    number.parse::<u64>().ok()?.checked_mul(1 << shift)
}

/// A number of bytes as it is written: `512MB`.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        b if b >= 10 << 30 || b >= 1 << 30 && b % (1 << 30) == 0 => format!("{}GB", b >> 30),
        b if b >= 1 << 20 => format!("{}MB", b >> 20),
        b if b >= 1 << 10 => format!("{}kB", b >> 10),
        b => b.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_written() {
        for (text, bytes) in
            [("512MB", 512 << 20), ("2GB", 2 << 30), ("64kB", 64 << 10), ("1GiB", 1 << 30)]
        {
            assert_eq!(parse_size(text), Some(bytes), "{text}");
            assert_eq!(parse_size(&size_text(bytes)), Some(bytes), "{text}");
        }
        assert_eq!(parse_size("100"), Some(100));
        for text in ["", "MB", "1.5GB", "-1", "5X", "99999999999GB", "1i", "1 GB"] {
            assert_eq!(parse_size(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_not_said_comes_from_the_others() {
        let mut own = Limits::default();
        assert!(own.take("memory", "512MB").unwrap() && own.take("processes", "64").unwrap());
        assert!(own.take("cpu", "1500ms").unwrap() && !own.take("name", "x").unwrap());
        let all = own.or(Limits::USUAL);
        assert_eq!((all.memory, all.processes, all.cpu_s), (Some(512 << 20), Some(64), Some(2)));
        assert_eq!(all.disk, Limits::USUAL.disk);
        assert_eq!(own.said().next(), Some(("memory", 512 << 20)));
        for (name, value) in [("memory", "much"), ("processes", "-1"), ("cpu", "x"), ("disk", "")] {
            assert!(own.take(name, value).is_err(), "{name}={value}");
        }
    }
}
