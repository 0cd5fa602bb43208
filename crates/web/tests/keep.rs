//! Games that are kept: through sleep, through a restart, through a server that is killed.

mod common;

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use common::{Arena, LONG};
use serde_json::json;

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
    let path = arena.folder.path().join("web/records").join(name);
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

/// Removes the store of a folder with everything that belongs to it.
fn forget_store(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_name().to_string_lossy().starts_with("gyoji.db") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
}

#[test]
fn games_that_an_older_server_kept_are_found() {
    let mut arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:random"] }));
    let (over, others) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    arena.await_turn(&over, 0);
    arena.await_turn(&id, 0);
    drop(arena.server.take());
    // As it was before there was a store: everything in two folders, ended or not.
    let folder = arena.folder.path();
    for part in ["records", "seats"] {
        std::fs::rename(folder.join("web").join(part), folder.join(part)).unwrap();
    }
    forget_store(folder);
    arena.restart();
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "f5").status, 200);
    arena.post(&format!("/api/games/{over}/resign"), &json!({ "key": others[0] }));
    arena.await_game(&over, |game| !game["ended"].is_null());
    arena.restart();
    assert_eq!(arena.game(&over)["ended"]["why"], "resigned");
    assert_eq!(arena.get("/games.json").body["games"][0]["id"], *over);
}

#[test]
fn a_game_that_ended_when_the_server_was_killed_comes_into_the_store() {
    let mut arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    arena.await_turn(&id, 0);
    let name = format!("web/records/othello-{id}.jsonl");
    let path = arena.folder.path().join(name);
    let begun = std::fs::read(&path).unwrap();
    arena.post(&format!("/api/games/{id}/resign"), &json!({ "key": keys[0] }));
    arena.await_game(&id, |game| !game["ended"].is_null());
    let record = arena.get(&format!("/api/games/{id}/record")).text;
    drop(arena.server.take());
    // The end was written, and nothing else could be done.
    assert!(record.as_bytes().starts_with(&begun));
    forget_store(arena.folder.path());
    std::fs::write(&path, record).unwrap();
    arena.restart();
    let until = std::time::Instant::now() + LONG;
    while path.exists() {
        assert!(std::time::Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(arena.get("/games.json").body["games"][0]["id"], *id);
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
    assert!(std::fs::read_dir(arena.folder.path().join("web/records")).unwrap().next().is_none());
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let mut arena = Arena::new();
    let folder = arena.folder.path().to_owned();
    let another = || {
        let config = common::config(&folder);
        gyoji_web::Server::bind("127.0.0.1:0", config).unwrap().trouble()
    };
    let trouble = another().expect("the folder is taken");
    let text = trouble.text.get(gyoji_core::Lang::En);
    assert!(text.contains(&format!("pid {}", std::process::id())), "{text}");
    assert!(text.contains("--data"), "{text}");
    drop(arena.server.take());
    assert!(another().is_none(), "it is free again");
}
