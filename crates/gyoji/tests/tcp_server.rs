//! `gyoji othello-server`, line by line over raw sockets: what the protocol of seed 002 says.

mod common;
mod tcp_common;

use std::time::{Duration, Instant};

use common::Lab;
use tcp_common::{FIRST_BOARD, Peer, Server, pair, play, put};

/// The earliest pass there is, from the standard start: black is stuck after it.
const UNTIL_A_PASS: &str = "d3 c3 b3 b2 f5 a3 a1 c1";
/// The shortest game there is, from the standard start, but for its last move: c5.
const ALMOST_A_WIPE_OUT: &str = "e6 f4 e3 f6 g5 d6 e7 f5";

fn server(lab: &Lab) -> Server {
    Server::start(lab, &["--timeout", "20s"])
}

#[test]
fn a_game_begins_byte_for_byte() {
    let lab = Lab::new();
    let server = server(&lab);
    let mut peers = ["A", "B"].map(|name| {
        let mut peer = Peer::connect(server.address);
        peer.send(&format!("NICK {name}"));
        peer
    });
    let colours = peers.each_mut().map(|peer| peer.line());
    let black = match colours.each_ref().map(String::as_str) {
        ["START 1", "START -1"] => 0,
        ["START -1", "START 1"] => 1,
        _ => panic!("{colours:?}"),
    };
    for peer in &mut peers {
        peer.expect(FIRST_BOARD);
        peer.expect("TURN 1");
    }
    // x to the right, y down: the four first moves of black are legal, the others are not.
    for (x, y) in [(3, 2), (2, 3), (4, 5), (5, 4)] {
        peers[black].send(&format!("PUT {x} {y}"));
        peers[black].expect("ERROR 2");
    }
    peers[black].send("PUT 2 4");
    for peer in &mut peers {
        peer.expect(
            "BOARD 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0 0 1 1 0 0 0 \
             0 0 0 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ",
        );
        peer.expect("TURN -1");
    }
    for (x, y) in [(2, 3), (2, 5), (4, 5)] {
        peers[black].send(&format!("PUT {x} {y}"));
        peers[black].expect("ERROR 3");
    }
    peers[1 - black].send("PUT 2 5");
    for peer in &mut peers {
        peer.expect(
            "BOARD 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 -1 0 0 0 0 0 1 -1 0 0 0 \
             0 0 0 -1 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ",
        );
        peer.expect("TURN 1");
    }
}

#[test]
fn the_standard_start_is_the_other_one() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--start", "standard"]);
    let [(mut black, _), (mut white, _)] = pair(&server);
    black.send("BOARD");
    black.expect(
        "BOARD 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 1 0 0 0 \
         0 0 0 1 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 ",
    );
    for square in ["d3", "c4", "f5", "e6"] {
        white.send(&put(square));
        white.expect("ERROR 3");
    }
    black.send(&put("d3"));
    black.expect_turn(-1);
    white.expect_turn(-1);
}

#[test]
fn every_wrong_line_gets_its_error() {
    let lab = Lab::new();
    let server = server(&lab);
    let [(mut black, _), (mut white, _)] = pair(&server);
    let cases: &[(&str, &str)] = &[
        // malformed, or out of range
        ("PUT", "ERROR 1"),
        ("PUT ", "ERROR 1"),
        ("PUT 2", "ERROR 1"),
        ("PUT 2 4 6", "ERROR 1"),
        ("PUT 8 0", "ERROR 1"),
        ("PUT 0 8", "ERROR 1"),
        ("PUT -1 3", "ERROR 1"),
        ("PUT 2.0 4", "ERROR 1"),
        ("PUT 2,4", "ERROR 1"),
        ("PUT c 5", "ERROR 1"),
        ("PUT 256 4", "ERROR 1"),
        ("PUT 99999999999999999999 4", "ERROR 1"),
        ("PUT 4294967298 4", "ERROR 1"),
        ("PUT ２ ４", "ERROR 1"),
        // nothing there
        ("", "ERROR -1"),
        ("   ", "ERROR -1"),
        ("\r", "ERROR -1"),
        ("NICK", "ERROR -1"),
        ("nick   ", "ERROR -1"),
        // unknown, or the server's own
        ("HELLO", "ERROR 4"),
        ("PUT24", "ERROR 4"),
        ("START 1", "ERROR 4"),
        ("TURN 1", "ERROR 4"),
        ("END", "ERROR 4"),
        ("ERROR 1", "ERROR 4"),
        ("GET / HTTP/1.1", "ERROR 4"),
        ("さようなら", "ERROR 4"),
    ];
    for (line, error) in cases {
        for peer in [&mut black, &mut white] {
            peer.send(line);
            let answer = peer.line();
            assert_eq!(answer, *error, "{line:?}");
        }
    }
    // Taken squares, empty squares that turn nothing over; not one's turn comes before that.
    for line in ["PUT 3 3", "PUT 0 0", "PUT 7 7", "PUT 2 3"] {
        black.send(line);
        black.expect("ERROR 2");
        white.send(line);
        white.expect("ERROR 3");
    }
    black.send("PUT 2 4");
    black.expect_turn(-1);
    white.expect_turn(-1);
}

