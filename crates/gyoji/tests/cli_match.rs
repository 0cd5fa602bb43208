//! `gyoji match`: series of games between bots, programs and people.

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Dialogue, Lab, finish, gyoji, interrupt, is_installed, kit, until, wait};

/// A position a few moves before the end, for programs that take long to start.
const LATE: &str = "XXXXXXX-XXXXXXXXXXXOXOXXXXXXOXOXXXXXOOXXXXXXOXXXX-XOOX-X-X----XX X";

/// An AI that prints what it thinks.
const CHATTY: &str =
    "while read line; do case $line in MOVE*) echo 'thinking...'; echo d3;; esac; done\n";

#[test]
fn the_score_adds_up() {
    let lab = Lab::new();
    let args =
        ["match", "othello", "bot:greedy", "bot:random", "-n", "20", "-j", "2", "--seed", "5"];
    let said = lab.run(&args).expect(0);
    assert!(said.err.is_empty(), "no progress bar where there is no terminal: {:?}", said.err);
    assert!(said.out.starts_with("player"), "{}", said.out);
    assert!(said.out.contains("\nseed 5; endings: "), "{}", said.out);
    let again = lab.run(&args).expect(0);
    assert_eq!(said.out, again.out, "the seed decides everything");

    let json = lab.run(&[&args[..], &["--json"]].concat()).expect(0).json();
    assert_eq!(
        (&json["game"], &json["games"], &json["seed"]),
        (&"othello".into(), &20.into(), &5.into())
    );
    assert_eq!(json["interrupted"], false);
    assert!(json["records"].is_null());
    let count = |player: usize, what: &str| json["players"][player][what].as_u64().unwrap();
    for player in [0, 1] {
        assert_eq!(count(player, "games"), 20);
        let results = count(player, "wins") + count(player, "draws") + count(player, "losses");
        assert_eq!(results, 20);
        assert_eq!(count(player, "faults"), 0);
        for field in ["name", "score", "mean", "margin95", "elo", "points", "played_out"] {
            assert!(!json["players"][player][field].is_null(), "{field}");
        }
    }
    assert_eq!(count(0, "wins"), count(1, "losses"));
    let endings = json["endings"].as_object().unwrap().values();
    assert_eq!(endings.map(|count| count.as_u64().unwrap()).sum::<u64>(), 20);
    assert!(json["first_seat_score"].is_f64() && json["different_games"].is_u64());
}

#[test]
fn the_table_in_japanese() {
    let lab = Lab::new();
    let said = lab
        .ja(&["match", "othello", "bot:random?name=田中", "bot:random", "--seed", "5"])
        .expect(0);
    assert!(said.out.starts_with("対局者  局数  勝  分  負  得点率 (95 %)"), "{}", said.out);
    assert!(said.out.contains("\n田中  "), "{}", said.out);
    assert!(said.out.contains("盤面が埋まりました（"), "{}", said.out);
}

#[test]
fn every_game_is_recorded_and_can_be_replayed() {
    let lab = Lab::new();
    let args = ["match", "othello", "bot:random", "bot:greedy", "-n", "6", "--opening", "4"];
    let said = lab.run(&[&args[..], &["--record", "記録 1/deep"]].concat()).expect(0);
    assert!(said.out.contains("records: 記録 1/deep"), "{}", said.out);
    let records = lab.files("記録 1/deep");
    assert_eq!(records.len(), 6);
    for record in records {
        lab.run(&["replay", record.to_str().unwrap()]).expect(0);
    }
}

#[test]
fn sample_programs_play_whole_games_in_both_lifetimes() {
    let lab = Lab::new();
    for (needs, program) in [("python3", kit("python/my_ai.py")), ("node", kit("js/my_ai.js"))] {
        if is_installed(needs) {
            lab.run(&["match", "othello", &program, "bot:random"]).expect(0);
        }
    }
    if is_installed("python3") {
        let python = kit("python/my_ai.py");
        let per_move =
            ["match", "othello", &python, "bot:random", "-n", "1", "--lifetime", "per-move"];
        lab.run(&per_move).expect(0);
    }
}

