//! Games that are kept: through sleep, through a restart, through a server that is killed.

mod common;

use std::io::Write;
use std::time::Duration;

use common::{Arena, LONG, config};
use serde_json::{Value, json};

/// How many matches run, as the system counts their threads.
fn bouts() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.trim() == "bout").count()
}

#[test]
fn a_game_that_is_left_alone_sleeps_and_wakes() {
    let arena = Arena::with(|config| config.sleep_after = Duration::from_millis(100));
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:random"] }));
    let key = keys[0].as_deref().unwrap();
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, key, "f5").status, 200);
    let before = arena.await_turn(&id, 0);
    assert_eq!(bouts(), 1);
    let until = std::time::Instant::now() + LONG;
    while bouts() > 0 {
        assert!(std::time::Instant::now() < until, "it does not sleep");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Somebody comes back and moves at once.
    let mv = before["legal"][0].as_str().unwrap();
    let moved = arena.play(&id, key, mv);
    assert_eq!(moved.status, 200, "{moved:?}");
    assert_eq!(moved.body["moves"][0], "f5");
    let after = arena.await_turn(&id, 0);
    assert_eq!(after["ply"], before["ply"].as_u64().unwrap() + 2);
    let begun = |line: &&Value| line["event"]["event"] == "begun";
    assert_eq!(arena.events(&id, 0).iter().filter(begun).count(), 1);
    // Whoever watches keeps it awake.
    let _socket = arena.socket(&format!("?game={id}"));
    arena.await_turn(&id, 0);
    std::thread::sleep(Duration::from_millis(800));
    assert_eq!(bouts(), 1);
}

#[test]
fn after_a_restart_games_go_on_and_finished_ones_are_there() {
    let mut arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "contrast", "seats": ["bot:rules", "me"] }));
    let key = keys[1].as_deref().unwrap().to_owned();
    let game = arena.await_turn(&id, 1);
    assert_eq!(arena.play(&id, &key, game["legal"][0].as_str().unwrap()).status, 200);
    let before = arena.await_turn(&id, 1);
    let (over, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    arena.post(&format!("/api/games/{over}/resign"), &json!({ "key": keys[0] }));
    let finished = arena.await_game(&over, |game| !game["ended"].is_null());
    arena.restart();
    let after = arena.await_turn(&id, 1);
    for part in ["moves", "position", "view", "legal", "seats"] {
        assert_eq!(after[part], before[part], "{part}");
    }
    assert_eq!(arena.play(&id, &key, after["legal"][0].as_str().unwrap()).status, 200);
    assert_eq!(arena.game(&over), finished);
    let lobby = arena.get("/api/lobby").body;
    assert_eq!(lobby["finished"][0]["id"], *over);
    // Half a line that a killed server has left does no harm.
    arena.await_turn(&id, 1);
    drop(arena.server.take());
    let name = format!("contrast-{id}.jsonl");
    let path = arena.folder.path().join("records").join(name);
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(br#"{"event":"moved","ply":"#).unwrap();
    arena.restart();
    let last = arena.await_turn(&id, 1);
    assert_eq!(arena.play(&id, &key, last["legal"][0].as_str().unwrap()).status, 200);
    arena.await_turn(&id, 1);
    let text = std::fs::read_to_string(&path).unwrap();
    let record = gyoji_core::record::Record::parse(&text).unwrap_err();
    assert_eq!(record.line, text.lines().count() + 1, "only the end is missing: {record}");
}

#[test]
fn without_a_folder_games_are_in_memory() {
    let arena = Arena::with(|config| {
        config.data = None;
        config.sleep_after = Duration::from_millis(50);
    });
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:random"] }));
    std::thread::sleep(Duration::from_millis(700));
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "f5").status, 200);
}

#[test]
fn a_demonstration_is_played_while_somebody_looks() {
    let arena = Arena::with(|config| config.demo = true);
    let until = std::time::Instant::now() + LONG;
    let demo = loop {
        let lobby = arena.get("/api/lobby").body;
        if let Some(demo) = lobby["running"].get(0) {
            break demo.clone();
        }
        assert!(std::time::Instant::now() < until);
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(demo["demo"], true);
    let id = demo["id"].as_str().unwrap();
    arena.await_game(id, |game| game["ply"].as_u64() > Some(1));
    assert!(std::fs::read_dir(arena.folder.path().join("records")).unwrap().next().is_none());
    let _ = config(arena.folder.path());
}
