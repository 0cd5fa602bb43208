//! What every move of a position is worth, as far as a game's strongest search can see: the
//! analyser a game may bring along. Proofs alone are the business of [`SolverEntry`](crate::SolverEntry).

use crate::{BadText, Budget, Game, Text, Value};

/// What a move is worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Worth<M> {
    /// The move.
    pub mv: M,
    /// What the side to move may expect of it, in the game's own points; more is better.
    pub value: f32,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How sure a search that leaves moves out is of it, in percent: 100 if it has left out none.
    pub percent: u8,
    /// Whether the value is proved.
    pub solved: bool,
    /// The expected play, `mv` first.
    pub line: Vec<M>,
}

/// How to look at a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// How many plies deep at the most; the same depth, by one thread, finds the same.
    pub depth: Option<u32>,
    /// How long, and who may end it.
    pub budget: Budget<'a>,
}

/// A search with its memory, which later positions of the same game profit from.
pub trait Analyser<G: Game> {
    /// What every move is worth, the best first, all of them looked at equally deep. Not empty
    /// unless the game is over.
    fn look(&mut self, position: &G, look: &Look<'_>) -> Vec<Worth<G::Move>>;
}

/// What an analyser may use.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Threads that search.
    pub threads: usize,
    /// The most bytes its tables may take.
    pub memory: usize,
}

/// A game as somebody wrote it down, or a position if it has no moves. The moves are legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told<G: Game> {
    /// What the players are called, for each seat; empty where that is not said.
    pub names: Vec<String>,
    /// Where it starts.
    pub start: G,
    /// Its moves.
    pub moves: Vec<G::Move>,
}

/// Reads games and positions: in the format of a file with this ending, or, if it has none that
/// tells, in whichever form they have.
pub type ReadTold<G> = fn(ending: Option<&str>, bytes: &[u8]) -> Result<Vec<Told<G>>, BadText>;

/// Makes an analyser, or says what it cannot have.
pub type MakeAnalyser<G> = fn(Means) -> Result<Box<dyn Analyser<G>>, BadText>;

/// The analyser of a game's kit.
#[derive(Clone, Debug)]
pub struct AnalyserEntry<G: Game> {
    /// What values are counted in.
    pub unit: Text,
    /// How many points ahead are won 73 times in 100.
    pub scale: f32,
    /// A move that loses as much is a mistake.
    pub mistake: f32,
    /// A move that loses as much is a blunder.
    pub blunder: f32,
    /// The forms of games and positions that are read, for a message.
    pub forms: Text,
    /// Reads them.
    pub read: ReadTold<G>,
    /// Makes an analyser, or says what it cannot have.
    pub make: MakeAnalyser<G>,
}

impl<G: Game> AnalyserEntry<G> {
    /// The share of the game that whoever makes this move may expect.
    pub fn chances(&self, worth: &Worth<G::Move>) -> Value {
        // Thousandths of a point are finer than any search can see.
        let thousandths = (1000.0 * worth.value) as i32;
        match worth.solved {
            true => Value::proved(thousandths),
            false => Value::of_score(thousandths, 1000.0 * self.scale),
        }
    }
}
