//! `gyoji othello-server --cup` from the league to the last game of the knock-out, and what is in
//! the store then.

mod common;
mod tcp_common;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use common::Lab;
use tcp_common::{Peer, Server};

/// A client as they are in a class: it connects again and again, until nobody listens.
struct Client {
    is_gone: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Client {
    fn start(address: SocketAddr, nick: &str) -> Client {
        let is_gone = Arc::new(AtomicBool::new(false));
        let wish = Arc::clone(&is_gone);
        let nick = format!("NICK {nick}");
        let thread = std::thread::spawn(move || {
            while let Ok(stream) = std::net::TcpStream::connect(address) {
                let mut peer = Peer::over(stream);
                peer.send(&nick);
                if wish.load(Ordering::Relaxed) {
                    return;
                }
                peer.play_until_closed();
            }
        });
        Client { is_gone, thread }
    }

    fn leave(&self) {
        self.is_gone.store(true, Ordering::Relaxed);
    }
}

fn clients(server: &Server, nicks: &[&str]) -> Vec<Client> {
    nicks.iter().map(|nick| Client::start(server.address, nick)).collect()
}

#[test]
fn the_best_of_a_cup_play_a_knock_out_that_is_stored() {
    let lab = Lab::new();
    let args = ["--data", "store", "--name", "Cup", "--cup", "--cup-best", "4", "--games", "16"];
    let server = Server::start(&lab, &args);
    let all = clients(&server, &["ann", "bob", "cat", "dan", "eve"]);
    let said = server.finish().expect(0);
    for client in all {
        client.thread.join().expect("it ends");
    }
    assert!(said.err.contains("the knock-out begins"), "{}", said.err);
    assert!(said.out.contains("semi-final") && said.out.contains("has won"), "{}", said.out);
    let games = said.out.lines().filter(|line| line.starts_with('#')).count();
    assert!(games >= 16 + 6, "two meetings and a final of at least two games: {}", said.out);
    assert!(said.out.contains("\n#22 "), "their numbers go on: {}", said.out);

    let status =
        lab.run(&["league", "status", "Cup", "--data", "store", "--json"]).expect(0).json();
    assert_eq!(status["state"], "over");
    assert_eq!(status["chart"]["stages"][0]["format"], "knock-out");
    assert_eq!(status["players"].as_array().map(Vec::len), Some(4));
    assert_eq!(status["games"].as_u64(), Some(games as u64 - 16));
    let verified = lab.run(&["league", "verify", "Cup", "--data", "store"]).expect(0);
    assert!(verified.out.starts_with("ok"), "{verified:?}");
    // A game of the league is found by the id that was shown.
    let first = said.out.lines().find(|line| line.starts_with("#1 ")).expect("the first game");
    let id = first.rsplit_once("othello-").expect("an id").1;
    let replay = lab.run(&["replay", id, "--data", "store"]).expect(0);
    assert!(!replay.out.is_empty());
    // The name is taken now.
    let again = lab.run(&[&["othello-server", "--port", "0"], &args[..]].concat());
    assert!(again.code == Some(2) && again.err.contains("called Cup"), "{again:?}");
}

#[test]
fn a_knock_out_that_was_killed_goes_on() {
    let lab = Lab::new();
    let args = ["--data", "store", "--name", "Cup", "--cup", "--cup-best", "4", "--games", "12"];
    let server = Server::start(&lab, &args);
    let all = clients(&server, &["ann", "bob", "cat", "dan"]);
    let store = gyoji_store::Location::Folder(lab.path("store"));
    let stored = || {
        let store = gyoji_store::Store::open(&store).expect("a store");
        store.count("Cup").expect("an answer")
    };
    common::until(|| stored() > 1);
    server.kill();
    for client in all {
        client.thread.join().expect("it ends");
    }
    let before = stored();
    let server = Server::start(&lab, &args);
    let all = clients(&server, &["dan", "cat", "bob", "ann"]);
    let said = server.finish().expect(0);
    for client in all {
        client.thread.join().expect("it ends");
    }
    let goes_on = format!("the knock-out of Cup goes on: {before} of its games");
    assert!(said.err.contains(&goes_on), "{}", said.err);
    assert!(said.out.contains("has won"), "{}", said.out);
    let played = said.out.lines().filter(|line| line.starts_with('#')).count() as u64;
    let status = lab.run(&["league", "status", "Cup", "--data", "store", "--json"]).expect(0);
    assert_eq!(status.json()["state"], "over");
    assert_eq!(status.json()["games"].as_u64(), Some(before + played));
    lab.run(&["league", "verify", "Cup", "--data", "store"]).expect(0);
}

#[test]
fn whoever_does_not_come_to_the_knock_out_loses_by_absence() {
    let lab = Lab::new();
    let args = ["--data", "store", "--name", "Cup", "--cup", "--cup-best", "2", "--grace", "300ms"];
    let server = Server::start(&lab, &[&args[..], &["--games", "1"]].concat());
    // Both come only once; the better one comes back.
    let mut peers = tcp_common::pair(&server);
    peers[1].0.send("CLOSE");
    let winner = peers[0].1;
    while peers[0].0.read().is_some() {}
    let back = Client::start(server.address, winner);
    let said = server.finish().expect(0);
    back.leave();
    back.thread.join().expect("it ends");
    assert!(said.err.contains("is not here"), "{}", said.err);
    let status =
        lab.run(&["league", "status", "Cup", "--data", "store", "--json"]).expect(0).json();
    assert_eq!(status["state"], "over");
    assert_eq!(status["games"], 2, "two of three games decide: {status}");
    assert_eq!(status["players"][0]["name"], winner);
    assert_eq!(status["players"][0]["wins"], 2);
    lab.run(&["league", "verify", "Cup", "--data", "store"]).expect(0);
}

#[test]
fn enter_closes_the_league_when_everybody_has_enough_games() {
    let lab = Lab::new();
    let args = ["--cup", "--cup-best", "2", "--min-games", "2", "--best-of", "1"];
    let mut server = Server::start_with_input(&lab, &args);
    let all = clients(&server, &["ann", "bob"]);
    assert!(server.result().starts_with("#1 "));
    server.press_enter();
    let said = server.finish().expect(0);
    for client in all {
        client.thread.join().expect("it ends");
    }
    assert!(said.err.contains("the knock-out begins"), "{}", said.err);
    assert!(said.out.contains("final"), "{}", said.out);
    assert!(!said.out.contains("othello-"), "no id of a game that nobody keeps: {}", said.out);
}
