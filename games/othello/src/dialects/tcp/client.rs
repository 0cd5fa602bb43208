//! The client's side: a built-in bot on any server of the protocol.

use gyoji_core::{Asked, BadText, Client, Cue, Game, Seat, Text};

use crate::board::Board;
use crate::{Move, Othello};

/// A client that knows the board from the last `BOARD` and moves at its `TURN`.
#[derive(Clone, Debug, Default)]
pub struct TcpClient {
    seat: Option<Seat>,
    black: u64,
    white: u64,
}

impl TcpClient {
    /// Our colour, once the server has said it.
    pub fn seat(&self) -> Option<Seat> {
        self.seat
    }

    /// The position as it is known, from our side.
    pub fn position(&self) -> Othello {
        let seat = self.seat.unwrap_or(Seat::FIRST);
        let (own, opp) = match seat {
            Seat::FIRST => (self.black, self.white),
            _ => (self.white, self.black),
        };
        Othello::new(Board { own, opp }, seat)
    }
}

impl Client<Othello> for TcpClient {
    fn hear(&mut self, line: &str) -> Result<Cue<Othello>, BadText> {
        let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        let bad = || BadText::new(line, expected());
        match word {
            "START" => self.seat = Some(read_colour(rest).ok_or_else(bad)?),
            "BOARD" => (self.black, self.white) = read_board(rest).ok_or_else(bad)?,
            "TURN" => {
                let turn = read_colour(rest).ok_or_else(bad)?;
                let position = self.position();
                if self.seat == Some(turn) && position.to_move().is_some() {
                    let left = Some(Othello::SPEC.time);
                    return Ok(Cue::Move(Asked { seat: turn, position, left, clock: None }));
                }
            }
            // Both known versions of the server put the rest in words for people.
            "END" | "CLOSE" => return Ok(Cue::Leave),
            "SAY" | "NICK" => {}
            // Our own moves are legal; after an error the server still waits for one.
            "ERROR" => {}
            _ => return Err(bad()),
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: Move) -> String {
        match mv.square() {
            Some(square) => format!("PUT {} {}", square % 8, square / 8),
            // Passes are automatic; a server that asks all the same hears nothing harmful.
            None => "SAY pass".to_owned(),
        }
    }
}

fn read_colour(text: &str) -> Option<Seat> {
    match text.trim() {
        "1" => Some(Seat::FIRST),
        "-1" => Some(Seat::SECOND),
        _ => None,
    }
}

/// The black and the white discs of 64 numbers, column by column.
pub fn read_board(text: &str) -> Option<(u64, u64)> {
    let (mut black, mut white, mut count) = (0, 0, 0);
    for number in text.split_whitespace() {
        let square = count % 8 * 8 + count / 8;
        match number {
            _ if count >= 64 => return None,
            "1" => black |= 1 << square,
            "-1" => white |= 1 << square,
            "0" => {}
            _ => return None,
        }
        count += 1;
    }
    (count == 64).then_some((black, white))
}

fn expected() -> Text {
    Text::new("not a line of the Othello server", "オセロサーバの行ではありません")
}
