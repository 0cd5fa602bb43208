//! The text form of a position: its rows from the top, with `/` between them.
//!
//! `......./......./......./......./...Y.../...R...`. `R` is red, `Y` is yellow. Red begins, so the
//! discs tell whose turn it is.

use std::fmt::{self, Write};
use std::str::FromStr;

use gyoji_core::{BadText, Seat, Text};

use crate::board::{Board, HEIGHT, WIDTH};
use crate::game::FourInARow;

impl fmt::Display for FourInARow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..HEIGHT).rev() {
            for col in 0..WIDTH {
                f.write_char(match self.board().at(col, row) {
                    None => '.',
                    Some(Seat::FIRST) => 'R',
                    Some(_) => 'Y',
                })?;
            }
            f.write_str(if row > 0 { "/" } else { "" })?;
        }
        Ok(())
    }
}

impl FromStr for FourInARow {
    type Err = BadText;

    fn from_str(s: &str) -> Result<FourInARow, BadText> {
        let bad = |problem| BadText::new(s, problem);
        let rows: Vec<&[u8]> = s.trim().split('/').map(str::as_bytes).collect();
        let is_whole = |row: &&[u8]| row.len() == usize::from(WIDTH);
        if rows.len() != usize::from(HEIGHT) || !rows.iter().all(is_whole) {
            return Err(bad(Text::new(
                "expected six rows of seven cells (R, Y or .) from the top, with / between them",
                "上から順に、7マス（R・Y・.）の行を6つ、/ で区切って書いてください",
            )));
        }
        let mut board = Board::EMPTY;
        for (row, cells) in rows.iter().rev().enumerate() {
            for (col, cell) in (0..).zip(cells.iter()) {
                let seat = match cell {
                    b'R' => Seat::FIRST,
                    b'Y' => Seat::SECOND,
                    b'.' => continue,
                    _ => {
                        let problem = Text::new("a cell is R, Y or .", "マスは R・Y・. です");
                        return Err(bad(problem));
                    }
                };
                if usize::from(board.height(col)) != row {
                    let problem =
                        Text::new("a disc has nothing below it", "下に何もないコマがあります");
                    return Err(bad(problem));
                }
                board.drop(col, seat);
            }
        }
        FourInARow::new(board).ok_or_else(|| {
            bad(Text::new(
                "red begins, both take turns, and four in a row end the game",
                "赤が先手で交互に打ち、四つ並んだらそこで終わりです",
            ))
        })
    }
}
