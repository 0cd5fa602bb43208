//! `gyoji doctor`: what this machine can do, found out by doing it.

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use gyoji_core::Lang;
use gyoji_referee::cores;
use gyoji_referee::player::in_path;
use gyoji_referee::sandbox::{self, Found, Missing, kinds_of_groups, landlock_version};
use gyoji_words::{Text, doctor as words};
use serde_json::{Value, json};

use crate::args;
use crate::failure::Failure;
use crate::players::SUPERVISOR;

/// Programs that run players, and how they say their version.
const INTERPRETERS: &[(&str, &str)] = &[
    ("python3", "--version"),
    ("java", "-version"),
    ("node", "--version"),
    ("ruby", "--version"),
    ("perl", "-v"),
    ("lua", "-v"),
    ("php", "--version"),
    ("bash", "--version"),
    ("gcc", "--version"),
];
/// The rule by which AppArmor lets bubblewrap make name spaces of users, and nobody else.
const APPARMOR: &str = "abi <abi/4.0>, include <tunables/global> profile bwrap /usr/bin/bwrap flags=(unconfined) { userns, }";
/// How long an interpreter may take to say its version.
const VERSION_TIME: Duration = Duration::from_secs(10);
/// How often the clock is looked at, and how long is slept in between.
const NAPS: u32 = 40;
const NAP: Duration = Duration::from_millis(2);
/// Whoever wakes up this much too late cannot be trusted with times of milliseconds.
const LATE: Duration = Duration::from_millis(5);

pub fn run(args: &args::Doctor, lang: Lang) -> Result<ExitCode, Failure> {
    let report = Report::look();
    super::print(&if args.json { report.json(lang) } else { report.text(lang) })
}

struct Report {
    levels: Vec<Found>,
    interpreters: Vec<(&'static str, Option<(String, String)>)>,
    load: f64,
    late: [Duration; 2],
}

impl Report {
    fn look() -> Report {
        let levels = (0..=3).map(|level| sandbox::try_level(Path::new(SUPERVISOR), level));
        let interpreters = INTERPRETERS.iter().map(|(name, ask)| (*name, version(name, ask)));
        Report {
            levels: levels.collect(),
            interpreters: interpreters.collect(),
            load: load(),
            late: lateness(),
        }
    }

    /// The highest level that holds, if what must be possible outside is.
    fn best(&self) -> u8 {
        self.levels.iter().rev().find(|found| found.missing.is_none()).map_or(0, |it| it.level)
    }

    fn is_quiet(&self) -> bool {
        self.load < cores::count() as f64 && self.late[1] < LATE
    }

    fn text(&self, lang: Lang) -> String {
        let mut out = String::new();
        let mut say = |line: &str| {
            out.push_str(line);
            out.push('\n');
        };
        say(words::title_sandbox().get(lang));
        for found in &self.levels {
            let about = [words::level_0(), words::level_1(), words::level_2(), words::level_3()];
            let about = &about[usize::from(found.level)];
            let verdict = match &found.missing {
                None => words::holds(),
                Some(_) => words::missing(),
            };
            say(&format!("  {}  {}  {}", found.level, verdict.get(lang), about.get(lang)));
            let Some(missing) = &found.missing else { continue };
            say(&format!("     {}", sandbox::why(missing).get(lang)));
            for remedy in remedies(missing) {
                say(&format!("     -> {}", remedy.get(lang)));
            }
        }
        say(words::best(self.best()).get(lang));
        let kinds = kinds_of_groups().join("; ");
        say(words::parts(landlock_version(), if kinds.is_empty() { "-" } else { &kinds }).get(lang));
        say(words::tried(self.trials(), self.levels.len()).get(lang));
        say("");
        say(words::title_interpreters().get(lang));
        for (name, found) in &self.interpreters {
            match found {
                Some((path, version)) => say(&format!("  {name:<8}{version}  ({path})")),
                None => say(&format!("  {name:<8}{}", words::not_there().get(lang))),
            }
        }
        say("");
        say(words::title_times().get(lang));
        let ms = |time: Duration| format!("{:.2} ms", time.as_secs_f64() * 1e3);
        let [usual, worst] = self.late;
        say(&format!("  {}", words::cores(cores::count(), format!("{:.2}", self.load)).get(lang)));
        say(&format!("  {}", words::clock(ms(usual), ms(worst)).get(lang)));
        let trust = if self.is_quiet() { words::trust() } else { words::no_trust() };
        say(&format!("  {}", trust.get(lang)));
        out
    }

