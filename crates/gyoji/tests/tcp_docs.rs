//! The conversations of `docs/protocols/othello-tcp.md`, held with the real server over sockets.
//!
//! A conversation is a fenced block marked `tcp-transcript`; whatever follows the mark are
//! options of the server. `A> text` is sent by the client A, `A< text` is what it reads next,
//! `␣` at the end is a space there, and `BOARD …` any board. `A> (leaves)` closes the
//! connection without a word, `A< (closed)` is the end of the stream. Clients connect in the
//! order in which they appear. `#` is a comment. At the end nobody may have anything unread.

mod common;
mod tcp_common;

use std::collections::BTreeMap;
use std::time::Duration;

use common::Lab;
use tcp_common::{Peer, Server};

const PAGE: &str = include_str!("../../../docs/protocols/othello-tcp.md");
const PAGE_JA: &str = include_str!("../../../docs/protocols/othello-tcp.ja.md");

/// The conversations of a page: the options of the server, and the lines.
fn conversations(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(options) = line.strip_prefix("```tcp-transcript") {
            found.push((options.trim(), lines.by_ref().take_while(|l| *l != "```").collect()));
        }
    }
    found
}

/// Holds a conversation. The lot decides who is black: false if it has fallen the other way.
fn hold(options: &str, lines: &[&str], seed: u64) -> bool {
    let lab = Lab::new();
    let seed = seed.to_string();
    let mut args: Vec<&str> = options.split_whitespace().collect();
    args.extend(["--seed", &seed]);
    let server = Server::start(&lab, &args);
    let mut clients: BTreeMap<&str, Option<Peer>> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, rest) = line.split_at(1);
        let client = clients.entry(name).or_insert_with(|| {
            // Whoever came before is there already.
            std::thread::sleep(Duration::from_millis(50));
            Some(Peer::connect(server.address))
        });
        let text = rest[1..].strip_prefix(' ').unwrap_or_default();
        let peer = client.as_mut().unwrap_or_else(|| panic!("{name} has left: {line}"));
        match (&rest[..1], text) {
            (">", "(leaves)") => *client = None,
            (">", text) => peer.send(text),
            ("<", "(closed)") => {
                assert_eq!(peer.read(), None, "{line}");
                *client = None;
            }
            ("<", "BOARD …") => drop(peer.expect_board()),
            ("<", text) => {
                let heard = peer.line();
                if text.starts_with("START") && heard.starts_with("START") && text != heard {
                    return false;
                }
                assert_eq!(heard, text.replace('␣', " "), "{line}");
            }
            _ => panic!("not a line of a conversation: {line}"),
        }
    }
    // Nothing was left out: the answer to one more question comes at once.
    for peer in clients.values_mut().flatten() {
        peer.expect_nothing_more();
    }
    true
}

fn check(page: &str) -> usize {
    let found = conversations(page);
    for (options, lines) in &found {
        assert!((0..64).any(|seed| hold(options, lines, seed)), "{options}: {lines:?}");
    }
    found.len()
}

#[test]
fn the_page_is_what_the_server_does() {
    let count = check(PAGE);
    assert!(count >= 9, "only {count} conversations were held");
}

#[test]
fn both_languages_show_the_same_lines() {
    let without_remarks = |page: &'static str| -> Vec<(&str, Vec<&str>)> {
        let found = conversations(page).into_iter();
        let said = |lines: Vec<&'static str>| {
            lines.into_iter().filter(|line| !line.starts_with('#')).collect()
        };
        found.map(|(options, lines)| (options, said(lines))).collect()
    };
    assert_eq!(without_remarks(PAGE), without_remarks(PAGE_JA));
}
