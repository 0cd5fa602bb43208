//! Screens as they are seen: all of them, in both languages, in many colours, few and none.
//!
//! `GYOJI_PICTURES=DIR cargo test -p gyoji --test pictures -- --ignored` leaves pictures that
//! somebody looks at. The guides show those whose name begins with `guide-`.

mod common;
mod pty;

use std::fs;
use std::io::Write;
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use common::{Lab, interrupt, until, wait};
use pty::Terminal;
use pty::picture::{Doubtful, is_doubtful};

/// A game, and what is typed before the picture is taken.
const PLAYED: [(&str, &[&str], &[&str]); 5] = [
    ("othello", &["--vs", "greedy", "--seed", "3"], &["d3\r", "a1\r"]),
    ("renju", &["--vs", "random", "--position", "f8a1g8c15h6o1h7o13"], &["h8\r"]),
    ("contrast", &["--vs", "greedy", "--seed", "3"], &["c1,c2 b3g\r", "a1\r"]),
    ("quinte", &["--vs", "skeleton"], &["7,14\r"]),
    ("fourinarow", &["--vs", "random", "--seed", "1"], &["d\r"]),
];

/// A game, how many play it, and what keeps it short.
const LOOKED_AT: [(&str, usize, &[&str]); 4] = [
    ("renju", 2, &[]),
    ("contrast", 2, &[]),
    ("quinte", 4, &["-o", "turns=20"]),
    ("fourinarow", 2, &[]),
];

const EVENT: &str = r#"name = "cup"
game = "othello"
games = 100000
[[player]]
name = "佐藤"
command = "bot:greedy"
[[player]]
name = "鈴木"
command = "bot:weights"
[[player]]
name = "random"
command = "bot:random"
"#;

const TRAINING: &str = "\
threads = 1
[network]
filters = 8
blocks = 1
[selfplay]
games = 2
[search]
full_simulations = 8
quick_simulations = 4
[learning]
batch = 16
[evaluation]
every = 1
games = 2
simulations = 8
opponents = [\"bot:random\"]
";

/// What is set while the screens are looked at: the language and the colours.
struct Gallery<'a> {
    lab: Lab,
    lang: &'static str,
    variables: [(&'static str, &'static str); 2],
    /// Is shown every screen, by its name.
    see: &'a mut dyn FnMut(&str, &mut Terminal),
}

