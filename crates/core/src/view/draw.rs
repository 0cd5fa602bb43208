//! A view as lines of a terminal.
//!
//! Plain ASCII unless asked otherwise: many signs that look like discs are one cell wide in
//! one terminal and two in a Japanese one, and a board of them falls apart.

use std::fmt::Write;

use super::{Cell, View};
use crate::{Lang, Seat, Spec};

/// Which signs stand for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// Letters.
    #[default]
    Ascii,
    /// Emoji, which are two cells wide everywhere.
    Emoji,
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// Which signs to use.
    pub glyphs: Glyphs,
    /// Cells that can be chosen now, as (column, row).
    pub targets: &'a [(u8, u8)],
    /// Cells of the last move.
    pub last: &'a [(u8, u8)],
}

/// One colour per seat, told apart by everybody; the letters say the same without colour.
const SEAT_COLOURS: [&str; crate::MAX_SEATS] =
    ["\x1b[1;36m", "\x1b[1;33m", "\x1b[1;32m", "\x1b[1;35m"];
const DIM: &str = "\x1b[2m";
const REVERSE: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";
const EMOJI: [&str; crate::MAX_SEATS] = ["⚫", "⚪", "🟢", "🟡"];

/// Draws a view; every line ends in a newline.
pub fn draw(view: &View, spec: &Spec, lang: Lang, style: &Style<'_>) -> String {
    let mut out = String::new();
    let margin = view.rows.iter().map(String::len).max().unwrap_or(0);
    let _ = write!(out, "{:margin$}", "");
    for col in &view.cols {
        let _ = write!(out, " {col:<2}");
    }
    trim_line(&mut out);
    for (row, name) in view.rows.iter().enumerate() {
        let _ = write!(out, "{name:>margin$}");
        for col in 0..view.cols.len() {
            let Some(cell) = view.cell(col, row) else { continue };
            draw_cell(&mut out, cell, spec, style, (col as u8, row as u8));
        }
        trim_line(&mut out);
    }
    for (seat, side) in Seat::all(view.seats.len()).zip(&view.seats) {
        let turn = if view.to_move == Some(seat) { '>' } else { ' ' };
        let seat_spec = &spec.seats[seat.index()];
        let _ = write!(out, "{turn} {} {}", seat_spec.letter, seat_spec.title.get(lang));
        if let Some(points) = side.points {
            let _ = write!(out, "  {points}");
        }
        for (what, count) in &side.hand {
            let _ = write!(out, "  {what} x{count}");
        }
        out.push('\n');
    }
    for (what, value) in &view.facts {
        let _ = writeln!(out, "  {what}: {value}");
    }
    out
}

/// Three columns a cell: a mark (`*` can be chosen, `>` last move), the sign, a space.
fn draw_cell(out: &mut String, cell: &Cell, spec: &Spec, style: &Style<'_>, at: (u8, u8)) {
    let is_target = style.targets.contains(&at);
    let is_last = style.last.contains(&at);
    out.push(if is_last { '>' } else { ' ' });
    match cell.pieces.first() {
        Some(piece) if style.glyphs == Glyphs::Emoji => {
            out.push_str(EMOJI[piece.seat.index() % EMOJI.len()]);
        }
        Some(piece) => {
            let letter = spec.seats[piece.seat.index()].letter;
            let colour = SEAT_COLOURS[piece.seat.index() % SEAT_COLOURS.len()];
            let ground = ground_sign(cell);
            match style.colour {
                true => {
                    let _ = write!(
                        out,
                        "{}{colour}{letter}{PLAIN}{ground}",
                        if is_last { REVERSE } else { "" }
                    );
                }
                false => {
                    let _ = write!(out, "{letter}{ground}");
                }
            }
        }
        None => {
            let sign = if is_target { '*' } else { empty_sign(cell) };
            match style.colour {
                true => {
                    let _ = write!(out, "{DIM}{sign}{PLAIN} ");
                }
                false => {
                    let _ = write!(out, "{sign} ");
                }
            }
        }
    }
}

/// The sign of the ground beside a piece that stands on it.
fn ground_sign(cell: &Cell) -> char {
    match empty_sign(cell) {
        '.' => ' ',
        sign => sign,
    }
}

fn empty_sign(cell: &Cell) -> char {
    match (cell.ground.as_str(), cell.owner) {
        ("wall", _) => '%',
        ("black", _) => '#',
        ("gray", _) => '+',
        (_, Some(owner)) => char::from(b'a' + owner.0),
        _ => '.',
    }
}

fn trim_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}
