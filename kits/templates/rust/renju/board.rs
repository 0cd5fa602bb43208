//! 連珠の盤を読む / Reads a renju board.
//!
//! `renju 15 h8h9i9`: ルール、盤の大きさ、打たれた手（黒から交互）/ rule, size, the moves so far, black first
#![allow(dead_code)]

pub struct Board {
    pub size: i32,
    pub moves: Vec<String>,
    pub stones: Vec<Vec<u8>>,
    pub me: u8,
    pub other: u8,
}

impl Board {
    pub fn new(position: &str) -> Board {
        let mut words = position.split(' ').skip(1);
        let size: i32 = words.next().and_then(|size| size.parse().ok()).unwrap_or(15);
        let mut moves: Vec<String> = Vec::new();
        for letter in words.next().unwrap_or("").chars() {
            match moves.last_mut() {
                Some(last) if letter.is_ascii_digit() => last.push(letter),
                _ => moves.push(letter.to_string()),
            }
        }
        let mut stones = vec![vec![b'.'; size as usize]; size as usize];
        for (i, mv) in moves.iter().enumerate() {
            if let Some((x, y)) = place(mv) {
                stones[y as usize][x as usize] = if i % 2 == 0 { b'B' } else { b'W' };
            }
        }
        let (me, other) = if moves.len() % 2 == 0 { (b'B', b'W') } else { (b'W', b'B') };
        Board { size, moves, stones, me, other }
    }

    /// B 黒、W 白、. 空き、盤の外は空白 / A space outside the board.
    pub fn at(&self, x: i32, y: i32) -> u8 {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        if inside { self.stones[y as usize][x as usize] } else { b' ' }
    }

    /// まん中に近いほど大きい（0〜1）/ Greater near the middle, 0 to 1.
    pub fn middle(&self, mv: &str) -> f64 {
        let Some((x, y)) = place(mv) else { return 0.0 };
        let half = f64::from(self.size - 1) / 2.0;
        1.0 - (f64::from(x) - half).abs().max((f64::from(y) - half).abs()) / (half + 1.0)
    }

    /// who がそこに打つと何個並ぶか / How many would be in a row if who played there.
    pub fn row(&self, mv: &str, who: u8) -> i32 {
        let Some((column, line)) = place(mv) else { return 0 };
        let mut best = 0;
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let mut count = 1;
            for sign in [1, -1] {
                let (mut x, mut y) = (column + sign * dx, line + sign * dy);
                while self.at(x, y) == who {
                    (count, x, y) = (count + 1, x + sign * dx, y + sign * dy);
                }
            }
            best = best.max(count);
        }
        best
    }
}

/// "h8" -> (7, 7)。"black" などは開局の選択 / None for a choice of an opening such as "black".
pub fn place(mv: &str) -> Option<(i32, i32)> {
    let line: i32 = mv.get(1..)?.parse().ok()?;
    Some((i32::from(mv.as_bytes()[0]) - i32::from(b'a'), line - 1))
}
