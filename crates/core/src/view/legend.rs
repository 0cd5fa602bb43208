//! What things are called and how they look: the same for every position of a game.
//!
//! A game brings its legend with it, so that whoever draws (a terminal, a page) works for every
//! game and knows none. Colours are roles, which a terminal maps to what it has and a page to its
//! own; shapes are words that a page has drawings for, and what it does not know it draws plainly.

use serde::{Deserialize, Serialize};

use crate::{MAX_SEATS, Seat, Spec, Text};

/// The colours of seats for which a game names none.
const USUAL: [Colour; MAX_SEATS] = [Colour::Blue, Colour::Red, Colour::Green, Colour::Yellow];

/// All the words of a game's views, steps and results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Legend {
    /// The game's name in commands and records.
    pub game: String,
    /// Its name for people.
    pub title: Text,
    /// What it is about, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Text>,
    /// What the board is.
    pub surface: Surface,
    /// The seats, in order of play.
    pub seats: Vec<SeatSign>,
    /// Grounds of cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub grounds: Vec<Sign>,
    /// Kinds of pieces.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Sign>,
    /// What can be held in hand; `{}` in a name is the count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hand: Vec<Sign>,
    /// Kinds of marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Sign>,
    /// What they are, all together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks_name: Option<Text>,
    /// The parts of a move that has several steps, in the order in which they are asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Named>,
    /// What a seat's points are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Text>,
    /// Facts; `{}` in a name is the value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Named>,
    /// Words among the steps.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<Word>,
    /// Why a game can be over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub endings: Vec<Named>,
}

/// What a board is, before anything stands on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Surface {
    /// What it is made of: a word for a page's drawing, as `paper`.
    pub material: String,
    /// Its colour, where a terminal shows one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// Where pieces stand.
    pub at: At,
    /// Whether lines are drawn between the cells, or through the points.
    pub lines: bool,
    /// The sides on which the names of columns and rows stand.
    pub names: Vec<Side>,
    /// Points that are marked, counted in half cells from the top left corner of the board:
    /// `[4, 4]` is the corner where two columns and two rows end, `[7, 7]` the middle of a cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stars: Vec<[u8; 2]>,
    /// Gates in the wall around.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gates: Vec<Gate>,
}

impl Default for Surface {
    fn default() -> Surface {
        Surface {
            material: "paper".to_owned(),
            colour: None,
            at: At::Cell,
            lines: true,
            names: vec![Side::Top, Side::Left],
            stars: Vec::new(),
            gates: Vec::new(),
        }
    }
}

/// Where pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum At {
    /// In the cells.
    Cell,
    /// Where lines cross: every cell of the view is such a point.
    Point,
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Side {
    Top,
    Right,
    Bottom,
    Left,
}

/// A gate in a wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gate {
    /// Its middle cell, column and row.
    pub at: [u8; 2],
    /// How many cells it is wide.
    pub size: u8,
    /// Whose it is.
    pub seat: Seat,
    /// In which side's wall it is.
    pub side: Side,
}

/// A colour as a role: what it is on a given screen is the screen's business.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Colour {
    Black,
    White,
    Gray,
    Red,
    Blue,
    Green,
    Yellow,
}

/// How a seat is called and told apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatSign {
    /// Its name in commands and records.
    pub id: String,
    /// Its name for people.
    pub name: Text,
    /// The letter of its pieces.
    pub letter: char,
    /// Its colour.
    pub colour: Colour,
    /// A shape that says the same without colour, where a page has one for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub crest: Option<String>,
}

/// How a ground, a kind of piece, a thing in hand or a mark is called and drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sign {
    /// The word that views use for it.
    pub id: String,
    /// What people call it.
    pub name: Text,
    /// The sign that a terminal puts there; of a piece: beside its seat's letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<char>,
    /// Its colour, if that is not its seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<Colour>,
    /// What a page draws.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
}

impl Sign {
    /// Something without a sign of its own.
    pub fn new(id: &str, name: Text) -> Sign {
        Sign { id: id.to_owned(), name, letter: None, colour: None, shape: None }
    }

    /// With the sign that a terminal puts there.
    #[must_use]
    pub fn letter(self, letter: char) -> Sign {
        Sign { letter: Some(letter), ..self }
    }

    /// With a colour of its own.
    #[must_use]
    pub fn colour(self, colour: Colour) -> Sign {
        Sign { colour: Some(colour), ..self }
    }

