//! Convolutions of a board without bias: 3x3 with a border of zeros, and 1x1.

use std::sync::Arc;

use super::NEAR_ROWS;
use crate::batch::Batch;
use crate::kernels::Finish;
use crate::kernels::conv::{Board, conv3x3};
use crate::kernels::outer::outer;
use crate::kernels::rows::rows;
use crate::pack::Packed;
use crate::param::{Param, named};
use crate::simd::Isa;

/// A convolution.
#[derive(Clone, Debug)]
pub struct Conv {
    isa: Isa,
    board: Board,
    /// 3 or 1.
    size: usize,
    inputs: usize,
    outputs: usize,
    /// The weights: outputs, inputs, height, width.
    pub(crate) weight: Param,
    seen: Arc<Batch>,
}

named!(Conv: ".weight" => weight);

impl Conv {
    /// A 3x3 convolution on a board of that height and width.
    pub fn three(
        isa: Isa,
        (height, width): (usize, usize),
        inputs: usize,
        outputs: usize,
        lot: &mut fastrand::Rng,
    ) -> Conv {
        Conv::new(isa, Board { height, width }, 3, inputs, outputs, lot)
    }

    /// A 1x1 convolution.
    pub fn one(isa: Isa, inputs: usize, outputs: usize, lot: &mut fastrand::Rng) -> Conv {
        Conv::new(isa, Board { height: 1, width: 1 }, 1, inputs, outputs, lot)
    }

    fn new(
        isa: Isa,
        board: Board,
        size: usize,
        inputs: usize,
        outputs: usize,
        lot: &mut fastrand::Rng,
    ) -> Conv {
        let weight = Param::drawn(&[outputs, inputs, size, size], inputs * size * size, lot);
        Conv { isa, board, size, inputs, outputs, weight, seen: Arc::default() }
    }

    /// The weights for the kernels.
    pub(crate) fn packed(&self) -> Packed {
        let (inputs, taps) = (self.inputs, self.size * self.size);
        let (weights, step) = (&self.weight.value, inputs * taps);
        Packed::new(self.isa, taps * inputs, self.outputs, weights, step, |k| {
            let (tap, input) = (k / inputs, k % inputs);
            Some(input * taps + tap)
        })
    }

    /// The weights that carry gradients back: turned round and transposed.
    fn packed_back(&self) -> Packed {
        let (inputs, outputs, taps) = (self.inputs, self.outputs, self.size * self.size);
        Packed::new(self.isa, taps * outputs, inputs, &self.weight.value, taps, |k| {
            let (tap, output) = (k / outputs, k % outputs);
            Some(output * inputs * taps + (taps - 1 - tap))
        })
    }

    /// Convolves; rows are squares.
    pub fn forward(&mut self, x: &Arc<Batch>) -> Batch {
        let mut out = Batch::default();
        self.apply(x, &self.packed(), Finish::default(), &mut out);
        self.seen = Arc::clone(x);
        out
    }

    fn apply(&self, x: &Batch, weights: &Packed, finish: Finish<'_>, out: &mut Batch) {
        match self.size {
            1 => rows(self.isa, x, weights, finish, out),
            _ => conv3x3(self.isa, self.board, x, weights, finish, out),
        }
    }

    /// The gradient of what went in, plus what other ways give it. Says nothing about the weights.
    pub fn backward_input(&self, grad: &Batch, others: Option<&Batch>) -> Batch {
        let mut out = Batch::default();
        let finish = Finish { add: others.map(Batch::lanes), ..Finish::default() };
        self.apply(grad, &self.packed_back(), finish, &mut out);
        out
    }

    /// Adds to the gradient of the weights.
    pub fn backward_weight(&mut self, grad: &Batch) {
        let (inputs, taps) = (self.inputs, self.size * self.size);
        let squares = self.board.squares();
        let neighbours: Vec<_> = (0..taps).map(|tap| self.neighbours(tap)).collect();
        let mut sums = Packed::zeros(self.isa, taps * inputs, self.outputs);
        let positions: Vec<usize> = (0..grad.rows() / squares).collect();
        let mut pairs = Vec::new();
        for few in positions.chunks(NEAR_ROWS.div_ceil(squares)) {
            for (tap, neighbours) in neighbours.iter().enumerate() {
                pairs.clear();
                for first in few.iter().map(|position| position * squares) {
                    pairs.extend(neighbours.iter().map(|(from, to)| (first + from, first + to)));
                }
                outer(self.isa, &pairs, &self.seen, grad, &mut sums, tap * inputs);
            }
        }
        let sum = &mut self.weight.grad;
        sums.for_each(|k, output, numbers| {
            let (tap, input) = (k / inputs, k % inputs);
            let sums = sum[(output * inputs + input) * taps + tap..].iter_mut();
            sums.step_by(inputs * taps).zip(numbers).for_each(|(sum, number)| *sum += *number);
        });
    }

    /// For each square that has a neighbour at this place of the kernel: the neighbour, the square.
    fn neighbours(&self, tap: usize) -> Vec<(usize, usize)> {
        let Board { height, width } = self.board;
        let reach = self.size / 2;
        let (down, right) = (tap / self.size, tap % self.size);
        let mut found = Vec::new();
        for y in 0..height {
            for x in 0..width {
                // One `reach` too many, so that nothing is negative.
                let (from_y, from_x) = (y + down, x + right);
                let inside = (reach..height + reach).contains(&from_y)
                    && (reach..width + reach).contains(&from_x);
                if inside {
                    found.push(((from_y - reach) * width + from_x - reach, y * width + x));
                }
            }
        }
        found
    }
}
