//! `gyoji othello-server` among rough guests: probes, silence, floods, kills. None of them may
//! disturb anybody else's game.

mod common;
mod tcp_common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Lab, interrupt, until, wait};
use tcp_common::{Peer, Server, pair};

/// Kilobytes the server may use beside what it uses at rest, whatever is thrown at it.
const MOST_MEMORY: u64 = 64 << 10;

/// The discs of both sides as `END A win.|A:33 B:31` tells them.
fn count_discs(end: &str) -> u32 {
    let counts = end.rsplit(' ').take(2).filter_map(|word| word.rsplit(':').next());
    counts.map(|number| number.parse::<u32>().unwrap_or_else(|_| panic!("{end}"))).sum()
}

#[test]
fn strangers_do_not_keep_players_from_each_other() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "20s"]);
    let mut strangers = Vec::new();
    for number in 0..60 {
        let mut stream = TcpStream::connect(server.address).expect("it listens");
        match number % 5 {
            0 => stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("a socket"),
            1 => stream.write_all(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03").expect("sent"),
            2 => stream.write_all(&[b'y'; 3000]).expect("sent"),
            3 => drop(stream.write_all(b"NICK gone\n")),
            _ => {}
        }
        // Who has left, politely or not, is no opponent; who is silent is one of last resort.
        if number % 5 != 3 {
            strangers.push(stream);
        }
    }
    // Long enough for silent peers to be allowed to play.
    std::thread::sleep(Duration::from_millis(2300));
    for _ in 0..5 {
        let start = Instant::now();
        let mut peers = pair(&server);
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        peers[0].0.send("PUT 2 4");
        peers.iter_mut().for_each(|(peer, _)| peer.expect_turn(-1));
        // The colours are drawn by lot, but these two have met each other.
        let names = [peers[0].1, peers[1].1];
        assert!(names == ["A", "B"] || names == ["B", "A"]);
    }
    assert!(server.memory() < MOST_MEMORY);
}

#[test]
fn a_silent_client_can_play_all_the_same() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--games", "1"]);
    let [first, second] = [(); 2].map(|()| {
        let mut peer = Peer::connect(server.address);
        std::thread::spawn(move || peer.play_on())
    });
    let end = first.join().expect("it ends");
    assert_eq!(end, second.join().expect("it ends"));
    assert!(end.contains(" BLACK:") || end.contains("|BLACK:"), "{end}");
    server.finish().expect(0);
}

#[test]
fn silence_holds_no_game_for_ever() {
    let lab = Lab::new();
    let args = ["--timeout", "0", "--patience", "300ms", "--at-once", "1"];
    let server = Server::start(&lab, &args);
    // The only game there is room for, and nobody in it says a word.
    let mut silent = [(); 2].map(|()| Peer::connect(server.address));
    assert!(silent.each_mut().map(Peer::line).iter().all(|line| line.starts_with("START")));
    for peer in &mut silent {
        while peer.read().is_some() {}
    }
    // Whoever has said anything may think as long as they like.
    let mut peers = pair(&server);
    std::thread::sleep(Duration::from_millis(900));
    peers[0].0.send("PUT 2 4");
    peers.iter_mut().for_each(|(peer, _)| peer.expect_turn(-1));
    lab.run(&["othello-server", "--patience", "0"]).expect(2);
}

#[test]
fn a_flood_drowns_nobody_but_itself() {
    const GAMES: usize = 20;
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "30s", "--record", "games"]);
    let address = server.address;
    // One game with somebody who will flood it, and one flood from somebody who waits.
    let [(mut victim, winner), (flooder, loser)] = pair(&server);
    let mut waiting = Peer::connect(address);
    let players: Vec<_> = (0..2 * GAMES)
        .map(|number| {
            std::thread::spawn(move || {
                let mut peer = Peer::connect(address);
                peer.send(&format!("NICK p{number}"));
                (number, peer.play_on())
            })
        })
        .collect();
    let flood = std::thread::spawn(move || {
        let chunk = b"SAY flood flood flood flood flood flood flood flood flood\n".repeat(1000);
        let mut sent = 0;
        while sent < 100 << 20 && flooder.stream().write(&chunk).is_ok() {
            sent += chunk.len();
        }
    });
    let waiting_flood = std::thread::spawn(move || {
        waiting.stream().set_write_timeout(Some(Duration::from_millis(300))).expect("a socket");
        let chunk = [b'x'; 1 << 16];
        for _ in 0..1600 {
            if waiting.stream().write(&chunk).is_err() {
                break; // nobody reads: the system's buffers are full
            }
        }
        waiting.send_bytes(b"");
        waiting
    });
    let mut most = 0;
    while !players.iter().all(std::thread::JoinHandle::is_finished) {
        most = most.max(server.memory());
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut met = Vec::new();
    for player in players {
        let (number, end) = player.join().expect("it ends");
        // 64 discs, or fewer if nobody could move any more; and it is this player's own game.
        assert!(count_discs(&end) <= 64 && count_discs(&end) > 4, "{end}");
        assert!(end.contains(&format!("p{number}:")), "p{number}: {end}");
        met.push(end);
    }
    met.sort();
    let distinct = met.chunks(2).filter(|both| both[0] == both[1]).count();
    assert_eq!(distinct, GAMES, "both of each game have heard the same");
    flood.join().expect("it stops");
    drop(waiting_flood.join().expect("it stops"));
    most = most.max(server.memory());
    assert!(most < MOST_MEMORY, "{most} kB");
    // The victim was thinking all the time. It reads what came, and moves: it has won.
    victim.send("PUT 2 4");
    let end = loop {
        let line = victim.line();
        if !line.starts_with("SAY") && !line.starts_with("BOARD") && !line.starts_with("TURN") {
            break line;
        }
    };
    assert_eq!(end, format!("END {winner} win.|{loser}'s Connection reset."));
    let records = lab.files("games").len();
    assert_eq!(records, GAMES + 1);
}

