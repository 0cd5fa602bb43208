//! `gyoji play` on a terminal: one screen, a line to type, and a terminal that is left as it was.

mod common;
mod pty;

use common::Lab;
use pty::Terminal;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

fn play(lab: &Lab, args: &[&str]) -> Option<Terminal> {
    let args = [&["play"], args].concat();
    Terminal::start(&lab.gyoji(&args), (80, 24))
}

#[test]
fn a_game_is_drawn_in_place_with_messages_at_the_prompt() {
    let lab = Lab::new();
    let args = ["othello", "--vs", "random", "--seed", "3"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    let shown = terminal.until_seen("legal: ");
    assert!(terminal.is_full_screen() && shown.contains("black>"), "{shown}");
    // What is wrong is said just above the prompt.
    terminal.press("a1\r");
    let shown = terminal.until_seen("\"a1\": ");
    let lines: Vec<&str> = shown.lines().collect();
    let said = lines.iter().position(|line| line.contains("\"a1\": ")).unwrap();
    let prompt = lines.iter().position(|line| line.starts_with("black>")).unwrap();
    assert!(said < prompt && prompt - said <= 3, "{shown}");
    // A line is edited, and comes back.
    terminal.press(&format!("x3{LEFT}{LEFT}\x1b[3~d"));
    terminal.until_seen("black> d3");
    terminal.press("\r");
    terminal.until(|shown| shown.contains("white played") && shown.contains("1.X d3"));
    terminal.press("undo\r");
    terminal.until_seen("taken back");
    // There is no more to take back, what looks like a command is one, and 5,2 is f3.
    for (typed, answer) in [
        ("undo", "you have not moved yet"),
        ("hepl", "did you mean help?"),
        ("5,2", "\"f3\": it turns over no disc"),
        ("9,9", "\"9,9\": a square such as c5"),
    ] {
        terminal.press(&format!("{typed}\r"));
        terminal.until_seen(answer);
    }
    terminal.press(&UP.repeat(5));
    terminal.until_seen("black> d3");
    terminal.press("\r");
    terminal.until_seen("white played");
    terminal.press("hint\r");
    terminal.until_seen("hint: ");
    assert_eq!(terminal.shown().matches("  a  b  c").count(), 1, "{}", terminal.shown());
    terminal.press("quit\r");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
    let shown = terminal.shown();
    assert!(shown.contains("white wins.") && shown.contains("record: gyoji replay "), "{shown}");
    // The record is where the words say.
    let id = shown.split("gyoji replay ").nth(1).unwrap().split_whitespace().next().unwrap();
    let replayed = lab.run(&["replay", id]).expect(0).out;
    assert!(replayed.contains("1. black d3"), "{replayed}");
}

#[test]
fn help_rules_levels_saving_and_a_rematch() {
    let lab = Lab::new();
    let args = ["othello", "--vs", "random", "--lang", "ja"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    terminal.until_seen("できる手: ");
    terminal.press("ヘルプ\r");
    terminal.until_seen("最強のボットに聞く");
    terminal.press("q");
    terminal.until_seen("できる手: ");
    terminal.press("rules\r");
    terminal.until_seen("# オセロ");
    terminal.press(" q");
    terminal.press("level\r");
    terminal.until_seen("10 横綱");
    terminal.press("level 2\r");
    terminal.until_seen("序二段");
    terminal.press("save mine.jsonl\r");
    terminal.until_seen("保存しました: mine.jsonl");
    terminal.press("swap\r");
    terminal.until_seen("あなたは白（O）です");
    terminal.until(|shown| shown.contains("jonidan"));
    terminal.press("投了\r");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
    lab.run(&["replay", "mine.jsonl"]).expect(0);
}

#[test]
fn quinte_is_asked_part_by_part_and_turns_are_skipped() {
    let lab = Lab::new();
    let args = ["quinte", "--vs", "skeleton", "-o", "turns=60"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    terminal.until_seen("Cursor: ? | Tiles | Soldier");
    terminal.press("7,14\r");
    terminal.until_seen("Cursor: 7,14 | Tiles: ? | Soldier");
    // The soldier has nowhere to go: what remains need not be asked.
    terminal.press("cw\r");
    terminal.until(|shown| shown.contains("turn 1/60") && shown.contains("Cursor: ?"));
    terminal.press("repeat 2\r");
    terminal.until(|shown| shown.contains("turn 3/60") && shown.contains("Cursor: ?"));
    terminal.press("skip 50\r");
    terminal.until(|shown| shown.contains("turn 53/60") && shown.contains("Cursor: ?"));
    terminal.press("skip 90\r");
    terminal.until_seen("record: gyoji replay");
    terminal.press("view\r");
    terminal.until_seen("move 240 of 240");
    terminal.press("q");
    terminal.until_seen("rematch");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
}

#[test]
fn the_map_of_quinte_and_all_players_fit_on_a_small_screen() {
    for lang in ["en", "ja"] {
        let lab = Lab::new();
        let Some(mut terminal) = play(&lab, &["quinte", "--vs", "skeleton", "--lang", lang]) else {
            return;
        };
        terminal.until_seen("cw@7,13");
        // A message stands there, too.
        terminal.press("7,99\r");
        let shown = terminal.until_seen("7,99 ");
        assert!(shown.contains("\n16 %") && shown.contains("[14,8]"), "{lang}\n{shown}");
        assert!(shown.starts_with("   0  1  2"), "{lang}\n{shown}");
        terminal.press("\x03");
        terminal.end();
    }
}

#[test]
fn what_is_said_after_a_game_is_said_once() {
    let lab = Lab::new();
    let Some(mut terminal) = play(&lab, &["fourinarow", "--vs", "human"]) else { return };
    terminal.until_seen("legal: ");
    for (number, column) in ["a", "b", "a", "b", "a", "b", "a"].into_iter().enumerate() {
        terminal.press(&format!("{column}\r"));
        terminal.until_seen(&format!("{}.{} {column}", number + 1, ["R", "Y"][number % 2]));
    }
    terminal.until_seen("record: gyoji replay ");
    for typed in ["b", "what?", "b"] {
        terminal.press(&format!("{typed}\r"));
    }
    terminal.until_seen("the game is over: ");
    let shown = terminal.settle();
    assert_eq!(shown.matches("the game is over: ").count(), 1, "{shown}");
    assert!(shown.contains("record: gyoji replay "), "{shown}");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn what_was_taken_back_is_not_repeated() {
    let lab = Lab::new();
    let Some(mut terminal) = play(&lab, &["fourinarow", "--vs", "random"]) else { return };
    terminal.until_seen("legal: ");
    terminal.press("d\r");
    terminal.until_seen("yellow played");
    terminal.press("undo\r");
    terminal.until_seen("taken back");
    terminal.press("repeat\r");
    terminal.until_seen("no move of yours that could be made again");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn a_point_that_loses_is_marked_and_warned_of() {
    let lab = Lab::new();
    // Two rows of two black stones meet at h8: a stone there makes two threes.
    let args = ["renju", "--vs", "random", "--position", "f8a1g8c15h6o1h7o13"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    // The board is there before the question is.
    let shown = terminal.until(|it| it.contains("double-three") && it.contains("black>"));
    assert!(shown.contains("! H8"), "{shown}");
    terminal.press("h8\r");
    terminal.until_seen("Type it again");
    terminal.press("h8\r");
    terminal.until_seen("record: gyoji replay");
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn contrast_is_played_step_by_step_on_a_large_board() {
    let lab = Lab::new();
    let args = ["contrast", "--vs", "random", "--seed", "3"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    let shown = terminal.until_seen("Piece: ?");
    assert!(shown.contains("[1]"), "{shown}");
    terminal.press("c1\r");
    terminal.until_seen("Piece: c1 | Target: ?");
    terminal.press("c2\r");
    terminal.until_seen("0: no tile");
    terminal.press("1\r");
    terminal.until_seen("Its square: ?");
    terminal.press("c3\r");
    terminal.until_seen("player 2 played");
    terminal.press("quit\r");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn other_sizes_ctrl_c_and_a_terminal_that_goes_away() {
    let lab = Lab::new();
    let args = ["othello", "--vs", "random", "--record", "games"];
    let Some(mut terminal) = play(&lab, &args) else { return };
    terminal.until_seen("legal: ");
    for (columns, rows) in [(130, 45), (30, 8), (5, 2), (1, 1), (80, 24)] {
        terminal.resize(columns, rows);
        terminal.settle();
    }
    terminal.press("d3\r");
    terminal.until_seen("white played");
    terminal.press("\x03");
    assert_eq!(terminal.end(), Some(5));
    assert!(terminal.is_as_before());
    let record = lab.files("games").remove(0);
    let shown = lab.run(&["replay", record.to_str().unwrap()]).expect(0).out;
    assert!(shown.contains("1. black d3") && shown.contains("Stopped, no result."), "{shown}");
    let Some(mut terminal) = play(&lab, &args) else { return };
    terminal.until_seen("legal: ");
    terminal.signal(rustix::process::Signal::HUP);
    assert_eq!(terminal.end(), Some(5));
}

#[test]
fn with_plain_boards_are_printed_below_one_another() {
    let lab = Lab::new();
    let Some(mut terminal) = play(&lab, &["othello", "--vs", "random", "--plain"]) else { return };
    terminal.until_seen("black, your move>");
    assert!(!terminal.is_full_screen());
    terminal.press("q\r");
    assert_eq!(terminal.end(), Some(0));
}
