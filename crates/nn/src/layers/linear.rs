//! The fully connected layer, after a board of squares or after another such layer.

use std::sync::Arc;

use super::NEAR_ROWS;
use crate::batch::{Aligned, Batch, padded};
use crate::kernels::Finish;
use crate::kernels::outer::outer;
use crate::kernels::rows::rows;
use crate::pack::Packed;
use crate::param::{Param, named};
use crate::simd::{Isa, LANES, Lanes};

/// A fully connected layer.
#[derive(Clone, Debug)]
pub struct Linear {
    isa: Isa,
    /// How many squares are joined to one row; 1 if it follows another such layer.
    squares: usize,
    /// Channels of a square.
    channels: usize,
    outputs: usize,
    /// The weights: outputs, inputs; the inputs of a channel lie together.
    pub(crate) weight: Param,
    /// One number for each output.
    pub(crate) bias: Param,
    seen: Arc<Batch>,
}

named!(Linear: ".weight" => weight, ".bias" => bias);

impl Linear {
    /// A layer for `squares` rows of `channels` at a time.
    pub fn new(
        isa: Isa,
        squares: usize,
        channels: usize,
        outputs: usize,
        lot: &mut fastrand::Rng,
    ) -> Linear {
        let inputs = squares * channels;
        let weight = Param::drawn(&[outputs, inputs], inputs, lot);
        let bias = Param::drawn(&[outputs], inputs, lot);
        Linear { isa, squares, channels, outputs, weight, bias, seen: Arc::default() }
    }

    /// How long a joined row is.
    fn depth(&self) -> usize {
        self.squares * padded(self.channels)
    }

    /// Where the weight of an input of a joined row stands among the weights of an output; none
    /// for padding.
    fn place(&self, k: usize) -> Option<usize> {
        let (square, channel) = (k / padded(self.channels), k % padded(self.channels));
        (channel < self.channels).then_some(channel * self.squares + square)
    }

    fn inputs(&self) -> usize {
        self.squares * self.channels
    }

    /// The weights for the kernels.
    pub(crate) fn packed(&self) -> Packed {
        let (weights, step) = (&self.weight.value, self.inputs());
        Packed::new(self.isa, self.depth(), self.outputs, weights, step, |k| self.place(k))
    }

    /// The weights of an output after those of another, each as long as a joined row.
    pub(crate) fn table(&self) -> Aligned {
        let mut table = Aligned::zeros(self.depth() * self.outputs);
        let places: Vec<Option<usize>> = (0..self.depth()).map(|k| self.place(k)).collect();
        let rows = table.all_mut().chunks_exact_mut(self.depth());
        for (row, weights) in rows.zip(self.weight.value.chunks_exact(self.inputs())) {
            for (number, place) in row.iter_mut().zip(&places) {
                *number = place.map_or(0.0, |place| weights[place]);
            }
        }
        table
    }

    /// The bias in whole vectors.
    pub(crate) fn packed_bias(&self) -> Vec<Lanes> {
        pack_bias(&self.bias.value)
    }

    /// Multiplies; `x` has a row for each square.
    pub fn forward(&mut self, x: Batch) -> Batch {
        self.seen = Arc::new(x.joined(self.squares));
        let (mut out, bias) = (Batch::default(), self.packed_bias());
        let finish = Finish { bias: Some(&bias), ..Finish::default() };
        rows(self.isa, &self.seen, &self.packed(), finish, &mut out);
        out
    }

    /// Adds to the gradients of weights and bias; gives the gradient of what went in.
    pub fn backward(&mut self, grad: &Batch) -> Batch {
        let count: Vec<(usize, usize)> = (0..grad.rows()).map(|row| (row, row)).collect();
        let mut sums = Packed::zeros(self.isa, self.depth(), self.outputs);
        for few in count.chunks(NEAR_ROWS) {
            outer(self.isa, few, &self.seen, grad, &mut sums, 0);
        }
        let inputs = self.inputs();
        let mut weight = std::mem::take(&mut self.weight.grad);
        sums.for_each(|k, output, numbers| {
            if let Some(place) = self.place(k) {
                let sums = weight[output * inputs + place..].iter_mut().step_by(inputs);
                sums.zip(numbers).for_each(|(sum, number)| *sum += *number);
            }
        });
        self.weight.grad = weight;
        for row in 0..grad.rows() {
            for (sum, number) in self.bias.grad.iter_mut().zip(grad.row(row)) {
                *sum += number;
            }
        }
        let mut out = Batch::default();
        let (table, depth) = (self.table(), self.depth());
        let back = Packed::new(self.isa, self.outputs, depth, table.all(), 1, |output| {
            Some(output * depth)
        });
        rows(self.isa, grad, &back, Finish::default(), &mut out);
        out.parted(self.squares, self.channels)
    }
}

/// One number for each output, in whole vectors.
pub(crate) fn pack_bias(bias: &[f32]) -> Vec<Lanes> {
    let mut packed = vec![[0.0; LANES]; padded(bias.len()) / LANES];
    packed.as_flattened_mut()[..bias.len()].copy_from_slice(bias);
    packed
}
