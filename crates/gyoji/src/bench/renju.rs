//! Renju: fouls, stones, looking ahead and proofs, one thread, processor time.
//!
//! The games are the same in every run: stones by lot near the others, none of them a five, so
//! that threes and fours are as common as in hasty games.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Duration;

use gyoji_core::Budget;
use gyoji_renju::board::{Board, Threat};
use gyoji_renju::fouls::judge;
use gyoji_renju::search::vcf::{ANY_LENGTH, Fours};
use gyoji_renju::search::vct::Threats;
use gyoji_renju::search::{Blur, Engine, Vcf, Vct};
use gyoji_renju::{Colour, Point, Renju, Rule};
use gyoji_search::{Limits, Stopwatch};

use super::{Figure, Processor};
use crate::args::bench::Bench;
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
    let (pairs, seconds) = repeat(args.time(), || {
        for game in &games {
            put(&mut board, game, |board| {
                black_box(board.key());
            });
        }
        (GAMES * STONES) as u64
    });
    add("stones put and taken back".into(), pairs as f64 / seconds / 1e6, "M pairs/s");

    screen::say("fouls …");
    let (checks, seconds, forbidden) = checks(args.time(), &games, &mut board);
    let share = 100.0 * forbidden as f64 / checks as f64;
    add(
        format!("forbidden? every empty point after every stone ({share:.2} % are)"),
        checks as f64 / seconds / 1e6,
        "M checks/s",
    );
    let (checks, seconds) = repeat(args.time(), || {
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
    let (checks, seconds) = repeat(args.time(), || {
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

    screen::say("alpha-beta …");
    let (nodes, seconds) = search(args.time());
    add("alpha-beta with its fours".into(), nodes as f64 / seconds / 1e3, "k nodes/s");
    screen::say("proofs …");
    let (wins, seconds, stones) = fours(args.time());
    add(format!("win by fours, {stones} stones"), seconds / wins as f64 * 1e6, "µs");
    let (seconds, nodes, stones) = threats();
    add(format!("win by threats, {stones} stones, {nodes} positions"), seconds, "s");
    super::print(&figures, args.json)
}

/// Openings and middle games to look ahead in.
const POSITIONS: [&str; 4] =
    ["h8h9j10", "h8j8i8e9f10", "h8i9j7h10g9i7j8k9i10g8f8j11", "h8i9h7j8f8h9g9h10g11f10i10g10"];
/// White wins by fours.
const FOURS: &str = "h8h7f6g7i7g9g6h6f8e8f9f7e7d6h4g5j6i5j4k5j5j3j8j7i4k4k6l7l6m6i2n7l5k7m7g4i8g8\
                     k8l8d5e4f4f3h3g2e2i10j11f11g11d9e10e12f13c10b11c12d12";
/// White wins by threats: from game 92337 of renju.net.
const THREATS: &str =
    "h8i9h7j8f8h9g9h10g11f10i10g10i8j9e10k9l9g8j10k7l6k8k6l10i7j6m9i5h4f7g6e6d5f5g4";

/// The board after these stones, and whose turn it is.
fn after(stones: &str) -> (Board, Colour) {
    let position = Renju::read(stones, Rule::Renju, 15).unwrap_or(Renju::new(Rule::Renju, 15));
    (Board::from(&position), position.colour())
}

/// Positions visited by alpha-beta, each time with an empty memory, and the seconds that took.
fn search(time: Duration) -> (u64, f64) {
    repeat(time, || {
        POSITIONS.iter().fold(0, |nodes, stones| {
            let (mut board, me) = after(stones);
            let mut engine = Engine::new(16 << 20, Blur::default());
            let limits = Limits::nodes(100_000);
            let found = engine.search(&mut board, me, &limits, &Budget::default(), &mut |_| ());
            nodes + found.map_or(0, |found| found.nodes)
        })
    })
}

/// How often a win by fours was found, each time with an empty memory, in how many seconds, and
/// how many stones it has.
fn fours(time: Duration) -> (u64, f64, usize) {
    let (mut board, attacker) = after(FOURS);
    let mut vcf = Vcf::new(1 << 12);
    let (wins, seconds) = repeat(time, || {
        (0..100)
            .map(|_| {
                vcf.clear();
                let mut watch = Stopwatch::new(&Limits::default(), &Budget::default());
                let found = vcf.search(&mut board, attacker, ANY_LENGTH, u64::MAX, &mut watch);
                u64::from(found == Fours::Win)
            })
            .sum()
    });
    (wins, seconds, vcf.line().len())
}

/// The seconds a win by threats took, the positions visited, and how many stones it has.
fn threats() -> (f64, u64, usize) {
    let (mut board, attacker) = after(THREATS);
    let mut vct = Vct::new(64 << 20);
    let mut watch = Stopwatch::new(&Limits::default(), &Budget::default());
    let clock = Processor::start();
    let found = vct.search(&mut board, attacker, &mut watch, &mut |_| ());
    let stones = if let Threats::Win(line) = found { line.len() } else { 0 };
    (clock.seconds(), watch.nodes(), stones)
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
    while seconds < time.as_secs_f64() || checks == 0 {
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

/// Repeats for a while, once at least; how often it was done, and the seconds that took.
fn repeat(time: Duration, mut work: impl FnMut() -> u64) -> (u64, f64) {
    let clock = Processor::start();
    let mut done = 0;
    loop {
        done += work();
        let seconds = clock.seconds();
        if seconds >= time.as_secs_f64() {
            return (done, seconds);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_time_everything_is_done_once() {
        assert_eq!(repeat(Duration::ZERO, || 7).0, 7);
        let (checks, _, _) =
            checks(Duration::ZERO, &games()[..1], &mut Board::new(Rule::Renju, 15));
        assert!(checks > 0);
    }
}
