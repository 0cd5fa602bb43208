//! Clients of the Othello protocol: ours on servers of every version, guests in Java, and TCP
//! peers as seats of other commands.

mod common;
mod tcp_common;

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Lab, finish, is_installed, wait};
use gyoji_core::{Game, Seat};
use gyoji_othello::{Move, Othello};
use tcp_common::{FIRST_BOARD, Peer, Server};

/// A server as the course had it, for one client: sends what it is told and checks the answers.
fn with_fake_server(lab: &Lab, args: &[&str], serve: fn(&mut Peer)) -> common::Said {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port().to_string();
    let server = std::thread::spawn(move || {
        let mut peer = Peer::over(listener.accept().expect("the client comes").0);
        serve(&mut peer);
        peer
    });
    let mut command = lab.gyoji(&["othello-client", "127.0.0.1", "--port", &port]);
    command.args(args);
    let start = Instant::now();
    let said = finish(command, "");
    assert!(start.elapsed() < Duration::from_secs(8), "it did not leave at the end");
    server.join().expect("the client has said what it should");
    said
}

#[test]
fn the_end_of_version_1_15_is_understood() {
    let lab = Lab::new();
    let said = with_fake_server(&lab, &["--bot", "weights", "--nick", "me"], |peer| {
        peer.expect("NICK me");
        peer.send(&format!("START -1\n{FIRST_BOARD}\nTURN 1"));
        peer.send("SAY <A>:hello\nBOARD 0 0\nnonsense\nERROR 4");
        peer.send("BOARD 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 1 1 0 0 0 0 0 0 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 \nTURN -1");
        assert!(["PUT 2 3", "PUT 2 5", "PUT 4 5"].contains(&peer.line().as_str()));
        peer.send("END A win.|A:33 me:31");
    });
    let said = said.expect(0);
    assert!(said.out.starts_with("you are white\nthe board now\n"), "{}", said.out);
    assert!(said.out.contains("\n ・ ・ ・ ● ○ ・ ・ ・\n"), "{}", said.out);
    assert!(said.out.contains("SAY <A>:hello\n") && said.out.contains("\nPUT "), "{}", said.out);
    assert!(said.out.ends_with("END A win.|A:33 me:31\n"), "{}", said.out);
    assert_eq!(said.err.matches("gyoji: ").count(), 2, "two lines were none: {}", said.err);
}

#[test]
fn the_end_of_version_1_17_is_understood() {
    let lab = Lab::new();
    let said = with_fake_server(&lab, &["--bot", "greedy"], |peer| {
        peer.expect("NICK greedy");
        peer.send(&format!("START 1\r\n{}\r\nTURN 1\r", FIRST_BOARD.trim_end()));
        assert!(peer.line().starts_with("PUT "));
        peer.send("END Win:[A] A:33 B:31");
        std::thread::sleep(Duration::from_millis(300)); // the socket stays open a moment
    });
    assert!(said.expect(0).out.ends_with("END Win:[A] A:33 B:31\n"));
}

#[test]
fn a_server_that_vanishes_is_a_failure() {
    let lab = Lab::new();
    let said = with_fake_server(&lab, &["--bot", "random", "-q"], |peer| {
        peer.line();
        peer.send(&format!("START 1\n{FIRST_BOARD}"));
        peer.send_bytes(b"TUR"); // cut in the middle of a line
        peer.stream().shutdown(std::net::Shutdown::Both).expect("a socket");
    });
    let said = said.expect(1);
    assert_eq!(said.out, "");
    assert!(said.err.contains("before the end of the game"), "{}", said.err);
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = free.local_addr().expect("an address").port().to_string();
    drop(free);
    let said = lab.run(&["othello-client", "127.0.0.1", "--port", &port]).expect(1);
    assert!(said.err.contains("nobody listens there"), "{}", said.err);
}

