//! The text form of a position: 64 squares from a1 to h8, then who is to move.
//!
//! `---------------------------OX------XO--------------------------- X`. `X` is black, `O` is
//! white, `-` is empty, as in the `.obf` files of Othello programs. When neither side can move
//! and the last pass has been made, ` over` follows.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Seat, Text};

use crate::board::Board;
use crate::game::Othello;

/// What follows a position that is over although the board is not full.
const OVER: &str = " over";

impl fmt::Display for Othello {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (black, white) = (self.discs(Seat::FIRST), self.discs(Seat::SECOND));
        // Written at once: the referee sends it with every question.
        let squares: [u8; 64] = std::array::from_fn(|index| {
            b"-XO"[((black >> index & 1) | (white >> index & 1) << 1) as usize]
        });
        f.write_str(std::str::from_utf8(&squares).map_err(|_| fmt::Error)?)?;
        f.write_str(if self.side() == Seat::FIRST { " X" } else { " O" })?;
        f.write_str(if self.is_passed_out() { OVER } else { "" })
    }
}

impl FromStr for Othello {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Othello, BadText> {
        let bad = || {
            let problem = Text::new(
                "expected 64 squares of X, O and - from a1 to h8, a space, and X or O to move",
                "a1 から h8 まで X・O・- を64文字、空白、手番（X か O）を書いてください",
            );
            BadText::new(s, problem)
        };
        let (rest, is_over) = match s.trim().strip_suffix(OVER) {
            Some(rest) => (rest, true),
            None => (s.trim(), false),
        };
        let (squares, side) = rest.split_once(' ').ok_or_else(bad)?;
        if squares.len() != 64 {
            return Err(bad());
        }
        let (mut black, mut white) = (0, 0);
        for (index, square) in squares.bytes().enumerate() {
            match square {
                b'X' | b'x' | b'*' => black |= 1 << index,
                b'O' | b'o' => white |= 1 << index,
                b'-' | b'.' => {}
                _ => return Err(bad()),
            }
        }
        let position = match side.trim_end_matches(';') {
            "X" | "x" | "*" => Othello::new(Board { own: black, opp: white }, Seat::FIRST),
            "O" | "o" => Othello::new(Board { own: white, opp: black }, Seat::SECOND),
            _ => return Err(bad()),
        };
        match is_over {
            true if position.is_stuck() => Ok(position.passed_out()),
            true => Err(bad()),
            false => Ok(position),
        }
    }
}
