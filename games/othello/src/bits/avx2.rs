//! The AVX2 back end. `unsafe` is here for two reasons only: entering code that is compiled for AVX2 (sound because the
//! token proves the check was made) and vector loads and stores.
#![allow(unsafe_code, reason = "see the module header")]

use std::arch::x86_64::*;
use std::sync::OnceLock;

use super::rays::RAYS;
use super::{Cpu, Work};
use crate::board::Board;

/// Token of the AVX2 back end. Having one proves that the processor knows every instruction used here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, if this processor can do it. Asked of the processor once.
    #[inline]
    pub(crate) fn detect() -> Option<Self> {
        static FOUND: OnceLock<bool> = OnceLock::new();
        let found = *FOUND.get_or_init(|| {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        });
        found.then_some(Self(()))
    }
}

impl Cpu for Avx2 {
    #[inline(always)]
    fn enter<W: Work>(self, work: W) -> W::Answer {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn own_frame<W: Work>(work: W) -> W::Answer {
            work.run()
        }
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { own_frame(work) }
    }

    #[inline(always)]
    fn moves(self, board: Board) -> u64 {
        // SAFETY: `self` exists, so `detect` found all these features.
        unsafe { moves(board) }
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
        // SAFETY: a hint that never faults, and SSE is part of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn splat(value: u64) -> __m256i {
    _mm256_set1_epi64x(value.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn load(lanes: &[u64; 4]) -> __m256i {
    // SAFETY: a reference to 32 readable bytes; the load asks for no alignment.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(lanes).cast()) }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn load_boards(pair: &[Board; 2]) -> __m256i {
    // SAFETY: `Board` is `repr(C)`, two u64: a pair is 32 readable bytes; the load asks for no alignment.
    unsafe { _mm256_loadu_si256(std::ptr::from_ref(pair).cast()) }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn store(lanes: &mut [u64; 4], value: __m256i) {
    // SAFETY: a unique reference to 32 writable bytes; the store asks for no alignment.
    unsafe { _mm256_storeu_si256(std::ptr::from_mut(lanes).cast(), value) }
}

/// All four lanes joined by `or`.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn join(lanes: __m256i) -> u64 {
    let half = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half))).cast_unsigned()
}

/// One lane for each line through the square; up and down rays are two different tricks.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips(board: Board, square: u8) -> u64 {
    let rays = &RAYS[usize::from(square & 63)];
    let (own, opp, empty) = (splat(board.own), splat(board.opp), splat(board.empty()));
    let zero = _mm256_setzero_si256();

    // Upwards the nearest square that is not an opponent's disc is the lowest bit: subtracting one finds it.
    let up = load(&rays.up);
    let others = _mm256_andnot_si256(opp, up);
    let to_first = _mm256_xor_si256(others, _mm256_add_epi64(others, _mm256_set1_epi64x(-1)));
    let reach = _mm256_and_si256(to_first, up);
    let unanchored = _mm256_cmpeq_epi64(_mm256_and_si256(reach, own), zero);
    let turned_up = _mm256_andnot_si256(unanchored, _mm256_and_si256(reach, opp));

    // Downwards it is the highest bit. It is ours exactly if our discs on the ray, read as a number, exceed the
    // empty squares on it (bit 63 is on no downward ray, so the signed comparison will do). What we turn lies
    // above our highest disc: spread our discs down the ray and take the rest.
    let down = load(&rays.down);
    let ours = _mm256_and_si256(down, own);
    let anchored = _mm256_cmpgt_epi64(ours, _mm256_and_si256(down, empty));
    let spread = _mm256_or_si256(ours, _mm256_srlv_epi64(ours, _mm256_setr_epi64x(1, 8, 7, 9)));
    let spread =
        _mm256_or_si256(spread, _mm256_srlv_epi64(spread, _mm256_setr_epi64x(2, 16, 14, 18)));
    let spread =
        _mm256_or_si256(spread, _mm256_srlv_epi64(spread, _mm256_setr_epi64x(4, 32, 28, 36)));
    let turned_down = _mm256_and_si256(anchored, _mm256_andnot_si256(spread, down));

    join(_mm256_or_si256(turned_up, turned_down))
}

/// Files b to g for the row and the diagonals, everything for the columns.
const INNER: [i64; 4] = [0x7e7e_7e7e_7e7e_7e7e, -1, 0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e];

