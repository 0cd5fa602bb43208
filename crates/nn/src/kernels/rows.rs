//! Rows by a matrix: fully connected layers and 1x1 convolutions, forwards, and backwards with
//! the matrix transposed.

use super::{Finish, TOGETHER, add_products, by_size, load_all, parts};
use crate::batch::Batch;
use crate::pack::Packed;
use crate::simd::{Isa, Kernel, Lanes, Simd};

/// `out = x * w`, finished. `out` has the rows of `x` and the outputs of `w`.
pub(crate) fn rows(isa: Isa, x: &Batch, w: &Packed, finish: Finish<'_>, out: &mut Batch) {
    assert!(x.stride() >= w.depth(), "a row has all inputs");
    out.resize(x.rows(), w.outputs());
    isa.run(Rows { x, w, finish, out });
}

struct Rows<'a> {
    x: &'a Batch,
    w: &'a Packed,
    finish: Finish<'a>,
    out: &'a mut Batch,
}

impl Kernel for Rows<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (stride, depth, blocks) = (self.x.stride(), self.w.depth(), self.out.blocks());
        let out = self.out.lanes_mut();
        for (first, cols) in self.w.groups() {
            let w = &self.w.lanes()[first * depth..][..cols * depth];
            for (row, count) in parts(self.x.rows()) {
                let x = &self.x.all()[row * stride..];
                let at = row * blocks + first;
                let finish = self.finish;
                by_size!(count, cols, |R, C| simd.enter(Tile::<'_, R, C> {
                    x,
                    stride,
                    depth,
                    w,
                    finish,
                    out: &mut *out,
                    at,
                    blocks,
                    first,
                }));
            }
        }
    }
}

/// `R` rows by `C` vectors of outputs.
struct Tile<'a, const R: usize, const C: usize> {
    /// From the first row on.
    x: &'a [f32],
    stride: usize,
    depth: usize,
    /// The weights of the group.
    w: &'a [Lanes],
    finish: Finish<'a>,
    out: &'a mut [Lanes],
    /// Where the first vector belongs in `out`.
    at: usize,
    blocks: usize,
    /// Which vector of the outputs is the first.
    first: usize,
}

impl<const R: usize, const C: usize> Kernel for Tile<'_, R, C> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let depth = self.depth;
        let mut sums = [[simd.splat(0.0); C]; R];
        for row in &mut sums {
            for (col, sum) in row.iter_mut().enumerate() {
                *sum = self.finish.start(simd, self.first + col);
            }
        }
        let mut rows = [[].as_slice(); R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &self.x[r * self.stride..][..depth];
        }
        let (groups, rest) = self.w.as_chunks::<C>().0[..depth].as_chunks::<TOGETHER>();
        for (k, weights) in groups.iter().enumerate() {
            let mut inputs = [&[0.0; TOGETHER]; R];
            for r in 0..R {
                inputs[r] = &rows[r].as_chunks().0[k];
            }
            for i in 0..TOGETHER {
                let w = load_all(simd, &weights[i]);
                for r in 0..R {
                    add_products(simd, inputs[r][i], &w, &mut sums[r]);
                }
            }
        }
        for (k, weights) in (depth - rest.len()..depth).zip(rest) {
            let w = load_all(simd, weights);
            for r in 0..R {
                add_products(simd, rows[r][k], &w, &mut sums[r]);
            }
        }
        for (r, row) in sums.into_iter().enumerate() {
            for (c, sum) in row.into_iter().enumerate() {
                self.finish.store(simd, sum, self.out, self.at + r * self.blocks + c);
            }
        }
    }
}
