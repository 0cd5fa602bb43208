//! Bots that do not look ahead: by lot, by number of discs, by a table of squares.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Game, OptionSpec, Text, Thought, Turn};

use crate::board::Board;
use crate::{Move, Othello};

/// Any legal move is as good as the next.
pub(super) fn random() -> BotEntry<Othello> {
    BotEntry {
        name: "random",
        about: Text::new("plays any legal move", "打てる所にランダムに打つ"),
        level: 0,
        options: &[],
        make: |_, seed| Ok(Box::new(Random(Rng::with_seed(seed)))),
    }
}

/// The most discs now.
pub(super) fn greedy() -> BotEntry<Othello> {
    BotEntry {
        name: "greedy",
        about: Text::new("turns over as many discs as it can", "いちばん多く裏返せる所に打つ"),
        level: 1,
        options: &[],
        make: |_, seed| Ok(Box::new(Greedy(Rng::with_seed(seed)))),
    }
}

/// The most valuable square.
pub(super) fn weights() -> BotEntry<Othello> {
    BotEntry {
        name: "weights",
        about: Text::new(
            "weighs its square against the opponent's best answer, by a fixed table of squares",
            "マスの重み表で、自分のマスと相手の最善の応手との差がいちばん大きい所に打つ",
        ),
        level: 2,
        options: WEIGHTS_OPTIONS,
        make: |options, _| Ok(Box::new(Weights { sees_reply: options.flag("reply") })),
    }
}

const WEIGHTS_OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "reply",
    kind: OptionSpec::FLAG,
    default: "true",
    about: Text::new(
        "whether it looks at the opponent's best answer; false: as the class-room client plays",
        "相手の最善の応手も見るかどうか。false なら授業のクライアントと同じ",
    ),
}];

struct Random(Rng);

impl Bot<Othello> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        let moves: Vec<Move> = turn.position().moves().collect();
        self.0.choice(moves).unwrap_or(Move::Pass)
    }
}

struct Greedy(Rng);

impl Bot<Othello> for Greedy {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        let board = turn.position().board();
        let turned = |mv: Move| mv.square().map_or(0, |square| board.flips(square).count_ones());
        let most = turn.position().moves().map(turned).max();
        let equals: Vec<Move> =
            turn.position().moves().filter(|&mv| Some(turned(mv)) == most).collect();
        self.0.choice(equals).unwrap_or(Move::Pass)
    }
}

struct Weights {
    sees_reply: bool,
}

/// The table of seed 002, one quarter of it; the others are its mirror images.
const QUARTER: [[i32; 4]; 4] =
    [[2500, 767, 607, 642], [767, 344, 284, 103], [607, 284, 114, 182], [642, 103, 182, 202]];

/// What a square is worth in the table of seed 002.
fn weight(square: u8) -> i32 {
    let near = |line: u8| usize::from(line.min(7 - line) & 3);
    QUARTER[near((square / 8) & 7)][near(square % 8)]
}

impl Bot<Othello> for Weights {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        let board = turn.position().board();
        let reply = |square: u8| {
            let replies = board.play(square).map_or(0, Board::moves);
            let worth = |mv: Move| mv.square().map_or(0, weight);
            Move::squares(replies).map(worth).max().unwrap_or(0)
        };
        // Of equals the leftmost, then the uppermost: the order of the loops in seed 002. Unlike
        // its program, which knows no square below 156, this one always finds a move.
        let rank = |mv: &Move| {
            let square = mv.square().unwrap_or(0);
            let against = if self.sees_reply { reply(square) } else { 0 };
            (std::cmp::Reverse(weight(square) - against), square % 8, square / 8)
        };
        turn.position().moves().min_by_key(rank).unwrap_or(Move::Pass)
    }
}
