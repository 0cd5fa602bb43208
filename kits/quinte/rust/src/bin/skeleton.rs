//! The skeleton of an AI: gives no orders. Begin here.

use quinte::{CursorAction, GameInfo, Player, SoldierAction, start};

struct Skeleton;

impl Player for Skeleton {
    fn next_cursor_action(&mut self, _info: &GameInfo) -> Option<CursorAction> {
        None
    }

    fn next_soldier_action(&mut self, _info: &GameInfo) -> Option<SoldierAction> {
        Some(SoldierAction::None)
    }
}

fn main() {
    start(Skeleton);
}
