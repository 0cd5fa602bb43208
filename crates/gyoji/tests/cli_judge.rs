//! `gyoji judge`: the class-room judge.

mod common;

use common::{Dialogue, Lab, gyoji, is_installed, kit, legal};

const CHATTY: &str =
    "while read line; do case $line in MOVE*) echo 'thinking...'; echo d3;; esac; done\n";
const FIRST_BOARD: &str =
    "MOVE BOARD:0000000000000000000000000002100000012000000000000000000000000000";

#[test]
fn the_log_of_a_game() {
    let lab = Lab::new();
    let said = lab.run(&["judge", "bot:greedy", "bot:random", "--log", "logs"]).expect(0);
    let log = std::fs::read_to_string(lab.files("logs").remove(0)).unwrap();
    assert_eq!(said.out, log, "the file holds what was shown");
    assert!(log.starts_with("=== game "), "{log}");
    assert!(log.contains(": black greedy - white random ===\n"), "{log}");
    assert!(log.contains(FIRST_BOARD), "{log}");
    assert!(log.contains("\n[1] black greedy: "), "{log}");
    assert!(log.contains("\n[2] white random: "), "{log}");
    let boards = log.matches("MOVE BOARD:").count();
    let moves = log.lines().filter(|line| line.starts_with('[')).count();
    assert_eq!(boards, moves + 1, "a board after each move and one before");
    let last = log.lines().last().unwrap();
    assert!(last.contains("beats") || last.contains("draw"), "{last}");
    assert!(
        last.ends_with("(the board is full)") || last.ends_with("(neither side can move)"),
        "{last}"
    );
}

#[test]
fn the_log_in_japanese_says_why_a_game_was_lost() {
    let lab = Lab::new();
    lab.file("my_ai.sh", CHATTY);
    let said = lab.ja(&["judge", "bot:random", "my_ai.sh", "--log", "logs"]).expect(3);
    assert!(said.out.contains("黒 random の勝ち（白 my_ai の負け）"), "{}", said.out);
    assert!(said.out.contains("(反則: 手として読めない出力)"), "{}", said.out);
    assert!(said.err.contains("デバッグ出力のようです"), "{}", said.err);
    let log = std::fs::read_to_string(lab.files("logs").remove(0)).unwrap();
    assert!(log.contains("デバッグ出力のようです"), "{log}");
}

#[test]
fn without_arguments_it_asks_for_the_programs() {
    let lab = Lab::new();
    lab.file("my ai.sh", CHATTY);
    let said = lab.run_with(&["judge"], "\nmy ai.sh\n  bot:greedy  \n").expect(3);
    assert!(said.out.starts_with("Othello judge."), "{}", said.out);
    assert!(said.out.contains("black my ai - white greedy"), "{}", said.out);
    let home = lab.run_with(&["judge"], "~/my ai.sh\n'my ai.sh'\n").expect(3);
    assert!(home.out.contains("black my ai#1 - white my ai#2"), "{}", home.out);
    let none = lab.run_with(&["judge"], "").expect(2);
    assert!(none.err.contains("no program was given"), "{}", none.err);
    let one = lab.run_with(&["judge"], "bot:random\n").expect(2);
    assert!(one.err.contains("before the second program"), "{}", one.err);
    let missing = lab.run_with(&["judge"], "my_ai.sh\n").expect(2);
    assert!(missing.err.contains("did you mean ./my ai.sh?"), "{}", missing.err);
    let json = lab.run_with(&["judge", "--json"], "bot:random\nbot:greedy\n").expect(0).json();
    assert_eq!(json["players"], serde_json::json!(["random", "greedy"]));
    assert!(json["ended"]["places"].is_array() && json["id"].is_string());
}

#[test]
fn one_program_plays_against_you() {
    let lab = Lab::new();
    let program = format!("{} bot random", gyoji());
    let mut game = Dialogue::start(lab.gyoji(&["judge", &program, "--log", "logs"]));
    let shown = game.expect_prompt();
    assert!(shown.contains("You are black"), "{shown}");
    assert!(game.ask("a1").contains("a1 cannot be played here"), "asked again");
    let mut shown = game.ask("d3");
    assert!(shown.contains("white plays "), "{shown}");
    loop {
        game.say(&legal(&shown)[0]);
        match game.prompt() {
            Some(next) => shown = next,
            None => break,
        }
    }
    assert_eq!(game.leave(), Some(0));
    assert_eq!(lab.files("logs").len(), 1);
}

#[test]
fn an_empty_second_answer_means_that_you_play() {
    let lab = Lab::new();
    let mut game = Dialogue::start(lab.gyoji(&["judge"]));
    game.say("bot:random");
    game.say("");
    assert!(game.expect_prompt().contains("You are black"));
    game.say("q");
    assert_eq!(game.leave(), Some(0));
}

