//! The other side of a dialect, for bots that are programs themselves.

use std::time::Duration;

use crate::{BadText, Game, OnClock, Seat, Value};

/// The other side of a dialect: with it a built-in bot can be a program of that dialect.
pub trait Client<G: Game>: Send {
    /// What a line means for a search that is going on when it comes; nothing of what was heard before
    /// counts. [`hear`](Client::hear) gets the line when the search is over.
    fn interrupts(&self, _line: &str) -> Interrupt {
        Interrupt::No
    }

    /// What a line from the referee wants of us.
    fn hear(&mut self, line: &str) -> Result<Cue<G>, BadText>;

    /// The line that says what we think of our position, without its end, where there is one. It
    /// goes before that of the move.
    fn value(&self, _value: Value) -> Option<String> {
        None
    }

    /// The line that says a move, without its end.
    fn say(&self, mv: G::Move) -> String;

    /// What follows once we have chosen `mv`: the line that says so, or another question where
    /// one line has to say several moves.
    fn chosen(&mut self, mv: G::Move) -> Cue<G> {
        Cue::Say(self.say(mv))
    }
}

/// What a line means for a search that is going on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// Nothing: its answer is wanted.
    No,
    /// We should leave: its answer is wanted only if this was said in one breath with the question.
    Leave,
    /// It ends at once, with the best it has.
    Now,
}

/// What a line from the referee wants.
#[derive(Debug)]
pub enum Cue<G: Game> {
    /// Nothing for now.
    Nothing,
    /// This line, or several, without the last one's end.
    Say(String),
    /// A move.
    Move(Asked<G>),
    /// To use no more memory than so many bytes; 0 for no limit.
    Memory(u64),
    /// To look so many plies ahead, if we have such a setting.
    Depth(u32),
    /// We should leave.
    Leave,
}

/// A question as a [`Client`] understands it.
#[derive(Debug)]
pub struct Asked<G: Game> {
    /// Our seat.
    pub seat: Seat,
    /// The position to move in.
    pub position: G,
    /// The time we have; none if there is no limit. Where a dialect does not tell, it is what the
    /// game usually allows.
    pub left: Option<Duration>,
    /// What our clock for the whole game shows, where the dialect tells.
    pub clock: Option<OnClock>,
}

/// Makes the other side of a dialect.
pub type MakeClient<G> = fn() -> Box<dyn Client<G>>;
