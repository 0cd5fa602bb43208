//! Alpha-beta for games of two: iterative deepening, principal variation search, a table.
//!
//! Nothing assumes that the sides alternate: a score changes its sign only where the mover
//! changes, so passes and double moves need no special care. What a position is worth is left to
//! the game's [`Evaluate`]; the tree walk itself is in `walk`, scores of finished games in `score`.

mod score;
mod walk;

use gyoji_core::{Budget, Outcome, Seat, Thought, TwoSeat, Value};

use crate::Limits;
use crate::history::History;
use crate::limits::Stopwatch;
use crate::table::Transpositions;
pub use score::{WIN, is_decided, show, win};
use walk::{RootMove, Walk};

/// The deepest line that is followed.
pub const MOST_PLIES: u32 = 200;

/// What a game tells alpha-beta about its positions.
pub trait Evaluate<G: TwoSeat> {
    /// Whether [`margin`](Evaluate::margin) tells one win from another. If not, a search is
    /// content with the first win it has proved.
    const MARGINS: bool = false;

    /// Whether coming back to a position is taken for a draw: in the line that is looked at, and
    /// to the positions of [`AlphaBeta::remember`]. For games in which that can happen.
    const REPEATS: bool = false;

    /// How many units of a score are one unit of log odds, where scores say how likely a win is: a
    /// position worth so much is won 73 times in 100.
    const LOGIT: Option<f32> = None;

    /// What an unfinished position is worth to whoever is to move; far below [`WIN`].
    fn evaluate(&mut self, position: &G) -> i32;

    /// How promising a move looks before it is searched, at a node with `depth` plies to go.
    ///
    /// What the search itself has learnt of the move is added: from -1000 to 3000, a killer
    /// counting 1000 or 2000 of it.
    fn order(&mut self, _position: &G, _mv: G::Move, _depth: u32) -> i32 {
        0
    }

    /// Whether the side to move wins with its next move, where a game can tell without trying:
    /// then no line ends a ply before a win.
    fn wins_in_one(&mut self, _position: &G) -> bool {
        false
    }

    /// By how many plies less deep than the first moves a later one is looked at, at a node with
    /// `depth` plies to go; if it turns out well, it is searched again to the full depth.
    fn reduction(&self, _depth: u32, _index: usize) -> u32 {
        0
    }

    /// Lists the legal moves that are worth a look at a node with `depth` plies to go, and says
    /// whether these are all there are. What is left out is looked at only if everything that is
    /// listed loses: a game that is proved won or lost is so whatever is left out.
    fn candidates(&mut self, position: &G, _depth: u32, list: &mut Vec<G::Move>) -> bool {
        list.extend(position.moves());
        true
    }

    /// By how much the winner has won, at most 1000: a greater margin is the better win, and
    /// among equal margins the nearer one.
    fn margin(&self, _outcome: &Outcome) -> i32 {
        0
    }

    /// How a score is written for a person.
    fn show(&self, score: i32) -> String {
        show(score)
    }
}

/// What a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The move to play; the first of `line`.
    pub best: M,
    /// Its score for whoever is to move.
    pub score: i32,
    /// The last depth that was searched to its end; 0 if there was no time for any.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The expected play.
    pub line: Vec<M>,
    /// Whether the whole tree was searched, so that the score is the truth.
    pub solved: bool,
}

impl<M> Found<M> {
    /// What whoever is to move may expect, with an evaluation of so many units to a unit of log
    /// odds. Nothing is known before a depth was searched, unless the score is the truth.
    fn value(&self, logit: Option<f32>) -> Option<Value> {
        match self.solved || is_decided(self.score) {
            true => Some(Value::proved(self.score)),
            false => logit.filter(|_| self.depth > 0).map(|it| Value::of_score(self.score, it)),
        }
    }
}

/// An alpha-beta search with its memory, which is of use from one move of a game to the next.
#[derive(Debug)]
pub struct AlphaBeta<G: TwoSeat, E> {
    evaluate: E,
    table: Transpositions<G::Move>,
    history: History<G::Move>,
    /// The keys of the positions that have stood before.
    past: Vec<u64>,
}

impl<G: TwoSeat, E: Evaluate<G>> AlphaBeta<G, E> {
    /// A search with a table of at most about `table_bytes`.
    pub fn new(evaluate: E, table_bytes: usize) -> Self {
        AlphaBeta {
            evaluate,
            table: Transpositions::new(table_bytes),
            history: History::new(MOST_PLIES as usize + 1),
            past: Vec::new(),
        }
    }

    /// Which positions of the game so far could come again: see [`Evaluate::REPEATS`]. Replaces
    /// those told before.
    pub fn remember<'p>(&mut self, past: impl IntoIterator<Item = &'p G>) {
        self.past.clear();
        self.past.extend(past.into_iter().map(G::key));
    }

    /// Forgets everything, as if new.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
        self.past.clear();
    }

    /// The evaluation, as it was given.
    pub fn evaluator(&self) -> &E {
        &self.evaluate
    }

    /// Searches deeper and deeper until a limit is reached, and tells `think` after each depth,
    /// and when a depth that it could not finish has changed its mind.
    ///
    /// There is a move however small the budget is; `None` only if the game is over. Without any
    /// limit the search goes on until the whole tree is known.
    pub fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Found<G::Move>> {
        let seat = position.to_move()?;
        self.table.grow_older();
        self.history.grow_older();
        let mut walk = Walk::new(self, Stopwatch::new(limits, budget));
        let mut roots = walk.root_moves(position, seat);
        let first = roots.first()?.mv;
        let mut found =
            Found { best: first, score: 0, depth: 0, nodes: 0, line: vec![first], solved: false };
        let deepest = limits.depth.unwrap_or(MOST_PLIES).clamp(1, MOST_PLIES);
        for depth in 1..=deepest {
            let horizon = walk.horizon;
            walk.watch.look_soon();
            let score = walk.root(position, seat, &mut roots, depth);
            found.nodes = walk.watch.nodes;
            let last = found.best;
            if let Some(score) = score {
                found.score = score;
                found.line.clone_from(&roots[0].line);
                found.best = roots[0].mv;
            }
            if walk.watch.stopped {
                if found.best != last {
                    think(walk.thought(&found));
                }
                break;
            }
            found.depth = depth;
            found.solved = walk.horizon == horizon;
            think(walk.thought(&found));
            if found.solved || !E::MARGINS && is_decided(found.score) {
                break;
            }
        }
        Some(found)
    }
}

/// What a finished game is worth to `seat`, `ply` plies below the root.
fn finished<G: TwoSeat, E: Evaluate<G>>(evaluate: &E, end: &G, seat: Seat, ply: u32) -> i32 {
    let Some(outcome) = end.outcome() else { return 0 };
    let won = || win(evaluate.margin(&outcome), ply);
    match outcome.winner() {
        Some(winner) if winner == seat => won(),
        Some(_) => -won(),
        None => 0,
    }
}

impl<M: Copy> RootMove<M> {
    fn new(mv: M, rank: i32) -> RootMove<M> {
        RootMove { mv, rank, line: vec![mv] }
    }
}
