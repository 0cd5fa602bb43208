//! Networks and what learns with them, one thread: the usual one for Contrast, and the large one of
//! the class document.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_contrast::Contrast;
use gyoji_core::PlanesEntry;
use gyoji_nn::{Adam, AdamConfig, Evaluator, Frozen, Isa};
use gyoji_zero::trainer::{Batch, step};
use gyoji_zero::{Config, Model, Network, Played, selfplay};

use super::{Figure, rate};
use crate::args::Bench;
use crate::failure::{FAILED, Failure};
use crate::screen;

/// Positions that are looked at together.
const BATCHES: [usize; 3] = [1, 32, 128];
/// Positions of a step of learning.
const LEARNT: usize = 256;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let planes = gyoji_contrast::planes::planes();
    let usual = Network::default();
    // The network of the class document has more heads' filters and hidden numbers than ours.
    let large = Network {
        filters: 64,
        blocks: 4,
        policy_filters: 32,
        value_hidden: 64,
        ..Network::default()
    };
    let mut figures = Vec::new();
    for (entry, network) in planes.iter().zip([usual, large]) {
        let name = format!("{} planes, {}x{}", entry.name, network.filters, network.blocks);
        screen::say(&format!("{name} …"));
        measure(args.time(), entry, &network, &name, &mut figures)?;
    }
    super::print(&figures, args.json)
}

fn measure(
    time: Duration,
    entry: &PlanesEntry<Contrast>,
    network: &Network,
    name: &str,
    figures: &mut Vec<Figure>,
) -> Result<(), Failure> {
    let made = Model::new(entry, network, Isa::best(), 1);
    let mut model = made.map_err(|flaw| Failure { code: FAILED, text: flaw.text().clone() })?;
    let mut add = |what: &str, value: f64, unit| {
        figures.push(Figure { what: format!("{name}: {what}"), value, unit });
    };
    let frozen = Arc::new(Frozen::new(&model.net));
    let games = played(&frozen, entry, time, &mut |simulations| {
        add("self-play, 32 games at once", simulations, "simulations/s");
    });
    let start = Contrast::new();
    let mut batch = Batch::default();
    let mut rng = Rng::with_seed(1);
    while batch.values.len() < LEARNT {
        let game = &games[rng.usize(..games.len())];
        if !game.lessons.is_empty() {
            batch.add(entry.planes, &start, game, rng.usize(..game.lessons.len()), 0, 0.0);
        }
    }
    let size = entry.planes.shape().input_len();
    for positions in BATCHES {
        let mut evaluator = Evaluator::new(&frozen);
        let looked = repeated(time, positions, || {
            std::hint::black_box(evaluator.look(&batch.planes[..positions * size]));
        });
        add(&format!("looks, {positions} at once"), looked, "positions/s");
    }
    let mut adam = Adam::new(AdamConfig::default());
    let learning = Config::default().learning;
    let learnt = repeated(time, LEARNT, || {
        step(&mut model.net, &mut adam, &batch, &learning);
    });
    add(&format!("learning, {LEARNT} at once"), learnt, "positions/s");
    Ok(())
}

/// Plays for a while, at least one round; tells the simulations in a second.
fn played(
    net: &Arc<Frozen>,
    entry: &PlanesEntry<Contrast>,
    time: Duration,
    tell: &mut dyn FnMut(f64),
) -> Vec<Played<Contrast>> {
    let mut config = Config { threads: 1, ..Config::default() };
    // Short searches, or the large network would take minutes to end its games.
    (config.search.full_simulations, config.search.quick_simulations) = (16, 8);
    let (start, mut games, mut next) = (Instant::now(), Vec::new(), 0);
    while games.is_empty() || start.elapsed() < time {
        let numbers: Vec<u64> = (next..next + 32).collect();
        next += 32;
        let from = Contrast::new();
        let stop = AtomicBool::new(false);
        selfplay::play(net, entry.planes, &from, &numbers, &config, &stop, |game| {
            games.push(game);
            true
        });
    }
    let simulations: u64 = games.iter().map(|game| u64::from(game.simulations)).sum();
    tell(rate(simulations, start));
    games
}

/// How many things in a second, if each run does so many.
fn repeated(time: Duration, each: usize, mut work: impl FnMut()) -> f64 {
    let (start, mut runs) = (Instant::now(), 0);
    while runs == 0 || start.elapsed() < time {
        work();
        runs += 1;
    }
    rate(runs * each as u64, start)
}
