//! The Gomocup protocol from the command line: our bots as engines, and engines at our table.

mod common;

use common::{Lab, gyoji, kit};

/// One of our bots, started as a program that speaks the protocol.
fn engine(bot: &str, options: &str) -> String {
    format!("gomocup?{options}:{} bot renju.{bot} --dialect gomocup", gyoji())
}

/// Plays games from both seats; nobody may make a mistake.
fn plays(lab: &Lab, players: [&str; 2], more: &[&str]) -> serde_json::Value {
    let args = ["match", "renju", players[0], players[1], "--json", "--seed", "5", "-n", "2"];
    let said = lab.run(&[&args, more].concat()).expect(0);
    let result = said.json();
    for player in result["players"].as_array().expect("players") {
        assert_eq!(player["faults"], 0, "{more:?}: {said:?}");
    }
    assert_eq!(result["games"], 2, "{said:?}");
    result
}

#[test]
fn our_own_bot_is_an_engine_on_both_seats() {
    let lab = Lab::new();
    let (one, two) = (engine("random", "name=one"), engine("random", "name=two"));
    for rule in ["renju", "standard", "freestyle"] {
        for opening in ["free", "swap2"] {
            let (rule, opening) = (format!("rule={rule}"), format!("opening={opening}"));
            plays(&lab, [&one, &two], &["-o", &rule, "-o", &opening, "-o", "size=7"]);
        }
    }
    plays(&lab, [&one, "bot:random"], &["--lifetime", "per-game", "--position", "h8i9j10"]);
    plays(&lab, [&one, "bot:random"], &["--lifetime", "per-move", "-o", "size=5"]);
}

#[test]
fn the_sample_engine_plays_and_is_the_usual_kind_of_program() {
    let lab = Lab::new();
    let sample = kit("../renju/python/gomocup_ai.py");
    plays(&lab, [&sample, "bot:class?depth=1"], &[]);
    let result = plays(&lab, [&sample, "bot:random"], &["-o", "rule=freestyle"]);
    assert_eq!(result["players"][0]["wins"], 2, "it makes a five when it can: {result}");
}

/// Whatever is sent, there is one line for each command, and the bot leaves at `END`.
#[test]
fn nonsense_does_not_disturb_an_engine() {
    let lab = Lab::new();
    let sent = "\r\nfoo\r\nSTART 15\r\nSTART x\nSTART 99999999999999999999\nTURN\nTURN 7\n\
        TURN 7,7,7\nBOARD\n7,7,9\nDONE\nTAKEBACK 1,1\nINFO\nINFO rule\nINFO rule x\n\u{0}\n\
        石\nPLAY -1,-1\nSWAP2BOARD\nDONE 1\nDONE\nSTART 5\nBEGIN\nEND\nTURN 0,0\n";
    let said = lab.run_with(&["bot", "renju.random", "--dialect", "gomocup"], sent).expect(0);
    let words: Vec<&str> = said.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let (last, before) = words.split_last().expect("answers");
    let error = "ERROR";
    let expected = [
        "UNKNOWN", "OK", error, error, error, error, error, error, error, "UNKNOWN", "UNKNOWN",
        error,
    ];
    assert_eq!(before[..12], expected, "{}", said.out);
    assert!(last.contains(','), "the last answer is a move: {}", said.out);
    assert_eq!(before.last(), Some(&"OK"), "{}", said.out);
}

/// In the middle of a swap opening the protocol has no question: nobody loses by that.
#[test]
fn games_begin_where_an_engine_can_be_asked() {
    let lab = Lab::new();
    let engine = engine("random", "name=one");
    let swap2 = ["-o", "opening=swap2", "-o", "size=7"];
    for plies in ["1", "2", "3", "4", "5"] {
        plays(&lab, [&engine, &engine], &[&swap2[..], &["--opening", plies]].concat());
    }
    let args = ["match", "renju", "bot:random", &engine, "-n", "2", "--position"];
    let said = lab.run(&[&args[..], &["renju 7 d4 swap2"]].concat()).expect(2);
    assert!(said.err.contains("the protocol gomocup has no such question"), "{}", said.err);
    assert!(said.out.is_empty(), "before anything is played: {}", said.out);
    lab.run(&["match", "renju", "bot:random", "bot:random", "--position", "renju 7 d4 swap2"])
        .expect(0);
}
