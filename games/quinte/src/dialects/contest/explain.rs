//! How an order that was none, or could not be carried out, is explained to whoever gave it.

use std::ops::Range;

use gyoji_core::{Explain, Flaw, Text, Turn};

use super::{flaw, line};
use crate::moves::Move;
use crate::position::Quinte;

pub(super) struct Explainer;

impl Explain<Quinte> for Explainer {
    fn expected(&self) -> Text {
        Text::new(
            "\"order\", the number of the turn, the cursor's order and the soldier's: order 12 CLOCKWISE 7 13 UP",
            "「order ターン番号 カーソルへの指示 兵士への指示」（例: order 12 CLOCKWISE 7 13 UP）",
        )
    }

    fn flaw(&self, turn: &Turn<'_, Quinte>, line: &str) -> Option<Flaw> {
        flaw::flaw(turn, line)
    }

    fn locate(&self, turn: &Turn<'_, Quinte>, line: &str) -> Option<Range<usize>> {
        flaw::impossible(turn, line)
    }

    fn answer(&self, turn: &Turn<'_, Quinte>, mv: Move) -> Option<String> {
        Some(line(turn.seat, turn.position().turn(), mv))
    }
}
