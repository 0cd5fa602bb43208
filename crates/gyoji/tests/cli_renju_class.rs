//! Programs of the class sit down as they are: the file they can read, the rule they play by.

mod common;

use std::path::Path;

use common::{Lab, Said};

const PROGRAM: &str = "csv?limit=30s:python3 class_program.py";

/// Black's row g8 f8 is closed by white at e8, the other, h7 h6, is open: h8 is a foul by the
/// lengths of rows, but not by the rules of the RIF. Black is to move.
const CLOSED_THREE: &str = "g8a1f8a3h7a5h6e8";

fn lab() -> Lab {
    let lab = Lab::new();
    lab.file("class_program.py", include_str!("fixtures/class_program.py"));
    // Plays h8, whatever happens.
    lab.file("h8.py", "while True:\n    line = input().split()\n    if line[0] == 'gyoji':\n        print('ready', flush=True)\n    if line[0] == 'go':\n        print('move', line[1], 'h8', flush=True)\n");
    lab
}

/// The rule in the header of the only record in a folder.
fn rule(lab: &Lab, folder: &str) -> String {
    let [record] = &lab.files(folder)[..] else { panic!("one record in {folder}") };
    header(record)["options"]["rule"].as_str().expect("a rule").to_owned()
}

fn header(record: &Path) -> serde_json::Value {
    let text = std::fs::read_to_string(record).expect("a record");
    serde_json::from_str(text.lines().next().expect("a header")).expect("JSON")
}

/// How many faults each player has made.
fn faults(said: &Said) -> Vec<u64> {
    let said = said.json();
    let players = said["players"].as_array().expect("players");
    players.iter().map(|player| player["faults"].as_u64().expect("a number")).collect()
}

#[test]
fn a_class_program_plays_both_colours_with_no_option_given() {
    let lab = lab();
    for (program, folder) in [
        (PROGRAM.to_owned(), "empty"),
        (PROGRAM.replace("csv?", "csv?start=missing&"), "missing"),
        (PROGRAM.replace("csv?", "csv?start=missing&file=data.txt&"), "named"),
    ] {
        let program = match folder {
            "named" => program.replace("class_program.py", "class_program.py data.txt"),
            _ => program,
        };
        let args = ["match", "renju", &program, "bot:random", "-n", "2", "--seed", "3", "--json"];
        let said = lab.run(&[&args[..], &["--record", folder]].concat()).expect(0);
        assert_eq!(faults(&said), [0, 0], "{folder}: {said:?}");
        assert_eq!(said.err, "", "{folder}");
        for record in lab.files(folder) {
            assert_eq!(header(&record)["options"]["rule"], "class");
        }
    }
}

#[test]
fn a_program_that_cannot_read_what_it_was_given_has_crashed() {
    let lab = lab();
    let program = PROGRAM.replace("csv?", "csv?start=zero&");
    let said = lab.run(&["match", "renju", &program, "bot:random", "-n", "1"]).expect(3);
    assert!(said.err.contains("invalid literal for int()"), "{}", said.err);
    assert!(said.err.contains("> 0,"), "{}", said.err);
    // Nothing was written where nothing was: there is no file to read back.
    lab.file("idle.py", "");
    for (start, given) in [("missing", "No such file"), ("empty", "no move was appended")] {
        let idle = format!("csv?limit=30s&start={start}:python3 idle.py");
        let said = lab.run(&["match", "renju", &idle, "bot:random", "-n", "1"]).expect(3);
        assert!(said.err.contains(given), "{start}: {}", said.err);
    }
}

#[test]
fn the_rule_of_a_csv_program_is_the_games_unless_one_is_named() {
    let lab = lab();
    let games: &[(&str, &[&str], &str, &str)] = &[
        ("plain?limit=30s:python3 h8.py", &[], "class", ""),
        ("plain?limit=30s:python3 h8.py", &["-o", "rule=renju"], "renju", "class_program"),
    ];
    for (number, (black, options, expected, warned)) in games.iter().enumerate() {
        let folder = format!("records-{number}");
        let args = ["match", "renju", black, PROGRAM, "-n", "1", "--json", "--record", &folder];
        let args = [&args[..], &["--position", CLOSED_THREE], options].concat();
        let said = lab.run(&args);
        assert_eq!(rule(&lab, &folder), *expected, "{said:?}");
        let why = &said.json()["endings"];
        if *expected == "class" {
            // Black has made a foul, as the program of the class says too.
            assert_eq!((faults(&said), said.code), (vec![0, 0], Some(0)), "{said:?}");
            assert_eq!(why["foul-double-three"], 1, "{why}");
        } else {
            // The program refuses a game that its own rule does not allow.
            assert_eq!((faults(&said), said.code), (vec![0, 1], Some(3)), "{said:?}");
        }
        assert_eq!(said.err.contains("plays by rule=class"), !warned.is_empty(), "{}", said.err);
        assert!(said.err.contains(warned), "{}", said.err);
    }
}

