//! The text form of a position.
//!
//! `22222---------------11111 ------------------------- 1 3 1 3 1 ply 0 of 150`: the pieces row
//! by row from a5 to e1 (`1`, `2` or `-`), the tiles (`b`, `g`, or `-` for white), who is to move, the black and
//! gray tiles that player 1 and then player 2 hold, the moves made so far and how many end the
//! game. ` seen 2` follows if the same position has stood before. A [`Board`] ends with the hands.

use std::fmt::{self, Write};
use std::str::FromStr;

use gyoji_core::{BadText, Seat, Text};

use crate::board::{Board, Hand};
use crate::game::{Contrast, MOST_PLIES, SEEN_DRAWS};
use crate::moves::Tile;
use crate::square::SQUARES;

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in 0..SQUARES {
            f.write_char(match self.piece_on(square) {
                Some(Seat::FIRST) => '1',
                Some(_) => '2',
                None => '-',
            })?;
        }
        f.write_char(' ')?;
        for square in 0..SQUARES {
            f.write_char(self.tile_on(square).map_or('-', Tile::letter))?;
        }
        write!(f, " {}", self.side().0 + 1)?;
        for hand in Seat::all(2).map(|seat| self.hand(seat)) {
            write!(f, " {} {}", hand.black, hand.gray)?;
        }
        Ok(())
    }
}

impl FromStr for Board {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Board, BadText> {
        let words: Vec<&str> = s.split_whitespace().collect();
        board(&words).ok_or_else(|| BadText::new(s, expected()))
    }
}

impl fmt::Display for Contrast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ply {}", self.board(), self.ply())?;
        if let Some(limit) = self.limit() {
            write!(f, " of {limit}")?;
        }
        match self.seen() {
            0 | 1 => Ok(()),
            seen => write!(f, " seen {seen}"),
        }
    }
}

/// What follows the hands may be left out; a draw is then far away.
impl FromStr for Contrast {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Contrast, BadText> {
        let bad = || BadText::new(s, expected());
        let words: Vec<&str> = s.split_whitespace().collect();
        let (first, mut rest) = words.split_at_checked(7).ok_or_else(bad)?;
        let board = board(first).ok_or_else(bad)?;
        let mut number = |name: &str, most: u32| match rest {
            [word, number, ..] if *word == name => {
                rest = &rest[2..];
                number.parse().ok().filter(|&number| number <= most).map(Some).ok_or_else(bad)
            }
            _ => Ok(None),
        };
        let ply = number("ply", MOST_PLIES)?.unwrap_or(0);
        let limit = number("of", MOST_PLIES)?;
        let seen = number("seen", SEEN_DRAWS.into())?.unwrap_or(1);
        match rest {
            [] if seen > 0 && limit != Some(0) => {
                Ok(Contrast::from_parts(board, ply, limit, seen as u8))
            }
            _ => Err(bad()),
        }
    }
}

fn board(words: &[&str]) -> Option<Board> {
    let &[pieces, tiles, side, black_1, gray_1, black_2, gray_2] = words else { return None };
    let [first, second] = sets(pieces, [b'1', b'2'])?;
    let [black, gray] = sets(tiles, [b'b', b'g'])?;
    let hand = |black: &str, gray: &str| {
        Some(Hand { black: black.parse().ok()?, gray: gray.parse().ok()? })
    };
    let hands = [hand(black_1, gray_1)?, hand(black_2, gray_2)?];
    let side = match side {
        "1" => Seat::FIRST,
        "2" => Seat::SECOND,
        _ => return None,
    };
    Board::new([first, second], black, gray, hands, side)
}

/// The squares of each of two letters in a line of 25.
fn sets(line: &str, letters: [u8; 2]) -> Option<[u32; 2]> {
    let mut sets = [0; 2];
    if line.len() != usize::from(SQUARES) {
        return None;
    }
    for (square, letter) in line.bytes().enumerate() {
        match letters.iter().position(|&known| known == letter) {
            Some(kind) => sets[kind] |= 1 << square,
            None if letter == b'-' => {}
            None => return None,
        }
    }
    Some(sets)
}

/// What a position looks like.
const fn expected() -> Text {
    Text::new(
        "expected the pieces from a5 to e1 as 25 of 1, 2 and -, the tiles as 25 of b, g and -, who \
         is to move (1 or 2), the black and gray tiles of player 1 and of player 2, and perhaps \
         \"ply N of N\" and \"seen N\"",
        "a5 から e1 まで駒を 1・2・- で25文字、タイルを b・g・- で25文字、手番（1 か 2）、\
         プレイヤー1の黒とグレーの枚数、プレイヤー2の黒とグレーの枚数、必要なら「ply N of N」と\
         「seen N」を空白で区切って書いてください",
    )
}
