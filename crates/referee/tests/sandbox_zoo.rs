//! The whole zoo at every level this machine has, and what programs in a sandbox try, as the table
//! in `docs/security.md`.
//!
//! `GYOJI_BLESS=1` writes the table of this run into the pages.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use common::judge::show_all;
use common::locked::*;
use common::{fixture, invite};
use gyoji_core::record::FaultKind;

/// Where the table stands in a page.
const BEGIN: &str = "<!-- zoo -->\n";
const END: &str = "<!-- /zoo -->\n";
/// What is tried beside the zoo, and what it is in the table.
const BOMBS: &[&str] = &["memory", "children_with_memory", "memfd", "shared", "disk", "unlinked"];

/// What came of each program at each level.
type Table = BTreeMap<(usize, String), BTreeMap<u8, String>>;

#[test]
#[ignore = "35 programs at four levels, and 25 more, take minutes"]
fn the_zoo_gets_its_verdicts_at_every_level() {
    let _alone = alone();
    let has = levels();
    let before = files_of(&[&fixture("zoo"), &fixture("sandbox")]);
    let mut table = Table::new();
    let mut put = |kind: usize, name: &str, level: u8, verdict: String| {
        table.entry((kind, name.to_owned())).or_default().insert(level, verdict);
    };
    for level in [0].into_iter().chain(has.iter().copied()) {
        println!("level {level}");
        let kit = gyoji_othello::kit();
        let verdicts = show_all(|text| match level {
            0 => invite(&kit, text),
            _ => invite_at(level, &text.replace(common::python(), &python())),
        });
        for (file, verdict) in verdicts {
            put(0, file.split('.').next().unwrap_or(file), level, verdict);
        }
        let word = |happens: bool| String::from(if happens { "happens" } else { "held" });
        for what in SOCKETS {
            put(1, what, level, word(reached(level, what)));
        }
        for what in FILES {
            put(2, what, level, word(spoilt(level, what)));
        }
        for what in PROCESSES {
            put(3, what, level, word(touched(level, what)));
        }
        for what in BOMBS {
            // Outside it would be this machine's memory and disk.
            let verdict = if level == 0 { "not tried".into() } else { bomb(level, what) };
            put(4, what, level, verdict);
        }
    }
    assert_eq!(files_of(&[&fixture("zoo"), &fixture("sandbox")]), before, "a file was changed");
    for (page, words) in [("security.md", None), ("security.ja.md", Some(JAPANESE))] {
        compare(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page),
            &table,
            words,
        );
    }
}

/// All of the above once more, as a user without rights.
#[test]
#[ignore = "everything once more takes minutes"]
fn it_holds_for_a_user_without_rights() {
    let _alone = alone();
    run_as_nobody();
}

/// What a bomb comes to: it is ended, or it gets no more and plays on.
fn bomb(level: u8, what: &str) -> String {
    let played = attempt_with(level, what, "", "limit=20s&memory=200MB&processes=64&disk=32MB");
    match played.faults()[..] {
        [] => {
            let said = stderr(&played);
            let is_held = ["failed", "Errno 12"].iter().any(|word| said.contains(word));
            assert!(is_held, "{what} at {level}: {}", played.story());
            "held".into()
        }
        [fault] => {
            let is_right = matches!(fault.kind, FaultKind::Memory | FaultKind::Refused);
            assert!(is_right, "{what} at {level}: {}", played.story());
            format!("{:?}", fault.kind).to_lowercase()
        }
        _ => panic!("{what} at {level}: {}", played.story()),
    }
}

/// Every file below these folders, with its size and time.
fn files_of(folders: &[&str]) -> Vec<(PathBuf, u64, SystemTime)> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let about = entry.metadata().expect("a file");
            match about.is_dir() {
                true => folders.push(entry.path()),
                false => {
                    found.push((entry.path(), about.len(), about.modified().expect("a time")));
                }
            }
        }
    }
    found.sort();
    found
}

/// The words of the table in the Japanese page.
const JAPANESE: &[(&str, &str)] = &[
    ("program", "プログラム"),
    ("not tried", "試さない"),
    ("happens", "起きる"),
    ("held", "防ぐ"),
    ("plays", "対局できる"),
    ("crash or time", "crash または time"),
    ("exit code", "終了コード"),
    ("signal", "シグナル"),
];

/// Compares the table with that of a page, as far as this machine has the levels.
fn compare(page: &Path, table: &Table, words: Option<&[(&str, &str)]>) {
    let say = |text: &str| {
        words.into_iter().flatten().fold(text.to_owned(), |text, (from, to)| text.replace(from, to))
    };
    let text = std::fs::read_to_string(page).expect("the page");
    let (start, end) = (text.find(BEGIN), text.find(END));
    let (Some(start), Some(end)) = (start, end) else { panic!("{}: no table", page.display()) };
    if std::env::var_os("GYOJI_BLESS").is_some() {
        let mut rows = say("| program | 0 | 1 | 2 | 3 |\n|---|---|---|---|---|\n");
        for ((_, name), verdicts) in table {
            let cells = (0..=3).map(|level| verdicts.get(&level).map_or("", String::as_str));
            let cells: Vec<&str> = cells.collect();
            rows.push_str(&format!("| `{name}` | {} |\n", say(&cells.join(" | "))));
        }
        let (before, after) = (&text[..start + BEGIN.len()], &text[end..]);
        return std::fs::write(page, [before, &rows, after].concat()).expect("the page");
    }
    let mut known = BTreeMap::new();
    for line in text[start..end].lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if let [name, verdicts @ ..] = &cells[..] {
            known.insert(name.trim_matches('`').to_owned(), verdicts.to_vec());
        }
    }
    for ((_, name), verdicts) in table {
        for (level, verdict) in verdicts {
            let there = known.get(name).and_then(|row| row.get(usize::from(*level)));
            let page = page.display();
            assert_eq!(there, Some(&say(verdict).as_str()), "{name} at level {level} in {page}");
        }
    }
}
