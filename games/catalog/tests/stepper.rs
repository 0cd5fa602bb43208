//! A game of each kind, drawn from a record alone.

use gyoji_core::record::{Ended, Event, Header, Plan, Player, Record, line};
use gyoji_core::view::{Legend, Step, Style, draw};
use gyoji_core::{Game, Kit, Lang, Moment, Setup, Stepper, Visitor};
use serde_json::json;

const MOST_PLIES: u32 = 80;

/// The text of a record of a random game.
#[derive(Clone)]
struct PlayAtRandom;

impl Visitor for PlayAtRandom {
    type Out = String;

    fn visit<G: Game>(self, _kit: &Kit<G>) -> String {
        let setup = Setup::usual::<G>();
        let players = vec![Player::new("somebody", "bot:somebody"); G::SPEC.seats.len()];
        let plan = Plan::new::<G>("0123456789abcdef".into(), &setup, players);
        let mut text = line(&Header::new(plan, 0, "test"));
        let mut rng = fastrand::Rng::with_seed(7);
        let mut position = G::start(&setup).unwrap();
        for ply in 0..MOST_PLIES {
            let Some(seat) = position.to_move() else { break };
            let moves: Vec<G::Move> = position.moves().collect();
            let mv = moves[rng.usize(..moves.len())];
            text += &line(&json!({
                "event": "moved", "ply": ply, "seat": seat, "move": mv.to_string(),
                "spent": { "used": 1 },
            }));
            position.play(mv);
        }
        text + &line(&Event::Ended(Ended::aborted(G::SPEC.seats.len())))
    }
}

fn records() -> Vec<Record> {
    let texts = gyoji_catalog::visit_all(&PlayAtRandom);
    texts
        .iter()
        .map(|text| Record::parse(text).unwrap_or_else(|bad| panic!("{:?}", bad.problem)))
        .collect()
}

fn is_send<T: Send>(_: &T) {}

#[test]
fn a_game_of_each_kind_is_drawn_from_its_record() {
    for record in records() {
        let game = &record.header.game;
        let mut stepper = gyoji_catalog::stepper(&record.header).unwrap();
        is_send(&stepper);
        assert_eq!(stepper.legend().game, *game);
        let mut shown = vec![stepper.now()];
        for event in &record.events {
            stepper.apply(event).unwrap();
            if matches!(event, Event::Moved(_)) {
                shown.push(stepper.now());
            }
        }
        assert!(shown.len() > 10, "{game}");
        for (ply, moment) in shown.iter().enumerate() {
            // Looking back shows the same as looking on.
            assert_eq!(stepper.at(ply as u32).as_ref(), Some(moment), "{game}");
            assert_eq!(moment.ply as usize, ply);
            assert_eq!(moment.titles.len(), moment.view.seats.len());
            for lang in [Lang::En, Lang::Ja] {
                let last = moment.last_cells();
                let style = Style { last: &last, ..Style::default() };
                let drawn = draw(&moment.view, stepper.legend(), lang, &style);
                assert!(drawn.lines().count() > moment.view.rows.len(), "{game}: {drawn}");
            }
        }
        assert_eq!(stepper.at(shown.len() as u32), None);
    }
}

#[test]
fn what_a_page_gets_is_plain_data() {
    for record in records() {
        let mut stepper = gyoji_catalog::stepper(&record.header).unwrap();
        for event in &record.events {
            stepper.apply(event).unwrap();
        }
        let moment = stepper.at(5).unwrap();
        let json = serde_json::to_string(&moment).unwrap();
        assert_eq!(serde_json::from_str::<Moment>(&json).unwrap(), moment);
        let json = serde_json::to_string(stepper.legend()).unwrap();
        assert_eq!(serde_json::from_str::<Legend>(&json).unwrap(), *stepper.legend());
    }
}

#[test]
fn a_person_is_led_to_a_move_without_knowing_the_game() {
    for record in records() {
        let mut stepper = gyoji_catalog::stepper(&record.header).unwrap();
        let mut moves = 0;
        for event in &record.events {
            let Event::Moved(moved) = event else { continue };
            // By the steps the record's own move has, one after the other.
            let choice = stepper.choice(&[]).unwrap();
            assert!(choice.mv.is_none() && !choice.next.is_empty(), "{choice:?}");
            stepper.apply(event).unwrap();
            let last = stepper.now().last.unwrap();
            assert_eq!((last.seat, &last.mv), (moved.seat, &moved.mv));
            let before = follow(&record, moves);
            let whole = (1..=last.steps.len())
                .find_map(|count| before.choice(&last.steps[..count]).unwrap().mv);
            assert_eq!(whole.as_ref(), Some(&moved.mv));
            moves += 1;
        }
        let nonsense = Step::word("nonsense");
        assert_eq!(follow(&record, 0).choice(&[nonsense]), None);
    }
}

/// A game after so many events.
fn follow(record: &Record, events: usize) -> Stepper {
    let mut stepper = gyoji_catalog::stepper(&record.header).unwrap();
    for event in &record.events[..events] {
        stepper.apply(event).unwrap();
    }
    stepper
}

#[test]
fn moves_that_are_taken_back_and_moves_that_are_not_allowed() {
    for record in records() {
        let mut stepper = follow(&record, 4);
        let before = stepper.now();
        stepper.apply(&record.events[4]).unwrap();
        let undone = serde_json::from_value(json!({ "event": "undone", "plies": 1 }));
        stepper.apply(&undone.unwrap()).unwrap();
        assert_eq!(stepper.now(), before);
        let bad = json!({
            "event": "moved", "ply": 4, "seat": before.view.to_move, "move": "?",
            "spent": { "used": 1 },
        });
        stepper.apply(&serde_json::from_value(bad).unwrap()).unwrap_err();
        assert_eq!(stepper.now(), before, "nothing happened");
    }
}
