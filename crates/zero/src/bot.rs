//! A bot that plays with a network: PUCT, proofs, and no noise.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use gyoji_core::{
    BadText, Bot, BotEntry, Budget, Game, MakeBot, OptionKind, OptionSpec, Options, Planes,
    PlanesEntry, Text, Thought, Turn,
};
use gyoji_nn::Isa;
use gyoji_search::guide::from_value;
use gyoji_search::mcts::{Descent, Searched, Settings, Tree};
use gyoji_search::{Limits, Stopwatch};
use gyoji_words::zero as words;

use crate::judge::{Judge, foresee};
use crate::model::Model;

/// Simulations for a move if nothing else is said: as in the class document.
const USUAL: u64 = 100;
/// How many moves are told of.
const TOLD: usize = 5;
/// How many moves of the expected line are told.
const LINE: usize = 6;

/// What can be set.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "model",
        kind: OptionKind::File,
        default: "",
        about: Text::new(
            "the file with the weights (gyoji train makes one); none: the built-in ones",
            "重みのファイル（gyoji train で作れます）。省略すると内蔵の重み",
        ),
    },
    OptionSpec::TIME,
    OptionSpec {
        name: "simulations",
        kind: OptionKind::Number(0, 1_000_000_000),
        default: "0",
        about: Text::new(
            "simulations for one move; 0: 100, or as many as the time allows",
            "1手あたりのシミュレーション回数。0 なら100（time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "c",
        kind: OptionKind::Number(0, 10_000),
        default: "125",
        about: Text::new(
            "how much moves count that the network likes but are hardly known, in hundredths",
            "ネットワークが有望と見るが、まだ調べていない手をどれだけ重んじるか（1/100単位）",
        ),
    },
];

/// The bot as a kit has it; `make` calls the [`make`] of this module with the game's planes.
pub fn entry<G: Game>(level: u8, make: MakeBot<G>) -> BotEntry<G> {
    BotEntry {
        name: "zero",
        about: Text::new(
            "tree search guided by a network that has learnt by playing against itself",
            "自己対戦で学習したニューラルネットワークに導かれる木探索",
        ),
        level,
        options: OPTIONS,
        make,
    }
}

/// Makes the bot for a game with those planes; `built_in` are the weights it has by itself.
///
/// # Errors
/// If there are no weights, or none that fit the game.
pub fn make<G: Game>(
    known: &[PlanesEntry<G>],
    built_in: Option<&[u8]>,
    options: &Options,
    seed: u64,
) -> Result<Box<dyn Bot<G>>, BadText> {
    let path = options.get("model");
    let model = match (path, built_in) {
        ("", Some(bytes)) => Model::from_bytes(bytes, known, Isa::best()),
        ("", None) => Err(words::no_model(G::SPEC.id)),
        (path, _) => fs::read(Path::new(path))
            .map_err(|error| words::io_error(path, gyoji_words::system::said(&error)))
            .and_then(|bytes| Model::from_bytes(&bytes, known, Isa::best())),
    };
    let model = model.map_err(|problem| BadText::new(path, problem))?;
    let time = options.time("time");
    let nodes = match options.number("simulations") {
        0 => time.is_none().then_some(USUAL),
        simulations => Some(simulations),
    };
    let explore = options.number("c") as f32 / 100.0;
    Ok(Box::new(Zero {
        planes: model.planes,
        judge: Judge::new(&model),
        tree: Tree::new(Settings { explore, ..Settings::default() }),
        limits: Limits { depth: None, nodes, time },
        rng: Rng::with_seed(seed),
    }))
}

struct Zero<G: Game> {
    planes: &'static dyn Planes<G>,
    judge: Judge<G>,
    tree: Tree<G>,
    limits: Limits,
    rng: Rng,
}

impl<G: Game> Zero<G> {
    /// A walk down the tree, a look, and back; false if there is nothing more to be found.
    fn walk(&mut self, past: &[G]) -> bool {
        let mut leaf = match self.tree.descend() {
            Descent::Leaf(leaf) => leaf,
            Descent::Certain => return true,
            Descent::Busy | Descent::Over => return false,
        };
        let Some(seat) = leaf.position().to_move() else { return false };
        foresee(self.planes, &mut leaf);
        let mut value = 1.0;
        if leaf.is_open() {
            self.judge.clear();
            self.judge.add(past, &leaf);
            self.judge.look();
            value = self.judge.answer(0, &mut leaf);
        }
        self.tree.back_up(leaf, from_value(seat, value), &mut self.rng);
        true
    }
}

impl<G: Game> Bot<G> for Zero<G> {
    fn choose(
        &mut self,
        turn: &Turn<'_, G>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> G::Move {
        self.tree.set_root(turn.position(), &mut self.rng);
        if !self.tree.is_open() {
            self.walk(turn.past);
        }
        let mut watch = Stopwatch::new(&self.limits, budget);
        while !self.tree.proof().is_known() && !watch.tick() && self.walk(turn.past) {}
        let found = self.tree.found();
        describe(&found, &self.tree.line(LINE), think);
        found.best().expect("there is a move")
    }
}

/// `value +0.31: c5,c4 b3g, …`, then `c5,c4 b3g: 61.2% / 480, prior 12.3%`, the best moves first.
fn describe<M: std::fmt::Display + Copy>(
    found: &Searched<M>,
    line: &[M],
    think: &mut dyn FnMut(Thought),
) {
    let line: Vec<String> = line.iter().map(M::to_string).collect();
    let value = found.candidates.first().and_then(gyoji_search::mcts::Candidate::value);
    let line = format!("value {:+.2}: {}", found.value(), line.join(", "));
    think(Thought::new(line).with_value(value));
    for one in found.candidates.iter().take(TOLD) {
        let (rate, prior) = (100.0 * one.rate, 100.0 * one.prior);
        let line = format!("{}: {rate:.1}% / {}, prior {prior:.1}%", one.mv, one.visits);
        think(Thought::new(line));
    }
}