#[test]
fn two_rules_at_one_table_are_a_warning_in_both_languages() {
    let lab = lab();
    let engine = "gomocup:python3 engine.py"; // it is warned of before anybody is started
    lab.file("engine.py", "");
    let args = ["match", "renju", PROGRAM, engine, "-n", "1"];
    let said = lab.run(&args);
    let words = "gyoji: engine plays by rule=renju | standard | freestyle, but this game is played by rule=class";
    assert!(said.err.contains(words), "{}", said.err);
    let said = lab.ja(&args);
    assert!(said.err.contains("この対局は rule=class です"), "{}", said.err);
    // A program that knows the rules of the RIF can say so.
    let rif = PROGRAM.replace("csv?", "csv?rule=renju&");
    let said = lab.run(&["match", "renju", &rif, engine, "-n", "1", "--record", "rif"]);
    assert!(!said.err.contains("plays by"), "{}", said.err);
    assert_eq!(rule(&lab, "rif"), "renju");
    let said = lab.run(&["match", "renju", &rif, PROGRAM, "-n", "1", "--record", "both"]);
    assert!(said.err.contains("plays by rule=renju, but"), "{}", said.err);
    assert_eq!(rule(&lab, "both"), "class");
}

#[test]
fn a_guest_in_a_recorded_game_is_warned_of() {
    let lab = lab();
    let args = ["match", "renju", "bot:random", "bot:random", "-n", "1", "--seed", "1"];
    lab.run(&[&args[..], &["--record", "records"]].concat()).expect(0);
    let record = lab.files("records").remove(0);
    let with = |player: &str| {
        lab.run(&["replay", record.to_str().unwrap(), "--with", player, "--from", "1"]).expect(0)
    };
    let said = with(PROGRAM);
    assert!(said.err.contains("plays by rule=class, but"), "{}", said.err);
    let said = with(&PROGRAM.replace("csv?", "csv?rule=renju&"));
    assert!(!said.err.contains("plays by"), "{}", said.err);
}

#[test]
fn a_position_that_names_its_rule_keeps_it() {
    let lab = lab();
    let position = format!("renju 15 {CLOSED_THREE}");
    let args = ["match", "renju", "plain?limit=30s:python3 h8.py", PROGRAM, "-n", "1"];
    let said = lab.run(&[&args[..], &["--position", &position, "--record", "records"]].concat());
    assert_eq!(rule(&lab, "records"), "renju", "{said:?}");
}

#[test]
fn a_person_plays_with_a_class_program_by_its_rule() {
    let lab = lab();
    let args = ["play", "renju", "--vs", PROGRAM, "--position", CLOSED_THREE];
    let args = [&args[..], &["--record", "records"]].concat();
    let said = lab.run_with(&args, "h8\n").expect(0);
    assert_eq!(rule(&lab, "records"), "class");
    let said = said.out + &said.err;
    assert!(said.contains("double-three"), "{said}");
}

#[test]
fn next_plays_by_the_rule_of_the_class_unless_one_is_named() {
    let lab = lab();
    // A row of three that is closed and one that is open meet at y 8, x 8.
    let game = "9,1;8;7,2;15;1,1;8;6,2;13;1,1;9;8,2;11;1,1;10;8,2;8;5,1;8;8";
    lab.file("game.csv", game);
    let said = lab.run(&["renju", "next", "game.csv"]).expect(0);
    assert!(said.out.contains("double-three"), "{}", said.out);
    assert_eq!(std::fs::read_to_string(lab.path("game.csv")).unwrap(), game);
    lab.run(&["renju", "next", "game.csv", "--rule", "renju"]).expect(0);
    assert!(std::fs::read_to_string(lab.path("game.csv")).unwrap().starts_with("10,"));
}
