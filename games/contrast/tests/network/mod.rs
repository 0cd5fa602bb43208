//! A small network for the tests: one linear layer on the 90 planes, with a head for the way of
//! the piece, one for the tile and one for the value, as the document's network has them.
//!
//! Its weights are drawn by lot, so it plays badly; but everything it says is computed from the
//! tensor, and it says something else about every position.

use fastrand::Rng;
use gyoji_contrast::encode::{TENSOR, TILES, WAYS, action_of, tensor};
use gyoji_contrast::{Contrast, Move};
use gyoji_search::guide::{from_value, softmax};
use gyoji_search::{Guide, Payoffs};

/// The outputs: a number for each way, one for each tile, and the value.
const OUTPUTS: usize = WAYS + TILES + 1;

pub(crate) struct Linear {
    /// One row of outputs for each input.
    weights: Vec<f32>,
}

impl Linear {
    pub(crate) fn drawn(seed: u64) -> Linear {
        let mut rng = Rng::with_seed(seed);
        let weights = (0..TENSOR * OUTPUTS).map(|_| 0.2 * (rng.f32() - 0.5)).collect();
        Linear { weights }
    }

    fn outputs(&self, position: &Contrast) -> Vec<f32> {
        let mut outputs = vec![0.0; OUTPUTS];
        for (input, row) in tensor(position).into_iter().zip(self.weights.chunks(OUTPUTS)) {
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
            let action = action_of(seat, mv);
            *prior = outputs[action / TILES] + outputs[WAYS + action % TILES];
        }
        softmax(priors, 1.0);
        from_value(seat, outputs[OUTPUTS - 1].tanh())
    }
}
