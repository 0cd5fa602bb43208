//! What a position is worth: a weighted sum of what players look at, weights changing as the
//! board fills up.
//!
//! The weights are in `learnt`, made by the example `fit_evaluation`.

use std::sync::OnceLock;

use gyoji_core::{Outcome, TwoSeat};
use gyoji_search::Evaluate;
use gyoji_search::alphabeta::is_decided;

use super::learnt::WEIGHTS;
use crate::bits::{Cpu, Work, with_best_cpu};
use crate::board::{Board, CORNERS};
use crate::{Move, Othello};

/// How many things are looked at.
pub const FEATURES: usize = 17;
/// How many sets of weights there are; between two of them weights are interpolated.
pub const STAGES: usize = 7;
/// Empty squares from one set of weights to the next: 0, 10, … 60.
pub const STAGE_LENGTH: u32 = 10;
/// Score units in one disc.
pub const DISC: i32 = 100;

/// Score units in one unit of log odds, as games of the bot against itself come out: a lead of seven
/// discs is won 73 times in 100.
pub const LOGIT: f32 = 700.0;

const X_SQUARES: u64 = squares(&[9, 14, 49, 54]);
const C_SQUARES: u64 = squares(&[1, 6, 8, 15, 48, 55, 57, 62]);
const A_SQUARES: u64 = squares(&[2, 5, 16, 23, 40, 47, 58, 61]);
const B_SQUARES: u64 = squares(&[3, 4, 24, 31, 32, 39, 59, 60]);
/// The second row, without the X squares.
const INNER_RIM: u64 = squares(&[10, 11, 12, 13, 17, 25, 33, 41, 22, 30, 38, 46, 50, 51, 52, 53]);
const QUARTERS: [u64; 4] = [0x0f0f_0f0f, 0xf0f0_f0f0, 0x0f0f_0f0f << 32, 0xf0f0_f0f0 << 32];

const fn squares(list: &[u8]) -> u64 {
    let (mut set, mut index) = (0, 0);
    while index < list.len() {
        set |= 1 << list[index];
        index += 1;
    }
    set
}

/// 16·ln(1 + n): the second move is worth more than the tenth.
static LOG: [i32; 65] = [
    0, 11, 18, 22, 26, 29, 31, 33, 35, 37, 38, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 49, 50, 51,
    52, 52, 53, 53, 54, 54, 55, 55, 56, 56, 57, 57, 58, 58, 59, 59, 59, 60, 60, 61, 61, 61, 62, 62,
    62, 63, 63, 63, 64, 64, 64, 64, 65, 65, 65, 66, 66, 66, 66, 67, 67,
];

/// Everything the evaluation looks at, seen from the side to move: mostly differences.
#[must_use]
pub fn features(board: Board) -> [i32; FEATURES] {
    with_best_cpu!(cpu => cpu.enter(Look { cpu, board }))
}

struct Look<C> {
    cpu: C,
    board: Board,
}

impl<C: Cpu> Work for Look<C> {
    type Answer = [i32; FEATURES];

    #[inline(always)]
    fn run(self) -> [i32; FEATURES] {
        let Look { cpu, board } = self;
        let (own, opp) = (board, board.pass());
        let (moves, replies) = (cpu.moves(own), cpu.moves(opp));
        let empty = board.empty();
        let count = |set: u64| set.count_ones() as i32;
        let less = |set: u64| count(own.own & set) - count(opp.own & set);
        // X and C squares are dangerous only while their corner is empty.
        let open = near_corners(empty & CORNERS);
        let danger = X_SQUARES & open;
        let odd: u64 = QUARTERS.iter().filter(|&&quarter| count(empty & quarter) & 1 == 1).sum();
        // Nothing is stable before a corner is taken, or so seldom that it does not pay to look.
        let stable = if (own.own | own.opp) & CORNERS == 0 {
            0
        } else {
            count(own.stable()) - count(opp.stable())
        };
        [
            1,
            LOG[count(moves) as usize] - LOG[count(replies) as usize],
            count(moves & !danger) - count(replies & !danger),
            count(own.potential_moves()) - count(opp.potential_moves()),
            count(own.frontier()) - count(opp.frontier()),
            stable,
            less(CORNERS),
            count(moves & CORNERS) - count(replies & CORNERS),
            less(danger),
            less(C_SQUARES & open),
            less(C_SQUARES & !open),
            less(A_SQUARES),
            less(B_SQUARES),
            less(INNER_RIM),
            less(!0),
            count(empty) & 1,
            count(moves & odd) - count(replies & odd),
        ]
    }
}