impl Gallery<'_> {
    fn start(&self, args: &[&str], size: (u16, u16)) -> Option<Terminal> {
        let mut command = self.lab.gyoji(&[args, &["--lang", self.lang]].concat());
        command.envs(self.variables);
        Terminal::start(&command, size)
    }

    /// Sees a screen after these keys.
    fn show(&mut self, name: &str, args: &[&str], keys: &[&str]) {
        let Some(mut terminal) = self.start(args, (80, 24)) else { return };
        // The first picture of a viewer, a table or a player is there at once.
        terminal.until(|shown| shown.lines().count() > 3);
        terminal.settle();
        for keys in keys {
            terminal.press(keys);
            terminal.settle();
        }
        (self.see)(name, &mut terminal);
    }

    /// Everything that is drawn over a terminal.
    fn screens(&mut self) {
        for (game, args, keys) in PLAYED {
            self.show(&format!("play-{game}"), &[&["play", game], args].concat(), keys);
            self.show(&format!("rules-{game}"), &["play", game], &["rules\r", " "]);
        }
        let record = self.lab.record();
        let record = record.to_str().unwrap();
        self.show("replay", &["replay", record], &["\x1b[C\x1b[C\x1b[C"]);
        self.show("replay-help", &["replay", record], &["?"]);
        self.looked_at();
        self.fault();
        self.server();
        self.watched();
        self.event();
        self.training();
    }

    /// A game of each kind, looked at from its middle.
    fn looked_at(&mut self) {
        for (game, seats, options) in LOOKED_AT {
            let folder = format!("looked-at-{game}");
            let played = ["-n", "1", "--seed", "3", "--record", &folder];
            let players = vec!["bot:random"; seats];
            self.lab.run(&[&["match", game], &players[..], options, &played].concat()).expect(0);
            let record = self.lab.files(&folder).remove(0);
            let args = ["replay", record.to_str().unwrap()];
            self.show(&format!("replay-{game}"), &args, &["9\r"]);
        }
    }

    /// A game that is lost by an illegal move, explained.
    fn fault(&mut self) {
        self.lab
            .file("my_ai.sh", "while read line; do case $line in MOVE*) echo a1;; esac; done\n");
        self.lab.run(&[
            "match",
            "othello",
            "my_ai.sh",
            "bot:greedy",
            "-n",
            "1",
            "--record",
            "fault",
        ]);
        // As somebody names it who stands beside it: its path is seen.
        let record = self.lab.files("fault").remove(0);
        let record = record.strip_prefix(self.lab.path("")).unwrap();
        self.show("guide-replay", &["replay", record.to_str().unwrap()], &[]);
    }

    /// The server of a class: two games are over, one is played, somebody waits.
    fn server(&mut self) {
        let args = ["othello-server", "--port", "0", "--host", "127.0.0.1", "--cup", "--seed", "1"];
        let Some(mut terminal) = self.start(&args, (80, 24)) else { return };
        let shown = terminal.until(|shown| port(shown).is_some());
        let port = port(&shown).unwrap();
        let client = |nick: &str, more: &[&str]| {
            let address = ["othello-client", "127.0.0.1", "--port", port, "--nick", nick, "-q"];
            let mut client = self.lab.gyoji(&[&address[..], more].concat());
            client.stdin(Stdio::null()).stderr(Stdio::null()).stdout(Stdio::null());
            client.spawn().expect("gyoji starts")
        };
        let quick = ["--bot", "greedy", "--games", "2"];
        let address = ["othello-client", "127.0.0.1", "--port", port, "--nick", "suzuki"];
        let Some(mut second) = self.start(&[&address[..], &quick].concat(), (80, 24)) else {
            return;
        };
        let mut first = client("佐藤", &quick);
        terminal.until(|shown| shown.contains("#2  "));
        wait(&mut first);
        second.end();
        (self.see)("client", &mut second);
        let slow = ["--bot", "monte", "--seconds", "200ms"];
        let mut slow: [Child; 2] = [client("田中", &slow), client("ito", &slow)];
        terminal.until(|shown| shown.contains("田中") && shown.contains("ito"));
        let mut waiting = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        waiting.write_all("NICK 高橋\n".as_bytes()).unwrap();
        // Some moves are made: fewer cells are empty.
        terminal.until(|shown| shown.contains("高橋") && shown.matches(". ").count() < 54);
        (self.see)("guide-server", &mut terminal);
        for client in &mut slow {
            let _ = client.kill();
            wait(client);
        }
    }

    /// Games that are watched.
    fn watched(&mut self) {
        let four = ["bot:skeleton"; 4];
        let two = ["bot:greedy", "bot:random"];
        for (game, players) in [("quinte", &four[..]), ("othello", &two), ("contrast", &two)] {
            let args = [&["match", game], players, &["-n", "1", "--watch", "--fps", "2"]].concat();
            let Some(mut terminal) = self.start(&args, (80, 24)) else { return };
            terminal.until(|shown| shown.contains("Ctrl-C"));
            (self.see)(&format!("watch-{game}"), &mut terminal);
        }
    }

    /// An event that is watched.
    fn event(&mut self) {
        self.lab.file("cup.toml", EVENT);
        let mut command = self.lab.gyoji(&["league", "run", "cup.toml"]);
        let held = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut held = held.spawn().expect("gyoji starts");
        until(|| {
            let status = self.lab.run(&["league", "status", "cup", "--json"]);
            status.code == Some(0) && status.json()["games"].as_u64().is_some_and(|it| it > 20)
        });
        interrupt(&held);
        wait(&mut held);
        let Some(mut terminal) = self.start(&["league", "watch", "cup"], (80, 24)) else { return };
        terminal.until(|shown| shown.contains("Ctrl-C") && shown.contains("佐藤"));
        (self.see)("guide-event", &mut terminal);
    }

    fn training(&mut self) {
        self.lab.file("tiny.toml", TRAINING);
        let args = ["train", "fourinarow", "--config", "tiny.toml", "--out", "net"];
        let Some(mut terminal) = self.start(&args, (80, 40)) else { return };
        let rounds = |shown: &str| shown.contains("%") && shown.matches("random").count() > 1;
        terminal.until(rounds);
        (self.see)("train", &mut terminal);
        terminal.press("\x03");
        assert_eq!(terminal.end(), Some(5));
    }

    /// What is printed and not drawn over.
    fn texts(&mut self) {
        self.lab.run(&["new-bot", "my-ai", "--game", "othello", "--lang", "python"]).expect(0);
        self.text("help", &["--help"], (80, 60));
        self.text("help-match", &["match", "-h"], (80, 120));
        self.text("refused", &["match", "renju", "bot:greedy", "bot:random"], (80, 24));
        self.text("new-bot", &["new-bot", "your-ai", "--game", "renju"], (80, 24));
        self.text("guide-check", &["check", "my-ai"], (80, 27));
        let path = self.lab.path("my-ai/my_ai.py");
        let source = fs::read_to_string(&path).unwrap();
        let (head, tail) = source.split_once("\ndef choose(").expect("its function to edit");
        let (line, tail) = tail.split_once('\n').unwrap();
        let wrong = format!("{head}\ndef choose({line}\n    return \"a1\"\n{tail}");
        fs::write(&path, wrong).unwrap();
        self.text("check-failed", &["check", "my-ai"], (80, 80));
        let explained = ["match", "othello", "my-ai", "bot:random", "-n", "1"];
        self.text("guide-explained", &explained, (80, 31));
    }

    /// Tables that are printed.
    fn tables(&mut self) {
        self.lab.file("short.toml", EVENT.replace("100000", "2").replace("cup", "short"));
        self.lab.run(&["league", "run", "short.toml"]).expect(0);
        self.lab.file("佐藤.sh", "while read line; do :; done\n");
        let three = ["bot:greedy", "bot:weights", "bot:random"];
        let late = ["plain:佐藤.sh", "bot:greedy", "--start-up", "100ms", "-q"];
        for (name, args) in [
            ("table-match", &["match", "othello", "bot:greedy", "bot:random", "-n", "20"][..]),
            ("table-all", &[&["match", "othello"], &three[..], &["-n", "4"]].concat()),
            (
                "table-four",
                &[&["match", "quinte", "-o", "turns=20"][..], &["bot:random"; 4]].concat(),
            ),
            ("table-faults", &[&["match", "othello", "-n", "2"][..], &late].concat()),
            ("table-judge", &["judge", "bot:greedy", "bot:weights", "bot:random"]),
            ("table-league", &["league", "status", "short"]),
            ("table-leagues", &["league", "status"]),
            ("table-analyse", &["analyse", "othello", "--depth", "4"]),
            ("table-games", &["games", "othello"]),
            ("table-kits", &["kits"]),
        ] {
            self.text(name, args, (80, 60));
        }
    }

    /// Sees what a command has printed, when it is over.
    fn text(&mut self, name: &str, args: &[&str], size: (u16, u16)) {
        let Some(mut terminal) = self.start(args, size) else { return };
        terminal.end();
        (self.see)(name, &mut terminal);
    }
}