#[test]
fn spaces_case_and_line_ends_do_not_matter() {
    let lab = Lab::new();
    let server = server(&lab);
    let [(mut black, _), (mut white, _)] = pair(&server);
    black.send_bytes(b"  pUt  2   4 \r\n");
    black.expect_turn(-1);
    white.expect_turn(-1);
    // In pieces, and two lines at once.
    for piece in ["pu", "t 2", " 5", "\r", "\nBoard\n"] {
        white.send_bytes(piece.as_bytes());
        std::thread::sleep(Duration::from_millis(20));
    }
    white.expect_turn(1);
    black.expect_turn(1);
    white.expect_board();
    black.expect_nothing_more();
}

#[test]
fn names_and_talk() {
    let lab = Lab::new();
    let server = server(&lab);
    let [(mut black, black_name), (mut white, _)] = pair(&server);
    let said = format!("SAY <{black_name}>:");
    // No space after the colon; the text as it is.
    let talk = ["SAY hello", "say  two  spaces ", "SAY よろしくお願いします 🙇", "SAY END A win.|"];
    for line in talk {
        black.send(line);
        let heard = format!("{said}{}", &line["SAY ".len()..]);
        black.expect(&heard);
        white.expect(&heard);
    }
    // A bare SAY is nothing at all; a name may change at any time, and be anybody's.
    black.send("SAY\nSAY \nNICK 田中 太郎\nSAY a\nnick X\nNICK X\nSAY b");
    white.send("NICK X\nSAY c");
    black.expect("SAY <田中>:a");
    black.expect("SAY <X>:b");
    white.expect("SAY <田中>:a");
    white.expect("SAY <X>:b");
    white.expect("SAY <X>:c");
    black.expect("SAY <X>:c");
    black.send("CLOSE");
    black.expect_end_of_stream();
    white.expect("END X win.|X's Connection reset.");
    white.expect("CLOSE X's Connection reset.");
    white.expect_end_of_stream();
}

#[test]
fn a_very_long_name_is_cut() {
    let lab = Lab::new();
    let server = server(&lab);
    let [(mut black, _), (mut white, _)] = pair(&server);
    black.send(&format!("NICK {}", "あ".repeat(3000)));
    black.send("SAY x");
    let heard = format!("SAY <{}>:x", "あ".repeat(21));
    black.expect(&heard);
    white.expect(&heard);
}

#[test]
fn without_a_name_they_are_black_and_white() {
    let lab = Lab::new();
    let server = server(&lab);
    let mut peers = [Peer::connect(server.address), Peer::connect(server.address)];
    for peer in &mut peers {
        peer.send("BOARD"); // sent while waiting, answered in the game
    }
    if peers[0].line() == "START -1" {
        peers.reverse();
        peers[0].expect("START 1");
    } else {
        peers[1].expect("START -1");
    }
    let [black, white] = &mut peers;
    // Black's question comes last: what it said before was said before it.
    black.expect(FIRST_BOARD);
    black.expect(FIRST_BOARD);
    black.expect("TURN 1");
    white.expect(FIRST_BOARD);
    white.expect("TURN 1");
    white.expect(FIRST_BOARD);
    black.send("SAY I am black");
    black.expect("SAY <BLACK>:I am black");
    white.expect("SAY <BLACK>:I am black");
    white.send("CLOSE");
    black.expect("END BLACK win.|WHITE's Connection reset.");
    black.expect("CLOSE WHITE's Connection reset.");
    black.expect_end_of_stream();
}

