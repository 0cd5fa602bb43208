//! `gyoji replay` on a terminal: a screen that is stepped through, and left as it was found.

mod common;
mod pty;

use common::Lab;
use pty::Terminal;
use rustix::process::Signal;

const LEFT: &str = "\x1b[D";
const RIGHT: &str = "\x1b[C";
const HOME: &str = "\x1b[H";
const END: &str = "\x1b[F";

/// A record, and the command that shows it.
fn viewer(lab: &Lab, args: &[&str]) -> Option<Terminal> {
    let record = lab.record();
    let args = [&["replay", record.to_str().unwrap()], args].concat();
    Terminal::start(&lab.gyoji(&args), (80, 24))
}

#[test]
fn a_game_is_stepped_through_and_the_terminal_is_left_as_it_was() {
    let lab = Lab::new();
    let Some(mut terminal) = viewer(&lab, &[]) else { return };
    terminal.until(|shown| shown.contains("the start") && shown.contains("Left/Right: step"));
    assert!(terminal.is_full_screen() && !terminal.is_as_before());
    terminal.press(RIGHT);
    terminal.until(|shown| shown.contains("move 1 of") && shown.contains("1. black"));
    terminal.press(&RIGHT.repeat(3));
    terminal.until_seen("move 4 of");
    terminal.press(LEFT);
    terminal.until_seen("3. black");
    terminal.press(END);
    terminal.until(|shown| shown.contains("wins") || shown.contains("draw"));
    terminal.press(HOME);
    terminal.until_seen("the start");
    terminal.press("?");
    terminal.until_seen("the next fault");
    terminal.press("x12\r");
    terminal.until_seen("move 12 of");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
    let shown = terminal.shown();
    assert!(shown.contains("wins") || shown.contains("draw"), "the result stays: {shown}");
}

#[test]
fn another_size_is_drawn_anew_and_the_smallest_does_no_harm() {
    let lab = Lab::new();
    let Some(mut terminal) = viewer(&lab, &["--lang", "ja"]) else { return };
    terminal.until_seen("開始局面");
    for (columns, rows) in [(120, 40), (40, 12), (10, 3), (3, 1)] {
        terminal.resize(columns, rows);
        terminal.press(RIGHT);
        terminal.settle();
    }
    terminal.resize(80, 24);
    terminal.until_seen("4 手目");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
}

#[test]
fn ctrl_c_and_a_signal_leave_the_terminal_as_it_was() {
    let lab = Lab::new();
    for signal in [None, Some(Signal::TERM)] {
        let Some(mut terminal) = viewer(&lab, &[]) else { return };
        terminal.until_seen("the start");
        match signal {
            None => terminal.press("\x03"),
            Some(signal) => terminal.signal(signal),
        }
        assert_eq!(terminal.end(), Some(5), "{signal:?}");
        assert!(terminal.is_as_before(), "{signal:?}");
    }
}

#[test]
fn it_plays_by_itself_in_a_part_of_the_game() {
    let lab = Lab::new();
    let args = ["--watch", "--fps", "100", "--from", "3", "--to", "9"];
    let Some(mut terminal) = viewer(&lab, &args) else { return };
    terminal.until_seen("move 9 of");
    terminal.until_seen("Left/Right: step");
    terminal.press(HOME);
    terminal.until_seen("move 3 of");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn it_opens_at_the_fault_with_its_explanation() {
    let lab = Lab::new();
    lab.file("my_ai.sh", "while read line; do case $line in MOVE*) echo hello;; esac; done\n");
    let played =
        lab.run(&["match", "othello", "bot:random", "my_ai.sh", "-n", "1", "--record", "games"]);
    played.expect(3);
    let record = lab.files("games").remove(0);
    let command = lab.gyoji(&["replay", record.to_str().unwrap()]);
    let Some(mut terminal) = Terminal::start(&command, (100, 40)) else { return };
    terminal.until(|shown| ["FORFEIT", "hello", "again:"].iter().all(|it| shown.contains(it)));
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn an_illegal_move_and_its_reason_are_seen_at_once_on_a_small_screen() {
    let lab = Lab::new();
    lab.file("my_ai.sh", "while read line; do case $line in MOVE*) echo a1;; esac; done\n");
    let played =
        lab.run(&["match", "othello", "my_ai.sh", "bot:greedy", "-n", "1", "--record", "games"]);
    played.expect(3);
    let record = lab.files("games").remove(0);
    let command = lab.gyoji(&["replay", record.to_str().unwrap()]);
    let Some(mut terminal) = Terminal::start(&command, (80, 24)) else { return };
    let shown = terminal.until_seen("again: ");
    let parts = ["FORFEIT", "why: ", "fix: ", "legal here: ", "1!.", "4 .  .  *  O"];
    assert!(parts.iter().all(|part| shown.contains(part)), "{shown}");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn no_colours_where_none_are_wanted() {
    let lab = Lab::new();
    let record = lab.record();
    let mut command = lab.gyoji(&["replay", record.to_str().unwrap()]);
    let Some(mut terminal) = Terminal::start(&command, (80, 24)) else { return };
    terminal.until_seen("the start");
    assert!(String::from_utf8_lossy(&terminal.written).contains("48;5;29m"), "felt");
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(&command, (80, 24)).unwrap();
    terminal.until_seen("the start");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(!written.contains('m') || !written.contains("\x1b[38"), "{written:?}");
    command.env_remove("NO_COLOR").env("TERM", "dumb");
    let mut plain = Terminal::start(&command, (80, 24)).unwrap();
    assert_eq!(plain.end(), Some(0), "a terminal that cannot be drawn over gets text");
}

#[test]
fn a_long_game_is_not_printed_move_by_move_unless_asked_for() {
    let lab = Lab::new();
    let bots = ["bot:skeleton"; 4];
    let args = ["-n", "1", "-o", "turns=100", "--record", "games"];
    lab.run(&[&["match", "quinte"][..], &bots, &args].concat()).expect(0);
    let record = lab.files("games").remove(0);
    let record = record.to_str().unwrap();
    let said = lab.run(&["replay", record]).expect(0);
    assert!(said.out.lines().count() < 400, "{}", said.out.lines().count());
    assert!(said.err.contains("400 moves: every 40th position is shown"), "{}", said.err);
    assert!(said.out.contains("turn 100/100"), "{}", said.out);
    let part = lab.run(&["replay", record, "--from", "5", "--to", "8"]).expect(0).out;
    let moves = part.lines().filter(|line| line.contains(" s  ") || line.ends_with(" s")).count();
    assert_eq!(moves, 4, "{part}");
    let none = lab.run(&["replay", record, "--from", "900"]).expect(2).err;
    assert!(none.contains("there is nothing from move 900 on"), "{none}");
    let ja = lab.ja(&["replay", record, "--from", "9", "--to", "3"]).expect(2).err;
    assert!(ja.contains("9 手目から 3 手目まで"), "{ja}");
}