#[test]
fn talk_cannot_push_an_opponent_out() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "20s"]);
    let [(mut black, a), (mut white, b)] = pair(&server);
    // A long name stands before each word; black thinks meanwhile and reads nothing.
    white.send(&format!("NICK {}", "w".repeat(5000)));
    let words = "SAY .\n".repeat(1000);
    for _ in 0..4 {
        white.send_bytes(words.as_bytes());
    }
    white.send(&format!("NICK {b}"));
    for _ in 0..4000 {
        assert!(white.line().starts_with("SAY <wwww"));
    }
    black.send("PUT 2 4");
    for _ in 0..4000 {
        assert_eq!(black.line().len(), "SAY <>:.".len() + 64);
    }
    black.expect_turn(-1);
    white.expect_turn(-1);
    drop(white);
    black.expect(&format!("END {a} win.|{b}'s Connection reset."));
}

#[test]
fn who_never_reads_loses_alone() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "20s"]);
    let [(mut black, a), (white, b)] = pair(&server);
    // Far more answers than fit into any buffer.
    let questions = "BOARD\n".repeat(500);
    for _ in 0..100 {
        if white.stream().write_all(questions.as_bytes()).is_err() {
            break;
        }
    }
    black.send("PUT 2 4");
    black.expect_turn(-1);
    black.expect(&format!("END {a} win.|{b}'s Connection reset."));
    assert!(server.memory() < MOST_MEMORY);
}

#[test]
fn a_blind_guesser_finishes_its_game() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "30s", "--games", "1"]);
    let address = server.address;
    let opponent = std::thread::spawn(move || {
        let mut peer = Peer::connect(address);
        peer.send("NICK sighted");
        peer.play_on()
    });
    let mut guesser = Peer::connect(address);
    guesser.send("NICK blind");
    let mut random = fastrand::Rng::with_seed(5);
    let (mut mine, mut errors) = (String::new(), 0);
    let end = loop {
        let line = guesser.line();
        let (word, rest) = line.split_once(' ').expect("two words");
        match word {
            "START" => mine = rest.to_owned(),
            "ERROR" => errors += i32::from(rest == "2"),
            "END" => break line,
            _ => {}
        }
        let is_asked = word == "ERROR" || (word == "TURN" && rest == mine);
        if is_asked {
            guesser.send(&format!("PUT {} {}", random.u8(..8), random.u8(..8)));
        }
    };
    assert!(errors > 150, "{errors}");
    assert_eq!(end, opponent.join().expect("it ends"));
    assert!(count_discs(&end) > 4, "{end}");
    server.finish().expect(0);
}