#[test]
fn the_java_program_plays_in_both_lifetimes() {
    if !is_installed("javac") {
        return;
    }
    let lab = Lab::new();
    let mut javac = Command::new("javac");
    lab.at_home(&mut javac);
    javac.args(["-encoding", "UTF-8", "-d", "classes", &kit("java/MyAi.java")]);
    assert!(javac.status().unwrap().success());
    lab.run(&["match", "othello", "classes/MyAi.class", "bot:random"]).expect(0);
    let late = ["match", "othello", "classes/MyAi.class", "bot:random", "--lifetime", "per-move"];
    lab.run(&[&late[..], &["--position", LATE]].concat()).expect(0);
}

#[test]
fn our_own_bots_as_programs_in_every_dialect() {
    let lab = Lab::new();
    let judge = format!("{} bot greedy", gyoji());
    let plain = format!("plain:{} bot random --dialect plain --seed 3", gyoji());
    let json = lab.run(&["match", "othello", &judge, &plain, "-n", "2", "--json"]).expect(0).json();
    assert_eq!(json["players"][0]["faults"], 0);
    assert_eq!(json["players"][1]["faults"], 0);
    // Only plain knows one process for many games: QUIT tells a program of the judge to leave.
    let kept = plain.replacen("plain:", "plain?lifetime=keep:", 1);
    lab.run(&["match", "othello", &kept, &judge, "-n", "4"]).expect(0);
}

#[test]
fn debug_text_loses_with_an_explanation() {
    let lab = Lab::new();
    let ai = lab.file("my_ai.sh", CHATTY);
    let ai = ai.to_str().unwrap();
    let said = lab.run(&["match", "othello", ai, "bot:random", "-n", "1"]).expect(3);
    for words in [
        "FORFEIT: not a move",
        "\"thinking...\\n\"",
        "this looks like debug output",
        "again: gyoji replay ",
    ] {
        assert!(said.err.contains(words), "{words}: {}", said.err);
    }
    let again = said.err.lines().find(|line| line.contains("again:")).unwrap();
    let id = again.split_whitespace().nth(3).unwrap();
    let shown = lab.run(&["replay", &id[..6]]).expect(0).out;
    assert!(shown.contains("this looks like debug output"), "{shown}");
    let once_more = lab.run(&["replay", id, "--from", "1", "--with", ai]).expect(3).out;
    assert!(once_more.contains("move 1: no valid answer"), "{once_more}");

    let said = lab.ja(&["match", "othello", ai, "bot:random", "-n", "12"]).expect(3);
    assert!(said.err.contains("デバッグ出力のようです"), "{}", said.err);
    assert_eq!(said.err.matches("反則負け").count(), 3, "{}", said.err);
    assert!(said.err.contains("これ以降の反則は数だけ数えます"), "{}", said.err);
    let quiet = lab.run(&["match", "othello", ai, "bot:random", "-q"]).expect(3);
    assert!(quiet.err.is_empty(), "{}", quiet.err);
}

#[test]
fn players_that_cannot_start_are_named_before_anything_happens() {
    let lab = Lab::new();
    lab.file("my_ai.py", "");
    lab.file("notes", "what was thought of\n");
    let complaint = |player: &str| {
        let said = lab.run(&["match", "othello", player, "bot:random"]).expect(2);
        assert!(said.out.is_empty());
        said.err
    };
    assert!(complaint("./my_a.py").contains("did you mean ./my_ai.py?"));
    assert!(complaint("notes").contains("chmod +x"));
    assert!(complaint("no/such/thing").contains("no folder no/such"));
    assert!(complaint("bot:gredy").contains("did you mean greedy?"));
    assert!(complaint("gredy").contains("did you mean bot:greedy?"));
    assert!(complaint("python3").contains("quotation marks"));
    assert!(complaint("juge:./notes").contains("did you mean judge?"));
    assert!(complaint("judge?lifetime=ever:./notes").contains("per-move | per-game | keep"));
    assert!(complaint("judge?limit=x:./notes").contains("500ms"));
    assert!(complaint("bot:greedy?level=3").contains("no option level"));
    assert!(complaint("'oops").contains("quotation mark"));
    assert!(complaint("  ").contains("write a player"));
    let japanese = lab.ja(&["match", "othello", "bot:gredy", "bot:random"]).expect(2).err;
    assert_eq!(
        japanese,
        "gyoji: \"gredy\": othello にそのようなボットはありません。もしかして: greedy\n"
    );
}

#[test]
fn a_program_that_exists_but_does_not_come_up_loses() {
    let lab = Lab::new();
    let broken = lab.file("broken", "#!/etc/passwd\n");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&broken, mode).unwrap();
    let said = lab.run(&["match", "othello", "./broken", "bot:random", "-n", "1"]).expect(3);
    assert!(said.err.contains("did not start"), "{}", said.err);
}

