//! What an engine's line may have meant that is no answer: for explanations.

use gyoji_core::{Explain, Guess, Text, Turn};

use super::{ANSWER, move_part, written};
use crate::dialects::judge::guess;
use crate::{Move, Othello};

pub(super) struct Explainer;

impl Explain<Othello> for Explainer {
    fn expected(&self) -> Text {
        Text::new("=== and a square or PA, such as === F5", "=== に続けてマスか PA（例: === F5）")
    }

    fn guess(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Guess<Move>> {
        let line = line.trim();
        guess(turn.position(), move_part(line.strip_prefix(ANSWER).unwrap_or(line)))
    }

    fn answer(&self, _: &Turn<'_, Othello>, mv: Move) -> Option<String> {
        Some(format!("{ANSWER} {}", written(mv)))
    }
}
