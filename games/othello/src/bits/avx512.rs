//! The AVX-512 back end: the code of AVX2, compiled anew for a processor that joins three bit sets at once, and flips that
//! count leading zeros. It keeps to vectors of 256 bits, which no processor slows down for. `unsafe` is here for one
//! reason only: entering code that is compiled for AVX-512 (sound because the token proves the check was made).
#![allow(unsafe_code, reason = "see the module header")]

use std::arch::x86_64::*;
use std::sync::OnceLock;

use super::avx2::{self, Avx2, join, load, splat};
use super::rays::RAYS;
use super::{Cpu, Work};
use crate::board::Board;

/// Token of the AVX-512 back end. Having one proves that the processor knows every instruction used here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(Avx2);

impl Avx512 {
    /// The token, if this processor can do it. Asked of the processor once.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        static FOUND: OnceLock<bool> = OnceLock::new();
        let found = *FOUND.get_or_init(|| {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512cd")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
        });
        Avx2::detect().filter(|_| found).map(Self)
    }
}

impl Cpu for Avx512 {
    #[inline(always)]
    fn enter<W: Work>(self, work: W) -> W::Answer {
        #[inline(never)]
        #[target_feature(
            enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
        )]
        fn own_frame<W: Work>(work: W) -> W::Answer {
            work.run()
        }
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { own_frame(work) }
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        self.0.moves(board)
    }

    #[inline(always)]
    fn flips(self, board: Board, square: u8) -> u64 {
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { flips(board, square) }
    }

    #[inline(always)]
    fn moves_of_all(self, boards: &[Board], out: &mut [u64]) {
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { moves_of_all(boards, out) }
    }

    #[inline(always)]
    fn count_leaves(self, boards: &[Board]) -> u64 {
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { count_leaves(boards) }
    }

    #[inline(always)]
    fn prefetch<T>(self, place: &T) {
        self.0.prefetch(place);
    }
}

/// One lane for each line through the square.
#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
)]
fn flips(board: Board, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let (own, opp) = (splat(board.own), splat(board.opp));
    let all = _mm256_set1_epi64x(-1);

    // The nearest square that is not an opponent's disc: upwards the lowest bit, downwards the highest. What is up to
    // it has to end in a disc of ours.
    let up = load(&rays.up);
    let others = _mm256_andnot_si256(opp, up);
    let to_first = _mm256_xor_si256(others, _mm256_add_epi64(others, all));
    let reach = _mm256_and_si256(to_first, up);
    let anchored = _mm256_test_epi64_mask(reach, own);
    let turned_up = _mm256_maskz_and_epi64(anchored, reach, opp);

    let down = load(&rays.down);
    let others = _mm256_andnot_si256(opp, down);
    let below = _mm256_srlv_epi64(all, _mm256_lzcnt_epi64(others));
    let first = _mm256_sub_epi64(below, _mm256_srli_epi64::<1>(below));
    let anchored = _mm256_test_epi64_mask(first, own);
    let turned_down = _mm256_maskz_andnot_epi64(anchored, below, down);

    join(_mm256_or_si256(turned_up, turned_down))
}

#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
)]
fn moves_of_all(boards: &[Board], out: &mut [u64]) {
    avx2::moves_of_all(boards, out);
}

#[inline]
#[target_feature(
    enable = "avx2,bmi1,bmi2,lzcnt,popcnt,avx512f,avx512vl,avx512cd,avx512bw,avx512dq"
)]
fn count_leaves(boards: &[Board]) -> u64 {
    avx2::count_leaves(boards)
}
