//! A game as files have it.

use gyoji_core::{Game, Seat, Text};

use super::words;
use crate::{Move, Othello};

/// A game: where it starts, its moves, and what is known about it.
///
/// The moves are legal, and every pass that is forced is among them, also where a file leaves it
/// out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kifu {
    start: Othello,
    moves: Vec<Played>,
    /// The position the moves lead to.
    now: Othello,
    /// What black and white are called; empty if the file does not say.
    pub names: [String; 2],
    /// How it ended, if the file says it.
    pub score: Option<Score>,
    /// The tournament or the place; empty if the file does not say.
    pub event: String,
    /// When it was played, as the file has it: `1999`, `2014-02-21 20:52:27 GMT`.
    pub date: String,
    /// The time the players had, as GGF has it: `15:00`.
    pub time: String,
    /// What moves in the start position are worth, where a file of positions says it.
    pub worth: Vec<Worth>,
}

/// A move that was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// How long it took, in milliseconds, if that is known.
    pub millis: Option<u64>,
    /// What its player thought it was worth, in hundredths of a disc, if that is known.
    pub value: Option<i32>,
}

impl From<Move> for Played {
    fn from(mv: Move) -> Played {
        Played { mv, millis: None, value: None }
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Score {
    /// Black's discs less white's.
    pub discs: i32,
    /// How that came about.
    pub by: By,
}

/// What decided a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum By {
    /// The discs were counted, or the players agreed.
    Discs,
    /// Somebody gave up.
    Resigned,
    /// Somebody's time was over.
    Time,
}

impl Score {
    /// A count of discs.
    pub const fn count(discs: i32) -> Score {
        Score { discs, by: By::Discs }
    }

    /// Who has lost, unless it is a draw.
    pub const fn loser(self) -> Option<Seat> {
        match self.discs {
            0 => None,
            1.. => Some(Seat::SECOND),
            _ => Some(Seat::FIRST),
        }
    }
}

/// What a move is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Worth {
    /// The move.
    pub mv: Move,
    /// The disc difference it leads to, for the side to move, if that is known.
    pub discs: Option<i32>,
}

impl Kifu {
    /// A game without moves.
    pub fn new(start: Othello) -> Kifu {
        Kifu {
            start,
            moves: Vec::new(),
            now: start,
            names: [String::new(), String::new()],
            score: None,
            event: String::new(),
            date: String::new(),
            time: String::new(),
            worth: Vec::new(),
        }
    }

    /// The position it starts from.
    pub const fn start(&self) -> &Othello {
        &self.start
    }

    /// Puts another start below a game that has no moves yet.
    pub(super) fn set_start(&mut self, start: Othello) {
        debug_assert!(self.moves.is_empty(), "moves belong to their start");
        (self.start, self.now) = (start, start);
    }

    /// The moves, passes included.
    pub fn moves(&self) -> &[Played] {
        &self.moves
    }

    /// The moves that put a disc.
    pub fn discs(&self) -> impl Iterator<Item = u8> {
        self.moves.iter().filter_map(|played| played.mv.square())
    }

    /// The position the moves lead to.
    pub const fn position(&self) -> &Othello {
        &self.now
    }

    /// Adds a move, and before it the pass that files may leave out. `by` is who made it, if that
    /// is said.
    pub fn push(&mut self, by: Option<Seat>, played: Played) -> Result<(), Text> {
        let is_disc = played.mv.square().is_some();
        if is_disc && !self.now.is_stuck() {
            self.pass_if_forced();
        }
        if self.now.to_move().is_none() {
            // Some write the passes of both sides behind the last disc.
            return if is_disc { Err(words::is_over(played.mv)) } else { Ok(()) };
        }
        let title =
            |seat: Seat| Othello::SPEC.seats[usize::from(seat != Seat::FIRST)].title.clone();
        let side = self.now.side();
        if by.is_some_and(|by| by != side) {
            return Err(words::not_the_turn(self.moves.len() + 1, played.mv, title(side)));
        }
        if !self.now.is_legal(played.mv) {
            let why = self.now.why_illegal(played.mv).unwrap_or_else(crate::moves::expected);
            return Err(words::illegal(self.moves.len() + 1, title(side), played.mv, why));
        }
        self.play(played);
        Ok(())
    }

    /// Adds the pass that is forced behind the last disc: there is nothing else to come.
    pub(super) fn settle(&mut self) {
        if self.discs().next().is_some() {
            self.pass_if_forced();
        }
    }

    fn pass_if_forced(&mut self) {
        if self.now.is_legal(Move::Pass) {
            self.play(Move::Pass.into());
        }
    }

    fn play(&mut self, played: Played) {
        self.now.play(played.mv);
        self.moves.push(played);
    }

    /// The result on the board if the game is over there, with the empty squares for the winner.
    pub(super) fn final_count(&self) -> Option<i32> {
        self.now.outcome()?;
        let [black, white] = self.counts();
        let empty = 64 - black - white;
        Some(black - white + (black - white).signum() * empty)
    }

    /// The discs of black and of white.
    pub(super) fn counts(&self) -> [i32; 2] {
        [Seat::FIRST, Seat::SECOND].map(|seat| self.now.discs(seat).count_ones() as i32)
    }
}
