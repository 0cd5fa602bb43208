//! How a game is opened: freely, from a balanced position, or with a choice of colours.
//!
//! With swap the first seat puts three stones (black, white, black) and the second chooses its
//! colour. With swap2 the second may also put two more and leave the choice to the first.

use gyoji_core::Seat;

use crate::rule::Colour;

/// The opening rule, as the option `opening` names it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Opening {
    /// Black begins anywhere.
    Free,
    /// The game starts from a balanced position drawn by the seed.
    Book,
    /// Three stones, then a choice of colours.
    Swap,
    /// Three stones, then a choice of colours or two more stones.
    Swap2,
}

impl Opening {
    /// The names, in order.
    pub const NAMES: &[&str] = &["free", "book", "swap", "swap2"];

    /// The opening of that name; free if there is none.
    pub fn named(name: &str) -> Opening {
        match name {
            "book" => Opening::Book,
            "swap" => Opening::Swap,
            "swap2" => Opening::Swap2,
            _ => Opening::Free,
        }
    }

    /// The phase in which such a game starts.
    pub const fn phase(self) -> Phase {
        match self {
            Opening::Free | Opening::Book => Phase::Settled { black: Seat::FIRST },
            Opening::Swap => Phase::Swap,
            Opening::Swap2 => Phase::Swap2,
        }
    }
}

/// How far the choice of colours has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// It is made.
    Settled {
        /// Who has black.
        black: Seat,
    },
    /// The first seat puts three stones, then the second chooses.
    Swap,
    /// The same; the second may also ask for two more stones.
    Swap2,
    /// The second seat puts two more stones, then the first chooses.
    More,
}

impl Phase {
    /// Whose turn it is with so many stones on the board, when `colour` comes next.
    pub(crate) fn to_move(self, stones: usize, colour: Colour) -> Seat {
        match (self, colour) {
            (Phase::Settled { black }, Colour::Black) => black,
            (Phase::Settled { black }, Colour::White) => black.other(),
            (Phase::Swap | Phase::Swap2, _) if stones < self.stones() => Seat::FIRST,
            (Phase::Swap | Phase::Swap2, _) => Seat::SECOND,
            (Phase::More, _) if stones < self.stones() => Seat::SECOND,
            (Phase::More, _) => Seat::FIRST,
        }
    }

    /// Whether a choice is to be made with so many stones on the board.
    pub(crate) const fn is_choice(self, stones: usize) -> bool {
        !matches!(self, Phase::Settled { .. }) && stones == self.stones()
    }

    /// With how many stones the choice is to be made.
    pub(crate) const fn stones(self) -> usize {
        match self {
            Phase::Settled { .. } => 0,
            Phase::Swap | Phase::Swap2 => 3,
            Phase::More => 5,
        }
    }

    /// The word for it in the text of a position; none if nothing is unusual.
    pub(crate) const fn word(self) -> Option<&'static str> {
        match self {
            Phase::Settled { black: Seat::FIRST } => None,
            Phase::Settled { .. } => Some("swapped"),
            Phase::Swap => Some("swap"),
            Phase::Swap2 => Some("swap2"),
            Phase::More => Some("more"),
        }
    }

    /// The phase of that word.
    pub(crate) fn of_word(word: &str) -> Option<Phase> {
        let swapped = Phase::Settled { black: Seat::SECOND };
        [swapped, Phase::Swap, Phase::Swap2, Phase::More]
            .into_iter()
            .find(|phase| phase.word() == Some(word))
    }
}