/// One lane for each line, both ways along it; runs are at most six long.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn moves(board: Board) -> u64 {
    let step = _mm256_setr_epi64x(1, 8, 7, 9);
    let two = _mm256_setr_epi64x(2, 16, 14, 18);
    let own = splat(board.own);
    let over = _mm256_and_si256(
        splat(board.opp),
        _mm256_setr_epi64x(INNER[0], INNER[1], INNER[2], INNER[3]),
    );
    let mut up = _mm256_and_si256(over, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(over, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(over, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(over, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(over, _mm256_sllv_epi64(over, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two)));
    let ends = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    join(ends) & board.empty()
}

/// Squares one step behind a run of `over` that begins next to a disc of `own`, both ways along one line of
/// step `STEP`, for four boards at once. `TWO` is twice the step.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn ends_of_runs<const STEP: i32, const TWO: i32>(own: __m256i, over: __m256i) -> __m256i {
    let mut up = _mm256_and_si256(over, _mm256_slli_epi64::<STEP>(own));
    up = _mm256_or_si256(up, _mm256_and_si256(over, _mm256_slli_epi64::<STEP>(up)));
    let pairs_up = _mm256_and_si256(over, _mm256_slli_epi64::<STEP>(over));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<TWO>(up)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_slli_epi64::<TWO>(up)));
    let pairs_down = _mm256_srli_epi64::<STEP>(pairs_up);
    let down = down_runs::<STEP, TWO>(own, over, pairs_down);
    _mm256_or_si256(_mm256_slli_epi64::<STEP>(up), down)
}

/// The downward half of [`ends_of_runs`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn down_runs<const STEP: i32, const TWO: i32>(
    own: __m256i,
    over: __m256i,
    pairs: __m256i,
) -> __m256i {
    let mut down = _mm256_and_si256(over, _mm256_srli_epi64::<STEP>(own));
    down = _mm256_or_si256(down, _mm256_and_si256(over, _mm256_srli_epi64::<STEP>(down)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs, _mm256_srli_epi64::<TWO>(down)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs, _mm256_srli_epi64::<TWO>(down)));
    _mm256_srli_epi64::<STEP>(down)
}

/// Moves of four boards, one in each lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves_of_four(own: __m256i, opp: __m256i) -> __m256i {
    let inner = _mm256_and_si256(opp, splat(INNER[0].cast_unsigned()));
    // Along a row upwards, an addition carries through a run in one go.
    let row_starts = _mm256_and_si256(inner, _mm256_slli_epi64::<1>(own));
    let row_up = _mm256_add_epi64(inner, row_starts);
    let row_pairs = _mm256_and_si256(inner, _mm256_srli_epi64::<1>(inner));
    let row_down = down_runs::<1, 2>(own, inner, row_pairs);
    let columns = ends_of_runs::<8, 16>(own, opp);
    let diagonals =
        _mm256_or_si256(ends_of_runs::<7, 14>(own, inner), ends_of_runs::<9, 18>(own, inner));
    let ends =
        _mm256_or_si256(_mm256_or_si256(row_up, row_down), _mm256_or_si256(columns, diagonals));
    _mm256_andnot_si256(_mm256_or_si256(own, opp), ends)
}

/// Own and opponent's discs of four boards in lanes (in the order 0, 2, 1, 3).
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn four_in_lanes(boards: &[Board; 4]) -> (__m256i, __m256i) {
    let [a, b, c, d] = *boards;
    let (low, high) = (load_boards(&[a, b]), load_boards(&[c, d]));
    (_mm256_unpacklo_epi64(low, high), _mm256_unpackhi_epi64(low, high))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn moves_of_all(boards: &[Board], out: &mut [u64]) {
    let (fours, rest) = boards.as_chunks::<4>();
    let (fours_out, rest_out) = out.as_chunks_mut::<4>();
    for (four, out) in fours.iter().zip(fours_out) {
        let (own, opp) = four_in_lanes(four);
        store(out, _mm256_permute4x64_epi64::<0b11_01_10_00>(moves_of_four(own, opp)));
    }
    for (&board, out) in rest.iter().zip(rest_out) {
        *out = moves(board);
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn count_leaves(boards: &[Board]) -> u64 {
    let (fours, rest) = boards.as_chunks::<4>();
    let zero = _mm256_setzero_si256();
    let mut sums = zero;
    for four in fours {
        let (own, opp) = four_in_lanes(four);
        let moves = moves_of_four(own, opp);
        let none = _mm256_cmpeq_epi64(moves, zero); // minus one where there is no move
        sums = _mm256_add_epi64(sums, _mm256_sub_epi64(count_bits(moves), none));
    }
    let mut lanes = [0; 4];
    store(&mut lanes, sums);
    let in_fours: u64 = lanes.iter().sum();
    in_fours + rest.iter().map(|&board| u64::from(moves(board).count_ones().max(1))).sum::<u64>()
}

/// Set bits of each lane: look up both halves of every byte, then add the bytes of a lane.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn count_bits(lanes: __m256i) -> __m256i {
    let nibble = _mm256_set1_epi8(15);
    let table =
        _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    let low = _mm256_shuffle_epi8(table, _mm256_and_si256(lanes, nibble));
    let high = _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16::<4>(lanes), nibble));
    _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256())
}
