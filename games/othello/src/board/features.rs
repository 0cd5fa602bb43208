//! What an evaluation wants to know about a position beyond its moves: stable discs, frontier, potential
//! mobility. Plain bit arithmetic on every machine.

use std::sync::OnceLock;

use super::{Board, CORNERS};

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const RANK_1: u64 = 0xff;
const RANK_8: u64 = RANK_1 << 56;

impl Board {
    /// Own discs that certainly can never be turned again: along the edges, in full lines, and those held by
    /// other stable discs. There may be more than it finds, never fewer.
    #[must_use]
    pub fn stable(self) -> u64 {
        let full = full_lines(!self.empty());
        // On each line a disc is safe if the line is full, or if one neighbour is the rim or a safe own disc.
        let rim =
            [full[0] | FILE_A | FILE_H, full[1] | RANK_1 | RANK_8, full[2] | RIM, full[3] | RIM];
        let mut stable = self.own & (edge_stable(self) | (full[0] & full[1] & full[2] & full[3]));
        loop {
            let row = rim[0] | stable << 1 | stable >> 1;
            let column = rim[1] | stable << 8 | stable >> 8;
            let falling = rim[2] | stable << 7 | stable >> 7;
            let rising = rim[3] | stable << 9 | stable >> 9;
            let more = stable | (self.own & INSIDE & row & column & falling & rising);
            if more == stable {
                return stable;
            }
            stable = more;
        }
    }

    /// Empty squares next to a disc of the other side: where the side to move may some day play.
    #[must_use]
    #[inline(always)]
    pub const fn potential_moves(self) -> u64 {
        neighbours(self.opp) & self.empty()
    }

    /// Own discs next to an empty square; the fewer, the safer.
    #[must_use]
    #[inline(always)]
    pub const fn frontier(self) -> u64 {
        neighbours(self.empty()) & self.own
    }

    /// Own corners.
    #[must_use]
    #[inline(always)]
    pub const fn corners(self) -> u64 {
        self.own & CORNERS
    }

    /// Disc difference of a finished game; the winner gets the empty squares.
    #[must_use]
    #[inline(always)]
    pub const fn final_score(self) -> i32 {
        let (own, opp) = (self.own.count_ones().cast_signed(), self.opp.count_ones().cast_signed());
        if own > opp {
            64 - 2 * opp
        } else if own < opp {
            2 * own - 64
        } else {
            0
        }
    }
}

const RIM: u64 = FILE_A | FILE_H | RANK_1 | RANK_8;
const INSIDE: u64 = !RIM;

/// All squares next to a square of `set`, itself included only if it has a neighbour in the set.
#[inline(always)]
pub(crate) const fn neighbours(set: u64) -> u64 {
    let beside = (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    let three = beside | set;
    beside | three << 8 | three >> 8
}

/// Squares whose row, column, falling and rising diagonal has no gap left.
#[inline(always)]
fn full_lines(taken: u64) -> [u64; 4] {
    let gaps = !taken;
    let mut row = taken & (taken >> 4) & 0x0f0f_0f0f_0f0f_0f0f;
    row &= row >> 2;
    row &= row >> 1;
    let row = (row & FILE_A) * 0xff;
    let mut column = taken & taken.rotate_right(32);
    column &= column.rotate_right(16);
    column &= column.rotate_right(8);
    [row, column, !spread_diagonal::<7>(gaps), !spread_diagonal::<9>(gaps)]
}

/// Spreads gaps along one kind of diagonal, both ways: one step, then two, then four.
#[inline(always)]
fn spread_diagonal<const STEP: u32>(gaps: u64) -> u64 {
    // What a shift by 1, 2 or 4 files must not bring in from the other side of the board.
    const LOW: [u64; 3] = [FILE_A, FILE_A * 0x03, FILE_A * 0x0f];
    const HIGH: [u64; 3] = [FILE_H, FILE_A * 0xc0, FILE_A * 0xf0];
    let (into_up, into_down) = if STEP == 9 { (LOW, HIGH) } else { (HIGH, LOW) };
    let (mut up, mut down) = (gaps, gaps);
    for turn in 0..3 {
        let step = STEP << turn;
        up |= (up << step) & !into_up[turn];
        down |= (down >> step) & !into_down[turn];
    }
    up | down
}

/// Own stable discs on the four edges, each looked at by itself.
#[inline(always)]
fn edge_stable(board: Board) -> u64 {
    let table = edge_table();
    let lookup = |own: u64, opp: u64| u64::from(table[((own & 0xff) << 8 | (opp & 0xff)) as usize]);
    let Board { own, opp } = board;
    lookup(own, opp)
        | lookup(own >> 56, opp >> 56) << 56
        | from_row(lookup(to_row(own), to_row(opp)))
        | from_row(lookup(to_row(own >> 7), to_row(opp >> 7))) << 7
}

/// File a as a row: rank 1 in the lowest bit.
#[inline(always)]
fn to_row(set: u64) -> u64 {
    (set & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// A row as file a, the inverse of [`to_row`].
#[inline(always)]
fn from_row(row: u64) -> u64 {
    // The copies of the row are spaced so that bit `i` of one of them falls on rank `i + 1` of file a.
    let spread = |half: u64| (half * 0x0020_4081) & 0x0101_0101;
    spread(row & 15) | spread(row >> 4) << 32
}

/// Stable discs of an edge for every pair of disc sets, `own << 8 | opp`.
fn edge_table() -> &'static [u8; 65536] {
    static TABLE: OnceLock<Box<[u8; 65536]>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table: Box<[u8; 65536]> =
            vec![0; 65536].try_into().unwrap_or_else(|_| Box::new([0; 65536]));
        // Fuller edges first: every edge refers to those with one disc more.
        for discs in (0..=8).rev() {
            for own in 0..=255u8 {
                for opp in 0..=255u8 {
                    if own & opp == 0 && (own | opp).count_ones() == discs {
                        table[usize::from(own) << 8 | usize::from(opp)] =
                            stable_on_edge(own, opp, &table);
                    }
                }
            }
        }
        table
    })
}

/// Own discs of an edge that no sequence of discs put by anybody on its gaps can turn over. A disc may be put
/// anywhere, since it may turn something off the edge.
fn stable_on_edge(own: u8, opp: u8, fuller: &[u8; 65536]) -> u8 {
    let mut stable = own;
    for gap in (0..8).filter(|gap| (own | opp) >> gap & 1 == 0) {
        let turned = edge_flips(own, opp, gap);
        let ours = usize::from(own | turned | 1 << gap) << 8 | usize::from(opp & !turned);
        let turned = edge_flips(opp, own, gap);
        let theirs = usize::from(own & !turned) << 8 | usize::from(opp | turned | 1 << gap);
        stable &= fuller[ours] & fuller[theirs];
    }
    stable
}

/// Discs of `other` that `mover` turns over along the edge by a disc on `gap`.
fn edge_flips(mover: u8, other: u8, gap: u32) -> u8 {
    let walk = |squares: &mut dyn Iterator<Item = u32>| {
        let mut turned = 0;
        for square in squares {
            if other >> square & 1 == 1 {
                turned |= 1 << square;
            } else {
                return if mover >> square & 1 == 1 { turned } else { 0 };
            }
        }
        0
    };
    walk(&mut (gap + 1..8)) | walk(&mut (0..gap).rev())
}