    /// How many things were tried.
    fn trials(&self) -> usize {
        self.levels.iter().map(|found| found.trials.len()).sum()
    }

    fn json(&self, lang: Lang) -> String {
        let level = |found: &Found| -> Value {
            let trials: Vec<Value> = found
                .trials
                .iter()
                .map(|(trial, works)| json!({ "what": trial.name, "works": works, "wanted": trial.wanted || found.level == 0 }))
                .collect();
            let remedies: Vec<String> = found
                .missing
                .iter()
                .flat_map(remedies)
                .map(|text| text.get(lang).to_owned())
                .collect();
            json!({
                "level": found.level,
                "holds": found.missing.is_none(),
                "missing": found.missing.as_ref().map(|it| sandbox::why(it).get(lang).to_owned()),
                "remedies": remedies,
                "trials": trials,
            })
        };
        let interpreters: Vec<Value> = self
            .interpreters
            .iter()
            .map(|(name, found)| match found {
                Some((path, version)) => json!({ "name": name, "path": path, "version": version }),
                None => json!({ "name": name }),
            })
            .collect();
        let report = json!({
            "best": self.best(),
            "levels": self.levels.iter().map(level).collect::<Vec<_>>(),
            "landlock": landlock_version(),
            "cgroups": kinds_of_groups(),
            "interpreters": interpreters,
            "cores": cores::count(),
            "load": self.load,
            "late_ns": self.late.map(|time| time.as_nanos() as u64),
            "times_can_be_trusted": self.is_quiet(),
        });
        serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
    }
}

/// What to do about something that is missing.
fn remedies(missing: &Missing) -> Vec<Text> {
    match missing {
        Missing::Landlock => vec![words::remedy_landlock()],
        Missing::Bubblewrap => vec![words::remedy_bubblewrap()],
        Missing::UserSpaces(_) => {
            let mut remedies = Vec::new();
            let setting = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
            if setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() == "1" {
                remedies.push(words::remedy_apparmor(APPARMOR));
            }
            if setting("/proc/sys/kernel/unprivileged_userns_clone").trim() == "0" {
                remedies.push(words::remedy_clone());
            }
            if setting("/proc/sys/user/max_user_namespaces").trim() == "0" {
                remedies.push(words::remedy_most());
            }
            if remedies.is_empty() {
                remedies.push(words::remedy_container());
            }
            remedies
        }
        Missing::Groups => vec![words::remedy_groups()],
        Missing::Trouble(_) | Missing::Leaks(_) => vec![words::remedy_report()],
    }
}

/// Where a program is, and what it calls its version.
fn version(name: &str, ask: &str) -> Option<(String, String)> {
    let path = in_path(name)?;
    let mut command = Command::new(&path);
    command.arg(ask).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().ok()?;
    let until = Instant::now() + VERSION_TIME;
    while child.try_wait().ok()?.is_none() {
        if Instant::now() > until {
            let _ = child.kill();
            let _ = child.wait();
            return Some((path.display().to_string(), "?".into()));
        }
        std::thread::sleep(NAP);
    }
    let output = child.wait_with_output().ok()?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = text.lines().find(|line| line.chars().any(|c| c.is_ascii_digit())).unwrap_or("?");
    Some((path.display().to_string(), crate::screen::clean(line.trim()).to_string()))
}

/// How many processes wanted to run in the last minute.
fn load() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_ascii_whitespace().next().and_then(|text| text.parse().ok()).unwrap_or(0.0)
}

/// How much too late a sleeper wakes up: usually, and at the worst.
fn lateness() -> [Duration; 2] {
    let mut late: Vec<Duration> = (0..NAPS)
        .map(|_| {
            let start = Instant::now();
            std::thread::sleep(NAP);
            start.elapsed().saturating_sub(NAP)
        })
        .collect();
    late.sort();
    [late[late.len() / 2], late.last().copied().unwrap_or_default()]
}