#[test]
fn a_class_plays_all_against_all() {
    let lab = Lab::new();
    lab.file("taro/my_ai.sh", CHATTY);
    lab.file("hanako/my_ai.sh", CHATTY);
    let args = ["judge", "bot:greedy", "taro/my_ai.sh", "hanako/my_ai.sh"];
    let said = lab.run(&[&args[..], &["--log", "logs", "--record", "games"]].concat()).expect(3);
    assert!(
        said.err
            .starts_with("3 programs, all against all, 3 games for each ordered pair: 18 games")
    );
    assert!(said.err.contains("[18/18] "), "{}", said.err);
    assert_eq!((lab.files("logs").len(), lab.files("games").len()), (18, 18));
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("program "), "{}", said.out);
    for word in ["won", "drawn", "lost", "as black", "as white", "discs", "faults"] {
        assert!(lines[0].contains(word), "{}", said.out);
    }
    let first: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(first, ["1.", "greedy", "12", "12", "0", "0", "6-0-0", "6-0-0", "0", "0"]);
    // Both of the others forfeit whenever they are asked first: they are equal.
    assert!(lines[2].starts_with("2. taro/my_ai ") && lines[3].starts_with("2. hanako/my_ai "));

    let json = lab.run(&[&args[..], &["-n", "1", "--json"]].concat()).expect(3).json();
    assert_eq!(json[0]["total"]["name"], "greedy");
    assert_eq!((&json[0]["black"]["wins"], &json[0]["white"]["wins"]), (&2.into(), &2.into()));
    let japanese = lab.ja(&[&args[..], &["-n", "1"]].concat()).expect(3);
    assert!(japanese.out.starts_with("プログラム"), "{}", japanese.out);
    assert!(japanese.err.starts_with("3 個のプログラムの総当たり"), "{}", japanese.err);
}

#[test]
fn lenient_reads_as_the_original_does() {
    let lab = Lab::new();
    // Answers the first question in capitals with a remark behind it; dies at the second.
    lab.file("loud.sh", "read color; read board; echo ' D3 best '; read board\n");
    let strict = lab.run(&["judge", "loud.sh", "bot:random"]).expect(3);
    assert!(!strict.out.contains("[1] black loud"), "{}", strict.out);
    let lenient = lab.run(&["judge", "--lenient", "loud.sh", "bot:random"]).expect(3);
    assert!(lenient.out.contains("[1] black loud: d3"), "{}", lenient.out);
}

#[test]
fn two_programs_play_as_many_games_as_they_are_told() {
    let lab = Lab::new();
    let said = lab.run(&["judge", "bot:greedy", "bot:random", "-n", "2", "--log", "logs"]);
    let said = said.expect(0);
    assert!(said.err.contains("2 games for each ordered pair: 4 games"), "{}", said.err);
    assert_eq!(lab.files("logs").len(), 4);
    let rows: Vec<Vec<&str>> =
        said.out.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!((rows.len(), rows[0][2], rows[1][2]), (2, "4", "4"), "{}", said.out);
    // Without -n it is one game, move by move.
    let one = lab.run(&["judge", "bot:greedy", "bot:random"]).expect(0);
    assert!(one.out.starts_with("=== game "), "{}", one.out);
}

/// Answers only its first question, and says something to stderr before it.
const TALKS: &str = "echo booting >&2; read color; read board; echo d3\n";
/// Answers with what only a lenient reader takes.
const LOUD: &str = "read color; read board; echo ' D3 best '\n";

#[test]
fn the_original_reads_both_streams_and_prints_its_ranking() {
    let lab = Lab::new();
    lab.file("loud.sh", LOUD);
    lab.file("talks.sh", TALKS);
    // The same programs, with their streams apart: nobody minds what is said to stderr.
    let apart = ["judge", "--lenient", "--per-move", "talks.sh", "loud.sh"];
    let said = lab.run(&apart).expect(3);
    assert!(said.out.contains("[1] black talks: d3"), "{}", said.out);

    let said = lab.ja(&["judge", "--original", "loud.sh", "talks.sh"]).expect(3);
    let why = "反則: 手として読めない出力";
    let game = |round: u8, discs: &str, winner: &str, loser: &str| {
        format!(
            "  {round}回戦:対戦中・・・\r  {round}回戦:試合終了：{discs}, 勝者：{winner} : {loser}: {why}\n"
        )
    };
    let mut wanted = String::from("\n黒：loud.sh  vs  白：talks.sh\n");
    for round in 1..=3 {
        wanted += &game(round, "黒(04), 白(01)", "黒：loud.sh", "白(2) - talks.sh");
    }
    wanted += "\n黒：talks.sh  vs  白：loud.sh\n";
    for round in 1..=3 {
        // Two discs each lie there, but a forfeit counts by its winner.
        wanted += &game(round, "黒(02), 白(02)", "白：loud.sh", "黒(1) - talks.sh");
    }
    wanted += "------------------------\n\
        第1位:勝ち:06(黒:03,白:03), 負け:00(黒:00,白:00), 引分:00(黒:00,白:00), \
        獲得石数:018 : loud.sh\n\
        第2位:勝ち:00(黒:00,白:00), 負け:06(黒:03,白:03), 引分:00(黒:00,白:00), \
        獲得石数:009 : talks.sh\n";
    assert_eq!(said.out, wanted);
    assert!(said.err.contains("標準エラー出力も標準出力と同じように読まれます"), "{}", said.err);

    let logs: Vec<_> = lab
        .files(".")
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == "log"))
        .collect();
    assert_eq!(logs.len(), 6, "{logs:?}");
    let first = logs
        .iter()
        .find(|path| path.to_string_lossy().contains("_黒(1) - loud.sh_白(2) - talks.sh"));
    let log = std::fs::read_to_string(first.expect("it is named after both")).expect("a log");
    for line in [
        "黒番 AI: loud.sh",
        "白番 AI: talks.sh",
        "手番: 黒(1) - loud.sh",
        ">>> 黒(1) - loud.shが打った手: D3 best",
        "3 - - - ● - - - - ",
        "MOVE BOARD:0000000000000000000100000001100000012000000000000000000000000000",
        ">>> 白(2) - talks.shが打った手: booting",
        "最終結果: 黒(4) vs 白(1)",
        "勝者: 黒(1) - loud.sh",
    ] {
        assert!(log.lines().any(|one| one == line), "{line}\n{log}");
    }
}

