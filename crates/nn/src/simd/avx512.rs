//! The AVX-512 back end: a vector is one register, and a tile of 6 x 4 of them stays in registers.
//!
//! The `unsafe` here has two reasons only: entering code that is compiled for AVX-512 (sound
//! because the token proves the check was made) and the instructions themselves.
#![allow(unsafe_code, reason = "see the module header")]

use std::arch::x86_64::*;

use super::{Kernel, Lanes, Simd};

/// Token of the AVX-512 back end. Having one proves that the processor knows the instructions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// The token, if this processor can do it.
    pub(crate) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("fma");
        found.then_some(Self(()))
    }
}

impl Simd for Avx512 {
    type V = __m512;
    const WIDEST: usize = 4;

    #[inline(always)]
    fn enter<K: Kernel>(self, kernel: K) {
        #[inline(never)]
        #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,avx2,fma")]
        fn own_frame<K: Kernel>(token: Avx512, kernel: K) {
            kernel.run(token);
        }
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { own_frame(self, kernel) }
    }

    #[inline(always)]
    fn splat(self, number: f32) -> __m512 {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { _mm512_set1_ps(number) }
    }

    #[inline(always)]
    fn load(self, lanes: &Lanes) -> __m512 {
        // SAFETY: as above, and 64 readable bytes; the load asks for no alignment.
        unsafe { _mm512_loadu_ps(lanes.as_ptr()) }
    }

    #[inline(always)]
    fn store(self, vector: __m512, lanes: &mut Lanes) {
        // SAFETY: as above, and 64 writable bytes; the store asks for no alignment.
        unsafe { _mm512_storeu_ps(lanes.as_mut_ptr(), vector) }
    }

    #[inline(always)]
    fn mul_add(self, a: __m512, b: __m512, c: __m512) -> __m512 {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { _mm512_fmadd_ps(a, b, c) }
    }

    #[inline(always)]
    fn add(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { _mm512_add_ps(a, b) }
    }

    #[inline(always)]
    fn max(self, a: __m512, b: __m512) -> __m512 {
        // SAFETY: `self` exists, so the processor has the instruction.
        unsafe { _mm512_max_ps(a, b) }
    }

    #[inline(always)]
    fn gated(self, number: __m512, gate: __m512) -> __m512 {
        // SAFETY: `self` exists, so the processor has the instructions.
        unsafe {
            let open = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(gate, _mm512_setzero_ps());
            _mm512_maskz_mov_ps(open, number)
        }
    }
}
