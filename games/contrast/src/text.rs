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
        let words = words.try_into().map_err(|_| BadText::new(s, expected()))?;
        board(words)
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
        let words: Vec<&str> = s.split_whitespace().collect();
        let (&first, mut rest) =
            words.split_first_chunk().ok_or_else(|| BadText::new(s, expected()))?;
        let board = board(first)?;
        let mut number = |name: &str, least: u32, most: u32, expected: Text| match rest {
            [word, number, ..] if *word == name => {
                rest = &rest[2..];
                let known = number.parse().ok().filter(|known| (least..=most).contains(known));
                known.map(Some).ok_or_else(|| BadText::new(format!("{name} {number}"), expected))
            }
            _ => Ok(None),
        };
        let ply = number("ply", 0, MOST_PLIES, expected_plies())?.unwrap_or(0);
        let limit = number("of", 1, MOST_PLIES, expected_plies())?;
        let seen = number("seen", 1, SEEN_DRAWS.into(), expected_seen())?.unwrap_or(1);
        match rest {
            [] => Ok(Contrast::from_parts(board, ply, limit, seen as u8)),
            _ => Err(BadText::new(rest.join(" "), expected_rest())),
        }
    }
}

fn board(words: [&str; 7]) -> Result<Board, BadText> {
    let [pieces, tiles, side, black_1, gray_1, black_2, gray_2] = words;
    let bad = |word: &str, expected| BadText::new(word, expected);
    let piece_sets = sets(pieces, *b"12").ok_or_else(|| bad(pieces, expected_pieces()))?;
    let [black, gray] = sets(tiles, *b"bg").ok_or_else(|| bad(tiles, expected_tiles()))?;
    let side = match side {
        "1" => Seat::FIRST,
        "2" => Seat::SECOND,
        _ => return Err(bad(side, expected_side())),
    };
    let count = |word: &str, most: u8| {
        let count = word.parse().ok().filter(|&count| count <= most);
        count.ok_or_else(|| bad(word, expected_count(most)))
    };
    let hand = |black: &str, gray: &str| {
        let Hand { black: most_black, gray: most_gray } = Hand::FULL;
        Ok(Hand { black: count(black, most_black)?, gray: count(gray, most_gray)? })
    };
    let hands = [hand(black_1, gray_1)?, hand(black_2, gray_2)?];
    Board::new(piece_sets, black, gray, hands, side)
        .ok_or_else(|| bad(&words.join(" "), expected()))
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

const fn expected_pieces() -> Text {
    Text::new(
        "expected the pieces row by row from a5 to e1: 25 signs, each 1, 2 or -",
        "駒は a5 から e1 まで1段ずつ、1・2・- の25文字で書いてください",
    )
}

const fn expected_tiles() -> Text {
    Text::new(
        "expected the tiles row by row from a5 to e1: 25 signs, each b, g or -",
        "タイルは a5 から e1 まで1段ずつ、b・g・- の25文字で書いてください",
    )
}

const fn expected_side() -> Text {
    Text::new("expected who is to move: 1 or 2", "手番は 1 か 2 です")
}

fn expected_count(most: u8) -> Text {
    Text::made(
        format!("expected how many of these tiles a player holds: 0 to {most}"),
        format!("このタイルの手持ちは 0〜{most} 枚です"),
    )
}

fn expected_plies() -> Text {
    Text::made(
        format!("expected a number of moves, at most {MOST_PLIES}, as in ply 0 of 150"),
        format!("手数は {MOST_PLIES} 以下の数で、ply 0 of 150 のように書いてください"),
    )
}

fn expected_seen() -> Text {
    Text::made(
        format!("expected how often the position has stood: 1 to {SEEN_DRAWS}"),
        format!("同じ局面が現れた回数は 1〜{SEEN_DRAWS} です"),
    )
}

const fn expected_rest() -> Text {
    Text::new(
        "after the hands only \"ply N of N\" and \"seen N\" can follow, in this order",
        "手持ちの枚数のあとに書けるのは「ply N of N」と「seen N」だけです（この順）",
    )
}
