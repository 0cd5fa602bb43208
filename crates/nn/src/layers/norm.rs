//! Batch normalisation of channels. Training uses the batch's own mean and variance and keeps
//! running ones, which a frozen network folds into the convolution before it.

use super::linear::pack_bias;
use crate::batch::Batch;
use crate::param::{Kind, Param, named};
use crate::simd::{Isa, Kernel, LANES, Lanes, Simd};

/// As in PyTorch.
const EPSILON: f32 = 1e-5;
/// How much of a new mean or variance goes into the running one; as in PyTorch.
const MOMENTUM: f32 = 0.1;
/// Sums are added up in `f64` after so many rows, so that long ones lose nothing.
const SHORT: usize = 64;

/// Batch normalisation.
#[derive(Clone, Debug)]
pub struct Norm {
    isa: Isa,
    pub(crate) scale: Param,
    pub(crate) shift: Param,
    pub(crate) mean: Param,
    pub(crate) variance: Param,
    count: Param,
    /// What went in, normalised.
    seen: Batch,
    /// One over the deviation of each channel.
    steepness: Vec<f32>,
}

named!(Norm: ".weight" => scale, ".bias" => shift, ".running_mean" => mean,
    ".running_var" => variance, ".num_batches_tracked" => count);

impl Norm {
    /// For so many channels.
    pub fn new(isa: Isa, channels: usize) -> Norm {
        Norm {
            isa,
            scale: Param::new(Kind::Weight, &[channels], 1.0),
            shift: Param::new(Kind::Weight, &[channels], 0.0),
            mean: Param::new(Kind::Buffer, &[channels], 0.0),
            variance: Param::new(Kind::Buffer, &[channels], 1.0),
            count: Param::new(Kind::Counter, &[], 0.0),
            seen: Batch::default(),
            steepness: Vec::new(),
        }
    }

    /// What a frozen network multiplies each channel by, and adds to it.
    pub(crate) fn folded(&self) -> (Vec<f32>, Vec<f32>) {
        let steep = self.variance.value.iter().map(|variance| 1.0 / (variance + EPSILON).sqrt());
        let scale: Vec<f32> = steep.zip(&self.scale.value).map(|(a, b)| a * b).collect();
        let shifts = self.shift.value.iter().zip(&self.mean.value).zip(&scale);
        let shift = shifts.map(|((shift, mean), scale)| shift - mean * scale).collect();
        (scale, shift)
    }

    /// Normalises as in training.
    pub fn forward(&mut self, mut x: Batch) -> Batch {
        let (rows, channels) = (x.rows() as f64, x.channels());
        let sums = sums(self.isa, &x, Product::Plain);
        let mean: Vec<f32> = sums.iter().map(|sum| (sum / rows) as f32).collect();
        let packed_mean = pack_bias(&mean);
        let squares = self::sums(self.isa, &x, Product::Squared(&packed_mean));
        self.steepness.clear();
        for channel in 0..channels {
            let variance = (squares[channel] / rows) as f32;
            // Of a sample's variance one is taken off the count; of one row nothing is known.
            let unbiased = (squares[channel] / (rows - 1.0).max(1.0)) as f32;
            let keep = |running: &mut f32, new: f32| *running += MOMENTUM * (new - *running);
            keep(&mut self.mean.value[channel], mean[channel]);
            keep(&mut self.variance.value[channel], unbiased);
            self.steepness.push(1.0 / (variance + EPSILON).sqrt());
        }
        self.count.value[0] += 1.0;
        let mut out = Batch::unwritten(x.rows(), channels);
        self.isa.run(Normalise {
            mean: &packed_mean,
            steepness: &pack_bias(&self.steepness),
            scale: &pack_bias(&self.scale.value),
            shift: &pack_bias(&self.shift.value),
            x: &mut x,
            out: &mut out,
        });
        self.seen = x;
        out
    }

