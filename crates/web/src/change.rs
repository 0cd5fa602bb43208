//! What a move changed on the board: less to send than the whole of it.

use gyoji_core::view::{Band, Cell, Frame, Mark, SeatView};
use gyoji_core::{LastMove, Moment, Seat, Text};
use serde::Serialize;

/// One moment as a difference to the one that was shown before. Everything but the cells is
/// whole; what is empty is left out.
#[derive(Serialize, Debug)]
pub(crate) struct Change<'a> {
    ply: u32,
    position: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a Text>,
    titles: &'a [Text],
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<&'a LastMove>,
    /// The cells that look different: the number of each, and what it is now.
    cells: Vec<(usize, &'a Cell)>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    frames: &'a [Frame],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    bands: &'a [Band],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    marks: &'a [Mark],
    seats: &'a [SeatView],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    facts: &'a [(String, String)],
    to_move: Option<Seat>,
}

impl<'a> Change<'a> {
    /// The change from one moment to another; boards do not change their size.
    pub(crate) fn between(before: &Moment, now: &'a Moment) -> Change<'a> {
        let old = before.view.cells.iter().map(Some).chain(std::iter::repeat(None));
        let cells = now.view.cells.iter().zip(old).enumerate();
        let view = &now.view;
        Change {
            ply: now.ply,
            position: &now.position,
            round: now.round.as_ref(),
            titles: &now.titles,
            last: now.last.as_ref(),
            cells: cells
                .filter(|(_, (new, old))| Some(*new) != *old)
                .map(|(index, (new, _))| (index, new))
                .collect(),
            frames: &view.frames,
            bands: &view.bands,
            marks: &view.marks,
            seats: &view.seats,
            facts: &view.facts,
            to_move: view.to_move,
        }
    }
}
