//! Monte Carlo searches, for two seats and four.

mod games;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use games::{Heap, Pick, Tic};
use gyoji_core::{Budget, Game};
use gyoji_search::mcts::Settings;
use gyoji_search::{Limits, Mcts, RandomPlayout, Tried, flat};

fn mcts<G: Game>(position: &G, limits: Limits, budget: &Budget<'_>) -> Vec<Tried<G::Move>> {
    Mcts::new(RandomPlayout::default(), Settings::default()).search(
        position,
        &limits,
        budget,
        &mut Rng::with_seed(1),
    )
}

fn flat_of<G: Game>(position: &G, limits: Limits, budget: &Budget<'_>) -> Vec<Tried<G::Move>> {
    flat(position, &mut RandomPlayout::default(), &limits, budget, &mut Rng::with_seed(1))
}

#[test]
fn both_find_the_win_in_one_and_the_tree_the_only_defence() {
    let win: Tic = "xx./oo./...".parse().unwrap();
    let defend: Tic = "xx./o../...".parse().unwrap();
    assert_eq!(mcts(&win, Limits::nodes(300), &Budget::default())[0].mv, Pick(2));
    assert_eq!(mcts(&defend, Limits::nodes(2000), &Budget::default())[0].mv, Pick(2));
    let tried = flat_of(&win, Limits::nodes(500), &Budget::default());
    assert_eq!(gyoji_search::flat::best(&tried), Some(Pick(2)));
    assert_eq!(tried[0].mv, Pick(2));
    assert_eq!((tried[0].playouts, tried[0].rate), (100, 1.0));
}

#[test]
fn four_seats_each_look_after_themselves() {
    // Three stones: whoever takes all of them has the last one and every point.
    let mut position = Heap::<4>::of(3);
    position.turn = 2;
    assert_eq!(mcts(&position, Limits::nodes(500), &Budget::default())[0].mv, Pick(3));
    let tried = flat_of(&position, Limits::nodes(300), &Budget::default());
    assert_eq!(gyoji_search::flat::best(&tried), Some(Pick(3)));
}

#[test]
fn visits_add_up_and_the_same_seed_gives_the_same_answer() {
    let once = mcts(&Tic::default(), Limits::nodes(1000), &Budget::default());
    assert_eq!(once.iter().map(|tried| tried.playouts).sum::<u64>(), 1000);
    assert_eq!(once.len(), 9);
    assert_eq!(once, mcts(&Tic::default(), Limits::nodes(1000), &Budget::default()));
    // Without any limit it still comes to an end.
    assert!(!mcts(&Tic::default(), Limits::default(), &Budget::default()).is_empty());
}

#[test]
fn hardly_any_playouts_and_finished_games_are_no_problem() {
    let over = Heap::<4>::of(0);
    let stop = AtomicBool::new(true);
    for playouts in [0, 1, 2] {
        for budget in [Budget::default(), Budget { deadline: None, stop: Some(&stop) }] {
            let limits = Limits::nodes(playouts);
            assert_eq!(mcts(&Tic::default(), limits, &budget).len(), 9);
            assert_eq!(flat_of(&Tic::default(), limits, &budget).len(), 9);
            assert!(mcts(&over, limits, &budget).is_empty());
            assert!(flat_of(&over, limits, &budget).is_empty());
        }
    }
}

#[test]
fn the_tree_is_kept_from_turn_to_turn() {
    let mut rng = Rng::with_seed(3);
    let mut search = Mcts::new(RandomPlayout::default(), Settings::default());
    let mut position = Tic::default();
    let budget = Budget::default();
    let first = search.search(&position, &Limits::nodes(2000), &budget, &mut rng);
    position.play(first[0].mv);
    let reply = position.moves().next().unwrap();
    position.play(reply);
    let second = search.search(&position, &Limits::nodes(10), &budget, &mut rng);
    let visits: u64 = second.iter().map(|tried| tried.playouts).sum();
    assert!(visits > 30, "{visits} visits, only 10 of them new");
    assert!(second.iter().all(|tried| position.is_legal(tried.mv)));
    // A position from elsewhere starts a new tree.
    let other: Tic = "xox/.../...".parse().unwrap();
    let third = search.search(&other, &Limits::nodes(10), &budget, &mut rng);
    assert_eq!(third.iter().map(|tried| tried.playouts).sum::<u64>(), 10);
}

#[test]
fn a_small_tree_stays_small_and_still_searches() {
    let settings = Settings { tree_bytes: 0, ..Settings::default() };
    let mut search = Mcts::new(RandomPlayout::default(), settings);
    let win: Heap<2> = Heap::of(60);
    let tried =
        search.search(&win, &Limits::nodes(5000), &Budget::default(), &mut Rng::with_seed(1));
    assert_eq!(tried.iter().map(|tried| tried.playouts).sum::<u64>(), 5000);
}

#[test]
fn deadlines_are_respected() {
    let position = Heap::<4>::of(200);
    for search in [mcts::<Heap<4>>, flat_of::<Heap<4>>] {
        let begun = Instant::now();
        let deadline = Some(begun + Duration::from_millis(60));
        let tried = search(&position, Limits::default(), &Budget { deadline, stop: None });
        // Slack for a busy test machine; a search that forgets its clock takes for ever.
        assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
        assert!(tried.iter().all(|tried| tried.playouts > 0));
    }
}
