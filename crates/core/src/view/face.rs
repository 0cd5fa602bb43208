//! One cell of a board, drawn.

use super::draw::{Glyphs, Style};
use super::tint::Tint;
use super::{Cell, Colour, Legend, Piece};
use crate::Seat;

const DIM: &str = "\x1b[2m";
const PLAIN: &str = "\x1b[0m";

/// A cell and all that its drawing depends on.
pub(super) struct Face<'a> {
    pub(super) cell: &'a Cell,
    /// The sign of a mark on it.
    pub(super) mark: Option<char>,
    pub(super) legend: &'a Legend,
    pub(super) style: &'a Style<'a>,
    pub(super) at: (u8, u8),
}

impl Face<'_> {
    /// Two columns: the sign of the piece and what it stands on, or the sign of the ground.
    pub(super) fn small(&self) -> String {
        let ground = self.ground();
        match self.cell.pieces.as_slice() {
            // The emoji takes both columns: where the ground matters, the letter leaves it a place.
            [piece, ..] if self.style.glyphs == Glyphs::Emoji && self.ground_letter().is_none() => {
                let emoji = self.legend.paint(piece.seat).emoji();
                ground.map_or_else(|| emoji.to_owned(), |ground| self.paint(ground, emoji))
            }
            [piece, others @ ..] => {
                let letter = self.legend.letter(piece.seat);
                let side = self.legend.side_letter(self.cell, piece, others.first());
                match (self.style.colour, ground) {
                    (false, _) => format!("{letter}{side}"),
                    (true, _) if self.cell.owner.is_some() => {
                        self.paint(Tint::guest(self.colour(piece)), &format!("{letter}{side}"))
                    }
                    (true, Some(ground)) if self.has_colour() => {
                        let piece = self.paint(self.tint(piece), &letter.to_string());
                        piece + &self.paint(ground, &side.to_string())
                    }
                    (true, _) => self.paint(self.tint(piece), &format!("{letter}{side}")),
                }
            }
            [] => {
                let is_target = self.is_target();
                let (sign, side) = match (self.mark, self.legend.empty_letter(self.cell)) {
                    (Some(mark), '.') => (mark, ' '),
                    (Some(mark), sign) => (mark, sign),
                    (None, '.') if is_target => ('*', ' '),
                    (None, sign) if is_target => ('*', sign),
                    (None, sign) => (sign, ' '),
                };
                self.empty(ground, &format!("{sign}{side}"))
            }
        }
    }

    /// Five columns of one of its three lines.
    pub(super) fn large(&self, line: usize) -> String {
        let ground = self.ground();
        let fill = self.ground_letter().filter(|_| !self.style.colour).unwrap_or(' ');
        let fill = fill.to_string();
        let Some(piece) = self.cell.pieces.first() else {
            let sign = match (self.mark, self.is_target()) {
                (Some(mark), _) => mark,
                (None, true) => '*',
                (None, false) => self.legend.empty_letter(self.cell),
            };
            let text = match line {
                1 => format!("{fill}{fill}{sign}{fill}{fill}"),
                _ => fill.repeat(5),
            };
            return match ground.filter(|_| line == 2 && self.has_colour()) {
                Some(ground) => ground.paint_end(self.style.depth, &text),
                None => self.empty(ground, &text),
            };
        };
        let letter = self.legend.letter(piece.seat);
        // The bottom line of the ground shows what it is, also under a piece.
        let sign = self.ground_letter().filter(|_| line == 2 && self.style.colour);
        let under = sign.map_or_else(|| fill.repeat(5), |sign| format!("  {sign}  "));
        match (self.style.colour, ground) {
            (false, _) if line == 1 => format!("{fill}[{letter}]{fill}"),
            (false, _) => fill.repeat(5),
            (true, Some(ground)) if self.has_colour() => match line {
                1 => {
                    let beside = self.paint(ground, " ");
                    let piece = self.paint(self.tint(piece), &format!("[{letter}]"));
                    format!("{beside}{piece}{beside}")
                }
                2 => ground.paint_end(self.style.depth, &under),
                _ => self.paint(ground, &under),
            },
            (true, ground) => {
                let tint = self.tint(piece);
                match line {
                    1 => self.paint(tint, &format!("  {letter}  ")),
                    // A line of the board below it: two pieces are not one.
                    2 if ground.is_some() => self.paint(ground.unwrap_or(tint), "     "),
                    _ => self.paint(tint, "     "),
                }
            }
        }
    }

    /// A cell on which nothing stands.
    fn empty(&self, ground: Option<Tint>, text: &str) -> String {
        match ground {
            _ if !self.style.colour => text.to_owned(),
            Some(_) if self.mark.is_some() => self.paint(Tint::warning(), text),
            Some(ground) if self.is_target() => self.paint(ground.bright(), text),
            Some(ground) => self.paint(ground, text),
            None => format!("{DIM}{text}{PLAIN}"),
        }
    }

    /// What the ground looks like, if not like the screen.
    fn ground(&self) -> Option<Tint> {
        if !self.style.colour {
            return None;
        }
        let seat = |seat: Seat| self.legend.seat(seat).map_or(Colour::Gray, |seat| seat.colour);
        let own = self.legend.ground(&self.cell.ground).and_then(|sign| sign.colour);
        let owner = self.cell.owner.map(|owner| Tint::owned(seat(owner), self.cell.dim));
        owner
            .or_else(|| own.map(Tint::bare))
            .or_else(|| self.legend.surface.colour.map(Tint::board))
    }

    /// Whether the ground has a colour of its own, which has to be seen beside a piece.
    fn has_colour(&self) -> bool {
        self.legend.ground(&self.cell.ground).is_some_and(|sign| sign.colour.is_some())
    }

    fn ground_letter(&self) -> Option<char> {
        self.legend.ground_letter(&self.cell.ground)
    }

    fn is_target(&self) -> bool {
        self.style.targets.contains(&self.at)
    }

    fn colour(&self, piece: &Piece) -> Colour {
        self.legend.seat(piece.seat).map_or(Colour::Gray, |seat| seat.colour)
    }

    fn tint(&self, piece: &Piece) -> Tint {
        Tint::piece(self.colour(piece))
    }

    fn paint(&self, tint: Tint, text: &str) -> String {
        tint.paint(self.style.depth, text)
    }
}
