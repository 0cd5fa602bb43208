//! Playing over HTTP: against bots, against one another, and what is refused.

mod common;

use common::Arena;
use serde_json::json;

/// Plays the first legal move until the game is over.
fn play_out(arena: &Arena, id: &str, key: &str, seat: u64) -> serde_json::Value {
    loop {
        let game = arena.await_turn(id, seat);
        if !game["ended"].is_null() {
            return game;
        }
        let mv = game["legal"][0].as_str().unwrap().to_owned();
        let answer = arena.play(id, key, &mv);
        assert_eq!(answer.status, 200, "{answer:?}");
    }
}

#[test]
fn a_whole_game_against_a_bot_in_every_game() {
    let arena = Arena::new();
    for game in gyoji_catalog::GAMES {
        let seats = if *game == "quinte" { 4 } else { 2 };
        let mut order = json!({ "game": game, "seats": ["me"] });
        for _ in 1..seats {
            order["seats"].as_array_mut().unwrap().push(json!("bot:jonidan"));
        }
        if *game == "quinte" {
            order["options"] = json!({ "turns": 10 });
        }
        let (id, keys) = arena.begin(&order);
        let over = play_out(&arena, &id, keys[0].as_deref().unwrap(), 0);
        assert!(over["ended"]["places"].is_array(), "{game}: {over}");
        assert_ne!(over["ended"]["why"], "void", "{game}: {}", over["ended"]);
        assert_eq!(over["legal"], json!([]), "{game}");
        // What was played is an ordinary record.
        let record = arena.get(&format!("/api/games/{id}/record")).text;
        let record = gyoji_core::record::Record::parse(&record).unwrap();
        let last = arena.get(&format!("/api/games/{id}/at/{}", over["ply"]));
        assert_eq!(last.body["moment"]["position"], over["position"]);
        assert_eq!(record.header.game, *game);
    }
}

#[test]
fn moves_can_be_made_step_by_step() {
    let arena = Arena::new();
    let order = json!({ "game": "contrast", "seats": ["me", "bot:random"] });
    let (id, keys) = arena.begin(&order);
    arena.await_turn(&id, 0);
    let mut steps = json!([]);
    let mut choice = arena.get(&format!("/api/games/{id}/choices")).body;
    let mut count = 0;
    while choice["move"].is_null() {
        let half = json!({ "key": keys[0], "steps": steps });
        let refused = arena.post(&format!("/api/games/{id}/moves"), &half);
        assert_eq!((refused.status, &refused.body["title"]), (422, &json!("bad-steps")));
        steps.as_array_mut().unwrap().push(choice["next"][0]["step"].clone());
        let query: String = steps.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect();
        choice = arena.get(&format!("/api/games/{id}/choices?steps={query}")).body;
        count += 1;
        assert!(count < 10, "{choice}");
    }
    assert!(count > 1, "a move of Contrast has several steps");
    let body = json!({ "key": keys[0], "steps": steps });
    let moved = arena.post(&format!("/api/games/{id}/moves"), &body);
    assert_eq!(moved.status, 200, "{moved:?}");
    assert_eq!(moved.body["moves"][0], choice["move"]);
}

#[test]
fn what_cannot_be_played_is_explained() {
    let arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    arena.await_turn(&id, 0);
    let mine = keys[0].as_deref().unwrap();
    let illegal = arena.play(&id, mine, "a1");
    assert_eq!(illegal.status, 422);
    assert_eq!(illegal.headers["content-type"], "application/problem+json");
    assert_eq!(illegal.body["legal"], json!(["d3", "c4", "f5", "e6"]));
    assert!(illegal.body["hint"].as_str().is_some_and(|hint| !hint.is_empty()));
    assert_eq!(arena.play(&id, mine, "nonsense").status, 422);
    assert_eq!(arena.play(&id, keys[1].as_deref().unwrap(), "f5").status, 409);
    assert_eq!(arena.play(&id, "0123456789abcdef0123456789abcdef", "f5").status, 403);
    assert_eq!(arena.play("0123456789abcdef0123456789abcdef", mine, "f5").status, 404);
    let both = json!({ "key": mine, "move": "f5", "steps": [] });
    assert_eq!(arena.post(&format!("/api/games/{id}/moves"), &both).status, 422);
    let late = json!({ "key": mine, "move": "f5", "ply": 7 });
    assert_eq!(arena.post(&format!("/api/games/{id}/moves"), &late).status, 409);
    // In the language of the browser.
    let headers = [("content-type", "application/json"), ("accept-language", "ja,en;q=0.5")];
    let body = json!({ "key": mine, "move": "a1" }).to_string();
    let japanese = arena.post_with(&format!("/api/games/{id}/moves"), &body, &headers);
    assert!(japanese.body["detail"].as_str().unwrap().contains("できません"), "{japanese:?}");
    // Nothing of all this has happened in the game.
    assert_eq!(arena.game(&id)["ply"], 0);
    assert!(arena.events(&id, 0).iter().all(|line| line["event"]["event"] != "faulted"));
}

