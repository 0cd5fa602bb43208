//! The arena in a real browser: whole games by mouse and by keyboard, two people, watchers, both
//! languages, small screens. In no test has the console anything to say.
//!
//! With `GYOJI_PICTURES=DIR` the tests leave pictures there; those of the README are made so.

mod common;
mod screen;

use common::Arena;
use gyoji_testkit::browser::Browser;
use screen::{NASTY, Player, picture, quiet};
use serde_json::json;

#[test]
fn a_whole_game_of_each_kind_is_played_by_mouse() {
    let arena = Arena::new();
    let mut browser = Browser::speaking("ja");
    for game in gyoji_catalog::GAMES {
        let player = Player::begin(&mut browser, &arena, game);
        player.play_by_mouse(&mut browser);
        let said = browser.eval("return document.querySelector('.guide .ask').textContent");
        assert!(said.as_str().is_some_and(|said| !said.is_empty()), "{game}: {said}");
        assert_ne!(arena.game(&player.id)["ended"], json!(null), "{game}");
        picture(&mut browser, &format!("over-{game}"));
        quiet(&mut browser);
    }
}

#[test]
fn a_whole_game_is_played_with_the_keyboard_alone() {
    let arena = Arena::new();
    let mut browser = Browser::start();
    browser.visit(&arena.url("/play/fourinarow"));
    browser.await_true("return document.querySelector('.step') !== null");
    // To the weakest rank, as somebody without a mouse gets there.
    while browser.eval("return document.activeElement.dataset.rank ?? null") != "jonokuchi" {
        browser.key("\u{e004}"); // Tab
    }
    browser.key("\u{e007}"); // Enter
    browser.await_true("return globalThis.gyoji?.replay != null");
    for _ in 0..21 {
        browser.await_true("return gyoji.ended != null || gyoji.isChoosing");
        if browser.eval("return gyoji.ended != null") == true {
            break;
        }
        while browser.eval("return document.activeElement.matches('.hit')") != true {
            browser.key("\u{e004}");
        }
        // Every cell can be reached by arrows; where a disc can fall, Enter lets it.
        let way = browser.eval(
            "const cells = [...document.querySelectorAll('.hit.can')].map(hit => hit.dataset.cell.split(',').map(Number));
             const own = ([col]) => gyoji.moment.view.cells.filter((cell, i) => i % 7 === col && cell.pieces?.[0]?.seat === gyoji.mine.seat).length;
             const [to] = cells.sort((a, b) => own(b) - own(a)), from = document.activeElement.dataset.cell.split(',').map(Number);
             return [to[0] - from[0], to[1] - from[1]]",
        );
        let [dx, dy] = [0, 1].map(|i| way[i].as_i64().unwrap());
        let keys = [(dx, "\u{e014}", "\u{e012}"), (dy, "\u{e015}", "\u{e013}")];
        for (steps, on, back) in keys {
            for _ in 0..steps.abs() {
                browser.key(if steps > 0 { on } else { back });
            }
        }
        let ply = browser.eval("return gyoji.moment.ply");
        browser.key("\u{e007}");
        browser.await_true(&format!("return gyoji.ended != null || gyoji.moment.ply > {ply}"));
    }
    assert_eq!(browser.eval("return gyoji.ended != null"), json!(true));
    quiet(&mut browser);
}

