//! The guided tree search: what it finds, what it proves, and that it keeps to its limits.

mod games;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use games::{Heap, Pick, Tic};
use gyoji_core::{Budget, Game, Seat};
use gyoji_search::guide::{from_value, softmax};
use gyoji_search::mcts::{Noise, Proof, Searched, Settings};
use gyoji_search::{Guide, Limits, Mcts, Payoffs, RandomPlayout, Uniform};

type Plain<G> = Mcts<G, Uniform<RandomPlayout<<G as Game>::Move>>>;

fn plain<G: Game>(settings: Settings) -> Plain<G> {
    Mcts::new(Uniform(RandomPlayout::default()), settings)
}

fn search<G: Game>(position: &G, walks: u64) -> Searched<G::Move> {
    let rng = &mut Rng::with_seed(1);
    plain(Settings::default()).search(position, &Limits::nodes(walks), &Budget::default(), rng)
}

fn tic(text: &str) -> Tic {
    text.parse().unwrap()
}

/// Likes the cell with the highest number, and takes every position to be even.
struct Last;

impl Guide<Tic> for Last {
    fn guess(&mut self, at: &Tic, moves: &[Pick], priors: &mut [f32], _: &mut Rng) -> Payoffs {
        for (prior, mv) in priors.iter_mut().zip(moves) {
            *prior = f32::from(mv.0);
        }
        softmax(priors, 1.0);
        from_value(at.to_move().unwrap_or(Seat::FIRST), 0.0)
    }
}

/// The true result by plain minimax: who wins, if anybody.
fn truth<G: Game>(position: &G) -> Option<Seat> {
    if let Some(end) = position.outcome() {
        return end.winner();
    }
    let seat = position.to_move().unwrap();
    let results: Vec<Option<Seat>> = position
        .moves()
        .map(|mv| {
            let mut next = position.clone();
            next.play(mv);
            truth(&next)
        })
        .collect();
    let best = [Some(seat), None].into_iter().find(|result| results.contains(result));
    best.unwrap_or(Some(seat.other()))
}

#[test]
fn a_win_in_one_needs_no_walk() {
    let found = search(&tic("xx./oo./..."), 0);
    assert_eq!((found.best(), found.proof, found.walks), (Some(Pick(2)), Proof::Win(1), 0));
    assert_eq!(found.candidates[0].proof, Proof::Win(0));
    assert_eq!(found.candidates[0].value(), Some(gyoji_core::Value::WON));
    assert_eq!(found.policy(1.0)[0], 1.0);
    assert_eq!(found.value(), 1.0);
}

#[test]
fn the_only_defence_is_found_and_the_rest_proved_lost() {
    let found = search(&tic("x.x/.o./..."), 200);
    assert_eq!(found.best(), Some(Pick(1)));
    assert!(found.candidates[1..].iter().all(|one| one.proof == Proof::Loss(1)));
    assert!(found.policy(1.0)[1..].iter().all(|&share| share == 0.0));
}

#[test]
fn whole_games_are_proved_as_minimax_has_them() {
    let mut rng = Rng::with_seed(5);
    let mut sorts = [0; 3];
    for seed in 0..60 {
        let mut position = Tic::default();
        for _ in 0..2 + seed % 5 {
            let moves: Vec<Pick> = position.moves().collect();
            let Some(mv) = rng.choice(moves) else { break };
            position.play(mv);
        }
        let Some(seat) = position.to_move() else { continue };
        let found = search(&position, 20_000);
        match (found.proof, truth(&position)) {
            (Proof::Win(_), Some(winner)) if winner == seat => sorts[0] += 1,
            (Proof::Draw, None) => sorts[1] += 1,
            (Proof::Loss(_), Some(winner)) if winner != seat => sorts[2] += 1,
            // Who can draw does not look for long whether there is more.
            (Proof::Open, None) => {}
            other => panic!("{position}: {other:?}"),
        }
    }
    assert!(sorts.iter().all(|&count| count > 0), "every sort of result: {sorts:?}");
}

