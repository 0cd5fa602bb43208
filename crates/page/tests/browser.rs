//! Pages in a real browser: they open without a complaint, what players wrote is text, and one can
//! go through a game by keys and by mouse, in both languages.

mod common;

use common::{NASTY, random_record};
use gyoji_core::Lang;
use gyoji_core::record::Record;
use gyoji_league::event::{Chart, Group, Meeting, Round, Row, StageChart, State};
use gyoji_page::{GameDocument, Gather, ROOM, Show, event_page, replay_page};
use gyoji_testkit::browser::Browser;
use serde_json::json;

const NAMES: [&str; 4] = [NASTY, "hayate", "四隅同盟", "-1"];

#[test]
fn every_game_can_be_gone_through() {
    let mut browser = Browser::start();
    for (seed, game) in gyoji_catalog::GAMES.iter().enumerate() {
        let record = random_record(game, seed as u64, 24, &NAMES);
        let document = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
        let last =
            document.frames.count() - 1 + usize::from(record.ended().unwrap().why == "fault");
        browser.open(&replay_page(&document, Lang::Ja));
        assert_eq!(browser.eval("return replay.stop"), json!(last), "{game}");
        assert_eq!(browser.eval("return document.documentElement.lang"), json!("ja"));
        let pieces = "return document.querySelectorAll('.board .la-pieces > g').length";
        let at_the_end = browser.eval(pieces);
        browser.key("\u{e011}"); // Home
        assert_eq!(browser.eval("return replay.stop"), json!(0), "{game}");
        let start: usize = document
            .frames
            .moment(0)
            .map(|moment| moment.view.cells.iter().map(|cell| cell.pieces.len()).sum())
            .unwrap();
        assert_eq!(browser.eval(pieces), json!(start), "{game}");
        for _ in 0..3 {
            browser.key("\u{e014}"); // right
        }
        assert_eq!(browser.eval("return replay.stop"), json!(3), "{game}");
        browser.click(".keys button:nth-child(2)"); // back
        assert_eq!(browser.eval("return replay.stop"), json!(2), "{game}");
        browser.key("\u{e010}"); // End
        assert_eq!(browser.eval("return replay.stop"), json!(last), "{game}");
        assert_eq!(browser.eval(pieces), at_the_end, "{game}");
        // Every tab, the board turned, the other language, the dark: nothing complains.
        for tab in 1..=4 {
            browser.key(&tab.to_string());
            let drawn = browser.eval("return document.querySelector('.panel').childElementCount");
            assert!(drawn.as_u64() > Some(0), "{game}: tab {tab}");
        }
        browser.key("f");
        browser.click(".switch [lang=en]");
        assert_eq!(browser.eval("return document.documentElement.lang"), json!("en"));
        let tab = browser.eval("return document.querySelector('[data-tab=talk]').textContent");
        assert_eq!(tab, json!("Talk"));
        browser.click(".btn.dark");
        assert_eq!(browser.eval("return document.documentElement.dataset.theme"), json!("dark"));
        names_are_text(&mut browser, ".seat .name b");
        let svg = browser.eval("return replay.board.toSVG()");
        assert!(svg.as_str().is_some_and(|svg| svg.contains("<style") && !svg.contains("var(--")));
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn a_phone_shows_the_whole_board_and_nothing_beside_the_screen() {
    let mut browser = Browser::start();
    browser.resize(390, 844);
    for (seed, game) in gyoji_catalog::GAMES.iter().enumerate() {
        let record = random_record(game, seed as u64, 12, &NAMES);
        let document = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
        browser.open(&replay_page(&document, Lang::Ja));
        let wide = "return [document.querySelector('.board svg').clientWidth,
            document.documentElement.scrollWidth, innerWidth]";
        assert_eq!(browser.eval(wide), json!([390, 390, 390]), "{game}");
        assert_eq!(browser.complaints(), Vec::<String>::new(), "{game}");
    }
}

#[test]
fn cells_have_names_and_the_keyboard_finds_them() {
    let mut browser = Browser::start();
    let record = random_record("othello", 4, 8, &NAMES);
    let document = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
    browser.open(&replay_page(&document, Lang::En));
    browser.key("\u{e011}");
    let label = "return document.querySelector('[data-cell=\"3,3\"]').getAttribute('aria-label')";
    assert_eq!(browser.eval(label), json!("d4, white disc"));
    browser.eval("document.querySelector('.hit[tabindex=\"0\"]').focus()");
    browser.key("\u{e014}");
    browser.key("\u{e015}");
    assert_eq!(browser.eval("return document.activeElement.dataset.cell"), json!("5,5"));
    // On the board, arrows walk through the cells and not through the game.
    assert_eq!(browser.eval("return replay.stop"), json!(0));
    let picked = "let got; replay.board.onPick = (step, offer) => { got = [step.cell, offer]; };
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        return got";
    assert_eq!(browser.eval(picked), json!([[5, 5], null]));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_game_can_go_on_while_it_is_looked_at() {
    let mut browser = Browser::start();
    let record = random_record("othello", 8, 8, &NAMES);
    let whole = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
    let mut begun = whole.clone();
    let then = begun.frames.then.split_off(5);
    let indices = begun.frames.events.split_off(5);
    let events = begun.events.split_off(indices[0]);
    browser.open(&replay_page(&begun, Lang::Ja));
    browser.key("\u{e012}"); // left
    assert_eq!(browser.eval("return [replay.stop, replay.last]"), json!([4, 5]));
    let news = json!({ "events": events, "then": then, "indices": indices });
    browser.eval(&format!("replay.append({news})"));
    // Whoever has gone back stays there; the rest can be seen, to the fault that ended it.
    assert_eq!(browser.eval("return [replay.stop, replay.last]"), json!([4, 9]));
    browser.key("\u{e010}"); // End
    let position = browser.eval("return replay.board.moment.position");
    assert_eq!(position, json!(whole.frames.moment(8).unwrap().position));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_event_is_a_page_with_its_games_inside() {
    let mut browser = Browser::start();
    let records: Vec<Record> = [(0, 1, 100), (1, 0, 9)]
        .iter()
        .map(|&(one, other, most)| {
            random_record("othello", most as u64, most, &[NAMES[one], NAMES[other]])
        })
        .collect();
    let stepper = gyoji_catalog::stepper(&records[0].header).unwrap();
    let mut gather = Gather::new(NASTY, stepper.legend().clone(), Vec::new(), chart());
    for (record, seated) in records.iter().zip([[0, 1], [1, 0]]) {
        gather.add(record, &seated, &[]);
    }
    let report = gather.finish();
    let get = |id: &str| {
        let record = records.iter().find(|record| record.header.id == id)?;
        GameDocument::new(record, Vec::new(), Show::All).ok()
    };
    browser.open(&event_page(&report, get, ROOM, Lang::Ja));
    names_are_text(&mut browser, "h1");
    names_are_text(&mut browser, ".stand td.cut");
    names_are_text(&mut browser, ".bracket .cut");
    let sections = "return [...document.querySelectorAll('.part')].map(part => part.id)";
    assert_eq!(
        browser.eval(sections),
        json!(["stage0", "stage1", "schedule", "ratings", "times", "faults", "games"])
    );
    browser.click(".faults summary");
    browser.click(".fault-body a");
    browser.await_true("return eventView.replay?.stop === 10");
    browser.key("\u{e012}"); // left
    browser.await_true("return eventView.replay.stop === 9");
    browser.key("\u{e00c}"); // Escape
    browser.await_true("return !eventView.replay && location.hash === ''");
    browser.click(".switch [lang=en]");
    let heads = browser.eval("return document.querySelector('#games h2').textContent");
    assert_eq!(heads, json!("Games"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Somewhere in these elements the nasty name is read as it is, and it has made no element.
#[track_caller]
fn names_are_text(browser: &mut Browser, selector: &str) {
    let texts =
        format!("return [...document.querySelectorAll('{selector}')].map(e => e.textContent)");
    let texts = browser.eval(&texts);
    let is_there =
        |text: &serde_json::Value| text.as_str().is_some_and(|text| text.contains(NASTY));
    assert!(texts.as_array().is_some_and(|texts| texts.iter().any(is_there)), "{texts}");
    assert_eq!(browser.eval("return document.querySelectorAll('img').length"), json!(0));
    assert_ne!(browser.eval("return document.title"), json!("1"));
}

fn chart() -> Chart {
    let row = |place: u32, entrant, score| Row { place, entrant, score, ..Row::default() };
    let final_round = Round {
        number: 1,
        name: "final".into(),
        meetings: vec![Meeting {
            pairing: 1,
            entrants: vec![Some(0), Some(1)],
            score: vec![2.0, 0.5],
            advancing: vec![0],
            best_of: 3,
            games: Vec::new(),
            state: State::Over,
        }],
    };
    let stage = |name: &str, format: &str| StageChart {
        name: name.into(),
        format: format.into(),
        state: State::Over,
        games: 2,
        played: 2,
        ..StageChart::default()
    };
    Chart {
        entrants: vec![NAMES[0].into(), NAMES[1].into()],
        ranking: vec![vec![0], vec![1]],
        stages: vec![
            StageChart {
                groups: vec![Group {
                    name: String::new(),
                    rows: vec![row(1, 0, 1.5), row(2, 1, 0.5)],
                }],
                ..stage("all", "round-robin")
            },
            StageChart { rounds: vec![final_round], ..stage("cup", "knock-out") },
        ],
    }
}
