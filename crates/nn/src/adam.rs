//! Adam and AdamW, step by step as PyTorch takes them; their state goes to and from tensors.

use std::collections::BTreeMap;

use gyoji_words::weights as words;

use crate::flaw::Flaw;
use crate::net::Net;
use crate::param::{Kind, Named, Param};
use crate::simd::{Isa, Kernel, Simd};
use crate::tensors::{Tensor, Tensors};

/// What an optimiser is told.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AdamConfig {
    /// How far a step goes.
    pub rate: f32,
    /// How much of the mean gradient, and of its mean square, is kept at each step.
    pub betas: (f32, f32),
    /// Added to the divisor, so that small gradients make no large steps.
    pub epsilon: f32,
    /// How strongly weights are drawn to zero.
    pub decay: f32,
    /// Weights are drawn to zero beside the gradient (AdamW), not through it (Adam).
    pub decoupled: bool,
}

impl Default for AdamConfig {
    fn default() -> AdamConfig {
        AdamConfig { rate: 1e-3, betas: (0.9, 0.999), epsilon: 1e-8, decay: 1e-4, decoupled: false }
    }
}

/// Mean and mean square of a parameter's gradients.
#[derive(Clone, PartialEq, Debug)]
struct Moments {
    mean: Vec<f32>,
    square: Vec<f32>,
}

/// The optimiser.
#[derive(Clone, PartialEq, Debug)]
pub struct Adam {
    /// What it is told; may change between two steps.
    pub config: AdamConfig,
    steps: u64,
    moments: BTreeMap<String, Moments>,
}

impl Adam {
    /// An optimiser that has seen nothing yet.
    pub fn new(config: AdamConfig) -> Adam {
        Adam { config, steps: 0, moments: BTreeMap::new() }
    }

    /// How many steps were taken.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Changes the weights by their gradients, which stay as they are.
    pub fn step(&mut self, net: &mut Net) {
        self.steps += 1;
        let AdamConfig { rate, betas, epsilon, decay, decoupled } = self.config;
        // In f64: after many steps these are small differences from one.
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let unseen = |beta: f32| 1.0 - f64::from(beta).powi(steps);
        let step = (f64::from(rate) / unseen(betas.0)) as f32;
        let root = unseen(betas.1).sqrt() as f32;
        let (pull, shrink) = if decoupled { (0.0, 1.0 - rate * decay) } else { (decay, 1.0) };
        let isa = net.isa();
        net.visit_mut("", &mut |name, param| {
            if param.kind == Kind::Weight {
                let size = param.value.len();
                let fresh = || Moments { mean: vec![0.0; size], square: vec![0.0; size] };
                if !self.moments.contains_key(name) {
                    self.moments.insert(name.to_owned(), fresh());
                }
                if let Some(moments) = self.moments.get_mut(name) {
                    let change = Change { betas, step, root, epsilon, pull, shrink };
                    apply(isa, change, param, moments);
                }
            }
        });
    }

    /// Its state: `exp_avg.NAME` and `exp_avg_sq.NAME` for each weight, and `step`.
    pub fn tensors(&self, net: &Net) -> Tensors {
        let mut tensors = Tensors::default();
        net.visit("", &mut |name, param| {
            if let Some(moments) = self.moments.get(name) {
                let mean = Tensor::new(&param.shape, moments.mean.clone());
                let square = Tensor::new(&param.shape, moments.square.clone());
                tensors.insert(format!("exp_avg.{name}"), mean);
                tensors.insert(format!("exp_avg_sq.{name}"), square);
            }
        });
        // As text, since a number of a tensor would be exact up to 16 million only.
        tensors.notes.insert("step".to_owned(), self.steps.to_string());
        tensors
    }

    /// An optimiser that goes on from such a state.
    ///
    /// # Errors
    /// If the state is not that of a network with these weights.
    pub fn from_tensors(config: AdamConfig, tensors: &Tensors, net: &Net) -> Result<Adam, Flaw> {
        let steps = tensors.notes.get("step").and_then(|text| text.parse().ok());
        let mut adam = Adam::new(config);
        adam.steps = steps.ok_or_else(|| words::other_optimiser("step"))?;
        let mut flaw = None;
        let mut known = 0;
        net.visit("", &mut |name, param| {
            if param.kind != Kind::Weight || adam.steps == 0 {
                return;
            }
            let mut read = |kind: &str| -> Option<Vec<f32>> {
                let tensor = tensors.get(&format!("{kind}.{name}"))?;
                let fits = tensor.shape == param.shape
                    && tensor.numbers.iter().all(|number| number.is_finite())
                    && (kind == "exp_avg" || tensor.numbers.iter().all(|&number| number >= 0.0));
                known += 1;
                fits.then(|| tensor.numbers.clone())
            };
            match (read("exp_avg"), read("exp_avg_sq")) {
                (Some(mean), Some(square)) => {
                    adam.moments.insert(name.to_owned(), Moments { mean, square });
                }
                _ => {
                    flaw.get_or_insert(words::other_optimiser(name));
                }
            }
        });
        match flaw {
            Some(flaw) => Err(flaw.into()),
            None if known != tensors.names().count() => {
                Err(words::other_optimiser("exp_avg").into())
            }
            None => Ok(adam),
        }
    }
}

/// What happens to every number of a weight.
#[derive(Clone, Copy)]
struct Change {
    betas: (f32, f32),
    step: f32,
    root: f32,
    epsilon: f32,
    /// Added to the gradient, times the weight.
    pull: f32,
    /// What is left of the weight beside the gradient.
    shrink: f32,
}

fn apply(isa: Isa, change: Change, param: &mut Param, moments: &mut Moments) {
    isa.run(Apply { change, param, moments });
}

struct Apply<'a> {
    change: Change,
    param: &'a mut Param,
    moments: &'a mut Moments,
}

impl Kernel for Apply<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let Change { betas, step, root, epsilon, pull, shrink } = self.change;
        let numbers = self.param.value.iter_mut().zip(&self.param.grad);
        let moments = self.moments.mean.iter_mut().zip(&mut self.moments.square);
        for ((number, grad), (mean, square)) in numbers.zip(moments) {
            let grad = grad + pull * *number;
            *mean = betas.0 * *mean + (1.0 - betas.0) * grad;
            *square = betas.1 * *square + (1.0 - betas.1) * grad * grad;
            *number = *number * shrink - step * *mean / (square.sqrt() / root + epsilon);
        }
    }
}
