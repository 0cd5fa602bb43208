//! Othello's move generator, endgame solver and searches; one thread, and two for what can use them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Budget, Turn};
use gyoji_othello::Othello;
use gyoji_othello::board::{Board, instruction_set};
use gyoji_othello::engine::{Engine, Settings, Weights};
use gyoji_othello::perft;
use gyoji_othello::positions::{Endgame, ffo, fresh};
use gyoji_othello::solve::Limits;
use gyoji_search::{Mcts, RandomPlayout, Uniform, flat, mcts};

use super::{Figure, best_of, rate};
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::screen;

/// The table of the solver, as engines are usually compared.
const TABLE_BYTES: usize = 64 << 20;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let mut figures = Vec::new();
    let mut add = |what: String, value: f64, unit| figures.push(Figure { what, value, unit });

    screen::say("perft …");
    let set = instruction_set();
    let (leaves, seconds) = best_of(args.time(), || perft::count(Board::STANDARD, 11));
    add(format!("perft 11, {leaves} leaves ({set})"), leaves as f64 / seconds / 1e6, "M leaves/s");
    let (leaves, seconds) = best_of(args.time(), || perft::count_portable(Board::STANDARD, 9));
    add("perft 9, portable instructions".into(), leaves as f64 / seconds / 1e6, "M leaves/s");
    let (leaves, seconds) = best_of(args.time(), || gyoji_search::perft(&Othello::STANDARD, 9));
    add("perft 9, the general counter".into(), leaves as f64 / seconds / 1e6, "M leaves/s");

    let long = args.long.then_some([45..=49, 50..=54, 55..=59]);
    for numbers in [20..=39, 40..=44].into_iter().chain(long.into_iter().flatten()) {
        screen::say(&format!("FFO #{}–{} …", numbers.start(), numbers.end()));
        let set = ffo()
            .into_iter()
            .filter(|endgame| numbers.contains(&endgame.number))
            .collect::<Vec<_>>();
        let (seconds, nodes) = solve(&set, 1);
        let what = format!("FFO #{}-{} solved exactly", numbers.start(), numbers.end());
        add(what.clone(), seconds, "s");
        add(what, nodes as f64 / 1e6, "M nodes");
    }
    screen::say("fresh endings …");
    let set = fresh();
    let (alone, nodes) = solve(&set, 1);
    let (together, _) = solve(&set, 2);
    let what = format!("{} fresh endings with 20 to 25 empty squares, solved exactly", set.len());
    add(what.clone(), alone, "s");
    add(what, nodes as f64 / 1e6, "M nodes");
    add("the same with two threads, times as fast".into(), alone / together, "×");

    screen::say("searches …");
    let limits = gyoji_search::Limits::time(args.time());
    let budget = Budget::default();
    let mut rng = fastrand::Rng::with_seed(1);
    let start = Instant::now();
    let tried = flat(&Othello::STANDARD, &mut RandomPlayout::default(), &limits, &budget, &mut rng);
    let playouts: u64 = tried.iter().map(|tried| tried.playouts).sum();
    add("flat Monte Carlo from the start".into(), rate(playouts, start), "playouts/s");
    let start = Instant::now();
    let mut tree = Mcts::new(Uniform(RandomPlayout::default()), mcts::Settings::default());
    let walks = tree.search(&Othello::STANDARD, &limits, &budget, &mut rng).walks;
    add("MCTS from the start".into(), rate(walks, start), "playouts/s");

    let kit = gyoji_othello::kit();
    let mut bot = kit.make_bot("alphabeta", "time=1s&solve=0", 1)?;
    let past = [Othello::STANDARD];
    let turn =
        Turn { seat: Othello::STANDARD.side(), past: &past, moves: &[], left: None, clock: None };
    let mut last = String::new();
    let _ = bot.choose(&turn, &budget, &mut |thought| last = thought.line);
    screen::say(&format!("alphabeta, one second from the start: {last}"));
    for (empties, depth, percent) in depths() {
        let what = format!("pattern, one second with {empties} empty squares ({percent})");
        figures.push(Figure { what, value: f64::from(depth), unit: "plies" });
    }
    super::print(&figures, args.json)
}

/// Solves all positions with so many threads: seconds and nodes. A score that is not the known one is said aloud.
fn solve(set: &[Endgame], threads: usize) -> (f64, u64) {
    let mut engine = Engine::with_threads(Weights::learnt(), TABLE_BYTES, threads);
    let (mut seconds, mut nodes) = (0.0, 0);
    for endgame in set {
        engine.clear();
        let start = Instant::now();
        let solved = engine.solve(endgame.position.board(), Limits::default());
        seconds += start.elapsed().as_secs_f64();
        nodes += solved.map_or(0, |solved| solved.nodes);
        let score = solved.map(|solved| solved.score);
        if score != Some(endgame.score) {
            screen::say(&format!("{} should be {}: {score:?}", endgame.position, endgame.score));
        }
    }
    (seconds, nodes)
}

/// How deep the engine looks in a second, and how selectively, at three moments of a game that it plays with itself.
fn depths() -> Vec<(u32, u32, &'static str)> {
    let mut engine = Engine::new(Weights::learnt(), TABLE_BYTES);
    let settings = Settings { solve: 0, level: 1, last_begin: None };
    let budget = Budget::default();
    let look = |board, limits, engine: &mut Engine| {
        engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |_| ())
    };
    let mut board = Board::STANDARD;
    let mut depths = Vec::new();
    for empties in [50, 40, 30] {
        while board.empties() > empties {
            let found = look(board, gyoji_search::Limits::depth(8), &mut engine);
            board = found.and_then(|found| board.play(found.best)).unwrap_or_else(|| board.pass());
        }
        engine.clear();
        let second = gyoji_search::Limits::time(Duration::from_secs(1));
        if let Some(found) = look(board, second, &mut engine) {
            depths.push((empties, found.depth, found.percent()));
        }
    }
    depths
}
