//! `gyoji train`, and playing with what it makes.

mod common;

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use common::{Lab, wait};
use rustix::process::{Pid, Signal, kill_process};

/// A training of seconds.
const TINY: &str = "\
threads = 1
[network]
filters = 8
blocks = 1
[selfplay]
games = 4
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

/// A lab with a training of one round in `net`.
fn trained() -> Lab {
    let lab = Lab::new();
    lab.file("tiny.toml", TINY);
    let args = ["train", "contrast", "--config", "tiny.toml", "--out", "net", "--rounds", "1"];
    let said = lab.run(&args).expect(0);
    assert!(said.out.contains("round 1: 4 games"), "{}", said.out);
    assert!(said.out.contains("against bot:random"), "{}", said.out);
    assert!(said.err.contains("gyoji train contrast --resume net"), "{}", said.err);
    lab
}

#[test]
fn a_training_is_begun_resumed_reported_and_played_with() {
    let lab = trained();
    let page = fs::read_to_string(lab.path("net/report.html")).unwrap();
    assert!(page.contains("bot:random") && page.contains("<svg"));
    let said = lab.ja(&["train", "contrast", "--resume", "net", "--rounds", "1"]).expect(0);
    assert!(said.out.contains("ラウンド 2"), "{}", said.out);
    assert!(said.err.contains("1 ラウンド、4 局のあとから"), "{}", said.err);

    let zero = "bot:zero?model=net/weights.safetensors&simulations=8";
    let said = lab.run(&["match", "contrast", zero, "bot:random", "-n", "2"]).expect(0);
    assert!(said.out.contains("zero"), "{}", said.out);
    let model = ["--model", "net/weights.safetensors", "--simulations", "8", "--player", "1"];
    let said = lab.run_with(&[&["play", "contrast"][..], &model].concat(), "c1,c2\nquit\n");
    assert!(said.expect(0).out.contains("your move>"));
    let vs = [&["play", "contrast", "--vs", "zero"][..], &model].concat();
    lab.run_with(&vs, "quit\n").expect(0);
}

#[test]
fn ctrl_c_saves_a_kill_costs_nothing_and_the_training_goes_on() {
    for (signal, code) in [(Signal::INT, Some(5)), (Signal::KILL, None)] {
        let lab = Lab::new();
        // A round that would take an hour.
        lab.file("long.toml", TINY.replace("games = 4", "games = 100000"));
        let args = ["train", "contrast", "--config", "long.toml", "--out", "net"];
        let mut command = lab.gyoji(&args);
        let mut running =
            command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("gyoji starts");
        let games = lab.path("net/games.replay");
        let start = Instant::now();
        while fs::metadata(&games).map_or(0, |file| file.len()) < 1000 {
            assert!(start.elapsed() < Duration::from_secs(60), "no game is played");
            std::thread::sleep(Duration::from_millis(20));
        }
        kill_process(Pid::from_child(&running), signal).expect("it runs");
        assert_eq!(wait(&mut running).code(), code);
        let again = lab.run(&["train", "contrast", "--resume", "net", "--hours", "0"]).expect(0);
        assert!(again.err.contains("going on after 0 rounds"), "{}", again.err);
        assert!(!again.err.contains("and 0 games"), "{}", again.err);
    }
}

#[test]
fn debug_prints_every_value() {
    let lab = Lab::new();
    lab.file("tiny.toml", TINY);
    let said = lab.run(&["train", "contrast", "--debug", "--config", "tiny.toml"]).expect(0);
    for part in ["plane[0]", "simulation 1", "prior =", "lesson at ply", "step 5: value loss"] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
}

#[test]
fn what_cannot_be_done_is_said() {
    let lab = trained();
    let refused = |args: &[&str], code, part: &str| {
        let said = lab.run(args).expect(code);
        assert!(said.err.contains(part), "{args:?}: {}", said.err);
    };
    refused(&["train", "quinte"], 2, "not a game of two");
    refused(&["train", "renju"], 2, "no planes");
    refused(&["train", "contrast", "--resume", "nowhere"], 2, "no training in nowhere");
    refused(&["train", "contrast", "--out", "net"], 2, "--resume net");
    refused(&["train", "othello", "--resume", "net"], 4, "contrast");
    lab.file("bad.toml", "[search]\nsimulations = 4\n");
    refused(&["train", "contrast", "--config", "bad.toml"], 4, "bad.toml");
    refused(&["train", "contrast", "--config", "none.toml"], 4, "none.toml");
    lab.file("bot.toml", "[evaluation]\nopponents = [\"bot:nobody\"]\n");
    refused(&["train", "contrast", "--config", "bot.toml", "--out", "b"], 2, "nobody");
    refused(&["match", "fourinarow", "bot:zero", "bot:random"], 2, "model=FILE");
    refused(&["play", "fourinarow", "--vs", "zero"], 2, "model=FILE");
    refused(&["play", "contrast", "--vs", "greedy", "--model", "x"], 2, "--model");
    let othello = "bot:zero?model=net/weights.safetensors";
    refused(&["match", "othello", othello, "bot:random"], 2, "for contrast, not for othello");
}

#[test]
fn the_settings_are_printed_and_can_be_read_again() {
    let lab = Lab::new();
    let said = lab.run(&["train", "contrast", "--print-config"]).expect(0);
    assert!(said.out.contains("full_share = 0.3"));
}

#[test]
fn the_champion_of_contrast_is_built_in() {
    let lab = Lab::new();
    let zero = "bot:zero?simulations=20";
    let args = ["match", "contrast", zero, "bot:greedy", "-n", "4", "--opening", "2", "--json"];
    let said = lab.run(&args).expect(0);
    let json: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(json["players"][0]["wins"], 4, "{}", said.out);
    // The class document's command: player 1 against the network.
    for more in [&["--vs", "zero"][..], &["--simulations", "20", "--player", "1"]] {
        let args = [&["play", "contrast"], more].concat();
        let said = lab.run_with(&args, "c1,c2\nquit\n").expect(0);
        assert!(said.out.contains("player 2 plays"), "{}", said.out);
    }
}
