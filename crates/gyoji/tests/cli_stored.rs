//! `--data` of `match`, `judge` and `play`: games in a store, and a match that goes on.

mod common;
mod league_common;

use common::{Lab, Said};
use gyoji_store::{GameRow, Location, Store};

/// A program that plays the first legal move, with a remark that makes it another version.
fn program(lab: &Lab, remark: &str) -> String {
    let command = league_common::sleeper(lab, 0);
    lab.file("sleeper/version.txt", remark);
    command
}

fn play(lab: &Lab, program: &str, more: &[&str]) -> Said {
    let args = ["match", "othello", program, "bot:greedy", "--data", "store", "--json"];
    lab.run(&[&args, more].concat()).expect(0)
}

/// All that is stored, oldest first.
fn rows(lab: &Lab) -> Vec<GameRow> {
    let store = Store::open(&Location::Folder(lab.path("store"))).expect("a store");
    let mut rows = Vec::new();
    for series in store.series().expect("an answer") {
        store.results(&series, &mut |row| rows.push(row)).expect("its games");
    }
    rows.sort_by_key(|row| row.started_ms);
    rows
}

#[test]
fn a_match_goes_on_where_it_was_unless_a_program_has_changed() {
    let lab = Lab::new();
    let old = program(&lab, "1");
    let first = play(&lab, &old, &["-n", "2"]);
    assert!(!first.err.contains("played before"), "{}", first.err);
    // More of the same.
    let more = play(&lab, &old, &["-n", "4"]);
    assert!(more.err.contains("2 games of this match were played before"), "{}", more.err);
    assert_eq!(more.json()["games"], 4);
    let same = rows(&lab);
    assert_eq!(same.len(), 4);
    assert!(lab.run(&["replay", &same[0].id, "--data", "store"]).expect(0).out.contains("greedy"));
    // Another program under the same name: another match.
    let new = program(&lab, "2");
    assert_eq!(old, new);
    let other = play(&lab, &new, &["-n", "2"]);
    assert!(!other.err.contains("played before"), "{}", other.err);
    let all = rows(&lab);
    assert_eq!(all.len(), 6);
    let series = |row: &GameRow| row.place.as_ref().expect("a place").series.clone();
    let version = |row: &GameRow| {
        let player = row.players.iter().find(|player| player.name != "greedy");
        player.expect("the program").version.clone()
    };
    assert_eq!((series(&all[0]), version(&all[0])), (series(&all[3]), version(&all[3])));
    assert_ne!(series(&all[0]), series(&all[5]));
    assert_ne!(version(&all[0]), version(&all[5]));
}
