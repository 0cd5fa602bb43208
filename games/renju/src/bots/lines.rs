//! A bot that looks at lines, one move ahead.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Game, Text, Thought, Turn, Value};

use super::opening;
use crate::board::{Board, Threat};
use crate::rule::Colour;
use crate::search::score::LOGIT;
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
            let is_five = board.threat(colour, index) == Threat::Five;
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
            // Beside a five on the board everything is a guess.
            let value = if most == WON { Value::WON } else { Value::of_score(most, LOGIT) };
            think(Thought::new(format!("{mv} {most:+}")).with_value(value));
        }
        // Black with nothing but fouls left has lost, and still answers.
        chosen.or_else(|| position.moves().next()).unwrap_or(Move::Black)
    }
}

/// What a position is worth to `colour`, who is to move: what is about to be won, else shapes.
fn worth(board: &Board, colour: Colour) -> i32 {
    let other = colour.other();
    let can = |colour: Colour, threat: Threat| {
        board.points_with(colour, threat).any(|index| board.is_allowed(colour, index))
    };
    if board.fives(colour) > 0 {
        return WON - 1;
    }
    if let Some(only) = board.five(other) {
        let is_lost = board.fives(other) > 1 || !board.is_allowed(colour, only);
        return match () {
            () if is_lost => 2 - WON,
            // A four and a three, unless the answer to the four is a four as well.
            () if can(other, Threat::OpenFour) && !board.is_four(colour, only) => LIKELY - WON,
            () => board.evaluate(colour),
        };
    }
    if board.open_four(colour).is_some() {
        return WON - 3;
    }
    let threes = board.count(other, Threat::OpenFour);
    match () {
        () if can(colour, Threat::FourThree) => WON - LIKELY,
        () if threes > AT_ONE_THREE && board.fours(colour) == 0 => 2 * LIKELY - WON,
        () if threes == 0 && can(colour, Threat::TwoThrees) => WON - 3 * LIKELY,
        () => board.evaluate(colour),
    }
}

/// Off a win for each way in which it may still be stopped.
const LIKELY: i32 = WON / 10;
/// On so many points at the most one three becomes an open four.
const AT_ONE_THREE: usize = 3;
