//! What stays on disk: the records of games with faults, of void games, and of a disk that is full.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::*;

/// A program that is gone at once.
const CRASHES: &str = "judge:sh -c 'exit 3'";

/// Where records are kept that nobody asked for.
const KEPT: &str = "state/gyoji/records";

/// Runs `gyoji` where no file may have more than so many blocks: to it, the disk is full.
fn on_a_full_disk(lab: &Lab, blocks: u32, args: &[&str]) -> Said {
    let mut command = Command::new("sh");
    lab.at_home(&mut command);
    let shell = format!("trap '' XFSZ; ulimit -f {blocks} && exec \"$0\" \"$@\"");
    command.args(["-c", &shell, gyoji()]).args(args);
    finish(command, "")
}

#[test]
fn every_game_with_a_fault_is_kept_even_if_nobody_wants_to_hear_of_it() {
    for quiet in [&[][..], &["-q"]] {
        let lab = Lab::new();
        let args = ["match", "othello", CRASHES, "bot:random", "-n", "9"];
        lab.run(&[&args[..], quiet].concat()).expect(3);
        let kept = lab.files(KEPT);
        assert_eq!(kept.len(), 9, "{quiet:?}");
        for record in kept {
            let name = record.file_stem().unwrap().to_str().unwrap();
            let said = lab.run(&["replay", name.trim_start_matches("othello-")]).expect(0);
            assert!(said.out.contains("FORFEIT"), "{}", said.out);
        }
    }
}

#[test]
fn the_last_two_hundred_are_kept() {
    let lab = Lab::new();
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(3600);
    for number in 0..230 {
        let path = lab.file(&format!("{KEPT}/othello-{number:08x}.jsonl"), "old");
        fs::File::options().append(true).open(path).unwrap().set_modified(old).unwrap();
    }
    lab.run(&["match", "othello", CRASHES, "bot:random", "-n", "9"]).expect(3);
    let kept = lab.files(KEPT);
    assert!((200..220).contains(&kept.len()), "{}", kept.len());
    let new = kept.iter().filter(|path| fs::read_to_string(path).unwrap() != "old").count();
    assert_eq!(new, 9, "the oldest go first");
}

#[test]
fn nothing_can_be_tried_again_that_was_not_kept() {
    let lab = Lab::new();
    for (lang, not_kept) in [("en", "could not be kept"), ("ja", "保存できませんでした")]
    {
        let args = ["--lang", lang, "match", "othello", CRASHES, "bot:random", "-n", "1"];
        let said = on_a_full_disk(&lab, 0, &args).expect(3);
        assert!(said.err.contains(not_kept), "{}", said.err);
        assert!(!said.err.contains("gyoji replay"), "{}", said.err);
        assert_eq!(lab.files(KEPT), Vec::<std::path::PathBuf>::new(), "not even an empty file");
    }
}

#[test]
fn a_full_disk_costs_records_but_no_results() {
    for command in ["match othello bot:greedy bot:random -n 3", "judge bot:greedy bot:random -n 2"]
    {
        let args: Vec<&str> = command.split(' ').chain(["--json", "--record", "records"]).collect();
        for (blocks, told) in [(0, "could not be written: "), (3, "is not whole: ")] {
            let lab = Lab::new();
            let said = on_a_full_disk(&lab, blocks, &args).expect(1);
            let games = if command.starts_with("match") { 3 } else { 4 };
            // Each missing record is named.
            let lines = said.err.lines().filter(|line| line.contains(told));
            let named = lines.filter(|line| line.contains("records/othello-")).count();
            assert_eq!(named, games, "{blocks}: {}", said.err);
            let result = said.json();
            if command.starts_with("match") {
                assert_eq!(result["games"], 3, "{result}");
                assert_eq!(result["records_missing"], 3, "{result}");
            }
            // What is there can be read as far as it goes; what cannot be read is not there.
            let left = lab.files("records");
            assert_eq!(left.len(), if blocks == 0 { 0 } else { games }, "{left:?}");
            for record in left {
                let said = lab.run(&["replay", record.to_str().unwrap()]);
                assert_eq!(said.code, Some(4), "{said:?}");
                assert!(said.out.contains("greedy"), "{}", said.out);
            }
        }
    }
}

#[test]
fn one_game_on_a_full_disk_is_played_to_its_end() {
    let lab = Lab::new();
    let args = ["judge", "bot:greedy", "bot:random", "--json", "--record", "records"];
    let said = on_a_full_disk(&lab, 3, &args).expect(1);
    assert!(said.err.contains("is not whole: "), "{}", said.err);
    let result = said.json();
    assert_eq!(result["record"], serde_json::Value::Null, "{result}");
    assert_eq!(result["ended"]["places"].as_array().map(Vec::len), Some(2), "{result}");
}

/// A game that the machine spoiled, as it is on record.
const VOID: &str = r#"{"gyoji_record":1,"id":"0badcafe","game":"othello","seed":1,"players":[{"name":"slow","text":"judge:./slow","dialect":"judge","lifetime":"per-game","limit_ns":200000000,"policy":"forfeit"},{"name":"random","text":"bot:random","policy":"forfeit"}],"started_ms":1767182580000,"referee":"test"}
{"event":"begun"}
{"event":"faulted","ply":0,"seat":0,"kind":"time","got":"","spent":{"asked":1000000,"used":1500000000,"cpu":100000000,"wait":1390000000,"delay":1390000000},"limit_ns":200000000,"machine":true,"then":"void"}
{"event":"ended","places":[1,1],"points":[0,0],"why":"void"}
"#;

/// The same, if nothing could be started at all.
const NOT_BEGUN: &str = r#"{"event":"ended","places":[1,1],"points":[0,0],"why":"void","system":"Too many open files (os error 24)"}
"#;

#[test]
fn the_record_of_a_void_game_says_so() {
    let lab = Lab::new();
    let late = lab.file("late.jsonl", VOID);
    let header = VOID.lines().next().unwrap();
    let not_begun = lab.file("not-begun.jsonl", format!("{header}\n{NOT_BEGUN}"));
    let show = |path: &Path, ja: bool| {
        let args = ["replay", path.to_str().unwrap()];
        let said = if ja { lab.ja(&args) } else { lab.run(&args) }.expect(0);
        said.out + &said.err
    };
    for (path, ja, wanted) in [
        (&late, false, &["GAME VOID: ", "Void, no result.", "1.390 s"][..]),
        (&late, true, &["無効試合: ", "無効試合（勝敗なし）", "1.390"]),
        (&not_begun, false, &["Void, no result.", "Too many open files"]),
        (&not_begun, true, &["無効試合（勝敗なし）", "Too many open files"]),
    ] {
        let said = show(path, ja);
        for words in wanted {
            assert!(said.contains(words), "{words:?} is missing: {said}");
        }
        assert!(!said.contains("wins") && !said.contains("勝ち"), "{said}");
    }
}
