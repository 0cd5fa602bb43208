//! Command lines and files that are wrong: said in the user's language, with what to do, and with
//! the exit code that the help promises.

mod common;
mod pty;

use common::Lab;
use pty::Terminal;

/// What is wrong, the exit code, and what the Japanese complaint has to say.
const WRONG: &[(&[&str], i32, &str)] = &[
    (&["match"], 2, "次の指定が足りません: <GAME> <PLAYER>..."),
    (&["match", "othello"], 2, "次の指定が足りません: <PLAYER>..."),
    (&["mtch", "othello"], 2, "もしかして: match"),
    (&["league", "rnu"], 2, "使えるもの: run status export"),
    (&["nosuchcommand"], 2, "nosuchcommand というコマンドはありません"),
    (&["--nosuch"], 2, "--nosuch というオプションはここでは使えません"),
    (&["match", "othello", "bot:random", "bot:random", "--gmes", "3"], 2, "もしかして: --games"),
    (&["match", "othello", "bot:random", "bot:random", "-n", "x"], 2, "整数を書いてください"),
    (&["match", "othello", "bot:random", "bot:random", "-n", ""], 2, "整数を書いてください"),
    (
        &["match", "othello", "bot:random", "bot:random", "-n", "0"],
        2,
        "1 から 100000000 までの整数",
    ),
    (&["match", "othello", "bot:random", "bot:random", "-j", "9999"], 2, "1 から 1024 までの整数"),
    (&["match", "othello", "bot:random", "bot:random", "--seed"], 2, "--seed <N> には値が必要です"),
    (&["match", "othello", "bot:random", "bot:random", "--seed", "x"], 2, "整数を書いてください"),
    (
        &["match", "othello", "bot:random", "bot:random", "--time", "abc"],
        2,
        "500ms、5s、2m のような時間",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--clock", "abc"],
        2,
        "持ち時間を書いてください",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--policy", "nice"],
        2,
        "使えるもの: forfeit | retry",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--lifetime", "x"],
        2,
        "使えるもの: per-move",
    ),
    (&["match", "othello", "bot:random", "bot:random", "--ponder", "x"], 2, "使えるもの: yes | no"),
    (
        &["match", "othello", "bot:random", "bot:random", "--sandbox", "9"],
        2,
        "使えるもの: best | 0",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--json=3"],
        2,
        "--json に値 3 は付けられません",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--order", "x"],
        2,
        "使えるもの: sequential random",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--openings", "a", "--opening", "3"],
        2,
        "--openings <FILE> と --opening <PLIES> は同時に使えません",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--json", "--json"],
        2,
        "--json が2回指定されています",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "-o", "start"],
        2,
        "start=standard|mirrored のように",
    ),
    (
        &["match", "othello", "foo:my_ai.py", "bot:random"],
        2,
        "使えるもの: judge, tcp, nboard, gtp, plain, bot",
    ),
    (&["match", "othello", "folder", "bot:random"], 2, "gyoji.toml のないフォルダです"),
    (
        &["match", "othello", "bot:random", "bot:random", "--record", "file"],
        4,
        "file はファイルです。フォルダを指定してください",
    ),
    (
        &["match", "othello", "bot:random", "bot:random", "--openings", "nofile"],
        4,
        "そのようなファイルやフォルダはありません",
    ),
    (&["replay", "nofile"], 4, "棋譜の番号でもありません"),
    (&["replay", "file"], 4, "file"),
    (&["replay", "folder"], 4, "folder はフォルダです"),
    (&["replay", "a", "--from", "x"], 2, "整数を書いてください"),
    (&["league", "run", "nofile"], 4, "そのようなファイルやフォルダはありません"),
    (&["league", "run"], 2, "次の指定が足りません"),
    (&["kits", "--zip", "nowhere/x.zip"], 4, "そのようなファイルやフォルダはありません"),
    (&["bench", "nothing"], 2, "使えるもの: referee"),
    (&["completions", "fsh"], 2, "もしかして: fish"),
    (&["play", "othello", "--glyphs", "x"], 2, "使えるもの: ascii emoji"),
    (&["--lang", "fr", "games"], 2, "ここでは en か ja"),
    (&["new-bot", "x", "--game", "othello"], 2, "何の言語で書くか"),
    (&["new-bot", "x", "--game", "othello", "--lang", "cobol"], 2, "使えるもの: python, java"),
    (&["check", "nothing-here"], 2, "そのようなプログラムはありません"),
    (&["kits", "--zip", "."], 4, "フォルダです。ファイルを指定してください"),
    (&["perft", "othello", "x"], 2, "整数を書いてください"),
    (&["perft", "othello", "-3"], 2, "--オプション=-3 または -- -3"),
    (&["perft", "othello", "2", "3"], 2, "3 は余分な引数です"),
    (&["serve", "--port", "99999"], 2, "0 から 65535 までの整数"),
    (
        &["othello-server", "--host", "192.0.2.1", "--port", "0"],
        1,
        "このマシンのアドレスではありません",
    ),
    (&["othello-client", "127.0.0.1", "--port", "1"], 1, "待っているプログラムがありません"),
    (&["train", "othello", "--hours", "x"], 2, "時間数を書いてください"),
    (&["check", "nofile.py", "--game", "othello"], 2, "そのようなファイルはありません"),
];

