//! 四目並べの盤を読む / Reads a Four in a Row grid.
//!
//! `......./......./......./......./...Y.../...RR..`:
//! 上の段から6段（R 赤、Y 黄、. 空き）。赤が先手 / six rows from the top; red begins
#![allow(dead_code)]

pub struct Board {
    pub rows: Vec<Vec<u8>>,
    pub me: u8,
    pub other: u8,
}

impl Board {
    pub fn new(position: &str) -> Board {
        let red = position.matches('R').count() == position.matches('Y').count();
        let (me, other) = if red { (b'R', b'Y') } else { (b'Y', b'R') };
        Board { rows: position.split('/').map(|row| row.as_bytes().to_vec()).collect(), me, other }
    }

    /// x は左から 0〜6、y は上から 0〜5。盤の外は空白 / x from the left, y from the top; a space outside.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..7).contains(&x) && (0..6).contains(&y);
        if inside { self.rows[y as usize][x as usize] } else { b' ' }
    }

    /// who がその列に落とすと何個並ぶか / How many would be in a row if who played there.
    pub fn row(&self, mv: &str, who: u8) -> i32 {
        let column = i32::from(mv.as_bytes()[0] - b'a');
        let height = (0..6).rev().find(|y| self.at(column, *y) == b'.').unwrap_or(0);
        let mut best = 0;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let mut count = 1;
            for sign in [1, -1] {
                let (mut x, mut y) = (column + sign * dx, height + sign * dy);
                while self.at(x, y) == who {
                    (count, x, y) = (count + 1, x + sign * dx, y + sign * dy);
                }
            }
            best = best.max(count);
        }
        best
    }
}