#[test]
fn two_people_play_each_other_and_a_reload_keeps_the_seat() {
    let arena = Arena::new();
    let (mut one, mut other) = (Browser::speaking("ja"), Browser::start());
    one.visit(&arena.url("/play/othello"));
    one.click(".seg [role=radio]:nth-child(2)"); // black
    one.click(".invite-friend");
    let link = one.await_true("return document.querySelector('.invite code')?.textContent");
    other.visit(link.as_str().unwrap());
    other.await_true("return globalThis.gyoji?.mine?.seat === 1");
    // The key does not stay in the address, nor in what is shared.
    let address = other.eval("return location.href");
    assert!(!address.as_str().unwrap().contains("key"), "{address}");
    for ply in 0..8 {
        let mover = if ply % 2 == 0 { &mut one } else { &mut other };
        mover.await_true(&format!("return gyoji?.moment?.ply === {ply} && gyoji.isChoosing"));
        mover.click(".hit.can");
        mover.await_true(&format!("return gyoji.moment.ply > {ply}"));
        if ply == 3 {
            other.reload();
            other.await_true("return globalThis.gyoji?.mine?.seat === 1");
        }
    }
    for browser in [&mut one, &mut other] {
        browser.await_true("return gyoji.moment.ply === 8");
    }
    one.click("[data-act=resign]");
    one.click(".sheet .btn.go");
    for browser in [&mut one, &mut other] {
        browser.click("[data-act=rematch]");
        browser.await_true("return globalThis.gyoji?.moment?.ply === 0 && gyoji.mine != null");
    }
    let seats = [&mut one, &mut other].map(|browser| browser.eval("return gyoji.mine.seat"));
    assert_eq!(seats, [json!(1), json!(0)], "colours are changed");
    let games = [&mut one, &mut other].map(|browser| browser.eval("return gyoji.id"));
    assert_eq!(games[0], games[1]);
    for mut browser in [one, other] {
        quiet(&mut browser);
    }
}

#[test]
fn whoever_comes_late_sees_everything_and_can_look_back_while_it_goes_on() {
    let arena = Arena::new();
    let order = json!({ "game": "othello", "seats": ["me", "me"] });
    let (id, keys) = arena.begin(&order);
    let play = |count: usize| {
        for _ in 0..count {
            let game = arena.game(&id);
            let seat = game["to_move"].as_u64().unwrap();
            arena.await_turn(&id, seat);
            let mv = game["legal"][0].as_str().unwrap();
            let made = arena.play(&id, keys[seat as usize].as_deref().unwrap(), mv);
            assert_eq!(made.status, 200, "{made:?}");
        }
    };
    play(5);
    let mut browser = Browser::start();
    browser.visit(&arena.url(&format!("/g/{id}")));
    browser.await_true("return globalThis.gyoji?.replay?.last === 5");
    assert_eq!(browser.eval("return [gyoji.replay.pinned, gyoji.mine]"), json!([true, null]));
    browser.key("\u{e012}"); // left
    browser.key("\u{e012}");
    play(3);
    browser.await_true("return gyoji.replay.last === 8");
    assert_eq!(browser.eval("return [gyoji.replay.stop, gyoji.replay.pinned]"), json!([3, false]));
    browser.click(".pin");
    assert_eq!(browser.eval("return [gyoji.replay.stop, gyoji.replay.pinned]"), json!([8, true]));
    play(1);
    browser.await_true("return gyoji.replay.stop === 9");
    // A link to a move opens that move.
    browser.visit("about:blank");
    browser.visit(&arena.url(&format!("/g/{id}#ply=4")));
    browser.await_true("return globalThis.gyoji?.replay?.last === 9");
    assert_eq!(browser.eval("return gyoji.replay.stop"), json!(4));
    quiet(&mut browser);
}

#[test]
fn six_tabs_follow_a_game_and_each_can_still_ask() {
    let arena = Arena::new();
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "me"] }));
    let mut browser = Browser::start();
    browser.visit(&arena.url(&format!("/g/{id}")));
    let mut tabs = Vec::new();
    for _ in 0..5 {
        tabs.push(browser.new_tab());
        browser.visit(&arena.url(&format!("/g/{id}")));
        browser.await_true("return globalThis.gyoji?.replay != null");
    }
    arena.await_turn(&id, 0);
    assert_eq!(arena.play(&id, keys[0].as_deref().unwrap(), "f5").status, 200);
    for tab in tabs {
        browser.await_true("return gyoji.moment.ply === 1");
        browser.eval("globalThis.asked = null; fetch('/api').then(answer => globalThis.asked = answer.status)");
        assert_eq!(browser.await_true("return globalThis.asked"), json!(200));
        browser.switch_to(&tab);
    }
    browser.await_true("return gyoji.moment.ply === 1");
    quiet(&mut browser);
}

