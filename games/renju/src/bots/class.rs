//! The class's method (seed 004) as a bot: rows of stones, judged by what can come of them.

use std::sync::atomic::Ordering;
use std::time::Instant;

use gyoji_core::{Bot, BotEntry, Budget, Game, OptionKind, OptionSpec, Text, Thought, Turn};

use crate::class_api::Table;
use crate::{Colour, Move, Renju};

pub(super) fn entry() -> BotEntry<Renju> {
    BotEntry {
        name: "class",
        about: Text::new(
            "the class's method: rates the rows of both sides, keeps the best moves, lets the opponent answer them",
            "授業の方式: 両者の連を評価し、良い手だけを残して相手の応手を読む",
        ),
        level: 1,
        options: OPTIONS,
        make: |options, _| {
            let [depth, best] = ["depth", "best"].map(|name| options.number(name));
            Ok(Box::new(Class { depth: depth as u32, best: best as usize }))
        },
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "depth",
        kind: OptionKind::Number(1, 9),
        default: "2",
        about: Text::new("how many moves it looks ahead", "何手先まで読むか"),
    },
    OptionSpec {
        name: "best",
        kind: OptionKind::Number(1, 225),
        default: "5",
        about: Text::new("how many moves it looks at further", "先を読む手の数"),
    },
];

struct Class {
    depth: u32,
    best: usize,
}

impl Bot<Renju> for Class {
    fn choose(
        &mut self,
        turn: &Turn<'_, Renju>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let table = Table::of_position(position);
        let number = if position.colour() == Colour::Black { 1 } else { 2 };
        let hurry = || {
            budget.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
                || budget.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        };
        let choice = table.choose(number, self.depth, self.best, &hurry);
        let point = choice.as_ref().and_then(|it| it.mv.point.on_board(table.config()));
        if let (Some(choice), Some(point)) = (&choice, point) {
            let best = choice.options.max();
            think(Thought::new(format!("{point} {:?} {}", best.kind, choice.value)));
        }
        // A board without a free point has a choice of colours at the most.
        point.map_or_else(|| position.moves().next().unwrap_or(Move::Black), Move::Place)
    }
}
