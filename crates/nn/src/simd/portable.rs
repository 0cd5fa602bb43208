//! The back end that runs anywhere: plain arithmetic, which the compiler makes vectors of as far
//! as the machine's least processor has them.

use super::{Kernel, LANES, Lanes, Simd};

/// Token of the portable back end.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Portable;

impl Simd for Portable {
    type V = [f32; LANES];
    const WIDEST: usize = 1;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) {
        #[inline(never)]
        fn own_frame<K: Kernel>(token: Portable, kernel: K) {
            kernel.run(token);
        }
        own_frame(self, kernel);
    }

    #[inline(always)]
    fn splat(self, number: f32) -> Self::V {
        [number; LANES]
    }

    #[inline(always)]
    fn load(self, from: &Lanes) -> Self::V {
        *from
    }

    #[inline(always)]
    fn store(self, vector: Self::V, to: &mut Lanes) {
        *to = vector;
    }

    // Not `f32::mul_add`: without the instruction for it that is a slow function call.
    #[inline(always)]
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        let mut out = a;
        for i in 0..LANES {
            out[i] = a[i] * b[i] + c[i];
        }
        out
    }

    #[inline(always)]
    fn add(self, a: Self::V, b: Self::V) -> Self::V {
        let mut out = a;
        for i in 0..LANES {
            out[i] = a[i] + b[i];
        }
        out
    }

    #[inline(always)]
    fn max(self, a: Self::V, b: Self::V) -> Self::V {
        let mut out = a;
        for i in 0..LANES {
            out[i] = if a[i] > b[i] { a[i] } else { b[i] };
        }
        out
    }

    #[inline(always)]
    fn gated(self, number: Self::V, gate: Self::V) -> Self::V {
        let mut out = number;
        for i in 0..LANES {
            out[i] = if gate[i] > 0.0 { number[i] } else { 0.0 };
        }
        out
    }
}
