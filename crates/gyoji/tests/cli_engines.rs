//! The protocols of Othello engines from the command line: our bots as engines.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

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

#[test]
fn a_viewer_says_how_deep_to_look() {
    let lab = Lab::new();
    let depths = |bot: &str, sent: &str| {
        let said = lab.run_with(&["bot", bot, "--dialect", "nboard", "--verbose"], sent).expect(0);
        assert!(said.out.contains("=== "), "{}", said.out);
        let depths = said.err.lines().filter_map(|line| line.strip_prefix("depth "));
        let numbers = depths.filter_map(|rest| rest.split_whitespace().next()?.parse().ok());
        (numbers.max(), said.err)
    };
    assert_eq!(depths("othello.alphabeta?depth=2", "go\n").0, Some(2));
    assert_eq!(depths("othello.alphabeta?depth=2", "set depth 4\ngo\n").0, Some(4));
    assert_eq!(depths("othello.alphabeta", "set depth 5\nset depth 3\ngo\n").0, Some(3));
    let (deepest, complaint) = depths("othello.alphabeta?depth=2", "set depth 1000\ngo\n");
    assert!(deepest == Some(2) && complaint.contains("1000"), "{complaint}");
    assert_eq!(depths("othello.greedy", "set depth 4\ngo\n").0, None, "it has no depth");
}

/// A bot that has far more time than anybody waits here, and is thinking.
fn with_a_thinker(
    dialect: &str,
    sent: &str,
    check: impl FnOnce(ChildStdin, &mut BufReader<ChildStdout>),
) {
    let lab = Lab::new();
    let mut command = lab.gyoji(&["bot", "othello.alphabeta?time=1000s", "--dialect", dialect]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdin.write_all(sent.as_bytes()).expect("it reads");
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    check(stdin, &mut stdout);
    common::wait(&mut child);
    let time = begun.elapsed();
    assert!(time < Duration::from_secs(3), "{dialect}: thinks for {time:?} that nobody waits for");
}

#[test]
fn a_ping_ends_thinking() {
    with_a_thinker("nboard", "go\n", |mut stdin, stdout| {
        stdin.write_all(b"ping 7\n").expect("it reads");
        let mut lines = stdout.lines().map_while(Result::ok);
        assert!(lines.next().is_some_and(|line| line.starts_with("=== ")));
        assert_eq!(lines.next().as_deref(), Some("pong 7"));
    });
}

#[test]
fn whoever_leaves_waits_for_no_thinking() {
    let sent = "time_settings 1000 0 0\ngenmove b\n";
    for last in [&b"3 quit\n"[..], b""] {
        with_a_thinker("gtp", sent, |mut stdin, stdout| {
            stdin.write_all(last).expect("it reads");
            // Without `quit`, its end is what leaves.
            let stdin = (!last.is_empty()).then_some(stdin);
            let answers = stdout.lines().map_while(Result::ok).filter(|line| !line.is_empty());
            assert_eq!(answers.count(), 2);
            drop(stdin);
        });
    }
    with_a_thinker("nboard", "go\n", |mut stdin, _| stdin.write_all(b"quit\n").expect("it reads"));
}
