//! Single outputs of a fully connected layer: of a policy only the legal moves are asked for.

use crate::batch::Aligned;
use crate::simd::{Isa, Kernel, LANES, Lanes, Simd};

/// For each of `wanted`, the product of `x` with that row of `table` plus its bias.
/// A row is as long as `x`, whole vectors.
pub(crate) fn dots(
    isa: Isa,
    x: &[f32],
    table: &Aligned,
    bias: &[f32],
    wanted: &[u32],
    out: &mut [f32],
) {
    let (x, table) = (x.as_chunks().0, table.lanes());
    isa.run(Dots { x, table, bias, wanted, out });
}

struct Dots<'a> {
    x: &'a [Lanes],
    table: &'a [Lanes],
    bias: &'a [f32],
    wanted: &'a [u32],
    out: &'a mut [f32],
}

impl Kernel for Dots<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let length = self.x.len();
        for (&wanted, out) in self.wanted.iter().zip(self.out) {
            let wanted = wanted as usize;
            let row = &self.table[wanted * length..][..length];
            // Four sums, so that no addition waits for the one before.
            let mut sums = [simd.splat(0.0); 4];
            let (xs, x_rest) = self.x.as_chunks::<4>();
            let (rows, row_rest) = row.as_chunks::<4>();
            for (x, w) in xs.iter().zip(rows) {
                for i in 0..4 {
                    sums[i] = simd.mul_add(simd.load(&x[i]), simd.load(&w[i]), sums[i]);
                }
            }
            for (x, w) in x_rest.iter().zip(row_rest) {
                sums[0] = simd.mul_add(simd.load(x), simd.load(w), sums[0]);
            }
            let sum = simd.add(simd.add(sums[0], sums[1]), simd.add(sums[2], sums[3]));
            let mut lanes = [0.0; LANES];
            simd.store(sum, &mut lanes);
            for half in [8, 4, 2, 1] {
                for i in 0..half {
                    lanes[i] += lanes[i + half];
                }
            }
            *out = lanes[0] + self.bias[wanted];
        }
    }
}
