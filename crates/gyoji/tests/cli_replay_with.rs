//! `gyoji replay --with`: a program put into a recorded game is asked what it would be asked in a
//! match, and what is wrong with its answer is told with the numbers of that record.

mod common;

use common::{Lab, gyoji, is_installed};

#[test]
fn an_engine_is_asked_for_the_whole_opening_at_once() {
    let lab = Lab::new();
    let engine = format!("gomocup:{} bot renju.random --dialect gomocup", gyoji());
    let args = ["match", "renju", &engine, &engine, "-n", "1", "-o", "opening=swap2", "-o"];
    lab.run(&[&args[..], &["size=7", "--seed", "3", "--record", "games"]].concat()).expect(0);
    let record = lab.files("games")[0].display().to_string();
    for from in ["1", "2", "3"] {
        let said = lab.run(&["replay", &record, "--with", &engine, "--from", from]).expect(0);
        assert!(said.out.starts_with("move 1: "), "{}", said.out);
        let moves = said.out.split("  ").next().expect("moves");
        assert_eq!(moves.split(' ').count(), 2 + 3, "three stones: {moves}");
        assert_eq!(said.err.contains("begins with move 1"), from != "1", "{}", said.err);
    }
    let said = lab.run(&["replay", &record, "--with", &engine, "--json"]).expect(0).json();
    let asked: Vec<u64> =
        said.as_array().expect("answers").iter().map(|it| it["move"].as_u64().unwrap()).collect();
    assert_eq!(asked[0], 1);
    assert!(asked[1] > 3, "the three stones are one answer: {asked:?}");
    assert_eq!(said[0]["recorded"].as_str().unwrap().split(' ').count(), 3, "{said}");
    // A bot of our own is asked stone by stone.
    let said = lab.run(&["replay", &record, "--with", "bot:random", "--from", "2"]).expect(0);
    assert!(said.out.starts_with("move 2: "), "{}", said.out);
}

/// Misspells its order in turn 2.
const MISSPELLS: &str = "
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == 'quinte':
        print('ready', flush=True)
    elif words[0] == 'turn':
        print('order', words[1], 'CLOKWISE 6 13' if words[1] == '2' else 'NONE', 'UP', flush=True)
";

#[test]
fn what_was_skipped_is_explained_at_its_own_move() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    lab.file("misspells.py", MISSPELLS);
    let args = ["match", "quinte", "bot:skeleton", "misspells.py", "bot:skeleton", "bot:skeleton"];
    let more = ["-n", "1", "--seed", "2", "-o", "turns=5", "--time", "20s", "--record", "games"];
    lab.run(&[&args[..], &more[..]].concat()).expect(0);
    let record = lab.files("games")[0].display().to_string();
    let shown = lab.run(&["replay", &record]).expect(0).out;
    let missed = shown.lines().position(|line| line.starts_with("    ! not a move: ")).unwrap();
    let page = shown.lines().nth(missed - 1).unwrap();
    let (number, rest) = page.split_once(". ").unwrap();
    assert!(rest.starts_with("turn 2  ") && rest.contains(" - -"), "{page}");
    assert!(shown.contains("(order 0 NONE UP)"), "what was carried out, in its own words");
    // Each way of asking for that move tells the same.
    let colour = rest.split_whitespace().nth(2).unwrap();
    let headline = format!("move {number} (turn 2)  {colour} misspells");
    let again = format!("--from {number} --with \"misspells.py\"");
    let one = lab.run(&["replay", &record, "--ply", number]).expect(0).out;
    let with = lab.run(&["replay", &record, "--with", "misspells.py", "--from", number]).expect(3);
    for told in [&shown, &one, &with.out] {
        assert!(told.contains(&headline) && told.contains(&again), "{told}");
        assert!(told.contains("^^^^^^^^ one of CLOCKWISE, ANTICLOCKWISE, NONE"), "{told}");
        assert!(told.contains("played instead: order 2 NONE NONE"), "{told}");
    }
    let other = lab.run(&["replay", &record, "--ply", "1"]).expect(0).out;
    assert!(!other.contains("CLOKWISE"), "only the faults of that move: {other}");
}
