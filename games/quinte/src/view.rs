//! What a screen needs to draw a position: the game screen of the contest as plain data.

use gyoji_core::Seat;
use gyoji_core::view::{Cell as ViewCell, Frame, Piece, SeatView, View};

use crate::cell::{Cell, GateKind, SIZE, gate};
use crate::position::{Quinte, SEATS};

/// The map with its gates, soldiers and cursors, the scores, the time.
///
/// The ground of a cell is `wall`, `big-gate`, `small-gate`, `tile` or `gray`; gates and tiles
/// have an owner. A piece is a `soldier` or a `super` soldier, with the cell it came from. The
/// facts are `turn` (`12/1000`) and `super` (`-838`: so many turns until soldiers are super
/// soldiers; `+3`: for so many turns they have been).
pub(crate) fn view(position: &Quinte) -> View {
    let names = || (0..SIZE).map(|number| number.to_string()).collect();
    let cells = (0..SIZE).flat_map(|y| (0..SIZE).map(move |x| Cell::new(x, y)));
    let to_move = (!position.is_over()).then(|| position.side());
    let until_super = i64::from(position.turn()) - i64::from(position.rules.super_from);
    View {
        cols: names(),
        rows: names(),
        cells: cells.map(|cell| view_cell(position, cell)).collect(),
        frames: Seat::all(SEATS)
            .map(|seat| {
                let at = position.cursor(seat);
                Frame { seat, area: [at.x, at.y, 2, 2] }
            })
            .collect(),
        seats: position
            .scores
            .iter()
            .map(|&score| SeatView {
                points: Some(i32::try_from(score).unwrap_or(i32::MAX)),
                ..SeatView::default()
            })
            .collect(),
        facts: vec![
            ("turn".into(), format!("{}/{}", position.turn(), position.rules.turns)),
            ("super".into(), format!("{until_super:+}")),
        ],
        to_move,
    }
}

fn view_cell(position: &Quinte, cell: Cell) -> ViewCell {
    let (ground, owner) = match (gate(cell), position.tiles.at(cell)) {
        (Some(gate), _) => match gate.kind {
            GateKind::Big => ("big-gate", Some(gate.owner)),
            GateKind::Small => ("small-gate", Some(gate.owner)),
        },
        (None, Some(tile)) => match tile.owner() {
            Some(owner) => ("tile", Some(owner)),
            None => ("gray", None),
        },
        (None, None) => ("wall", None),
    };
    let here = Seat::all(SEATS).filter(|&seat| position.soldier(seat) == cell);
    let kind = if position.is_super() { "super" } else { "soldier" };
    let pieces = here.map(|seat| {
        let from = position.came_from[seat.index()];
        Piece { seat, kind: kind.into(), from: (from != cell).then_some([from.x, from.y]) }
    });
    ViewCell { ground: ground.into(), owner, pieces: pieces.collect() }
}
