//! `gyoji serve` as a command: its first line, its port, its end, and what is there after it was
//! killed. What the server answers is tested in `crates/web`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gyoji_testkit::browser::Browser;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// Longer than anything here should take: a test that waits so long has failed.
const LONG: Duration = Duration::from_secs(60);

struct Served {
    child: Child,
    /// The first line it printed, without `http://` and the last `/`.
    host: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(data: &Path, more: &[&str]) -> Served {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyoji"));
    command.args(["serve", "--no-demo", "--data"]).arg(data).args(more);
    command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/'));
    let host = host.unwrap_or_else(|| panic!("{line:?}")).to_owned();
    Served { child, host }
}

impl Served {
    fn ask(&self, path: &str, body: Option<&Value>) -> Value {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let method = if body.is_empty() { "GET" } else { "POST" };
        let (host, length) = (&self.host, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
    }

    /// Waits until it is the turn of the first seat.
    fn await_turn(&self, id: &str) -> Value {
        let until = Instant::now() + LONG;
        loop {
            let game = self.ask(&format!("/api/games/{id}"), None);
            if game["to_move"] == 0 && game["asked"] == true {
                return game;
            }
            assert!(Instant::now() < until, "{game}");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

#[test]
fn a_game_goes_on_after_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(folder.path(), &["--port", "0"]);
    let order = json!({ "game": "othello", "seats": ["me", "bot:sandanme"] });
    let made = served.ask("/api/games", Some(&order));
    let (id, key) = (made["id"].as_str().unwrap().to_owned(), made["seats"][0]["key"].clone());
    let moves = format!("/api/games/{id}/moves");
    served.await_turn(&id);
    served.ask(&moves, Some(&json!({ "key": key, "move": "f5" })));
    let before = served.await_turn(&id);
    served.child.kill().unwrap(); // kill -9
    served.child.wait().unwrap();
    let served = serve(folder.path(), &["--port", "0"]);
    let after = served.await_turn(&id);
    assert_eq!((&after["moves"], &after["view"]), (&before["moves"], &before["view"]));
    let moved = served.ask(&moves, Some(&json!({ "key": key, "move": after["legal"][0] })));
    // The bot may have answered already.
    assert!(moved["moves"].as_array().is_some_and(|moves| moves.len() >= 3), "{moved}");
}

#[test]
fn games_that_ended_are_there_after_the_server_was_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(folder.path(), &["--port", "0"]);
    let order = json!({ "game": "othello", "seats": ["me", "bot:random"] });
    let ids: Vec<String> = (0..5)
        .map(|_| {
            let made = served.ask("/api/games", Some(&order));
            let id = made["id"].as_str().unwrap().to_owned();
            served.await_turn(&id);
            let resign = format!("/api/games/{id}/resign");
            let game = served.ask(&resign, Some(&json!({ "key": made["seats"][0]["key"] })));
            assert_eq!(game["ended"]["why"], "resigned", "{game}");
            id
        })
        .collect();
    served.child.kill().unwrap(); // kill -9
    served.child.wait().unwrap();
    let served = serve(folder.path(), &["--port", "0"]);
    let until = Instant::now() + LONG;
    loop {
        let found = served.ask("/games.json", None);
        let found: Vec<&Value> = found["games"].as_array().unwrap().iter().collect();
        if ids.iter().all(|id| found.iter().any(|game| game["id"] == **id)) {
            break;
        }
        assert!(Instant::now() < until, "{found:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
    for id in &ids {
        assert_eq!(served.ask(&format!("/api/games/{id}"), None)["ended"]["why"], "resigned");
    }
}

/// Two bots that are quick, or take their time.
fn event(name: &str, games: u32) -> String {
    format!(
        "name = \"{name}\"\ngame = \"othello\"\nformat = \"round-robin\"\ngames = {games}\n\
         [[player]]\nname = \"one <b>\"\ncommand = \"bot:random\"\n\
         [[player]]\nname = \"two\"\ncommand = \"bot:greedy\"\n"
    )
}

#[test]
fn events_of_the_league_are_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("cup.toml");
    std::fs::write(&file, event("Cup / 杯", 6)).unwrap();
    let data = folder.path().join("data");
    let mut league = Command::new(env!("CARGO_BIN_EXE_gyoji"));
    let held = league.args(["league", "run"]).arg(&file).arg("--data").arg(&data).output().unwrap();
    assert!(held.status.success(), "{held:?}");
    let served = serve(&data, &["--port", "0"]);
    let list = served.ask("/events.json", None);
    let brief = &list["events"][0];
    assert_eq!((&brief["name"], &brief["state"]), (&json!("Cup / 杯"), &json!("over")));
    assert_eq!((&brief["played"], &brief["games"]), (&json!(6), &json!(6)));
    assert_eq!(brief["leaders"].as_array().map(Vec::len), Some(2), "{brief}");
    let one = served.ask("/events/Cup%20%2F%20%E6%9D%AF.json", None);
    assert_eq!(one["report"]["games"].as_array().map(Vec::len), Some(6), "{one}");
    assert_eq!(one["report"]["chart"]["entrants"][0], "one <b>");
    // Each of its games can be looked at.
    let id = one["report"]["games"][0]["id"].as_str().unwrap();
    let game = served.ask(&format!("/api/games/{id}"), None);
    assert_eq!((&game["id"], &game["seats"][0]["kind"]), (&json!(id), &json!("bot")));
    let found = served.ask("/games.json?event=Cup%20%2F%20%E6%9D%AF&most=200", None);
    assert_eq!(found["games"].as_array().map(Vec::len), Some(6));
    let lobby = served.ask("/api/lobby", None);
    assert_eq!(lobby["events"][0]["name"], "Cup / 杯");
}

#[test]
fn whoever_lost_stands_in_the_bracket_of_an_event_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/knock-out.toml");
    let mut run = Command::new(env!("CARGO_BIN_EXE_gyoji"));
    run.args(["league", "run"]).arg(file).arg("--data").arg(folder.path());
    assert!(run.output().unwrap().status.success());
    let served = serve(folder.path(), &["--port", "0"]);
    let mut browser = Browser::start();
    browser.visit(&format!("http://{}/events/Knock-out", served.host));
    browser.await_true("return document.querySelectorAll('.meeting').length >= 5");
    // What has the same name elsewhere on the server must not touch it.
    let strays = browser.eval(
        "return [...document.querySelectorAll('.event *')]
             .filter(e => ['fixed', 'absolute'].includes(getComputedStyle(e).position))
             .filter(e => !e.closest('.said-aloud, .bracket') && e.checkVisibility()).map(e => e.outerHTML.slice(0, 99))",
    );
    let inside = browser.eval(
        "return [...document.querySelectorAll('.meeting li')].every(li => {
             const [a, b] = [li, li.closest('.meeting')].map(e => e.getBoundingClientRect());
             return a.top >= b.top - 1 && a.bottom <= b.bottom + 1; })",
    );
    assert_eq!((strays, inside), (json!([]), json!(true)));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn games_that_run_elsewhere_are_seen_live() {
    let folder = tempfile::tempdir().unwrap();
    let (data, records) = (folder.path().join("data"), folder.path().join("records"));
    std::fs::create_dir(&records).unwrap();
    let watch = records.to_str().unwrap();
    let served = serve(&data, &["--port", "0", "--watch", watch]);
    let mut playing = Command::new(env!("CARGO_BIN_EXE_gyoji"));
    let bot = "bot:mcts?time=100ms";
    playing.args(["match", "othello", bot, bot, "-n", "1", "--record", watch]);
    let mut playing = playing.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let until = Instant::now() + LONG;
    let running = |served: &Served| served.ask("/api/lobby", None)["running"][0].clone();
    let first = loop {
        let game = running(&served);
        if game["elsewhere"] == true && game["ply"].as_u64() > Some(1) {
            break game;
        }
        assert!(Instant::now() < until, "{game}");
        std::thread::sleep(Duration::from_millis(20));
    };
    let path = format!("/api/games/{}", first["id"].as_str().unwrap());
    while served.ask(&path, None)["ply"].as_u64() <= first["ply"].as_u64() {
        assert!(Instant::now() < until, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    }
    playing.wait().unwrap();
    while served.ask(&path, None)["ended"].is_null() {
        assert!(Instant::now() < until, "it ends");
        std::thread::sleep(Duration::from_millis(20));
    }
    // After a restart it is read from its file.
    drop(served);
    let served = serve(&data, &["--port", "0", "--watch", watch]);
    assert!(!served.ask(&path, None)["ended"].is_null());
}

#[test]
fn it_ends_cleanly_and_says_where_it_listens() {
    let folder = tempfile::tempdir().unwrap();
    let mut served = serve(folder.path(), &["--port", "0"]);
    assert_eq!(served.ask("/api", None)["api"], 1);
    let pid = Pid::from_child(&served.child);
    kill_process(pid, Signal::INT).unwrap();
    assert!(served.child.wait().unwrap().success());
    // A port that was asked for and is taken is an error, not another port.
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_gyoji"));
    let out = command.args(["serve", "--port", &port, "--data"]).arg(folder.path()).output();
    let out = out.unwrap();
    assert_eq!(out.status.code(), Some(1));
    assert!(out.stdout.is_empty());
    assert!(String::from_utf8_lossy(&out.stderr).contains(&port));
}
