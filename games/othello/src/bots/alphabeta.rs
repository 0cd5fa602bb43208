//! The strongest of the ladder: alpha-beta in the middle game, perfect play at the end.

use std::time::{Duration, Instant};

use gyoji_core::{
    BadText, Bot, BotEntry, Budget, Game, OptionKind, OptionSpec, Options, Text, Thought, Turn,
    Value,
};
use gyoji_search::{AlphaBeta, Limits};

use super::evaluate::Evaluation;
use crate::board::Board;
use crate::solve::{self, Solved, Solver};
use crate::{Move, Othello};

/// Plies to look ahead if nothing else is said.
const USUAL_DEPTH: u32 = 8;
/// With so many more empty squares than are solved exactly, it is found out who wins.
const OUTCOME_EARLIER: u32 = 2;
/// Without a clock the endgame may cost this many nodes; then the usual search has to do.
const SOLVE_NODES: u64 = 30_000_000;
/// The memory of each of the two searches: enough for the usual depth, and for some minutes.
const USUAL_BYTES: usize = 8 << 20;
const MANY_BYTES: usize = 64 << 20;

pub(super) fn entry() -> BotEntry<Othello> {
    BotEntry {
        name: "alphabeta",
        about: Text::new(
            "alpha-beta with an evaluation, and perfect play at the end",
            "アルファベータ探索と評価関数、終盤は完全読み",
        ),
        level: 5,
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
            "plies to look ahead; 0: the usual 8, or as many as the time allows",
            "読みの深さ。0 なら既定の8手（time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "solve",
        kind: OptionKind::Number(0, 30),
        default: "16",
        about: Text::new(
            "empty squares from which the end is played perfectly, if the time allows",
            "完全読みを始める空きマスの数（時間が許せば）",
        ),
    },
    OptionSpec {
        name: "variety",
        kind: OptionKind::Number(0, 1000),
        default: "40",
        about: Text::new(
            "how much the evaluation is blurred by lot, in hundredths of a disc; 0: always the same games",
            "評価値に加える乱数の幅（1/100石）。0 ならいつも同じ手を打つ",
        ),
    },
];

fn make(options: &Options, seed: u64) -> Result<Box<dyn Bot<Othello>>, BadText> {
    let time = options.time("time");
    let depth = match options.number("depth") as u32 {
        0 => time.is_none().then_some(USUAL_DEPTH),
        depth => Some(depth),
    };
    // Both are made now: a table is not to be laid out while a clock is running.
    let usual = depth.is_some_and(|depth| depth <= USUAL_DEPTH);
    let bytes = if usual { USUAL_BYTES } else { MANY_BYTES };
    let evaluation = Evaluation::new(options.number("variety") as u32, seed);
    Ok(Box::new(Searcher {
        limits: Limits { depth, nodes: None, time },
        exact: options.number("solve") as u32,
        search: AlphaBeta::new(evaluation, bytes),
        solver: Solver::new(bytes),
    }))
}

struct Searcher {
    limits: Limits,
    exact: u32,
    search: AlphaBeta<Othello, Evaluation>,
    solver: Solver,
}

impl Bot<Othello> for Searcher {
    fn choose(
        &mut self,
        turn: &Turn<'_, Othello>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        let mut moves = position.moves();
        let first = moves.next().unwrap_or(Move::Pass);
        if moves.next().is_none() {
            return first;
        }
        // From here on only the deadline counts: the margin and the own time are in it.
        let deadline = self.limits.deadline(budget);
        if let Some(mv) = self.solve(position.board(), deadline, budget, think) {
            return mv;
        }
        self.look_ahead(position, self.limits.depth, deadline, budget, think).unwrap_or(first)
    }
}

impl Searcher {
    fn look_ahead(
        &mut self,
        position: &Othello,
        depth: Option<u32>,
        deadline: Option<Instant>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Move> {
        let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let limits = Limits { depth, nodes: None, time };
        let budget = Budget { deadline: None, stop: budget.stop };
        Some(self.search.search(position, &limits, &budget, think)?.best)
    }

    /// A move that is proved best, or proved good enough, if the end is near and the time allows.
    fn solve(
        &mut self,
        board: Board,
        deadline: Option<Instant>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<Move> {
        let empties = board.empties();
        let exact = empties <= self.exact;
        if self.exact == 0 || empties > self.exact + OUTCOME_EARLIER {
            return None;
        }
        // Half of the time is kept for the usual search, should this come to nothing.
        let until = deadline.map(|deadline| {
            let now = Instant::now();
            now + deadline.saturating_duration_since(now).mul_f32(0.5)
        });
        if until.is_some_and(|until| until <= Instant::now() + Duration::from_millis(1)) {
            return None;
        }
        let nodes = self.limits.time.is_none().then_some(SOLVE_NODES);
        let limits = solve::Limits { nodes, deadline: until, stop: budget.stop };
        let solved = match exact {
            true => self.solver.solve(board, limits)?,
            false => self.solver.solve_outcome(board, limits)?,
        };
        // Who is lost anyway does better to make it hard for the opponent.
        let best = solved.best.filter(|_| exact || solved.score >= 0)?;
        let value = Value::proved(solved.score);
        think(Thought::new(describe(&solved, exact, Move::Put(best))).with_value(value));
        Some(Move::Put(best))
    }
}

/// `solved score +12 nodes 48210 f5`, or `solved win nodes 48210 f5`.
fn describe(solved: &Solved, exact: bool, best: Move) -> String {
    let score = match solved.score {
        score if exact => format!("score {score:+}"),
        0 => "draw".to_owned(),
        1.. => "win".to_owned(),
        _ => "loss".to_owned(),
    };
    format!("solved {score} nodes {} {best}", solved.nodes)
}
