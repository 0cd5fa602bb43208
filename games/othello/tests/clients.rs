//! The clients of the dialects: how much time they think they have.

use std::time::Duration;

use gyoji_core::{Cue, Game};
use gyoji_othello::Othello;

/// What a client makes of the last of these lines.
fn hear(dialect: &str, lines: &[&str]) -> Result<Cue<Othello>, String> {
    let kit = gyoji_othello::kit();
    let entry = kit.dialect(dialect).expect("it is there");
    let mut client = (entry.client.expect("it has a client"))();
    let (last, before) = lines.split_last().expect("a question");
    for line in before {
        client.hear(line).unwrap_or_else(|bad| panic!("{bad}"));
    }
    client.hear(last).map_err(|bad| bad.to_string())
}

fn time(dialect: &str, lines: &[&str]) -> Option<Duration> {
    match hear(dialect, lines) {
        Ok(Cue::Move(asked)) => asked.left,
        other => panic!("{lines:?}: {other:?}"),
    }
}

#[test]
fn a_question_without_a_limit_has_none() {
    let position = format!("position 0 {}", Othello::STANDARD);
    let plain = |go: &str| time("plain", &["gyoji 1 game othello seat 0 of 2 ms -", &position, go]);
    assert_eq!(plain("go 0 -"), None);
    assert_eq!(plain("go 0 250"), Some(Duration::from_millis(250)));
    for bad in ["go 0", "go 0 soon", "go 0 -1"] {
        assert!(hear("plain", &[&position, bad]).is_err(), "{bad}");
    }
}

#[test]
fn where_the_protocol_does_not_say_it_is_the_usual_time() {
    let usual = Some(Othello::SPEC.time);
    let board = "0000000000000000000000000002100000012000000000000000000000000000";
    assert_eq!(time("judge", &["COLOR 1", &format!("MOVE BOARD:{board}")]), usual);
    let numbers: Vec<&str> = (0..64)
        .map(|index| match index {
            27 | 36 => "1",
            28 | 35 => "-1",
            _ => "0",
        })
        .collect();
    assert_eq!(time("tcp", &["START 1", &format!("BOARD {}", numbers.join(" ")), "TURN 1"]), usual);
}
