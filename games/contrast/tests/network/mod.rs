//! A small network for the tests: one linear layer on the 90 planes, with a head for the way of
//! the piece, one for the tile and one for the value, as the document's network has them.
//!
//! Its weights are drawn by lot, so it plays badly; but everything it says is computed from the
//! tensor, and it says something else about every position.

use fastrand::Rng;
use gyoji_contrast::planes::SEED;
use gyoji_contrast::{Contrast, Move};
use gyoji_core::Planes;
use gyoji_search::guide::{from_value, softmax};
use gyoji_search::{Guide, Payoffs};

pub(crate) struct Linear {
    /// One row of outputs for each input.
    weights: Vec<f32>,
}

/// The outputs: a number for each way, one for each tile, and the value.
fn outputs() -> usize {
    SEED.shape().policy_len() + 1
}

impl Linear {
    pub(crate) fn drawn(seed: u64) -> Linear {
        let mut rng = Rng::with_seed(seed);
        let count = SEED.shape().input_len() * outputs();
        let weights = (0..count).map(|_| 0.2 * (rng.f32() - 0.5)).collect();
        Linear { weights }
    }

    fn outputs(&self, position: &Contrast) -> Vec<f32> {
        let mut inputs = vec![0.0; SEED.shape().input_len()];
        SEED.write(std::slice::from_ref(position), &mut inputs);
        let mut outputs = vec![0.0; outputs()];
        for (input, row) in inputs.into_iter().zip(self.weights.chunks(outputs.len())) {
            if input != 0.0 {
                outputs.iter_mut().zip(row).for_each(|(output, weight)| *output += input * weight);
            }
        }
        outputs
    }
}

impl Guide<Contrast> for Linear {
    fn guess(
        &mut self,
        position: &Contrast,
        moves: &[Move],
        priors: &mut [f32],
        _: &mut Rng,
    ) -> Payoffs {
        let seat = position.board().side();
        let outputs = self.outputs(position);
        for (&mv, prior) in moves.iter().zip(priors.iter_mut()) {
            *prior = SEED.shape().logit(&outputs, SEED.index(position, mv));
        }
        softmax(priors, 1.0);
        from_value(seat, outputs.last().map_or(0.0, |value| value.tanh()))
    }
}
