//! What a dialect knows of the mistakes people make in it: for explanations, never for the game.

use std::ops::Range;

use crate::{Deal, Game, Options, Text, Turn};

/// Explains lines that are no answers, in the words of one dialect.
///
/// The referee decides by [`Dialect::read`](crate::Dialect::read) alone. Whoever asks afterwards
/// why a player lost is told by this, from the record. One is made for each fault, by
/// [`DialectEntry::explain`](crate::DialectEntry::explain); only [`expected`](Explain::expected)
/// has to be there, and each of the others makes explanations better.
pub trait Explain<G: Game> {
    /// What an answer looks like: `a square such as c5, or "pass"`.
    fn expected(&self) -> Text;

    /// What is wrong with a line that is no answer, if there is more to say than what
    /// [`expected`](Explain::expected) says.
    fn flaw(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Flaw> {
        None
    }

    /// Where the move stands in a line that has more than it.
    fn locate(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Range<usize>> {
        None
    }

    /// The move that a wrong line may have meant.
    fn guess(&self, _turn: &Turn<'_, G>, _line: &str) -> Option<Guess<G::Move>> {
        None
    }

    /// The line that answers with `mv`, without its end, where it depends on the position or is
    /// not the move's own text: a player that counts or sees the board its own way is spoken to
    /// in its own words.
    fn answer(&self, _turn: &Turn<'_, G>, _mv: G::Move) -> Option<String> {
        None
    }

    /// Whether a line that is no answer says that the player itself cannot go on, and why.
    /// `is_ready` tells whether it had said before that it wants to play.
    fn complaint(&self, _turn: &Turn<'_, G>, _is_ready: bool, _line: &str) -> Option<Complaint> {
        None
    }
}

/// Makes what explains a dialect, from its checked options and what the player was told first.
pub type MakeExplain<G> = fn(&Options, &Deal<'_, G>) -> Box<dyn Explain<G>>;

/// A move somebody may have meant by a line that is not one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guess<M> {
    /// The move it may have meant.
    pub mv: M,
    /// What went wrong on the way.
    pub slip: Slip,
}

/// How a right move turns into a wrong line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Slip {
    /// The right move, written some other way: `C5`, `(2,4)`.
    Form,
    /// Column and row exchanged.
    Swapped,
    /// Counting from 0 where we count from 1, or the other way round.
    OffByOne,
}

/// What a player says is in its way, where its protocol lets it say so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Complaint {
    /// What that means.
    pub why: Text,
    /// What to do about it.
    pub fix: Text,
}

/// What is wrong with a line that is no answer, where the dialect can say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// The bytes of the line that are wrong.
    pub at: Range<usize>,
    /// What stands under them, in a few words.
    pub mark: Text,
    /// Why this is no answer.
    pub why: Text,
    /// What to do about it.
    pub fix: Text,
}
