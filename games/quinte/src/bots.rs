//! Built-in players, from one that does nothing to one that plans ahead.
//!
//! Every bot thinks in its own view: it is country 0 at the bottom, and its order is turned back
//! into the game's. It spends a fixed effort, not time, so that a game can be played again from
//! its seed on any machine.

mod builder;
mod fetch;
mod grid;
mod planner;
mod road;
mod samples;
mod sim;
mod simple;

use gyoji_core::{BotEntry, RankEntry, Seat, Turn, ranks};

use crate::{Move, Quarter, Quinte};

/// What the ranks are, weakest first.
/// Four strengths or five have to do for ten ranks.
pub(crate) const RANKS: [RankEntry; 10] = ranks([
    ("skeleton", ""),
    ("skeleton", ""),
    ("random", ""),
    ("random", ""),
    ("highscore", ""),
    ("highscore", ""),
    ("builder", ""),
    ("builder", ""),
    ("planner", ""),
    ("planner", "turns=2"),
]);

/// The ladder, weakest first.
pub fn bots() -> Vec<BotEntry<Quinte>> {
    vec![
        simple::skeleton(),
        samples::random(),
        samples::highscore(),
        builder::entry(),
        planner::entry(),
    ]
}

/// The seat a bot has in its own view.
const ME: Seat = Seat::FIRST;

/// Lets a bot think in its own view. What cannot be done of its order is left out.
fn in_own_view(turn: &Turn<'_, Quinte>, think: impl FnOnce(&Quinte) -> Move) -> Move {
    let view = Quarter::own_view(turn.seat);
    let order = think(&turn.position().turned(view));
    turn.position().possible(turn.seat, view.back().order(order))
}
