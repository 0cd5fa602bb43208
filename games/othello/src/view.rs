//! What a screen needs to draw a position, and what it calls things.

use gyoji_core::view::{Cell, Colour, Legend, Piece, SeatView, Sign, Step, Surface, View, Word};
use gyoji_core::{Game, Seat, Text};

use crate::game::Othello;
use crate::moves::Move;

/// The discs and how many each side has.
pub(crate) fn view(position: &Othello) -> View {
    let cell = |index: usize| {
        let here = |seat: &Seat| position.discs(*seat) >> index & 1 == 1;
        let owner = [Seat::FIRST, Seat::SECOND].into_iter().find(here);
        let pieces = owner.map(|seat| Piece::new(seat, "disc")).into_iter().collect();
        Cell { ground: "felt".into(), pieces, ..Cell::default() }
    };
    let points = |seat| SeatView {
        points: Some(position.discs(seat).count_ones() as i32),
        ..SeatView::default()
    };
    View {
        cols: ('a'..='h').map(String::from).collect(),
        rows: ('1'..='8').map(String::from).collect(),
        cells: (0..64).map(cell).collect(),
        seats: vec![points(Seat::FIRST), points(Seat::SECOND)],
        to_move: position.to_move(),
        ..View::default()
    }
}

pub(crate) fn legend() -> Legend {
    Legend {
        about: Some(Text::new("most discs win", "多く残したほうの勝ち")),
        surface: Surface {
            material: "felt".into(),
            colour: Some(Colour::Green),
            stars: vec![[4, 4], [12, 4], [4, 12], [12, 12]],
            ..Surface::default()
        },
        grounds: vec![Sign::new("felt", Text::new("felt", "盤面"))],
        pieces: vec![Sign::new("disc", Text::new("disc", "石")).shape("disc")],
        words: vec![Word::new("pass", Text::new("pass", "パス"), &[])],
        points: Some(Text::new("discs", "石")),
        ..Legend::new(&Othello::SPEC, &[Colour::Black, Colour::White])
    }
}

/// The square, or the word for a pass.
pub(crate) fn steps(mv: Move) -> Vec<Step> {
    match mv.square() {
        Some(square) => vec![Step::Cell(square % 8, square / 8)],
        None => vec![Step::word("pass")],
    }
}
