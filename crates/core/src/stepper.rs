//! A game for whoever draws it: events go in, pictures come out, and no type of a game is seen.
//!
//! The terminal, a page and a stored record all use it. Live viewing is a replay whose end is
//! still moving: feed the events as they come, and look at any moment so far.

use serde::{Deserialize, Serialize};

use crate::record::{Event, Plan};
use crate::replay::{self, Table};
use crate::view::{Legend, Step, View};
use crate::{BadText, Choice, Chooser, Game, Seat, Spelled, Text};

/// A game that is followed by its events.
///
/// `gyoji_catalog::stepper` makes one from any plan. All positions are kept, so looking back costs
/// no more than looking at the last.
pub struct Stepper {
    legend: Legend,
    game: Box<dyn Followed>,
}

/// A game at one moment, as plain data: everything that is drawn beside the [`Legend`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// How many moves have been made.
    pub ply: u32,
    /// The position in the game's text form.
    pub position: String,
    /// What the players call this moment, where they do not count moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Text>,
    /// How the seats are called now, where players may have changed colours.
    pub titles: Vec<Text>,
    /// The move that led here; none at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<LastMove>,
    /// The position as it is drawn.
    pub view: View,
}

impl Moment {
    /// The cells of the last move, as (column, row).
    pub fn last_cells(&self) -> Vec<(u8, u8)> {
        let steps = self.last.iter().flat_map(|last| &last.steps);
        steps.filter_map(Step::cell).collect()
    }
}

/// A move that was made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LastMove {
    /// By whom.
    pub seat: Seat,
    /// The move in its text form.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its steps, on the board as it was before.
    pub steps: Vec<Step>,
    /// What the players called the moment in which it was made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<Text>,
}

impl Stepper {
    /// A game that begins as planned.
    pub fn new<G: Game>(plan: &Plan) -> Result<Stepper, BadText> {
        let (_, start) = replay::start::<G>(plan)?;
        Ok(Stepper::of(start))
    }

    /// A game that begins with this position.
    pub fn of<G: Game>(start: G) -> Stepper {
        Stepper { legend: start.legend(), game: Box::new(Table::new(start)) }
    }

    /// Does what an event says. What the rules do not allow is refused, and nothing happens.
    pub fn apply(&mut self, event: &Event) -> Result<(), BadText> {
        self.game.apply(event)
    }

    /// What things are called and how they look.
    pub fn legend(&self) -> &Legend {
        &self.legend
    }

    /// How many moves have been made.
    pub fn ply(&self) -> u32 {
        self.game.ply()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Option<Seat> {
        self.game.to_move()
    }

    /// The game as it stands.
    pub fn now(&self) -> Moment {
        self.game.moment(self.ply()).expect("there is always a position")
    }

    /// The game after so many moves, if so many have been made.
    pub fn at(&self, ply: u32) -> Option<Moment> {
        self.game.moment(ply)
    }

    /// Every move so far, in its text form.
    pub fn moves(&self) -> Vec<String> {
        self.game.moves()
    }

    /// Every legal move now, in its text form.
    pub fn legal(&self) -> Vec<String> {
        self.game.legal()
    }

    /// The move that is made for a seat that says nothing, where the rules have one.
    pub fn default_move(&self) -> Option<String> {
        self.game.default_move()
    }

    /// The legal move that a text says, as the game writes it; else what is wrong with it.
    pub fn read_move(&self, text: &str) -> Result<String, BadText> {
        self.game.read_move(text)
    }

    /// What a line means for a move of which these steps are taken.
    pub fn spell(&self, taken: &[Step], line: &str) -> Spelled<String> {
        self.game.spell(taken, line)
    }

    /// What whoever is to move can choose after these steps; `None` if no legal move begins so.
    pub fn choice(&self, taken: &[Step]) -> Option<Choice> {
        self.game.choice(taken)
    }
}

impl std::fmt::Debug for Stepper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stepper")
            .field("game", &self.legend.game)
            .field("ply", &self.ply())
            .finish_non_exhaustive()
    }
}

/// A [`Table`] whose game nobody needs to know.
trait Followed: Send {
    fn apply(&mut self, event: &Event) -> Result<(), BadText>;
    fn ply(&self) -> u32;
    fn to_move(&self) -> Option<Seat>;
    fn moment(&self, ply: u32) -> Option<Moment>;
    fn moves(&self) -> Vec<String>;
    fn legal(&self) -> Vec<String>;
    fn default_move(&self) -> Option<String>;
    fn read_move(&self, text: &str) -> Result<String, BadText>;
    fn spell(&self, taken: &[Step], line: &str) -> Spelled<String>;
    fn choice(&self, taken: &[Step]) -> Option<Choice>;
}

impl<G: Game> Followed for Table<G> {
    fn apply(&mut self, event: &Event) -> Result<(), BadText> {
        self.apply(event)
    }

    fn ply(&self) -> u32 {
        self.ply()
    }

    fn to_move(&self) -> Option<Seat> {
        self.to_move()
    }

    fn moment(&self, ply: u32) -> Option<Moment> {
        let index = ply as usize;
        let position = self.past().get(index)?;
        let last = || {
            let before = self.past().get(index.checked_sub(1)?)?;
            Some(LastMove {
                seat: before.to_move()?,
                mv: self.moves().get(index - 1)?.to_string(),
                steps: self.steps_to(index)?,
                round: before.round(),
            })
        };
        Some(Moment {
            ply,
            position: position.to_string(),
            round: position.round(),
            titles: Seat::all(G::SPEC.seats.len()).map(|seat| position.title(seat)).collect(),
            last: last(),
            view: position.view(),
        })
    }

    fn moves(&self) -> Vec<String> {
        self.moves().iter().map(ToString::to_string).collect()
    }

    fn legal(&self) -> Vec<String> {
        self.position().moves().map(|mv| mv.to_string()).collect()
    }

    fn default_move(&self) -> Option<String> {
        self.position().default_move().map(|mv| mv.to_string())
    }

    fn read_move(&self, text: &str) -> Result<String, BadText> {
        let mv: G::Move = text.parse()?;
        if self.position().is_legal(mv) {
            return Ok(mv.to_string());
        }
        let why = self.position().why_illegal(mv);
        Err(BadText::new(text, why.unwrap_or_else(|| gyoji_words::records::bad_move(text))))
    }

    fn spell(&self, taken: &[Step], line: &str) -> Spelled<String> {
        let chooser = Chooser::after(self.position(), taken);
        match chooser.unwrap_or_else(|| Chooser::new(self.position())).spell(line) {
            Spelled::Whole(mv) => Spelled::Whole(mv.to_string()),
            Spelled::More(steps) => Spelled::More(steps),
            Spelled::Not(steps, step) => Spelled::Not(steps, step),
            Spelled::Nothing => Spelled::Nothing,
        }
    }

    fn choice(&self, taken: &[Step]) -> Option<Choice> {
        Some(Chooser::after(self.position(), taken)?.choice())
    }
}
