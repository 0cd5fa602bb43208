//! What a screen shows of a position, and how a person picks a move.

use gyoji_core::view::{
    Band, Cell, Colour, Legend, Piece, SeatView, Side, Sign, Step, Surface, View,
};
use gyoji_core::{Game, Text};

use crate::board::{HEIGHT, WIDTH, lines};
use crate::game::FourInARow;
use crate::moves::Move;

/// The top row of a view is the last row of a column.
const fn from_top(row: u8) -> u8 {
    HEIGHT - 1 - row
}

pub(crate) fn view(position: &FourInARow) -> View {
    let board = position.board();
    let cell = |(col, row)| {
        let disc = board.at(col, row).map(|seat| Piece::new(seat, "disc"));
        Cell { ground: "slot".into(), pieces: disc.into_iter().collect(), ..Cell::default() }
    };
    let is_won = |line: &[(u8, u8); 4]| {
        let [first, ..] = line.map(|(col, row)| board.at(col, row));
        first.is_some() && line.iter().all(|&(col, row)| board.at(col, row) == first)
    };
    let place = |(col, row): (u8, u8)| [col, from_top(row)];
    let rows = (0..HEIGHT).rev();
    View {
        cols: ('a'..='g').map(String::from).collect(),
        rows: ('1'..='6').rev().map(String::from).collect(),
        cells: rows.flat_map(|row| (0..WIDTH).map(move |col| (col, row))).map(cell).collect(),
        bands: lines()
            .filter(is_won)
            .map(|line| Band { from: place(line[0]), to: place(line[3]) })
            .collect(),
        seats: vec![SeatView::default(); 2],
        to_move: position.to_move(),
        ..View::default()
    }
}

pub(crate) fn legend() -> Legend {
    Legend {
        about: Some(Text::new("drop four in a row", "落として4つ並べる")),
        surface: Surface {
            material: "grid".into(),
            colour: Some(Colour::Blue),
            names: vec![Side::Bottom],
            ..Surface::default()
        },
        grounds: vec![Sign::new("slot", Text::new("slot", "マス")).shape("hole")],
        pieces: vec![Sign::new("disc", Text::new("disc", "コマ")).shape("chip")],
        ..Legend::new(&FourInARow::SPEC, &[Colour::Red, Colour::Yellow])
    }
    .crests(&["dot", "diamond"])
}

/// One click: the cell to which the disc falls. In a full column there is none, so it is the
/// highest, which is taken.
pub(crate) fn steps(position: &FourInARow, mv: Move) -> Vec<Step> {
    let row = position.board().height(mv.column()).min(HEIGHT - 1);
    vec![Step::Cell(mv.column(), from_top(row))]
}
