//! The solver as `gyoji solve` calls it: a win by fours or by threats with its line, or a loss.

use std::time::Instant;

use gyoji_core::{
    BadText, Budget, GaveUp, OptionKind, OptionSpec, Options, Solution, SolveLimits, SolverEntry,
    Text, Verdict,
};
use gyoji_search::{Limits, Stopwatch};

use super::vcf::{ANY_LENGTH, Fours, Vcf};
use super::vct::{Threats, Vct, finish};
use crate::board::Board;
use crate::{Move, Phase, Point, Renju};

/// The solver of the kit.
pub(crate) fn entry() -> SolverEntry<Renju> {
    SolverEntry {
        about: Text::new(
            "wins by fours (VCF) and by threats (VCT), proved against every defence",
            "四追い（VCF）と追い詰め（VCT）の勝ちを、あらゆる受けに対して証明する",
        ),
        options: OPTIONS,
        solve,
    }
}

const OPTIONS: &[OptionSpec] = &[OptionSpec {
    name: "kind",
    kind: OptionKind::Choice(&["any", "vcf", "vct"]),
    default: "any",
    about: Text::new(
        "vcf (every move a four), vct (every move threatens a win by fours), any (both, and whether the side to move is lost to such a win)",
        "vcf（四だけで勝つ）、vct（四追いを見せ続けて勝つ）、any（両方。手番の側が追い詰められているかも調べる）",
    ),
}];

fn solve(
    start: &Renju,
    options: &Options,
    limits: &SolveLimits<'_>,
    tell: &mut dyn FnMut(&str),
) -> Result<Solution<Move>, BadText> {
    if !matches!(start.phase(), Phase::Settled { .. }) {
        let problem = Text::new(
            "the colours have not been chosen yet: there is nothing to prove for either side",
            "まだ黒白が決まっていない局面です。どちらの勝ちも証明できません",
        );
        return Err(BadText::new(start.to_string(), problem));
    }
    let time = limits.deadline.map(|at| at.saturating_duration_since(Instant::now()));
    let own = Limits { depth: None, nodes: limits.nodes, time };
    let budget = Budget { deadline: None, stop: limits.stop };
    let mut solving = Solving {
        board: Board::from(start),
        position: start,
        memory: limits.memory,
        watch: Stopwatch::new(&own, &budget),
    };
    let found = match options.get("kind") {
        "vcf" => solving.fours(tell),
        "vct" => solving.threats(tell),
        _ => solving.anything(tell),
    };
    let gave_up = || match solving.watch.is_out_of_nodes() {
        true => GaveUp::Nodes,
        false => limits.gave_up().unwrap_or(GaveUp::Time),
    };
    let verdict = match &found {
        Found::Win(_) => Verdict::Win,
        Found::Loss(_) => Verdict::Loss,
        Found::Nothing => Verdict::NoWin,
        Found::GaveUp => Verdict::Unknown(gave_up()),
    };
    let line = match found {
        Found::Win(line) | Found::Loss(line) => line,
        Found::Nothing | Found::GaveUp => Vec::new(),
    };
    let line = line.into_iter().filter_map(Point::from_index).map(Move::Place).collect();
    Ok(Solution { verdict, points: None, line, nodes: solving.watch.nodes() })
}

/// What was found, with its line.
enum Found {
    Win(Vec<usize>),
    Loss(Vec<usize>),
    Nothing,
    GaveUp,
}

struct Solving<'a, 'w> {
    board: Board,
    position: &'a Renju,
    memory: usize,
    watch: Stopwatch<'w>,
}

impl Solving<'_, '_> {
    /// The shortest win by fours that is found by allowing one more four at a time.
    fn fours(&mut self, tell: &mut dyn FnMut(&str)) -> Found {
        let mut vcf = Vcf::new(self.memory);
        let attacker = self.position.colour();
        for fours in (0..=SHORT).chain([ANY_LENGTH]) {
            tell(&format!("fours {fours} nodes {}", self.watch.nodes()));
            match vcf.search(&mut self.board, attacker, fours, u64::MAX, &mut self.watch) {
                Fours::None => {}
                Fours::GaveUp => return Found::GaveUp,
                Fours::Win => {
                    let mut line: Vec<usize> = vcf.line().collect();
                    let mut side = attacker;
                    for &index in &line {
                        self.board.place(index, side);
                        side = side.other();
                    }
                    finish(&mut self.board, attacker, &mut line);
                    for _ in &line {
                        self.board.undo();
                    }
                    return Found::Win(line);
                }
            }
        }
        Found::Nothing
    }

    fn threats(&mut self, tell: &mut dyn FnMut(&str)) -> Found {
        let mut vct = Vct::new(self.memory);
        let attacker = self.position.colour();
        match vct.search(&mut self.board, attacker, &mut self.watch, tell) {
            Threats::Win(line) => Found::Win(line),
            Threats::None => Found::Nothing,
            Threats::GaveUp => Found::GaveUp,
        }
    }

    /// A win by fours, a win by threats, or a loss to such a win.
    fn anything(&mut self, tell: &mut dyn FnMut(&str)) -> Found {
        match self.fours(tell) {
            Found::Nothing => {}
            found => return found,
        }
        match self.threats(tell) {
            Found::Nothing => {}
            found => return found,
        }
        let mut vct = Vct::new(self.memory);
        let attacker = self.position.colour().other();
        match vct.search_defence(&mut self.board, attacker, &mut self.watch, tell) {
            Threats::Win(line) => Found::Loss(line),
            Threats::None => Found::Nothing,
            Threats::GaveUp => Found::GaveUp,
        }
    }
}

/// Up to so many fours the shortest win is found.
const SHORT: u8 = 20;
