//! `gyoji replay`: records shown, asked about and taken apart; damaged ones and hostile ones.

mod common;

use common::{Lab, gyoji};
use serde_json::{Value, json};

const CHATTY: &str =
    "while read line; do case $line in MOVE*) echo 'thinking...'; echo d3;; esac; done\n";

/// A sound header; each test spoils what it wants.
fn header() -> Value {
    let player = |name: &str| {
        json!({
            "name": name, "text": "judge:./ai", "dialect": "judge",
            "dialect_options": { "lenient": "false" }, "lifetime": "per-game",
            "limit_ns": 5_000_000_000_u64, "policy": "forfeit",
        })
    };
    json!({
        "gyoji_record": 1, "id": "0123abcd", "game": "othello", "options": { "start": "standard" },
        "seed": 1, "players": [player("a"), player("b")], "started_ms": 1_700_000_000_000_u64,
        "referee": "gyoji test",
    })
}

fn moved(ply: u64, seat: u64, mv: &str) -> Value {
    json!({
        "event": "moved", "ply": ply, "seat": seat, "move": mv, "got": format!("{mv}\n"),
        "spent": { "asked": 0, "used": 1000 },
    })
}

fn ended() -> Value {
    json!({ "event": "ended", "places": [1, 2], "points": [40, 24], "why": "full" })
}

