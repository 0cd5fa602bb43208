//! Ctrl-C is heard in every moment of an event, and what was left off is played later.

mod common;
mod league_common;

use std::fs::{self, File};
use std::process::{Child, Command, Stdio};

use common::{Lab, finish_within, interrupt, is_installed, until, wait};
use gyoji_store::Store;
use gyoji_testkit::postgres::Server;
use league_common::{
    PATIENCE, endless, event, expect_all_different, expect_no_sleeper_left, folder, games, league,
    run, sleeper,
};

/// The exit code of whoever was interrupted.
const INTERRUPTED: Option<i32> = Some(5);

/// Starts `gyoji league`; what it says goes to a file.
fn start(lab: &Lab, args: &[&str]) -> Child {
    start_logged(lab, league(lab, args))
}

fn start_logged(lab: &Lab, mut command: Command) -> Child {
    let log = File::create(lab.path("log")).expect("a file");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
    command.spawn().expect("gyoji starts")
}

#[track_caller]
fn until_said(lab: &Lab, what: &str) {
    until(|| log(lab).contains(what));
}

fn log(lab: &Lab) -> String {
    fs::read_to_string(lab.path("log")).unwrap_or_default()
}

#[test]
fn a_check_is_stopped_at_once_and_nothing_is_begun() {
    let lab = Lab::new();
    lab.file(
        "slow/slow.py",
        "import pathlib, time\npathlib.Path('up').touch()\ntime.sleep(3600)\n",
    );
    let players = [("slow", "plain:python3 slow/slow.py"), ("a", "bot:greedy")];
    // It tells by a file that it is up, which it could not if it were locked in.
    let top = "name = \"Cup\"\ngame = \"othello\"\ntime = \"0\"\nsandbox = 0";
    lab.file("cup.toml", event(top, &players));
    for args in [&["run", "cup.toml", "--check"][..], &["run", "cup.toml"]] {
        let _ = fs::remove_file(lab.path("slow/up"));
        let mut child = start(&lab, args);
        until(|| lab.path("slow/up").exists());
        // Once: nothing new. Twice: not even what runs.
        interrupt(&child);
        std::thread::sleep(std::time::Duration::from_millis(20));
        if child.try_wait().expect("our child").is_none() {
            interrupt(&child);
        }
        assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
        assert!(!log(&lab).contains("does not play as it should"), "{}", log(&lab));
    }
    let store = Store::open(&folder(&lab)).expect("a store");
    assert_eq!(store.event("Cup").expect("an answer"), None, "nothing was begun");
    until(|| league_common::processes_with("slow/slow.py").is_empty());
}

#[test]
fn whoever_waits_for_a_database_can_be_stopped() {
    let lab = Lab::new();
    lab.file("ladder.toml", endless(&lab, "Ladder"));
    let mut server = Server::start();
    let url = server.database("gyoji");
    let store = Store::open(&url.parse().expect("a place")).expect("a store");
    let mut child = start(&lab, &["run", "ladder.toml", "--no-check", "--data", &url]);
    until(|| store.count("Ladder").is_ok_and(|count| count > 1));
    server.kill();
    until_said(&lab, "is away");
    interrupt(&child);
    until_said(&lab, "Ctrl-C");
    interrupt(&child);
    assert!(!wait(&mut child).success());
    assert!(log(&lab).contains("not waited for"), "{}", log(&lab));
    expect_no_sleeper_left(&lab);
    // The same command goes on when the database is there again.
    server.restart();
    let before = store.count("Ladder").expect("it is back");
    let mut child = start(&lab, &["run", "ladder.toml", "--no-check", "--data", &url]);
    until(|| store.count("Ladder").is_ok_and(|count| count > before));
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
    expect_no_sleeper_left(&lab);
}

#[test]
fn a_match_that_waits_for_a_database_is_stopped_by_the_second_ctrl_c() {
    let lab = Lab::new();
    let mut server = Server::start();
    let url = server.database("gyoji");
    let store = Store::open(&url.parse().expect("a place")).expect("a store");
    let bots = ["match", "othello", "bot:random", "bot:mcts?playouts=1000"];
    let args = [&bots[..], &["-n", "4000", "--data", &url]].concat();
    let mut child = start_logged(&lab, lab.gyoji(&args));
    until(|| store.count_all().is_ok_and(|count| count > 1));
    server.kill();
    until_said(&lab, "is away");
    interrupt(&child);
    until_said(&lab, "Ctrl-C");
    interrupt(&child);
    // What was put already may all be there: then there is nothing that is not waited for.
    assert!(!wait(&mut child).success(), "{}", log(&lab));
}

