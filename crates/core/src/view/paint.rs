//! The colours of a terminal: what it has for each role.

use super::Colour;

/// Ends a colour.
pub(super) const PLAIN: &str = "\x1b[0m";

/// A role's colour on a terminal, of the eight that every terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(Colour);

impl From<Colour> for Paint {
    fn from(colour: Colour) -> Paint {
        Paint(colour)
    }
}

impl Paint {
    /// Ends a colour.
    pub const END: &'static str = PLAIN;

    /// Letters in black or white would be lost on a screen that is so itself: those two and gray
    /// have stand-ins that are told apart by everybody. The letters say the same without colour.
    const fn number(self) -> u8 {
        match self.0 {
            Colour::Red => 1,
            Colour::Green => 2,
            Colour::Yellow | Colour::White => 3,
            Colour::Blue => 4,
            Colour::Gray => 5,
            Colour::Black => 6,
        }
    }

    /// Begins bold letters of this colour; dark blue would be lost on a dark screen.
    pub fn letters(self) -> String {
        format!("\x1b[1;{}{}m", if self.0 == Colour::Blue { 9 } else { 3 }, self.number())
    }

    /// Begins letters that can be read on a seat's ground of this colour.
    pub fn ground(self) -> String {
        let is_dark = matches!(self.0, Colour::Red | Colour::Blue | Colour::Gray);
        format!("\x1b[{};4{}m", if is_dark { "97" } else { "30" }, self.number())
    }

    /// A disc of this colour, two cells wide on every terminal.
    pub(super) const fn emoji(self) -> &'static str {
        match self.0 {
            Colour::Black => "⚫",
            Colour::White => "⚪",
            Colour::Gray => "🟤",
            Colour::Red => "🔴",
            Colour::Blue => "🔵",
            Colour::Green => "🟢",
            Colour::Yellow => "🟡",
        }
    }
}
