//! What the viewer shows and does, without a terminal.

use gyoji_core::record::{Ended, Event, Fault, FaultKind, Plan, Player, Record, Then};
use gyoji_core::replay::start;
use gyoji_core::{Game, Kit, Setup, Visitor};
use gyoji_league::records;

use super::super::tale::Tale;
use super::*;

/// A game of which the first `moves` legal moves were played.
fn record<G: Game>(moves: usize, fault: bool) -> Record {
    let player = |number: usize| Player {
        dialect: Some("plain".into()),
        limit_ns: Some(5_000_000_000),
        ..Player::new(&format!("ai{number}"), "plain:./ai")
    };
    let players = (1..=G::SPEC.seats.len()).map(player).collect();
    let plan = Plan::new::<G>("0123abcd".into(), &Setup::usual::<G>(), players);
    let header = records::header(plan);
    let (_, mut position) = start::<G>(&header).unwrap();
    let ready = |seat| {
        let ready = serde_json::json!({
            "event": "ready", "seat": seat, "got": "ready\n", "spent": { "asked": 0, "used": 9 },
        });
        serde_json::from_value(ready).unwrap()
    };
    let mut events: Vec<Event> = (0..G::SPEC.seats.len()).map(ready).collect();
    events.push(Event::Begun {});
    for ply in 0..moves {
        let (Some(seat), Some(mv)) = (position.to_move(), position.moves().next()) else { break };
        let moved = serde_json::json!({
            "event": "moved", "ply": ply, "seat": seat.0, "move": mv.to_string(),
            "got": format!("move {ply} {mv}\n"), "stderr": "depth 7\n",
            "spent": { "asked": 0, "used": 1_250_000_000_u64 },
        });
        events.push(serde_json::from_value(moved).unwrap());
        position.play(mv);
    }
    if let (true, Some(seat)) = (fault, position.to_move()) {
        events.push(Event::Faulted(Fault {
            ply: moves as u32,
            seat,
            kind: FaultKind::Format,
            got: gyoji_core::record::Bytes::new("hello\n"),
            spent: Default::default(),
            limit_ns: Some(5_000_000_000),
            exit: None,
            system: String::new(),
            stderr: String::new(),
            unasked: false,
            machine: false,
            then: Then::Loses,
        }));
        let seats = G::SPEC.seats.len();
        events.push(Event::Ended(Ended::lost(seat, seats, Ended::FAULT, Some(FaultKind::Format))));
    }
    Record { header, events }
}

/// Does something with a viewer of a game.
struct With<F>(usize, bool, Lang, F);

impl<F: FnOnce(&mut Viewer<'_>)> Visitor for With<F> {
    type Out = ();

    fn visit<G: Game>(self, kit: &Kit<G>) {
        let With(moves, fault, lang, act) = self;
        let record = record::<G>(moves, fault);
        let (_, start) = start::<G>(&record.header).unwrap();
        let (mut tale, read) = Tale::new(&record, kit, lang, false, "0123abcd", start);
        assert!(read.is_ok());
        let last = tale.scenes().len() - 1;
        let wish = Wish { range: (0, last), at: 0, plays: false, speed: 2.0 };
        act(&mut Viewer::new(&mut tale, wish, lang, Look::default()));
    }
}

fn with(game: &str, moves: usize, fault: bool, lang: Lang, act: impl FnOnce(&mut Viewer<'_>)) {
    gyoji_catalog::visit(game, With(moves, fault, lang, act)).unwrap();
}

fn keys(viewer: &mut Viewer<'_>, keys: &[KeyCode]) {
    for key in keys {
        assert!(viewer.key(*key));
    }
}

#[test]
fn keys_lead_through_the_game() {
    with("othello", 30, true, Lang::En, |viewer| {
        keys(viewer, &[KeyCode::Right, KeyCode::Char('l')]);
        assert_eq!(viewer.at, 2);
        keys(viewer, &[KeyCode::Left, KeyCode::Char('h'), KeyCode::Char('h')]);
        assert_eq!(viewer.at, 0);
        keys(viewer, &[KeyCode::PageDown]);
        assert_eq!(viewer.at, 10);
        keys(viewer, &[KeyCode::Char('2'), KeyCode::Char('5'), KeyCode::Enter]);
        assert_eq!(viewer.at, 25);
        keys(viewer, &[KeyCode::Home, KeyCode::Char('n')]);
        assert_eq!(viewer.at, 31, "the fault is after the last move");
        keys(viewer, &[KeyCode::Home, KeyCode::End]);
        assert_eq!(viewer.at, 31);
        keys(viewer, &[KeyCode::Char('9'), KeyCode::Char('9'), KeyCode::Enter]);
        assert_eq!(viewer.at, 31, "there is no such move");
        assert!(!viewer.key(KeyCode::Char('q')));
    });
}

#[test]
fn it_plays_by_itself_and_stops_at_the_end() {
    with("quinte", 10, false, Lang::En, |viewer| {
        keys(viewer, &[KeyCode::Char('+'), KeyCode::Char(' ')]);
        assert_eq!(viewer.speed, 4.0);
        let start = Instant::now() + Duration::from_secs(1);
        assert!(viewer.tick(start), "the first one comes at once");
        assert_eq!(viewer.at, 4, "everybody has moved");
        assert!(!viewer.tick(viewer.due().unwrap() - Duration::from_millis(1)));
        for _ in 0..3 {
            let due = viewer.due().unwrap();
            viewer.tick(due);
        }
        assert!(viewer.due().is_none() && viewer.at == viewer.range.1);
        keys(viewer, &[KeyCode::Char(' ')]);
        assert_eq!(viewer.at, 0, "from its beginning again");
    });
}

#[test]
fn every_size_of_a_terminal_is_filled_and_none_overflows() {
    for game in ["othello", "renju", "contrast", "quinte", "fourinarow"] {
        for lang in [Lang::En, Lang::Ja] {
            with(game, 9, true, lang, |viewer| {
                for size in [(80, 24), (120, 40), (40, 12), (20, 5), (8, 2), (1, 1), (300, 100)] {
                    for at in [0, 3, viewer.range.1] {
                        viewer.at = at;
                        let lines = viewer.screen(size);
                        assert_eq!(lines.len(), size.1.max(2), "{game} {size:?}");
                    }
                }
            });
        }
    }
}

#[test]
fn the_talk_the_time_and_the_explanation_stand_beside_the_board() {
    let mut text = String::new();
    for (game, at) in [("othello", 3), ("othello", 5), ("contrast", 2), ("quinte", 4)] {
        for lang in [Lang::En, Lang::Ja] {
            with(game, 4, true, lang, |viewer| {
                viewer.at = at;
                let lines = viewer.screen((80, 24));
                let lines: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
                text += &format!("=== {game} {at} {lang}\n{}\n", lines.join("\n"));
            });
        }
    }
    // Times of day depend on where and when the test runs.
    let is_time = |word: &str| {
        word.matches(':').count() == 2 && word.starts_with(|c: char| c.is_ascii_digit())
    };
    let line = |line: &str| {
        let words = line.split(' ').map(|word| if is_time(word) { "12:00:00.000" } else { word });
        words.collect::<Vec<_>>().join(" ")
    };
    let text = text.lines().map(line).collect::<Vec<_>>().join("\n");
    assert!(text.contains("time 1.250 s of 5 s") && text.contains("| depth 7"), "{text}");
    insta::assert_snapshot!(text);
}
