//! Every kit is made, built, checked and played, as somebody who has just begun would do it.

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use common::{Lab, finish, until};
use gyoji_kits::{LANGUAGES, Language};
use serde_json::Value;

/// Whether this machine can build and run programs in a language; says so if it cannot.
fn is_here(language: &Language) -> bool {
    let missing: Vec<&str> = language
        .programs
        .iter()
        .copied()
        .filter(|program| gyoji_referee::player::in_path(program).is_none())
        .collect();
    if !missing.is_empty() {
        println!("SKIPPED: kits in {}: no {} on this machine", language.title, missing.join(", "));
    }
    missing.is_empty()
}

/// Makes a kit, tries its recorded positions, and plays against `random`; a thorough one is
/// checked, too.
fn plays(game: &str, language: &'static Language, protocol: &str, is_thorough: bool) {
    let lab = Lab::new();
    let what = format!("{game} {} {protocol}", language.id);
    let wish = ["new-bot", "my-ai", "--game", game, "--lang", language.id, "--protocol", protocol];
    let made = lab.run(&wish);
    assert_eq!(made.code, Some(0), "{what}: {made:?}");
    assert!(made.out.contains("gyoji check my-ai"), "{what}: {made:?}");
    let mut players = vec!["match", game, "my-ai"];
    let seats = if game == "quinte" { 4 } else { 2 };
    players.extend(vec!["bot:random"; seats - 1]);
    // The games of four are long: a few turns show that it plays.
    let few = ["-o", "turns=200"];
    if seats == 4 {
        players.extend(few);
    }
    players.extend(["-n", "4", "--seed", "7", "--json"]);
    let mut command = lab.gyoji(&players);
    // Rust's compiler may be one that rustup keeps at home.
    command.envs(std::env::vars_os().filter(|(name, _)| name == "HOME" || name == "RUSTUP_HOME"));
    command.env("XDG_CACHE_HOME", lab.path("cache"));
    let played = finish(command, "");
    assert_eq!(played.code, Some(0), "{what}: {played:?}");
    let result: Value = serde_json::from_str(&played.out).expect("JSON");
    let own = &result["players"][0];
    assert_eq!(own["faults"], 0, "{what}: {played:?}");
    if seats == 2 {
        assert!(own["score"].as_f64().unwrap_or_default() >= 2.0, "{what} meets random: {own}");
    }
    if is_thorough {
        let mut command = lab.gyoji(&["check", "my-ai", "--json"]);
        command.env("XDG_CACHE_HOME", lab.path("cache"));
        let checked = finish(command, "");
        assert_eq!(checked.code, Some(0), "{what}: {checked:?}");
    }
    if protocol != game {
        let words: Vec<&str> = language.run.split(' ').collect();
        let tried = Command::new(if words[0].contains('/') {
            lab.path("my-ai").join(words[0]).display().to_string()
        } else {
            words[0].to_owned()
        })
        .args(&words[1..])
        .arg("--test")
        .current_dir(lab.path("my-ai"))
        .output()
        .expect("the kit runs");
        let said = String::from_utf8_lossy(&tried.stderr).into_owned();
        assert!(tried.status.success() && said.contains("3/3"), "{what}: {said}");
    }
}

#[test]
fn kits_that_need_no_compiler_play_every_game() {
    for language in
        LANGUAGES.iter().filter(|language| language.build.is_none() && is_here(language))
    {
        for game in gyoji_kits::games() {
            for protocol in gyoji_kits::protocols(game, language) {
                plays(game, language, &protocol, false);
            }
        }
    }
}

#[test]
#[ignore = "builds some twenty programs and checks some thirty: minutes"]
fn every_kit_is_built_and_checked_and_plays() {
    for language in LANGUAGES.iter().filter(|language| is_here(language)) {
        for game in gyoji_kits::games() {
            for protocol in gyoji_kits::protocols(game, language) {
                plays(game, language, &protocol, true);
            }
        }
    }
}

