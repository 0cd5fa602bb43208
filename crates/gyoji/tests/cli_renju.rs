//! `gyoji renju fouls`, and renju games through the other commands.

mod common;

use common::{Lab, on_a_terminal};
use serde_json::Value;

const CROSS: &str = "G8,I8,H7,H9";

#[test]
fn one_point_is_judged_with_one_word() {
    let lab = Lab::new();
    for (black, white, point, word) in [
        (CROSS, "", "H8", "double-three"),
        (CROSS, "F8", "h8", "legal"),
        ("E8,F8,G8,H5,H6,H7", "", "H8", "double-four"),
        ("C8,D8,E8,G8,H8", "", "F8", "overline"),
        ("D8,E8,F8,G8,H7,H9,H6", "", "H8", "five"),
        ("", "", "A1", "legal"),
        // Two kinds at once: the first by the usual order.
        ("C8,D8,E8,G8,H8,F5,F6,F7,E7,G9,E9,G7", "", "F8", "overline"),
    ] {
        let args = ["renju", "fouls", "--black", black, "--white", white, "--point", point];
        assert_eq!(lab.run(&args).expect(0).out, format!("{word}\n"), "{args:?}");
        assert_eq!(lab.ja(&args).expect(0).out, format!("{word}\n"), "the word is for programs");
    }
}

#[test]
fn all_forbidden_points_are_listed() {
    let lab = Lab::new();
    let said = lab.run(&["renju", "fouls", "--black", CROSS, "--black", "D4 D5 D6 B8 A8"]);
    assert_eq!(said.expect(0).out, "H8 double-three\n");
    let said = lab.run(&["renju", "fouls", "--black", "E8,F8,G8,H5,H6,H7,I9,J10,G9,F10"]).expect(0);
    assert!(said.out.contains("H8 double-four double-three\n"), "{}", said.out);
    let said = lab.ja(&["renju", "fouls", "--black", CROSS]).expect(0);
    assert_eq!(said.out, "H8 double-three（三三）\n");
    let said = lab.run(&["renju", "fouls", "--black", "H8"]).expect(0);
    assert_eq!((said.out.as_str(), said.err.trim()), ("", "black has no forbidden point here"));
    let said = lab.ja(&["renju", "fouls"]).expect(0);
    assert_eq!((said.out.as_str(), said.err.trim()), ("", "この局面に黒の禁点はありません"));
}

#[test]
fn the_rule_and_the_size_can_be_chosen() {
    let lab = Lab::new();
    let word = |args: &[&str]| {
        let args = [&["renju", "fouls", "--black", CROSS, "--point", "H8"], args].concat();
        lab.run(&args).expect(0).out.trim().to_owned()
    };
    assert_eq!(word(&["--white", "F8,H6"]), "legal");
    assert_eq!(word(&["--white", "F8,H6", "--rule", "class"]), "double-three");
    assert_eq!(word(&["--rule", "standard"]), "legal");
    assert_eq!(word(&["--rule", "freestyle"]), "legal");
    assert_eq!(word(&["--size", "19"]), "double-three");
    assert_eq!(word(&["--size", "9"]), "legal", "the edge closes both threes");
}

#[test]
fn json_has_the_stones_that_make_a_foul() {
    let lab = Lab::new();
    let said = lab.run(&["renju", "fouls", "--black", CROSS, "--json"]).expect(0);
    let all = said.json();
    assert_eq!((&all["rule"], &all["size"]), (&Value::from("renju"), &Value::from(15)));
    let foul = &all["fouls"][0];
    assert_eq!(foul["point"], "H8");
    assert_eq!(foul["fouls"], serde_json::json!(["double-three"]));
    let rows = &foul["reasons"][0]["rows"];
    assert_eq!(rows[0]["stones"], serde_json::json!(["G8", "H8", "I8"]));
    assert_eq!(rows[0]["next"], serde_json::json!(["F8", "J8"]));
    assert_eq!(rows[1]["stones"], serde_json::json!(["H7", "H8", "H9"]));

    let one = ["renju", "fouls", "--black", CROSS, "--point", "H8", "--json"];
    let one = lab.run(&one).expect(0).json();
    assert_eq!(&one, foul, "one point is told as in the list");
    let legal = lab.run(&["renju", "fouls", "--point", "A1", "--json"]).expect(0).json();
    assert_eq!(legal["verdict"], "legal");
    assert_eq!(legal["reasons"], serde_json::json!([]));
}

