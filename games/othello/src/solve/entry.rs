//! The endgame solver as `gyoji solve` calls it: options in, a proved line out.

use gyoji_core::{
    BadText, Game, GaveUp, OptionSpec, Options, Solution, SolveLimits, SolverEntry, Text, Verdict,
};

use super::{Limits, Solver};
use crate::engine::{Engine, Weights};
use crate::game::Othello;
use crate::memory;
use crate::moves::Move;

/// The solver of the kit.
pub(crate) fn entry() -> SolverEntry<Othello> {
    SolverEntry {
        about: Text::new("exact result of an endgame", "終盤の完全読み"),
        options: OPTIONS,
        solve,
    }
}

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "exact",
    kind: OptionSpec::FLAG,
    default: "true",
    about: Text::new(
        "the disc difference; false: only who wins, which is quicker",
        "石差まで読む（false なら勝敗だけで、速い）",
    ),
}];

fn solve(
    start: &Othello,
    options: &Options,
    limits: &SolveLimits<'_>,
    tell: &mut dyn FnMut(&str),
) -> Result<Solution<Move>, BadText> {
    memory::check(limits.memory)?;
    // Who wins is asked of the solver alone; by how much, of the engine, whose order of moves is better.
    let mut solver = Solver::new(if options.flag("exact") { 0 } else { limits.memory });
    let mut engine =
        Engine::new(Weights::learnt(), if options.flag("exact") { limits.memory } else { 0 });
    let exact = options.flag("exact");
    let mut nodes = 0;
    let mut visit = |position: &Othello| {
        let limits = Limits {
            nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
            deadline: limits.deadline,
            stop: limits.stop,
        };
        let board = position.board();
        let solved =
            if exact { engine.solve(board, limits) } else { solver.solve_outcome(board, limits) };
        nodes += solved.map_or(0, |solved| solved.nodes);
        solved
    };
    tell(&format!("{} empty squares", start.board().empties()));
    let Some(solved) = visit(start) else {
        let verdict = Verdict::Unknown(limits.gave_up().unwrap_or(GaveUp::Nodes));
        return Ok(Solution { verdict, points: None, line: Vec::new(), nodes });
    };
    // The rest of the line is mostly in the table already; where a limit ends it, it is short.
    let (mut line, mut position, mut next) = (Vec::new(), *start, Some(solved));
    while let Some(solved) = next.filter(|_| position.to_move().is_some()) {
        let mv = solved.best.map_or(Move::Pass, Move::Put);
        line.push(mv);
        position.play(mv);
        next = visit(&position);
    }
    let verdict = match solved.score.signum() {
        1 => Verdict::Win,
        0 => Verdict::Draw,
        _ => Verdict::Loss,
    };
    Ok(Solution { verdict, points: exact.then_some(solved.score), line, nodes })
}