#[test]
fn a_silent_server_is_given_up() {
    let lab = Lab::new();
    let args = ["--bot", "random", "--patience", "300ms"];
    // It does not answer a move.
    let said = with_fake_server(&lab, &args, |peer| {
        peer.line();
        peer.send(&format!("START 1\n{FIRST_BOARD}\nTURN 1"));
        assert!(peer.line().starts_with("PUT "));
        peer.expect_end_of_stream();
    });
    let said = said.expect(1);
    assert!(said.err.contains("has said nothing for 0.3 s"), "{}", said.err);
    // There is no opponent, and somebody does not want to wait for one.
    let said = with_fake_server(&lab, &args, |peer| {
        peer.line();
        peer.expect_end_of_stream();
    });
    assert!(said.expect(1).err.starts_with("connected; waiting for an opponent\n"));
    // Without an option only an answer is urgent: an opponent may take their time.
    let said = with_fake_server(&lab, &["--bot", "random", "-q"], |peer| {
        peer.line();
        std::thread::sleep(Duration::from_millis(700));
        peer.send("END DRAW Game. a:32 b:32");
    });
    assert_eq!(said.expect(0).err, "");
}

#[test]
fn monte_says_what_it_thinks_and_every_bot_plays() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--games", "2"]);
    let port = server.port();
    let client = |bot: &'static str, seconds: &'static str| {
        let mut command = lab.gyoji(&["othello-client", "127.0.0.1", "--port", &port]);
        command.args(["--bot", bot, "--seconds", seconds]);
        std::thread::spawn(move || finish(command, "").expect(0).out)
    };
    let monte = client("monte", "10ms");
    let weights = client("weights", "1");
    let shown = monte.join().expect("it ends");
    let other = weights.join().expect("it ends");
    let rates: Vec<&str> = shown.lines().filter(|line| line.contains("rate=")).collect();
    assert!(rates.len() > 30, "{shown}");
    for rate in rates {
        // (2,3): rate= 51.474% / 6208
        let (square, rest) = rate.split_once("): rate= ").expect(rate);
        let (share, playouts) = rest.split_once("% / ").expect(rate);
        assert!(square.len() == 4 && square.starts_with('('), "{rate}");
        assert!((0.0..=100.0).contains(&share.parse::<f64>().expect(rate)), "{rate}");
        assert!(playouts.parse::<u64>().expect(rate) > 0, "{rate}");
    }
    assert_eq!(shown.lines().last(), other.lines().last());
    let [quick, searcher] = [client("greedy", "1"), client("alphabeta?depth=3", "1")];
    let ends = [quick, searcher].map(|one| one.join().expect("it ends"));
    assert!(ends.iter().all(|shown| shown.lines().last().is_some_and(|l| l.starts_with("END "))));
    server.finish().expect(0);
}