#[test]
fn a_killed_client_loses_and_a_killed_server_leaves_its_records() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "30s", "--record", "games"]);
    let port = server.port();
    let mut other = Peer::connect(server.address);
    other.send("NICK other");
    let args = ["othello-client", "127.0.0.1", "--port", &port, "--bot", "monte", "-q"];
    let mut command = lab.gyoji(&args);
    let mut client = command.args(["--seconds", "20"]).stdin(Stdio::null()).spawn().expect("runs");
    let colour = other.line();
    other.expect_board();
    other.expect("TURN 1");
    client.kill().expect("it runs");
    client.wait().expect("it is ours");
    other.expect("END other win.|monte's Connection reset.");
    other.expect("CLOSE monte's Connection reset.");
    other.expect_end_of_stream();
    assert!(colour.starts_with("START "));

    // Another game, in the middle of which the server dies; a client of ours waits for its turn.
    let mut command = lab.gyoji(&args);
    command.args(["--seconds", "10ms"]).stdin(Stdio::null()).stderr(Stdio::piped());
    let mut client = command.spawn().expect("it runs");
    let mut other = Peer::connect(server.address);
    other.send("NICK other");
    let start = other.line();
    other.expect_turn(1);
    if start == "START 1" {
        other.send("PUT 2 4");
        other.expect_turn(-1);
    }
    other.expect_board(); // the client has moved
    other.line();
    server.kill();
    other.expect_end_of_stream();
    assert_eq!(wait(&mut client).code(), Some(1));
    let mut complaint = String::new();
    client.stderr.take().expect("a pipe").read_to_string(&mut complaint).expect("text");
    assert!(complaint.contains("server"), "{complaint}");
    assert!(!complaint.contains("panicked"), "{complaint}");

    let records = lab.files("games");
    assert_eq!(records.len(), 2);
    let codes = records.iter().map(|path| {
        let path = path.to_str().expect("a path");
        lab.run(&["replay", path]).code
    });
    let mut codes: Vec<_> = codes.collect();
    codes.sort();
    assert_eq!(codes, [Some(0), Some(4)], "the finished game is whole, the other breaks off");
}

#[test]
fn one_interrupt_lets_games_end_two_do_not() {
    let lab = Lab::new();
    let server = Server::start(&lab, &["--timeout", "20s"]);
    let mut peers = pair(&server);
    let mut waiting = Peer::connect(server.address);
    waiting.send("NICK waiting");
    std::thread::sleep(Duration::from_millis(200));
    interrupt(server.child());
    assert!(server.remark().contains("Ctrl-C"));
    waiting.expect_end_of_stream();
    until(|| TcpStream::connect(server.address).is_err());
    peers[0].0.send("PUT 2 4");
    peers.iter_mut().for_each(|(peer, _)| peer.expect_turn(-1));
    peers[1].0.send("CLOSE");
    peers[0].0.line();
    peers[0].0.line();
    peers[0].0.expect_end_of_stream();
    server.finish().expect(0);

    let server = Server::start(&lab, &["--timeout", "20s", "--scores", "scores.csv"]);
    let mut peers = pair(&server);
    interrupt(server.child());
    server.remark();
    interrupt(server.child());
    // Nobody has won: no END, just the end.
    peers.iter_mut().for_each(|(peer, _)| peer.expect_end_of_stream());
    let said = server.finish().expect(0);
    assert!(said.out.contains("stopped"), "{}", said.out);
    let scores = std::fs::read_to_string(lab.path("scores.csv")).unwrap_or_default();
    assert_eq!(scores, "nick,wins,losses,draws\n", "a game that was stopped is nobody's");
}

#[test]
fn a_closed_or_stuck_screen_stops_no_game() {
    let lab = Lab::new();
    let args = ["othello-server", "--host", "127.0.0.1", "--port", "0", "--games", "30", "--cup"];
    let mut command = lab.gyoji(&args);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    drop(child.stdout.take());
    let mut stderr = child.stderr.take().expect("a pipe");
    let mut said = vec![0; 200];
    let count = stderr.read(&mut said).expect("it says where it listens");
    let said = String::from_utf8_lossy(&said[..count]).into_owned();
    let address = said.trim_start_matches("listening on ").split(';').next().expect("an address");
    let address = address.parse().expect("an address");
    drop(stderr);
    for _ in 0..30 {
        let mut peers = ["A", "B"].map(|name| {
            let mut peer = Peer::connect(address);
            peer.send(&format!("NICK {name}"));
            peer
        });
        assert!(peers.each_mut().map(|peer| peer.line()).iter().all(|l| l.starts_with("START")));
        let [leaver, mut other] = peers;
        drop(leaver);
        while !other.line().starts_with("CLOSE") {}
    }
    let status = wait(&mut child);
    assert!(status.code().is_some(), "{status}");
}

#[test]
fn many_games_at_once_are_not_mixed_up() {
    let lab = Lab::new();
    let said = lab.run(&["bench", "othello-server", "--json"]).expect(0);
    let figures = said.json();
    let figure = |what: &str| {
        let all = figures.as_array().expect("a list").iter();
        let found = all.clone().find(|figure| figure["what"] == what);
        found.unwrap_or_else(|| panic!("{figures}"))["value"].as_f64().expect("a number")
    };
    assert_eq!(figure("games finished by the rules"), 200.0);
    assert_eq!(figure("most games at once"), 200.0);
    assert_eq!(figure("boards of some other game"), 0.0);
    // 2 ms on an idle machine; the suite keeps this one busy with other tests.
    assert!(figure("answer to PUT, median") < 50.0, "{figures}");
}
