//! `gyoji bench fairness`, `league` and `soak`: what they print, and that they leave nothing.
//! What they measure depends on the machine; that they measure it does not.

mod common;

use std::time::Duration;

use common::{Lab, finish_within};

/// Both start hundreds of processes, some of them to make the machine slow.
const PATIENCE: Duration = Duration::from_secs(300);

#[test]
fn fairness_prints_a_row_for_every_condition_and_every_verdict_is_counted() {
    let lab = Lab::new();
    let command = lab.gyoji(&["bench", "fairness", "--time", "1ms", "--json"]);
    let said = finish_within(command, "", PATIENCE).expect(0);
    let rows = said.json();
    let rows = rows.as_array().expect("a list");
    let of = |word: &str| {
        let is_about =
            |row: &&serde_json::Value| row["condition"].as_str().unwrap_or("").contains(word);
        rows.iter().filter(is_about).collect::<Vec<_>>()
    };
    let known = ["stopped", "2 busy", "4 busy", "8 busy", "yes", "no", "own", "nice", "at once"];
    for word in known {
        assert!(!of(word).is_empty(), "{word}: {}", said.out);
    }
    for row in rows {
        let count = |name: &str| row[name].as_u64().expect(name);
        assert!(count("answers") > 0, "{row}");
        assert_eq!(count("right") + count("wrong") + count("void"), count("late"), "{row}");
        assert_eq!(row["examples"].as_array().map(Vec::len), Some(count("wrong").min(5) as usize));
    }
    // Whoever needs twice its limit is late on any machine.
    let guilty = of("4 busy processes outside, and it sleeps");
    assert!(guilty.iter().all(|row| row["late"] != 0), "{}", said.out);
}

#[test]
fn league_compares_stored_games_with_others_and_asks_stores_of_every_size() {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("tmp")).expect("a folder");
    let mut command = lab.gyoji(&["bench", "league", "--time", "1ms", "--json"]);
    command.env("TMPDIR", lab.path("tmp"));
    let said = finish_within(command, "", PATIENCE).expect(0);
    let rows = said.json();
    let rows = rows.as_array().expect("a list");
    let value = |what: &str| {
        let row = rows.iter().find(|row| row["what"] == what);
        row.and_then(|row| row["value"].as_f64()).unwrap_or_else(|| panic!("{what}: {}", said.out))
    };
    for players in ["programs", "bots that think", "bots that answer at once"] {
        let ratio = value(&format!("{players}:   stored / not stored"));
        let (stored, bare) = ["games/s, stored", "games/s, not stored"]
            .map(|what| value(&format!("{players}: {what}")))
            .into();
        assert!((ratio - stored / bare).abs() < 1e-9 && ratio > 0.0, "{}", said.out);
    }
    for size in [1_000, 10_000] {
        for what in ["reading the results", "league status", "league verify"] {
            assert!(value(&format!("{size} games: {what}")) > 0.0);
        }
        assert!(value(&format!("{size} games:   its memory at the most (verify)")) > 1.0);
    }
    assert!(lab.files("tmp").is_empty(), "its own files are gone");
}

#[test]
fn soak_finds_that_nothing_is_left_of_faulty_programs() {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("tmp")).expect("a folder");
    let mut command = lab.gyoji(&["bench", "soak", "--time", "1ms", "--json"]);
    command.env("TMPDIR", lab.path("tmp"));
    let said = finish_within(command, "", PATIENCE).expect(0);
    let report = said.json();
    assert_eq!(report["grew"], false, "{}", said.out);
    assert!(report["games"].as_u64() > Some(20), "{}", said.out);
    for kind in ["crash", "flood", "time"] {
        assert!(report["faults"][kind].as_u64() > Some(0), "{kind}: {}", said.out);
    }
    let rows = report["rows"].as_array().expect("a list");
    let row = |name: &str| {
        let row = rows.iter().find(|row| row["what"].as_str().unwrap_or("").starts_with(name));
        row.unwrap_or_else(|| panic!("{name}: {}", said.out))
    };
    assert!(row("memory")["most"].as_u64() > Some(0));
    assert!(row("processes")["most"].as_u64() > Some(0), "somebody played");
    // Less than at the beginning is no leak: something of the warming up was still closing then.
    for exact in ["open descriptors", "processes", "zombies", "temporary", "control groups"] {
        let count = |when: &str| row(exact)[when].as_u64().expect("a number");
        assert!(count("end") <= count("begin"), "{exact}: {}", said.out);
    }
    assert!(lab.files("tmp").is_empty(), "its own files are gone");
}
