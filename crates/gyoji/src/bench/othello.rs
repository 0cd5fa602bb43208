//! Othello's move generator, endgame solver and searches; one thread, and two for what can use them.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Budget, Turn};
use gyoji_othello::Othello;
use gyoji_othello::board::{Board, instruction_set};
use gyoji_othello::engine::{Engine, Found, Settings, Weights};
use gyoji_othello::perft;
use gyoji_othello::positions::{Endgame, ffo, fresh};
use gyoji_othello::solve::Limits;
use gyoji_search::{Mcts, RandomPlayout, Uniform, flat, mcts};

use super::{Figure, best_of, rate};
use crate::args::bench::Bench;
use crate::failure::{FAILED, Failure};
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

    let mut all_wrong = 0;
    let long = args.long.then_some([45..=49, 50..=54, 55..=59]);
    for numbers in [20..=39, 40..=44].into_iter().chain(long.into_iter().flatten()) {
        screen::say(&format!("FFO #{}–{} …", numbers.start(), numbers.end()));
        let set = ffo()
            .into_iter()
            .filter(|endgame| numbers.contains(&endgame.number))
            .collect::<Vec<_>>();
        let Solved { seconds, nodes, wrong } = solve(&set, 1);
        all_wrong += wrong;
        let what = format!("FFO #{}-{} solved exactly", numbers.start(), numbers.end());
        add(what.clone(), seconds, "s");
        add(what, nodes as f64 / 1e6, "M nodes");
    }
    screen::say("fresh endings …");
    let set = fresh();
    let (alone, together) = (solve(&set, 1), solve(&set, 2));
    all_wrong += alone.wrong + together.wrong;
    let what = format!("{} fresh endings with 20 to 26 empty squares, solved exactly", set.len());
    add(what.clone(), alone.seconds, "s");
    add(what, alone.nodes as f64 / 1e6, "M nodes");
    add("the same with two threads, times as fast".into(), alone.seconds / together.seconds, "×");

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
    for threads in [1, 2] {
        for (empties, found) in one_second(threads) {
            let what = format!(
                "pattern, one second with {empties} empty squares, {threads} thread{}",
                if threads == 1 { "" } else { "s" }
            );
            add(format!("{what} ({})", found.percent()), f64::from(found.depth), "plies");
            add(what, found.nodes as f64 / 1e6, "M nodes/s");
        }
    }
    let code = super::print(&figures, args.json)?;
    Ok(if all_wrong == 0 { code } else { ExitCode::from(FAILED) })
}

/// What it took to solve a set, and how many scores were not the known ones.
struct Solved {
    seconds: f64,
    nodes: u64,
    wrong: usize,
}

/// Solves all positions with so many threads. A score that is not the known one is said aloud.
fn solve(set: &[Endgame], threads: usize) -> Solved {
    let mut engine = Engine::with_threads(Weights::learnt(), TABLE_BYTES, threads);
    let (mut seconds, mut nodes, mut wrong) = (0.0, 0, 0);
    for endgame in set {
        engine.clear();
        let start = Instant::now();
        let solved = engine.solve(endgame.position.board(), Limits::default());
        seconds += start.elapsed().as_secs_f64();
        nodes += solved.map_or(0, |solved| solved.nodes);
        let score = solved.map(|solved| solved.score);
        if score != Some(endgame.score) {
            screen::say(&format!("{} should be {}: {score:?}", endgame.position, endgame.score));
            wrong += 1;
        }
    }
    Solved { seconds, nodes, wrong }
}

/// What the engine finds in a second at three moments of a game that it plays with itself.
fn one_second(threads: usize) -> Vec<(u32, Found)> {
    let mut engine = Engine::with_threads(Weights::learnt(), TABLE_BYTES, threads);
    let settings = Settings { solve: 0, level: 1, last_begin: None };
    let budget = Budget::default();
    let look = |board, limits, engine: &mut Engine| {
        engine.search(board, &settings, &limits, &budget, &mut |_| 0, &mut |_| ())
    };
    let mut board = Board::STANDARD;
    let mut all = Vec::new();
    for empties in [50, 40, 30] {
        while board.empties() > empties {
            let found = look(board, gyoji_search::Limits::depth(8), &mut engine);
            board = found.and_then(|found| board.play(found.best)).unwrap_or_else(|| board.pass());
        }
        engine.clear();
        let second = gyoji_search::Limits::time(Duration::from_secs(1));
        all.extend(look(board, second, &mut engine).map(|found| (empties, found)));
    }
    all
}
