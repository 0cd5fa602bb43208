//! Searches with a network that knows nothing yet: what is proved counts, and what is learnt is a
//! policy over all legal moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use gyoji_contrast::{Contrast, Move};
use gyoji_core::Game;
use gyoji_nn::{Adam, AdamConfig, Frozen, Isa};
use gyoji_search::guide::from_value;
use gyoji_search::mcts::{Proof, Searched, Settings, Tree};
use gyoji_zero::root::{Next, Search};
use gyoji_zero::trainer::{Window, learn};
use gyoji_zero::{Config, Judge, Model, Played, Root, selfplay};

fn model() -> Model<Contrast> {
    let planes = gyoji_contrast::planes::planes();
    let mut config = Config::default().network;
    (config.filters, config.blocks) = (8, 1);
    Model::new(&planes[0], &config, Isa::best(), 1).unwrap()
}

fn config(root: Root) -> gyoji_zero::Search {
    gyoji_zero::Search { root, considered: 8, ..Config::default().search }
}

/// Player 1 wins with its next move: a4,a5.
fn near_the_end() -> Contrast {
    let mut position = Contrast::new();
    for mv in ["a1,a2", "a5,a4", "a2,a3", "a4,b4", "a3,a4", "b4,b3"] {
        position.play(mv.parse().unwrap());
    }
    position
}

/// Searches a position as self-play does.
fn search(
    position: &Contrast,
    settings: &gyoji_zero::Search,
    simulations: u64,
    seed: u64,
    looks_for_wins: bool,
) -> (Searched<Move>, Option<Move>, Vec<f32>, f32) {
    let model = model();
    let mut judge = Judge::new(&model);
    let mut rng = Rng::with_seed(seed);
    let mut tree = Tree::new(Settings::default());
    tree.set_root(position, &mut rng);
    let mut search = Search::new(simulations, 1.0);
    let past = [position.clone()];
    while let Next::Leaf(mut leaf) = search.next(&mut tree, settings, &mut rng) {
        if let Some(win) = model.planes.win_in_one(leaf.position(), leaf.moves())
            && looks_for_wins
        {
            leaf.set_win(win);
        }
        judge.clear();
        judge.add(&past, &leaf);
        judge.look();
        let value = judge.answer(0, &mut leaf);
        if leaf.is_root() {
            search.set_root_value(value);
        }
        let seat = leaf.position().to_move().unwrap();
        tree.back_up(leaf, from_value(seat, value), &mut rng);
    }
    assert!(search.made() <= simulations);
    let found = tree.found();
    let (shares, value) = search.lesson(&found, settings);
    let chosen = search.choose(&found, settings, 1.0, &mut rng);
    (found, chosen, shares, value)
}

#[test]
fn a_lesson_is_a_policy_over_all_legal_moves() {
    let start = Contrast::new();
    for root in [Root::Gumbel, Root::Puct] {
        for simulations in [0, 1, 7, 64] {
            let (found, chosen, shares, value) =
                search(&start, &config(root), simulations, 3, true);
            assert_eq!((found.candidates.len(), shares.len()), (155, 155));
            assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{root:?} {simulations}");
            assert!((-1.0..=1.0).contains(&value));
            assert!(chosen.is_some_and(|mv| start.is_legal(mv)), "{root:?} {simulations}");
            let walked: u64 = found.candidates.iter().map(|one| one.visits).sum();
            assert_eq!(walked, simulations, "{root:?}: every simulation is counted once");
        }
    }
}

#[test]
fn few_simulations_go_to_few_moves_and_more_to_the_better_ones() {
    let (found, ..) = search(&Contrast::new(), &config(Root::Gumbel), 48, 5, true);
    let mut visits: Vec<u64> = found.candidates.iter().map(|one| one.visits).collect();
    visits.sort_unstable_by(|a, b| b.cmp(a));
    assert_eq!(visits.iter().filter(|&&count| count > 0).count(), 8, "{visits:?}");
    // 48 in three phases: 8 moves twice, 4 moves four times, 2 moves eight times.
    assert_eq!(&visits[..8], [14, 14, 6, 6, 2, 2, 2, 2]);
}

#[test]
fn a_win_is_proved_played_and_learnt() {
    let position = near_the_end();
    // Gumbel also comes upon it when nobody has looked: it considers every move here.
    for (root, looks) in [(Root::Gumbel, true), (Root::Gumbel, false), (Root::Puct, true)] {
        let settings = gyoji_zero::Search { considered: 500, ..config(root) };
        let (found, chosen, shares, value) = search(&position, &settings, 500, 1, looks);
        assert_eq!(found.proof, Proof::Win(1), "{root:?}");
        assert_eq!(value, 1.0);
        let mut after = position.clone();
        after.play(chosen.unwrap());
        assert!(after.outcome().is_some_and(|end| end.winner() == position.to_move()));
        let won = found.candidates.iter().zip(&shares).filter(|(one, _)| one.proof.is_win());
        assert!(won.map(|(_, share)| share).sum::<f32>() > 0.5, "{root:?}: {shares:?}");
    }
}

#[test]
fn chance_is_the_seeds_and_different_seeds_play_differently() {
    let settings = config(Root::Gumbel);
    let play = |seed| search(&Contrast::new(), &settings, 16, seed, true).1;
    assert_eq!(play(1), play(1));
    assert!((2..12).any(|seed| play(seed) != play(1)), "not always the same opening");
}

#[test]
fn what_was_played_is_learnt() {
    let mut model = model();
    let start = Contrast::new();
    let mut config = Config { threads: 1, ..Config::default() };
    (config.search.full_simulations, config.search.full_share) = (8, 1.0);
    config.learning.batch = 32;
    let net = Arc::new(Frozen::new(&model.net));
    let mut games: Vec<Played<Contrast>> = Vec::new();
    let stop = AtomicBool::new(false);
    selfplay::play(&net, model.planes, &start, &[0, 1, 2], &config, &stop, |game| {
        games.push(game);
        true
    });
    let lessons: usize = games.iter().map(|game| game.lessons.len()).sum();
    let window = Window::new(&start, &games, usize::MAX);
    assert_eq!(window.lessons.len(), lessons);
    assert!(Window::new(&start, &games, 1).lessons.len() < lessons);
    let mut adam = Adam::new(AdamConfig { rate: 0.01, ..AdamConfig::default() });
    let mut rng = Rng::with_seed(1);
    let mut some = |steps| {
        let planes = model.planes;
        learn(&mut model.net, &mut adam, planes, &window, &config.learning, steps, &mut rng)
    };
    let before = some(1);
    some(60);
    let after = some(5);
    let gap = |losses: &gyoji_zero::trainer::Losses| losses.policy - losses.entropy;
    assert!(after.value < 0.5 * before.value, "{before:?} {after:?}");
    assert!(gap(&after) < 0.5 * gap(&before), "{before:?} {after:?}");
}