    /// With what a page draws.
    #[must_use]
    pub fn shape(self, shape: &str) -> Sign {
        Sign { shape: Some(shape.to_owned()), ..self }
    }
}

/// What something is called.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Named {
    /// The word for it in views and records.
    pub id: String,
    /// What people call it.
    pub name: Text,
}

impl Named {
    /// Something and its name.
    pub fn new(id: &str, name: Text) -> Named {
        Named { id: id.to_owned(), name }
    }
}

/// A word that can be a step of a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Word {
    /// The word itself.
    pub id: String,
    /// What people call it.
    pub name: Text,
    /// What it does, in a few words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Text>,
    /// What a page draws beside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// What else a person may type for it. The first is offered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
}

impl Word {
    /// A word, its name, and what else may be typed for it.
    pub fn new(id: &str, name: Text, keys: &[&str]) -> Word {
        let keys = keys.iter().map(ToString::to_string).collect();
        Word { id: id.to_owned(), name, about: None, shape: None, keys }
    }

    /// With what it does.
    #[must_use]
    pub fn about(self, about: Text) -> Word {
        Word { about: Some(about), ..self }
    }

    /// With what a page draws beside it.
    #[must_use]
    pub fn shape(self, shape: &str) -> Word {
        Word { shape: Some(shape.to_owned()), ..self }
    }
}

impl Legend {
    /// What a game's facts tell without it: seats and endings. Seats without a colour get one.
    pub fn new(spec: &Spec, colours: &[Colour]) -> Legend {
        let seats = spec.seats.iter().enumerate().map(|(index, seat)| SeatSign {
            id: seat.id.to_owned(),
            name: seat.title.clone(),
            letter: seat.letter,
            colour: *colours.get(index).unwrap_or(&USUAL[index % USUAL.len()]),
            crest: None,
        });
        Legend {
            game: spec.id.to_owned(),
            title: spec.title.clone(),
            about: None,
            surface: Surface::default(),
            seats: seats.collect(),
            grounds: Vec::new(),
            pieces: Vec::new(),
            hand: Vec::new(),
            marks: Vec::new(),
            marks_name: None,
            parts: Vec::new(),
            points: None,
            facts: Vec::new(),
            words: Vec::new(),
            endings: spec.endings.iter().map(|(id, name)| Named::new(id, name.clone())).collect(),
        }
    }

    /// With shapes that tell the seats apart without colour.
    #[must_use]
    pub fn crests(mut self, crests: &[&str]) -> Legend {
        for (seat, crest) in self.seats.iter_mut().zip(crests) {
            seat.crest = Some((*crest).to_owned());
        }
        self
    }

    /// A seat, if there is one.
    pub fn seat(&self, seat: Seat) -> Option<&SeatSign> {
        self.seats.get(seat.index())
    }

    /// A seat's letter.
    pub(crate) fn letter(&self, seat: Seat) -> char {
        self.seat(seat).map_or('?', |seat| seat.letter)
    }

    pub(crate) fn ground(&self, id: &str) -> Option<&Sign> {
        self.grounds.iter().find(|sign| sign.id == id)
    }

    pub(crate) fn piece(&self, id: &str) -> Option<&Sign> {
        self.pieces.iter().find(|sign| sign.id == id)
    }

    pub(crate) fn item(&self, id: &str) -> Option<&Sign> {
        self.hand.iter().find(|sign| sign.id == id)
    }

    pub(crate) fn mark(&self, id: &str) -> Option<&Sign> {
        self.marks.iter().find(|sign| sign.id == id)
    }

    /// A fact as people read it; one that is not known here stays as it is.
    pub fn fact(&self, id: &str, value: &str) -> Text {
        match self.facts.iter().find(|fact| fact.id == id) {
            Some(fact) => fact.name.fill(value),
            None => Text::plain(format!("{id}: {value}")),
        }
    }

    /// What somebody holds, as people read it; what is not known here stays as it is.
    pub fn held(&self, id: &str, count: u32) -> Text {
        match self.item(id) {
            Some(item) => item.name.fill(&count.to_string()),
            None => Text::plain(format!("{id} x{count}")),
        }
    }

    /// What an ending is called.
    pub fn ending(&self, why: &str) -> Text {
        let known = self.endings.iter().find(|ending| ending.id == why);
        known.map_or_else(|| Text::plain(why), |ending| ending.name.clone())
    }
}
