//! One game of self-play: it asks for judgements, makes moves, and keeps what is to be learnt.

use std::collections::HashMap;

use fastrand::Rng;
use gyoji_core::{Game, Seat};
use gyoji_search::guide::from_value;
use gyoji_search::mcts::{Leaf, Noise, Searched, Settings, Tree};

use crate::config::{Config, Root};
use crate::lesson::{Lesson, Played};
use crate::root::{Next, Search};

/// The most memory for the tree of one game.
const TREE_BYTES: usize = 16 << 20;

/// A game that is being played.
#[derive(Debug)]
pub(crate) struct Table<G: Game> {
    number: u64,
    rng: Rng,
    /// The positions so far; never empty.
    past: Vec<G>,
    moves: Vec<G::Move>,
    tree: Tree<G>,
    search: Search<G::Move>,
    /// Whether this search is one to learn from.
    is_full: bool,
    lessons: Vec<Lesson>,
    simulations: u64,
    /// What the first seat got, once the game is over.
    result: Option<f32>,
}

impl<G: Game> Table<G> {
    /// Begins a game; everything in it depends on its number and the settings' seed.
    pub(crate) fn new(start: &G, number: u64, config: &Config) -> Table<G> {
        let settings = Settings {
            explore: config.search.explore,
            first_play: config.search.first_play,
            noise: None,
            reuse: config.selfplay.reuse_tree,
            tree_bytes: TREE_BYTES,
        };
        let mut table = Table {
            number,
            rng: Rng::with_seed(mixed(config.seed, number)),
            past: vec![start.clone()],
            moves: Vec::new(),
            tree: Tree::new(settings),
            search: Search::new(0, 0.0),
            is_full: false,
            lessons: Vec::new(),
            simulations: 0,
            result: None,
        };
        table.open(config);
        table.begin_search(config);
        table
    }

    /// Makes the first moves by lot, but none that ends the game.
    fn open(&mut self, config: &Config) {
        for _ in 0..self.rng.u32(..=config.selfplay.random_plies) {
            let moves: Vec<G::Move> = self.position().moves().collect();
            let Some(&mv) = self.rng.choice(&moves) else { return };
            let mut next = self.position().clone();
            next.play(mv);
            if next.outcome().is_some() {
                return;
            }
            self.past.push(next);
            self.moves.push(mv);
        }
    }

    pub(crate) fn past(&self) -> &[G] {
        &self.past
    }

    fn position(&self) -> &G {
        &self.past[self.past.len() - 1]
    }

    fn begin_search(&mut self, config: &Config) {
        let search = &config.search;
        self.is_full = self.rng.f32() < search.full_share;
        let simulations =
            if self.is_full { search.full_simulations } else { search.quick_simulations };
        let is_exploring = self.moves.len() < config.selfplay.exploring_plies as usize;
        self.search = Search::new(simulations, f32::from(u8::from(is_exploring)));
        let noise = Noise { alpha: search.noise_alpha, share: search.noise_share };
        let has_noise = search.root == Root::Puct && self.is_full;
        self.tree.set_noise(has_noise.then_some(noise));
        let position = self.past[self.past.len() - 1].clone();
        self.tree.set_root(&position, &mut self.rng);
    }

    /// The next position to be judged; none when the game is over.
    pub(crate) fn next(&mut self, config: &Config) -> Option<Leaf<G>> {
        while self.result.is_none() {
            match self.search.next(&mut self.tree, &config.search, &mut self.rng) {
                Next::Leaf(leaf) => return Some(leaf),
                Next::Done => self.make_move(config),
            }
        }
        None
    }

    /// Takes a leaf back, with what whoever is to move there may expect.
    pub(crate) fn back_up(&mut self, leaf: Leaf<G>, value: f32) {
        if leaf.is_root() {
            self.search.set_root_value(value);
        }
        let seat = leaf.position().to_move().unwrap_or(Seat::FIRST);
        self.tree.back_up(leaf, from_value(seat, value), &mut self.rng);
    }

    /// Ends the search, makes its move and begins the next one.
    fn make_move(&mut self, config: &Config) {
        let found = self.tree.found();
        self.simulations += self.search.made();
        let is_proved = found.proof.is_known();
        if self.is_full || is_proved {
            self.learn(&found, config);
        }
        let Some(seat) = self.position().to_move() else { return };
        if is_proved && config.selfplay.stop_when_proved {
            self.result = Some(of_first(seat, found.value() as f32));
            return;
        }
        let is_exploring = self.moves.len() < config.selfplay.exploring_plies as usize;
        let temperature = if is_exploring { config.search.temperature } else { 0.0 };
        let chosen = self.search.choose(&found, &config.search, temperature, &mut self.rng);
        let Some(mv) = chosen else {
            self.result = Some(0.0);
            return;
        };
        let mut next = self.position().clone();
        next.play(mv);
        self.moves.push(mv);
        let (outcome, plies) = (next.outcome(), self.moves.len());
        self.past.push(next);
        let most = config.selfplay.most_plies as usize;
        self.result = match outcome {
            Some(outcome) => Some(2.0 * outcome.payoff(Seat::FIRST) - 1.0),
            // Plies are counted with sixteen bits on disk.
            None if plies >= usize::from(u16::MAX) || most > 0 && plies >= most => Some(0.0),
            None => {
                self.begin_search(config);
                None
            }
        };
    }

    /// Keeps what the search has found, by the place of each move in the game's own order.
    fn learn(&mut self, found: &Searched<G::Move>, config: &Config) {
        if found.candidates.is_empty() {
            return;
        }
        let (shares, value) = self.search.lesson(found, &config.search);
        let by_move: HashMap<G::Move, f32> =
            found.candidates.iter().zip(shares).map(|(one, share)| (one.mv, share)).collect();
        let share = |mv: G::Move| by_move.get(&mv).copied().unwrap_or_default();
        let shares: Vec<f32> = self.position().moves().map(share).collect();
        self.lessons.push(Lesson::new(self.moves.len(), value.clamp(-1.0, 1.0), &shares));
    }

    /// The game, once it is over.
    pub(crate) fn finish(self) -> Played<G> {
        Played {
            number: self.number,
            simulations: u32::try_from(self.simulations).unwrap_or(u32::MAX),
            result: self.result.unwrap_or_default(),
            moves: self.moves,
            lessons: self.lessons,
        }
    }
}

/// A value of `seat`'s as the first seat sees it.
fn of_first(seat: Seat, value: f32) -> f32 {
    if seat == Seat::FIRST { value } else { -value }
}

/// A seed of its own for each number.
pub(crate) fn mixed(seed: u64, number: u64) -> u64 {
    // Steps of the golden ratio, stirred as SplitMix64 does it.
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
