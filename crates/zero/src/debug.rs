//! One tiny round with every intermediate value in words: for whoever wants to see how it works.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fastrand::Rng;
use gyoji_core::{Game, PlanesEntry, Seat};
use gyoji_nn::{Adam, Frozen, Isa};
use gyoji_search::guide::from_value;
use gyoji_search::mcts::{Settings, Tree};

use crate::config::Config;
use crate::judge::Judge;
use crate::lesson::Played;
use crate::model::Model;
use crate::root::{Next, Search};
use crate::selfplay;
use crate::trainer::{Batch, step};
use crate::training::{check_game, chosen, start};
use crate::trouble::Trouble;

/// Positions of a game, and moves of a position, that are told of.
const TOLD: usize = 5;
/// Steps of learning.
const STEPS: u64 = 5;

/// Does it, and tells each value with its name.
///
/// # Errors
/// If the game cannot be learnt, or not with these settings.
pub fn debug<G: Game>(
    config: &Config,
    known: &[PlanesEntry<G>],
    tell: &mut dyn FnMut(&str),
) -> Result<(), Trouble> {
    check_game(known)?;
    let entry = chosen(known, config)?;
    let made = Model::new(entry, &config.network, Isa::best(), config.seed);
    let mut model = made.map_err(|flaw| Trouble::Asked(flaw.text().clone()))?;
    let start = start::<G>()?;
    network(&model, &start, tell);
    search(&model, &start, config, tell);
    let mut config = config.clone();
    config.selfplay.games = 2;
    config.threads = 1;
    let mut games: Vec<Played<G>> = Vec::new();
    let net = Arc::new(Frozen::new(&model.net));
    selfplay::play(&net, model.planes, &start, &[0, 1], &config, &AtomicBool::new(false), |game| {
        games.push(game);
        true
    });
    for game in &games {
        tell_game(game, tell);
    }
    learn(&mut model, &start, &games, &config, tell);
    Ok(())
}

/// The planes and the network's shape.
fn network<G: Game>(model: &Model<G>, start: &G, tell: &mut dyn FnMut(&str)) {
    let shape = model.planes.shape();
    tell(&format!("planes = {} {shape:?}", model.planes_name));
    tell(&format!("network = {:?}", model.net.shape()));
    tell(&format!("parameters = {}, isa = {:?}", model.net.shape().parameters(), model.net.isa()));
    let mut input = vec![0.0; shape.input_len()];
    model.planes.write(std::slice::from_ref(start), &mut input);
    for (number, plane) in input.chunks_exact(shape.cells()).enumerate() {
        let sum: f32 = plane.iter().sum();
        tell(&format!("plane[{number}]: sum = {sum}, first row = {:?}", &plane[..shape.width]));
    }
}

/// A search of the start, simulation by simulation.
fn search<G: Game>(model: &Model<G>, start: &G, config: &Config, tell: &mut dyn FnMut(&str)) {
    let mut rng = Rng::with_seed(config.seed);
    let settings = Settings {
        explore: config.search.explore,
        first_play: config.search.first_play,
        ..Settings::default()
    };
    let mut tree = Tree::new(settings);
    tree.set_root(start, &mut rng);
    let mut judge = Judge::new(model);
    let mut search = Search::new(config.search.quick_simulations, 1.0);
    while let Next::Leaf(mut leaf) = search.next(&mut tree, &config.search, &mut rng) {
        judge.clear();
        judge.add(std::slice::from_ref(start), &leaf);
        judge.look();
        let value = judge.answer(0, &mut leaf);
        let mut line = format!("simulation {}:", search.made());
        for mv in leaf.line() {
            let _ = write!(line, " {mv}");
        }
        let moves = leaf.moves().len();
        tell(&format!("{line} value = {value:+.4}, legal moves = {moves}"));
        if leaf.is_root() {
            search.set_root_value(value);
        }
        let seat = leaf.position().to_move().unwrap_or(Seat::FIRST);
        tree.back_up(leaf, from_value(seat, value), &mut rng);
    }
    let found = tree.found();
    let (shares, value) = search.lesson(&found, &config.search);
    tell(&format!("root: value = {value:+.4}, proof = {:?}", found.proof));
    for (one, share) in found.candidates.iter().zip(shares).take(TOLD) {
        tell(&format!(
            "root {}: prior = {:.4}, visits = {}, q = {:+.4}, target = {share:.4}",
            one.mv,
            one.prior,
            one.visits,
            2.0 * one.rate - 1.0
        ));
    }
}

fn tell_game<G: Game>(game: &Played<G>, tell: &mut dyn FnMut(&str)) {
    let moves: Vec<String> = game.moves.iter().map(G::Move::to_string).collect();
    let (number, result) = (game.number, game.result);
    tell(&format!("game {number}: {} plies, result of the first seat = {result:+}", moves.len()));
    tell(&format!("game {number}: {}", moves.join(" / ")));
    for lesson in game.lessons.iter().take(TOLD) {
        let best = lesson.shares.iter().max_by_key(|(_, share)| *share);
        let best = best.map_or_else(String::new, |&(place, share)| {
            format!("move {place} with {:.3}", f32::from(share) / 65535.0)
        });
        let (ply, value, count) = (lesson.ply, lesson.value, lesson.shares.len());
        tell(&format!("lesson at ply {ply}: value = {value:+.4}, {count} shares, most: {best}"));
    }
}

/// A few steps on all lessons.
fn learn<G: Game>(
    model: &mut Model<G>,
    start: &G,
    games: &[Played<G>],
    config: &Config,
    tell: &mut dyn FnMut(&str),
) {
    let mut batch = Batch::default();
    for game in games {
        for lesson in 0..game.lessons.len() {
            batch.add(model.planes, start, game, lesson, 0, config.learning.value_mix);
        }
    }
    tell(&format!("batch = {} positions, values = {:?}", batch.values.len(), batch.values));
    if batch.values.is_empty() {
        return;
    }
    let mut adam = Adam::new(gyoji_nn::AdamConfig {
        rate: config.learning.rate,
        decay: config.learning.decay,
        ..gyoji_nn::AdamConfig::default()
    });
    for number in 1..=STEPS {
        let losses = step(&mut model.net, &mut adam, &batch, &config.learning);
        tell(&format!(
            "step {number}: value loss = {:.4}, policy loss = {:.4} (entropy {:.4}), gradient = {:.4}",
            losses.value, losses.policy, losses.entropy, losses.gradient
        ));
    }
}
