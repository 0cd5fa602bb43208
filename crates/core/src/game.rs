//! What a game is.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use std::time::Duration;

use crate::record::Policy;
use crate::view::{Legend, Step, View};
use crate::{Ask, BadText, OptionSpec, Options, Outcome, Seat, SeatSpec, Text};

/// A position of a game: a value that can be copied, compared, printed and read back.
///
/// The trait is not object-safe on purpose. Code that works for any game takes `G: Game` and
/// meets its type once per match through [`Visitor`](crate::Visitor), so nothing is erased in
/// a search's inner loop.
///
/// Rules where a bad move loses at once keep two things apart: what is *illegal* (the referee
/// deals with it) and what is a legal move that loses (the rules do: a renju foul ends the
/// game in [`outcome`](Game::outcome)).
pub trait Game:
    Clone + Eq + Hash + Debug + Display + FromStr<Err = BadText> + Send + Sync + 'static
{
    /// One whole turn of one seat, however many parts it has (piece and tile, cursor and
    /// soldier).
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = BadText> + Send + Sync + 'static;

    /// The facts about the game that do not depend on a position.
    const SPEC: Spec;

    /// The position a game starts from.
    fn start(setup: &Setup) -> Result<Self, BadText>;

    /// The value of an option that this position is played with, where a position knows it.
    ///
    /// A position may say in its text what is an option where a game starts as usual.
    fn option(&self, _name: &str) -> Option<String> {
        None
    }

    /// Whose turn it is: `None` exactly when [`outcome`](Game::outcome) is `Some`.
    fn to_move(&self) -> Option<Seat>;

    /// Every legal move, each once, in an order that depends on the position alone.
    fn moves(&self) -> impl Iterator<Item = Self::Move>;

    /// Whether `mv` is one of [`moves`](Game::moves).
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// Plays a move the caller knows to be legal.
    fn play(&mut self, mv: Self::Move);

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The move that is made for a seat that says nothing, where the rules have one.
    fn default_move(&self) -> Option<Self::Move> {
        None
    }

    /// The move that is made for a seat whose answer was not legal, where faults are skipped.
    ///
    /// Rules whose moves have parts that stand for themselves keep what can be done of `mv`.
    fn instead_of(&self, _mv: Self::Move) -> Option<Self::Move> {
        self.default_move()
    }

    /// The same position with the opponent to move, for a player that may have taken itself for the
    /// other side; none where that would make no difference.
    fn other_side(&self) -> Option<Self> {
        None
    }

    /// Why a move is not legal here, where the game can say more than that it is not.
    fn why_illegal(&self, _mv: Self::Move) -> Option<Text> {
        None
    }

    /// What made the last move lose, once the game is over, where a player would want to know
    /// more than the ending's name: the stones that make a foul.
    fn why_lost(&self) -> Option<Text> {
        None
    }

    /// How whoever has a seat is called in this position. Only a game whose players may change
    /// colours has to say.
    fn title(&self, seat: Seat) -> Text {
        Self::SPEC.seats[seat.index()].title.clone()
    }

    /// What the players call this moment, where they do not count moves: `turn 300`.
    fn round(&self) -> Option<Text> {
        None
    }

    /// About how many more moves whoever is to move will have to make. What is left on a bot's
    /// clock is shared out among them.
    fn moves_to_go(&self) -> u32 {
        30
    }

    /// What a screen needs to draw the position.
    fn view(&self) -> View;

    /// What the words of [`view`](Game::view) and [`steps`](Game::steps) mean and how they look:
    /// the same for all positions of a game that started alike.
    fn legend(&self) -> Legend {
        Legend::new(&Self::SPEC, &[])
    }

    /// The clicks that spell a move, for an interface that guides a person through it.
    ///
    /// This is the position *before* the move: where a disc falls to depends on what lies below.
    /// Cells are counted from the top left of its [`view`](Game::view). Each legal move has steps
    /// of its own, and those of none begin with all those of another.
    fn steps(&self, mv: Self::Move) -> Vec<Step>;

    /// What a person is asked who has taken the first steps of a move.
    fn ask_step(&self, _so_far: &[Step]) -> Ask {
        gyoji_words::human::next_step().into()
    }
}

/// A game of two with nothing hidden and nothing left to chance: what negamax needs.
pub trait TwoSeat: Game {
    /// A well-mixed hash of the position, equal for equal positions.
    fn key(&self) -> u64;
}

/// The facts about a game.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name used in commands and records: `othello`.
    pub id: &'static str,
    /// The name people read.
    pub title: Text,
    /// The seats, in order of play.
    pub seats: &'static [SeatSpec],
    /// Variants of rules and start.
    pub options: &'static [OptionSpec],
    /// Why a game can be over: the keys of [`Outcome::why`] and what they mean.
    pub endings: &'static [(&'static str, Text)],
    /// The time for one answer unless the plan says otherwise.
    pub time: Duration,
    /// What happens to a seat that answers badly, unless the plan says otherwise.
    pub policy: Policy,
    /// The dialect an external program is taken to speak if its player text names none.
    pub dialect: &'static str,
}

impl Spec {
    /// What an ending is called.
    pub fn ending(&self, why: &str) -> Text {
        let known = self.endings.iter().find(|(key, _)| *key == why);
        known.map_or_else(|| Text::plain(why), |(_, text)| text.clone())
    }
}

/// Everything that fixes how a game starts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// A position in the game's text form, to start from instead of the usual one.
    pub position: Option<String>,
    /// The game's options, checked.
    pub options: Options,
    /// The seed of everything the rules or the players draw by lot.
    pub seed: u64,
    /// The moves that are made from there before anybody is asked. [`Game::start`] does not make
    /// them; protocols that can only tell moves need them.
    pub opening: Vec<String>,
}

impl Setup {
    /// The usual start of a game.
    pub fn usual<G: Game>() -> Setup {
        Setup { options: Options::defaults(G::SPEC.options), ..Setup::default() }
    }
}
