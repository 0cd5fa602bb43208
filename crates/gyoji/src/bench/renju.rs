//! Renju's board: fouls and stones, one thread, processor time.
//!
//! The games are the same in every run: stones by lot near the others, none of them a five, so
//! that threes and fours are as common as in hasty games.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use gyoji_renju::board::{Board, Threat};
use gyoji_renju::fouls::judge;
use gyoji_renju::{Colour, Point, Rule};

use super::{Figure, Processor};
use crate::args::Bench;
use crate::failure::Failure;
use crate::screen;

/// How many games there are, and how many stones they have.
const GAMES: usize = 100;
const STONES: usize = 60;

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let mut figures = Vec::new();
    let mut add = |what: String, value: f64, unit| figures.push(Figure { what, value, unit });
    let games = games();
    let mut board = Board::new(Rule::Renju, 15);

    screen::say("stones …");
    let (pairs, seconds) = repeat(args.time, || {
        for game in &games {
            put(&mut board, game, |board| {
                black_box(board.key());
            });
        }
        (GAMES * STONES) as u64
    });
    add("stones put and taken back".into(), pairs as f64 / seconds / 1e6, "M pairs/s");

    screen::say("fouls …");
    let (checks, seconds, forbidden) = checks(args.time, &games, &mut board);
    let share = 100.0 * forbidden as f64 / checks as f64;
    add(
        format!("forbidden? every empty point after every stone ({share:.2} % are)"),
        checks as f64 / seconds / 1e6,
        "M checks/s",
    );
    let (checks, seconds) = repeat(args.time, || {
        let mut checks = 0;
        for game in &games {
            put(&mut board, game, |board| checks += count_forbidden(board).0);
        }
        checks
    });
    add(
        "the same, with the stones put and taken back".into(),
        checks as f64 / seconds / 1e6,
        "M checks/s",
    );
    let (checks, seconds) = repeat(args.time, || {
        let mut checks = 0;
        for game in games.iter().take(GAMES / 10) {
            put(&mut board, game, |board| {
                for index in board.empties() {
                    checks += 1;
                    black_box(judge(board.lines(), Rule::Renju, index, Colour::Black));
                }
            });
        }
        checks
    });
    add(
        "judged with all kinds of fouls, nothing kept".into(),
        checks as f64 / seconds / 1e6,
        "M checks/s",
    );
    super::print(&figures, args.json)
}

/// Games by lot: the points of their stones, black first and then in turn.
fn games() -> Vec<Vec<usize>> {
    let mut rng = fastrand::Rng::with_seed(1);
    (0..GAMES)
        .map(|_| {
            let mut board = Board::new(Rule::Renju, 15);
            let mut game = vec![Point::centre(15).index()];
            board.place(game[0], Colour::Black);
            while game.len() < STONES {
                let colour = Colour::BOTH[game.len() % 2];
                let is_five = |index: &usize| board.threat(colour, *index) == Threat::Five;
                let points: Vec<usize> = board.candidates().filter(|at| !is_five(at)).collect();
                let Some(index) = rng.choice(points) else { break };
                board.place(index, colour);
                game.push(index);
            }
            game
        })
        .collect()
}

/// Puts the stones of a game, does something after each, and takes them back.
fn put(board: &mut Board, game: &[usize], mut each: impl FnMut(&Board)) {
    for (ply, &index) in game.iter().enumerate() {
        board.place(index, Colour::BOTH[ply % 2]);
        each(board);
    }
    while board.undo().is_some() {}
}

/// How many empty points there are, and how many of them are forbidden.
fn count_forbidden(board: &Board) -> (u64, u64) {
    board.empties().fold((0, 0), |(all, forbidden), index| {
        (all + 1, forbidden + u64::from(board.is_forbidden(index)))
    })
}

/// Checks every empty point of every position again and again; only that is timed.
fn checks(time: Duration, games: &[Vec<usize>], board: &mut Board) -> (u64, f64, u64) {
    let (mut checks, mut seconds, mut forbidden) = (0, 0.0, 0);
    while seconds < time.as_secs_f64() {
        for game in games {
            put(board, game, |board| {
                let points: Vec<usize> = board.empties().collect();
                let clock = Processor::start();
                // One look at the clock takes as long as hundreds of checks.
                for _ in 0..50 {
                    for &index in &points {
                        forbidden += u64::from(board.is_forbidden(black_box(index)));
                    }
                }
                seconds += clock.seconds();
                checks += 50 * points.len() as u64;
            });
        }
    }
    (checks, seconds, forbidden)
}

/// Repeats for a while; how often it was done, and the seconds that took.
fn repeat(time: Duration, mut work: impl FnMut() -> u64) -> (u64, f64) {
    let clock = Processor::start();
    let mut done = 0;
    while clock.seconds() < time.as_secs_f64() {
        done += work();
    }
    (done, clock.seconds())
}
