//! The tree with many walks under way at once: judged together, elsewhere, in any order.

mod games;

use std::collections::HashSet;
use std::sync::mpsc;

use fastrand::Rng;
use games::{Heap, Pick, Tic};
use gyoji_core::{Budget, Game};
use gyoji_search::mcts::{Descent, Leaf, Noise, Proof, Settings, Tree};
use gyoji_search::{Limits, Mcts, Payoffs, Playout, RandomPlayout, Uniform};

/// Leaves that are judged together.
const BATCH: usize = 8;

fn tree<G: Game>(position: &G, settings: Settings, rng: &mut Rng) -> Tree<G> {
    let mut tree = Tree::new(settings);
    tree.set_root(position, rng);
    tree
}

fn judge<G: Game>(leaf: &mut Leaf<G>, rng: &mut Rng) -> Payoffs {
    let (position, moves, priors) = leaf.to_judge();
    assert_eq!(moves, position.moves().collect::<Vec<_>>());
    assert!(priors.len() == moves.len() && priors.iter().all(|&prior| prior == 1.0));
    priors.iter_mut().for_each(|prior| *prior = 0.5 + rng.f32());
    RandomPlayout::default().play_out(position, rng)
}

/// As many leaves as the tree gives out, at most a batch, and at most so many walks in all.
fn gather<G: Game>(tree: &mut Tree<G>, walks: u64) -> Vec<Leaf<G>> {
    let mut batch = Vec::new();
    while batch.len() < BATCH && tree.walks() + (batch.len() as u64) < walks {
        match tree.descend() {
            Descent::Leaf(leaf) => batch.push(leaf),
            Descent::Certain => {}
            Descent::Busy | Descent::Over => break,
        }
    }
    batch
}

/// Searches by batches that come back in an order drawn by lot, until so many walks are done.
fn search<G: Game>(tree: &mut Tree<G>, walks: u64, rng: &mut Rng) -> usize {
    let mut largest = 0;
    while tree.walks() < walks && !tree.proof().is_known() {
        let mut batch = gather(tree, walks);
        let lines: HashSet<Vec<G::Move>> = batch.iter().map(|leaf| leaf.line().to_vec()).collect();
        assert_eq!(lines.len(), batch.len(), "no position is given out twice");
        assert_eq!(tree.under_way(), batch.len());
        largest = largest.max(batch.len());
        rng.shuffle(&mut batch);
        for mut leaf in batch {
            let expected = judge(&mut leaf, rng);
            tree.back_up(leaf, expected, rng);
        }
    }
    assert_eq!(tree.under_way(), 0);
    largest
}

fn visits<G: Game>(tree: &Tree<G>) -> u64 {
    tree.found().candidates.iter().map(|one| one.visits).sum()
}

#[test]
fn every_walk_is_counted_once_whatever_the_order() {
    fn check<G: Game>(position: &G, settings: Settings) {
        let rng = &mut Rng::with_seed(1);
        let mut tree = tree(position, settings, rng);
        let largest = search(&mut tree, 2000, rng);
        assert_eq!(visits(&tree), tree.walks(), "{position}");
        assert!(tree.walks() == 2000 || tree.proof().is_known(), "{position}");
        assert!(largest > 1, "{position}: walks that begin together go different ways");
    }
    let small = Settings { tree_bytes: 1500, ..Settings::default() };
    for settings in [Settings::default(), small] {
        check(&Tic::default(), settings);
        check(&Heap::<2>::of(100), settings);
        check(&Heap::<4>::of(100), settings);
    }
}

#[test]
fn batches_are_full_where_there_is_much_to_look_at() {
    let rng = &mut Rng::with_seed(1);
    let mut tree = tree(&Heap::<4>::of(100), Settings::default(), rng);
    search(&mut tree, 500, rng);
    let batch = gather(&mut tree, u64::MAX);
    assert_eq!((batch.len(), tree.under_way(), tree.walks()), (BATCH, BATCH, visits(&tree)));
    batch.into_iter().for_each(|leaf| tree.give_up(leaf));
}

