//! Watching: lines of JSON and sockets, from the start, from the middle, and too slowly.

mod common;

use common::{Arena, is_end};
use serde_json::{Value, json};

fn seqs(lines: &[Value]) -> Vec<u64> {
    lines.iter().map(|line| line["seq"].as_u64().unwrap()).collect()
}

fn bots(arena: &Arena) -> String {
    arena.begin(&json!({ "game": "othello", "seats": ["bot:random", "bot:random"] })).0
}

#[test]
fn the_story_is_the_same_whenever_it_is_read() {
    let arena = Arena::new();
    let id = bots(&arena);
    let live = arena.socket(&format!("?game={id}")).until(is_end);
    assert_eq!(seqs(&live), (0..live.len() as u64).collect::<Vec<_>>(), "nothing lost or twice");
    assert_eq!(arena.events(&id, 0), live);
    let follow = arena.get(&format!("/api/games/{id}/events?since=3&follow=1")).text;
    let follow: Vec<Value> =
        follow.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(follow, live[3..], "a late joiner");
    assert_eq!(arena.socket(&format!("?game={id}&since=5")).until(is_end), live[5..]);
    assert!(arena.events(&id, 100_000).is_empty());
    for bad in ["since=x", "since=-1", "follow=maybe"] {
        assert_eq!(arena.get(&format!("/api/games/{id}/events?{bad}")).status, 422, "{bad}");
    }
}

/// What a page makes of a change: the cells it names are new, the rest is whole.
fn apply(moment: &mut Value, change: &Value) {
    for cell in change["cells"].as_array().unwrap() {
        moment["view"]["cells"][cell[0].as_u64().unwrap() as usize] = cell[1].clone();
    }
    for part in ["ply", "position", "titles", "last"] {
        moment[part] = change[part].clone();
    }
    for part in ["frames", "bands", "marks", "seats", "facts", "to_move"] {
        moment["view"][part] = change[part].clone();
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let kept = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Object(kept.map(|(name, value)| (name.clone(), without_nulls(value))).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn changes_add_up_to_the_board() {
    let arena = Arena::new();
    for (game, seats, options) in [
        ("othello", 2, json!({})),
        ("contrast", 2, json!({})),
        ("renju", 2, json!({})),
        ("quinte", 4, json!({ "turns": 20 })),
    ] {
        let seats = vec!["bot:sandanme"; seats];
        let order = json!({ "game": game, "seats": seats, "options": options });
        let (id, _) = arena.begin(&order);
        let lines = arena.socket(&format!("?game={id}")).until(is_end);
        let mut moment = lines[0]["moment"].clone();
        for line in &lines[1..] {
            if !line["change"].is_null() {
                apply(&mut moment, &line["change"]);
            }
        }
        let last = arena.get(&format!("/api/games/{id}/at/{}", moment["ply"])).body;
        assert_eq!(
            without_nulls(&moment["view"]),
            without_nulls(&last["moment"]["view"]),
            "{game}"
        );
        assert_eq!(moment["position"], last["moment"]["position"], "{game}");
    }
}

#[test]
fn two_see_the_same_as_it_happens() {
    let arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "open"] }));
    let mut sockets = [0, 1].map(|_| arena.socket(&format!("?game={id}")));
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "f5").status, 200);
    let is_move = |line: &Value| line["event"]["event"] == "moved";
    let seen = sockets.each_mut().map(|socket| socket.until(is_move));
    assert_eq!(seen[0], seen[1]);
    // One goes away and comes back: the seat and the story are as they were.
    let had = seen[0].len();
    drop(sockets);
    assert_eq!(arena.play(&id, keys[1].as_deref().unwrap(), "d6").status, 200);
    let mut again = arena.socket(&format!("?game={id}&since={had}"));
    let more = again.until(is_move);
    assert_eq!(more[0]["seq"], had);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "c3").status, 200);
    assert_eq!(again.until(is_move).last().unwrap()["event"]["move"], "c3");
}

#[test]
fn one_socket_watches_several_games() {
    let arena = Arena::new();
    let ids = [bots(&arena), bots(&arena)];
    let mut socket = arena.socket("");
    for id in &ids {
        socket.say(&json!({ "watch": id }));
    }
    let mut ends = std::collections::BTreeMap::<String, Vec<Value>>::new();
    while ends.values().filter(|lines| lines.last().is_some_and(is_end)).count() < 2 {
        let line = socket.line();
        ends.entry(line["game"].as_str().unwrap().to_owned()).or_default().push(line);
    }
    for id in &ids {
        assert_eq!(ends[id], arena.events(id, 0));
    }
    socket.say(&json!({ "watch": "0123456789abcdef0123456789abcdef" }));
    assert_eq!(socket.hear()["problem"], "no-such-game");
    socket.say(&json!({ "nonsense": true }));
    assert_eq!(socket.hear()["problem"], "not-understood");
    socket.say(&json!({ "unwatch": ids[0] }));
}

#[test]
fn who_does_not_read_holds_up_nobody() {
    let arena = Arena::new();
    let seats = ["bot:skeleton"; 4];
    let order = json!({ "game": "quinte", "seats": seats, "options": { "turns": 200 } });
    let (id, _) = arena.begin(&order);
    let mut silent = arena.socket(&format!("?game={id}"));
    arena.await_game(&id, |game| !game["ended"].is_null());
    // It finds its end all the same, and whatever it is sent fits together.
    let lines = silent.until(is_end);
    let numbers = seqs(&lines);
    assert!(numbers.is_sorted() && numbers.windows(2).all(|pair| pair[0] < pair[1]));
}
