//! The protocols of Othello engines from the command line: our bots as engines.

mod common;

use common::{Lab, gyoji};

fn engine(dialect: &str, bot: &str) -> String {
    format!("{dialect}?name={dialect}:{} bot othello.{bot} --dialect {dialect}", gyoji())
}

#[test]
fn our_own_bots_are_engines_for_whole_games() {
    let lab = Lab::new();
    let (nboard, gtp) = (engine("nboard", "greedy"), engine("gtp", "greedy"));
    for more in [&["--opening", "8"][..], &["--clock", "60s+1s"], &["--lifetime", "per-game"]] {
        let args = ["match", "othello", &nboard, &gtp, "-n", "4", "--seed", "3", "--json"];
        let said = lab.run(&[&args[..], more].concat()).expect(0).json();
        assert_eq!(said["games"], 4, "{more:?}: {said}");
        for player in said["players"].as_array().expect("players") {
            assert_eq!(player["faults"], 0, "{more:?}: {said}");
        }
    }
}

/// Whatever is sent, each command has one answer.
#[test]
fn a_controller_hears_an_answer_to_every_command() {
    let lab = Lab::new();
    let sent = "\n# a comment\nprotocol_version\n7 boardsize 10\nboardsize 8\nplay b a1\nplay b f5 # good\n\
        play green f5\nplay w\nundo\nundo\nknown_command genmove\ntime_settings 0 1 1\n石\n\
        9 genmove b\ngenmove\ntime_left b x 0\nquit\nname\n";
    let said = lab.run_with(&["bot", "othello.greedy", "--dialect", "gtp"], sent).expect(0);
    let answers: Vec<&str> = said.out.split_terminator("\n\n").collect();
    let expected = [
        "= 2",
        "?7 unacceptable size",
        "=",
        "? illegal move",
        "=",
        "? expected b or w",
        "? syntax error",
        "=",
        "? cannot undo",
        "= true",
        "=",
        "? unknown command",
    ];
    assert_eq!(answers[..12], expected, "{}", said.out);
    assert!(
        ["d3", "c4", "f5", "e6"].iter().any(|mv| answers[12] == format!("=9 {mv}")),
        "{answers:?}"
    );
    assert_eq!(answers[13..], ["? syntax error", "? expected a number of seconds"], "{answers:?}");
}

#[test]
fn a_viewer_hears_moves_hints_and_pongs() {
    let lab = Lab::new();
    let sent = "nboard 2\nset depth 6\nnonsense\nset game (;GM[Othello]BO[8 --------------------------- \
        O*------*O--------------------------- *]B[F5];)\nping 3\ngo\nhint 1\nmove a1\nping 4\nquit\nping 5\n";
    let said = lab.run_with(&["bot", "othello.greedy", "--dialect", "nboard"], sent).expect(0);
    let lines: Vec<&str> = said.out.lines().collect();
    let [name, pong, answer, hint, status, last] = lines[..] else { panic!("{}", said.out) };
    assert_eq!((name, pong, status, last), ("set myname Gyoji", "pong 3", "status", "pong 4"));
    assert!(["=== D6", "=== F4", "=== F6"].contains(&answer), "{answer}");
    assert!(hint.starts_with("search "), "{hint}");
    assert!(said.err.contains("a1"), "what cannot be obeyed is said: {}", said.err);
}
