//! Four in a Row as learning programs see it: what `gyoji train fourinarow` needs, and no more.

use gyoji_core::{Planes, PlanesEntry, PolicyIndex, Shape, Text};

use crate::board::{HEIGHT, WIDTH};
use crate::game::FourInARow;
use crate::moves::Move;

/// What the kit has.
pub(crate) fn planes() -> Vec<PlanesEntry<FourInARow>> {
    vec![PlanesEntry {
        name: "lean",
        about: Text::new(
            "3 planes: own discs, the opponent's, ones",
            "3枚。自分のコマ、相手のコマ、すべて1",
        ),
        planes: &Lean,
    }]
}

/// Own discs, the opponent's, and ones, which tell a convolution where the board ends. The policy
/// has a place for each column; left and right are alike.
#[derive(Clone, Copy, Debug)]
struct Lean;

impl Planes<FourInARow> for Lean {
    fn shape(&self) -> Shape {
        let (height, width) = (usize::from(HEIGHT), usize::from(WIDTH));
        Shape { channels: 3, height, width, heads: &[WIDTH as usize] }
    }

    fn write(&self, past: &[FourInARow], out: &mut [f32]) {
        out.fill(0.0);
        let Some(position) = past.last() else { return };
        let me = position.side();
        let cells = usize::from(WIDTH) * usize::from(HEIGHT);
        for col in 0..WIDTH {
            for row in 0..HEIGHT {
                // Planes go by rows from the top.
                let cell = usize::from(HEIGHT - 1 - row) * usize::from(WIDTH) + usize::from(col);
                if let Some(seat) = position.board().at(col, row) {
                    out[if seat == me { cell } else { cells + cell }] = 1.0;
                }
                out[2 * cells + cell] = 1.0;
            }
        }
    }

    fn index(&self, _: &FourInARow, mv: Move) -> PolicyIndex {
        PolicyIndex::One(usize::from(mv.column()))
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        let width = usize::from(WIDTH);
        if symmetry == 0 { cell } else { cell / width * width + (width - 1 - cell % width) }
    }

    fn turn_index(&self, symmetry: usize, index: PolicyIndex) -> PolicyIndex {
        match index {
            PolicyIndex::One(column) => PolicyIndex::One(self.turn_cell(symmetry, column)),
            other => other,
        }
    }
}
