//! Events from outside: files of them, what is stored, and what is left of those who played.

#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use gyoji_store::{GameRow, Location, Store};

use crate::common::{Lab, Said, finish_within, until};

/// No event of the suite may take longer, on a machine with much else to do.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// A folder of the repository.
pub fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A program that always plays its first legal move, after so many milliseconds. Its command line
/// names a file of this lab, by which it is known.
pub fn sleeper(lab: &Lab, milliseconds: u32) -> String {
    lab.file("sleeper/sleeper.py", SLEEPER);
    format!("plain:python3 sleeper/sleeper.py {milliseconds}")
}

/// Nobody who played for this lab is left.
#[track_caller]
pub fn expect_no_sleeper_left(lab: &Lab) {
    let program = lab.path("sleeper/sleeper.py").display().to_string();
    until(|| processes_with(&program).is_empty());
}

/// The text of an event: what stands at its top, and players with their commands.
pub fn event(top: &str, players: &[(&str, &str)]) -> String {
    let mut text = format!("{top}\n");
    for (name, command) in players {
        text += &format!("\n[[player]]\nname = {name:?}\ncommand = {command:?}\n");
    }
    text
}

/// A short event of bots: 12 games.
pub fn short(name: &str) -> String {
    let top = format!("name = {name:?}\ngame = \"othello\"\ngames = 4\nopening = 4");
    event(&top, &[("a", "bot:greedy"), ("b", "bot:weights"), ("c", "bot:random")])
}

/// An event that nobody waits for the end of: its program sleeps over every answer.
pub fn endless(lab: &Lab, name: &str) -> String {
    let top = format!(
        "name = {name:?}\ngame = \"othello\"\nformat = \"ladder\"\ntime = \"0\"\nsandbox = 0"
    );
    event(&top, &[("slow", &sleeper(lab, 20)), ("a", "bot:greedy")])
}

const SLEEPER: &str = "
import sys, time
for line in sys.stdin:
    word, _, rest = line.strip().partition(' ')
    if word == 'gyoji':
        print('ready legal', flush=True)
    elif word == 'legal':
        legal = rest.split(' | ')
    elif word == 'go':
        time.sleep(int(sys.argv[1]) / 1000)
        print('move', rest.split()[0], legal[0], flush=True)
";

/// `gyoji league` with these arguments, and a store in the lab.
pub fn league(lab: &Lab, args: &[&str]) -> Command {
    let mut command = lab.gyoji(&[&["league"], args].concat());
    command.env("GYOJI_DATA", "store");
    command
}

/// The same, to its end.
#[track_caller]
pub fn run(lab: &Lab, args: &[&str]) -> Said {
    finish_within(league(lab, args), "", PATIENCE)
}

/// All stored games of an event.
pub fn games(location: &Location, series: &str) -> Vec<GameRow> {
    let store = Store::open(location).expect("a store");
    let mut rows = Vec::new();
    store.results(series, &mut |row| rows.push(row)).expect("its games");
    rows
}

/// The store in the lab.
pub fn folder(lab: &Lab) -> Location {
    Location::Folder(lab.path("store"))
}

/// No game is there twice, by its id or by its place.
#[track_caller]
pub fn expect_all_different(rows: &[GameRow]) {
    let ids: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let places: HashSet<String> = rows.iter().map(|row| format!("{:?}", row.place)).collect();
    assert_eq!((ids.len(), places.len()), (rows.len(), rows.len()));
}

/// The numbers of the processes whose command lines contain this, ourselves aside.
pub fn processes_with(text: &str) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_one = |pid: &u32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        *pid != std::process::id() && String::from_utf8_lossy(&line).contains(text)
    };
    numbers.filter(is_one).collect()
}