#[test]
fn a_terminal_sees_the_board() {
    let lab = Lab::new();
    let args = ["renju", "fouls", "--black", CROSS, "--size", "10"];
    if let Some(said) = on_a_terminal(&lab, &[("NO_COLOR", "1")], &args) {
        assert!(said.out.contains("A  B  C  D  E  F  G  H  I  J"), "{}", said.out);
        assert!(said.out.contains(" X  !  X"), "the point is marked: {}", said.out);
    }
    let said = lab.run(&["renju", "fouls", "--black", CROSS]).expect(0);
    assert!(!said.out.contains("A  B"), "a pipe gets only the list");
}

#[test]
fn bad_stones_are_explained_in_both_languages() {
    let lab = Lab::new();
    for (args, en, ja) in [
        (
            &["--black", "E11,E11"][..],
            "E11 already has a black stone",
            "E11 にはすでに黒石があります",
        ),
        (
            &["--black", "E11", "--white", "e11"],
            "E11 already has a black stone",
            "E11 にはすでに黒石があります",
        ),
        (
            &["--white", "E11", "--point", "E11"],
            "E11 already has a white stone",
            "E11 にはすでに白石があります",
        ),
        (
            &["--black", "P1"],
            "P1 is not on a board of 15 lines (A1 to O15)",
            "P1 は 15 路盤（A1 から O15）の外です",
        ),
        (
            &["--size", "5", "--point", "F1"],
            "F1 is not on a board of 5 lines (A1 to E5)",
            "F1 は 5 路盤（A1 から E5）の外です",
        ),
        (&["--black", "E0"], "expected a point such as h8", "h8 のような点"),
        (&["--black", "黒"], "expected a point such as h8", "h8 のような点"),
        (&["--point", ""], "expected a point such as h8", "h8 のような点"),
        (&["--size", "4"], "", ""),
        (&["--size", "20"], "", ""),
        (&["--rule", "omok"], "", ""),
    ] {
        let args = [&["renju", "fouls"], args].concat();
        let said = lab.run(&args).expect(2);
        assert!(said.err.contains(en) && said.out.is_empty(), "{args:?}: {}", said.err);
        let said = lab.ja(&args).expect(2);
        assert!(said.err.contains(ja), "{args:?}: {}", said.err);
    }
}

#[test]
fn bots_play_renju_by_every_rule_and_opening() {
    let lab = Lab::new();
    for options in
        ["rule=renju", "rule=class", "rule=standard", "rule=freestyle", "opening=swap2", "size=5"]
    {
        let args = ["match", "renju", "bot:random", "bot:random", "-n", "2", "--seed", "1"];
        let args = [&args[..], &["-o", options, "--json"]].concat();
        let said = lab.run(&args).expect(0).json();
        assert_eq!(said["games"], 2, "{options}: {said}");
    }
}

#[test]
fn a_game_lost_by_a_foul_says_so() {
    let lab = Lab::new();
    // The program plays a double-three; the position leaves nothing else to do before it.
    lab.file("foul.py", "while True:\n    line = input().split()\n    if line[0] == 'gyoji':\n        print('ready', flush=True)\n    if line[0] == 'go':\n        print('move', line[1], 'h8', flush=True)\n");
    let args = ["match", "renju", "plain:python3 foul.py", "bot:random", "-n", "1"];
    let position = ["--position", "renju 15 g8a1i8a3h7a5h9a7", "--record", "records"];
    let args = [&args[..], &position].concat();
    let said = lab.run(&args).expect(0);
    assert!((said.out.clone() + &said.err).contains("black made a foul: double-three"), "{said:?}");
    let said = lab.ja(&args).expect(0);
    assert!((said.out.clone() + &said.err).contains("黒の禁じ手です（三三）"), "{said:?}");
    let record = lab.files("records").remove(0);
    let shown = lab.run(&["replay", record.to_str().unwrap()]).expect(0);
    assert!(shown.out.contains("double-three: g8 h8 i8 / h7 h8 h9"), "{}", shown.out);
    assert!(shown.out.contains("black made a foul: double-three"), "{}", shown.out);
}