#[test]
fn names_are_text_wherever_they_are_shown() {
    let arena = Arena::new();
    let order = json!({ "game": "othello", "seats": ["me", "bot:jonokuchi"], "name": NASTY });
    let (id, keys) = arena.begin(&order);
    let mut browser = Browser::start();
    for path in ["/".to_owned(), format!("/g/{id}"), format!("/g/{id}?tab=talk")] {
        browser.visit(&arena.url(&path));
        let seen = format!("return document.body.textContent.includes({})", json!(NASTY));
        browser.await_true(&seen);
        let made = "return document.querySelectorAll('img, script:not([src])').length";
        assert_eq!(browser.eval(made), json!(0), "{path}");
        assert_ne!(browser.eval("return document.title"), json!("1"));
    }
    arena.post(&format!("/api/games/{id}/resign"), &json!({ "key": keys[0] }));
    browser.visit(&arena.url("/"));
    let seen = "return document.querySelector('.finished')?.textContent.includes('<img')";
    browser.await_true(seen);
    quiet(&mut browser);
}

#[test]
fn what_programs_and_players_say_is_text() {
    let folder = tempfile::tempdir().unwrap();
    let arena = Arena::with(|config| config.watch = vec![folder.path().to_owned()]);
    let (id, keys) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:jonokuchi"] }));
    arena.await_turn(&id, 0);
    arena.play(&id, keys[0].as_deref().unwrap(), "f5");
    arena.await_turn(&id, 0);
    // The same game, as programs that mean harm would have played it elsewhere.
    let record = arena.get(&format!("/api/games/{id}/record")).text;
    let mut lines: Vec<serde_json::Value> =
        record.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines[0]["id"] = json!("0123456789abcdef0123456789abcdef");
    for player in lines[0]["players"].as_array_mut().unwrap() {
        player["name"] = json!(NASTY);
        player["text"] = json!(format!("python3 {NASTY}.py"));
    }
    for line in lines.iter_mut().filter(|line| line["event"] == "moved") {
        line["stderr"] = json!(format!("score +3 {NASTY}\n"));
        line["got"] = json!(format!("{NASTY}\n"));
    }
    let said = json!({ "event": "said", "seat": 1, "text": NASTY, "got": NASTY });
    lines.insert(lines.len() - 1, said);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(folder.path().join("othello-0123456789abcdef0123456789abcdef.jsonl"), text)
        .unwrap();
    arena.await_game("0123456789abcdef0123456789abcdef", |game| game["ply"] == 2);
    let mut browser = Browser::start();
    for tab in ["talk", "time", "value", "why"] {
        browser.visit(&arena.url(&format!("/g/0123456789abcdef0123456789abcdef?tab={tab}")));
        browser.await_true("return globalThis.gyoji?.replay?.last === 2");
        let seen = format!(
            "return document.querySelector('.seat').textContent.includes({})",
            json!(NASTY)
        );
        browser.await_true(&seen);
        let made = "return document.querySelectorAll('img, script:not([src])').length";
        assert_eq!(browser.eval(made), json!(0), "{tab}");
        assert_ne!(browser.eval("return document.title"), json!("1"));
    }
    browser.click("[data-tab=talk]");
    let said = browser.await_true("return document.querySelector('.panel .err')?.textContent");
    assert!(said.as_str().unwrap().contains(NASTY), "{said}");
    quiet(&mut browser);
}

