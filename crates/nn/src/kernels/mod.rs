//! The arithmetic that takes the time, as register tiles: a few rows by a few vectors of outputs
//! stay in registers while the inputs go by.
//!
//! [`rows`] multiplies rows by a matrix (fully connected layers, 1x1 convolutions), [`conv`] is
//! the 3x3 convolution, [`outer`] sums the gradients of weights, [`dots`] makes single outputs.
//! Which layer needs what is left to [`crate::layers`].

pub(crate) mod conv;
pub(crate) mod dots;
pub(crate) mod outer;
pub(crate) mod rows;

use crate::simd::{Lanes, Simd};

/// The most rows of a tile: 6 rows by 4 vectors, 4 weights and 1 input are 29 of 32 registers.
const MOST_ROWS: usize = 6;

/// Inputs that go by between two checks of bounds: one check for each would take as long as the
/// arithmetic.
const TOGETHER: usize = 4;

/// What is done to sums before they are stored.
#[derive(Clone, Copy, Default)]
pub(crate) struct Finish<'a> {
    /// One number for each output: the sums start from it.
    pub(crate) bias: Option<&'a [Lanes]>,
    /// Added to the sums; as large as what is made.
    pub(crate) add: Option<&'a [Lanes]>,
    /// Cut off below zero.
    pub(crate) relu: bool,
}

impl Finish<'_> {
    /// What the sums start from, in vector `block` of the outputs.
    #[inline(always)]
    fn start<S: Simd>(&self, simd: S, block: usize) -> S::V {
        match self.bias {
            Some(bias) => simd.load(&bias[block]),
            None => simd.splat(0.0),
        }
    }

    /// Stores a sum as vector `at` of what is made.
    #[inline(always)]
    fn store<S: Simd>(&self, simd: S, mut sum: S::V, out: &mut [Lanes], at: usize) {
        if let Some(add) = self.add {
            sum = simd.add(sum, simd.load(&add[at]));
        }
        if self.relu {
            sum = simd.max(sum, simd.splat(0.0));
        }
        simd.store(sum, &mut out[at]);
    }
}

/// The vectors of a group. A loop, here and in all kernels: a closure would be compiled for the
/// least processor and stay a function of its own.
#[inline(always)]
fn load_all<S: Simd, const C: usize>(simd: S, lanes: &[Lanes; C]) -> [S::V; C] {
    let mut all = [simd.splat(0.0); C];
    for c in 0..C {
        all[c] = simd.load(&lanes[c]);
    }
    all
}

/// Adds an input times its weights to the sums of a row.
#[inline(always)]
fn add_products<S: Simd, const C: usize>(simd: S, x: f32, w: &[S::V; C], sums: &mut [S::V; C]) {
    let x = simd.splat(x);
    for c in 0..C {
        sums[c] = simd.mul_add(x, w[c], sums[c]);
    }
}

/// Cuts `0..count` into parts of nearly the same length, at most [`MOST_ROWS`]: start and length.
fn parts(count: usize) -> impl Iterator<Item = (usize, usize)> {
    let parts = count.div_ceil(MOST_ROWS);
    let mut start = 0;
    (0..parts).map(move |part| {
        let length = count / parts + usize::from(part < count % parts);
        start += length;
        (start - length, length)
    })
}

/// Runs `$body` with `$R` and `$C` bound to constants that equal `$rows` and `$cols`.
macro_rules! by_size {
    ($rows:expr, $cols:expr, |$R:ident, $C:ident| $body:expr) => {
        by_size!(@ $rows, $cols, $R, $C, $body,
            (1, 1) (2, 1) (3, 1) (4, 1) (5, 1) (6, 1)
            (1, 2) (2, 2) (3, 2) (4, 2) (5, 2) (6, 2)
            (1, 4) (2, 4) (3, 4) (4, 4) (5, 4) (6, 4))
    };
    (@ $rows:expr, $cols:expr, $R:ident, $C:ident, $body:expr, $(($r:literal, $c:literal))*) => {
        match ($rows, $cols) {
            // A back end with small tiles never has wide groups; this spares it their code.
            $(($r, $c) if $c <= S::WIDEST => {
                const $R: usize = $r;
                const $C: usize = $c;
                $body
            })*
            _ => unreachable!("a tile of a size that nobody cuts"),
        }
    };
}
use by_size;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_nearly_equal_and_cover_everything() {
        let cut = |count| parts(count).collect::<Vec<_>>();
        assert_eq!(cut(5), [(0, 5)]);
        assert_eq!(cut(8), [(0, 4), (4, 4)]);
        assert_eq!(cut(13), [(0, 5), (5, 4), (9, 4)]);
        assert_eq!(cut(0), []);
    }
}
