//! Contrast's move generator, random games and tree searches, one thread.

use std::process::ExitCode;
use std::time::Instant;

use gyoji_contrast::bots::guide::Evaluated;
use gyoji_contrast::playout::{RandomGame, winner};
use gyoji_contrast::{Board, Contrast, perft};
use gyoji_core::Budget;
use gyoji_search::{Guide, Limits, Mcts, Uniform, mcts::Settings};

use super::{Figure, best_of, rate};
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::screen;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let mut figures = Vec::new();
    let mut add = |what: String, value: f64, unit| figures.push(Figure { what, value, unit });

    screen::say("perft …");
    let (leaves, seconds) = best_of(args.time(), || perft::count(&Contrast::new(), 4));
    let what = format!("perft 4, {leaves} leaves, the last two plies at once");
    add(what, leaves as f64 / seconds / 1e6, "M leaves/s");
    let (leaves, seconds) = best_of(args.time(), || one_ply_at_once(&Board::START, 3));
    let what = format!("perft 3, {leaves} leaves, the last ply at once");
    add(what, leaves as f64 / seconds / 1e6, "M leaves/s");
    let (leaves, seconds) = best_of(args.time(), || gyoji_search::perft(&Contrast::new(), 3));
    add("perft 3, the general counter".into(), leaves as f64 / seconds / 1e6, "M leaves/s");

    screen::say("random games …");
    let mut rng = fastrand::Rng::with_seed(1);
    let (start, mut games) = (Instant::now(), 0);
    while start.elapsed() < args.time() || games == 0 {
        for _ in 0..100 {
            std::hint::black_box(winner(Board::START, &mut rng));
        }
        games += 100;
    }
    add("random games from the start".into(), rate(games, start), "playouts/s");

    screen::say("tree searches …");
    let searched = simulations(args, Uniform(RandomGame));
    add("MCTS from the start, random games".into(), searched, "simulations/s");
    let searched = simulations(args, Evaluated::default());
    add("MCTS from the start, the evaluation".into(), searched, "simulations/s");
    super::print(&figures, args.json)
}

/// Simulations a second, as the bot `mcts` makes them: a search for each thousand.
fn simulations(args: &Bench, guide: impl Guide<Contrast>) -> f64 {
    let settings = Settings { reuse: false, ..Settings::default() };
    let mut search = Mcts::new(guide, settings);
    let mut rng = fastrand::Rng::with_seed(1);
    let (start, mut walks) = (Instant::now(), 0);
    while start.elapsed() < args.time() || walks == 0 {
        let limits = Limits::nodes(1000);
        walks += search.search(&Contrast::new(), &limits, &Budget::default(), &mut rng).walks;
    }
    rate(walks, start)
}

/// Every position above the leaves is made; the moves there are only counted.
fn one_ply_at_once(board: &Board, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => board.count_moves().max(1),
        _ if board.winner().is_some() => 1,
        _ => board.moves().map(|mv| one_ply_at_once(&board.after(mv), depth - 1)).sum(),
    }
}