#[test]
fn what_was_said_while_waiting_is_dealt_with_in_the_game() {
    let lab = Lab::new();
    let server = server(&lab);
    let mut early = Peer::connect(server.address);
    early.send("NICK old\nFOO\nPUT 2 4\nSAY anybody here?\nNICK early");
    std::thread::sleep(Duration::from_millis(300));
    let mut late = Peer::connect(server.address);
    late.send("NICK late");
    let is_black = early.line() == "START 1";
    early.expect_board();
    if !is_black {
        early.expect("TURN 1");
    }
    early.expect("ERROR 4");
    early.expect("ERROR 3"); // nobody had been asked yet
    early.expect("SAY <old>:anybody here?");
    if is_black {
        early.expect("TURN 1");
    }
    late.expect(if is_black { "START -1" } else { "START 1" });
    early.send("CLOSE");
    loop {
        let line = late.line();
        if line.starts_with("END") {
            assert_eq!(line, "END late win.|early's Connection reset.");
            break;
        }
    }
}

#[test]
fn a_pass_is_silent() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--start", "standard", "--record", "games"]);
    let mut peers = pair(&server);
    let turns = play(&mut peers, UNTIL_A_PASS);
    assert_eq!(turns, [-1, 1, -1, 1, -1, 1, -1, -1], "white's turn again after white's c1");
    let [(black, _), (white, _)] = &mut peers;
    black.send(&put("e3"));
    black.expect("ERROR 3");
    white.send(&put("e3"));
    black.expect_turn(1);
    white.expect_turn(1);
    black.send("CLOSE");
    white.line();
    // The record has the pass, and the conversation made from it has no other line.
    let record = lab.files("games").remove(0);
    let record = record.to_str().expect("a path").to_owned();
    let talk = lab.run(&["replay", &record, "--talk", "black"]).expect(0).out;
    assert!(!talk.contains("PASS") && !talk.contains("pass"), "{talk}");
    assert_eq!(talk.matches("TURN -1").count(), 5, "{talk}");
    assert_eq!(talk.matches("TURN 1").count(), 5, "{talk}");
    assert_eq!(talk.matches("BOARD").count(), 10, "{talk}");
    assert!(std::fs::read_to_string(record).expect("it is there").contains("\"pass\""));
}

#[test]
fn a_wiped_out_side_ends_the_game() {
    let lab = Lab::new();
    let server = Server::start(
        &lab,
        &["--start", "standard", "--games", "1", "--record", "games", "--scores", "scores.csv"],
    );
    let mut peers = pair(&server);
    play(&mut peers, ALMOST_A_WIPE_OUT);
    let [(black, a), (white, b)] = &mut peers;
    black.send(&put("c5"));
    for peer in [&mut *black, &mut *white] {
        peer.expect_board();
        peer.expect(&format!("END {a} win.|{a}:13 {b}:0"));
        // When a client knows that the game is over, everybody else can know it too.
        let scores = std::fs::read_to_string(lab.path("scores.csv")).expect("it is written");
        let (wins, losses) = (format!("{a},1,0,0\n"), format!("{b},0,1,0\n"));
        assert!(scores.contains(&wins) && scores.contains(&losses), "{scores}");
        peer.expect_end_of_stream();
    }
    let said = server.finish().expect(0);
    let line = format!("#1  {a} - {b}  13 - 0  {a} wins (neither side can move)  othello-");
    assert!(said.out.starts_with(&line), "{}", said.out);
    let record = lab.files("games").remove(0);
    let said = lab.run(&["replay", record.to_str().expect("a path")]).expect(0);
    assert!(said.out.contains("13"), "{}", said.out);
}

