//! Bots that look ahead: alpha-beta, and alpha-beta behind a solver.

use std::time::{Duration, Instant};

use fastrand::Rng;
use gyoji_core::{
    Bot, BotEntry, Budget, Game, OptionKind, OptionSpec, Options, Text, Thought, Turn, Value,
};
use gyoji_search::{Limits, Stopwatch};

use super::opening;
use crate::board::Board;
use crate::search::vct::Threats;
use crate::search::{Blur, Engine, Found, Vct, score};
use crate::{Colour, Move, Point, Renju};

/// Positions for one move if nothing else is said, for alphabeta and for the solver.
const USUAL_NODES: u64 = 20_000;
const SOLVER_NODES: u64 = 200_000;
/// The memory: enough for the usual effort, and for some minutes.
const USUAL_BYTES: usize = 16 << 20;
const MANY_BYTES: usize = 128 << 20;
/// What the solver spends on a proof, as a part of all it may spend on a move: alpha-beta sees
/// the short ones itself.
const PROOF: f32 = 0.125;
/// Positions that are spent on comparing openings, each.
const OPENING_NODES: u64 = 3_000;

pub(super) fn entry() -> BotEntry<Renju> {
    BotEntry {
        name: "alphabeta",
        about: Text::new(
            "looks ahead with alpha-beta, and for wins by fours everywhere",
            "アルファベータ探索。末端でも四追いを読む",
        ),
        level: 3,
        options: OPTIONS,
        make: |options, seed| Ok(Box::new(Searcher::new(options, seed, false))),
    }
}