fn lab() -> Lab {
    let lab = Lab::new();
    std::fs::create_dir(lab.path("folder")).expect("a folder");
    lab.file("file", "x\n");
    lab
}

#[test]
fn what_is_wrong_is_said_in_japanese_with_what_to_do() {
    let lab = lab();
    let mut wrong = Vec::new();
    for (args, code, says) in WRONG {
        let mut command = lab.gyoji(args);
        command.env("LANG", "ja_JP.UTF-8");
        let said = common::finish(command, "");
        let english = ["error:", "Usage:", "For more", "tip:", "os error 2)", "invalid"];
        let is_english = english.iter().any(|word| said.err.contains(word));
        if said.code != Some(*code) || !said.err.contains(says) || is_english {
            wrong.push(format!("{args:?}: {code}, {says}\n  {said:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn english_has_the_same_exit_codes() {
    let lab = lab();
    for (args, code, _) in WRONG {
        let said = lab.run(args);
        assert_eq!(said.code, Some(*code), "{args:?}: {said:?}");
        assert!(said.err.is_ascii(), "{args:?}: {said:?}");
    }
}

#[test]
fn a_complaint_names_the_usage_and_the_help_of_its_command() {
    let said = Lab::new().run(&["--lang", "ja", "match", "othello"]);
    let lines: Vec<&str> = said.err.lines().collect();
    assert_eq!(lines[1], "使い方: gyoji match <GAME> <PLAYER>...", "{said:?}");
    assert_eq!(lines[2], "詳しくは gyoji match --help", "{said:?}");
    assert_eq!(lines.len(), 3, "{said:?}");
}

#[test]
fn at_a_terminal_sentences_and_help_break_where_a_reader_would() {
    let lab = Lab::new();
    for (lang, whole) in [("en", "known:"), ("ja", "使えるもの:")] {
        let wrong = ["--lang", lang, "match", "renju", "bot:greedy", "bot:random"];
        let Some(mut terminal) = Terminal::start(&lab.gyoji(&wrong), (80, 24)) else { return };
        assert_eq!(terminal.end(), Some(2));
        let shown = terminal.shown();
        assert!(shown.contains(whole) && shown.lines().count() > 1, "{shown}");
        let is_whole = |line: &str| !line.trim().ends_with(|c: char| c.is_ascii_alphabetic());
        let (_last, lines) = shown.trim_end().rsplit_once('\n').map_or(("", ""), |(a, b)| (b, a));
        assert!(lines.lines().all(is_whole), "{shown}");
    }
    let mut command = lab.gyoji(&["--lang", "ja", "play", "-h"]);
    command.env("NO_COLOR", "1");
    let mut terminal = Terminal::start(&command, (80, 60)).unwrap();
    assert_eq!(terminal.end(), Some(0));
    let shown = terminal.shown();
    // What belongs to an option stands below its first words, not at the edge.
    let options = shown.lines().skip_while(|line| !line.starts_with("オプション"));
    let options: Vec<&str> = options.skip(1).take_while(|line| !line.is_empty()).collect();
    assert!(options.len() > 10, "{shown}");
    assert!(options.iter().all(|line| line.starts_with("  ")), "{shown}");
}

#[test]
fn the_japanese_help_uses_one_word_for_one_thing() {
    let lab = Lab::new();
    for command in ["match", "judge", "play", "replay", "check", "bot", "games", "league"] {
        let said = lab.run(&["--lang", "ja", command, "--help"]);
        for word in ["通信方式", "乱数の種", "版を", "悪い答え", "組み込みボット", "耳を傾け"]
        {
            assert!(!said.out.contains(word), "{command}: {word}");
        }
    }
}
