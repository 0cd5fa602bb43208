//! A bot that looks at lines, one move ahead.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Game, Text, Thought, Turn};

use super::opening;
use crate::board::Board;
use crate::rule::Colour;
use crate::{Move, Point, Renju};

/// The best position after one move, by the shapes on its lines.
pub(super) fn entry() -> BotEntry<Renju> {
    BotEntry {
        name: "lines",
        about: Text::new(
            "judges the lines after each of its moves, without looking further",
            "自分の手を1手だけ進め、線ごとの形を評価して選ぶ",
        ),
        level: 2,
        options: &[],
        make: |_, seed| Ok(Box::new(Lines(Rng::with_seed(seed)))),
    }
}

struct Lines(Rng);

/// More than any evaluation.
const WON: i32 = 1_000_000;

impl Bot<Renju> for Lines {
    fn choose(
        &mut self,
        turn: &Turn<'_, Renju>,
        _: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let mut board = Board::from(position);
        let colour = position.colour();
        let mut worth = |position: &Renju| worth(&Board::from(position), position.colour());
        if let Some(mv) = opening::choose(position, &mut self.0, &mut worth) {
            return mv;
        }
        let mut best: Vec<usize> = Vec::new();
        let mut most = -WON;
        let mut points: Vec<usize> = board.candidates().collect();
        points.retain(|&index| board.is_allowed(colour, index));
        if points.is_empty() {
            points = board.empties().filter(|&index| board.is_allowed(colour, index)).collect();
        }
        for index in points {
            let is_five = board.threat(colour, index) == crate::board::Threat::Five;
            board.place(index, colour);
            let score = if is_five { WON } else { -self::worth(&board, colour.other()) };
            board.undo();
            if score > most {
                most = score;
                best.clear();
            }
            if score == most {
                best.push(index);
            }
        }
        let chosen = self.0.choice(best).and_then(Point::from_index).map(Move::Place);
        if let Some(mv) = chosen {
            think(Thought { line: format!("{mv} {most:+}") });
        }
        // Black with nothing but fouls left has lost, and still answers.
        chosen.or_else(|| position.moves().next()).unwrap_or(Move::Black)
    }
}

/// What a position is worth to `colour`, who is to move: what is about to be won, else shapes.
fn worth(board: &Board, colour: Colour) -> i32 {
    let other = colour.other();
    match board.five(other) {
        _ if board.fives(colour) > 0 => WON - 1,
        Some(only) if board.fives(other) > 1 || !board.is_allowed(colour, only) => 2 - WON,
        None if board.open_four(colour).is_some() => WON - 3,
        _ => board.evaluate(colour),
    }
}