#[test]
fn proofs_are_found_in_batches_too() {
    let rng = &mut Rng::with_seed(1);
    let position: Tic = "x.x/.o./...".parse().unwrap();
    let mut only = tree(&position, Settings::default(), rng);
    search(&mut only, 400, rng);
    let found = only.found();
    assert_eq!(found.best(), Some(Pick(1)));
    assert!(found.candidates.iter().any(|one| one.proof.is_loss()), "{found:?}");
    for stones in 1..10 {
        let position = Heap::<2>::of(stones);
        let mut heap = tree(&position, Settings::default(), rng);
        search(&mut heap, 50_000, rng);
        let mut alone = Mcts::new(Uniform(RandomPlayout::default()), Settings::default());
        let found = alone.search(&position, &Limits::nodes(50_000), &Budget::default(), rng);
        assert!(heap.proof().is_known(), "{stones}");
        let results = [heap.proof(), found.proof].map(|proof| (proof.is_win(), proof.is_loss()));
        assert_eq!(results[0], results[1], "{stones}");
        assert!(matches!(heap.descend(), Descent::Over), "nothing is left to search");
    }
}

#[test]
fn the_root_comes_first_and_alone() {
    let rng = &mut Rng::with_seed(1);
    let mut tree = tree(&Tic::default(), Settings::default(), rng);
    let Descent::Leaf(mut root) = tree.descend() else { panic!("the root is not open") };
    assert!(root.is_root() && root.line().is_empty() && !tree.is_open());
    assert!(matches!(tree.descend(), Descent::Busy), "its moves are not known yet");
    let expected = judge(&mut root, rng);
    tree.back_up(root, expected, rng);
    assert!(tree.is_open());
    assert_eq!((tree.walks(), visits(&tree), tree.under_way()), (0, 0, 0), "that was no walk");
    let Descent::Leaf(leaf) = tree.descend() else { panic!("the first move is new") };
    assert_eq!(leaf.line().len(), 1);
    let mut there = Tic::default();
    leaf.line().iter().for_each(|&mv| there.play(mv));
    assert_eq!(*leaf.position(), there);
    tree.give_up(leaf);
}

#[test]
fn a_way_with_no_fork_is_walked_once_at_a_time() {
    let rng = &mut Rng::with_seed(1);
    // One cell is left: there is one move, and it is the last.
    let position: Tic = "xox/xxo/o.o".parse().unwrap();
    let mut last = tree(&position, Settings::default(), rng);
    let mut batch = gather(&mut last, u64::MAX);
    assert_eq!(batch.len(), 1, "the root");
    let expected = judge(&mut batch[0], rng);
    batch.into_iter().for_each(|leaf| last.back_up(leaf, expected, rng));
    assert!(matches!(last.descend(), Descent::Certain), "the end of the game needs no judge");
    assert!(last.proof().is_known());
    assert!(matches!(last.descend(), Descent::Over));
}

#[test]
fn leaves_given_up_leave_nothing_behind() {
    let rng = &mut Rng::with_seed(1);
    let mut one = tree(&Heap::<4>::of(60), Settings::default(), rng);
    search(&mut one, 300, rng);
    let before = one.found();
    for _ in 0..50 {
        let batch = gather(&mut one, u64::MAX);
        assert!(!batch.is_empty());
        batch.into_iter().for_each(|leaf| one.give_up(leaf));
        assert_eq!((one.under_way(), one.found()), (0, before.clone()));
    }
    search(&mut one, 600, rng);
    assert_eq!(visits(&one), one.walks());
}

#[test]
fn leaves_from_before_the_root_moved_do_no_harm() {
    let rng = &mut Rng::with_seed(1);
    let mut position = Tic::default();
    let mut moved = tree(&position, Settings::default(), rng);
    search(&mut moved, 400, rng);
    let old = gather(&mut moved, u64::MAX);
    assert!(!old.is_empty());
    // The same root again changes nothing: they can still come back.
    moved.set_root(&position, rng);
    assert_eq!(moved.under_way(), old.len());
    position.play(moved.found().best().unwrap());
    moved.set_root(&position, rng);
    let kept = visits(&moved);
    assert!(kept > 0 && moved.under_way() == 0 && moved.walks() == 0);
    for (place, mut leaf) in old.into_iter().enumerate() {
        let expected = judge(&mut leaf, rng);
        match place % 2 {
            0 => moved.back_up(leaf, expected, rng),
            _ => moved.give_up(leaf),
        }
    }
    assert_eq!((visits(&moved), moved.walks(), moved.under_way()), (kept, 0, 0));
    search(&mut moved, 200, rng);
    assert_eq!(visits(&moved), kept + moved.walks());
}

