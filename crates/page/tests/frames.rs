//! Every moment of a game comes back from the first one and the differences.

mod common;

use common::random_record;
use gyoji_core::record::{Event, Undone};
use gyoji_page::{GameDocument, Show, frames};

#[test]
fn every_moment_of_every_game_comes_back() {
    for (seed, game) in gyoji_catalog::GAMES.iter().enumerate() {
        let mut record = random_record(game, seed as u64, 80, &[]);
        // Moves can be taken back, after which others are made.
        record.events.retain(|event| matches!(event, Event::Moved(_)));
        record.events.truncate(40);
        let again = record.events[record.events.len() - 2..].to_vec();
        record.events.push(Event::Undone(Undone { plies: 2 }));
        record.events.extend(again);
        let (frames, wrong) = frames(&record.header, &record.events).unwrap();
        assert_eq!(wrong, None, "{game}");
        let mut stepper = gyoji_catalog::stepper(&record.header).unwrap();
        assert_eq!(frames.moment(0), Some(stepper.now()), "{game}");
        for (index, event) in record.events.iter().enumerate() {
            stepper.apply(event).unwrap();
            assert_eq!(frames.moment(index + 1), Some(stepper.now()), "{game} {index}");
            assert_eq!(frames.events[index], index);
        }
        assert_eq!(frames.moment(frames.count()), None);
    }
}

#[test]
fn a_long_game_stays_small() {
    let record = random_record("quinte", 3, 800, &[]);
    let game = GameDocument::new(&record, Vec::new(), Show::Game).unwrap();
    let whole = serde_json::to_string(&game.frames.first).unwrap().len();
    let per_move = serde_json::to_string(&game.frames.then).unwrap().len() / game.frames.then.len();
    assert_eq!(game.frames.then.len(), 800);
    assert!(per_move * 12 < whole, "{per_move} bytes for a move, {whole} for a moment");
}

#[test]
fn what_does_not_fit_the_rules_is_shown_as_far_as_it_does() {
    let mut record = random_record("othello", 5, 20, &[]);
    let Some(Event::Moved(moved)) = record.events.get_mut(10) else { panic!("a move") };
    moved.mv = "a1".to_owned();
    let game = GameDocument::new(&record, Vec::new(), Show::All).unwrap();
    assert_eq!(game.frames.count(), 10);
    assert!(game.damage.is_some());
    record.header.plan.game = "chess".to_owned();
    assert!(GameDocument::new(&record, Vec::new(), Show::All).is_err());
}

#[test]
fn what_players_said_can_be_kept_back() {
    let record = random_record("othello", 6, 12, &["one", "two"]);
    let text = |show| serde_json::to_string(&GameDocument::new(&record, vec![], show).unwrap());
    assert!(text(Show::All).unwrap().contains("depth 3"));
    let hidden = text(Show::Game).unwrap();
    assert!(!hidden.contains("depth 3") && !hidden.contains("onerror"), "{hidden}");
}
