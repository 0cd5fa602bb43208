//! A browser for tests: chromium, led through its driver by the W3C protocol, which is JSON over
//! HTTP. The few calls that are needed here are not worth a client library.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// The key under which the protocol names elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// How long an answer may take on a machine that has much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

/// What makes chromium run alone and say nothing to anybody.
const SWITCHES: &[&str] = &[
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-prefers-reduced-motion",
    "--window-size=1440,900",
];

pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: tempfile::TempDir,
    pages: u32,
}

impl Browser {
    pub(crate) fn start() -> Browser {
        let folder = tempfile::tempdir().expect("a folder");
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver; tools/setup test installs it");
        let stdout = BufReader::new(driver.stdout.take().expect("its output"));
        let port = stdout.lines().map_while(Result::ok).find_map(|line| {
            line.split_once("successfully on port ")?.1.trim_end_matches('.').parse().ok()
        });
        let mut browser = Browser {
            driver,
            port: port.expect("the port of chromedriver"),
            session: String::new(),
            folder,
            pages: 0,
        };
        let profile = format!("--user-data-dir={}", browser.folder.path().join("p").display());
        let args: Vec<&str> = SWITCHES.iter().copied().chain([profile.as_str()]).collect();
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": { "args": args },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let session = browser.call("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// Opens a page from the disk, as a person does who was sent it.
    pub(crate) fn open(&mut self, page: &str) {
        self.pages += 1;
        let path = self.folder.path().join(format!("{}.html", self.pages));
        std::fs::write(&path, page).expect("a place for the page");
        self.post("url", &json!({ "url": format!("file://{}", path.display()) }));
    }

    /// What a script returns.
    #[track_caller]
    pub(crate) fn eval(&mut self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Presses a key, wherever the focus is.
    pub(crate) fn key(&mut self, key: &str) {
        let strokes =
            json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions = json!({"actions": [{ "type": "key", "id": "keys", "actions": strokes }]});
        self.post("actions", &actions);
    }

    /// Clicks the first element that a selector finds.
    #[track_caller]
    pub(crate) fn click(&mut self, selector: &str) {
        // What a click brings up may take a moment.
        let is_there = format!("return document.querySelector({}) !== null", json!(selector));
        let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
        while self.eval(&is_there) != json!(true) && std::time::Instant::now() < until {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let found = self.post("element", &json!({ "using": "css selector", "value": selector }));
        let element = found[ELEMENT].as_str().unwrap_or_else(|| panic!("{selector}: {found}"));
        self.post(&format!("element/{element}/click"), &json!({}));
    }

    /// Makes the screen so large, in pixels of its own.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let params = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        let command = "Emulation.setDeviceMetricsOverride";
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": params }));
    }

    /// What the console says, but for plain notes.
    pub(crate) fn complaints(&mut self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let bad = log
            .as_array()
            .into_iter()
            .flatten()
            .filter(|entry| !matches!(entry["level"].as_str(), Some("INFO" | "DEBUG")));
        bad.map(|entry| entry["message"].to_string()).collect()
    }

    #[track_caller]
    fn post(&mut self, what: &str, body: &Value) -> Value {
        let path = format!("/session/{}/{what}", self.session);
        self.call("POST", &path, body)
    }

    #[track_caller]
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.send(method, path, body).expect("an answer of chromedriver");
        let answer: Value =
            serde_json::from_str(&answer).unwrap_or_else(|bad| panic!("{bad}: {answer}"));
        let value = answer["value"].clone();
        assert!(value["error"].is_null(), "{path}: {}", value["message"]);
        value
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> std::io::Result<String> {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        // The driver does not hang up by itself, so the answer says how long it is.
        let mut answer = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while answer.read_line(&mut line)? > 2 {
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().unwrap_or(0);
            }
            line.clear();
        }
        let mut body = vec![0; length];
        answer.read_exact(&mut body)?;
        Ok(String::from_utf8_lossy(&body).into_owned())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closing the session ends chromium, also after a test that has failed.
        if !self.session.is_empty() {
            let _ = self.send("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
