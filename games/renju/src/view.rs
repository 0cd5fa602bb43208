//! What a screen needs to draw a position.

use gyoji_core::view::{Cell, Piece, SeatView, View};
use gyoji_core::{Game, Lang, Seat};

use crate::opening::Phase;
use crate::{Colour, Point, Renju};

/// Draws with the row of the highest number at the top. Black stones are drawn as the first
/// seat's whoever has them now: they do not change their colour when the seats swap.
pub(crate) fn view(position: &Renju) -> View {
    let size = position.size();
    let cell = |x: u8, y: u8| {
        let stone = Point::from_top(x, y, size).and_then(|point| position.stone(point));
        let piece =
            |colour: Colour| Piece { seat: Seat(colour as u8), kind: "stone".into(), from: None };
        Cell { ground: "wood".into(), owner: None, pieces: stone.map(piece).into_iter().collect() }
    };
    View {
        cols: (0..size).map(|col| char::from(b'A' + col).to_string()).collect(),
        rows: (1..=size).rev().map(|row| row.to_string()).collect(),
        cells: (0..size)
            .flat_map(|y| (0..size).map(move |x| (x, y)))
            .map(|(x, y)| cell(x, y))
            .collect(),
        frames: Vec::new(),
        seats: vec![SeatView::default(), SeatView::default()],
        facts: facts(position),
        to_move: position.to_move(),
    }
}

fn facts(position: &Renju) -> Vec<(String, String)> {
    let mut facts = vec![("rule".into(), position.rule().to_string())];
    match position.phase() {
        Phase::Settled { black: Seat::FIRST } => {}
        Phase::Settled { .. } => {
            facts.push(("swapped".into(), "seat 0 has white (O), seat 1 has black (X)".into()));
        }
        phase if position.is_choice() => {
            let more = if phase == Phase::Swap2 { ", more" } else { "" };
            facts.push(("choice".into(), format!("black{more}, or a point for white")));
        }
        phase => facts.push(("opening".into(), phase.word().unwrap_or_default().into())),
    }
    for reason in position.lost_by() {
        let row = |row: &crate::fouls::Row| {
            let stones: Vec<String> = row.stones.iter().map(Point::to_string).collect();
            stones.join(" ")
        };
        let rows: Vec<String> = reason.rows.iter().map(row).collect();
        // A view has no language, so the word is there in both.
        let name = format!("{} {}", reason.foul.title().get(Lang::Ja), reason.foul);
        facts.push((name, rows.join(" / ")));
    }
    facts
}
