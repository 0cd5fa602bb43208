//! Which moves to try, and in which order.

use super::table::NO_MOVE;
use crate::board::{Board, Threat};
use crate::rule::Colour;

/// What has worked elsewhere in the tree.
#[derive(Debug)]
pub(super) struct History {
    /// By colour and point: how often a move was better than was hoped for.
    good: Box<[[i16; POINTS]; 2]>,
    /// By colour and the opponent's move: what refuted it last.
    reply: Box<[[u16; POINTS]; 2]>,
    /// By ply: two moves that refuted something there.
    killers: Vec<[u16; 2]>,
}

const POINTS: usize = crate::POINTS.next_power_of_two();
/// Beyond this nothing is learnt of a point.
const MOST: i32 = 8_000;

impl History {
    pub(super) fn new() -> History {
        History {
            good: Box::new([[0; POINTS]; 2]),
            reply: Box::new([[NO_MOVE; POINTS]; 2]),
            killers: vec![[NO_MOVE; 2]; super::MOST_PLIES + 1],
        }
    }

    /// A new search begins: what was learnt counts less.
    pub(super) fn fade(&mut self) {
        self.good.iter_mut().flatten().for_each(|good| *good /= 2);
        self.killers.fill([NO_MOVE; 2]);
    }

    /// A move refuted what came before; others tried before it did not.
    pub(super) fn learn(
        &mut self,
        colour: Colour,
        best: u16,
        others: &[Candidate],
        depth: i32,
        ply: usize,
        last: Option<usize>,
    ) {
        let bonus = (depth * depth).min(400);
        let side = colour.index();
        self.change(side, best, bonus);
        for other in others.iter().filter(|other| other.index != best) {
            self.change(side, other.index, -bonus / 2);
        }
        if let Some(last) = last {
            self.reply[side][last] = best;
        }
        if let Some(killers) = self.killers.get_mut(ply).filter(|killers| killers[0] != best) {
            *killers = [best, killers[0]];
        }
    }

    fn change(&mut self, side: usize, index: u16, by: i32) {
        let good = &mut self.good[side][usize::from(index) % POINTS];
        let now = i32::from(*good);
        *good = (now + by - now * by.abs() / MOST) as i16;
    }

    #[inline]
    fn bonus(&self, colour: Colour, index: usize, ply: usize, last: Option<usize>) -> i32 {
        let side = colour.index();
        let mut bonus = i32::from(self.good[side][index % POINTS]) / 8;
        if self.killers[ply].contains(&(index as u16)) {
            bonus += KILLER;
        }
        if last.is_some_and(|last| self.reply[side][last] == index as u16) {
            bonus += KILLER;
        }
        bonus
    }
}

/// What it counts that a move refuted something in a similar place.
const KILLER: i32 = 300;

/// A move and how promising it looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) index: u16,
    pub(super) score: i32,
}

/// What a threat of one's own is worth trying, by [`Threat`].
const ATTACK: [i32; 16] =
    [0, 60, 80, 200, 250, 500, 700, 900, 600, 900, 3000, 5000, 9000, -2000, 0, 0];
/// What taking away a threat of the opponent's is worth trying.
const DEFEND: [i32; 16] = [0, 40, 60, 150, 200, 350, 500, 800, 350, 550, 1500, 3000, 8000, 0, 0, 0];

/// Adds the moves of `colour` among `points` that are no fouls, with how promising they look.
pub(super) fn add_moves(
    board: &Board,
    history: &History,
    colour: Colour,
    points: impl Iterator<Item = usize>,
    first: u16,
    ply: usize,
    moves: &mut Vec<Candidate>,
) {
    let other = colour.other();
    let last = board.last().map(|(index, _)| index);
    for index in points {
        if !board.is_allowed(colour, index) {
            continue;
        }
        let (mine, yours) = (board.threat(colour, index), board.threat(other, index));
        let mut score = ATTACK[mine as usize] + DEFEND[yours as usize];
        score += (2 * board.worth_of(colour, index) + board.worth_of(other, index)) / 4;
        score += history.bonus(colour, index, ply, last);
        if index as u16 == first {
            score += 1 << 20;
        }
        moves.push(Candidate { index: index as u16, score });
    }
}

/// Brings the most promising of the moves from `at` on to `at`.
pub(super) fn pick(moves: &mut [Candidate], at: usize) -> Candidate {
    let best =
        (at..moves.len()).max_by_key(|&index| (moves[index].score, std::cmp::Reverse(index)));
    moves.swap(at, best.unwrap_or(at));
    moves[at]
}

/// Whether a move does nothing about anybody's threats.
pub(super) fn is_quiet(board: &Board, colour: Colour, index: usize) -> bool {
    board.threat(colour, index) < Threat::Three
        && board.threat(colour.other(), index) < Threat::Three
}