pub(super) fn solver() -> BotEntry<Renju> {
    BotEntry {
        name: "solver",
        about: Text::new(
            "proves wins by threats for itself and against its moves, and looks ahead as alphabeta does",
            "追い詰めを自分の勝ちにも相手の反撃にも証明しながら、alphabeta と同じ探索で選ぶ",
        ),
        level: 4,
        options: OPTIONS,
        make: |options, seed| Ok(Box::new(Searcher::new(options, seed, true))),
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec::TIME,
    OptionSpec {
        name: "nodes",
        kind: OptionKind::Number(0, 1_000_000_000_000),
        default: "0",
        about: Text::new(
            "positions for one move; 0: the usual 20000 (solver 200000), or as many as the time allows",
            "1手で読む局面の数。0 なら既定の2万（solverは20万。time があれば時間の許すかぎり）",
        ),
    },
    OptionSpec {
        name: "depth",
        kind: OptionKind::Number(0, 100),
        default: "0",
        about: Text::new(
            "plies to look ahead at the most, lines of threats not counted; 0: no limit",
            "読みの深さの上限（四三の応酬は数えない）。0 なら制限なし",
        ),
    },
    OptionSpec {
        name: "variety",
        kind: OptionKind::Number(0, 1000),
        default: "8",
        about: Text::new(
            "how much the evaluation is blurred by lot (256: one step of odds); 0: always the same games",
            "評価値に加える乱数の幅（256でオッズ1段階分）。0 ならいつも同じ手を打つ",
        ),
    },
];

struct Searcher {
    limits: Limits,
    engine: Engine,
    vct: Option<Vct>,
    /// What the solver's memory is about.
    about: Option<(crate::Rule, u8)>,
    /// What the engine takes, and the solver again.
    bytes: usize,
    blur: Blur,
    rng: Rng,
}

impl Bot<Renju> for Searcher {
    fn choose(
        &mut self,
        turn: &Turn<'_, Renju>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        let position = turn.position();
        if let Some(mv) = self.open(position, budget) {
            return mv;
        }
        let mut board = Board::from(position);
        let colour = position.colour();
        let chosen = self.choose_point(&mut board, colour, budget, think);
        let point = chosen.and_then(Point::from_index).map(Move::Place);
        // A full board is nobody's turn; this is for positions that no game leads to.
        point.or_else(|| position.moves().next()).unwrap_or(Move::Black)
    }

    fn limit_memory(&mut self, bytes: u64) {
        let tables = if self.vct.is_some() { 2 } else { 1 };
        // Half of it is for the program itself and the tables of the rules.
        let most = usize::try_from(bytes / 2 / tables).unwrap_or(usize::MAX);
        if bytes > 0 && most < self.bytes {
            self.bytes = most;
            self.engine = Engine::new(most, self.blur);
            self.vct = self.vct.take().map(|_| Vct::new(most));
        }
    }
}

impl Searcher {
    fn new(options: &Options, seed: u64, proves: bool) -> Searcher {
        let time = options.time("time");
        let depth = Some(options.number("depth") as u32).filter(|&depth| depth > 0);
        let usual = if proves { SOLVER_NODES } else { USUAL_NODES };
        let nodes = match options.number("nodes") {
            0 => (time.is_none() && depth.is_none()).then_some(usual),
            nodes => Some(nodes),
        };
        // All is laid out now, and not while a clock is running.
        let few = nodes.is_some_and(|nodes| nodes <= 50 * USUAL_NODES);
        let bytes = if few { USUAL_BYTES } else { MANY_BYTES };
        let blur = Blur { most: options.number("variety") as u32, seed };
        Searcher {
            limits: Limits { depth, nodes, time },
            engine: Engine::new(bytes, blur),
            vct: proves.then(|| Vct::new(bytes)),
            about: None,
            bytes,
            blur,
            rng: Rng::with_seed(seed),
        }
    }

    /// The stones and choices of a swap opening.
    fn open(&mut self, position: &Renju, budget: &Budget<'_>) -> Option<Move> {
        let deadline = self.limits.deadline(budget);
        let engine = &mut self.engine;
        let mut worth = |position: &Renju| {
            let time =
                deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / 4);
            let limits = Limits { depth: None, nodes: Some(OPENING_NODES), time };
            let mut board = Board::from(position);
            let budget = Budget { deadline: None, stop: budget.stop };
            let found = engine.search(&mut board, position.colour(), &limits, &budget, &mut |_| ());
            found.map_or(0, |found| found.score)
        };
        opening::choose(position, &mut self.rng, &mut worth)
    }

    fn choose_point(
        &mut self,
        board: &mut Board,
        colour: Colour,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Option<usize> {
        let deadline = self.limits.deadline(budget);
        let stop = Budget { deadline: None, stop: budget.stop };
        let left = |part: f32| {
            deadline
                .map(|deadline| deadline.saturating_duration_since(Instant::now()).mul_f32(part))
        };
        if let Some(vct) = &mut self.vct {
            if self.about != Some((board.rule(), board.size())) {
                self.about = Some((board.rule(), board.size()));
                vct.clear();
            }
            let nodes = self.limits.nodes.map(|nodes| (nodes as f32 * PROOF) as u64);
            let mut watch =
                Stopwatch::new(&Limits { depth: None, nodes, time: left(PROOF) }, &stop);
            if let Threats::Win(line) = vct.search(board, colour, &mut watch, &mut |_| ()) {
                let (plies, nodes) = (line.len(), watch.nodes());
                let proof = format!("proved win in {plies} nodes {nodes} {}", written(&line));
                think(Thought::new(proof).with_value(Value::WON));
                return line.first().copied();
            }
        }
        let mut refuted: Vec<usize> = Vec::new();
        let mut best: Option<Found> = None;
        let mut value = None;
        loop {
            let limits =
                Limits { time: left(if self.vct.is_some() { 0.8 } else { 1.0 }), ..self.limits };
            let found = self.engine.search_without(board, colour, &refuted, &limits, &stop, think);
            let Some(found) = found else { break };
            let index = found.best;
            value = found.value();
            let is_lost = score::is_decided(found.score) && found.score < 0;
            let is_won = score::is_decided(found.score) && found.score > 0;
            if best.is_none() || !is_lost {
                best = Some(found);
            }
            let Some(vct) = self.vct.as_mut().filter(|_| !is_lost && !is_won && refuted.len() < 6)
            else {
                break;
            };
            if left(1.0).is_some_and(|left| left < Duration::from_millis(5)) {
                break;
            }
            let nodes = self.limits.nodes.map(|nodes| (nodes as f32 * PROOF) as u64);
            let mut watch = Stopwatch::new(&Limits { depth: None, nodes, time: left(0.6) }, &stop);
            board.place(index, colour);
            let reply = vct.search(board, colour.other(), &mut watch, &mut |_| ());
            board.undo();
            let Threats::Win(line) = reply else { break };
            let refuted_by = format!("refuted {} by {}", written(&[index]), written(&line));
            think(Thought::new(refuted_by));
            // Unless another is found.
            value = Some(Value::LOST);
            refuted.push(index);
        }
        if let Some(value) = value {
            think(value.into());
        }
        best.map(|found| found.best)
    }
}

fn written(line: &[usize]) -> String {
    let points = line.iter().filter_map(|&index| Point::from_index(index));
    points.map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last value a bot tells here, and whether all its other thoughts can be read.
    fn told(stones: &str, proves: bool) -> Option<u16> {
        let options = Options::check(OPTIONS, [("nodes", "2000")]).unwrap();
        let past = [Renju::read(stones, crate::Rule::Renju, 15).unwrap()];
        let seat = past[0].to_move().unwrap();
        let turn = Turn { seat, past: &past, moves: &[], left: None, clock: None };
        let mut value = None;
        Searcher::new(&options, 1, proves).choose(&turn, &Budget::default(), &mut |thought| {
            assert!(thought.value.is_some() || !thought.line.is_empty());
            value = thought.value.or(value);
        });
        value.map(Value::thousandths)
    }

    #[test]
    fn what_is_decided_is_told_as_such() {
        for proves in [false, true] {
            assert_eq!(told("h8a1h9a2h10a3h11a4", proves), Some(1000), "a five");
            assert_eq!(told("h8a1h9a2h10a3h11", proves), Some(0), "an open four");
            assert_eq!(told("h8a1h9a2h10a4", proves), Some(1000), "an open three, to move");
            let guess = told("h8h9j10", proves).unwrap();
            assert!((1..1000).contains(&guess), "{guess}");
        }
        assert_eq!(told("e8h8a3g8a5f8a7i8", false), None, "a forced move needs no thought");
    }

    #[test]
    fn memory_is_kept_to_a_limit_and_never_grows() {
        let options = Options::check(OPTIONS, [("nodes", "2000")]).unwrap();
        let mut player = Searcher::new(&options, 1, true);
        for (limit, bytes) in [(0, USUAL_BYTES), (8 << 20, 2 << 20), (1 << 40, 2 << 20), (1, 0)] {
            player.limit_memory(limit);
            assert_eq!(player.bytes, bytes, "after {limit}");
            let past = [Renju::read("h8h9j10", crate::Rule::Renju, 15).unwrap()];
            let turn = Turn {
                seat: past[0].to_move().unwrap(),
                past: &past,
                moves: &[],
                left: None,
                clock: None,
            };
            let mv = player.choose(&turn, &Budget::default(), &mut |_| ());
            assert_eq!(past[0].why_illegal(mv), None);
        }
    }
}
