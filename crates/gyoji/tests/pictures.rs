//! Screens as they are seen: of every game, in both languages, in many colours, few and none.
//!
//! `GYOJI_PICTURES=DIR cargo test -p gyoji --test pictures -- --ignored` leaves pictures that
//! somebody looks at: a page for each screen and, where there is a chromium, an image.

mod common;
mod pty;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::Lab;
use pty::Terminal;
use unicode_width::UnicodeWidthChar;

/// A game, and what is typed before the picture is taken.
const PLAYED: [(&str, &[&str], &[&str]); 5] = [
    ("othello", &["--vs", "greedy", "--seed", "3"], &["d3\r", "a1\r"]),
    ("renju", &["--vs", "random", "--position", "f8a1g8c15h6o1h7o13"], &["h8\r"]),
    ("contrast", &["--vs", "greedy", "--seed", "3"], &["c1,c2 b3g\r", "a1\r"]),
    ("quinte", &["--vs", "skeleton"], &["7,14\r"]),
    ("fourinarow", &["--vs", "random", "--seed", "1"], &["d\r"]),
];

#[test]
fn no_sign_is_narrow_on_one_terminal_and_wide_on_another() {
    let lab = Lab::new();
    for lang in ["en", "ja"] {
        for (game, args, keys) in PLAYED {
            let args = [&["play", game, "--lang", lang][..], args].concat();
            let Some(mut terminal) = Terminal::start(&lab.gyoji(&args), (80, 24)) else { return };
            terminal.until(|shown| shown.contains("quit"));
            keys.iter().for_each(|keys| terminal.press(keys));
            let shown = terminal.settle();
            let is_doubtful = |c: &char| c.width() != c.width_cjk();
            let doubtful: String = shown.chars().filter(is_doubtful).collect();
            assert_eq!(doubtful, "", "{game} {lang}\n{shown}");
        }
    }
}

#[test]
#[ignore = "leaves pictures for somebody to look at, in GYOJI_PICTURES"]
fn pictures_of_every_screen() {
    let Some(folder) = std::env::var_os("GYOJI_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).unwrap();
    let lab = Lab::new();
    let record = lab.record();
    let record = record.to_str().unwrap();
    for lang in ["en", "ja"] {
        for (colours, variables) in [
            ("many", [("TERM", "xterm-256color"), ("NO_COLOR", "")]),
            ("few", [("TERM", "xterm"), ("NO_COLOR", "")]),
            ("none", [("TERM", "xterm"), ("NO_COLOR", "1")]),
        ] {
            let take = |name: &str, args: &[&str], keys: &[&str]| {
                let mut command = lab.gyoji(&[args, &["--lang", lang]].concat());
                command.envs(variables);
                let Some(mut terminal) = Terminal::start(&command, (80, 24)) else { return };
                terminal.settle();
                for keys in keys {
                    terminal.press(keys);
                    terminal.settle();
                }
                let page = folder.join(format!("{name}-{lang}-{colours}.html"));
                std::fs::write(&page, terminal.page()).unwrap();
                photograph(&page);
            };
            for (game, args, keys) in PLAYED {
                take(game, &[&["play", game], args].concat(), keys);
            }
            take("replay", &["replay", record], &["\x1b[C\x1b[C\x1b[C"]);
        }
    }
}

/// Lets a browser take a picture of a page, if there is one.
fn photograph(page: &std::path::Path) {
    if !common::is_installed("chromium") {
        return;
    }
    let image = page.with_extension("png");
    let mut browser = Command::new("chromium");
    browser.args(["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]);
    browser.arg("--window-size=720,432").arg(format!("--screenshot={}", image.display()));
    browser.arg(format!("file://{}", page.display()));
    let _ = browser.stdout(Stdio::null()).stderr(Stdio::null()).status();
}
