//! Bots that look one move ahead at most: by lot, by the race, by a few rules.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Seat, Text, Thought, Turn};

use crate::board::Board;
use crate::playout::random_move;
use crate::race::{can_arrive, distance, mobility};
use crate::square::{each, rows_to_go};
use crate::{Contrast, Move};

/// Any legal move is as good as the next.
pub(super) fn random() -> BotEntry<Contrast> {
    BotEntry {
        name: "random",
        about: Text::new("plays any legal move", "合法手からランダムに選ぶ"),
        level: 0,
        options: &[],
        make: |_, seed| Ok(Box::new(Random(Rng::with_seed(seed)))),
    }
}

/// The best race now.
pub(super) fn greedy() -> BotEntry<Contrast> {
    BotEntry {
        name: "greedy",
        about: Text::new(
            "runs: as few moves as possible to its far row, as many as possible for the opponent",
            "自分のゴールまでの手数と相手の手数の差だけを見て走る",
        ),
        level: 1,
        options: &[],
        make: |_, seed| Ok(Box::new(Best { rng: Rng::with_seed(seed), rank: race, repeat: 0 })),
    }
}

/// A few rules.
pub(super) fn rules() -> BotEntry<Contrast> {
    BotEntry {
        name: "rules",
        about: Text::new(
            "wins in one or two moves if it can, allows no win in one, else weighs race and mobility",
            "1手か2手で勝てるなら勝ち、1手で負ける手は避け、あとは競走と動きやすさで選ぶ",
        ),
        level: 2,
        options: &[],
        make: |_, seed| Ok(Box::new(Best { rng: Rng::with_seed(seed), rank: careful, repeat: 50 })),
    }
}

struct Random(Rng);

impl Bot<Contrast> for Random {
    fn choose(
        &mut self,
        turn: &Turn<'_, Contrast>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        random_move(&turn.position().board(), &mut self.0).expect("there is a move")
    }
}

/// Plays what ranks highest for whoever has just moved; of equals, one by lot.
struct Best {
    rng: Rng,
    rank: fn(&Board, Seat) -> i32,
    /// What it costs to go back to a position, for each time that it has stood.
    repeat: i32,
}

impl Bot<Contrast> for Best {
    fn choose(
        &mut self,
        turn: &Turn<'_, Contrast>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        let board = turn.position().board();
        let mut best = (i32::MIN, Vec::new());
        for mv in board.moves() {
            let after = board.after(mv);
            let seen = turn.past.iter().filter(|earlier| earlier.board() == after).count();
            let rank = (self.rank)(&after, turn.seat) - self.repeat * seen as i32;
            if rank > best.0 {
                best = (rank, Vec::new());
            }
            if rank == best.0 {
                best.1.push(mv);
            }
        }
        self.rng.choice(best.1).expect("there is a move")
    }
}

/// How far the opponent is behind, in moves.
fn race(board: &Board, me: Seat) -> i32 {
    distance(board, me.other()) as i32 - distance(board, me) as i32
}

/// Whether `me` arrives with its next move, whatever the opponent plays now. Only the ways of its
/// pieces matter: no tile that it puts down lies under a piece of ours.
fn is_unstoppable(board: &Board, me: Seat) -> bool {
    can_arrive(board, me)
        && board.ways().all(|(from, to)| can_arrive(&board.after(Move::new(from, to)), me))
}

/// Wins before anything, then no way for the opponent to win at once, then what is left.
fn careful(board: &Board, me: Seat) -> i32 {
    const WIN: i32 = 1_000_000;
    if let Some((winner, _)) = board.winner() {
        return if winner == me { WIN } else { -WIN };
    }
    if can_arrive(board, me.other()) {
        return -WIN / 2;
    }
    if is_unstoppable(board, me) {
        return WIN / 2;
    }
    let rows = |seat: Seat| -> i32 {
        each(board.pieces(seat)).map(|at| i32::from(rows_to_go(seat, at))).sum()
    };
    let free = mobility(board, me) as i32 - mobility(board, me.other()) as i32;
    20 * race(board, me) + 4 * (rows(me.other()) - rows(me)) + 3 * free
}