#[test]
fn the_original_asks_as_it_does() {
    let lab = Lab::new();
    lab.file("loud.sh", LOUD);
    let args = ["judge", "--original", "--log", "logs"];
    let said = lab.run_with(&args, "loud.sh\nbot:random\nloud.sh\n\n").expect(3);
    assert!(said.out.contains("\nplace 3: won:"), "{}", said.out);
    assert_eq!(lab.files("logs").len(), 18);
    // One program plays against a person, who says which colour.
    let program = format!("{} bot random", gyoji());
    for (answer, colour) in [("b", "black"), ("w", "white")] {
        let mut game = Dialogue::start(lab.gyoji(&[&args[..], &[&program]].concat()));
        game.say(answer);
        let shown = game.expect_prompt();
        assert!(shown.contains(&format!("You are {colour}")), "{shown}");
        game.say("q");
        assert_eq!(game.leave(), Some(0));
    }
}

#[test]
fn the_original_cannot_be_changed() {
    let lab = Lab::new();
    let players = ["bot:random", "bot:greedy"];
    for (flag, value) in [("--time", "1s"), ("-n", "2")] {
        let args = [&["judge", "--original", flag, value], &players[..]].concat();
        let said = lab.run(&args).expect(2);
        assert!(said.err.contains(&format!("{flag} does not go with it")), "{}", said.err);
        let said = lab.ja(&args).expect(2);
        assert!(said.err.contains(&format!("{flag} とは一緒に使えません")), "{}", said.err);
    }
    // What it does anyway may be said.
    let args = ["judge", "--original", "--lenient", "--per-move", "--json"];
    let rows = lab.run(&[&args[..], &players].concat()).expect(0).json();
    assert_eq!(rows[0]["total"]["games"], 6);
}

#[test]
fn per_move_starts_a_new_process_for_each_move() {
    let lab = Lab::new();
    let program = format!("{} bot greedy", gyoji());
    lab.run(&["judge", "--per-move", &program, &program]).expect(0);
    lab.file("counts.sh", "echo x >> starts; exec \"$GYOJI\" bot random\n");
    let mut command = lab.gyoji(&["judge", "--per-move", "counts.sh", "bot:random"]);
    command.env("GYOJI", gyoji());
    let said = common::finish(command, "").expect(0);
    let moves = said.out.lines().filter(|line| line.contains("] black counts: ")).count();
    let starts = std::fs::read_to_string(lab.path("starts")).unwrap().lines().count();
    assert_eq!(starts, moves);
}

#[test]
fn the_sample_programs_are_judged() {
    if !is_installed("python3") || !is_installed("node") {
        return;
    }
    let lab = Lab::new();
    let (python, js) = (kit("python/my_ai.py"), kit("js/my_ai.js"));
    let said = lab.run(&["judge", &python, &js]).expect(0);
    assert!(said.out.contains("black python/my_ai") && said.out.contains("white js/my_ai"));
    lab.run(&["judge", "--per-move", "--lenient", &python, "bot:greedy"]).expect(0);
}

#[test]
fn a_silent_program_loses_on_time() {
    let lab = Lab::new();
    lab.file("silent.sh", "while read line; do :; done\n");
    // Per move the start-up is part of the time, so this is quick.
    let args = ["judge", "--per-move", "--time", "300ms", "silent.sh", "bot:random"];
    let said = lab.ja(&args).expect(3);
    assert!(said.out.contains("(反則: 時間切れ)"), "{}", said.out);
    assert!(said.err.contains("時間切れ"), "{}", said.err);
}

#[test]
fn bad_arguments_and_folders() {
    let lab = Lab::new();
    lab.file("file", "");
    lab.run(&["judge", "missing.py", "bot:random"]).expect(2);
    lab.run(&["judge", "bot:random", "bot:gredy"]).expect(2);
    lab.run(&["judge", "bot:random", "bot:greedy", "--log", "file"]).expect(4);
    lab.run(&["judge", "bot:random", "bot:greedy", "--record", "file/x"]).expect(4);
    lab.run(&["judge", "python3", "my_ai.py"]).expect(2);
}
