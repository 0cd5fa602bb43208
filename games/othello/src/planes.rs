//! Othello as learning programs see it.
//!
//! The discs are seen from whoever is to move. The policy has a place for each square, a1 first,
//! and one for the pass. All eight ways to turn the board are alike.

use gyoji_core::{Planes, PlanesEntry, PolicyIndex, Shape, Text};

use crate::patterns::moved;
use crate::{Move, Othello};

/// Squares of the board.
const SQUARES: usize = 64;
/// The index of the pass, behind those of the squares.
const PASS: usize = SQUARES;

/// What the kit has.
pub fn planes() -> Vec<PlanesEntry<Othello>> {
    vec![PlanesEntry {
        name: "lean",
        about: Text::new(
            "4 planes: own discs, the opponent's, legal squares, ones",
            "4枚。自分の石、相手の石、打てるマス、すべて1",
        ),
        planes: &Lean,
    }]
}

/// Own discs, the opponent's, where a disc may be put, and ones. Where no square is legal, the side
/// to move has to pass.
#[derive(Clone, Copy, Debug)]
pub struct Lean;

impl Planes<Othello> for Lean {
    fn shape(&self) -> Shape {
        Shape { channels: 4, height: 8, width: 8, heads: &[SQUARES + 1] }
    }

    fn write(&self, past: &[Othello], out: &mut [f32]) {
        out.fill(0.0);
        let Some(position) = past.last() else { return };
        let board = position.board();
        // The ones tell a convolution where the board ends.
        let sets = [board.own, board.opp, board.moves(), u64::MAX];
        for (set, plane) in sets.into_iter().zip(out.chunks_exact_mut(SQUARES)) {
            for (square, value) in plane.iter_mut().enumerate() {
                *value = (set >> square & 1) as f32;
            }
        }
    }

    fn index(&self, _: &Othello, mv: Move) -> PolicyIndex {
        PolicyIndex::One(mv.square().map_or(PASS, usize::from))
    }

    fn symmetries(&self) -> usize {
        8
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        moved((cell % SQUARES) as u8, symmetry)
    }

    fn turn_index(&self, symmetry: usize, index: PolicyIndex) -> PolicyIndex {
        match index {
            PolicyIndex::One(square) if square < SQUARES => {
                PolicyIndex::One(self.turn_cell(symmetry, square))
            }
            other => other,
        }
    }
}
