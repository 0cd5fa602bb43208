//! The animals of `zoo/`, and what each of them comes to.

use gyoji_core::record::{Exit, FaultKind};

use super::{fixture, python, require};

/// One of them.
pub struct Animal {
    pub file: &'static str,
    pub dialect: &'static str,
    pub expect: Expect,
}

/// What it comes to.
pub enum Expect {
    /// It plays the game to its end.
    Plays,
    /// It loses by this fault, having said this and ended so.
    Loses(FaultKind, &'static str, Option<Exit>),
}

impl std::fmt::Display for Expect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Plays => f.write_str("plays"),
            Loses(kind, _, exit) => {
                write!(f, "{}", format!("{kind:?}").to_lowercase())?;
                match exit {
                    Some(Exit::Code(code)) => write!(f, ", exit code {code}"),
                    Some(Exit::Signal(signal)) => write!(f, ", signal {signal}"),
                    None => Ok(()),
                }
            }
        }
    }
}

use Expect::{Loses, Plays};

const fn animal(file: &'static str, dialect: &'static str, expect: Expect) -> Animal {
    Animal { file, dialect, expect }
}

#[rustfmt::skip]
pub const ZOO: &[Animal] = &[
    animal("flood_without_newline.py", "plain", Loses(FaultKind::Flood, "xxxxxxxx", None)),
    animal("flood_of_lines.py", "plain", Loses(FaultKind::Flood, "info thinking", None)),
    animal("flood_out_of_turn.py", "plain", Loses(FaultKind::Flood, "info thinking", None)),
    animal("yes.sh", "judge", Loses(FaultKind::Format, "y\\n", None)),
    animal("answer_without_newline.py", "plain", Loses(FaultKind::Time, "move 0 d3", None)),
    animal("trickle_of_remarks.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("trickle_of_bytes.py", "plain", Loses(FaultKind::Time, "mmmm", None)),
    animal("trickle_after_the_deadline.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("high_bytes.py", "judge", Loses(FaultKind::Format, "\\x80\\x81\\x82", None)),
    animal("nul_in_a_move.py", "judge", Loses(FaultKind::Format, "d\\u{0}3\\n", None)),
    animal("never_reads.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("closes_stdin.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("closes_stdout.py", "judge", Loses(FaultKind::Crash, "", None)),
    animal("closes_stdout_floods_stderr.py", "judge", Loses(FaultKind::Crash, "", None)),
    animal("loud_stderr.py", "plain", Plays),
    animal("stops_itself.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("ignores_signals.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("sleeps_through_the_end.py", "plain", Plays),
    animal("exits_3.py", "judge", Loses(FaultKind::Crash, "", Some(Exit::Code(3)))),
    animal("raises.py", "judge", Loses(FaultKind::Crash, "", Some(Exit::Code(1)))),
    animal("segfaults.py", "judge", Loses(FaultKind::Crash, "", Some(Exit::Signal(11)))),
    animal("debug_text.sh", "judge", Loses(FaultKind::Format, "thinking depth 4...\\n", None)),
    animal("empty_line.sh", "judge", Loses(FaultKind::Format, "\\n", None)),
    animal("shift_jis.py", "judge", Loses(FaultKind::Format, "\\x8dl\\x82\\xa6\\x92\\x86", None)),
    animal("bom.py", "judge", Loses(FaultKind::Format, "\\u{feff}d3\\n", None)),
    animal("crlf.py", "plain", Plays),
    animal("answers_twice.py", "judge", Loses(FaultKind::Format, "c4\\n", None)),
    animal("leaves_a_daemon.py", "judge", Loses(FaultKind::Crash, "", Some(Exit::Code(0)))),
    animal("hides_a_daemon.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("many_children.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("kills_its_parent.py", "judge", Loses(FaultKind::Crash, "", None)),
    animal("stops_its_parent.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("kills_its_group.sh", "judge", Loses(FaultKind::Crash, "", Some(Exit::Signal(9)))),
    animal("spins_on_every_core.py", "plain", Loses(FaultKind::Time, "", None)),
    animal("spins_and_remarks.py", "plain", Loses(FaultKind::Time, "", None)),
];

/// The player text of an animal whose processes are known by `marker`.
pub fn command(file: &str, dialect: &str, marker: &str) -> String {
    let runs = match file.ends_with(".py") {
        // -B: no compiled files beside the sources.
        true => format!("{} -B", python()),
        false => require("bash", "bash"),
    };
    let env = require("env", "coreutils");
    format!("{dialect}:{env} GYOJI_ZOO={marker} {runs} {}", fixture(&format!("zoo/{file}")))
}

/// A word that no other process has.
pub fn marker(file: &str) -> String {
    format!("{file}-{}-{:x}", std::process::id(), fastrand::u64(..))
}
