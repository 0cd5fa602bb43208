//! Flat Monte Carlo, for two seats and four.

mod games;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use games::{Heap, Pick, Tic};
use gyoji_core::{Budget, Game};
use gyoji_search::flat::best;
use gyoji_search::{Limits, RandomPlayout, Tried, flat};

fn flat_of<G: Game>(position: &G, limits: Limits, budget: &Budget<'_>) -> Vec<Tried<G::Move>> {
    flat(position, &mut RandomPlayout::default(), &limits, budget, &mut Rng::with_seed(1))
}

#[test]
fn it_finds_the_win_in_one() {
    let win: Tic = "xx./oo./...".parse().unwrap();
    let tried = flat_of(&win, Limits::nodes(500), &Budget::default());
    assert_eq!(best(&tried), Some(Pick(2)));
    assert_eq!(tried[0].mv, Pick(2));
    assert_eq!((tried[0].playouts, tried[0].rate), (100, 1.0));
}

#[test]
fn four_seats_each_look_after_themselves() {
    // Three stones: whoever takes all of them has the last one and every point.
    let position = Heap::<4> { turn: 2, ..Heap::of(3) };
    let tried = flat_of(&position, Limits::nodes(300), &Budget::default());
    assert_eq!(best(&tried), Some(Pick(3)));
}

#[test]
fn hardly_any_playouts_and_finished_games_are_no_problem() {
    let stop = AtomicBool::new(true);
    for playouts in [0, 1, 2] {
        for budget in [Budget::default(), Budget { deadline: None, stop: Some(&stop) }] {
            let limits = Limits::nodes(playouts);
            assert_eq!(flat_of(&Tic::default(), limits, &budget).len(), 9);
            assert!(flat_of(&Heap::<4>::of(0), limits, &budget).is_empty());
        }
    }
}

#[test]
fn deadlines_are_respected() {
    let begun = Instant::now();
    let deadline = Some(begun + Duration::from_millis(60));
    let budget = Budget { deadline, stop: None };
    let tried = flat_of(&Heap::<4>::of(200), Limits::default(), &budget);
    // Slack for a busy test machine; a search that forgets its clock takes for ever.
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
    assert!(tried.iter().all(|tried| tried.playouts > 0));
}
