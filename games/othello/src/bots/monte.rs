//! Flat Monte Carlo, as the course's own sample AI plays (seed 002): random games after each
//! legal move in turn, and the move that won most of them.

use fastrand::Rng;
use gyoji_core::{BadText, Bot, BotEntry, Budget, Game, OptionSpec, Options, Text, Thought, Turn};
use gyoji_search::flat::{Tried, best};
use gyoji_search::{Limits, flat};

use super::PLAYOUTS;
use super::playout::RandomGame;
use crate::{Move, Othello};

/// Random games for a move if nothing else is said.
const USUAL: u64 = 1000;

pub(super) fn entry() -> BotEntry<Othello> {
    BotEntry {
        name: "monte",
        about: Text::new(
            "flat Monte Carlo: random games after each move, best rate wins",
            "原始モンテカルロ: 各手のあとをランダムに打ち、勝率のよい手を選ぶ",
        ),
        level: 3,
        options: OPTIONS,
        make,
    }
}

const OPTIONS: &[OptionSpec] = &[OptionSpec::TIME, PLAYOUTS];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Othello>>, BadText> {
    Ok(Box::new(Monte { limits: limits(options, USUAL), rng: Rng::with_seed(seed) }))
}

/// The limits that `time` and `playouts` ask for, with `usual` playouts if they ask for nothing.
pub(super) fn limits(options: &Options, usual: u64) -> Limits {
    let time = options.time("time");
    let nodes = match options.number("playouts") {
        0 => time.is_none().then_some(usual),
        playouts => Some(playouts),
    };
    Limits { depth: None, nodes, time }
}

struct Monte {
    limits: Limits,
    rng: Rng,
}

impl Bot<Othello> for Monte {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        if position.board().moves() == 0 {
            return Move::Pass;
        }
        let tried = flat(position, &mut RandomGame, &self.limits, budget, &mut self.rng);
        for one in &tried {
            think(Thought::new(describe(one.mv, one.rate, one.playouts)));
        }
        let chosen = best(&tried).or_else(|| position.moves().next()).unwrap_or(Move::Pass);
        let value = tried.iter().find(|one| one.mv == chosen).and_then(Tried::value);
        think(Thought::new(format!("PUT->{}", cell(chosen))).with_value(value));
        chosen
    }
}

/// `(2,4): rate= 45.511% / 479`, as the sample AI writes it.
pub(super) fn describe(mv: Move, rate: f64, games: u64) -> String {
    format!("{}: rate= {:.3}% / {games}", cell(mv), 100.0 * rate)
}

/// `(x,y)`, x to the right and y down, from 0.
pub(super) fn cell(mv: Move) -> String {
    mv.square().map_or_else(|| mv.to_string(), |square| format!("({},{})", square % 8, square / 8))
}