/// The port that a server's screen says.
fn port(shown: &str) -> Option<&str> {
    let rest = shown.split("127.0.0.1:").nth(1)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()
}

#[test]
fn no_sign_is_narrow_on_one_terminal_and_wide_on_another() {
    for lang in ["en", "ja"] {
        let mut see = |name: &str, terminal: &mut Terminal| {
            let shown = terminal.shown();
            let doubtful: String = shown.chars().filter(is_doubtful).collect();
            assert_eq!(doubtful, "", "{name} {lang}\n{shown}");
        };
        let variables = [("TERM", "xterm-256color"), ("NO_COLOR", "")];
        let mut gallery = Gallery { lab: Lab::new(), lang, variables, see: &mut see };
        gallery.screens();
        gallery.texts();
        gallery.tables();
    }
}

#[test]
fn a_terminal_of_twenty_columns_and_of_three_does_no_harm() {
    let lab = Lab::new();
    let server = ["othello-server", "--port", "0", "--host", "127.0.0.1", "--cup"];
    let watched = ["match", "othello", "bot:greedy", "bot:random", "--watch", "--fps", "1"];
    let played = PLAYED.map(|(game, args, _)| [&["play", game], args].concat());
    for args in played.into_iter().chain([server.to_vec(), watched.to_vec()]) {
        for lang in ["en", "ja"] {
            let command = lab.gyoji(&[&args[..], &["--lang", lang]].concat());
            let Some(mut terminal) = Terminal::start(&command, (20, 8)) else { return };
            terminal.until(|shown| shown.lines().count() > 2);
            for (columns, rows) in [(3, 1), (20, 40), (200, 3), (80, 24)] {
                terminal.resize(columns, rows);
                terminal.settle();
            }
            let shown = terminal.until(|shown| shown.lines().count() > 2);
            assert!(terminal.is_full_screen(), "{args:?} {lang}\n{shown}");
            terminal.press("\x03");
            let code = terminal.end();
            assert!(code == Some(0) || code == Some(5), "{args:?} {lang}: {code:?}");
            assert!(terminal.is_as_before(), "{args:?} {lang}\n{}", terminal.shown());
        }
    }
}

#[test]
#[ignore = "leaves pictures for somebody to look at, in GYOJI_PICTURES"]
fn pictures_of_every_screen() {
    let Some(folder) = std::env::var_os("GYOJI_PICTURES").map(PathBuf::from) else { return };
    fs::create_dir_all(&folder).unwrap();
    for lang in ["en", "ja"] {
        for (colours, variables) in [
            ("", [("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            ("-16", [("TERM", "xterm"), ("NO_COLOR", "")]),
            ("-none", [("TERM", "xterm"), ("NO_COLOR", "1")]),
        ] {
            let mut see = |name: &str, terminal: &mut Terminal| {
                let name = format!("{name}-{lang}{colours}");
                fs::write(folder.join(format!("{name}.svg")), terminal.picture(Doubtful::Narrow))
                    .unwrap();
                let wide = terminal.picture(Doubtful::Wide);
                fs::write(folder.join(format!("{name}-wide.svg")), wide).unwrap();
            };
            let mut gallery = Gallery { lab: Lab::new(), lang, variables, see: &mut see };
            gallery.screens();
            if colours.is_empty() {
                gallery.texts();
                gallery.tables();
            }
        }
    }
}
