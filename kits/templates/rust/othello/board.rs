//! オセロの盤を読む / Reads an Othello board.
//!
//! `---------------------------OX------XO--------------------------- X`:
//! a1 から h8 まで64文字（X 黒、O 白、- 空き）、次に打つ色 / 64 squares from a1 to h8, then who is to move
#![allow(dead_code)]

pub struct Board {
    pub cells: Vec<u8>,
    pub me: u8,
    pub other: u8,
}

impl Board {
    pub fn new(position: &str) -> Board {
        let bytes = position.as_bytes();
        let me = bytes[65];
        Board { cells: bytes[..64].to_vec(), me, other: if me == b'X' { b'O' } else { b'X' } }
    }

    /// x, y は 0〜7。盤の外は空白 / x and y from 0 to 7; a space off the board.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..8).contains(&x) && (0..8).contains(&y);
        if inside { self.cells[(y * 8 + x) as usize] } else { b' ' }
    }

    /// その手で返る石の数 / How many discs the move turns over.
    pub fn flips(&self, mv: &str) -> i32 {
        if mv == "pass" {
            return 0;
        }
        let (column, row) = (i32::from(mv.as_bytes()[0] - b'a'), i32::from(mv.as_bytes()[1] - b'1'));
        if self.at(column, row) != b'-' {
            return 0;
        }
        let mut total = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let mut count = 0;
            while self.at(column + dx * (count + 1), row + dy * (count + 1)) == self.other {
                count += 1;
            }
            if self.at(column + dx * (count + 1), row + dy * (count + 1)) == self.me {
                total += count;
            }
        }
        total
    }

    /// できる手。なければ pass だけ / The legal moves; only pass if there is none.
    pub fn legal(&self) -> Vec<String> {
        let squares = ('1'..='8').flat_map(|row| ('a'..='h').map(move |column| format!("{column}{row}")));
        let moves: Vec<String> = squares.filter(|mv| self.flips(mv) > 0).collect();
        if moves.is_empty() { vec!["pass".to_string()] } else { moves }
    }
}
