//! Monte Carlo tree search, guided by the learnt evaluation or by random games.

use fastrand::Rng;
use gyoji_core::{
    BadText, Bot, BotEntry, Budget, OptionKind, OptionSpec, Options, Text, Thought, Turn,
};
use gyoji_search::guide::Uniform;
use gyoji_search::mcts::{Searched, Settings};
use gyoji_search::{Guide, Limits, Mcts};

use super::guide::Evaluated;
use crate::playout::RandomGame;
use crate::{Contrast, Move};

/// Simulations for a move if nothing else is said.
const USUAL: u64 = 1000;
/// How many moves are told of.
const TOLD: usize = 5;

pub(super) fn entry() -> BotEntry<Contrast> {
    BotEntry {
        name: "mcts",
        about: Text::new(
            "Monte Carlo tree search (PUCT), guided by the evaluation",
            "評価関数に導かれるモンテカルロ木探索（PUCT）",
        ),
        level: 3,
        options: OPTIONS,
        make,
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::TIME,
    OptionSpec {
        name: "simulations",
        kind: OptionKind::Number(0, 1_000_000_000),
        default: "0",
        about: Text::new(
            "simulations for one move; 0: the usual number, or as many as the time allows",
            "1手あたりのシミュレーション回数。0 なら既定の数（time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "c",
        kind: OptionKind::Number(0, 10_000),
        default: "200",
        about: Text::new(
            "how much moves count that look good but are hardly known, in hundredths",
            "まだ調べていない有望な手をどれだけ重んじるか（1/100単位）",
        ),
    },
    OptionSpec {
        name: "guide",
        kind: OptionKind::Choice(&["evaluation", "playouts"]),
        default: "evaluation",
        about: Text::new(
            "what judges new positions: the evaluation, or random games",
            "新しい局面を何で評価するか。evaluation は評価関数、playouts はランダム対局",
        ),
    },
];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Contrast>>, BadText> {
    let time = options.time("time");
    let nodes = match options.number("simulations") {
        0 => time.is_none().then_some(USUAL),
        simulations => Some(simulations),
    };
    let limits = Limits { depth: None, nodes, time };
    let explore = options.number("c") as f32 / 100.0;
    let settings = Settings { explore, ..Settings::default() };
    let rng = Rng::with_seed(seed);
    Ok(match options.get("guide") {
        "playouts" => {
            let search = Mcts::new(Uniform(RandomGame), settings);
            Box::new(TreeSearcher { limits, search, rng })
        }
        _ => {
            let search = Mcts::new(Evaluated::default(), settings);
            Box::new(TreeSearcher { limits, search, rng })
        }
    })
}

struct TreeSearcher<E> {
    limits: Limits,
    search: Mcts<Contrast, E>,
    rng: Rng,
}

impl<E: Guide<Contrast> + Send> Bot<Contrast> for TreeSearcher<E> {
    fn choose(
        &mut self,
        turn: &Turn<'_, Contrast>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let found = self.search.search(turn.position(), &self.limits, budget, &mut self.rng);
        describe(&found, think);
        found.best().expect("there is a move")
    }
}

/// `c5,c4 b3g: 61.2% / 480`, the best moves first.
fn describe(found: &Searched<Move>, think: &mut dyn FnMut(Thought)) {
    for (place, one) in found.candidates.iter().take(TOLD).enumerate() {
        let line = format!("{}: {:.1}% / {}", one.mv, 100.0 * one.rate, one.visits);
        think(Thought::new(line).with_value(one.value().filter(|_| place == 0)));
    }
}
