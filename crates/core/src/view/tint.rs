//! What a board looks like in colour, and what stands on it.
//!
//! Pieces are blocks of their own colour with their letter on them, so they are told apart on any
//! board, on a bright and on a dark screen, with sixteen colours and with many.

use super::Colour;
use super::paint::PLAIN;

/// How many colours a terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Depth {
    /// The sixteen that every terminal has.
    #[default]
    Sixteen,
    /// The 256 of nearly every terminal of today.
    Many,
}

impl Depth {
    /// What a terminal has, by its variables `TERM` and `COLORTERM`.
    pub fn of(term: &str, colorterm: &str) -> Depth {
        let is_rich = matches!(colorterm, "truecolor" | "24bit") || term.contains("256color");
        let is_known = ["kitty", "alacritty", "foot", "ghostty", "direct"];
        match is_rich || is_known.iter().any(|name| term.contains(name)) {
            true => Depth::Many,
            false => Depth::Sixteen,
        }
    }
}

/// A colour: its number among sixteen, and among 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pigment(u8, u8);

const BLACK: Pigment = Pigment(0, 16);
const WHITE: Pigment = Pigment(15, 231);

/// Letters on a ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tint {
    letter: Pigment,
    ground: Pigment,
    bold: bool,
}

const fn tint(letter: Pigment, ground: Pigment) -> Tint {
    Tint { letter, ground, bold: false }
}

impl Tint {
    /// What an empty board of some colour is like: a quiet one.
    pub(super) const fn board(colour: Colour) -> Tint {
        match colour {
            Colour::Green => tint(Pigment(0, 72), Pigment(2, 29)),
            Colour::Yellow => tint(Pigment(0, 94), Pigment(3, 179)),
            Colour::Blue => tint(Pigment(15, 67), Pigment(4, 24)),
            Colour::Red => tint(Pigment(15, 174), Pigment(1, 88)),
            _ => Tint::bare(colour),
        }
    }

    /// A piece of a seat's colour.
    pub(super) const fn piece(colour: Colour) -> Tint {
        let tint = match colour {
            Colour::Black => tint(WHITE, BLACK),
            Colour::White => tint(BLACK, WHITE),
            Colour::Gray => tint(WHITE, Pigment(8, 240)),
            Colour::Red => tint(WHITE, Pigment(1, 160)),
            Colour::Blue => tint(WHITE, Pigment(4, 26)),
            Colour::Green => tint(BLACK, Pigment(2, 35)),
            Colour::Yellow => tint(BLACK, Pigment(11, 220)),
        };
        tint.strong()
    }

    /// Ground that belongs to a seat; one that is of no use to it now stands back.
    pub(super) const fn owned(colour: Colour, is_dim: bool) -> Tint {
        let (near, far, letter) = match colour {
            Colour::Red => (Pigment(1, 160), 95, WHITE),
            Colour::Blue => (Pigment(4, 26), 60, WHITE),
            Colour::Green => (Pigment(2, 35), 65, BLACK),
            Colour::Yellow => (Pigment(3, 214), 137, BLACK),
            Colour::Black => (BLACK, 234, WHITE),
            Colour::White => (WHITE, 250, BLACK),
            Colour::Gray => (Pigment(8, 244), 240, WHITE),
        };
        match is_dim {
            true => tint(letter, Pigment(near.0, far)),
            false => tint(letter, near),
        }
    }

    /// Ground that is nobody's and has a colour of its own.
    pub(super) const fn bare(colour: Colour) -> Tint {
        match colour {
            Colour::Black => tint(Pigment(7, 250), Pigment(0, 234)),
            Colour::White => tint(Pigment(8, 244), Pigment(15, 254)),
            Colour::Gray => tint(Pigment(15, 231), Pigment(8, 243)),
            _ => Tint::owned(colour, false),
        }
    }

    /// A piece that stands on ground of its own colour or of another's.
    pub(super) const fn guest(colour: Colour) -> Tint {
        let letter = match colour {
            Colour::Red => Pigment(1, 160),
            Colour::Blue => Pigment(4, 26),
            Colour::Green => Pigment(2, 22),
            Colour::Gray => Pigment(8, 240),
            Colour::Black | Colour::White | Colour::Yellow => BLACK,
        };
        tint(letter, WHITE).strong()
    }

