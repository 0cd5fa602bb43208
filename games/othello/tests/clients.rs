//! The clients of the dialects: how much time they think they have.

use std::time::Duration;

use gyoji_core::{Client, Cue, Game, OnClock};
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

/// What a GTP engine says to the last of these lines: the time for the next answer, and what its clock shows.
fn gtp(lines: &[&str]) -> (Option<Duration>, Option<OnClock>) {
    match hear("gtp", lines) {
        Ok(Cue::Move(asked)) => (asked.left, asked.clock),
        other => panic!("{lines:?}: {other:?}"),
    }
}

#[test]
fn a_time_for_the_game_and_one_for_moves_are_told_apart() {
    let on = |left, increment| Some(OnClock { left: secs(left), increment: secs(increment) });
    let clock = "time_settings 60 2 1";
    assert_eq!(gtp(&["genmove b"]), (Some(Othello::SPEC.time), None));
    assert_eq!(gtp(&["time_settings 0 0 0", "genmove b"]), (None, None));
    assert_eq!(gtp(&["time_settings 0 50 5", "genmove b"]), (Some(secs(10)), None));
    assert_eq!(gtp(&[clock, "genmove b"]), (Some(secs(60)), on(60, 2)));
    let left = [clock, "time_left b 30 0", "time_left w 20 0"];
    assert_eq!(gtp(&[&left[..], &["genmove w"]].concat()), (Some(secs(20)), on(20, 2)));
    let over = [clock, "time_left b 20 5"];
    assert_eq!(gtp(&[&over[..], &["genmove b"]].concat()), (Some(secs(4)), None));
    assert_eq!(gtp(&[&over[..], &["genmove w"]].concat()), (Some(secs(60)), on(60, 2)));
    let anew = [&over[..], &["clear_board", "genmove b"]].concat();
    assert_eq!(gtp(&anew), (Some(secs(60)), on(60, 2)), "a new game has all its time");
}

/// Not every controller tells what is left.
#[test]
fn an_engine_counts_the_time_that_it_takes() {
    let mut engine = gyoji_othello::dialects::gtp::Engine::default();
    let mut ask = |line| match engine.hear(line) {
        Ok(Cue::Move(asked)) => {
            let left = asked.clock.map(|clock| clock.left);
            std::thread::sleep(Duration::from_millis(20));
            let mv = asked.position.moves().next().expect("a move");
            engine.chosen(mv);
            left.expect("a clock")
        }
        _ => Duration::ZERO,
    };
    ask("time_settings 60 1 1");
    assert_eq!(ask("genmove b"), secs(60));
    assert_eq!(ask("genmove w"), secs(60), "each has a clock");
    let left = ask("genmove b");
    let spent = Duration::from_millis(20);
    assert!(left > secs(60) && left <= secs(61) - spent, "{left:?}");
    ask("time_left b 50 0");
    assert_eq!(ask("genmove b"), secs(50), "what is told is right");
    ask("clear_board");
    assert_eq!(ask("genmove b"), secs(60));
}

fn secs(secs: u64) -> Duration {
    Duration::from_secs(secs)
}
