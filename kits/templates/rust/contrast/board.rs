//! コントラストの盤を読む / Reads a Contrast board.
//!
//! `22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150`:
//! 駒（a5 から e1 まで）、タイル（b 黒、g グレー）、手番、手持ちの黒とグレー（1、2の順）
//! pieces from a5 to e1, tiles (b black, g gray), who is to move, black and gray tiles in hand of 1 and 2
#![allow(dead_code)]

pub struct Board {
    pub cells: Vec<u8>,
    pub tiles: Vec<u8>,
    pub me: u8,
    pub other: u8,
}

impl Board {
    pub fn new(position: &str) -> Board {
        let words: Vec<&[u8]> = position.split(' ').map(str::as_bytes).collect();
        let me = words[2][0];
        let other = if me == b'1' { b'2' } else { b'1' };
        Board { cells: words[0].to_vec(), tiles: words[1].to_vec(), me, other }
    }

    /// そのマスの駒（1、2、なければ -）/ The piece on a square such as c3.
    pub fn at(&self, square: &str) -> u8 {
        self.cells[place(square)]
    }

    /// そのマスのタイル（b、g、白は -）/ The tile on a square.
    pub fn tile(&self, square: &str) -> u8 {
        self.tiles[place(square)]
    }

    /// 動かした駒はあと何段で着くか / How many rows the piece has still to go after the move.
    pub fn rows_left(&self, mv: &str) -> i32 {
        let row = i32::from(mv.as_bytes()[4] - b'0');
        if self.me == b'1' { 5 - row } else { row - 1 }
    }

    /// その手で何段進むか / How many rows the move goes forward.
    pub fn advance(&self, mv: &str) -> i32 {
        let rows = i32::from(mv.as_bytes()[4]) - i32::from(mv.as_bytes()[1]);
        if self.me == b'1' { rows } else { -rows }
    }
}

fn place(square: &str) -> usize {
    let bytes = square.as_bytes();
    usize::from(b'5' - bytes[1]) * 5 + usize::from(bytes[0] - b'a')
}