#[test]
fn in_japanese_as_the_seed_prints_it() {
    let lab = Lab::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = listener.local_addr().expect("an address").port().to_string();
    let server = std::thread::spawn(move || {
        let mut peer = Peer::over(listener.accept().expect("the client comes").0);
        peer.line();
        peer.send(&format!("START 1\n{FIRST_BOARD}\nERROR 2\nEND DRAW Game. a:32 b:32"));
        peer.read();
    });
    let said = lab.ja(&["othello-client", "127.0.0.1", "--port", &port]).expect(0);
    server.join().expect("it is done");
    assert!(said.out.starts_with("あなたは黒です\n現在の盤面状況\n"), "{}", said.out);
    assert!(said.out.contains("そこには置けません\n"), "{}", said.out);
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

/// A seat that waits for a connection, against a bot.
fn listening_match(lab: &Lab, port: u16, more: &[&str]) -> Child {
    let seat = format!("tcp:listen={port}");
    let mut command = lab.gyoji(&["match", "othello", &seat, "bot:greedy"]);
    command.args(more).args(["--json", "--record", "games"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    let is_listening = || {
        // A probe: it leaves at once, and nobody takes it for a player.
        std::net::TcpStream::connect(("127.0.0.1", port)).is_ok()
    };
    common::until(is_listening);
    child
}

fn json(child: Child) -> serde_json::Value {
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text} {complaint}"))
}

#[test]
fn whoever_connects_has_a_seat() {
    let lab = Lab::new();
    let port = free_port();
    let series = listening_match(&lab, port, &["-n", "2"]);
    std::thread::sleep(Duration::from_millis(100));
    let port = port.to_string();
    let args = ["othello-client", "127.0.0.1", "--port", &port, "--bot", "weights"];
    let said = lab.run(&[&args[..], &["--games", "2", "--nick", "guest"]].concat()).expect(0);
    assert_eq!(said.out.matches("\nEND ").count(), 2, "{}", said.out);
    assert!(said.out.contains("you are black") && said.out.contains("you are white"));
    let json = json(series);
    assert_eq!(json["games"], 2);
    assert_eq!(json["players"][0]["faults"], 0, "{json}");
    // What was said can be made again from the record, byte for byte.
    let record = lab.files("games").remove(0);
    let record = record.to_str().expect("a path").to_owned();
    for seat in ["black", "white"] {
        let talk = lab.run(&["replay", &record, "--talk", seat]).expect(0).out;
        assert!(talk.is_empty() || talk.contains("< NICK guest"), "{talk}");
    }
}

#[test]
fn both_seats_and_several_games_may_wait_at_one_port() {
    let lab = Lab::new();
    let port = free_port();
    let seat = format!("tcp:listen={port}");
    let mut command = lab.gyoji(&["match", "othello", &seat, &seat, "-n", "2", "-j", "2"]);
    command.arg("--json").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let series = command.spawn().expect("it starts");
    common::until(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    let players = [(); 4].map(|()| {
        std::thread::spawn(move || {
            let mut peer = Peer::connect(([127, 0, 0, 1], port).into());
            peer.send("NICK guest");
            peer.play_on()
        })
    });
    let mut ends = players.map(|player| player.join().expect("it ends"));
    ends.sort();
    assert!(ends[0] == ends[1] && ends[2] == ends[3], "{ends:?}");
    assert_eq!(json(series)["games"], 2);
}

#[test]
fn a_program_that_listens_has_a_seat() {
    let lab = Lab::new();
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    let program = std::thread::spawn(move || {
        (0..2)
            .map(|_| {
                let mut peer = Peer::over(listener.accept().expect("the referee comes").0);
                let end = peer.play_on();
                peer.expect_end_of_stream();
                end
            })
            .collect::<Vec<String>>()
    });
    let seat = format!("tcp:{address}");
    let said = lab.run(&["match", "othello", "bot:random", &seat, "-n", "2", "--json"]).expect(0);
    let ends = program.join().expect("it has played");
    assert!(ends[0].contains("BLACK:") && ends[0].contains("WHITE:"), "{ends:?}");
    assert_eq!(said.json()["players"][1]["faults"], 0);
}

/// The class-room client of the fixtures, compiled.
fn java(lab: &Lab) -> Option<()> {
    if !is_installed("javac") || !is_installed("java") {
        return None;
    }
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/WeightsGuest.java");
    let mut command = Command::new("javac");
    lab.at_home(&mut command);
    finish(
        {
            command.args(["-Xlint:none", "-encoding", "UTF-8", "-d", "."]).arg(source);
            command
        },
        "",
    )
    .expect(0);
    Some(())
}

fn guest(lab: &Lab, port: &str, nick: &str) -> Command {
    let mut command = Command::new("java");
    lab.at_home(&mut command);
    command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", ".", "WeightsGuest"]);
    command.args(["127.0.0.1", port, nick]);
    command
}

#[test]
fn a_java_client_plays_whole_games() {
    let lab = Lab::new();
    let Some(()) = java(&lab) else { return };
    let server = Server::start(&lab, &["--games", "2", "--timeout", "1s", "--record", "games"]);
    let port = server.port();
    for bot in ["random", "alphabeta?depth=2"] {
        let command = guest(&lab, &port, "java");
        let visitor = std::thread::spawn(move || finish(command, ""));
        let args = ["othello-client", "127.0.0.1", "--port", &port, "--nick", "rust"];
        let ours = lab.run(&[&args[..], &["--bot", bot]].concat()).expect(0);
        let java = visitor.join().expect("it dies when the stream ends");
        let end = ours.out.lines().last().expect("an end").to_owned();
        assert!(end.starts_with("END "), "{end}");
        // To the end by the rules, or until its own mistake has cost its time.
        let is_late = end == "END rust win.|java:time exceed.";
        assert!(is_late || (end.contains("java:") && end.contains("rust:")), "{end}");
        assert_eq!(is_late, java.out.contains("ERROR 2"), "{}", java.out);
        assert!(java.out.contains(&end), "it has heard it too: {}", java.out);
        assert_ne!(java.code, Some(0), "it does not leave at END, it dies of the closed stream");
    }
    server.finish().expect(0);
    for record in lab.files("games") {
        lab.run(&["replay", record.to_str().expect("a path")]).expect(0);
    }
}

#[test]
fn the_mistake_of_the_java_client_costs_its_time_and_nothing_else() {
    let lab = Lab::new();
    let Some(()) = java(&lab) else { return };
    // Black can play on nothing but b4, which is worth 103.
    let position = only_b4();
    let port = free_port();
    let more = ["-n", "1", "--position", &position, "--time", "1s"];
    let series = listening_match(&lab, port, &more);
    std::thread::sleep(Duration::from_millis(100));
    let mut visitor = guest(&lab, &port.to_string(), "java");
    visitor.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut visitor = visitor.spawn().expect("it starts");
    let json = json(series);
    wait(&mut visitor);
    let output = visitor.wait_with_output().expect("it has ended");
    let heard = String::from_utf8(output.stdout).expect("text");
    let told: Vec<&str> = heard.lines().filter(|line| !line.starts_with("BOARD")).collect();
    assert_eq!(
        told,
        ["TURN 1", "ERROR 2", "error", "END WHITE win.|java:time exceed.", "null"],
        "{heard}"
    );
    assert_eq!(json["players"][0]["losses"], 1);
}

/// A position in which black, to move, can only play b4.
fn only_b4() -> String {
    let mut cells = ['-'; 64];
    for (square, sign) in [("c4", 'O'), ("d4", 'X'), ("h8", 'O')] {
        let [file, rank] = square.as_bytes() else { panic!() };
        cells[usize::from(rank - b'1') * 8 + usize::from(file - b'a')] = sign;
    }
    let text: String = cells.iter().collect::<String>() + " X";
    let position: Othello = text.parse().expect("a position");
    let moves: Vec<Move> = position.moves().collect();
    assert_eq!((position.to_move(), moves), (Some(Seat::FIRST), vec!["b4".parse().expect("b4")]));
    text
}

#[test]
fn seats_at_any_free_port_say_which() {
    let lab = Lab::new();
    let seats = ["tcp:listen=0", "tcp:listen=0"];
    let mut command = lab.gyoji(&["match", "othello", seats[0], seats[1], "-n", "1", "--json"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut series = command.spawn().expect("it starts");
    let mut said = BufReader::new(series.stderr.take().expect("a pipe")).lines();
    let ports: [u16; 2] = std::array::from_fn(|_| {
        let line = said.next().expect("a line").expect("text");
        let port = line.strip_prefix("waiting for a client on port ");
        port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("{line}"))
    });
    assert!(ports[0] != ports[1] && !ports.contains(&0), "{ports:?}");
    let players = ports.map(|port| {
        std::thread::spawn(move || Peer::connect(([127, 0, 0, 1], port).into()).play_on())
    });
    let ends: Vec<String> =
        players.into_iter().map(|player| player.join().expect("it ends")).collect();
    assert_eq!(ends[0], ends[1]);
    assert_eq!(common::wait(&mut series).code(), Some(0));
}