#[test]
fn another_thread_can_judge() {
    let rng = &mut Rng::with_seed(1);
    let mut tree = tree(&Heap::<4>::of(80), Settings::default(), rng);
    let (ask, asked) = mpsc::channel::<Leaf<Heap<4>>>();
    let (answer, answers) = mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut rng = Rng::with_seed(2);
            for mut leaf in asked {
                let expected = judge(&mut leaf, &mut rng);
                answer.send((leaf, expected)).unwrap();
            }
        });
        while tree.walks() < 1000 {
            match tree.descend() {
                Descent::Leaf(leaf) => ask.send(leaf).unwrap(),
                Descent::Certain => {}
                Descent::Busy => {
                    let (leaf, expected) = answers.recv().unwrap();
                    tree.back_up(leaf, expected, rng);
                }
                Descent::Over => unreachable!("nothing is proved among four"),
            }
            answers.try_iter().for_each(|(leaf, expected)| tree.back_up(leaf, expected, rng));
        }
        drop(ask);
        answers.iter().for_each(|(leaf, expected)| tree.back_up(leaf, expected, rng));
    });
    assert_eq!((tree.under_way(), visits(&tree)), (0, tree.walks()));
}

#[test]
fn walks_can_be_shared_out_among_the_moves_of_the_root() {
    let rng = &mut Rng::with_seed(1);
    let mut shared = tree(&Heap::<4>::of(50), Settings::default(), rng);
    for round in 0..31 {
        for mv in [Pick(2), Pick(3)] {
            let Descent::Leaf(mut leaf) = shared.descend_into(mv) else { continue };
            assert_eq!(leaf.line().first(), (round > 0 || mv.0 > 2).then_some(&mv));
            let expected = judge(&mut leaf, rng);
            shared.back_up(leaf, expected, rng);
        }
    }
    let found = shared.found();
    let seen = |mv| found.candidates.iter().find(|one| one.mv == mv).unwrap().visits;
    // The first of all was the root itself.
    assert_eq!([1, 2, 3].map(|mv| seen(Pick(mv))), [0, 30, 31]);
    assert!(matches!(shared.descend_into(Pick(9)), Descent::Over), "there is no such move");
    assert_eq!((shared.under_way(), shared.walks()), (0, 61));
}

#[test]
fn a_win_that_the_judge_sees_is_proved() {
    let rng = &mut Rng::with_seed(1);
    let mut won = tree(&"xx./oo./...".parse::<Tic>().unwrap(), Settings::default(), rng);
    let Descent::Leaf(mut leaf) = won.descend() else { panic!("the root is not open") };
    leaf.set_win(Pick(2));
    assert!(leaf.is_open(), "the priors of the root are always wanted");
    won.back_up(leaf, Payoffs::default(), rng);
    assert_eq!((won.proof(), won.found().best()), (Proof::Win(1), Some(Pick(2))));

    let mut lost = tree(&"xx./o../...".parse::<Tic>().unwrap(), Settings::default(), rng);
    let Descent::Leaf(root) = lost.descend() else { panic!("the root is not open") };
    lost.back_up(root, [0.5; 4], rng);
    let Descent::Leaf(mut leaf) = lost.descend_into(Pick(7)) else { panic!("nobody was there") };
    leaf.set_win(Pick(2));
    assert!(!leaf.is_open(), "nothing else has to be known");
    lost.back_up(leaf, Payoffs::default(), rng);
    let found = lost.found();
    let seven = found.candidates.iter().find(|one| one.mv == Pick(7)).unwrap();
    assert_eq!((seven.proof, seven.rate, seven.visits), (Proof::Loss(1), 0.0, 1));
}

#[test]
fn noise_can_be_switched_between_roots() {
    let rng = &mut Rng::with_seed(3);
    let mut one = tree(&Tic::default(), Settings::default(), rng);
    let priors = |tree: &Tree<Tic>| {
        let found = tree.found();
        found.candidates.iter().map(|one| one.prior).fold(0.0, f32::max)
    };
    let even = |tree: &mut Tree<Tic>, rng: &mut Rng| {
        let Descent::Leaf(leaf) = tree.descend() else { panic!("the root is not open") };
        tree.back_up(leaf, [0.5; 4], rng);
    };
    even(&mut one, rng);
    assert!((priors(&one) - 1.0 / 9.0).abs() < 1e-4);
    one.set_noise(Some(Noise::USUAL));
    one.set_root(&"x../.../...".parse().unwrap(), rng);
    even(&mut one, rng);
    assert!(priors(&one) > 0.13, "{}", priors(&one));
}

#[test]
fn without_a_root_or_a_game_there_is_nothing_to_do() {
    let rng = &mut Rng::with_seed(1);
    let mut none: Tree<Tic> = Tree::new(Settings::default());
    assert!(matches!(none.descend(), Descent::Over));
    none.set_root(&"xxx/oo./...".parse().unwrap(), rng);
    assert!(matches!(none.descend(), Descent::Over));
    assert_eq!(none.found().best(), None);
}
