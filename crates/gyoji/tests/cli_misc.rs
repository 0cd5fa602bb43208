//! What all commands share: help, languages, exit codes, closed and full outputs; the small ones.

mod common;

use std::os::unix::ffi::OsStringExt;
use std::process::Stdio;

use common::{Lab, finish, on_a_terminal, wait};

const COMMANDS: &[&str] = &[
    "judge",
    "match",
    "play",
    "replay",
    "renju",
    "perft",
    "solve",
    "analyse",
    "bench",
    "games",
    "bot",
    "othello-server",
    "othello-client",
    "completions",
    "man",
];

#[test]
fn help_in_both_languages() {
    let lab = Lab::new();
    for command in COMMANDS {
        let en = lab.run(&[command, "--help"]).expect(0).out;
        assert!(en.is_ascii() && en.contains("Usage: gyoji"), "{en}");
        let ja = lab.ja(&[command, "--help"]).expect(0).out;
        assert!(ja.contains("使い方: gyoji") && ja.contains("ヘルプを表示する"), "{ja}");
        assert!(!ja.contains("default:") && !ja.contains("ossible values"), "{ja}");
        assert_eq!(lab.ja(&["help", command]).expect(0).out, ja);
    }
    for said in [lab.run(&["match", "--help"]), lab.ja(&["match", "--help"])] {
        for word in ["name=", "limit=", "start-up=", "lifetime=", "policy=", "strikes="] {
            assert!(said.out.contains(word), "{word}: {}", said.out);
        }
    }
}

