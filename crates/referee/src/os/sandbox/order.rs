//! What the supervisor is told to do with a program: plain data, as one line of text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use gyoji_core::record::Limits;
use serde::{Deserialize, Serialize};

/// How a program is to be locked in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Order {
    pub(crate) level: u8,
    pub(crate) limits: Limits,
    /// The user it becomes, if not ours: only where we are root.
    pub(crate) uid: Option<u32>,
    /// What it may read and run, beside the system's programs.
    pub(crate) reads: Vec<PathBuf>,
    /// What it may change: a folder that we look into afterwards.
    pub(crate) writes: Vec<PathBuf>,
    /// Where its temporary files lie.
    pub(crate) scratch: Option<PathBuf>,
    /// The folder it starts in.
    pub(crate) folder: Option<PathBuf>,
    /// The control groups it enters, by the files to which its number is written.
    pub(crate) doors: Vec<PathBuf>,
}

/// Where temporary files lie in a room of its own.
const PRIVATE_TMP: &str = "/tmp";

/// The variables of ours that a program in a sandbox sees.
const KEPT: &[&str] = &[
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "JAVA_HOME",
    "PYTHONUNBUFFERED",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "OMP_NUM_THREADS",
    super::super::undertaker::MARK,
];

impl Order {
    pub(crate) fn to_line(&self) -> std::io::Result<String> {
        serde_json::to_string(self).map_err(std::io::Error::other)
    }

    pub(crate) fn parse(line: &str) -> std::io::Result<Order> {
        serde_json::from_str(line).map_err(std::io::Error::other)
    }

    /// Where it finds its temporary files.
    pub(super) fn tmp(&self) -> &Path {
        match self.level {
            0 | 1 => self.scratch.as_deref().unwrap_or(Path::new(PRIVATE_TMP)),
            _ => Path::new(PRIVATE_TMP),
        }
    }

    /// The variables it sees, of those there are.
    pub(super) fn environment(
        &self,
        ours: impl Iterator<Item = (OsString, OsString)>,
    ) -> Vec<(OsString, OsString)> {
        if self.level == 0 {
            return ours.collect();
        }
        let is_kept = |name: &OsString| {
            name.to_str().is_some_and(|name| KEPT.contains(&name) || name.starts_with("LC_"))
        };
        let mut kept: Vec<_> = ours.filter(|(name, _)| is_kept(name)).collect();
        for name in ["HOME", "TMPDIR"] {
            kept.push((name.into(), self.tmp().into()));
        }
        if let Some(memory) = self.limits.memory.filter(|memory| *memory > 0) {
            // V8 would else take what the machine has for what it may use.
            let megabytes = (memory / 4 * 3) >> 20;
            kept.push(("NODE_OPTIONS".into(), format!("--max-old-space-size={megabytes}").into()));
        }
        kept
    }

    /// What a runtime has to be told by arguments, as they stand before the program's own.
    pub(super) fn arguments_for(&self, program: &Path) -> Vec<OsString> {
        if self.level == 0 || program.file_name().is_none_or(|name| name != "java") {
            return Vec::new();
        }
        let mut arguments: Vec<OsString> = vec!["-XX:-UsePerfData".into()];
        // It does not ask TMPDIR.
        let mut tmp = OsString::from("-Djava.io.tmpdir=");
        tmp.push(self.tmp());
        arguments.push(tmp);
        if let Some(memory) = self.limits.memory.filter(|memory| *memory > 0) {
            arguments.push(format!("-XX:MaxRAM={memory}").into());
            arguments.push("-XX:MaxRAMPercentage=50".into());
        }
        arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(level: u8) -> Order {
        Order {
            level,
            limits: Limits::USUAL,
            uid: None,
            reads: vec!["/x".into()],
            writes: Vec::new(),
            scratch: Some("/s".into()),
            folder: None,
            doors: Vec::new(),
        }
    }

    #[test]
    fn an_order_survives_its_line() {
        let order = order(2);
        assert_eq!(Order::parse(&order.to_line().unwrap()).unwrap(), order);
        assert!(Order::parse("{}").is_err());
    }

    #[test]
    fn secrets_of_the_environment_stay_outside() {
        let ours = [("PATH", "/bin"), ("AWS_SECRET", "x"), ("LC_ALL", "C"), ("HOME", "/home/me")];
        let ours = || ours.iter().map(|(name, value)| (name.into(), value.into()));
        let seen = order(1).environment(ours());
        let names: Vec<&str> = seen.iter().map(|(name, _)| name.to_str().unwrap()).collect();
        assert_eq!(names, ["PATH", "LC_ALL", "HOME", "TMPDIR", "NODE_OPTIONS"]);
        assert_eq!(seen[2].1, "/s");
        assert_eq!(order(2).environment(ours())[2].1, "/tmp");
        assert_eq!(order(0).environment(ours()).len(), 4);
    }
}
