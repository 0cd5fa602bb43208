//! The residual block: two 3x3 convolutions, each normalised, around which the input goes
//! unchanged.

use std::sync::Arc;

use super::{After, Conv, Norm};
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
        let after = After { add: None, relu: true };
        self.middle = Arc::new(self.norm1.forward(self.conv1.forward(x), after));
        let after = After { add: Some(x), relu: true };
        self.out = Arc::new(self.norm2.forward(self.conv2.forward(&self.middle), after));
        Arc::clone(&self.out)
    }

    /// Adds to the gradients of the weights; gives the gradient of what went in.
    pub fn backward(&mut self, mut grad: Batch) -> Batch {
        let second = self.norm2.backward(&mut grad, Some(&self.out));
        self.conv2.backward_weight(&second);
        let mut middle = self.conv2.backward_input(&second, None);
        let first = self.norm1.backward(&mut middle, Some(&self.middle));
        self.conv1.backward_weight(&first);
        self.conv1.backward_input(&first, Some(&grad))
    }
}