#[test]
fn the_language_is_chosen_in_the_usual_order() {
    let lab = Lab::new();
    let is_japanese = |variables: &[(&str, &str)], args: &[&str]| {
        let mut command = lab.gyoji(args);
        command.envs(variables.iter().copied());
        finish(command, "").expect(0).out.contains("オセロ")
    };
    assert!(!is_japanese(&[], &["games"]));
    assert!(is_japanese(&[("LANG", "ja_JP.UTF-8")], &["games"]));
    assert!(!is_japanese(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")], &["games"]));
    assert!(is_japanese(&[("LC_MESSAGES", "ja_JP.eucJP")], &["games"]));
    assert!(is_japanese(&[("GYOJI_LANG", "ja"), ("LC_ALL", "C")], &["games"]));
    assert!(is_japanese(&[("GYOJI_LANG", ""), ("LANG", "ja")], &["games"]));
    assert!(!is_japanese(&[("LANG", "ja")], &["games", "--lang", "en"]));
    assert!(is_japanese(&[], &["--lang=ja", "games"]));
}

#[test]
fn a_command_that_is_not_understood_is_exit_code_2() {
    let lab = Lab::new();
    for args in [
        &[][..],
        &["nosuch"],
        &["match"],
        &["match", "othello"],
        &["match", "othello", "bot:random", "bot:random", "-n", "0"],
        &["match", "othello", "bot:random", "bot:random", "-n", "-1"],
        &["match", "othello", "bot:random", "bot:random", "-n", "99999999999999999999"],
        &["match", "othello", "bot:random", "bot:random", "-j", "0"],
        &["match", "othello", "bot:random", "bot:random", "--time", "soon"],
        &["match", "othello", "bot:random", "bot:random", "--time", "1e9h"],
        &["match", "othello", "bot:random", "bot:random", "--policy", "kind"],
        &["match", "othello", "bot:random", "bot:random", "--strikes", "0"],
        &["match", "othello", "bot:random", "bot:random", "--opening", "201"],
        &["match", "othello", "bot:random", "bot:random", "--seed", "x"],
        &["replay"],
        &["replay", "x", "--with", "bot:random", "--talk", "black"],
        &["perft", "othello", "101"],
        &["perft", "othello", "-1"],
        &["bench", "everything"],
        &["completions", "cmd"],
        &["games", "--lang", "fr"],
        &["judge", "--time", "-1s"],
    ] {
        for said in [lab.run(args), lab.ja(args)] {
            let said = said.expect(2);
            assert!(said.out.is_empty() && !said.err.is_empty(), "{args:?}: {said:?}");
        }
    }
}

#[test]
fn arguments_that_are_not_utf8_are_refused_calmly() {
    let lab = Lab::new();
    let mut command = lab.gyoji(&["games"]);
    command.arg(std::ffi::OsString::from_vec(vec![0x82, 0xa0, 0xff]));
    finish(command, "").expect(2);
}

#[test]
fn whoever_stops_reading_is_no_failure() {
    let lab = Lab::new();
    let record = lab.record();
    for args in [
        &["games"][..],
        &["man"],
        &["completions", "bash"],
        &["perft", "othello", "3"],
        &["replay", record.to_str().unwrap()],
        &["match", "othello", "bot:random", "bot:greedy", "-n", "4"],
        &["judge", "bot:random", "bot:greedy", "bot:random", "-n", "1"],
        &["judge", "bot:random", "bot:greedy"],
    ] {
        let mut command = lab.gyoji(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        drop(child.stdout.take());
        drop(child.stderr.take());
        assert_eq!(wait(&mut child).code(), Some(0), "{args:?}");
    }
}

#[test]
fn a_full_disk_is_a_failure_and_not_a_panic() {
    let lab = Lab::new();
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for (args, complaint) in [
        (&["games"][..], "cannot write the result"),
        (&["match", "othello", "bot:random", "bot:greedy", "--json"], "cannot write the result"),
    ] {
        let mut command = lab.gyoji(args);
        command.stdin(Stdio::null()).stdout(full()).stderr(Stdio::piped());
        let said = command.output().unwrap();
        assert_eq!(said.status.code(), Some(1));
        let words = String::from_utf8(said.stderr).unwrap();
        assert!(words.contains(complaint) && !words.contains("panicked"), "{words}");
    }
    let mut command = lab.gyoji(&["perft", "othello", "3"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(full());
    let said = command.output().unwrap();
    assert_eq!(said.status.code(), Some(0), "stderr has no results");
    assert_eq!(said.stdout, b"56\n");
}

#[test]
fn games_lists_what_can_be_written() {
    let lab = Lab::new();
    let text = lab.run(&["games", "othello"]).expect(0).out;
    for word in ["start=standard|mirrored", "bot:random", "judge: *", "plain:", "lenient="] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let json = lab.run(&["games", "--json"]).expect(0).json();
    assert_eq!(json[0]["id"], "othello");
    assert_eq!(json[0]["title"]["ja"], "オセロ");
    assert_eq!(json[0]["seats"], serde_json::json!(["black", "white"]));
    assert_eq!(json[0]["time_ms"], 5000);
    assert!(json[0]["bots"].as_array().unwrap().iter().any(|bot| bot["name"] == "greedy"));
    assert_eq!(json[0]["dialects"][0]["name"], "judge");
    let unknown = lab.ja(&["games", "otero"]).expect(2).err;
    assert!(unknown.contains("そのようなゲームはありません"), "{unknown}");
}

#[test]
fn perft_counts_and_divides() {
    let lab = Lab::new();
    assert_eq!(lab.run(&["perft", "othello", "5"]).expect(0).out, "1396\n");
    assert_eq!(lab.run(&["perft", "othello", "0"]).expect(0).out, "1\n");
    let japanese = lab.run(&["perft", "othello", "1", "--lang", "ja"]).expect(0).err;
    assert!(japanese.contains("秒") && !japanese.contains("leaves"), "{japanese}");
    let divided = lab.run(&["perft", "othello", "3", "--divide"]).expect(0).out;
    assert_eq!(divided, "d3: 14\nc4: 14\nf5: 14\ne6: 14\n56\n");
    let json = lab.run(&["perft", "othello", "4", "--json", "--divide"]).expect(0).json();
    assert_eq!((&json["leaves"], &json["depth"]), (&244.into(), &4.into()));
    assert_eq!(json["divide"]["d3"], 61);
    let mirrored = ["perft", "othello", "1", "-o", "start=mirrored", "--divide"];
    assert!(lab.run(&mirrored).expect(0).out.starts_with("e3: 1\n"));
    for position in ["", "x", &"X".repeat(64), &format!("{} Z", "-".repeat(64)), "\u{1b}[2J X"] {
        let args = ["perft", "othello", "1", "--position", position];
        lab.run(&args).expect(2).expect_harmless();
    }
    let over = format!("{} X", "X".repeat(64));
    let said = lab.ja(&["perft", "othello", "1", "--position", &over]).expect(2);
    assert!(said.err.contains("もう終局しています"), "{}", said.err);
}

#[test]
fn completions_for_every_shell() {
    let lab = Lab::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        for said in [lab.run(&["completions", shell]), lab.ja(&["completions", shell])] {
            let script = said.expect(0).out;
            for command in COMMANDS {
                assert!(script.contains(command), "{shell}: {command}");
            }
        }
    }
}

#[test]
fn the_manual_names_every_command() {
    let lab = Lab::new();
    for said in [lab.run(&["man"]), lab.ja(&["man"])] {
        let page = said.expect(0).out;
        assert!(page.contains(".TH gyoji 1"), "{page}");
        for command in COMMANDS {
            let section = format!(".SH \"GYOJI {}\"", command.to_uppercase());
            assert!(page.contains(&section), "{command}");
        }
        for word in ["\\-\\-record", "\\-\\-per\\-move", "start\\-up="] {
            assert!(page.contains(word), "{word}");
        }
    }
}

#[test]
fn a_bot_speaks_the_judges_protocol() {
    let lab = Lab::new();
    let start = "0000000000000000000000000002100000012000000000000000000000000000";
    let stdin = format!("COLOR 1\nMOVE BOARD:{start}\nQUIT\n");
    for (name, moves) in
        [("greedy", &["d3", "c4", "f5", "e6"][..]), ("othello.random", &["d3", "c4", "f5", "e6"])]
    {
        let said = lab.run_with(&["bot", name], &stdin).expect(0);
        assert!(moves.contains(&said.out.trim()) && said.out.ends_with('\n'), "{said:?}");
    }
    // A side that cannot move has to say so, even if it is wiped out or the board is full.
    for board in [format!("21{}", "0".repeat(62)), "1".repeat(20) + &"0".repeat(44), "1".repeat(64)]
    {
        let stdin = format!("COLOR 2\nMOVE BOARD:{board}\nQUIT\n");
        let said = lab.run_with(&["bot", "greedy"], &stdin).expect(0).out;
        let stuck = if board.starts_with("21") { "c1\n" } else { "pass\n" };
        assert_eq!(said, stuck, "{board}");
    }
    let garbage = "hello\n\u{1b}[31m\nMOVE BOARD:12\nCOLOR 7\n\nQUIT\n";
    let said = lab.run_with(&["bot", "greedy"], garbage).expect(0).expect_harmless();
    assert!(said.out.is_empty(), "stdout is only for moves");
    assert!(said.err.contains("not a line of the judge protocol"), "{}", said.err);
    lab.run_with(&["bot", "greedy", "--dialect", "plain"], "").expect(0);
    let thoughts = lab.run_with(&["bot", "monte?playouts=40", "-v"], &stdin).expect(0).err;
    assert!(thoughts.contains("rate="), "{thoughts}");
}

#[test]
fn a_line_without_end_is_no_question() {
    let lab = Lab::new();
    let endless = "x".repeat(3 << 20);
    let said = lab.run_with(&["bot", "greedy"], &endless).expect(1);
    assert!(said.err.contains("more than 1024 KiB"), "{}", said.err);
    let just_short = format!("{}\n", "x".repeat((1 << 20) - 1));
    lab.run_with(&["bot", "greedy"], &just_short).expect(0);
}

#[test]
fn players_that_cannot_be_meant_are_refused() {
    let lab = Lab::new();
    for (text, word) in [
        ("tcp:localhost:listen=5000", "65535"),
        ("tcp:listen=5000:listen=5001", "65535"),
        ("tcp:localhost:99999", "65535"),
        ("tcp::5000", "host"),
        ("judge?lenient", "a command belongs after judge"),
        ("judge?lenien:sh -c true", "no option lenien"),
        ("human?depth=3", "no option depth"),
        ("bot:greedy?lifetime=keep", "a built-in bot or a person has none"),
    ] {
        let said = lab.run(&["match", "othello", text, "bot:random"]).expect(2);
        assert!(said.err.contains(word), "{text}: {}", said.err);
    }
    let said = lab.run(&["match", "othello", "foo:my_ai.py", "bot:random"]).expect(2);
    assert_eq!(said.err.matches("tcp").count(), 1, "{}", said.err);
}

#[test]
fn a_bot_that_is_not_there_is_guessed() {
    let lab = Lab::new();
    let complaint = |name| lab.run(&["bot", name]).expect(2).err;
    assert!(complaint("gredy").contains("did you mean greedy?"));
    assert!(complaint("chess.greedy").contains("no such game"));
    assert!(complaint("greedy?level=3").contains("no option level"));
    let dialect = lab.run(&["bot", "greedy", "--dialect", "juge"]).expect(2).err;
    assert!(dialect.contains("did you mean judge?"), "{dialect}");
}

#[test]
fn colours_are_for_terminals_and_no_color_is_respected() {
    let lab = Lab::new();
    let record = lab.record();
    let args = ["replay", record.to_str().unwrap(), "--ply", "5"];
    assert!(!lab.run(&args).expect(0).out.contains('\u{1b}'));
    let Some(shown) = on_a_terminal(&lab, &[], &args) else { return };
    assert!(shown.out.contains("\u{1b}["), "{shown:?}");
    let plain = on_a_terminal(&lab, &[("NO_COLOR", "1")], &args).unwrap().expect(0);
    assert!(!plain.out.contains('\u{1b}'), "{plain:?}");
    let empty = on_a_terminal(&lab, &[("NO_COLOR", "")], &args).unwrap();
    assert!(empty.out.contains("\u{1b}["), "an empty NO_COLOR says nothing");
}

#[test]
fn a_progress_bar_is_for_terminals() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:random", "bot:greedy", "-n", "300", "-j", "1"];
    let Some(shown) = on_a_terminal(&lab, &[("LANG", "ja_JP.UTF-8")], &args) else { return };
    let shown = shown.expect(0).out;
    assert!(shown.contains("/300 局"), "{shown:?}");
    let table = shown.split("対局者").last().unwrap();
    assert!(!table.contains("/300"), "the bar is gone when the result is there: {table:?}");
}

#[test]
fn the_largest_seed_is_a_seed() {
    let lab = Lab::new();
    let seed = u64::MAX.to_string();
    let args = ["match", "othello", "bot:random", "bot:greedy", "-n", "4", "--opening", "200"];
    let json = lab.run(&[&args[..], &["--seed", &seed, "--json"]].concat()).expect(0).json();
    assert_eq!(json["seed"], u64::MAX);
}