#[test]
fn the_clock_runs_on_over_errors() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "700ms"]);
    let [(mut black, a), (mut white, b)] = pair(&server);
    let start = Instant::now();
    let mut errors = 0;
    let end = loop {
        black.send("PUT 0 0");
        match black.line().as_str() {
            "ERROR 2" => errors += 1,
            line => break line.to_owned(),
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let took = start.elapsed();
    assert!(took > Duration::from_millis(600) && took < Duration::from_millis(1500), "{took:?}");
    assert!(errors > 5);
    let text = format!("END {b} win.|{a}:time exceed.");
    assert_eq!(end, text);
    black.expect_end_of_stream();
    white.expect(&text);
    white.expect_end_of_stream();
    assert!(server.result().contains(&format!("{b} wins")));
}

#[test]
fn each_turn_has_its_own_time() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "600ms"]);
    let mut peers = pair(&server);
    for square in ["c5", "c6", "d6", "c4"] {
        std::thread::sleep(Duration::from_millis(350));
        let mover = ["c5", "d6"].contains(&square);
        peers[usize::from(!mover)].0.send(&put(square));
        for (peer, _) in &mut peers {
            peer.expect_board();
            peer.line();
        }
    }
}

#[test]
fn whoever_leaves_loses() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "20s", "--games", "5"]);
    // Whose turn it is does not matter, nor how it leaves.
    let ways: [(&str, usize); 5] = [("", 0), ("", 1), ("CLOSE\n", 1), ("PUT 2", 0), ("SAY bye", 1)];
    for (last_words, who) in ways {
        let mut peers = pair(&server).map(Some);
        let (mut leaver, loser) = peers[who].take().expect("both are there");
        let (mut other, winner) = peers[1 - who].take().expect("both are there");
        leaver.send_bytes(last_words.as_bytes());
        if last_words.ends_with('\n') {
            leaver.expect_end_of_stream();
        } else {
            drop(leaver);
        }
        let mut line = other.line();
        if last_words.starts_with("SAY") {
            assert_eq!(line, format!("SAY <{loser}>:bye"));
            line = other.line();
        }
        assert_eq!(line, format!("END {winner} win.|{loser}'s Connection reset."));
        other.expect(&format!("CLOSE {loser}'s Connection reset."));
        other.expect_end_of_stream();
    }
    server.finish().expect(0);
}

#[test]
fn long_lines_and_garbage_are_errors_and_no_more() {
    let lab = Lab::new();
    let server = server(&lab);
    let [(mut black, a), (mut white, b)] = pair(&server);
    for peer in [&mut black, &mut white] {
        peer.send(&"x".repeat(10_000));
        peer.expect("ERROR 4");
        peer.send_bytes(b"\x00\x01\x02\xff\xfe\n");
        peer.expect("ERROR 4");
        peer.send_bytes(b"PUT 2 4\x1b[2J\n");
        peer.expect("ERROR 4");
        peer.send_bytes("SAY こんにちは\n".as_bytes().split_at(8).0);
        peer.send_bytes(b"\n"); // half a character
        peer.expect("ERROR 4");
    }
    white.send(&format!("SAY {}", "あ".repeat(3000)));
    let heard = format!("SAY <{b}>:{}", "あ".repeat(3000));
    white.expect(&heard);
    black.expect(&heard);
    black.send("PUT 2 4");
    black.expect_turn(-1);
    white.expect_turn(-1);
    // A line without end is no line any more.
    white.send_bytes(&[b'x'; 20_000]);
    black.expect(&format!("END {a} win.|{b}'s Connection reset."));
    black.expect(&format!("CLOSE {b}'s Connection reset."));
    black.expect_end_of_stream();
}

