//! The command under trouble that is none of the players': it is stopped, or nobody comes.

mod common;

use std::process::{Child, Stdio};
use std::time::Duration;

use common::{Lab, interrupt, until, wait};
use rustix::process::{Pid, Signal, kill_process};

/// An AI that needs 20 ms for every answer: the first square that is legal for it.
const QUICK: &str = r#"
import sys, time
legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "gyoji":
        print("ready legal", flush=True)
    elif word == "legal":
        legal = rest.split(" | ")
    elif word == "go":
        time.sleep(0.02)
        print("move", rest.split()[0], legal[0], flush=True)
"#;

fn send(child: &Child, signal: Signal) {
    let _ = kill_process(Pid::from_child(child), signal);
}

#[test]
fn nobody_is_late_because_the_referee_was_stopped() {
    let lab = Lab::new();
    lab.file("quick.py", QUICK);
    let mut command = lab.gyoji(&[
        "match",
        "othello",
        "plain:quick.py",
        "plain:quick.py",
        "-n",
        "2",
        "--time",
        "200ms",
        "--record",
        "games",
        "--json",
    ]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    until(|| !lab.path("games").read_dir().is_ok_and(|mut games| games.next().is_none()));
    // As with Ctrl-Z and fg, again and again.
    while child.try_wait().unwrap().is_none() {
        send(&child, Signal::STOP);
        std::thread::sleep(Duration::from_millis(400));
        send(&child, Signal::CONT);
        std::thread::sleep(Duration::from_millis(250));
    }
    let said = child.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stderr));
    let json: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!((&json["games"], &json["void"]["games"]), (&2.into(), &0.into()), "{json}");
    for player in [0, 1] {
        assert_eq!(json["players"][player]["faults"], 0, "{json}");
    }
    let records = lab.files("games");
    let stalls: usize = records
        .iter()
        .map(|path| std::fs::read_to_string(path).unwrap().matches("\"stall\":").count())
        .sum();
    assert!(stalls > 0, "the stalls are on record");
}

#[test]
fn a_match_that_waits_for_a_peer_can_be_interrupted() {
    let lab = Lab::new();
    let mut command = lab.gyoji(&["match", "othello", "tcp:listen=0", "bot:random"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let stderr = child.stderr.take().unwrap();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(stderr), &mut line).unwrap();
    assert!(line.contains("waiting for a client on port "), "{line}");
    // Once would be to finish the game first.
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), Some(5));
}
