//! `gyoji analyse`: what moves are worth, where a game went wrong, and what cannot be read.

mod common;

use common::Lab;

/// FFO #20: six empty squares, +6 for the side to move.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";

/// White's fourth move leaves a corner to black, who does not take it.
const BLUNDER: &str = "f5d6c7d7c6b8e8f4b7";

#[test]
fn every_move_of_a_position_has_its_value_and_line() {
    let lab = Lab::new();
    let said = lab.run(&["analyse", "othello", FFO_20]).expect(0);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!(lines[0], "black to move: values in discs, + is good for the side to move");
    assert!(lines[2].contains("+6.0  solved"), "{}", said.out);
    let said = lab.ja(&["analyse", "othello", FFO_20, "--lines", "1"]).expect(0);
    assert!(said.out.starts_with("黒の番: 価値の単位は石"), "{}", said.out);
    assert!(said.out.contains("--lines 0 ですべて表示"), "{}", said.out);
    let json = lab.run(&["analyse", "othello", FFO_20, "--json"]).expect(0).json();
    let moves = json["positions"][0]["moves"].as_array().expect("moves");
    assert!(moves.iter().all(|it| it["solved"] == true && it["line"][0] == it["move"]));
    assert_eq!((&moves[0]["value"], &json["kind"]), (&6.0.into(), &"position".into()));
}

#[test]
fn a_blunder_of_a_game_is_found_with_what_was_better() {
    let lab = Lab::new();
    let asked = ["analyse", "othello", BLUNDER, "--depth", "8"];
    let said = lab.run(&asked).expect(0);
    assert!(said.out.contains("the moves that lost most:"), "{}", said.out);
    let json = lab.run(&[&asked[..], &["--json"]].concat()).expect(0).json();
    let lost = |it: &serde_json::Value| it["lost"].as_f64().unwrap_or_default();
    let positions = json["positions"].as_array().expect("positions");
    let worst = positions.iter().max_by(|a, b| lost(a).total_cmp(&lost(b))).expect("a position");
    assert_eq!((&worst["played"], &worst["mark"]), (&"b7".into(), &"??".into()), "{json}");
    assert!(json["players"][1]["blunders"].as_u64() >= Some(1), "{json}");
    for width in said.out.lines().map(|line| line.chars().count()) {
        assert!(width <= 80, "{}", said.out);
    }
}

#[test]
fn the_same_depth_says_the_same() {
    let lab = Lab::new();
    let run = || lab.run(&["analyse", "othello", "f5d6", "--depth", "6", "--json"]).expect(0).out;
    assert_eq!(run(), run());
}

/// A quick look at this.
fn ask<'a>(what: &[&'a str]) -> Vec<&'a str> {
    [&["analyse", "othello"], what, &["--depth", "2", "--json"]].concat()
}

#[test]
fn files_stdin_and_records_are_read() {
    let lab = Lab::new();
    lab.file("two.txt", "f5d6\nf5f6\n");
    let several = lab.run(&ask(&["two.txt"])).expect(2);
    assert!(several.err.contains("2 games or positions; choose one with --game N"));
    let json = lab.run(&ask(&["two.txt", "--game", "2"])).expect(0).json();
    assert_eq!(json["positions"][1]["played"], "f6");
    lab.run(&ask(&["two.txt", "--game", "3"])).expect(4);
    let json = lab.run_with(&ask(&["-"]), "f5f4\n").expect(0).json();
    assert_eq!(json["positions"][1]["played"], "f4");
    let players = ["match", "othello", "bot:random", "bot:greedy", "-n", "1", "--record", "games"];
    lab.run(&players).expect(0);
    let record = lab.files("games").remove(0);
    let json = lab.run(&ask(&[record.to_str().expect("a path")])).expect(0).json();
    assert!(json["positions"].as_array().is_some_and(|all| all.len() > 20));
    assert_eq!(json["players"][0]["name"], "random");
}

#[test]
fn what_cannot_be_analysed_is_refused_with_what_can() {
    let lab = Lab::new();
    let said = lab.run(&["analyse", "quinte"]).expect(2);
    assert!(said.err.contains("cannot be analysed; games that can: othello"), "{}", said.err);
    let said = lab.run(&["analyse", "othello", "f5z9"]).expect(2);
    assert!(said.err.contains("\"z9\": line 1, column 3"), "{}", said.err);
    let said = lab.ja(&["analyse", "othello", "none.ggf"]).expect(4);
    assert!(said.err.contains("そのようなファイルはありません"), "{}", said.err);
    let full = format!("{} X", "X".repeat(64));
    assert!(!lab.run(&["analyse", "othello", &full]).expect(2).err.is_empty());
}
