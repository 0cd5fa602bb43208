//! Ctrl-Z and `fg` on every screen: the shell gets the terminal as it was, and after `fg` the whole
//! picture is there again.

mod common;
mod pty;

use std::fs;
use std::process::{Command, Stdio};

use common::{Lab, interrupt, until, wait};
use pty::Terminal;
use rustix::process::Signal;

/// Stops what runs, and goes on when somebody presses Enter, as often as need be.
const SHELL: &str = r#"
"$@"; code=$?
while [ $code -gt 128 ]; do
    echo; echo the shell is back; : > back
    read line
    rm back; fg; code=$?
done
echo "ended with $code"
"#;

/// Four programs, whose game of a thousand turns takes longer than anybody looks.
const MATCH: [&str; 9] = [
    "match",
    "quinte",
    "bot:skeleton",
    "bot:skeleton",
    "bot:skeleton",
    "bot:skeleton",
    "--watch",
    "--fps",
    "5",
];

const TRAINING: &str = "\
threads = 1
[network]
filters = 8
blocks = 1
[selfplay]
games = 100000
[search]
full_simulations = 8
quick_simulations = 4
";

/// A command in a shell that knows jobs.
fn in_a_shell(lab: &Lab, args: &[&str]) -> Option<Terminal> {
    let screen = lab.gyoji(args);
    let mut shell = Command::new("sh");
    lab.at_home(&mut shell);
    shell.args(["-mc", SHELL, "sh"]).arg(screen.get_program()).args(screen.get_args());
    Terminal::start(&shell, (80, 24))
}

/// How somebody goes to the shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    CtrlZ,
    /// From elsewhere, as `kill` does it.
    Sent(Signal),
}

const ASKED: [Way; 2] = [Way::CtrlZ, Way::Sent(Signal::TSTP)];
/// Whoever is stopped like this cannot clean up, but comes back.
const NOT_ASKED: Way = Way::Sent(Signal::STOP);

/// Waits for the screen with these words, goes to the shell and comes back.
#[track_caller]
fn go_and_come_back(lab: &Lab, terminal: &mut Terminal, words: &[&str], way: Way) {
    let all_in = |shown: &str| words.iter().all(|it| shown.contains(it));
    terminal.until(all_in);
    assert!(terminal.is_full_screen(), "{words:?}");
    match way {
        Way::CtrlZ => terminal.press("\x1a"),
        Way::Sent(signal) => terminal.signal(signal),
    }
    until(|| lab.path("back").exists());
    if way != NOT_ASKED {
        let shell = terminal.until_seen("the shell is back");
        assert!(terminal.is_as_before() && !all_in(&shell), "{way:?}\n{shell}");
    }
    // Nobody draws over the shell.
    terminal.settle();
    terminal.written.clear();
    // Enter, also where nobody has made a line end of it.
    terminal.press("\n");
    terminal.until_written(&[&["\x1b[?1049h", "\x1b[2J"], words].concat());
    terminal.until(all_in);
    assert!(terminal.is_full_screen() && !terminal.is_as_before(), "{way:?}");
}

/// Goes to the shell and comes back in every way, then leaves with these keys.
#[track_caller]
fn check(lab: &Lab, args: &[&str], words: &[&str], leave: (&str, i32)) {
    let Some(mut terminal) = in_a_shell(lab, args) else { return };
    for way in ASKED.into_iter().chain([NOT_ASKED, Way::CtrlZ]) {
        go_and_come_back(lab, &mut terminal, words, way);
    }
    terminal.press(leave.0);
    terminal.until_seen(&format!("ended with {}", leave.1));
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
}

#[test]
fn the_viewer_comes_back() {
    let lab = Lab::new();
    let record = lab.record();
    let args = ["replay", record.to_str().unwrap()];
    check(&lab, &args, &["the start", "Left/Right: step", "[>---"], ("q", 0));
}

#[test]
fn whoever_plays_comes_back() {
    let lab = Lab::new();
    let args = ["play", "othello", "--vs", "random", "--player", "1"];
    check(&lab, &args, &["black>", "legal: d3", "a  b  c"], ("quit\r\r", 0));
}

#[test]
fn the_server_s_screen_comes_back() {
    let lab = Lab::new();
    let args = ["othello-server", "--port", "0", "--host", "127.0.0.1"];
    check(&lab, &args, &["127.0.0.1:", "running: 0", "over: 0"], ("\x03", 0));
}

#[test]
fn a_match_that_is_watched_comes_back() {
    let words = ["QUINTE", "Ctrl-C: stop", "super soldiers"];
    check(&Lab::new(), &MATCH, &words, ("\x03", 5));
}

#[test]
fn an_event_that_is_watched_comes_back() {
    let lab = Lab::new();
    let event = "name = \"class\"\ngame = \"othello\"\ngames = 100000\n\
        [[player]]\nname = \"ann\"\ncommand = \"bot:greedy\"\n\
        [[player]]\nname = \"bob\"\ncommand = \"bot:random\"\n";
    let file = lab.file("class.toml", event);
    let mut command = lab.gyoji(&["league", "run", file.to_str().unwrap()]);
    let held = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let mut held = held.expect("gyoji starts");
    until(|| lab.run(&["league", "status", "class"]).code == Some(0));
    interrupt(&held);
    assert_eq!(wait(&mut held).code(), Some(5));
    check(&lab, &["league", "watch", "class"], &["ann", "bob", "Ctrl-C: stop"], ("\x03", 0));
}

#[test]
fn a_training_comes_back() {
    let lab = Lab::new();
    lab.file("long.toml", TRAINING);
    let args = ["train", "fourinarow", "--config", "long.toml", "--out", "net"];
    check(&lab, &args, &["/100000", "Ctrl-C: stop"], ("\x03", 5));
    assert!(fs::exists(lab.path("net/games.replay")).unwrap(), "what was played is kept");
}

#[test]
fn in_the_background_nobody_is_drawn_over_and_the_game_goes_on() {
    let lab = Lab::new();
    let args = ["--json", "-n", "1", "-o", "turns=120", "--record", "games"];
    let command = lab.gyoji(&[&MATCH[..7], &["--fps", "50"], &args].concat());
    let mut shell = Command::new("sh");
    lab.at_home(&mut shell);
    let script = r#""$@"; echo; echo the shell is back; bg; wait; echo "the game is over""#;
    shell.args(["-mc", script, "sh"]).arg(command.get_program()).args(command.get_args());
    let Some(mut terminal) = Terminal::start(&shell, (80, 24)) else { return };
    // No turn is sure to be seen where the machine is busy.
    terminal.until(|shown| shown.contains("turn ") && !shown.contains("turn 0/"));
    terminal.press("\x1a");
    terminal.until_seen("the shell is back");
    terminal.written.clear();
    terminal.until_seen("the game is over");
    let written = String::from_utf8_lossy(&terminal.written).into_owned();
    assert!(!written.contains("\x1b[?1049h"), "{written:?}");
    assert!(written.contains("\"games\": 1"), "{written}");
    assert_eq!(terminal.end(), Some(0));
}

#[test]
fn where_no_shell_could_wake_it_ctrl_z_is_ignored() {
    let lab = Lab::new();
    let record = lab.record();
    let command = lab.gyoji(&["replay", record.to_str().unwrap()]);
    let Some(mut terminal) = Terminal::start(&command, (80, 24)) else { return };
    terminal.until_seen("the start");
    terminal.press("\x1a\x1b[C");
    terminal.until_seen("move 1 of");
    terminal.press("q");
    assert_eq!(terminal.end(), Some(0));
}