#[test]
fn a_game_without_a_time_limit() {
    let lab = Lab::new();
    let program = format!("{} bot random", gyoji());
    lab.run(&["match", "othello", &program, "bot:random", "--time", "0", "-n", "1"]).expect(0);
}

#[test]
fn names_cannot_command_the_terminal() {
    let lab = Lab::new();
    let name = "e\u{1b}[31mv\u{7}i\rl\u{202e}.sh";
    lab.file(name, CHATTY);
    let path = format!("./{name}");
    lab.run(&["match", "othello", &path, "bot:random"]).expect(3).expect_harmless();
    lab.run(&["judge", &path, "bot:random"]).expect(3).expect_harmless();
    lab.run(&["judge", &path, "bot:random", "bot:greedy", "-n", "1"]).expect(3).expect_harmless();
    for record in lab.files("state/gyoji/records") {
        lab.run(&["replay", record.to_str().unwrap()]).expect(0).expect_harmless();
    }
    let named = "bot:random?name=\u{1b}]0;owned\u{7}\u{9b}2J";
    let said = lab.run(&["match", "othello", named, "bot:greedy"]).expect(0).expect_harmless();
    assert!(said.out.contains(r"\e]0;owned\u{7}"), "{}", said.out);
    lab.run(&["match", "othello", "\u{1b}[2J", "bot:greedy"]).expect(2).expect_harmless();
    lab.run(&["replay", "\u{1b}[2J"]).expect(4).expect_harmless();
}

#[test]
fn names_with_spaces_and_quotes_work() {
    let lab = Lab::new();
    lab.file("強い \"AI\" 's.sh", CHATTY);
    let said =
        lab.run(&["match", "othello", "強い \"AI\" 's.sh", "bot:random", "-n", "1"]).expect(3);
    assert!(said.err.contains("thinking..."), "{}", said.err);
    let long = format!("bot:random?name={}", "長".repeat(500));
    let said = lab.run(&["match", "othello", &long, "bot:greedy"]).expect(0);
    assert!(said.out.lines().all(|line| line.chars().count() < 200), "{}", said.out);
}

#[test]
fn players_of_one_name_are_told_apart() {
    let lab = Lab::new();
    lab.file("taro/my_ai.sh", CHATTY);
    lab.file("hanako/my_ai.sh", CHATTY);
    let said = lab.run(&["match", "othello", "taro/my_ai.sh", "hanako/my_ai.sh", "-q"]).expect(3);
    assert!(
        said.out.contains("\ntaro/my_ai ") && said.out.contains("\nhanako/my_ai "),
        "{}",
        said.out
    );
}

#[test]
fn a_folder_that_cannot_be_written_is_a_failure() {
    let lab = Lab::new();
    lab.file("file", "");
    let args = ["match", "othello", "bot:random", "bot:greedy", "--record"];
    for folder in ["file", "file/games"] {
        let said = lab.run(&[&args[..], &[folder]].concat()).expect(4);
        assert!(said.err.starts_with(&format!("gyoji: {folder}")), "{}", said.err);
    }
    // A disk that is full after the first kilobytes, as far as one process can see.
    let mut command = Command::new("sh");
    lab.at_home(&mut command);
    command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" \"$@\"", gyoji()]);
    command.args(args).args(["games", "-n", "4"]);
    let said = finish(command, "").expect(1);
    assert!(said.err.starts_with("gyoji: the record games/othello-"), "{}", said.err);
}

#[test]
fn one_ctrl_c_finishes_the_running_games() {
    let lab = Lab::new();
    let args =
        ["match", "othello", "bot:mcts?playouts=300", "bot:greedy", "-n", "100000", "-j", "1"];
    let mut command = lab.gyoji(&[&args[..], &["--json", "--record", "games"]].concat());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    until(|| lab.files("games").len() > 1);
    interrupt(&child);
    let said = child.wait_with_output().unwrap();
    assert_eq!(said.status.code(), Some(5));
    let words = String::from_utf8(said.stderr).unwrap();
    assert!(words.contains("press Ctrl-C again"), "{words}");
    let json: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    assert_eq!(json["interrupted"], true);
    let records = lab.files("games");
    assert_eq!(json["games"], records.len(), "what began was finished, and nothing else began");
    for record in &records {
        lab.run(&["replay", record.to_str().unwrap(), "--ply", "0"]).expect(0);
    }
}