    /// Adds to the gradients of scale and shift; gives the gradient of what went in.
    pub fn backward(&mut self, mut grad: Batch) -> Batch {
        let rows = grad.rows() as f64;
        let shift = sums(self.isa, &grad, Product::Plain);
        let scale = sums(self.isa, &grad, Product::With(&self.seen));
        for channel in 0..grad.channels() {
            self.shift.grad[channel] += shift[channel] as f32;
            self.scale.grad[channel] += scale[channel] as f32;
        }
        let steep = self.scale.value.iter().zip(&self.steepness);
        let factor: Vec<f32> = steep.map(|(scale, steepness)| scale * steepness).collect();
        // Mean and variance depend on every row: what all rows have in common changes nothing.
        let shared = |sums: &[f64]| -> Vec<f32> {
            let each = sums.iter().zip(&factor);
            each.map(|(sum, factor)| (-sum / rows) as f32 * factor).collect()
        };
        self.isa.run(Back {
            seen: &self.seen,
            factor: &pack_bias(&factor),
            shift: &pack_bias(&shared(&shift)),
            scale: &pack_bias(&shared(&scale)),
            grad: &mut grad,
        });
        grad
    }
}

/// What is summed up over all rows.
#[derive(Clone, Copy)]
enum Product<'a> {
    /// The numbers.
    Plain,
    /// The numbers times those of another batch.
    With(&'a Batch),
    /// The squares of their distances from here.
    Squared(&'a [Lanes]),
}

/// Sums over all rows, one for each channel.
fn sums(isa: Isa, x: &Batch, product: Product<'_>) -> Vec<f64> {
    let mut sums = vec![0.0; x.stride()];
    isa.run(Sums { x, product, sums: &mut sums });
    sums.truncate(x.channels());
    sums
}

struct Sums<'a> {
    x: &'a Batch,
    product: Product<'a>,
    sums: &'a mut [f64],
}

impl Kernel for Sums<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let blocks = self.x.blocks();
        let mut short = vec![[0.0f32; LANES]; blocks];
        for (part, rows) in self.x.lanes().chunks(SHORT * blocks).enumerate() {
            short.fill([0.0; LANES]);
            for (row, lanes) in rows.chunks_exact(blocks).enumerate() {
                for block in 0..blocks {
                    let (sum, x) = (&mut short[block], &lanes[block]);
                    match self.product {
                        Product::Plain => {
                            for i in 0..LANES {
                                sum[i] += x[i];
                            }
                        }
                        Product::With(other) => {
                            let other = &other.lanes()[(part * SHORT + row) * blocks + block];
                            for i in 0..LANES {
                                sum[i] += x[i] * other[i];
                            }
                        }
                        Product::Squared(mean) => {
                            let mean = &mean[block];
                            for i in 0..LANES {
                                sum[i] += (x[i] - mean[i]) * (x[i] - mean[i]);
                            }
                        }
                    }
                }
            }
            for (sum, short) in self.sums.iter_mut().zip(short.as_flattened()) {
                *sum += f64::from(*short);
            }
        }
    }
}

/// Leaves `x` normalised, and writes it scaled and shifted to `out`.
struct Normalise<'a> {
    mean: &'a [Lanes],
    steepness: &'a [Lanes],
    scale: &'a [Lanes],
    shift: &'a [Lanes],
    x: &'a mut Batch,
    out: &'a mut Batch,
}

impl Kernel for Normalise<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let blocks = self.x.blocks();
        let rows = self.x.lanes_mut().chunks_exact_mut(blocks);
        for (row, out) in rows.zip(self.out.lanes_mut().chunks_exact_mut(blocks)) {
            for block in 0..blocks {
                let (mean, steepness) = (&self.mean[block], &self.steepness[block]);
                let (scale, shift) = (&self.scale[block], &self.shift[block]);
                let (x, out) = (&mut row[block], &mut out[block]);
                for i in 0..LANES {
                    x[i] = (x[i] - mean[i]) * steepness[i];
                    out[i] = x[i] * scale[i] + shift[i];
                }
            }
        }
    }
}

/// Makes of the gradient behind a layer the one before it.
struct Back<'a> {
    seen: &'a Batch,
    factor: &'a [Lanes],
    shift: &'a [Lanes],
    scale: &'a [Lanes],
    grad: &'a mut Batch,
}

impl Kernel for Back<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let blocks = self.grad.blocks();
        let seen = self.seen.lanes().chunks_exact(blocks);
        for (row, seen) in self.grad.lanes_mut().chunks_exact_mut(blocks).zip(seen) {
            for block in 0..blocks {
                let (grad, seen) = (&mut row[block], &seen[block]);
                let (factor, shift) = (&self.factor[block], &self.shift[block]);
                let scale = &self.scale[block];
                for i in 0..LANES {
                    grad[i] = grad[i] * factor[i] + shift[i] + seen[i] * scale[i];
                }
            }
        }
    }
}