#[test]
fn a_new_kit_passes_every_check() {
    let lab = Lab::new();
    lab.run(&["new-bot", "my-ai", "--game", "othello", "--lang", "python"]);
    let checked = lab.run(&["check", "my-ai", "--json"]);
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let result: Value = serde_json::from_str(&checked.out).expect("JSON");
    let checks = result["checks"].as_array().expect("a list");
    assert!(checks.len() >= 20, "{}", checks.len());
    assert!(checks.iter().all(|check| check["verdict"] != "failed"), "{checks:#?}");
}

#[test]
fn a_check_says_what_is_wrong_and_how_to_mend_it() {
    let lab = Lab::new();
    lab.run(&["new-bot", "my-ai", "--game", "othello", "--lang", "python"]);
    let strategy = std::fs::read_to_string(lab.path("my-ai/my_ai.py")).expect("the strategy");
    let broken =
        strategy.replace("return max(legal, key=score)", "return max(legal, key=score).upper()");
    std::fs::write(lab.path("my-ai/my_ai.py"), broken).expect("edited");
    let checked = lab.run(&["check", "my-ai"]);
    assert_eq!(checked.code, Some(3), "{checked:?}");
    assert!(checked.err.contains("FAILED") && checked.err.contains("fix: "), "{checked:?}");
    assert!(checked.out.contains("is not ready"), "{checked:?}");
    let japanese = lab.run(&["--lang", "ja", "check", "my-ai"]);
    assert!(japanese.err.contains("失敗") && japanese.err.contains("対処"), "{japanese:?}");
    // Whoever reads the JSON by program need not know in which language it was said.
    let args = ["--lang", "ja", "check", "my-ai", "--json"];
    let found: Value = serde_json::from_str(&lab.run(&args).out).expect("JSON");
    assert_eq!(found["checks"][0]["id"], "plays a whole game as black");
    assert_eq!(found["checks"][0]["check"], "黒で1局を最後まで対局する");
}

#[test]
fn a_program_that_does_not_leave_is_told_so_and_what_was_said_is_not_said_again() {
    let lab = Lab::new();
    let stays = "import sys, time\nfor line in sys.stdin:\n    if line.startswith('MOVE'):\n        \
                 print('a1', flush=True)\ntime.sleep(99)\n";
    lab.file("stays.py", stays);
    let checked = lab.run(&["check", "stays.py", "--game", "othello"]);
    assert_eq!(checked.code, Some(3), "{checked:?}");
    let boards = checked.err.lines().filter(|line| line.trim() == "a  b  c  d  e  f  g  h");
    assert_eq!(boards.count(), 1, "{checked:?}");
    assert!(checked.err.contains("the same as in"), "{checked:?}");
    assert!(checked.err.contains("its input was closed, and it still ran"), "{checked:?}");
    assert!(checked.out.contains("to mend first: plays a whole game as black / "), "{checked:?}");
    assert!(!checked.err.contains("1 moves"), "{checked:?}");
}

#[test]
fn folders_that_are_no_players_are_refused_with_what_is_missing() {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("dir")).expect("a folder");
    let refused = lab.run(&["match", "othello", "dir", "bot:random"]);
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.err.contains("gyoji.toml"), "{refused:?}");
    lab.run(&["new-bot", "stones", "--game", "renju", "--lang", "python"]);
    let other = lab.run(&["match", "othello", "stones", "bot:random"]);
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(other.err.contains("renju"), "{other:?}");
    // Nor are they waited for in a protocol that they do not speak.
    lab.run(&["new-bot", "mine", "--game", "othello", "--lang", "python"]);
    for program in ["mine/my_ai.py", "python3 mine/my_ai.py"] {
        let said = lab.run(&["match", "othello", program, "bot:random"]).expect(2).err;
        assert!(said.contains("name its folder, ./mine, or write \"plain:"), "{said}");
        lab.run(&["check", program, "--game", "othello"]).expect(2);
        let plain = format!("plain:{program}");
        lab.run(&["match", "othello", &plain, "bot:random", "-n", "1", "-q"]).expect(0);
        let said = lab.run(&["match", "renju", program, "bot:random"]).expect(2).err;
        assert!(said.contains("a player of othello, not of renju"), "{said}");
    }
    let again = lab.run(&["new-bot", "stones", "--game", "renju", "--lang", "python"]);
    assert_eq!(again.code, Some(2), "{again:?}");
    for wrong in [
        ["new-bot", "x", "--game", "othelo", "--lang", "python"],
        ["new-bot", "x", "--game", "othello", "--lang", "cobol"],
        ["new-bot", "a b", "--game", "othello", "--lang", "python"],
        ["match", "othello", "bot:random", "bot:random", "--lang", "python"],
    ] {
        assert_eq!(lab.run(&wrong).code, Some(2), "{wrong:?}");
    }
}

