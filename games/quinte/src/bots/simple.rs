//! Bots that do next to nothing.

use gyoji_core::{Bot, BotEntry, Budget, Text, Thought, Turn};

use crate::{Move, Quinte};

/// Never gives an order.
pub(super) fn skeleton() -> BotEntry<Quinte> {
    BotEntry {
        name: "skeleton",
        about: Text::new("gives no orders at all", "何も指示しない"),
        level: 0,
        options: &[],
        make: |_, _| Ok(Box::new(Skeleton)),
    }
}

struct Skeleton;

impl Bot<Quinte> for Skeleton {
    fn choose(&mut self, _: &Turn<'_, Quinte>, _: &Budget<'_>, _: &mut dyn FnMut(Thought)) -> Move {
        Move::NONE
    }
}
