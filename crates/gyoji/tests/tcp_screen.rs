//! `gyoji othello-server` on a terminal: one screen that shows who is there and what they play.

mod common;
mod pty;

use std::io::Write;
use std::net::TcpStream;

use common::Lab;
use pty::Terminal;

/// The port that the screen says.
fn port(shown: &str) -> Option<u16> {
    let rest = shown.split("127.0.0.1:").nth(1)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

#[test]
fn who_waits_and_who_plays_is_seen_and_the_terminal_is_left_as_it_was() {
    let lab = Lab::new();
    let args = ["othello-server", "--port", "0", "--host", "127.0.0.1", "--cup", "--timeout", "0"];
    let Some(mut terminal) = Terminal::start(&lab.gyoji(&args), (80, 24)) else { return };
    let shown = terminal.until(|shown| shown.contains("running: 0") && port(shown).is_some());
    assert!(terminal.is_full_screen(), "{shown}");
    let address = ("127.0.0.1", port(&shown).unwrap());
    let mut alice = TcpStream::connect(address).unwrap();
    alice.write_all(b"NICK alice\n").unwrap();
    terminal.until(|shown| shown.contains("waiting: 1") && shown.contains("(alice)"));
    let mut bob = TcpStream::connect(address).unwrap();
    bob.write_all("NICK ボブ\n".as_bytes()).unwrap();
    // The board stands below the names.
    terminal.until(|shown| {
        ["running: 1", "waiting: 0", "alice", "ボブ", "  a  b  c", "8 ."]
            .iter()
            .all(|it| shown.contains(it))
    });
    drop((alice, bob));
    terminal.until(|shown| shown.contains("over: 1") && shown.contains("#1  "));
    terminal.press("\x03");
    assert_eq!(terminal.end(), Some(0));
    assert!(terminal.is_as_before());
    assert!(terminal.shown().contains("#1  "), "what came of the games stays");
}
