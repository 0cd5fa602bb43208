//! A browser for tests: chromium, led through its driver by the W3C protocol, which is JSON over
//! HTTP. The few calls that are needed here are not worth a client library.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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

/// How long something may take to appear.
const SOON: Duration = Duration::from_secs(90);
/// How often it is looked for.
const GLANCE: Duration = Duration::from_millis(15);

/// A browser of its own, with a fresh profile; it ends when this is dropped.
#[derive(Debug)]
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
    folder: tempfile::TempDir,
    pages: u32,
}

impl Browser {
    /// Starts one that speaks English.
    pub fn start() -> Browser {
        Browser::speaking("en")
    }

    /// Starts one whose pages are asked for in this language.
    pub fn speaking(lang: &str) -> Browser {
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
        let prefs = json!({ "intl.accept_languages": lang });
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": { "args": args, "prefs": prefs },
            "goog:loggingPrefs": { "browser": "ALL" },
        }}});
        let session = browser.call("POST", "/session", &wanted);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        browser
    }

    /// Opens a page from the disk, as a person does who was sent it.
    pub fn open(&mut self, page: &str) {
        self.pages += 1;
        let path = self.folder.path().join(format!("{}.html", self.pages));
        std::fs::write(&path, page).expect("a place for the page");
        self.post("url", &json!({ "url": format!("file://{}", path.display()) }));
    }

    /// Goes to an address.
    pub fn visit(&mut self, url: &str) {
        self.post("url", &json!({ "url": url }));
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.post("refresh", &json!({}));
    }

    /// Opens another tab and goes there; the handle of the one before.
    pub fn new_tab(&mut self) -> String {
        let before = self.get("window").as_str().unwrap_or_default().to_owned();
        let made = self.post("window/new", &json!({ "type": "tab" }));
        let handle = made["handle"].as_str().expect("a tab").to_owned();
        self.switch_to(&handle);
        before
    }

    /// Goes to a tab.
    pub fn switch_to(&mut self, handle: &str) {
        self.post("window", &json!({ "handle": handle }));
    }

    /// Waits until a script returns something true, and returns it.
    #[track_caller]
    pub fn await_true(&mut self, script: &str) -> Value {
        let until = Instant::now() + SOON;
        loop {
            let value = self.eval(script);
            let is_so = !matches!(&value, Value::Null | Value::Bool(false)) && value != json!(0);
            if is_so {
                return value;
            }
            if Instant::now() > until {
                let text = self.eval("return document.body.innerText");
                panic!("never: {script}\n{:?}\n{text}", self.complaints());
            }
            std::thread::sleep(GLANCE);
        }
    }

    /// Writes a picture of what is seen.
    pub fn picture(&mut self, path: &Path) {
        let data = self.get("screenshot");
        let png = base64(data.as_str().expect("a picture"));
        std::fs::write(path, png).expect("a place for the picture");
    }

    /// Calls the browser's own protocol.
    pub fn devtools(&mut self, command: &str, params: &Value) -> Value {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Lets pages know what people prefer: `prefers-color-scheme` is `dark`, and so on.
    pub fn prefer(&mut self, name: &str, value: &str) {
        let features = json!({ "features": [{ "name": name, "value": value }] });
        self.devtools("Emulation.setEmulatedMedia", &features);
    }

    /// What a script returns.
    #[track_caller]
    pub fn eval(&mut self, script: &str) -> Value {
        self.post("execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Presses a key, wherever the focus is.
    pub fn key(&mut self, key: &str) {
        let strokes =
            json!([{ "type": "keyDown", "value": key }, { "type": "keyUp", "value": key }]);
        let actions = json!({"actions": [{ "type": "key", "id": "keys", "actions": strokes }]});
        self.post("actions", &actions);
    }

    /// Clicks the first element that a selector finds.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        // What a click brings up may take a moment.
        loop {
            let there = format!("return document.querySelector({}) !== null", json!(selector));
            self.await_true(&there);
            let wanted = json!({ "using": "css selector", "value": selector });
            let found = self.attempt("POST", &self.path("element"), &wanted);
            let element = match &found {
                Ok(found) => found[ELEMENT].as_str().unwrap_or_default(),
                Err(_) => continue, // it went between two looks
            };
            let path = self.path(&format!("element/{element}/click"));
            match self.attempt("POST", &path, &json!({})) {
                Ok(_) => return,
                // It was just drawn anew.
                Err(error) if error["error"] == "stale element reference" => {}
                Err(error) => panic!("{selector}: {}", error["message"]),
            }
        }
    }

    /// Makes the screen so large, in pixels of its own.
    pub fn resize(&mut self, width: u32, height: u32) {
        let params = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.devtools("Emulation.setDeviceMetricsOverride", &params);
        // As on every phone they lie over the page.
        self.devtools("Emulation.setScrollbarsHidden", &json!({ "hidden": width < 600 }));
    }

    /// What the console says, but for plain notes.
    pub fn complaints(&mut self) -> Vec<String> {
        let log = self.post("se/log", &json!({ "type": "browser" }));
        let bad = log
            .as_array()
            .into_iter()
            .flatten()
            .filter(|entry| !matches!(entry["level"].as_str(), Some("INFO" | "DEBUG")));
        bad.map(|entry| entry["message"].to_string()).collect()
    }

    #[track_caller]
    fn get(&mut self, what: &str) -> Value {
        self.call("GET", &self.path(what), &Value::Null)
    }

    #[track_caller]
    fn post(&mut self, what: &str, body: &Value) -> Value {
        self.call("POST", &self.path(what), body)
    }

    fn path(&self, what: &str) -> String {
        format!("/session/{}/{what}", self.session)
    }

    #[track_caller]
    fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.attempt(method, path, body);
        answer.unwrap_or_else(|error| panic!("{path}: {}", error["message"]))
    }

    /// The answer, or what the browser has against it.
    #[track_caller]
    fn attempt(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let answer = self.send(method, path, body).expect("an answer of chromedriver");
        let mut answer: Value =
            serde_json::from_str(&answer).unwrap_or_else(|bad| panic!("{bad}: {answer}"));
        let value = answer["value"].take();
        if value["error"].is_null() { Ok(value) } else { Err(value) }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> std::io::Result<String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
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

/// The bytes that a text in base 64 stands for.
fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let digits: Vec<u8> = text.bytes().filter_map(digit).collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0_u32, |bits, &digit| bits << 6 | u32::from(digit));
        let bits = bits << (6 * (4 - four.len()));
        let [_, bytes @ ..] = bits.to_be_bytes();
        bytes.into_iter().take(four.len().saturating_sub(1))
    });
    bytes.collect()
}