#[test]
fn the_language_of_a_kit_is_not_that_of_its_reader() {
    let lab = Lab::new();
    let args = ["--lang", "ja", "new-bot", "x", "--game", "othello", "--lang", "python"];
    let said = lab.run(&args).expect(0);
    assert!(said.out.contains("x を作りました"), "{}", said.out);
    assert!(lab.path("x/my_ai.py").exists());
}

#[test]
fn whoever_never_answers_is_not_waited_for_again_and_leaves_nobody_behind() {
    let lab = Lab::new();
    lab.file("my_ai.sh", "sleep 600 & echo $! >> started; wait\n");
    let checked = lab.run(&["check", "my_ai.sh", "--game", "othello", "--time", "100ms"]).expect(3);
    assert!(checked.err.contains("everything else that is tried"), "{}", checked.err);
    assert!(checked.err.contains("its input was closed, and it still ran"), "{}", checked.err);
    let started = std::fs::read_to_string(lab.path("started")).expect("it was started");
    assert_eq!(started.lines().count(), 2, "{started}");
    for number in started.lines() {
        until(|| !std::path::Path::new("/proc").join(number).exists());
    }
}

#[test]
fn what_is_printed_without_end_is_neither_kept_nor_waited_for() {
    let lab = Lab::new();
    lab.file("my_ai.sh", "yes\n");
    let checked = lab.run(&["check", "my_ai.sh", "--game", "othello"]).expect(3);
    assert!(checked.err.contains("it printed \"y\\ny\\n"), "{}", checked.err);
    assert!(checked.err.len() < 20_000, "{}", checked.err.len());
}

#[test]
fn an_empty_file_is_no_player() {
    let lab = Lab::new();
    lab.file("my_ai.py", "");
    for args in [
        &["check", "my_ai.py", "--game", "othello"][..],
        &["match", "othello", "my_ai.py", "bot:random"],
    ] {
        let said = lab.run(args).expect(2);
        assert!(said.err.contains("this file is empty"), "{}", said.err);
    }
}

#[test]
fn a_program_that_ends_is_not_taken_for_one_that_waits() {
    let lab = Lab::new();
    lab.file("my_ai.sh", "exit 0\n");
    let said = lab.run(&["check", "my_ai.sh", "--game", "othello", "--json"]).expect(3);
    let found: Value = serde_json::from_str(&said.out).expect("JSON");
    let found = found["checks"].as_array().expect("a list").clone();
    let failed = found.iter().filter(|check| check["verdict"] == "failed");
    let what: Vec<&str> = failed.filter_map(|check| check["what"].as_str()).collect();
    assert!(
        what.len() > 8 && what.iter().all(|what| what.contains("the program ended")),
        "{what:?}"
    );
}

