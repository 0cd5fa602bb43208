//! Learning from games: batches drawn from the last positions, and one step after the other.

use fastrand::Rng;
use gyoji_core::{Game, Planes, PolicyIndex};
use gyoji_nn::{Adam, Net, Output, loss};
use serde::{Deserialize, Serialize};

use crate::config::Learning;
use crate::lesson::Played;

/// What a round of learning came to: means over its steps.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Losses {
    /// Steps taken.
    pub steps: u64,
    /// The mean squared error of values.
    pub value: f64,
    /// The cross-entropy of policies.
    pub policy: f64,
    /// The entropy of what policies should be: no policy loss can be smaller.
    pub entropy: f64,
    /// The norm of the gradients before they were clipped.
    pub gradient: f64,
}

/// Positions to learn from in one step.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The planes, one position behind the other.
    pub planes: Vec<f32>,
    /// What each policy should be.
    pub policies: Vec<loss::Policy>,
    /// What each value should be.
    pub values: Vec<f32>,
}

impl Batch {
    fn clear(&mut self) {
        self.planes.clear();
        self.policies.clear();
        self.values.clear();
    }

    /// Adds a lesson of a game, turned by a symmetry.
    pub fn add<G: Game>(
        &mut self,
        planes: &dyn Planes<G>,
        start: &G,
        game: &Played<G>,
        lesson: usize,
        symmetry: usize,
        value_mix: f32,
    ) {
        let lesson = &game.lessons[lesson];
        let ply = usize::from(lesson.ply);
        let mut past = vec![start.clone()];
        for &mv in &game.moves[..ply] {
            let mut next = past[past.len() - 1].clone();
            next.play(mv);
            if planes.history() <= 1 {
                past.clear();
            }
            past.push(next);
        }
        let position = past[past.len() - 1].clone();
        let mut written = vec![0.0; planes.shape().input_len()];
        planes.write(&past, &mut written);
        let from = self.planes.len();
        self.planes.resize(from + written.len(), 0.0);
        planes.turn(symmetry, &written, &mut self.planes[from..]);
        // What a search never looks at has no part in the policy.
        let moves: Vec<G::Move> = position.moves().collect();
        let mut kept = moves.clone();
        planes.drop_blunders(&position, &mut kept);
        let mut kept = kept.into_iter().peekable();
        let shares = lesson.policy(moves.len());
        let mut policy = loss::Policy::default();
        for (&mv, &share) in moves.iter().zip(&shares) {
            let is_kept = kept.next_if_eq(&mv).is_some();
            if !is_kept && share == 0.0 {
                continue;
            }
            let index = planes.turn_index(symmetry, planes.index(&position, mv));
            match index {
                PolicyIndex::One(one) => policy.choices.push(one as u32),
                PolicyIndex::Pair(one, two) => policy.choices.extend([one as u32, two as u32]),
            }
            policy.shares.push(share);
        }
        self.policies.push(policy);
        let is_first = position.to_move().is_none_or(|seat| seat.index() == 0);
        let result = if is_first { game.result } else { -game.result };
        self.values.push(result + value_mix * (lesson.value - result));
    }
}

/// The positions that are learnt from: the games, and where in them.
#[derive(Debug)]
pub struct Window<'a, G: Game> {
    /// The position that every game began with.
    pub start: &'a G,
    /// The games.
    pub games: &'a [Played<G>],
    /// Games and lessons by their places.
    pub lessons: Vec<(u32, u32)>,
}

impl<'a, G: Game> Window<'a, G> {
    /// The last `size` lessons of some games.
    pub fn new(start: &'a G, games: &'a [Played<G>], size: usize) -> Window<'a, G> {
        let mut lessons = Vec::new();
        for (place, game) in games.iter().enumerate().rev() {
            if lessons.len() >= size {
                break;
            }
            lessons.extend((0..game.lessons.len()).map(|lesson| (place as u32, lesson as u32)));
        }
        Window { start, games, lessons }
    }
}

/// Takes steps on positions of the window, which has to hold one at least.
pub fn learn<G: Game>(
    net: &mut Net,
    adam: &mut Adam,
    planes: &dyn Planes<G>,
    window: &Window<'_, G>,
    config: &Learning,
    steps: u64,
    rng: &mut Rng,
) -> Losses {
    let mut sums = Losses::default();
    let mut batch = Batch::default();
    for _ in 0..steps {
        batch.clear();
        for _ in 0..config.batch {
            let (game, lesson) = window.lessons[rng.usize(..window.lessons.len())];
            let symmetries = if config.symmetries { planes.symmetries() } else { 1 };
            let symmetry = rng.usize(..symmetries);
            let game = &window.games[game as usize];
            batch.add(planes, window.start, game, lesson as usize, symmetry, config.value_mix);
        }
        let step = step(net, adam, &batch, config);
        sums.steps += 1;
        sums.value += step.value;
        sums.policy += step.policy;
        sums.entropy += step.entropy;
        sums.gradient += step.gradient;
    }
    let count = sums.steps.max(1) as f64;
    for sum in [&mut sums.value, &mut sums.policy, &mut sums.entropy, &mut sums.gradient] {
        *sum /= count;
    }
    sums
}

/// One step on one batch.
pub fn step(net: &mut Net, adam: &mut Adam, batch: &Batch, config: &Learning) -> Losses {
    let said = net.forward(&batch.planes);
    let (value_loss, mut value) = loss::mean_squared(&said.value, &batch.values);
    for row in 0..value.rows() {
        value.row_mut(row)[0] *= config.value_weight;
    }
    let (policy_loss, policy) = loss::legal_cross_entropy(&said.policy, &batch.policies);
    net.zero_grad();
    net.backward(&Output { policy, value });
    let gradient = net.gradient_norm();
    if config.clip > 0.0 {
        net.clip_gradient(config.clip);
    }
    adam.step(net);
    let entropy = |policy: &loss::Policy| -> f64 {
        let some = policy.shares.iter().filter(|&&share| share > 0.0);
        some.map(|&share| f64::from(-share * share.ln())).sum()
    };
    let entropies: f64 = batch.policies.iter().map(entropy).sum();
    Losses {
        steps: 1,
        value: value_loss,
        policy: policy_loss,
        entropy: entropies / batch.policies.len().max(1) as f64,
        gradient,
    }
}