/// The squares around the given corners.
#[inline(always)]
const fn near_corners(corners: u64) -> u64 {
    // No two corners are near enough for their neighbours to be confused.
    crate::board::neighbours(corners)
}

/// Weights for every number of empty squares.
type Weights = [[i32; FEATURES]; 65];

fn table() -> &'static Weights {
    static TABLE: OnceLock<Box<Weights>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Box::new([[0; FEATURES]; 65]);
        for (empties, weights) in table.iter_mut().enumerate() {
            for (stage, share) in stages(empties as u32) {
                for (weight, &learnt) in weights.iter_mut().zip(&WEIGHTS[stage]) {
                    *weight += i32::from(learnt) * share as i32;
                }
            }
            weights.iter_mut().for_each(|weight| *weight /= STAGE_LENGTH as i32);
        }
        table
    })
}

/// The two sets of weights that count with so many empty squares, and how many tenths of each.
#[must_use]
pub fn stages(empties: u32) -> [(usize, u32); 2] {
    let empties = empties.min(STAGE_LENGTH * (STAGES as u32 - 1));
    let (stage, into) = (empties / STAGE_LENGTH, empties % STAGE_LENGTH);
    let next = (stage as usize + 1).min(STAGES - 1);
    [(stage as usize, STAGE_LENGTH - into), (next, into)]
}

/// The evaluation of the `alphabeta` bot, in hundredths of a disc.
#[derive(Clone, Copy, Debug)]
pub struct Evaluation {
    table: &'static Weights,
    seed: u64,
    variety: u32,
}

impl Evaluation {
    /// An evaluation that is off by at most half of `variety` score units, in a way that depends
    /// on the position and the seed alone: so that one bot can play many different games.
    #[must_use]
    pub fn new(variety: u32, seed: u64) -> Evaluation {
        Evaluation { table: table(), seed, variety }
    }

    /// What `board` is worth to the side to move.
    #[must_use]
    pub fn value(&self, board: Board) -> i32 {
        let weights = &self.table[board.empties() as usize];
        features(board).iter().zip(weights).map(|(feature, weight)| feature * weight).sum()
    }
}

impl Evaluate<Othello> for Evaluation {
    const MARGINS: bool = true;
    const LOGIT: Option<f32> = Some(LOGIT);

    fn evaluate(&mut self, position: &Othello) -> i32 {
        let value = self.value(position.board());
        if self.variety == 0 {
            return value;
        }
        let drawn = (position.key() ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let noise = ((drawn * u64::from(self.variety + 1)) >> 32) as i32;
        value + noise - self.variety as i32 / 2
    }

    fn order(&mut self, position: &Othello, mv: Move, depth: u32) -> i32 {
        let Some(square) = mv.square() else { return 0 };
        let place = i32::from(PLACES[usize::from(square)]);
        if depth <= SHALLOW {
            return 50 * place;
        }
        let board = position.board();
        let next = board.after(square, board.flips(square));
        let replies = next.moves();
        let freedom = replies.count_ones() + 2 * (replies & CORNERS).count_ones();
        50 * place - 400 * freedom as i32 - 50 * next.potential_moves().count_ones() as i32
    }

    fn margin(&self, outcome: &Outcome) -> i32 {
        match outcome.points() {
            &[black, white] => (black - white).abs(),
            _ => 0,
        }
    }

    fn show(&self, score: i32) -> String {
        match is_decided(score) {
            true => gyoji_search::alphabeta::show(score),
            false => format!("{:+.1}", f64::from(score) / f64::from(DISC)),
        }
    }
}

/// Near the leaves a square's usual worth is order enough.
const SHALLOW: u32 = 2;

/// How good squares usually are to move to.
#[rustfmt::skip]
static PLACES: [i8; 64] = [
    20, -4,  8,  6,  6,  8, -4, 20,
    -4, -9,  0,  1,  1,  0, -9, -4,
     8,  0,  3,  2,  2,  3,  0,  8,
     6,  1,  2,  0,  0,  2,  1,  6,
     6,  1,  2,  0,  0,  2,  1,  6,
     8,  0,  3,  2,  2,  3,  0,  8,
    -4, -9,  0,  1,  1,  0, -9, -4,
    20, -4,  8,  6,  6,  8, -4, 20,
];
