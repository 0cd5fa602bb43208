//! A server of its own for each test, on a free port, and somebody who speaks HTTP with it.

#![allow(dead_code, unreachable_pub, reason = "not every test needs everything")]

use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use gyoji_store::Location;
use gyoji_web::{Config, Running, Server};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Longer than anything here should take: a test that waits so long has failed.
pub const LONG: Duration = Duration::from_secs(30);

pub struct Arena {
    pub server: Option<Running>,
    pub folder: TempDir,
    addr: SocketAddr,
    agent: ureq::Agent,
}

/// An answer: its status, its body, and its content type.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Value,
    pub text: String,
    pub headers: ureq::http::HeaderMap,
}

pub fn config(folder: &Path) -> Config {
    Config { data: Some(Location::Folder(folder.to_owned())), demo: false, ..Config::default() }
}

impl Arena {
    pub fn new() -> Arena {
        Arena::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> Arena {
        let folder = tempfile::tempdir().unwrap();
        let mut config = config(folder.path());
        change(&mut config);
        let server = Server::bind("127.0.0.1:0", config).unwrap().start().unwrap();
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(LONG))
            .build();
        Arena { addr: server.addr(), server: Some(server), folder, agent: agent.into() }
    }

    /// Ends the server and starts another with the same games.
    pub fn restart(&mut self) {
        drop(self.server.take());
        let config = config(self.folder.path());
        let server = Server::bind("127.0.0.1:0", config).unwrap().start().unwrap();
        self.addr = server.addr();
        self.server = Some(server);
    }

    /// Ends the server, as when its machine is switched off.
    pub fn stop(&mut self) {
        drop(self.server.take());
    }

    /// Starts it again where it was.
    pub fn restart_at(&mut self, port: u16) {
        let config = config(self.folder.path());
        let until = Instant::now() + LONG;
        let bound = loop {
            match Server::bind(format!("127.0.0.1:{port}"), config.clone()) {
                Ok(bound) => break bound,
                Err(error) => assert!(Instant::now() < until, "{error}"),
            }
            std::thread::sleep(Duration::from_millis(50));
        };
        let server = bound.start().unwrap();
        self.addr = server.addr();
        self.server = Some(server);
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.addr)
    }

    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    pub fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    /// An answer that is no text.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        let mut got = self.agent.get(self.url(path)).call().unwrap();
        assert_eq!(got.status(), 200, "{path}");
        got.body_mut().read_to_vec().unwrap()
    }

    pub fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.get(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        answer(request.call().unwrap())
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.post_with(path, &body.to_string(), &[("content-type", "application/json")])
    }

    pub fn post_with(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut request = self.agent.post(self.url(path));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        answer(request.send(body).unwrap())
    }

    /// Begins a game: its id and its keys.
    pub fn begin(&self, order: &Value) -> (String, Vec<Option<String>>) {
        let made = self.post("/api/games", order);
        assert_eq!(made.status, 201, "{made:?}");
        let keys = made.body["seats"].as_array().unwrap().iter();
        let keys = keys.map(|seat| seat["key"].as_str().map(str::to_owned)).collect();
        (made.body["id"].as_str().unwrap().to_owned(), keys)
    }

    pub fn game(&self, id: &str) -> Value {
        let game = self.get(&format!("/api/games/{id}"));
        assert_eq!(game.status, 200, "{game:?}");
        game.body
    }

    /// Waits until a seat is to move, or the game is over.
    pub fn await_turn(&self, id: &str, seat: u64) -> Value {
        self.await_game(id, |game| {
            game["to_move"] == seat && game["asked"] == true || !game["ended"].is_null()
        })
    }

    pub fn await_game(&self, id: &str, is_so: impl Fn(&Value) -> bool) -> Value {
        let until = Instant::now() + LONG;
        loop {
            // One that is played elsewhere is found a moment after it has begun.
            let game = self.get(&format!("/api/games/{id}")).body;
            if is_so(&game) {
                return game;
            }
            assert!(Instant::now() < until, "{game}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn play(&self, id: &str, key: &str, mv: &str) -> Answer {
        self.post(&format!("/api/games/{id}/moves"), &json!({ "key": key, "move": mv }))
    }

    /// All lines of a game so far.
    pub fn events(&self, id: &str, since: usize) -> Vec<Value> {
        let answer = self.get(&format!("/api/games/{id}/events?since={since}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub fn socket(&self, query: &str) -> Socket {
        let url = format!("ws://{}/ws{query}", self.addr);
        let (socket, _) = tungstenite::connect(url).unwrap();
        Socket::of(socket)
    }
}

fn answer(mut response: ureq::http::Response<ureq::Body>) -> Answer {
    let text = response.body_mut().read_to_string().unwrap();
    Answer {
        status: response.status().as_u16(),
        body: serde_json::from_str(&text).unwrap_or(Value::Null),
        text,
        headers: response.headers().clone(),
    }
}

/// A watcher.
pub struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    fn of(socket: WebSocket<MaybeTlsStream<TcpStream>>) -> Socket {
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(LONG)).unwrap();
        }
        Socket(socket)
    }

    pub fn say(&mut self, value: &Value) {
        self.0.send(Message::text(value.to_string())).unwrap();
    }

    /// The next message.
    pub fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The next line of a story.
    pub fn line(&mut self) -> Value {
        loop {
            let said = self.hear();
            if !said["seq"].is_null() {
                return said;
            }
        }
    }

    /// Lines until one that is so.
    pub fn until(&mut self, is_so: impl Fn(&Value) -> bool) -> Vec<Value> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(&is_so) {
                return lines;
            }
        }
    }
}

pub fn is_end(line: &Value) -> bool {
    line["event"]["event"] == "ended"
}
