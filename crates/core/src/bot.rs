//! Players that are built in.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::record::Value;
use crate::view::Step;
use crate::{BadText, Game, OnClock, OptionSpec, Options, Seat, Text};

/// A turn as the player sees it: the whole game so far.
#[derive(Debug)]
pub struct Turn<'a, G: Game> {
    /// Who is to move.
    pub seat: Seat,
    /// Every position from the start to now; never empty.
    pub past: &'a [G],
    /// Every move so far: one less than the positions.
    pub moves: &'a [G::Move],
    /// The time this answer may take; none if there is no limit.
    pub left: Option<Duration>,
    /// What the clock for the whole game shows, if there is one.
    pub clock: Option<OnClock>,
}

impl<'a, G: Game> Turn<'a, G> {
    /// The position to move in.
    pub fn position(&self) -> &'a G {
        self.past.last().expect("a turn has a position")
    }

    /// How many moves have been made.
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The last move, as steps on the position before it.
    pub fn last_steps(&self) -> Option<Vec<Step>> {
        let [.., before, _] = self.past else { return None };
        self.moves.last().map(|mv| before.steps(*mv))
    }
}

impl<G: Game> Clone for Turn<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Turn<'_, G> {}

/// What a bot may spend on one answer, beyond its own settings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// When the bot has to have chosen. What the answer costs on its way is taken off already, and
    /// what is on a clock is shared out: see [`Pace`](crate::Pace).
    pub deadline: Option<Instant>,
    /// Set by somebody else when the answer is wanted now.
    pub stop: Option<&'a AtomicBool>,
}

/// What a bot says about its thinking.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Thought {
    /// One line for a person: `(2,4): rate= 45.511% / 479`, `depth 9 score +3 f5 d6 c3`. Empty if
    /// there is nothing to read.
    pub line: String,
    /// What it now thinks of its position. The last one it says is that of its move.
    pub value: Option<Value>,
}

impl Thought {
    /// A line that says nothing of what the position is worth.
    pub fn new(line: impl Into<String>) -> Thought {
        Thought { line: line.into(), value: None }
    }

    /// The same, with what the position is worth if that is known.
    #[must_use]
    pub fn with_value(self, value: impl Into<Option<Value>>) -> Thought {
        Thought { value: value.into(), ..self }
    }
}

impl From<Value> for Thought {
    /// Nothing but what the position is worth.
    fn from(value: Value) -> Thought {
        Thought::default().with_value(value)
    }
}

/// A player that lives in this program.
pub trait Bot<G: Game>: Send {
    /// Chooses one of the legal moves; there is at least one. Tells its thinking to `think`.
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> G::Move;

    /// Among how many of its own moves what is left on its clock is shared out. Only a bot that needs no time for some of
    /// them has to say.
    fn moves_to_go(&self, position: &G) -> u32 {
        position.moves_to_go()
    }

    /// Others are asked now, and this bot may think meanwhile about `turn`, which is theirs. Returns at once; the
    /// thinking ends with the next call of anything else, and with the bot. Called only where its thinking in others'
    /// time was agreed; one that is not called has to play as well as it can all the same.
    fn ponder(&mut self, _turn: &Turn<'_, G>) {}

    /// Uses no more memory than about so many bytes from now on; 0 for no limit. What a bot
    /// without tables needs is too little to count.
    fn limit_memory(&mut self, _bytes: u64) {}
}

/// Makes a bot from its checked options and a seed.
pub type MakeBot<G> = fn(&Options, u64) -> Result<Box<dyn Bot<G>>, BadText>;

/// A bot of a game's kit: how it is called and how it is made.
#[derive(Clone, Debug)]
pub struct BotEntry<G: Game> {
    /// Its name in `bot:NAME`.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Text,
    /// Its rung on the game's ladder, from 0.
    pub level: u8,
    /// What can be set: `bot:NAME?option=value`.
    pub options: &'static [OptionSpec],
    /// Makes one; the seed feeds everything it draws by lot.
    pub make: MakeBot<G>,
}
