//! What a guided search has found, and how a move is chosen from it.

use fastrand::Rng;
use gyoji_core::Value;

use super::Proof;

/// A move at the root and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Candidate<M> {
    /// The move.
    pub mv: M,
    /// How promising it looked before the search, noise included; all together are 1.
    pub prior: f32,
    /// How often it was walked.
    pub visits: u64,
    /// The mean payoff for whoever makes it, 0 to 1; ½ if it was never walked.
    pub rate: f64,
    /// What is proved, for whoever makes it.
    pub proof: Proof,
}

impl<M> Candidate<M> {
    /// What whoever makes it may expect: what is proved, else the mean of its walks, if there were
    /// any.
    pub fn value(&self) -> Option<Value> {
        match self.proof {
            Proof::Win(_) => Some(Value::WON),
            Proof::Draw => Some(Value::EVEN),
            Proof::Loss(_) => Some(Value::LOST),
            Proof::Open => (self.visits > 0).then(|| Value::guess(self.rate)),
        }
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Debug)]
pub struct Searched<M> {
    /// One for each legal move, the best first: proved wins, the nearest first; then by visits;
    /// proved losses last, the farthest first. Empty if the game is over.
    pub candidates: Vec<Candidate<M>>,
    /// What is proved for whoever is to move.
    pub proof: Proof,
    /// The walks of this search alone.
    pub walks: u64,
}

impl<M: Copy> Searched<M> {
    pub(super) fn nothing() -> Searched<M> {
        Searched { candidates: Vec::new(), proof: Proof::Open, walks: 0 }
    }

    pub(super) fn new(mut candidates: Vec<Candidate<M>>, proof: Proof, walks: u64) -> Searched<M> {
        candidates.sort_by(|a, b| {
            let (first, second) = (rank(a.proof), rank(b.proof));
            let seen = |one: &Candidate<M>| (one.visits, one.rate, one.prior);
            let ((visits, rate, prior), (more, better, likelier)) = (seen(a), seen(b));
            second
                .cmp(&first)
                .then(more.cmp(&visits))
                .then(better.total_cmp(&rate))
                .then(likelier.total_cmp(&prior))
        });
        Searched { candidates, proof, walks }
    }

    /// The move to play; none if the game is over.
    pub fn best(&self) -> Option<M> {
        self.candidates.first().map(|best| best.mv)
    }

    /// What whoever is to move may expect, from -1 (lost) to 1 (won): what is proved, else the
    /// mean of all walks; 0 if there were none.
    pub fn value(&self) -> f64 {
        if let Some(payoff) = self.proof.payoff() {
            return 2.0 * f64::from(payoff) - 1.0;
        }
        let visits: u64 = self.candidates.iter().map(|one| one.visits).sum();
        let won: f64 = self.candidates.iter().map(|one| one.visits as f64 * one.rate).sum();
        if visits == 0 { 0.0 } else { 2.0 * won / visits as f64 - 1.0 }
    }

    /// How likely each candidate is to be played, in the order of `candidates`; together 1.
    ///
    /// Moves count by their visits to the power of 1 / `temperature`: 1 is in proportion, towards
    /// 0 only the most visited is left. Where nothing was walked, all are equally likely. What is
    /// proved overrules visits: among proved wins only the nearest are played, and a proved loss
    /// is played only if there is nothing else.
    pub fn policy(&self, temperature: f64) -> Vec<f64> {
        let best = self.candidates.iter().map(|one| class(one.proof)).max().unwrap_or_default();
        let nearest = self.candidates.first().map(|one| one.proof).unwrap_or_default();
        let counts = |one: &Candidate<M>| match best {
            WINS => one.proof == nearest,
            class_of_best => class(one.proof) == class_of_best,
        };
        let most = self.candidates.iter().filter(|one| counts(one)).map(|one| one.visits).max();
        let most = most.unwrap_or_default() as f64;
        let weight = |one: &Candidate<M>| match one.visits as f64 {
            _ if !counts(one) => 0.0,
            _ if most == 0.0 => 1.0,
            visits if temperature <= 0.0 => f64::from(visits == most),
            visits => (visits / most).powf(1.0 / temperature),
        };
        let mut policy: Vec<f64> = self.candidates.iter().map(weight).collect();
        let sum: f64 = policy.iter().sum();
        policy.iter_mut().for_each(|one| *one /= sum);
        policy
    }

    /// A move drawn by lot from the [`policy`](Searched::policy); none if the game is over.
    pub fn draw(&self, temperature: f64, rng: &mut Rng) -> Option<M> {
        let mut left = rng.f64();
        let mut last = None;
        for (one, share) in self.candidates.iter().zip(self.policy(temperature)) {
            if share > 0.0 {
                last = Some(one.mv);
                left -= share;
                if left < 0.0 {
                    break;
                }
            }
        }
        last
    }
}

const WINS: u8 = 2;

/// Proved losses, proved wins, and what lies between.
fn class(proof: Proof) -> u8 {
    match proof {
        Proof::Loss(_) => 0,
        Proof::Open | Proof::Draw => 1,
        Proof::Win(_) => WINS,
    }
}

/// The better, the higher: near wins, far losses.
fn rank(proof: Proof) -> i32 {
    const MIDDLE: i32 = 1 << 20;
    match proof {
        Proof::Win(plies) => 2 * MIDDLE - i32::from(plies),
        Proof::Open | Proof::Draw => MIDDLE,
        Proof::Loss(plies) => i32::from(plies),
    }
}
