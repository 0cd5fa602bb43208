//! How many discs the last move of a game turns over. All other squares are taken, so one side's discs tell everything,
//! and a line is a byte that a table knows.

/// For a place in a line and the own discs of that line, how many discs a move there turns over if all others are the
/// opponent's.
static COUNTS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let above = own >> place >> 1;
            if above != 0 {
                table[place][own] += above.trailing_zeros() as u8;
            }
            let below = own as u8 & ((1u16 << place) - 1) as u8;
            if below != 0 {
                table[place][own] += place as u8 - 1 - below.ilog2() as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [[u64; 2]; 64] = {
    let mut table = [[0; 2]; 64];
    let mut square: usize = 0;
    while square < 64 {
        let mut other: usize = 0;
        while other < 64 {
            let (files, ranks) = (square % 8 + 8 - other % 8, square / 8 + 8 - other / 8);
            if files == ranks {
                table[square][0] |= 1 << other;
            }
            if files + ranks == 16 {
                table[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    table
};

const FILE: u64 = 0x0101_0101_0101_0101;

/// Discs that a move of `own` to `square`, the only empty one, turns over.
#[inline(always)]
pub(crate) fn last_flips(own: u64, square: u8) -> i32 {
    let (file, rank) = (usize::from(square & 7), usize::from(square >> 3 & 7));
    let [up, down] = DIAGONALS[usize::from(square & 63)];
    // A multiplication adds up all ranks of a diagonal, or puts the discs of a file side by side.
    let row = own >> (8 * rank) & 0xff;
    let column = (own >> file & FILE).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let up = (own & up).wrapping_mul(FILE) >> 56;
    let down = (own & down).wrapping_mul(FILE) >> 56;
    let along = |place: usize, line: u64| i32::from(COUNTS[place][line as usize & 0xff]);
    along(file, row) + along(rank, column) + along(file, up) + along(file, down)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{Cpu, portable::Portable};
    use crate::board::Board;

    #[test]
    fn the_last_move_turns_over_what_any_move_does() {
        let mut rng = fastrand::Rng::with_seed(7);
        for round in 0..20_000u32 {
            let square = (round % 64) as u8;
            let own =
                rng.u64(..) & if round % 3 == 0 { rng.u64(..) } else { u64::MAX } & !(1 << square);
            let board = Board { own, opp: !own & !(1 << square) };
            let flips = Portable.flips(board, square).count_ones().cast_signed();
            assert_eq!(last_flips(own, square), flips, "{board:?} {square}");
        }
    }
}
