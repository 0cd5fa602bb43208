//! The residual block: two 3x3 convolutions, each normalised, around which the input goes
//! unchanged.

use std::sync::Arc;

use super::{Conv, Norm, relu, relu_back};
use crate::batch::Batch;
use crate::param::named;
use crate::simd::Isa;

/// A residual block.
#[derive(Clone, Debug)]
pub struct Residual {
    pub(crate) conv1: Conv,
    pub(crate) norm1: Norm,
    pub(crate) conv2: Conv,
    pub(crate) norm2: Norm,
    middle: Arc<Batch>,
    out: Arc<Batch>,
}

named!(Residual: ".conv1" => conv1, ".bn1" => norm1, ".conv2" => conv2, ".bn2" => norm2);

impl Residual {
    /// A block on a board of that height and width.
    pub fn new(
        isa: Isa,
        board: (usize, usize),
        filters: usize,
        lot: &mut fastrand::Rng,
    ) -> Residual {
        Residual {
            conv1: Conv::three(isa, board, filters, filters, lot),
            norm1: Norm::new(isa, filters),
            conv2: Conv::three(isa, board, filters, filters, lot),
            norm2: Norm::new(isa, filters),
            middle: Arc::default(),
            out: Arc::default(),
        }
    }

    /// As in training.
    pub fn forward(&mut self, x: &Arc<Batch>) -> Arc<Batch> {
        let mut middle = self.norm1.forward(self.conv1.forward(x));
        relu(&mut middle);
        self.middle = Arc::new(middle);
        let mut out = self.norm2.forward(self.conv2.forward(&self.middle));
        out.add(x);
        relu(&mut out);
        self.out = Arc::new(out);
        Arc::clone(&self.out)
    }

    /// Adds to the gradients of the weights; gives the gradient of what went in.
    pub fn backward(&mut self, mut grad: Batch) -> Batch {
        relu_back(&mut grad, &self.out);
        let second = self.norm2.backward(grad.clone());
        self.conv2.backward_weight(&second);
        let mut middle = self.conv2.backward_input(&second);
        relu_back(&mut middle, &self.middle);
        let first = self.norm1.backward(middle);
        self.conv1.backward_weight(&first);
        let mut input = self.conv1.backward_input(&first);
        input.add(&grad);
        input
    }
}
