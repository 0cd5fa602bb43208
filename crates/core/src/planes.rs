//! Positions and moves as numbers, for learning programs.
//!
//! A network sees a position as planes: one number for each cell of a board, several boards on top
//! of each other. It answers with a policy: numbers of which each legal move has its own, or a sum
//! of two. Both are seen from whoever is to move. The rules know nothing of this, and a game may
//! have several sets of planes.

use std::fmt::Debug;
use std::panic::RefUnwindSafe;

use crate::{Game, Text};

/// How large the input and the policy of a network are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// How many planes there are.
    pub channels: usize,
    /// Rows of a plane.
    pub height: usize,
    /// Columns of a plane.
    pub width: usize,
    /// How many numbers each head of the policy has. There are one or two heads.
    pub heads: &'static [usize],
}

impl Shape {
    /// Cells of one plane.
    pub const fn cells(&self) -> usize {
        self.height * self.width
    }

    /// Numbers of the whole input.
    pub const fn input_len(&self) -> usize {
        self.channels * self.cells()
    }

    /// Numbers of the whole policy, the heads side by side.
    pub fn policy_len(&self) -> usize {
        self.heads.iter().sum()
    }

    /// How good a move looks by a policy whose heads lie side by side: the number at its index, or
    /// the sum of two. The softmax of it over all legal moves gives their priors.
    ///
    /// Nothing (0) is added for what lies beyond the end of `policy`.
    pub fn logit(&self, policy: &[f32], index: PolicyIndex) -> f32 {
        let at = |place: usize| policy.get(place).copied().unwrap_or_default();
        match index {
            PolicyIndex::One(one) => at(one),
            PolicyIndex::Pair(first, second) => {
                at(first) + at(self.heads.first().copied().unwrap_or_default() + second)
            }
        }
    }
}

/// Where a policy speaks of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PolicyIndex {
    /// A place in the only head.
    One(usize),
    /// A place in the first head and one in the second, for moves of two parts.
    Pair(usize, usize),
}

/// A way to show the positions of a game to a network, and to understand its answers.
///
/// It also says which boards are alike: turned by a symmetry, the planes of a position are those of
/// another position that is just as good, and the policy of the one turned likewise is that of the
/// other. So a network can learn from each position several times. Symmetry 0 changes nothing.
///
/// It is a rule and holds no state, so that kits can be used wherever a panic is caught. The
/// testkit's `check_planes` checks what is promised here.
pub trait Planes<G: Game>: Debug + Send + Sync + RefUnwindSafe {
    /// The sizes.
    fn shape(&self) -> Shape;

    /// How many positions are looked at, this one included. A position may know its past itself.
    fn history(&self) -> usize {
        1
    }

    /// Writes the planes of the last position of `past`, one after the other, each by rows from the
    /// top. `past` is the game so far, as in [`Turn::past`](crate::Turn::past), or its last
    /// [`history`](Planes::history) positions; `out` has [`Shape::input_len`] places, and all of them are
    /// written.
    fn write(&self, past: &[G], out: &mut [f32]);

    /// The index of a legal move. No two moves of a position have the same.
    fn index(&self, position: &G, mv: G::Move) -> PolicyIndex;

    /// How many symmetries there are.
    fn symmetries(&self) -> usize {
        1
    }

    /// Where a symmetry moves a cell to; cells are counted by rows from the top left.
    fn turn_cell(&self, _symmetry: usize, cell: usize) -> usize {
        cell
    }

    /// Where a symmetry moves an index of the policy to.
    fn turn_index(&self, _symmetry: usize, index: PolicyIndex) -> PolicyIndex {
        index
    }

    /// A move that wins the game at once, if there is one: then no network has to be asked. Unless
    /// a game knows better, every move is tried.
    fn win_in_one(&self, position: &G, moves: &[G::Move]) -> Option<G::Move> {
        let seat = position.to_move()?;
        let wins = |mv: &G::Move| {
            let mut after = position.clone();
            after.play(*mv);
            after.outcome().is_some_and(|end| end.winner() == Some(seat))
        };
        moves.iter().copied().find(wins)
    }

    /// Takes out the moves after which the opponent wins at once: no search has to look at them,
    /// and if none is left the position is lost. The others stay in their order. Unless a game can
    /// see them quickly, all stay.
    fn drop_blunders(&self, _position: &G, _moves: &mut Vec<G::Move>) {}

    /// Turns planes by a symmetry: every number moves with its cell.
    fn turn(&self, symmetry: usize, planes: &[f32], out: &mut [f32]) {
        let cells = self.shape().cells();
        let to: Vec<usize> = (0..cells).map(|cell| self.turn_cell(symmetry, cell)).collect();
        for (plane, out) in planes.chunks_exact(cells).zip(out.chunks_exact_mut(cells)) {
            for (&value, &to) in plane.iter().zip(&to) {
                out[to] = value;
            }
        }
    }
}

/// A set of planes of a game's kit.
#[derive(Clone, Debug)]
pub struct PlanesEntry<G: Game> {
    /// Its name.
    pub name: &'static str,
    /// What it shows, in a few words.
    pub about: Text,
    /// The planes.
    pub planes: &'static dyn Planes<G>,
}
