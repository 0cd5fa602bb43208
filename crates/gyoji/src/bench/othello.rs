//! Othello's move generator, endgame solver and searches, one thread.

use std::process::ExitCode;
use std::time::Instant;

use gyoji_othello::board::Board;

use super::Figure;
use crate::args::Bench;
use crate::failure::Failure;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let mut figures = Vec::new();
    let mut add = |what: String, value: f64, unit| figures.push(Figure { what, value, unit });
    eprintln!("perft …");
    let set = gyoji_othello::board::instruction_set();
    let (mut best, start) = (f64::INFINITY, Instant::now());
    let mut leaves = 0;
    while best.is_infinite() || start.elapsed() < args.time {
        let run = Instant::now();
        leaves = gyoji_othello::perft::count(Board::STANDARD, 11);
        best = best.min(run.elapsed().as_secs_f64());
    }
    add(format!("perft 11 ({leaves} leaves, {set}), best run"), best, "s");
    add("perft 11".into(), leaves as f64 / best / 1e6, "M leaves/s");
    super::print(&figures, args.json)
}
