//! The strongest of the ladder: a learnt pattern evaluation and a selective search, to the end where it can.

use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_core::{
    BadText, Bot, BotEntry, Budget, Game, OptionKind, OptionSpec, Options, Text, Thought, Turn,
    Value,
};
use gyoji_search::Limits;

use super::LOGIT_DISCS;
use crate::book::Book;
use crate::engine::{DISC, Engine, Found, Ponderer, Settings, Weights};
use crate::{Move, Othello, memory};

/// Plies to look ahead if nothing else is said.
const USUAL_DEPTH: u32 = 10;
/// Empty squares from which the end is solved if nothing else is said, without a clock and with one.
const USUAL_SOLVE: u32 = 18;
const SOLVE_IN_TIME: u32 = 30;
/// Without a clock a move may cost this many nodes.
const MOST_NODES: u64 = 30_000_000;
/// Under a clock for the whole game the end is usually solved with so many empty squares.
const SOLVED_BY_THEN: u32 = 25;
/// Under a clock for the whole game no pass is begun after this part of the move's time.
const LAST_BEGIN: f32 = 0.6;

pub(super) fn entry() -> BotEntry<Othello> {
    BotEntry {
        name: "pattern",
        about: Text::new(
            "learnt pattern evaluation and selective search (Multi-ProbCut), and perfect play at the end",
            "学習したパターン評価と選択的探索（Multi-ProbCut）、終盤は完全読み",
        ),
        level: 6,
        options: OPTIONS,
        make,
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::TIME,
    OptionSpec {
        name: "depth",
        kind: OptionKind::Number(0, 60),
        default: "0",
        about: Text::new(
            "plies to look ahead; 0: the usual 10, or as many as the time allows",
            "読みの深さ。0 なら既定の10手（time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "solve",
        kind: OptionKind::Number(0, 60),
        default: "0",
        about: Text::new(
            "empty squares from which it looks to the end of the game; 0: the usual 18, or with time 30",
            "終局まで読み始める空きマスの数。0 なら既定の18（time があれば30）",
        ),
    },
    OptionSpec {
        name: "selectivity",
        kind: OptionKind::Number(0, 5),
        default: "1",
        about: Text::new(
            "how much is left out: 0 most, 5 nothing",
            "枝刈りの大胆さ。0が最も大胆、5なら枝刈りなし",
        ),
    },
    OptionSpec {
        name: "memory",
        kind: OptionKind::Number(1, 65536),
        default: "64",
        about: Text::new("megabytes for its tables", "置換表に使うメモリ（MB）"),
    },
    OptionSpec {
        name: "threads",
        kind: OptionKind::Number(1, 64),
        default: "1",
        about: Text::new(
            "threads that search; with more than one, games cannot be repeated from their seed",
            "探索に使うスレッドの数。2以上では、同じシードでも同じ対局になるとは限りません",
        ),
    },
    OptionSpec {
        name: "variety",
        kind: OptionKind::Number(0, 10_000),
        default: "40",
        about: Text::new(
            "how much moves are blurred by lot, in hundredths of a disc; 0: always the same games",
            "候補手の評価値に加える乱数の幅（1/100石）。0 ならいつも同じ手を打つ",
        ),
    },
    OptionSpec {
        name: "book",
        kind: OptionKind::Choice(&["yes", "no"]),
        default: "yes",
        about: Text::new(
            "whether it plays from its opening book where that knows the position",
            "定石集にある局面では、それに従って打つかどうか",
        ),
    },
    OptionSpec {
        name: "ponder",
        kind: OptionKind::Choice(&["no", "yes"]),
        default: "no",
        about: Text::new(
            "whether it also thinks in its opponent's time; only with time",
            "相手の手番にも考えるかどうか。time があるときだけ有効",
        ),
    },
];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Othello>>, BadText> {
    let time = options.time("time");
    let or = |name, usual| match options.number(name) as u32 {
        0 => usual,
        number => number,
    };
    let depth = or("depth", if time.is_some() { 60 } else { USUAL_DEPTH });
    let solve = or("solve", if time.is_some() { SOLVE_IN_TIME } else { USUAL_SOLVE });
    let level = options.number("selectivity") as u8;
    // Made now: a table is not to be laid out while a clock is running.
    let memory = (options.number("memory") as usize) << 20;
    memory::check(memory)?;
    let threads = options.number("threads") as usize;
    let engine = Engine::with_threads(Weights::learnt(), memory, threads);
    Ok(Box::new(Pattern {
        limits: Limits { depth: Some(depth), nodes: time.is_none().then_some(MOST_NODES), time },
        settings: Settings { solve, level, last_begin: None },
        variety: options.number("variety") as i32 * DISC / 100,
        book: options.get("book") == "yes",
        engine: Ponderer::new(engine),
        ponders: options.get("ponder") == "yes" && time.is_some(),
        rng: Rng::with_seed(seed),
    }))
}

struct Pattern {
    limits: Limits,
    settings: Settings,
    variety: i32,
    book: bool,
    engine: Ponderer,
    ponders: bool,
    rng: Rng,
}

impl Bot<Othello> for Pattern {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        self.engine.rest();
        let position = turn.position();
        let mut moves = position.moves();
        let first = moves.next().unwrap_or(Move::Pass);
        if moves.next().is_none() {
            return first;
        }
        let mut settings = self.settings;
        if turn.clock.is_some() {
            // What is not used now is there for the moves to come.
            let left = self.limits.deadline(budget).map(|deadline| {
                deadline.saturating_duration_since(Instant::now()).mul_f32(LAST_BEGIN)
            });
            settings.last_begin = left.and_then(|left: Duration| Instant::now().checked_add(left));
        }
        let Self { variety, rng, engine, .. } = self;
        let mut bonus = |_| if *variety > 0 { rng.i32(0..*variety) } else { 0 };
        let mut tell = |found: &Found| {
            think(Thought::new(describe(found)).with_value(value(found)));
        };
        let board = position.board();
        if self.book
            && let Some(known) = Book::learnt()
                .find(board)
                .into_iter()
                .max_by_key(|known| known.value * DISC / 100 + bonus(known.square))
        {
            let (mv, discs) = (Move::Put(known.square), f64::from(known.value) / 100.0);
            let value = Value::of_score(known.value, LOGIT_DISCS * 100.0);
            think(Thought::new(format!("book {discs:+.1} {mv}")).with_value(value));
            return mv;
        }
        let found =
            engine.engine().search(board, &settings, &self.limits, budget, &mut bonus, &mut tell);
        found.map_or(first, |found| Move::Put(found.best))
    }

    /// Where the end is solved there is nothing to think about any more: what is on the clock is for the moves before.
    fn moves_to_go(&self, position: &Othello) -> u32 {
        let solved = SOLVED_BY_THEN.min(self.settings.solve);
        position.board().empties().saturating_sub(solved).div_ceil(2) + 2
    }

    fn ponder(&mut self, turn: &Turn<'_, Othello>) {
        if self.ponders {
            self.engine.ponder(turn.position().board(), self.settings, self.limits);
        }
    }
}

/// What the side to move expects: what is proved, or what the evaluation guesses.
fn value(found: &Found) -> Value {
    match found.outcome {
        _ if found.solved => Value::proved(found.score),
        Some(outcome) => Value::proved(outcome),
        None => Value::of_score(found.score, LOGIT_DISCS * DISC as f32),
    }
}

/// `depth 14@73% score +3.2 nodes 48210 f5 d6 c3`, or `solved score +12 nodes 48210 f5 d6`.
fn describe(found: &Found) -> String {
    // Tenths of a disc are shown, and no "-0.0".
    let tenths = (10.0 * f64::from(found.score) / f64::from(DISC)).round() as i32;
    let score = f64::from(tenths) / 10.0;
    let mut text = match found.outcome {
        _ if found.solved => format!("solved score {score:+}"),
        Some(0) => "solved draw".to_owned(),
        Some(1..) => "solved win".to_owned(),
        Some(_) => "solved loss".to_owned(),
        None => format!("depth {}@{} score {score:+.1}", found.depth, found.percent()),
    };
    text.push_str(&format!(" nodes {}", found.nodes));
    for &square in &found.line {
        text.push_str(&format!(" {}", Move::Put(square)));
    }
    text
}
