//! Networks and what learns with them, one thread: the usual one for Contrast, and the large one of
//! the class document. `crates/nn/python/bench_torch.py` measures PyTorch beside it.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_contrast::Contrast;
use gyoji_core::{Budget, Game, Options, PlanesEntry, Turn};
use gyoji_nn::loss::Policy;
use gyoji_nn::{Adam, AdamConfig, Evaluator, Frozen, Isa};
use gyoji_zero::trainer::{Batch, step};
use gyoji_zero::{Config, Model, Network, Played, selfplay};

use super::{Figure, rate};
use crate::args::bench::Bench;
use crate::failure::{FAILED, Failure};
use crate::screen;

/// Positions that are looked at together.
const BATCHES: [usize; 3] = [1, 32, 128];
/// Simulations of a search, and where in a game it is: before that proofs are rare.
const SEARCHED: u64 = 400;
const SEARCHED_PLY: usize = 6;
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
    add("search, one position at a time", searched(&model, entry, &games, time), "simulations/s");
    let size = entry.planes.shape().input_len();
    let wanted: Vec<[Vec<u32>; 2]> = batch.policies.iter().map(choices).collect();
    let mut evaluator = Evaluator::new(&frozen);
    let mut logits = Vec::new();
    for positions in BATCHES {
        let planes = &batch.planes[..positions * size];
        let looked = repeated(time, positions, || {
            evaluator.look(planes);
            for head in 0..2 {
                std::hint::black_box(evaluator.all_logits(head));
            }
        });
        add(&format!("looks, {positions} at once"), looked, "positions/s");
        let looked = repeated(time, positions, || {
            evaluator.look(planes);
            for (position, heads) in wanted[..positions].iter().enumerate() {
                for (head, wanted) in heads.iter().enumerate() {
                    evaluator.logits(head, position, wanted, &mut logits);
                    std::hint::black_box(&logits);
                }
            }
        });
        add(&format!("looks, {positions} at once, legal moves only"), looked, "positions/s");
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

/// What the legal moves of a position need of each head, each once.
fn choices(policy: &Policy) -> [Vec<u32>; 2] {
    [0, 1].map(|head| {
        let all = policy.choices.iter().skip(head).step_by(2).copied();
        all.collect::<BTreeSet<u32>>().into_iter().collect()
    })
}

/// The bot at work on positions of these games, as it plays: simulations in a second.
fn searched(
    model: &Model<Contrast>,
    entry: &PlanesEntry<Contrast>,
    games: &[Played<Contrast>],
    time: Duration,
) -> f64 {
    let (bytes, entries) = (model.to_bytes(), std::slice::from_ref(entry));
    let simulations = SEARCHED.to_string();
    let given = [("simulations", simulations.as_str())];
    let options = Options::check(gyoji_zero::bot::OPTIONS, given).expect("options of the bot");
    let (start, mut simulations) = (Instant::now(), 0);
    for game in games.iter().cycle() {
        let mut past = vec![Contrast::new()];
        for &mv in game.moves.iter().take(SEARCHED_PLY) {
            let mut next = past[past.len() - 1].clone();
            next.play(mv);
            past.push(next);
        }
        let moves = &game.moves[..past.len() - 1];
        let Some(seat) = past[past.len() - 1].to_move() else { continue };
        let turn = Turn { seat, past: &past, moves, left: None, clock: None };
        let bot = gyoji_zero::bot::make(entries, Some(&bytes), &options, 1);
        bot.expect("a bot").choose(&turn, &Budget::default(), &mut |_| {});
        simulations += SEARCHED;
        if start.elapsed() >= time {
            break;
        }
    }
    rate(simulations, start)
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
