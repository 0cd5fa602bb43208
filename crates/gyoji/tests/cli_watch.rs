//! `gyoji match --watch`: games on the terminal while they are played.

mod common;

use std::io::{Read, Write};
use std::process::{Command, Stdio};

use common::{Lab, gyoji, is_installed, on_a_terminal, until, wait};
use unicode_width::UnicodeWidthStr;

const OPEN: &str = "\x1b[?1049h\x1b[?25l\x1b[?7l";
const CLOSE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";

const FOUR: [&str; 9] = [
    "match",
    "quinte",
    "bot:skeleton",
    "bot:skeleton",
    "bot:skeleton",
    "bot:skeleton",
    "-n",
    "1",
    "--watch",
];
const OTHELLO: [&str; 8] =
    ["match", "othello", "bot:greedy", "bot:random", "-n", "1", "--seed", "5"];

/// The pictures that were drawn over one another, without what a terminal obeys.
fn pictures(shown: &str) -> Vec<Vec<String>> {
    let start = shown.find(OPEN).expect("the other screen is opened");
    let end = shown.find(CLOSE).expect("and closed");
    let drawn = shown[start..end].split("\x1b[H").skip(1);
    drawn
        .map(|picture| plain(picture).lines().map(|line| line.trim_end().to_owned()).collect())
        .collect()
}

/// Text without colours and the like.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.replace('\r', "");
    while let Some((before, after)) = rest.split_once("\x1b[") {
        out += before;
        let end = after.find(|c: char| c.is_ascii_alphabetic()).expect("a whole sequence");
        rest = after[end + 1..].to_owned();
    }
    out + &rest
}

#[test]
fn a_terminal_shows_every_turn_of_four_in_place() {
    let lab = Lab::new();
    let more = ["--fps", "100", "-o", "turns=20", "-o", "super=15"];
    let Some(said) = on_a_terminal(&lab, &[], &[&FOUR[..], &more].concat()) else { return };
    let said = said.expect(0);
    let pictures = pictures(&said.out);
    // The start, the turns after it but the last, and the end.
    assert_eq!(pictures.len(), 21, "{}", said.out);
    for picture in &pictures {
        assert!(picture.len() <= 24, "{picture:#?}");
        assert!(picture.iter().all(|line| line.width() <= 80), "{picture:#?}");
    }
    let shows = |number: usize, words: &str| {
        assert!(
            pictures[number].iter().any(|line| line.contains(words)),
            "{:#?}",
            pictures[number]
        );
    };
    for words in [
        "QUINTE  game 1 of 1",
        "turn 0/20",
        "super soldiers in 15",
        "> R red skeleton#",
        "10000 ###",
    ] {
        shows(0, words.trim_end_matches(" ###"));
    }
    shows(0, "16 %  %  %  %  o  %  %  O  RO O  %  %  o  %  %  %  %");
    shows(0, "[7,14]");
    shows(0, "Ctrl-C: stop");
    shows(12, "turn 12/20");
    shows(20, "R*");
    shows(20, "place 1");
    shows(20, "all turns have been played");
    // What remains is the last picture and the result.
    let rest = plain(&said.out[said.out.find(CLOSE).unwrap()..]);
    assert!(rest.contains("all turns have been played\nplayer "), "{rest}");
    assert!(!rest.contains("Ctrl-C"), "{rest}");
}

#[test]
fn a_game_of_two_is_shown_after_every_move() {
    let lab = Lab::new();
    let Some(said) =
        on_a_terminal(&lab, &[], &[&OTHELLO[..], &["--watch", "--fps", "200"]].concat())
    else {
        return;
    };
    let pictures = pictures(&said.expect(0).out);
    assert!((50..70).contains(&pictures.len()), "{}", pictures.len());
    assert!(pictures[1].iter().any(|line| line.contains('>')), "{:#?}", pictures[1]);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let lab = Lab::new();
    let args = [&FOUR[..], &["--fps", "500", "-o", "turns=2"]].concat();
    let Some(coloured) = on_a_terminal(&lab, &[], &args) else { return };
    let colours = |shown: &str| shown.matches("48;5;95m").count();
    assert!(colours(&coloured.out) > 100, "red ground: {}", coloured.out);
    let plain = on_a_terminal(&lab, &[("NO_COLOR", "1")], &args).unwrap().expect(0);
    assert!(!plain.out.contains("48;5;"), "{}", plain.out);
    assert_eq!(pictures(&coloured.out)[1].len(), pictures(&plain.out)[1].len());
}