fn text(lines: &[Value]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Runs every way to look at a record; nothing may panic, hang or command the terminal.
fn look_from_all_sides(lab: &Lab, record: &str) {
    for args in [
        &[][..],
        &["--lang", "ja"],
        &["--ply", "1"],
        &["--ply", "4294967295"],
        &["--json"],
        &["--talk", "black"],
        &["--talk", "1", "--json"],
        &["--with", "bot:random"],
        &["--with", "bot:random", "--from", "1"],
        &["--with", "bot:random", "--seat", "white", "--json"],
        &["--glyphs", "emoji"],
    ] {
        let said = lab.run(&[&["replay", record], args].concat()).expect_harmless();
        assert!(matches!(said.code, Some(0 | 2 | 3 | 4)), "{args:?}: {said:?}");
        assert!(!said.err.contains("panicked"), "{args:?}: {}", said.err);
        assert!(said.err.len() < 10_000, "{args:?}: {}", said.err.len());
    }
}

#[test]
fn a_game_from_its_start_to_its_end() {
    let lab = Lab::new();
    let record = lab.record();
    let record = record.to_str().unwrap();
    let shown = lab.run(&["replay", record]).expect(0).out;
    assert!(shown.starts_with("othello "), "{shown}");
    assert!(shown.contains("  black greedy - white random\n"), "{shown}");
    assert!(shown.contains("\n1. black ") && shown.contains("\n2. white "), "{shown}");
    let last = shown.lines().last().unwrap();
    assert!(last.contains("wins") || last.contains("A draw."), "{last}");
    let japanese = lab.ja(&["replay", record]).expect(0).out;
    assert!(japanese.contains("  黒 greedy - 白 random\n"), "{japanese}");
    assert!(japanese.contains("の勝ち") || japanese.contains("引き分け"), "{japanese}");
}

#[test]
fn one_position_of_a_game() {
    let lab = Lab::new();
    let record = lab.record();
    let record = record.to_str().unwrap();
    let start = lab.run(&["replay", record, "--ply", "0"]).expect(0).out;
    let position = "---------------------------OX------XO--------------------------- X";
    assert!(start.ends_with(&format!("{position}\n")), "{start}");
    let third = lab.run(&["replay", record, "--ply", "3"]).expect(0).out;
    assert!(third.contains("\n3. black "), "{third}");
    let emoji = lab.run(&["replay", record, "--ply", "3", "--glyphs", "emoji"]).expect(0).out;
    assert!(emoji.contains('⚪'), "{emoji}");
    let beyond = lab.run(&["replay", record, "--ply", "99"]).expect(2);
    assert!(beyond.err.contains("no position after 99 moves"), "{}", beyond.err);
    lab.run(&["replay", record, "--ply", "99", "--json"]).expect(2);
    let json = lab.run(&["replay", record, "--ply", "3", "--json"]).expect(0).json();
    assert_eq!(json["pages"].as_array().unwrap().len(), 1);
    assert_eq!(json["pages"][0]["ply"], 3);
    assert_eq!(json["header"]["game"], "othello");
    assert!(json["events"].is_array() && json["pages"][0]["view"]["cells"].is_array());
}

#[test]
fn a_program_put_into_a_game() {
    let lab = Lab::new();
    lab.file("my_ai.sh", CHATTY);
    let said =
        lab.run(&["match", "othello", "my_ai.sh", "bot:random", "-n", "1", "--record", "games"]);
    said.expect(3);
    let record = lab.files("games").remove(0);
    let record = record.to_str().unwrap();
    // The seat and the move of the fault, unless said otherwise.
    let said = lab.run(&["replay", record, "--with", "my_ai.sh"]).expect(3);
    assert!(said.out.starts_with("move 1: no valid answer\n"), "{}", said.out);
    assert!(said.out.contains("this looks like debug output"), "{}", said.out);
    let program = format!("{} bot greedy", gyoji());
    for player in ["bot:greedy", &program, &format!("judge:{program}")] {
        let said = lab.run(&["replay", record, "--with", player]).expect(0);
        assert!(said.out.starts_with("move 1: ") && said.out.contains("(legal)"), "{}", said.out);
    }
    let plain = format!("plain:{} bot greedy --dialect plain", gyoji());
    lab.run(&["replay", record, "--with", &plain]).expect(0);
    let json = lab.run(&["replay", record, "--with", "my_ai.sh", "--json"]).expect(3).json();
    assert_eq!((&json[0]["move"], &json[0]["fault"]), (&1.into(), &"format".into()));
    assert!(json[0]["answer"].is_null() && json[0]["recorded"].is_null());

    let whole = lab.record();
    let whole = whole.to_str().unwrap();
    let said = lab.run(&["replay", whole, "--with", "bot:random", "--seat", "white"]).expect(0);
    assert!(said.out.starts_with("move 2: "), "{}", said.out);
    let said = lab.ja(&["replay", whole, "--with", "bot:random", "--from", "5"]).expect(0);
    assert!(said.out.starts_with("5 手目: ") && said.out.contains("（棋譜"), "{}", said.out);
    for from in ["0", "62", "4294967295"] {
        lab.run(&["replay", whole, "--with", "bot:random", "--from", from]).expect(2);
    }
    let other = ["replay", whole, "--with", "bot:random", "--from", "1", "--seat", "white"];
    assert!(lab.run(&other).expect(2).err.contains("white is not to move there"));
    lab.run(&["replay", whole, "--with", "nosuch.py"]).expect(2);
}

#[test]
fn what_was_said_byte_for_byte() {
    let lab = Lab::new();
    let program = format!("{} bot greedy", gyoji());
    lab.run(&["match", "othello", &program, "bot:random", "-n", "1", "--record", "games"])
        .expect(0);
    let record = lab.files("games").remove(0);
    let record = record.to_str().unwrap();
    let talk = lab.run(&["replay", record, "--talk", "black"]).expect(0).out;
    let lines: Vec<&str> = talk.lines().collect();
    assert_eq!(lines[0], "   0 > COLOR 1");
    assert!(lines[1].starts_with("   0 > MOVE BOARD:00000000"), "{talk}");
    assert!(lines[2].starts_with("   0 < "), "{talk}");
    assert!(lines.last().unwrap().ends_with("> QUIT"), "{talk}");
    let json = lab.run(&["replay", record, "--talk", "黒", "--json"]).expect(0).json();
    assert_eq!(json[0]["bytes"], "COLOR 1\n");
    let bot = lab.ja(&["replay", record, "--talk", "white"]).expect(0);
    assert!(bot.out.is_empty() && bot.err.contains("内蔵ボット"), "{bot:?}");
    lab.run(&["replay", record, "--talk", "red"]).expect(2);
}

#[test]
fn records_that_are_not_there() {
    let lab = Lab::new();
    lab.file("folder/x", "");
    let complaint = |name: &str, code| lab.run(&["replay", name]).expect(code).err;
    assert!(complaint("nosuch.jsonl", 4).contains("no such file"));
    assert!(complaint("ffff0000", 4).contains("no record with id ffff0000"));
    assert!(complaint("", 4).contains("no such file"));
    assert!(complaint("folder", 4).contains("is a folder"));
    assert!(lab.ja(&["replay", "なし"]).expect(4).err.contains("そのようなファイルはなく"));
}

#[test]
fn damaged_records_are_shown_as_far_as_they_go() {
    let lab = Lab::new();
    let whole = std::fs::read_to_string(lab.record()).unwrap();
    let lines: Vec<&str> = whole.lines().collect();

    let cut = lab.file("cut.jsonl", lines[..22].join("\n") + "\n");
    let said = lab.run(&["replay", cut.to_str().unwrap()]).expect(4);
    assert!(said.out.contains("\n10. white "), "{}", said.out);
    assert!(said.err.contains("line 23: the record breaks off here"), "{}", said.err);
    let cut = lab.file("cut.jsonl", &whole[..whole.len() / 2]);
    let said = lab.ja(&["replay", cut.to_str().unwrap()]).expect(4);
    assert!(said.err.contains("棋譜がここで途切れています"), "{}", said.err);

    let check = |text: &[u8], words: &str| {
        let file = lab.file("bad.jsonl", text);
        let said = lab.run(&["replay", file.to_str().unwrap()]).expect(4).expect_harmless();
        assert!(said.err.contains(words), "{words}: {}", said.err);
    };
    check(b"", "the file is empty");
    check(b"hello\n", "not a Gyoji record");
    check(b"{}\n", "not a Gyoji record");
    check(b"\x82\xa0\n", "not text in UTF-8");
    check(b"{\"gyoji_record\":1}\n", "the first line is damaged");
    check(b"{\"gyoji_record\":-1}\n", "not a Gyoji record");
    let newer = whole.replacen("\"gyoji_record\":2", "\"gyoji_record\":3", 1);
    check(newer.as_bytes(), "the record has version 3, but this gyoji reads up to version 2");
    let other = whole.replacen("\"othello\"", "\"otello\"", 1);
    check(other.as_bytes(), "did you mean othello?");
    check(format!("{whole}{{}}\n").as_bytes(), "line");
    let garbage = format!("{}\n{{\"event\":\"\\u001b[2Jdanced\"}}\n", lines[0]);
    check(garbage.as_bytes(), "not an event of a record");
    // The rules are broken in line 5: what comes before is shown.
    let illegal =
        [&[header(), moved(0, 0, "d3"), moved(1, 1, "c3")][..], &[moved(2, 0, "a1"), ended()]];
    let file = lab.file("illegal.jsonl", text(&illegal.concat()));
    let said = lab.run(&["replay", file.to_str().unwrap()]).expect(4);
    assert!(said.out.contains("\n2. white c3"), "{}", said.out);
    assert!(said.err.contains("line 4: \"a1\": the move a1 is not legal here"), "{}", said.err);
}

#[test]
fn a_record_with_undone_moves() {
    let lab = Lab::new();
    let undone = json!({ "event": "undone", "plies": 2 });
    let game = [header(), moved(0, 0, "d3"), moved(1, 1, "c3"), undone, moved(0, 0, "c4"), ended()];
    let file = lab.file("undone.jsonl", text(&game));
    let file = file.to_str().unwrap();
    let shown = lab.run(&["replay", file]).expect(0).out;
    assert!(shown.contains("\n2 moves taken back\n") && shown.contains("\n1. black c4"), "{shown}");
    let first = lab.run(&["replay", file, "--ply", "1"]).expect(0).out;
    assert!(first.contains("1. black c4"), "the move that stands: {first}");
}

#[test]
fn hostile_headers() {
    let lab = Lab::new();
    let check = |spoil: &dyn Fn(&mut Value)| {
        let mut head = header();
        spoil(&mut head);
        let file = lab.file("hostile.jsonl", text(&[head, moved(0, 0, "d3"), ended()]));
        look_from_all_sides(&lab, file.to_str().unwrap());
    };
    check(&|head| head["players"] = json!([]));
    check(&|head| head["players"] = json!(vec![head["players"][0].clone(); 100]));
    check(&|head| head["players"][0]["name"] = "\u{1b}[2J\u{9b}31m\r\n\u{202e}x".into());
    check(&|head| head["players"][0]["name"] = "長".repeat(100_000).into());
    check(&|head| head["players"][0]["limit_ns"] = u64::MAX.into());
    check(&|head| head["players"][0]["dialect"] = "\u{1b}[31mnosuch".into());
    check(&|head| head["players"][0]["dialect_options"] = json!({ "\u{1b}": "\u{1b}" }));
    check(&|head| head["id"] = "\u{1b}]0;title\u{7}/../../x".into());
    check(&|head| head["game"] = "\u{1b}[31mothello".into());
    check(&|head| head["options"] = json!({ "start": "\u{1b}[31m" }));
    check(&|head| head["position"] = "\u{1b}[31m".into());
    check(&|head| head["position"] = format!("{} X", "X".repeat(64)).into());
    check(&|head| head["started_ms"] = u64::MAX.into());
    check(&|head| head["seed"] = u64::MAX.into());
    check(&|head| head["gyoji_record"] = u64::MAX.into());
}

#[test]
fn hostile_events() {
    let lab = Lab::new();
    let check = |events: &[Value]| {
        let all = [&[header()], events].concat();
        let file = lab.file("hostile.jsonl", text(&all));
        look_from_all_sides(&lab, file.to_str().unwrap());
    };
    let spent = json!({ "asked": u64::MAX, "used": u64::MAX, "cpu": u64::MAX, "wait": u64::MAX });
    let mut odd = moved(u64::from(u32::MAX), 0, "d3");
    odd["spent"] = spent.clone();
    odd["stderr"] = format!("\u{1b}[2J\r{}\n", "x".repeat(100_000)).repeat(20).into();
    check(&[odd, ended()]);
    check(&[moved(0, 255, "d3"), ended()]);
    check(&[moved(0, 1, "d3"), ended()]);
    check(&[moved(0, 0, "\u{1b}[31m"), ended()]);
    check(&[moved(0, 0, &"d3".repeat(50_000)), ended()]);
    check(&[json!({ "event": "undone", "plies": u32::MAX }), ended()]);
    for (places, points) in
        [(vec![], vec![]), (vec![2, 2, 2, 1], vec![0; 500]), (vec![1; 9], vec![i32::MIN])]
    {
        let why = "\u{1b}[31mwhy".repeat(100);
        check(&[json!({ "event": "ended", "places": places, "points": points, "why": why })]);
    }
    let fault = json!({
        "event": "faulted", "ply": u32::MAX, "seat": 200, "kind": "crash",
        "got": { "hex": "1b5b324a00ff", "more": u64::MAX }, "spent": spent, "limit_ns": u64::MAX,
        "exit": { "signal": i32::MIN }, "system": "\u{1b}[31m", "stderr": "\u{1b}[31m\n".repeat(50),
        "then": "loses",
    });
    let lost = json!({ "event": "ended", "places": [2, 1], "points": [0, 0], "why": "fault",
        "loser": 200, "fault": "crash" });
    check(&[fault.clone(), lost.clone()]);
    let mut own = fault.clone();
    own["seat"] = 0.into();
    check(&[own, lost]);
    let ready = json!({ "event": "ready", "seat": 77, "got": "\u{1b}", "spent": { "asked": 0, "used": 0 } });
    let heard = json!({ "event": "heard", "seat": 9, "ply": u32::MAX, "got": "\u{1b}\n" });
    check(&[ready, json!({ "event": "begun" }), heard, ended()]);
}

#[test]
fn hostile_text() {
    let lab = Lab::new();
    let head = header().to_string();
    for text in [
        format!("{head}\n{}\n", "[".repeat(1_000_000)),
        format!("{head}\n{}{}\n", "{\"a\":".repeat(100_000), "}".repeat(100_000)),
        format!("{head}\n{{\"event\":\"{}\"}}\n", "x".repeat(10_000_000)),
        format!("{}\n", "[".repeat(1_000_000)),
        format!("{{\"gyoji_record\":1,\"id\":\"{}\"}}\n", "x".repeat(10_000_000)),
        format!("{head}\n\n\n\n"),
        format!("{head}\r\n{}\r\n", ended()),
        "\u{feff}".to_owned() + &head,
        "\0".repeat(5_000_000),
    ] {
        let file = lab.file("hostile.jsonl", text);
        let said = lab.run(&["replay", file.to_str().unwrap()]).expect_harmless();
        assert!(matches!(said.code, Some(0 | 4)), "{said:?}");
        assert!(said.err.len() < 10_000, "{}", said.err.len());
    }
    let endless = lab.run(&["replay", "/dev/zero"]).expect(4);
    assert!(endless.err.contains("too large for a record"), "{}", endless.err);
    lab.run(&["replay", "/dev/null"]).expect(4);
}

#[test]
fn a_record_with_thousands_of_events() {
    let lab = Lab::new();
    let fault = json!({
        "event": "faulted", "ply": 0, "seat": 0, "kind": "format", "got": "hello\n",
        "spent": { "asked": 0, "used": 1000 }, "then": "again",
    });
    let mut lines = vec![header()];
    lines.extend(vec![fault; 5000]);
    let undone = json!({ "event": "undone", "plies": 1 });
    for _ in 0..2000 {
        lines.extend([moved(0, 0, "d3"), undone.clone()]);
    }
    lines.push(ended());
    let file = lab.file("long.jsonl", text(&lines));
    let said = lab.run(&["replay", file.to_str().unwrap()]).expect(0);
    assert_eq!(said.out.matches("ASKED AGAIN").count(), 3);
    assert!(said.out.contains("(4997 more faults that cost nobody the game; "));
    look_from_all_sides(&lab, file.to_str().unwrap());
}

/// A game as version 1 has recorded it: eight digits of an id, and no word about the questions.
#[test]
fn a_record_of_version_1_is_shown_and_said_again_as_ever() {
    let lab = Lab::new();
    let old = lab.file("old.jsonl", include_str!("fixtures/version-1.jsonl"));
    let old = old.to_str().unwrap();
    let talk = lab.run(&["replay", old, "--talk", "0"]).expect(0).out;
    assert_eq!(talk, include_str!("fixtures/version-1.talk"));
    let shown = lab.run(&["replay", old]).expect(0).out;
    assert!(shown.starts_with("othello f5adde80  black short - white white\n"), "{shown}");
    assert!(shown.contains("\n10. white pass  0.000 s  (cpu 0.1 ms, kept waiting 0.0 ms)\n"));
    let json = lab.run(&["replay", old, "--json"]).expect(0).json();
    assert_eq!(json["pages"].as_array().map(Vec::len), Some(11));
}