#[test]
fn whoever_waits_for_the_next_round_can_be_stopped() {
    let lab = Lab::new();
    let slow = sleeper(&lab, 15);
    // Two are done at once; the next round waits for the other two.
    let players = [
        ("a", "bot:random"),
        ("slow", slow.as_str()),
        ("b", "bot:random"),
        ("late", slow.as_str()),
    ];
    let top = "name = \"Swiss\"\ngame = \"othello\"\nformat = \"swiss\"\ntime = \"0\"\nslots = 4";
    lab.file("swiss.toml", event(top, &players));
    let mut child = start(&lab, &["run", "swiss.toml", "--no-check"]);
    until(|| lab.path("store/gyoji.db").exists() && !games(&folder(&lab), "Swiss").is_empty());
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
    let said = run(&lab, &["run", "swiss.toml", "--json"]).expect(0);
    assert!(said.err.contains("goes on"), "{}", said.err);
    assert_eq!(said.json()["games"], 12);
    expect_all_different(&games(&folder(&lab), "Swiss"));
    assert!(run(&lab, &["verify"]).expect(0).out.starts_with("ok"));
}

/// How many files a process may have open.
fn limit(child: &Child, files: &str) {
    let pid = child.id().to_string();
    let set = Command::new("prlimit").args(["--pid", &pid, &format!("--nofile={files}:")]).status();
    assert!(set.expect("prlimit runs").success());
}

#[test]
fn a_game_that_could_not_be_started_is_played_when_the_event_goes_on() {
    if !is_installed("prlimit") {
        return;
    }
    let lab = Lab::new();
    // Started anew for each game.
    let slow = sleeper(&lab, 1);
    let players = [("a", "bot:greedy"), ("slow", slow.as_str()), ("b", "bot:weights")];
    // A program that had no room to start may say nothing for ever.
    let top =
        "name = \"Cup\"\ngame = \"othello\"\ngames = 20\ntime = \"20s\"\nslots = 2\nopening = 4";
    lab.file("cup.toml", event(top, &players).replace("plain:", "plain?lifetime=per-game:"));
    let mut child = start(&lab, &["run", "cup.toml", "--no-check"]);
    until(|| lab.path("store/gyoji.db").exists() && games(&folder(&lab), "Cup").len() > 3);
    limit(&child, "3");
    until_said(&lab, "nothing can be started now");
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
    let store = Store::open(&folder(&lab)).expect("a store");
    assert_eq!(store.gaps("Cup").expect("an answer"), [], "nothing is given up");
    let rows = games(&folder(&lab), "Cup");
    let void = rows.iter().filter(|row| !row.ended.counts()).count();
    assert!(void > 0, "what could not be started is on record");
    let counted = (rows.len() - void) as u64;
    let event = store.event("Cup").expect("an answer").expect("it was begun");
    assert_eq!(event.games, counted, "a void try is no game of the event");
    let said = finish_within(league(&lab, &["run", "cup.toml", "--json"]), "", PATIENCE).expect(0);
    assert!(said.err.contains(&format!("goes on: {counted} games")), "{}", said.err);
    assert_eq!(said.json()["games"], 60);
    assert!(run(&lab, &["verify"]).expect(0).out.contains("ok: 60 games"));
    expect_no_sleeper_left(&lab);
}

#[test]
fn who_joins_a_ladder_that_is_held_again_does_not_begin_it_anew() {
    let lab = Lab::new();
    let text = endless(&lab, "Ladder").replace("sleeper.py 20", "sleeper.py 2");
    lab.file("ladder.toml", &text);
    let stored = |series: &str| games(&folder(&lab), series);
    let mut child = start(&lab, &["run", "ladder.toml", "--no-check"]);
    until(|| lab.path("store/gyoji.db").exists() && !stored("Ladder").is_empty());
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
    let mut child = start(&lab, &["run", "ladder.toml", "--no-check", "--again"]);
    until(|| stored("Ladder#2").len() > 2);
    lab.file("ladder.toml", text + &event("", &[("new", "bot:weights")]));
    let is_new = |row: &gyoji_store::GameRow| row.players.iter().any(|it| it.name == "new");
    until(|| stored("Ladder#2").iter().any(is_new));
    assert!(log(&lab).contains("new in this ladder: new"), "{}", log(&lab));
    interrupt(&child);
    assert_eq!(wait(&mut child).code(), INTERRUPTED, "{}", log(&lab));
    let store = Store::open(&folder(&lab)).expect("a store");
    assert_eq!(store.runs("Ladder").expect("an answer").len(), 2);
    assert!(run(&lab, &["verify"]).expect(0).out.starts_with("ok"));
    expect_no_sleeper_left(&lab);
}
