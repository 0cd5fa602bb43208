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

    /// Normalises as in training, then does what comes after.
    pub fn forward(&mut self, mut x: Batch, after: After<'_>) -> Batch {
        let (rows, channels) = (x.rows() as f64, x.channels());
        // Distances from any row are as good as from zero, and lose no digits to a large mean.
        let pivot = x.lanes()[..x.blocks()].to_vec();
        let mut sums = vec![[0.0; 2]; x.stride()];
        self.isa.run(Spread { x: &x, pivot: &pivot, sums: &mut sums });
        let mut mean = Vec::new();
        self.steepness.clear();
        for (channel, [sum, square]) in sums.into_iter().enumerate().take(channels) {
            let away = sum / rows;
            let variance = (square / rows - away * away).max(0.0);
            mean.push((f64::from(pivot.as_flattened()[channel]) + away) as f32);
            self.steepness.push(1.0 / (variance as f32 + EPSILON).sqrt());
            // Of a sample's variance one is taken off the count; of one row nothing is known.
            let unbiased = variance * rows / (rows - 1.0).max(1.0);
            let keep = |running: &mut f32, new: f32| *running += MOMENTUM * (new - *running);
            keep(&mut self.mean.value[channel], mean[channel]);
            keep(&mut self.variance.value[channel], unbiased as f32);
        }
        self.count.value[0] += 1.0;
        let mut out = Batch::unwritten(x.rows(), channels);
        self.isa.run(Normalise {
            mean: &pack_bias(&mean),
            steepness: &pack_bias(&self.steepness),
            scale: &pack_bias(&self.scale.value),
            shift: &pack_bias(&self.shift.value),
            x: &mut x,
            after,
            out: &mut out,
        });
        self.seen = x;
        out
    }

    /// Adds to the gradients of scale and shift; gives the gradient of what went in. If a ReLU
    /// came after, `relu` is what came out of it, and `grad` becomes the gradient before it.
    pub fn backward(&mut self, grad: &mut Batch, relu: Option<&Batch>) -> Batch {
        let (rows, channels) = (grad.rows() as f64, grad.channels());
        let mut sums = vec![[0.0; 2]; grad.stride()];
        self.isa.run(Slopes { grad, relu, seen: &self.seen, sums: &mut sums });
        let (mut factors, mut shifts, mut scales) = (Vec::new(), Vec::new(), Vec::new());
        for (channel, [shift, scale]) in sums.into_iter().enumerate().take(channels) {
            self.shift.grad[channel] += shift as f32;
            self.scale.grad[channel] += scale as f32;
            // Mean and variance depend on every row: what all rows have in common changes nothing.
            let factor = self.scale.value[channel] * self.steepness[channel];
            factors.push(factor);
            shifts.push((-shift / rows) as f32 * factor);
            scales.push((-scale / rows) as f32 * factor);
        }
        let mut out = Batch::unwritten(grad.rows(), channels);
        self.isa.run(Back {
            grad,
            seen: &self.seen,
            factor: &pack_bias(&factors),
            shift: &pack_bias(&shifts),
            scale: &pack_bias(&scales),
            out: &mut out,
        });
        out
    }
}

/// What happens to normalised numbers before they are stored; apart it would cost as much as the
/// normalisation.
#[derive(Clone, Copy, Default, Debug)]
pub struct After<'a> {
    /// Added to them.
    pub add: Option<&'a Batch>,
    /// Then they are cut off below zero.
    pub relu: bool,
}

/// Sums over all rows of the distances from a pivot, and of their squares.
struct Spread<'a> {
    x: &'a Batch,
    pivot: &'a [Lanes],
    sums: &'a mut [[f64; 2]],
}

impl Kernel for Spread<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let blocks = self.x.blocks();
        for rows in self.x.lanes().chunks(SHORT * blocks) {
            for (block, pivot) in self.pivot.iter().enumerate() {
                let (mut sum, mut square) = (simd.splat(0.0), simd.splat(0.0));
                let (minus, pivot) = (simd.splat(-1.0), simd.load(pivot));
                for x in rows.iter().skip(block).step_by(blocks) {
                    let away = simd.mul_add(pivot, minus, simd.load(x));
                    sum = simd.add(sum, away);
                    square = simd.mul_add(away, away, square);
                }
                add_up(simd, &mut self.sums[block * LANES..], sum, square);
            }
        }
    }
}

