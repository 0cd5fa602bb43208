//! One search: how the root shares out its simulations, what is played, and what is learnt.
//!
//! With few simulations and many moves PUCT hardly gets beyond the priors. The Gumbel root of
//! Danihelka et al. (2022) draws a few moves without repetition, shares the simulations out by
//! sequential halving, and learns a policy that is better than the priors whatever was visited:
//! priors and *completed* values, where an unvisited move has the value that the others lead to
//! expect. PUCT with noise, as the original AlphaZero has it, is there beside it.

use fastrand::Rng;
use gyoji_core::Game;
use gyoji_search::mcts::{Candidate, Descent, Leaf, Searched, Tree};

use crate::config::{Root, Search as Settings};

/// The least prior that is told from nothing: half a step of what a tree keeps.
const LEAST_PRIOR: f32 = 0.5 / 65535.0;

/// What a search wants next.
#[derive(Debug)]
pub enum Next<G: Game> {
    /// A leaf to be judged and backed up.
    Leaf(Leaf<G>),
    /// Nothing: it is done.
    Done,
}

/// A move that sequential halving still considers.
#[derive(Clone, Copy, Debug)]
struct Rival<M> {
    mv: M,
    /// The logarithm of its prior and what was drawn by lot.
    start: f32,
    /// Simulations in this phase.
    given: u64,
    /// Whether its result is known, so that there is nothing to search.
    certain: bool,
}

/// A search that is under way.
#[derive(Debug)]
pub struct Search<M> {
    simulations: u64,
    made: u64,
    /// What the network said of the root, if it was asked.
    root_value: Option<f32>,
    /// How strongly chance counts: 1 in self-play, 0 to play as well as possible.
    chance: f32,
    /// The moves still considered, the best first; then those that never were.
    rivals: Vec<Rival<M>>,
    rest: Vec<Rival<M>>,
    phases: u64,
    started: bool,
}

impl<M: Copy + PartialEq> Search<M> {
    /// A search with so many simulations.
    pub fn new(simulations: u64, chance: f32) -> Search<M> {
        Search {
            simulations,
            made: 0,
            root_value: None,
            chance,
            rivals: Vec::new(),
            rest: Vec::new(),
            phases: 1,
            started: false,
        }
    }

    /// Tells what the network said of the root, from -1 to 1.
    pub fn set_root_value(&mut self, value: f32) {
        self.root_value = Some(value);
    }

    /// Simulations so far.
    pub fn made(&self) -> u64 {
        self.made
    }

    /// The next leaf of the tree, whose root has been set.
    pub fn next<G: Game<Move = M>>(
        &mut self,
        tree: &mut Tree<G>,
        settings: &Settings,
        rng: &mut Rng,
    ) -> Next<G> {
        loop {
            if tree.proof().is_known() {
                return Next::Done;
            }
            if !tree.is_open() {
                return match tree.descend() {
                    Descent::Leaf(leaf) => Next::Leaf(leaf),
                    _ => Next::Done,
                };
            }
            if self.made >= self.simulations {
                return Next::Done;
            }
            let descent = match settings.root {
                Root::Puct => tree.descend(),
                Root::Gumbel => match self.next_rival(&*tree, settings, rng) {
                    Some(place) => {
                        let mv = self.rivals[place].mv;
                        self.rivals[place].given += 1;
                        let descent = tree.descend_into(mv);
                        self.rivals[place].certain = matches!(descent, Descent::Certain);
                        descent
                    }
                    // Every move is certain, or all is said: what is left is up to PUCT.
                    None => tree.descend(),
                },
            };
            match descent {
                Descent::Leaf(leaf) => {
                    self.made += 1;
                    return Next::Leaf(leaf);
                }
                Descent::Certain => self.made += 1,
                Descent::Busy | Descent::Over => return Next::Done,
            }
        }
    }

    /// The rival that is simulated next: whoever was given least in this phase.
    fn next_rival<G: Game<Move = M>>(
        &mut self,
        tree: &Tree<G>,
        settings: &Settings,
        rng: &mut Rng,
    ) -> Option<usize> {
        if !std::mem::replace(&mut self.started, true) {
            self.draw(&tree.found(), settings, rng);
        }
        // A phase ends when each was given its share.
        let share = (self.simulations / (self.phases * self.rivals.len().max(1) as u64)).max(1);
        let open = |rival: &Rival<M>| !rival.certain && rival.given < share;
        if !self.rivals.iter().any(open) {
            self.halve(&tree.found(), settings);
        }
        let waiting = self.rivals.iter().enumerate().filter(|(_, rival)| !rival.certain);
        waiting.min_by_key(|(place, rival)| (rival.given, *place)).map(|(place, _)| place)
    }