#[test]
fn scores_are_kept_and_the_cup_has_its_table() {
    let lab = Lab::new();
    lab.file("scores.csv", "B,7,2\nZoe,10,0\nZ,1,1\n");
    let args = ["--scores", "scores.csv", "--cup", "--min-games", "3"];
    let server = Server::start(&lab, &[&args[..], &["--games", "2"]].concat());
    for _ in 0..2 {
        let mut peers = pair(&server);
        let b = usize::from(peers[0].1 != "B");
        peers[b].0.send("CLOSE");
        peers[b].0.expect_end_of_stream();
        peers[1 - b].0.line();
    }
    let said = server.finish().expect(0);
    let scores = std::fs::read_to_string(lab.path("scores.csv")).expect("it is there");
    assert_eq!(scores, "nick,wins,losses,draws\nA,2,0,0\nB,7,4,0\nZ,1,1,0\nZoe,10,0,0\n");
    let table = said.out.split_once("nick").expect("a table").1;
    let places: Vec<&str> = table.lines().skip(1).collect();
    assert_eq!(places.len(), 2, "A and Z have played too little: {table}");
    assert!(places[0].starts_with("1. Zoe") && places[0].ends_with("100.0 %"), "{table}");
    assert!(places[1].starts_with("2. B") && places[1].ends_with("63.6 %"), "{table}");

    // And again, as data.
    let server = Server::start(&lab, &[&args[..], &["--games", "1", "--json"]].concat());
    let mut peers = pair(&server);
    let b = usize::from(peers[0].1 != "B");
    peers[1 - b].0.send("CLOSE");
    let json = server.finish().expect(0).json();
    assert_eq!(json[1]["nick"], "B");
    assert_eq!((&json[1]["games"], &json[1]["wins"]), (&12.into(), &8.into()));
    assert_eq!(json[2]["nick"], "A", "three games by now");
}

#[test]
fn trouble_is_said_before_anything_starts() {
    let lab = Lab::new();
    lab.file("scores.csv", "alice,3\n");
    let said = lab.run(&["othello-server", "--port", "0", "--scores", "scores.csv"]);
    assert!(said.code != Some(0) && said.err.contains("nick,wins,losses"), "{said:?}");
    let said = lab.run(&["othello-server", "--port", "0", "--scores", "nowhere/scores.csv"]);
    assert!(said.code == Some(1) && said.err.contains("no folder nowhere"), "{said:?}");
    let server = server(&lab);
    let port = server.port();
    let said = lab.run(&["othello-server", "--host", "127.0.0.1", "--port", &port]);
    assert!(said.code == Some(1) && said.err.contains("cannot listen"), "{said:?}");
    let said = lab.ja(&["othello-server", "--host", "127.0.0.1", "--port", &port]);
    assert!(said.err.contains("待ち受けできません"), "{said:?}");
}

#[test]
fn whoever_leaves_at_once_takes_no_name_with_it() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--games", "10", "--scores", "scores.csv"]);
    for _ in 0..10 {
        let mut alice = Peer::connect(server.address);
        alice.send("NICK alice");
        let mut bob = Peer::connect(server.address);
        bob.send("NICK bob\nCLOSE");
        while alice.line() != "END alice win.|bob's Connection reset." {}
    }
    server.finish().expect(0);
    let scores = std::fs::read_to_string(lab.path("scores.csv")).expect("it is there");
    assert_eq!(scores, "nick,wins,losses,draws\nalice,10,0,0\nbob,0,10,0\n");
}

#[test]
fn clients_come_over_ipv6_too() {
    if std::net::TcpListener::bind("[::1]:0").is_err() {
        return; // this machine has none
    }
    let lab = Lab::new();
    for host in ["::1", "[::1]"] {
        let server = Server::start_at(&lab, Some(host), &["--games", "1"]);
        assert!(server.address.is_ipv6());
        let port = server.port();
        let clients = ["[::1]", "::1"].map(|host| {
            let command = lab.gyoji(&["othello-client", host, "--port", &port, "--bot", "random"]);
            std::thread::spawn(move || common::finish(command, "").expect(0))
        });
        for client in clients {
            assert!(client.join().expect("it ends").out.contains("END "));
        }
        server.finish().expect(0);
    }
    // Without a host, everywhere.
    let server = Server::start_at(&lab, None, &["--timeout", "20s"]);
    let port = server.address.port();
    let mut one = Peer::connect((std::net::Ipv4Addr::LOCALHOST, port).into());
    let mut other = Peer::connect((std::net::Ipv6Addr::LOCALHOST, port).into());
    one.send("NICK one");
    other.send("NICK other");
    assert!(one.line().starts_with("START") && other.line().starts_with("START"));
}
