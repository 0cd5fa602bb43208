//! Gradients of weights: sums of products of what came in and what is asked for, over all rows.

use super::{by_size, load_all, parts};
use crate::batch::Batch;
use crate::pack::Packed;
use crate::simd::{Isa, Kernel, Lanes, Simd};

/// Adds, for each of `pairs` (a row of `x`, a row of `grad`), the products of all inputs with all
/// outputs to the inputs of `sums` from `from` on. The caller gives few enough pairs at once that
/// the rows stay in a near cache.
pub(crate) fn outer(
    isa: Isa,
    pairs: &[(usize, usize)],
    x: &Batch,
    grad: &Batch,
    sums: &mut Packed,
    from: usize,
) {
    assert!(grad.channels() == sums.outputs());
    isa.run(Outer { pairs, x, grad, sums, from });
}

struct Outer<'a> {
    pairs: &'a [(usize, usize)],
    x: &'a Batch,
    grad: &'a Batch,
    sums: &'a mut Packed,
    from: usize,
}

impl Kernel for Outer<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (depth, channels) = (self.sums.depth(), self.x.channels());
        for (first, cols) in self.sums.groups() {
            for (k, count) in parts(channels) {
                let start = first * depth + (self.from + k) * cols;
                let sums = &mut self.sums.lanes_mut()[start..][..count * cols];
                let (pairs, x, grad) = (self.pairs, self.x.all(), self.grad.lanes());
                let (stride, blocks) = (self.x.stride(), self.grad.blocks());
                by_size!(count, cols, |R, C| simd.enter(Tile::<'_, R, C> {
                    pairs,
                    x,
                    stride,
                    k,
                    grad,
                    blocks,
                    first,
                    sums,
                }));
            }
        }
    }
}

/// `R` inputs by `C` vectors of outputs.
struct Tile<'a, const R: usize, const C: usize> {
    pairs: &'a [(usize, usize)],
    x: &'a [f32],
    stride: usize,
    /// The first of the inputs.
    k: usize,
    grad: &'a [Lanes],
    blocks: usize,
    /// The first of the vectors.
    first: usize,
    sums: &'a mut [Lanes],
}

impl<const R: usize, const C: usize> Kernel for Tile<'_, R, C> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let kept = &mut self.sums.as_chunks_mut::<C>().0[..R];
        let mut sums = [[simd.splat(0.0); C]; R];
        for r in 0..R {
            sums[r] = load_all(simd, &kept[r]);
        }
        for &(row, other) in self.pairs {
            let x = &self.x[row * self.stride + self.k..][..R];
            let grad = &self.grad[other * self.blocks + self.first..][..C];
            let mut g = [simd.splat(0.0); C];
            for c in 0..C {
                g[c] = simd.load(&grad[c]);
            }
            for r in 0..R {
                let x = simd.splat(x[r]);
                for c in 0..C {
                    sums[r][c] = simd.mul_add(x, g[c], sums[r][c]);
                }
            }
        }
        for r in 0..R {
            for c in 0..C {
                simd.store(sums[r][c], &mut kept[r][c]);
            }
        }
    }
}
