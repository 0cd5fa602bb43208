//! Alpha-beta on the bare board, with the learnt evaluation.

use gyoji_core::{
    BadText, Bot, BotEntry, Budget, OptionKind, OptionSpec, Options, Text, Thought, Turn,
};
use gyoji_search::{AlphaBeta, Limits};

use super::evaluate::Evaluation;
use crate::board::Board;
use crate::{Contrast, Move};

/// Plies to look ahead if nothing else is said.
const USUAL_DEPTH: u32 = 7;
/// The memory of the search: enough for the usual depth, and for some minutes.
const USUAL_BYTES: usize = 8 << 20;
const MANY_BYTES: usize = 64 << 20;

pub(super) fn entry() -> BotEntry<Contrast> {
    BotEntry {
        name: "alphabeta",
        about: Text::new(
            "alpha-beta with an evaluation learnt from its own games",
            "アルファベータ探索と、自己対局から学んだ評価関数",
        ),
        level: 4,
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
            "plies to look ahead; 0: the usual 7, or as many as the time allows",
            "読みの深さ。0 なら既定の7手（time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "variety",
        kind: OptionKind::Number(0, 1000),
        default: "10",
        about: Text::new(
            "how much the evaluation is blurred by lot, 256 being about a 73 % chance to win; 0: always the same games",
            "評価値に加える乱数の幅（256でおよそ勝率73 %の差）。0 ならいつも同じ手を指す",
        ),
    },
];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Contrast>>, BadText> {
    let time = options.time("time");
    let depth = match options.number("depth") as u32 {
        0 => time.is_none().then_some(USUAL_DEPTH),
        depth => Some(depth),
    };
    let is_usual = depth.is_some_and(|depth| depth <= USUAL_DEPTH);
    let evaluation = Evaluation::blurred(options.number("variety") as u32, seed);
    let bytes = if is_usual { USUAL_BYTES } else { MANY_BYTES };
    let search = AlphaBeta::new(evaluation, bytes);
    Ok(Box::new(Searcher { limits: Limits { depth, nodes: None, time }, search }))
}

struct Searcher {
    limits: Limits,
    search: AlphaBeta<Board, Evaluation>,
}

impl Bot<Contrast> for Searcher {
    fn choose(
        &mut self,
        turn: &Turn<'_, Contrast>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        // The search sees the board alone; what has stood before it is told.
        self.search.remember(position.boards().skip(1).take(position.since_last_tile()));
        let found = self.search.search(&position.board(), &self.limits, budget, think);
        found.expect("there is a move").best
    }
}