#[test]
fn two_people_play_by_their_keys() {
    let arena = Arena::new();
    let order = json!({ "game": "fourinarow", "seats": ["me", "open"], "name": "Hanako" });
    let (id, keys) = arena.begin(&order);
    let sat = arena.post(
        &format!("/api/games/{id}/sit"),
        &json!({ "key": keys[1], "name": "<b>Taro</b>\u{7}" }),
    );
    assert_eq!((sat.status, &sat.body["seat"]), (200, &json!(1)), "{sat:?}");
    let game = arena.game(&id);
    assert_eq!(game["seats"][0]["name"], "Hanako");
    assert_eq!(game["seats"][1]["name"], "<b>Taro</b>");
    for (turn, mv) in ["a", "b", "a", "b", "a", "b", "a"].into_iter().enumerate() {
        let key = keys[turn % 2].as_deref().unwrap();
        let answer = arena.play(&id, key, mv);
        assert_eq!(answer.status, 200, "{answer:?}");
    }
    let over = arena.await_game(&id, |game| !game["ended"].is_null());
    assert_eq!(over["ended"]["places"], json!([1, 2]));
    assert_eq!(arena.play(&id, keys[1].as_deref().unwrap(), "b").status, 409);
    // Both ask for a rematch, and meet in the same game with colours changed.
    let again = |key: &Option<String>| {
        let answer = arena.post(&format!("/api/games/{id}/rematch"), &json!({ "key": key }));
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.body
    };
    let (second, first) = (again(&keys[0]), again(&keys[1]));
    assert_eq!(first["id"], second["id"]);
    assert_eq!((&first["seat"], &second["seat"]), (&json!(0), &json!(1)));
    let next = first["id"].as_str().unwrap();
    assert_eq!(arena.game(&id)["next"], next);
    arena.await_turn(next, 0);
    assert_eq!(arena.play(next, first["key"].as_str().unwrap(), "d").status, 200);
    assert_eq!(arena.play(next, second["key"].as_str().unwrap(), "d").status, 200);
    assert_eq!(arena.game(next)["seats"][0]["name"], "<b>Taro</b>");
}

#[test]
fn moves_are_taken_back_advised_and_given_up() {
    let arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:greedy"] }));
    let key = keys[0].as_deref().unwrap();
    let post = |what: &str| arena.post(&format!("/api/games/{id}/{what}"), &json!({ "key": key }));
    arena.await_turn(&id, 0);
    assert_eq!(post("undo").body["title"], "no-undo");
    assert_eq!(arena.play(&id, key, "f5").status, 200);
    let before = arena.await_turn(&id, 0);
    assert_eq!(before["ply"], 2);
    assert_eq!(post("undo").status, 200);
    let game = arena.await_turn(&id, 0);
    assert_eq!((&game["ply"], &game["moves"]), (&json!(0), &json!([])));
    let hint = post("hint");
    assert!(game["legal"].as_array().unwrap().contains(&hint.body["move"]), "{hint:?}");
    assert_eq!(arena.play(&id, key, "d3").status, 200, "after taking back");
    assert_eq!(post("rematch").status, 409, "not over yet");
    assert_eq!(post("resign").status, 200);
    let over = arena.game(&id);
    assert_eq!((&over["ended"]["why"], &over["ended"]["loser"]), (&json!("resigned"), &json!(0)));
    assert_eq!(post("resign").status, 409);
    assert_eq!(post("hint").status, 409);
    let rematch = post("rematch").body;
    assert_eq!(rematch["seat"], 1);
    let next = arena.await_turn(rematch["id"].as_str().unwrap(), 1);
    assert_eq!(next["seats"][0]["name"], "greedy");
    assert_eq!(next["ply"], 1, "the bot has begun");
}

