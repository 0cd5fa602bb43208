//! The pages beside the board: kept games, events, guides.

mod common;

use common::Arena;
use serde_json::{Value, json};

/// A game that ended at once.
fn resigned(arena: &Arena, game: &str, name: &str) -> String {
    let (id, keys) =
        arena.begin(&json!({ "game": game, "seats": ["me", "bot:random"], "name": name }));
    arena.await_turn(&id, 0);
    arena.post(&format!("/api/games/{id}/resign"), &json!({ "key": keys[0] }));
    arena.await_game(&id, |game| !game["ended"].is_null());
    id
}

/// The ids of what was found, once there is as much as expected.
fn found(arena: &Arena, query: &str, count: usize) -> Vec<String> {
    let until = std::time::Instant::now() + common::LONG;
    loop {
        let answer = arena.get(&format!("/games.json?{query}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let games = answer.body["games"].as_array().unwrap();
        let ids = games.iter().map(|game| game["id"].as_str().unwrap().to_owned());
        let ids: Vec<String> = ids.collect();
        if ids.len() == count || std::time::Instant::now() > until {
            assert_eq!(ids.len(), count, "{query}: {answer:?}");
            return ids;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn games_that_ended_are_found_by_what_is_known_of_them() {
    let arena = Arena::new();
    let othello = resigned(&arena, "othello", "Hanako");
    let contrast = resigned(&arena, "contrast", "太郎");
    assert_eq!(found(&arena, "", 2), [contrast.clone(), othello.clone()], "the newest first");
    assert_eq!(found(&arena, "game=othello", 1), std::slice::from_ref(&othello));
    assert_eq!(found(&arena, "player=hana", 1), std::slice::from_ref(&othello));
    assert_eq!(found(&arena, "player=%E5%A4%AA", 1), std::slice::from_ref(&contrast));
    assert_eq!(found(&arena, "ending=resigned&game=contrast", 1), std::slice::from_ref(&contrast));
    assert_eq!(found(&arena, "player=random&fault=", 2).len(), 2, "an empty field is not meant");
    for nothing in ["game=renju", "player=nobody", "event=none", "ending=fault", "fault=any"] {
        found(&arena, nothing, 0);
    }
    let first = arena.get("/games.json?most=1").body;
    assert_eq!(first["total"], 2);
    assert_eq!(
        found(&arena, &format!("most=1&before={}", first["next"]), 1),
        std::slice::from_ref(&othello)
    );
    let board = arena.get(&format!("/api/games/{othello}/board")).body;
    assert_eq!(board["legend"]["game"], "othello");
    assert_eq!(board["moment"]["ply"], 0);
    // Its record is in the store and not in a file any more.
    let record = arena.get(&format!("/api/games/{othello}/record"));
    assert!(record.text.lines().count() > 2, "{record:?}");
    let files = std::fs::read_dir(arena.folder.path().join("web/records")).unwrap();
    assert_eq!(files.count(), 0);
    for bad in ["fault=nonsense", "before=x", "colour=blue"] {
        let answer = arena.get(&format!("/games.json?{bad}"));
        assert_eq!((answer.status, &answer.body["title"]), (422, &json!("bad-query")), "{bad}");
    }
}

#[test]
fn pages_have_titles_in_the_readers_language_and_a_twin() {
    let arena = Arena::new();
    for (path, en, ja) in [
        ("/events", "Events - Gyoji", "大会 - 行司"),
        ("/games", "Games - Gyoji", "棋譜 - 行司"),
        ("/docs/games/othello", "Othello - Gyoji", "オセロ - 行司"),
    ] {
        for (lang, title) in [("en", en), ("ja", ja)] {
            let page = arena.get_with(path, &[("accept-language", lang)]);
            assert_eq!(page.status, 200, "{path}");
            assert!(page.text.contains(&format!("<title>{title}")), "{path}: {}", page.text);
        }
        assert_eq!(arena.get(&format!("{path}.json")).body["api"], 1, "{path}");
    }
    assert_eq!(arena.get("/events.json").body["events"], json!([]));
    let missing = arena.get("/events/none");
    assert_eq!((missing.status, &missing.body["title"]), (404, &json!("no-such-event")));
    assert_eq!(arena.get("/events/none.json").status, 404);
}

#[test]
fn guides_are_readable_without_scripts_and_show_their_pictures() {
    let arena = Arena::new();
    let page = arena.get("/docs/games/renju");
    assert!(page.text.contains("<article"), "{}", page.text);
    let picture = page.text.split("src=\"/docs/").nth(1).and_then(|rest| rest.split('"').next());
    let picture = arena.get(&format!("/docs/{}", picture.expect("a picture")));
    assert_eq!(picture.headers["content-type"], "image/svg+xml");
    let ja: Value = arena.get("/docs/games/renju.json?lang=ja").body;
    assert!(ja["page"]["html"].as_str().unwrap().contains("連珠"));
    for nothing in ["/docs/none", "/docs/../Cargo.toml", "/docs/games/othello.md", "/docs/games"] {
        assert_eq!(arena.get(nothing).status, 404, "{nothing}");
    }
    assert!(arena.get("/docs").text.contains("<article"), "it leads to the first page");
}

#[test]
fn whoever_follows_a_wrong_link_gets_a_page_in_their_language_and_a_script_gets_data() {
    let arena = Arena::new();
    for link in ["/nothing", "/play/nothing", "/docs/nothing", "/events/nothing"] {
        let page = arena.get_with(link, &[("accept", "text/html"), ("accept-language", "ja")]);
        assert_eq!(page.status, 404, "{link}");
        assert!(page.headers["content-type"].to_str().unwrap().starts_with("text/html"), "{link}");
        assert!(page.text.contains("lang=\"ja\"") && page.text.contains("ロビーへ"), "{link}");
        assert_eq!(arena.get(link).body["status"], 404, "{link}");
    }
    let api = arena.get_with("/api/nothing", &[("accept", "text/html")]);
    assert_eq!(api.body["title"], "no-such-page");
}

#[test]
fn what_a_page_needs_is_fetched_once_and_again_after_a_change() {
    let arena = Arena::new();
    let page = arena.get("/").text;
    let script = page.split('"').find(|part| part.ends_with("/app.js")).unwrap();
    let lasts = |path: &str| {
        let got = arena.get(path);
        assert_eq!(got.status, 200, "{path}");
        got.headers["cache-control"].to_str().unwrap().to_owned()
    };
    assert!(lasts(script).contains("immutable"), "{script}");
    // A page that was opened before the server was renewed still finds its files, for now.
    assert_eq!(lasts("/assets/0123456789abcdef/app.js"), "no-cache");
    assert_eq!(lasts("/assets/app.js"), "no-cache");
    assert_eq!(arena.get("/assets/nowhere/app.js").status, 404);
}
