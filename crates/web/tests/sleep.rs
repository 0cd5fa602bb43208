//! A game that is left alone: by itself in a process, whose threads are counted.

mod common;

use std::time::Duration;

use common::{Arena, LONG};
use serde_json::{Value, json};

/// How many matches run, as the system counts their threads.
fn bouts() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap().flatten();
    let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
    names.filter(|name| name.trim() == "bout").count()
}

#[test]
fn a_game_that_is_left_alone_sleeps_and_wakes() {
    let arena = Arena::with(|config| config.sleep_after = Duration::from_secs(1));
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
