//! The rule sets and the two colours.

use std::fmt;
use std::str::FromStr;

use gyoji_core::{BadText, Text};

/// The colour of a stone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Puts the first stone; the fouls are black's.
    Black,
    /// Puts the second stone.
    White,
}

impl Colour {
    /// Both, black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// The colour as an index into pairs: black is 0.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What people call it.
    pub const fn title(self) -> Text {
        match self {
            Colour::Black => Text::new("black", "黒"),
            Colour::White => Text::new("white", "白"),
        }
    }
}

/// A rule set: what wins and what is a foul.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Rule {
    /// Renju as the Renju International Federation plays it.
    #[default]
    Renju,
    /// The class's program (seed 004): fouls by the length of unbroken runs alone.
    Class,
    /// Gomoku in which exactly five win, six do nothing.
    Standard,
    /// Gomoku in which five or more win.
    Freestyle,
}

impl Rule {
    /// All of them.
    pub const ALL: [Rule; 4] = [Rule::Renju, Rule::Class, Rule::Standard, Rule::Freestyle];
    /// Their names, in the same order.
    pub const NAMES: &[&str] = &["renju", "class", "standard", "freestyle"];

    /// Whether six or more in a row do *not* win for this colour.
    pub const fn needs_exactly_five(self, colour: Colour) -> bool {
        match self {
            Rule::Renju | Rule::Class => matches!(colour, Colour::Black),
            Rule::Standard => true,
            Rule::Freestyle => false,
        }
    }

    /// Whether a row of this length wins for a colour.
    pub const fn wins_with(self, length: usize, colour: Colour) -> bool {
        length == 5 || length > 5 && !self.needs_exactly_five(colour)
    }

    /// Whether black has fouls.
    pub const fn has_fouls(self) -> bool {
        matches!(self, Rule::Renju | Rule::Class)
    }

    /// The name in options and texts.
    pub const fn name(self) -> &'static str {
        Rule::NAMES[self as usize]
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Rule {
    type Err = BadText;

    fn from_str(s: &str) -> Result<Rule, BadText> {
        Rule::ALL.into_iter().find(|rule| rule.name() == s).ok_or_else(|| {
            BadText::new(
                s,
                Text::new(
                    "expected a rule: renju | class | standard | freestyle",
                    "ルールは renju | class | standard | freestyle のどれかにしてください",
                ),
            )
        })
    }
}