/// Adds short sums to long ones.
#[inline(always)]
fn add_up<S: Simd>(simd: S, sums: &mut [[f64; 2]], one: S::V, two: S::V) {
    let (mut first, mut second) = ([0.0; LANES], [0.0; LANES]);
    simd.store(one, &mut first);
    simd.store(two, &mut second);
    for (i, [a, b]) in sums.iter_mut().take(LANES).enumerate() {
        *a += f64::from(first[i]);
        *b += f64::from(second[i]);
    }
}

/// Leaves `x` normalised, and writes it scaled, shifted and finished to `out`.
struct Normalise<'a> {
    mean: &'a [Lanes],
    steepness: &'a [Lanes],
    scale: &'a [Lanes],
    shift: &'a [Lanes],
    x: &'a mut Batch,
    after: After<'a>,
    out: &'a mut Batch,
}

impl Kernel for Normalise<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let blocks = self.x.blocks();
        let (minus, zero) = (simd.splat(-1.0), simd.splat(0.0));
        let (all, out) = (self.x.lanes_mut(), self.out.lanes_mut());
        for (row, (x, out)) in all.iter_mut().zip(out).enumerate() {
            let block = row % blocks;
            let away = simd.mul_add(simd.load(&self.mean[block]), minus, simd.load(x));
            let normal = simd.mul_add(away, simd.load(&self.steepness[block]), zero);
            simd.store(normal, x);
            let (scale, shift) = (simd.load(&self.scale[block]), simd.load(&self.shift[block]));
            let mut made = simd.mul_add(normal, scale, shift);
            if let Some(add) = self.after.add {
                made = simd.add(made, simd.load(&add.lanes()[row]));
            }
            if self.after.relu {
                made = simd.max(made, zero);
            }
            simd.store(made, out);
        }
    }
}

/// Takes the gradient back through a ReLU; sums it over all rows, and its products with what the
/// normalisation saw.
struct Slopes<'a> {
    grad: &'a mut Batch,
    relu: Option<&'a Batch>,
    seen: &'a Batch,
    sums: &'a mut [[f64; 2]],
}

impl Kernel for Slopes<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let blocks = self.grad.blocks();
        let (all, seen) = (self.grad.lanes_mut(), self.seen.lanes());
        let size = all.len();
        for first in (0..size).step_by(SHORT * blocks) {
            let end = (first + SHORT * blocks).min(size);
            for block in 0..blocks {
                let (mut sum, mut product) = (simd.splat(0.0), simd.splat(0.0));
                for at in (first + block..end).step_by(blocks) {
                    let mut grad = simd.load(&all[at]);
                    if let Some(out) = self.relu {
                        grad = simd.gated(grad, simd.load(&out.lanes()[at]));
                        simd.store(grad, &mut all[at]);
                    }
                    sum = simd.add(sum, grad);
                    product = simd.mul_add(grad, simd.load(&seen[at]), product);
                }
                add_up(simd, &mut self.sums[block * LANES..], sum, product);
            }
        }
    }
}

/// Makes of the gradient behind a normalisation the one before it.
struct Back<'a> {
    grad: &'a Batch,
    seen: &'a Batch,
    factor: &'a [Lanes],
    shift: &'a [Lanes],
    scale: &'a [Lanes],
    out: &'a mut Batch,
}

impl Kernel for Back<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let blocks = self.grad.blocks();
        let both = self.grad.lanes().iter().zip(self.seen.lanes());
        for (row, (out, (grad, seen))) in self.out.lanes_mut().iter_mut().zip(both).enumerate() {
            let block = row % blocks;
            let (factor, shift) = (simd.load(&self.factor[block]), simd.load(&self.shift[block]));
            let seen = simd.mul_add(simd.load(seen), simd.load(&self.scale[block]), shift);
            simd.store(simd.mul_add(simd.load(grad), factor, seen), out);
        }
    }
}