#[test]
fn a_game_starts_from_any_position_of_another() {
    let arena = Arena::new();
    let seats = json!(["me", "bot:random"]);
    let order = json!({ "game": "othello", "seats": seats, "moves": "1. f5 d6 2. c3 d3 3. c4" });
    let (id, _) = arena.begin(&order);
    let first = arena.game(&id);
    assert_eq!(first["opening"].as_array().unwrap().len(), 5);
    let from =
        json!({ "game": "othello", "seats": ["open", "me"], "from": { "id": id, "ply": 0 } });
    let (second, _) = arena.begin(&from);
    assert_eq!(arena.game(&second)["opening"], first["opening"]);
    let position = arena.game(&second)["position"].clone();
    let third = json!({ "game": "othello", "seats": ["open", "me"], "position": position });
    let (third, _) = arena.begin(&third);
    assert_eq!(arena.game(&third)["view"], arena.game(&second)["view"]);
    for bad in [
        json!({ "game": "othello", "seats": seats, "moves": "f5 f5" }),
        json!({ "game": "othello", "seats": seats, "position": "x" }),
        json!({ "game": "othello", "seats": seats, "from": { "id": id, "ply": 99 } }),
        json!({ "game": "renju", "seats": seats, "from": { "id": id } }),
        json!({ "game": "othello", "seats": seats, "options": { "start": "nowhere" } }),
        json!({ "game": "othello", "seats": seats, "clock": "soon" }),
        json!({ "game": "othello", "seats": seats, "name": "x".repeat(41) }),
        json!({ "game": "chess", "seats": seats }),
        json!({ "game": "othello", "seats": ["me"] }),
        json!({ "game": "othello", "seats": seats, "unknown": 1 }),
        json!({ "seats": seats }),
        json!([]),
    ] {
        let answer = arena.post("/api/games", &bad);
        assert_eq!(answer.status, 422, "{bad}: {answer:?}");
        assert!(answer.body["says"]["ja"].as_str().is_some_and(|text| !text.is_empty()));
    }
}

#[test]
fn a_person_with_a_clock_loses_by_it() {
    let arena = Arena::new();
    let order = json!({ "game": "othello", "seats": ["me", "bot:random"], "clock": "50ms" });
    let (id, _) = arena.begin(&order);
    let over = arena.await_game(&id, |game| !game["ended"].is_null());
    assert_eq!((&over["ended"]["fault"], &over["ended"]["loser"]), (&json!("time"), &json!(0)));
}

#[test]
fn a_bot_plays_for_a_person_for_a_while() {
    let arena = Arena::new();
    let seats = ["me", "bot:skeleton", "bot:skeleton", "bot:skeleton"];
    let order = json!({ "game": "quinte", "seats": seats, "options": { "turns": 40 } });
    let (id, keys) = arena.begin(&order);
    arena.await_turn(&id, 0);
    let auto = |bot: &str, turns: u32| {
        let body = json!({ "key": keys[0], "bot": bot, "turns": turns });
        arena.post(&format!("/api/games/{id}/auto"), &body).status
    };
    for bad in ["me", "open", "./ai", "planner", "bot:nobody", "bot:planner?file=x"] {
        assert_eq!(auto(bad, 5), 422, "{bad}");
    }
    assert_eq!(auto("bot:builder", 10), 200);
    // Ten turns, and then the person is asked again.
    let game = arena.await_game(&id, |game| game["ply"] == 40 && game["asked"] == true);
    assert_eq!(game["to_move"], 0);
    assert_eq!(auto("bot:builder", 200), 200);
    let over = arena.await_game(&id, |game| !game["ended"].is_null());
    assert_eq!(over["ply"], 160);
}

#[test]
fn a_game_is_a_page_by_itself() {
    let arena = Arena::new();
    let (id, _) = arena.begin(&json!({ "game": "othello", "seats": ["bot:random", "bot:random"] }));
    arena.await_game(&id, |game| !game["ended"].is_null());
    let page = arena.get(&format!("/api/games/{id}/page"));
    assert!(page.text.starts_with("<!doctype html>"), "{}", page.status);
    assert!(page.text.contains(&id));
    let disposition = page.headers["content-disposition"].to_str().unwrap();
    assert!(disposition.starts_with("attachment;"), "{disposition}");
}
