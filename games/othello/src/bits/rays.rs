//! Rays: for every square, the squares seen in each of the eight directions.
//! The flip generators of both back ends look here; nobody else has to.

/// Rays of one square. `up` runs towards higher bit numbers, `down` towards lower ones; entry `i` of both
/// lies on the same line: row, column, the diagonal of step 7, the diagonal of step 9.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Rays {
    pub(crate) up: [u64; 4],
    pub(crate) down: [u64; 4],
}

/// File and rank change that belongs to each line when walking up.
const WALKS: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 1), (1, 1)];

/// The table itself; 64 entries so that a square number below 64 needs no bounds check.
pub(crate) static RAYS: [Rays; 64] = build();

const fn ray(square: i32, file_step: i32, rank_step: i32) -> u64 {
    let (mut file, mut rank) = (square % 8 + file_step, square / 8 + rank_step);
    let mut seen = 0;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        seen |= 1 << (8 * rank + file);
        file += file_step;
        rank += rank_step;
    }
    seen
}

const fn build() -> [Rays; 64] {
    let mut table = [Rays { up: [0; 4], down: [0; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut line = 0;
        while line < 4 {
            let (file_step, rank_step) = WALKS[line];
            table[square].up[line] = ray(square as i32, file_step, rank_step);
            table[square].down[line] = ray(square as i32, -file_step, -rank_step);
            line += 1;
        }
        square += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_of_a_corner_and_of_the_middle() {
        assert_eq!(RAYS[0].up, [0xfe, 0x0101_0101_0101_0100, 0, 0x8040_2010_0804_0200]);
        assert_eq!(RAYS[0].down, [0; 4]);
        let d4 = RAYS[27];
        let seen = d4.up.iter().chain(&d4.down).fold(0, |all, ray| all | ray);
        assert_eq!(seen.count_ones(), 27, "a queen on d4 attacks 27 squares");
    }
}
