//! The AVX2 back end: a vector is two registers, and a tile of 6 of them stays in registers.
//!
//! The `unsafe` here has two reasons only: entering code that is compiled for AVX2 (sound because
//! the token proves the check was made) and the instructions themselves.
#![allow(unsafe_code, reason = "see the module header")]

use std::arch::x86_64::*;

use super::{Kernel, Lanes, Simd};

/// Token of the AVX2 back end. Having one proves that the processor knows the instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if this processor can do it.
    pub(crate) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma");
        found.then_some(Self(()))
    }
}

/// Lanes 0 to 7 and 8 to 15.
type Pair = (__m256, __m256);

impl Simd for Avx2 {
    type V = Pair;
    const WIDEST: usize = 1;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) {
        #[inline(never)]
        #[target_feature(enable = "avx2,fma")]
        fn own_frame<K: Kernel>(token: Avx2, kernel: K) {
            kernel.run(token);
        }
        // SAFETY: `self` exists, so `detect` found both features.
        unsafe { own_frame(self, kernel) }
    }

    #[inline(always)]
    fn splat(self, number: f32) -> Pair {
        // SAFETY: `self` exists, so the processor has the instruction.
        let half = unsafe { _mm256_set1_ps(number) };
        (half, half)
    }

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> Pair {
        // SAFETY: as above, and 2 x 32 readable bytes; the loads ask for no alignment.
        unsafe { (_mm256_loadu_ps(lanes.as_ptr()), _mm256_loadu_ps(lanes[8..].as_ptr())) }
    }

    #[inline(always)]
    fn store(self, vector: Pair, lanes: &mut Lanes) {
        // SAFETY: as above, and 2 x 32 writable bytes; the stores ask for no alignment.
        unsafe {
            _mm256_storeu_ps(lanes.as_mut_ptr(), vector.0);
            _mm256_storeu_ps(lanes[8..].as_mut_ptr(), vector.1);
        }
    }

    #[inline(always)]
    fn mul_add(self, a: Pair, b: Pair, c: Pair) -> Pair {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { (_mm256_fmadd_ps(a.0, b.0, c.0), _mm256_fmadd_ps(a.1, b.1, c.1)) }
    }

    #[inline(always)]
    fn add(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { (_mm256_add_ps(a.0, b.0), _mm256_add_ps(a.1, b.1)) }
    }

    #[inline(always)]
    fn max(self, a: Pair, b: Pair) -> Pair {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { (_mm256_max_ps(a.0, b.0), _mm256_max_ps(a.1, b.1)) }
    }

    #[inline(always)]
    fn gated(self, number: Pair, gate: Pair) -> Pair {
        // SAFETY: `self` exists, so the processor has the instructions.
        unsafe {
            let zero = _mm256_setzero_ps();
            let open0 = _mm256_cmp_ps::<_CMP_GT_OQ>(gate.0, zero);
            let open1 = _mm256_cmp_ps::<_CMP_GT_OQ>(gate.1, zero);
            (_mm256_and_ps(open0, number.0), _mm256_and_ps(open1, number.1))
        }
    }
}
