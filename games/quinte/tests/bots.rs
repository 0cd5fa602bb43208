//! The built-in players: legal orders, the same game from the same seed, and what each is for.

mod common;

use std::time::Instant;

use common::{RED, Scene, setup};
use gyoji_core::{Budget, Game, Seat, Turn};
use gyoji_quinte::{Move, Quarter, Quinte, kit};

/// Plays four bots from a position to its end; every order has to be legal.
fn play(start: Quinte, names: [&str; 4], seed: u64) -> (Quinte, Vec<Move>) {
    let kit = kit();
    let mut bots =
        [0, 1, 2, 3].map(|seat| kit.make_bot(names[seat], "", seed + seat as u64).unwrap());
    let (mut past, mut moves) = (vec![start], Vec::new());
    while let Some(seat) = past[past.len() - 1].to_move() {
        let turn = Turn { seat, past: &past, moves: &moves, left: None, clock: None };
        let order = bots[seat.index()].choose(&turn, &Budget::default(), &mut |_| {});
        let mut next = past[past.len() - 1].clone();
        assert!(next.is_legal(order), "{} gives {order} in {next}", names[seat.index()]);
        next.play(order);
        past.push(next);
        moves.push(order);
    }
    (past[past.len() - 1].clone(), moves)
}

fn start(turns: u32) -> Quinte {
    Quinte::start(&setup(&format!("turns={turns}"))).unwrap()
}

const ALL: [&str; 5] = ["skeleton", "random", "highscore", "builder", "planner"];

#[test]
fn the_ladder_has_these_rungs() {
    let kit = kit();
    let names: Vec<(&str, u8)> = kit.bots.iter().map(|bot| (bot.name, bot.level)).collect();
    let rungs: Vec<(&str, u8)> = ALL.into_iter().zip(0..).collect();
    assert_eq!(names, rungs);
}

#[test]
fn every_order_is_legal_and_every_game_can_be_repeated() {
    for names in [["random", "highscore", "builder", "planner"], ["planner"; 4], ["highscore"; 4]] {
        let (end, moves) = play(start(120), names, 7);
        let (again, same) = play(start(120), names, 7);
        assert_eq!((end, moves), (again, same), "{names:?}");
    }
}

#[test]
fn a_skeleton_does_nothing() {
    let (end, moves) = play(start(20), ["skeleton"; 4], 0);
    assert!(moves.iter().all(|order| *order == Move::NONE));
    assert_eq!(end.tiles(), start(20).tiles());
}

/// Whoever plays at all gets something out of those who do not.
#[test]
fn each_of_the_others_takes_points_from_skeletons() {
    for name in &ALL[1..] {
        let (end, _) = play(start(300), [name, "skeleton", "skeleton", "skeleton"], 3);
        assert!(end.score(RED) > 10_000, "{name}: {end}");
    }
}

/// No bot knows where it sits: on a turned map it gives the turned order.
#[test]
fn bots_play_alike_in_every_place() {
    let kit = kit();
    let (middle, _) = play(start(30), ["builder"; 4], 5);
    let text = middle.to_string().replace("turn=30/30", "turn=30/1000");
    let position: Quinte = text.parse().unwrap();
    for name in ALL {
        let order = |position: &Quinte| {
            let past = [position.clone()];
            let seat = position.to_move().unwrap();
            let turn = Turn { seat, past: &past, moves: &[], left: None, clock: None };
            kit.make_bot(name, "", 1).unwrap().choose(&turn, &Budget::default(), &mut |_| {})
        };
        let expected = order(&position);
        for turns in 1..4 {
            let quarter = Quarter::turns(turns);
            assert_eq!(order(&position.turned(quarter)), quarter.order(expected), "{name}");
        }
    }
}

#[test]
fn builder_and_planner_enter_a_gate_they_stand_before() {
    // Green is the richest by far, and the soldier is before its big gate.
    let scene = Scene { turn: 100, ..Scene::new() }.soldier(RED, (8, 1));
    let position = scene.scores([100, 100, 40_000, 100]).position();
    for name in ["builder", "planner"] {
        let past = [position.clone()];
        let turn = Turn { seat: RED, past: &past, moves: &[], left: None, clock: None };
        let mut bot = kit().make_bot(name, "", 1).unwrap();
        let order = bot.choose(&turn, &Budget::default(), &mut |_| {});
        assert!(order.to_string().ends_with(" up"), "{name}: {order}");
    }
}

#[test]
fn planner_waits_for_the_super_soldiers() {
    let at = |turn: u32| {
        let scene = Scene { turn, ..Scene::new() }.soldier(RED, (8, 1));
        let past = [scene.scores([10_000; 4]).position()];
        let turn = Turn { seat: RED, past: &past, moves: &[], left: None, clock: None };
        let mut bot = kit().make_bot("planner", "", 1).unwrap();
        bot.choose(&turn, &Budget::default(), &mut |_| {}).soldier
    };
    assert_eq!(at(848), None, "in two turns the attack is worth twice as much");
    assert!(at(850).is_some(), "now it is");
    assert!(at(800).is_some(), "too long to wait");
}

#[test]
fn planner_has_an_order_however_little_time_there_is() {
    let past = [start(1000)];
    let turn = Turn { seat: Seat(0), past: &past, moves: &[], left: None, clock: None };
    let budget = Budget { deadline: Some(Instant::now()), stop: None };
    let mut bot = kit().make_bot("planner", "turns=200", 1).unwrap();
    let order = bot.choose(&turn, &budget, &mut |_| {});
    assert!(past[0].is_legal(order) && order != Move::NONE, "{order}");
}