#[test]
fn a_program_that_cannot_be_built_is_not_played() {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("taro")).expect("a folder");
    let settings =
        "game = \"othello\"\nbuild = \"echo MyAi.java:3: error; exit 1\"\nrun = \"./x\"\n";
    lab.file("taro/gyoji.toml", settings);
    let refused = lab.run(&["match", "othello", "taro", "bot:random"]);
    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert!(refused.err.contains("MyAi.java:3: error"), "{refused:?}");
    assert!(!refused.err.contains("LC_ALL"), "{refused:?}");
    let settings = "game = \"othello\"\nbuild = \"no-such-compiler x\"\nrun = \"./x\"\n";
    lab.file("taro/gyoji.toml", settings);
    let refused = lab.run(&["match", "othello", "taro", "bot:random"]).expect(3);
    assert!(refused.err.contains("a program that is not installed here"), "{}", refused.err);
    // Java finds nothing on such a path if its locale is not one of UTF-8.
    std::fs::create_dir(lab.path("太郎")).expect("a folder");
    let settings = "game = \"othello\"\nbuild = \"exit 2\"\nrun = \"./x\"\n";
    lab.file("太郎/gyoji.toml", settings);
    let refused = lab.run(&["match", "othello", "太郎", "bot:random"]).expect(3);
    assert!(refused.err.contains("export LC_ALL=C.UTF-8"), "{}", refused.err);
}

#[test]
#[ignore = "makes, builds and checks a kit in every language: half a minute"]
fn a_beginner_wins_in_every_language() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/first-win");
    let run = Command::new(script).args(["--built", env!("CARGO_BIN_EXE_gyoji")]).output();
    let run = run.expect("the script runs");
    let [said, complaint] =
        [run.stdout, run.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    println!("{said}");
    // How quick it is on this machine is for people to see.
    assert!(run.status.success() || complaint.starts_with("too slow"), "{complaint}");
    for language in LANGUAGES {
        assert!(said.contains(&format!("\n{}", language.id)), "{}: {said}", language.id);
    }
}

#[test]
fn kits_come_as_an_archive() {
    let lab = Lab::new();
    let made = lab.run(&["kits", "--zip", "kits.zip", "--game", "othello"]);
    assert_eq!(made.code, Some(0), "{made:?}");
    let bytes = std::fs::read(lab.path("kits.zip")).expect("the archive");
    assert!(bytes.starts_with(b"PK"));
    let listed = lab.run(&["kits"]);
    assert!(listed.out.lines().count() >= 25, "{listed:?}");
}

#[test]
fn a_kit_connects_to_a_referee_that_waits() {
    connects(&LANGUAGES[0]);
}

#[test]
#[ignore = "builds a kit in every language"]
fn a_kit_in_any_language_connects() {
    LANGUAGES.iter().filter(|language| is_here(language)).for_each(connects);
}

/// Makes an AI for Othello and lets it call a referee.
fn connects(language: &'static Language) {
    let lab = Lab::new();
    lab.run(&["new-bot", "my-ai", "--game", "othello", "--lang", language.id]);
    if let Some(build) = language.build {
        let mut shell = Command::new("sh");
        let built = shell.args(["-c", build]).current_dir(lab.path("my-ai")).status();
        assert!(built.expect("a shell").success(), "{}", language.id);
    }
    let wait = "tcp?dialect=plain&name=Taro:listen=0";
    let mut command = lab.gyoji(&["match", "othello", wait, "bot:random", "-n", "2", "--json"]);
    let mut referee = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the referee");
    let mut line = String::new();
    let mut words = BufReader::new(referee.stderr.take().expect("its words"));
    words.read_line(&mut line).expect("a line");
    let port = line.trim().strip_prefix("waiting for a client on port ").expect("its port");
    let calls = format!("{} --connect localhost:{port} --name Taro --key secret", language.run);
    let client = Command::new("sh")
        .args(["-c", &calls])
        .current_dir(lab.path("my-ai"))
        .output()
        .expect("the client runs");
    assert!(client.status.success(), "{client:?}");
    let wrong = format!("{} --connect {port}", language.run);
    let mut shell = Command::new("sh");
    let told = shell.args(["-c", &wrong]).current_dir(lab.path("my-ai")).output();
    let told = told.expect("it runs");
    let said = String::from_utf8_lossy(&told.stderr).into_owned();
    assert!(!told.status.success() && said.contains("HOST:PORT"), "{said}");
    let result = referee.wait_with_output().expect("its result");
    let result: Value = serde_json::from_slice(&result.stdout).expect("JSON");
    assert_eq!(result["games"], 2, "{result}");
    assert_eq!(result["players"][0]["faults"], 0, "{result}");
}