    /// What says on every ground: not here.
    pub(super) const fn warning() -> Tint {
        tint(WHITE, Pigment(1, 160)).strong()
    }

    /// The same ground with letters that stand out.
    pub(super) fn bright(self) -> Tint {
        let is_light = matches!(self.ground.0, 3 | 11 | 15) || self.ground == Pigment(2, 35);
        Tint { letter: if is_light { BLACK } else { WHITE }, ..self.strong() }
    }

    const fn strong(self) -> Tint {
        Tint { bold: true, ..self }
    }

    /// A bar of a seat's colour: black, too, is seen on a black screen.
    pub(super) const fn bar(colour: Colour) -> Tint {
        match colour {
            Colour::Black => tint(WHITE, Pigment(8, 240)),
            _ => Tint::piece(colour),
        }
    }

    /// The same with a line below: where one cell ends and the next begins.
    pub(super) fn paint_end(self, depth: Depth, text: &str) -> String {
        format!("\x1b[4m{}", self.paint(depth, text))
    }

    /// A text in these colours.
    pub(super) fn paint(self, depth: Depth, text: &str) -> String {
        let bold = if self.bold { "1;" } else { "" };
        let few = |number: u8, base: u16| match number {
            0..8 => base + u16::from(number),
            _ => base + 60 + u16::from(number) - 8,
        };
        match depth {
            Depth::Sixteen => {
                let (letter, ground) = (few(self.letter.0, 30), few(self.ground.0, 40));
                format!("\x1b[{bold}{letter};{ground}m{text}{PLAIN}")
            }
            Depth::Many => {
                let (letter, ground) = (self.letter.1, self.ground.1);
                format!("\x1b[{bold}38;5;{letter};48;5;{ground}m{text}{PLAIN}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Colour; 7] = [
        Colour::Black,
        Colour::White,
        Colour::Gray,
        Colour::Red,
        Colour::Blue,
        Colour::Green,
        Colour::Yellow,
    ];

    #[test]
    fn a_letter_never_has_the_colour_of_its_ground() {
        let grounds = ALL.map(Tint::board);
        let of = |colour: Colour| {
            [
                Tint::piece(colour),
                Tint::owned(colour, false),
                Tint::owned(colour, true),
                Tint::bare(colour),
                Tint::guest(colour),
            ]
        };
        let all = ALL.into_iter().flat_map(of).chain(grounds).chain([Tint::warning()]);
        for tint in all.flat_map(|tint| [tint, tint.bright()]) {
            assert_ne!(tint.letter.0, tint.ground.0, "{tint:?}");
            assert_ne!(tint.letter.1, tint.ground.1, "{tint:?}");
        }
    }

    #[test]
    fn pieces_stand_out_from_the_boards_they_stand_on() {
        for (material, colours) in [
            (Colour::Green, [Colour::Black, Colour::White]),
            (Colour::Yellow, [Colour::Black, Colour::White]),
            (Colour::Blue, [Colour::Red, Colour::Yellow]),
        ] {
            let board = Tint::board(material).ground;
            let [one, other] = colours.map(|colour| Tint::piece(colour).ground);
            assert!(board.0 != one.0 && board.0 != other.0 && one.0 != other.0, "{material:?}");
            assert!(board.1 != one.1 && board.1 != other.1 && one.1 != other.1, "{material:?}");
        }
    }

    #[test]
    fn a_terminal_tells_how_many_colours_it_has() {
        for (term, colorterm, depth) in [
            ("xterm", "", Depth::Sixteen),
            ("linux", "", Depth::Sixteen),
            ("xterm-256color", "", Depth::Many),
            ("xterm", "truecolor", Depth::Many),
            ("xterm-kitty", "", Depth::Many),
        ] {
            assert_eq!(Depth::of(term, colorterm), depth, "{term} {colorterm}");
        }
        let board = Tint::board(Colour::Green);
        assert_eq!(board.paint(Depth::Sixteen, "."), "\x1b[30;42m.\x1b[0m");
        assert_eq!(board.paint(Depth::Many, "."), "\x1b[38;5;72;48;5;29m.\x1b[0m");
        let white = Tint::piece(Colour::White);
        assert_eq!(white.paint(Depth::Sixteen, "O "), "\x1b[1;30;107mO \x1b[0m");
    }
}