#[test]
fn japanese_fits_beside_the_board() {
    let lab = Lab::new();
    let args = [&FOUR[..], &["--fps", "500", "-o", "turns=2"]].concat();
    let Some(said) = on_a_terminal(&lab, &[("LANG", "ja_JP.UTF-8")], &args) else { return };
    for picture in pictures(&said.out) {
        assert!(picture.iter().all(|line| line.width() <= 80), "{picture:#?}");
        assert!(picture.iter().any(|line| line.contains("1 局中 1 局目")), "{picture:#?}");
        assert!(picture.iter().any(|line| line.contains("スーパー兵士まで")), "{picture:#?}");
    }
}

#[test]
fn ctrl_c_leaves_the_terminal_as_it_was() {
    if is_installed("script") {
        press(b"\x03");
        press(b"\x03\x03\x03");
    }
}

/// Watches a game, presses keys in its second turn, and looks at what is left.
fn press(keys: &[u8]) {
    let lab = Lab::new();
    let mut command = Command::new("script");
    lab.at_home(&mut command);
    // Without a shell in between that would be interrupted, too.
    let words: Vec<&str> = ["exec", gyoji()]
        .iter()
        .chain(&FOUR)
        .chain(&["--fps", "2", "--record", "games"])
        .copied()
        .collect();
    command.env("TERM", "xterm-256color").args(["-qec", &words.join(" "), "/dev/null"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    until(|| !lab.files("games").is_empty());
    let mut shown = Vec::new();
    let mut chunk = [0; 4096];
    while !String::from_utf8_lossy(&shown).contains("turn 1/") {
        let count = screen.read(&mut chunk).unwrap();
        assert!(count > 0, "{}", String::from_utf8_lossy(&shown));
        shown.extend_from_slice(&chunk[..count]);
    }
    keyboard.write_all(keys).unwrap();
    screen.read_to_end(&mut shown).unwrap();
    assert_eq!(wait(&mut child).code(), Some(5));
    let shown = String::from_utf8(shown).unwrap();
    let (before, after) = shown.split_once(CLOSE).expect("the terminal is itself again");
    assert!(!after.contains("\x1b[?"), "{after:?}");
    assert_eq!(before.matches(OPEN).count(), 1);
    // Whoever has the patience for one press has the whole record, too.
    if keys.len() == 1 {
        let record = lab.files("games").remove(0);
        let shown = lab.run(&["replay", record.to_str().unwrap()]).expect(0).out;
        assert!(shown.contains("Stopped, no result."), "{shown}");
    }
}

#[test]
fn elsewhere_a_few_plain_pictures_go_to_stderr() {
    let lab = Lab::new();
    let said = lab.run(&[&FOUR[..], &["-o", "turns=120"]].concat()).expect(0).expect_harmless();
    let turns: Vec<&str> = said.err.lines().filter_map(|line| line.split("turn ").nth(1)).collect();
    assert_eq!(turns, ["0/120", "50/120", "100/120", "120/120"], "{}", said.err);
    assert!(said.out.starts_with("player "), "{}", said.out);
    let two = lab.run(&[&OTHELLO[..], &["--watch", "--json"]].concat()).expect(0).expect_harmless();
    assert_eq!(two.json()["games"], 1);
    assert!(two.err.matches("Othello  game 1 of 1").count() > 50, "{}", two.err);
}

#[test]
fn a_terminal_that_cannot_be_drawn_over_gets_pictures_one_below_the_other() {
    let lab = Lab::new();
    let args = [&OTHELLO[..], &["--watch"]].concat();
    if !is_installed("script") {
        return;
    }
    let mut command = Command::new("script");
    lab.at_home(&mut command);
    let words: Vec<&str> = [gyoji()].iter().chain(&args).copied().collect();
    command.env("TERM", "dumb").args(["-qec", &words.join(" "), "/dev/null"]);
    let said = common::finish(command, "").expect(0);
    assert!(said.out.matches("Othello  game 1 of 1").count() > 50, "{}", said.out);
    assert!(!said.out.contains('\x1b'), "{}", said.out);
}

#[test]
fn a_person_at_the_board_is_not_watched() {
    let lab = Lab::new();
    let said = lab.run(&["match", "othello", "human", "bot:random", "--watch"]).expect(2);
    assert!(said.err.contains("--watch"), "{}", said.err);
}

#[test]
fn what_is_said_meanwhile_comes_after_the_pictures() {
    let lab = Lab::new();
    lab.file("leaves.sh", "read hello; echo ready; exit 3\n");
    let mut args = FOUR;
    args[2] = "leaves.sh";
    let Some(said) =
        on_a_terminal(&lab, &[], &[&args[..], &["--fps", "200", "-o", "turns=3"]].concat())
    else {
        return;
    };
    let said = said.expect(3);
    let (before, after) = said.out.split_once(CLOSE).unwrap();
    assert!(
        !before.contains("the program ended") && after.contains("the program ended"),
        "{after}"
    );
    assert!(plain(before).contains("missed 3"), "{before}");
}
