//! What a line may have meant that is no answer to the server: for explanations.

use gyoji_core::{Explain, Game, Guess, Slip, Text, Turn};

use super::{Request, request};
use crate::Othello;
use crate::moves::Move;

pub(super) struct Explainer;

impl Explain<Othello> for Explainer {
    fn expected(&self) -> Text {
        Text::new("PUT x y, with x and y from 0 to 7", "PUT x y（x と y は 0 から 7）")
    }

    fn guess(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Guess<Move>> {
        let Request::Put(Move::Put(square)) = request(line) else { return None };
        let swapped = Move::Put(square % 8 * 8 + square / 8);
        turn.position().is_legal(swapped).then_some(Guess { mv: swapped, slip: Slip::Swapped })
    }
}
