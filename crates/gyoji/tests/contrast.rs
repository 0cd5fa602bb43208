//! Contrast with programs outside: the starter AIs, and clients of the arena protocol over TCP.

mod common;

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{Lab, finish, is_installed};

fn kits() -> String {
    let kits = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/contrast");
    kits.to_string_lossy().into_owned()
}

#[test]
fn the_starter_ais_play_whole_games() {
    if !is_installed("python3") || !is_installed("node") {
        return;
    }
    let lab = Lab::new();
    let python = format!("{}/python/my_ai.py", kits());
    let javascript = format!("{}/js/my_ai.js", kits());
    let args = ["match", "contrast", &python, &javascript, "-n", "2", "--seed", "1", "--json"];
    let said = lab.run(&[&args[..], &["--record", "games"]].concat()).expect(0).json();
    assert_eq!(said["games"], 2);
    for player in 0..2 {
        assert_eq!(said["players"][player]["faults"], 0, "{said}");
        assert_eq!(said["players"][player]["games"], 2, "{said}");
    }
    // They are a step above chance. (They roll dice of their own: one game in ten with the
    // JavaScript one is a draw, so single games say little.)
    for ai in [&python, &javascript] {
        let said = lab.run(&["match", "contrast", ai, "bot:random", "-n", "8", "--json"]).expect(0);
        let json = said.json();
        assert!(json["players"][0]["mean"].as_f64() > Some(0.6), "{json}");
    }
    let record = lab.files("games").remove(0);
    lab.run(&["replay", record.to_str().unwrap()]).expect(0);
}

/// A port that was free a moment ago.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}

fn table(lab: &Lab, players: &[&str], games: &str, port: u16) -> Child {
    let mut command = lab.gyoji(&["match", "contrast"]);
    command.args(players).args(["-n", games, "--json", "--record", "games", "-j", "1"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("it starts");
    // A probe: it leaves at once, and nobody takes it for a player.
    common::until(|| std::net::TcpStream::connect(("127.0.0.1", port)).is_ok());
    child
}

fn guest(lab: &Lab, port: u16, role: &str, games: &str) -> Command {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arena_guest.py");
    let mut command = Command::new("python3");
    lab.at_home(&mut command);
    command.arg("-B").arg(script).args([&port.to_string(), role, "guest", games]);
    command.arg(format!("{}/python", kits()));
    command
}

fn json(child: Child) -> serde_json::Value {
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text} {complaint}"))
}

#[test]
fn an_arena_client_plays_game_after_game() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    let port = free_port();
    let seat = format!("tcp?dialect=arena:listen={port}");
    let series = table(&lab, &[&seat, "bot:rules"], "4", port);
    let said = finish(guest(&lab, port, "X", "4"), "").expect(0);
    let ends: Vec<&str> = said.out.lines().filter(|line| line.contains(',')).collect();
    // It has X first and O then: the seats change. Each game has a last move; as a rule, but
    // only as a rule, a random client loses it.
    assert_eq!(ends.len(), 4, "{}", said.out);
    assert!(ends[0].starts_with("X ") && ends[1].starts_with("O "), "{ends:?}");
    let json = json(series);
    assert_eq!((&json["games"], &json["players"][0]["faults"]), (&4.into(), &0.into()), "{json}");
    // It has said its name once, and the name stays.
    let named: Vec<&str> = said.out.lines().filter(|line| line.starts_with("INFO")).collect();
    let expected = ["X", "O", "X", "O"].map(|role| format!("INFO You are {role} (guest)"));
    assert_eq!(named, expected, "{}", said.out);
    let (mut roles, mut infos) = (0, 0);
    for record in lab.files("games") {
        let talk = |seat| lab.run(&["replay", record.to_str().unwrap(), "--talk", seat]).expect(0);
        let talk = talk("0").out + &talk("1").out;
        roles += talk.matches("< ROLE X guest random multi\n").count();
        infos += talk.matches(" (guest)\n").count();
    }
    assert_eq!((roles, infos), (1, 4), "every record tells what was sent");
}

#[test]
fn two_arena_clients_meet() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    let port = free_port();
    let seat = format!("tcp?dialect=arena:listen={port}");
    let series = table(&lab, &[&seat, &seat], "1", port);
    let clients = ["-", "-"].map(|role| {
        let command = guest(&lab, port, role, "1");
        std::thread::spawn(move || finish(command, ""))
    });
    let mut ends = clients.map(|client| {
        let said = client.join().unwrap().expect(0).out;
        said.lines().last().unwrap().to_owned()
    });
    ends.sort();
    assert!(ends[0].starts_with("O ") && ends[1].starts_with("X "), "{ends:?}");
    assert_eq!(ends[0][2..], ends[1][2..], "both were told the same end");
    assert_eq!(json(series)["games"], 1);
}

#[test]
fn the_other_names_of_squares_are_explained() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    let client = "\
import sys
print('ROLE - client', flush=True)
for line in sys.stdin:
    if line.strip() == 'END':
        print('MOVE a1,a2 -1', flush=True)
";
    lab.file("client.py", client);
    let said =
        lab.run(&["match", "contrast", "arena:client.py", "bot:random", "-n", "1"]).expect(3);
    assert!(
        said.err.contains("MOVE a1,a2 -1 is not allowed here: the piece on a5 is the opponent's")
    );
    let names = "squares are named as Gyoji names them: \"MOVE a1,a2 -1\" is a5,a4";
    assert!(said.err.contains(names), "{}", said.err);
}