    /// Draws the moves that are considered at first.
    fn draw(&mut self, found: &Searched<M>, settings: &Settings, rng: &mut Rng) {
        let chance = self.chance;
        let mut all: Vec<Rival<M>> = found
            .candidates
            .iter()
            .map(|one| {
                // One minus, since the logarithm of zero is not a number.
                let gumbel = -(-(1.0 - rng.f32()).ln()).max(f32::MIN_POSITIVE).ln();
                let start = logit(one) + chance * gumbel;
                Rival { mv: one.mv, start, given: 0, certain: one.proof.is_known() }
            })
            .collect();
        all.sort_by(|a, b| b.start.total_cmp(&a.start));
        let most = settings.considered.min(self.simulations as usize).max(1);
        self.rest = all.split_off(most.min(all.len()));
        self.phases = u64::from((all.len() as u64).max(2).next_power_of_two().ilog2());
        self.rivals = all;
    }

    /// Keeps the better half, at least two; if all are lost, those that come next by lot.
    fn halve(&mut self, found: &Searched<M>, settings: &Settings) {
        self.rank(found, settings);
        let lost = |rival: &Rival<M>| {
            found.candidates.iter().any(|one| one.mv == rival.mv && one.proof.is_loss())
        };
        let before = self.rivals.len();
        if self.rivals.iter().all(lost) && !self.rest.is_empty() {
            let count = before.max(2).min(self.rest.len());
            self.rivals = self.rest.drain(..count).collect();
        } else {
            self.rivals.retain(|rival| !lost(rival));
            self.rivals.truncate(before.div_ceil(2).max(2));
        }
        self.rivals.iter_mut().for_each(|rival| rival.given = 0);
    }

    /// Puts the rivals into the order of what is known of them, the best first.
    fn rank(&mut self, found: &Searched<M>, settings: &Settings) {
        let scale = sigma(found, settings);
        let worth = |rival: &Rival<M>| {
            let known = found.candidates.iter().find(|one| one.mv == rival.mv);
            known.map_or(f32::NEG_INFINITY, |one| rival.start + scale * one.rate as f32)
        };
        self.rivals.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    }

    /// The move to play, when the search is done.
    pub fn choose(
        &mut self,
        found: &Searched<M>,
        settings: &Settings,
        temperature: f64,
        rng: &mut Rng,
    ) -> Option<M> {
        if settings.root == Root::Puct {
            return found.draw(temperature, rng);
        }
        let best = found.candidates.first()?;
        // What is proved is not left to chance.
        if best.proof.is_win() || found.proof.is_known() || !self.started {
            return found.best();
        }
        self.rank(found, settings);
        let is_open = |rival: &&Rival<M>| {
            found.candidates.iter().any(|one| one.mv == rival.mv && !one.proof.is_loss())
        };
        self.rivals.iter().find(is_open).map(|rival| rival.mv).or(found.best())
    }

    /// What is to be learnt: a share for each candidate, together 1, and the value of the root for
    /// whoever is to move, from -1 to 1.
    pub fn lesson(&self, found: &Searched<M>, settings: &Settings) -> (Vec<f32>, f32) {
        if settings.root == Root::Puct {
            let shares = found.policy(1.0).iter().map(|&share| share as f32).collect();
            return (shares, found.value() as f32);
        }
        let scale = sigma(found, settings);
        let unseen = self.expected(found);
        let rate = |one: &Candidate<M>| match one.visits > 0 || one.proof.is_known() {
            true => one.rate as f32,
            false => unseen,
        };
        let mut shares: Vec<f32> =
            found.candidates.iter().map(|one| logit(one) + scale * rate(one)).collect();
        gyoji_search::guide::softmax(&mut shares, 1.0);
        let sum: f32 = shares.iter().sum();
        shares.iter_mut().for_each(|share| *share /= sum);
        let value = match found.proof.is_known() {
            true => found.value() as f32,
            false => {
                let rates = found.candidates.iter().zip(&shares);
                2.0 * rates.map(|(one, share)| share * rate(one)).sum::<f32>() - 1.0
            }
        };
        (shares, value)
    }

    /// What an unvisited move is taken to pay: what the network said of the root, and what was
    /// seen of the visited moves, weighed by their priors.
    fn expected(&self, found: &Searched<M>) -> f32 {
        let (mut visits, mut priors, mut paid) = (0.0, 0.0, 0.0);
        for one in found.candidates.iter().filter(|one| one.visits > 0) {
            visits += one.visits as f32;
            priors += one.prior.max(LEAST_PRIOR);
            paid += one.prior.max(LEAST_PRIOR) * one.rate as f32;
        }
        let seen = if priors > 0.0 { paid / priors } else { 0.5 };
        match self.root_value {
            Some(value) => (0.5 + 0.5 * value + visits * seen) / (1.0 + visits),
            None => seen,
        }
    }
}

fn logit<M>(one: &Candidate<M>) -> f32 {
    one.prior.max(LEAST_PRIOR).ln()
}

/// What a whole point of value is worth beside the logarithm of a prior.
fn sigma<M>(found: &Searched<M>, settings: &Settings) -> f32 {
    let most = found.candidates.iter().map(|one| one.visits).max().unwrap_or(0);
    (settings.visit_offset + most as f32) * settings.value_scale
}