#[test]
fn two_ctrl_c_stop_at_once() {
    let lab = Lab::new();
    lab.file("sleeps.sh", "touch started; sleep 1000\n");
    let args =
        ["match", "othello", "sleeps.sh", "bot:random", "--time", "10m", "--record", "games"];
    let mut command = lab.gyoji(&args);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    until(|| lab.path("started").exists());
    interrupt(&child);
    std::thread::sleep(Duration::from_millis(100));
    assert!(child.try_wait().unwrap().is_none(), "the first one waits for the game");
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), Some(5));
    let record = lab.files("games").remove(0);
    let shown = lab.run(&["replay", record.to_str().unwrap()]).expect(0).out;
    assert!(shown.contains("Stopped, no result."), "{shown}");
}

#[test]
fn records_survive_kill_9() {
    let lab = Lab::new();
    let args =
        ["match", "othello", "bot:mcts?playouts=300", "bot:random", "-n", "100000", "-j", "2"];
    let mut command = lab.gyoji(&[&args[..], &["--record", "games"]].concat());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    until(|| lab.files("games").len() > 4);
    child.kill().unwrap();
    child.wait().unwrap();
    let mut whole = 0;
    for record in lab.files("games") {
        let said = lab.run(&["replay", record.to_str().unwrap()]);
        match said.code {
            Some(0) => whole += 1,
            _ => {
                let said = said.expect(4);
                let is_clear = ["the game has no end", "the file is empty"];
                assert!(is_clear.iter().any(|words| said.err.contains(words)), "{}", said.err);
            }
        }
    }
    assert!(whole >= 3, "{whole}");
}

#[test]
fn a_person_can_play_a_series() {
    let lab = Lab::new();
    let mut match_ =
        Dialogue::start(lab.gyoji(&["match", "othello", "human", "bot:random", "-j", "4"]));
    assert!(match_.expect_prompt().contains("You are black"));
    assert!(match_.ask("quit").contains("You are white"), "seats change");
    match_.say("quit");
    assert_eq!(match_.leave(), Some(0));
    assert!(match_.shown.contains("\nrandom      2    2 "), "{}", match_.shown);
}

#[test]
fn a_person_who_leaves_ends_the_series() {
    let lab = Lab::new();
    for players in [["human", "bot:random"], ["bot:random", "human"], ["human", "human"]] {
        let args = ["match", "othello", players[0], players[1], "-n", "1000"];
        let said = lab.run(&args).expect(5);
        assert!(said.out.len() < 10_000, "{}", said.out.len());
        // People are not explained to themselves.
        let left =
            "gyoji: nobody is at the keyboard any more: the series ends after 1 of 1000 games";
        assert_eq!(said.err.trim(), left);
        assert!(said.out.contains("(the player left)"), "{}", said.out);
    }
    let said = lab.ja(&["match", "othello", "human", "bot:random", "-n", "3"]).expect(5);
    assert_eq!(said.err.trim(), "gyoji: 入力が閉じられたため、3 局のうち 1 局で終わります");
    assert!(said.out.contains("対局者がいなくなりました"), "{}", said.out);
    let only = ["match", "othello", "human", "bot:random", "-n", "1"];
    assert_eq!(lab.run(&only).expect(0).err, "", "all games have been played");
}

/// Says everything twice; the second time may be before the next question or just after it.
const TWICE_PY: &str = r#"
import os, sys
sys.path.insert(0, sys.argv[1])
import my_ai
def twice(text, **_):
    for _ in range(2):
        os.write(1, f"{text}\n".encode())
my_ai.print = twice
my_ai.main()
"#;

#[test]
fn a_program_that_answers_twice_is_never_told_of_an_old_board() {
    if !is_installed("python3") {
        return;
    }
    let lab = Lab::new();
    lab.file("twice.py", TWICE_PY);
    let program = format!("judge:python3 -B twice.py {}", kit("python"));
    let said = lab.run(&["match", "othello", &program, "bot:random", "-n", "3"]).expect(3);
    assert_eq!(said.err.matches("FORFEIT").count(), 3, "{}", said.err);
    let reasons = said.err.lines().filter(|line| line.trim_start().starts_with("why: "));
    assert_eq!(reasons.filter(|line| line.contains(" twice")).count(), 3, "{}", said.err);
    assert!(!said.err.contains("is that still the board"), "{}", said.err);
}