#[test]
fn moving_twice_in_a_row_keeps_the_proofs_right() {
    for stones in 1..12 {
        for turn in 0..2 {
            let position = Heap::<2> { turn, ..Heap::of(stones) };
            let found = search(&position, 50_000);
            let seat = Some(Seat(turn));
            match (found.proof, truth(&position)) {
                (Proof::Win(_), winner) => assert_eq!(winner, seat),
                (Proof::Loss(_), winner) => assert!(winner.is_some() && winner != seat),
                (Proof::Draw, winner) => assert_eq!(winner, None),
                (Proof::Open, _) => panic!("{position} is not proved"),
            }
        }
    }
}

#[test]
fn four_seats_each_look_after_themselves() {
    // Three stones: whoever takes all of them has the last one and every point.
    let position = Heap::<4> { turn: 2, ..Heap::of(3) };
    let found = search(&position, 500);
    assert_eq!((found.best(), found.proof), (Some(Pick(3)), Proof::Open));
    assert_eq!(found.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
}

#[test]
fn the_first_walk_goes_where_the_guide_points() {
    let mut search = Mcts::new(Last, Settings::default());
    let rng = &mut Rng::with_seed(1);
    let found = search.search(&Tic::default(), &Limits::nodes(1), &Budget::default(), rng);
    assert_eq!((found.candidates[0].mv, found.candidates[0].visits), (Pick(8), 1));
    assert_eq!(search.nodes(), 2, "a move that was not tried has no node");
    let found = search.search(&Tic::default(), &Limits::nodes(200), &Budget::default(), rng);
    assert_eq!(found.best(), Some(Pick(8)));
    assert!(found.candidates[1].visits > 0 && found.candidates[1].visits < 100);
}

#[test]
fn visits_add_up_and_the_same_seed_gives_the_same_answer() {
    let once = search(&Tic::default(), 500);
    assert_eq!(once.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
    assert_eq!((once.candidates.len(), once.walks), (9, 500));
    assert_eq!(once, search(&Tic::default(), 500));
    let without = plain(Settings::default()).search(
        &Heap::<4>::of(200),
        &Limits::default(),
        &Budget::default(),
        &mut Rng::with_seed(1),
    );
    assert!(without.walks > 0, "without any limit it still comes to an end");
}

#[test]
fn hardly_any_walks_and_finished_games_are_no_problem() {
    let stop = AtomicBool::new(true);
    for walks in [0, 1, 2] {
        for budget in [Budget::default(), Budget { deadline: None, stop: Some(&stop) }] {
            let rng = &mut Rng::with_seed(1);
            let mut tree = plain(Settings::default());
            let found = tree.search(&Tic::default(), &Limits::nodes(walks), &budget, rng);
            assert_eq!(found.candidates.len(), 9);
            let sum: f64 = found.policy(1.0).iter().sum();
            assert!((sum - 1.0).abs() < 1e-9);
            let over = tree.search(&tic("xxx/oo./..."), &Limits::nodes(walks), &budget, rng);
            assert!(over.candidates.is_empty() && over.policy(1.0).is_empty());
            assert_eq!((over.best(), over.draw(1.0, rng), over.value()), (None, None, 0.0));
        }
    }
}

#[test]
fn temperature_sharpens_the_policy_and_draws_follow_it() {
    let found = search(&Tic::default(), 400);
    let (even, sharp, only) = (found.policy(1.0), found.policy(0.5), found.policy(0.0));
    assert!((even.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!((even[0] - found.candidates[0].visits as f64 / 400.0).abs() < 1e-9);
    assert!(sharp[0] > even[0] && only[0] >= sharp[0]);
    let mut rng = Rng::with_seed(2);
    let mut drawn = [0; 9];
    (0..9000).for_each(|_| drawn[found.draw(1.0, &mut rng).unwrap().0 as usize] += 1);
    for (one, share) in found.candidates.iter().zip(even) {
        let seen = f64::from(drawn[one.mv.0 as usize]) / 9000.0;
        assert!((seen - share).abs() < 0.03, "{} {seen} {share}", one.mv);
    }
}

#[test]
fn noise_changes_priors_only_when_asked_and_once_for_a_root() {
    let priors = |noise, times| {
        let mut tree = plain(Settings { noise, ..Settings::default() });
        let mut rng = Rng::with_seed(9);
        let mut found = search(&Tic::default(), 0);
        for _ in 0..times {
            let limits = Limits::nodes(0);
            found = tree.search(&Tic::default(), &limits, &Budget::default(), &mut rng);
        }
        let mut priors: Vec<(u8, f32)> =
            found.candidates.iter().map(|one| (one.mv.0, one.prior)).collect();
        priors.sort_by_key(|one| one.0);
        priors
    };
    let (calm, noisy) = (priors(None, 1), priors(Some(Noise::USUAL), 1));
    assert!(calm.iter().all(|one| (one.1 - 1.0 / 9.0).abs() < 1e-4));
    assert!(noisy.iter().all(|one| one.1 >= 0.75 / 9.0 - 1e-4));
    assert!(noisy.iter().any(|one| one.1 > 0.12), "{noisy:?}");
    assert!((noisy.iter().map(|one| one.1).sum::<f32>() - 1.0).abs() < 1e-3);
    assert_eq!(noisy, priors(Some(Noise::USUAL), 3));
}

#[test]
fn the_tree_is_kept_from_turn_to_turn() {
    for reuse in [true, false] {
        let mut rng = Rng::with_seed(3);
        let mut tree = plain(Settings { reuse, ..Settings::default() });
        let mut position = Tic::default();
        let budget = Budget::default();
        let first = tree.search(&position, &Limits::nodes(300), &budget, &mut rng);
        position.play(first.candidates[0].mv);
        let reply = position.moves().next().unwrap();
        position.play(reply);
        let second = tree.search(&position, &Limits::nodes(4), &budget, &mut rng);
        let visits: u64 = second.candidates.iter().map(|one| one.visits).sum();
        assert_eq!(visits > 8, reuse, "{visits} visits, only 4 of them new");
        assert!(second.candidates.iter().all(|one| position.is_legal(one.mv)));
        // A position from elsewhere starts a new tree.
        let third = tree.search(&tic("xox/.../..."), &Limits::nodes(3), &budget, &mut rng);
        assert_eq!(third.candidates.iter().map(|one| one.visits).sum::<u64>(), 3);
    }
}

#[test]
fn a_small_tree_stays_small_and_still_searches() {
    let mut tree: Plain<Heap<2>> = plain(Settings { tree_bytes: 0, ..Settings::default() });
    let limits = Limits::nodes(5000);
    let found = tree.search(&Heap::of(200), &limits, &Budget::default(), &mut Rng::with_seed(1));
    assert_eq!(found.candidates.iter().map(|one| one.visits).sum::<u64>(), 5000);
    assert_eq!(tree.nodes(), 4);
}

#[test]
fn nonsense_from_a_guide_is_survived() {
    struct Mad;
    impl Guide<Tic> for Mad {
        fn guess(&mut self, _: &Tic, _: &[Pick], priors: &mut [f32], rng: &mut Rng) -> Payoffs {
            let all = [f32::NAN, f32::INFINITY, -3.0, 0.0];
            priors.iter_mut().for_each(|prior| *prior = all[rng.usize(..4)]);
            [0.5; 4]
        }
    }
    let mut tree = Mcts::new(Mad, Settings::default());
    let limits = Limits::nodes(3000);
    let rng = &mut Rng::with_seed(1);
    let found = tree.search(&Tic::default(), &limits, &Budget::default(), rng);
    assert!((found.candidates.iter().map(|one| one.prior).sum::<f32>() - 1.0).abs() < 1e-3);
    assert!(found.policy(1.0).iter().all(|share| share.is_finite()));
}

#[test]
fn deadlines_are_respected() {
    let begun = Instant::now();
    let budget = Budget { deadline: Some(begun + Duration::from_millis(60)), stop: None };
    let position = Heap::<4>::of(200);
    let rng = &mut Rng::with_seed(1);
    let found = plain(Settings::default()).search(&position, &Limits::default(), &budget, rng);
    // Slack for a busy test machine; a search that forgets its clock takes for ever.
    assert!(begun.elapsed() < Duration::from_millis(400), "{:?}", begun.elapsed());
    assert!(found.walks > 0);
}