#[test]
fn every_page_speaks_both_languages_and_fits_every_screen_in_light_and_dark() {
    let arena = Arena::new();
    let (id, _) = arena.begin(&json!({
        "game": "othello", "seats": ["bot:makushita", "me"], "moves": "f5d6c3d3c4f4c5b3c2e3"
    }));
    let mut browser = Browser::speaking("ja");
    let pages = [
        ("lobby", "/".to_owned()),
        ("play", "/play/contrast".to_owned()),
        ("game", format!("/g/{id}")),
    ];
    for (name, path) in pages {
        for (size, width, height) in
            [("wide", 1440, 900), ("phone", 390, 844), ("projector", 1920, 1080)]
        {
            browser.resize(width, height);
            for scheme in ["light", "dark"] {
                browser.prefer("prefers-color-scheme", scheme);
                browser.visit(&arena.url(&path));
                browser.await_true("return document.querySelector('main .gb') !== null");
                assert_eq!(browser.eval("return document.documentElement.lang"), json!("ja"));
                let over = "const { scrollWidth, clientWidth } = document.documentElement; return scrollWidth - clientWidth";
                assert_eq!(browser.eval(over), json!(0), "{name} {size}");
                let paper = browser.eval("return getComputedStyle(document.body).backgroundColor");
                let expected =
                    if scheme == "dark" { "rgb(23, 21, 18)" } else { "rgb(250, 247, 240)" };
                assert_eq!(paper, json!(expected));
                picture(&mut browser, &format!("{name}-{size}-{scheme}"));
            }
        }
        browser.resize(1440, 900);
        browser.click(".switch [lang=en]");
        assert_eq!(browser.eval("return document.documentElement.lang"), json!("en"));
        let left = browser.eval(
            "return document.body.innerText.replace('日本語', '').match(/[ぁ-んァ-ヶ一-龠]+/)",
        );
        assert_eq!(left, json!(null), "{name}");
        picture(&mut browser, &format!("{name}-english"));
        browser.click(".switch [lang=ja]");
    }
    quiet(&mut browser);
}

#[test]
fn the_pages_of_the_readme_show_what_it_says() {
    let arena = Arena::new();
    for lang in ["en", "ja"] {
        let mut browser = Browser::speaking(lang);
        browser.resize(1120, 700);
        browser.visit(&arena.url("/play/othello"));
        browser.await_true("return document.querySelectorAll('.step').length === 10");
        assert_eq!(browser.eval("return document.documentElement.lang"), json!(lang));
        picture(&mut browser, &format!("readme-play-{lang}"));
        // A move of Contrast, of which the piece and the target are chosen.
        let order = json!({
            "game": "contrast", "seats": ["me", "bot:makushita"],
            "moves": "c1,c2\nc5,c4\na1,a2\nb5,b4\nd1,d2 b5b\nc4,c3 c4b"
        });
        let (id, keys) = arena.begin(&order);
        let key = keys[0].as_deref().unwrap();
        browser.visit(&arena.url(&format!("/g/{id}#key={key}")));
        browser.await_true("return globalThis.gyoji?.isChoosing");
        browser.click("[data-cell=\"3,3\"]");
        browser.await_true("return gyoji.steps.length === 1");
        browser.click(".hit.can");
        browser.await_true("return gyoji.steps.length === 2");
        browser.click("[data-word=black]");
        browser.await_true("return gyoji.steps.length === 3");
        let slots = browser.eval("return document.querySelectorAll('.board .slot').length");
        assert!(slots.as_u64() > Some(5), "{slots}");
        picture(&mut browser, &format!("readme-move-{lang}"));
        browser.key("\u{e00c}"); // Escape
        browser.await_true("return gyoji.steps.length === 0");
        quiet(&mut browser);
    }
}

#[test]
fn a_server_that_goes_away_is_said_and_comes_back() {
    let mut arena = Arena::new();
    let (id, _) = arena.begin(&json!({ "game": "othello", "seats": ["me", "bot:jonokuchi"] }));
    let mut browser = Browser::start();
    browser.visit(&arena.url(&format!("/g/{id}")));
    browser.await_true("return globalThis.gyoji?.replay != null");
    let port = arena.addr().port();
    arena.stop();
    browser.await_true("return !document.querySelector('.offline').hidden");
    picture(&mut browser, "lost");
    arena.restart_at(port);
    browser.await_true("return document.querySelector('.offline').hidden");
    // That nobody answered is in the console, and belongs there.
    let said = browser.complaints();
    assert!(
        said.iter()
            .all(|line| line.contains("ERR_CONNECTION_REFUSED") || line.contains("WebSocket")),
        "{said:?}"
    );
    browser.visit(&arena.url("/g/0123456789abcdef"));
    browser.await_true("return document.body.innerText.length > 20");
}
