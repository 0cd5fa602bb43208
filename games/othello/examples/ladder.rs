//! Plays neighbours of the ladder of bots against each other.
//!
//! `cargo run --release -p gyoji-othello --example ladder -- [GAMES] [JOBS] [A B]`, where A and B
//! are bots such as `mcts` or `mcts?playouts=100`; without them every bot meets those one
//! level below.
//!
//! Every opening of six random moves is played twice, with colours exchanged.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::{Bot, BotEntry, Budget, Game, Seat, Turn};
use gyoji_othello::{Move, Othello, kit};

/// Random moves before the bots take over.
const OPENING: usize = 6;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize, usual| args.get(n).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (games, jobs) = (number(0, 200u64), number(1, 2u64));
    let pairs: Vec<(String, String)> = match &args[..] {
        [_, _, a, b, ..] => vec![(a.clone(), b.clone())],
        _ => {
            let bots = kit().bots;
            let name = |entry: &BotEntry<Othello>| entry.name.to_owned();
            let mut pairs = Vec::new();
            for a in &bots {
                let below = bots.iter().filter(|b| b.level + 1 == a.level);
                pairs.extend(below.map(|b| (name(a), name(b))));
            }
            pairs
        }
    };
    for (a, b) in pairs {
        let score = meet(&a, &b, games, jobs);
        println!("{a} - {b}: {}", score.describe());
    }
}

/// Wins, draws and losses of the first bot, and the time each took.
#[derive(Clone, Copy, Default)]
struct Score {
    won: u64,
    drawn: u64,
    lost: u64,
    time: [Duration; 2],
}

impl Score {
    fn describe(&self) -> String {
        let Score { won, drawn, lost, time } = *self;
        let games = (won + drawn + lost).max(1) as f64;
        let mean = (won as f64 + drawn as f64 / 2.0) / games;
        // Wilson's interval, as if there were no draws: a little too wide, never too narrow.
        let z: f64 = 1.96;
        let middle = (mean + z * z / (2.0 * games)) / (1.0 + z * z / games);
        let spread = mean * (1.0 - mean) / games + (z / (2.0 * games)).powi(2);
        let half = z * spread.sqrt() / (1.0 + z * z / games);
        let elo = |rate: f64| 400.0 * (rate / (1.0 - rate)).log10();
        let [a, b] = time.map(|time| time.as_secs_f64() / games);
        format!(
            "+{won} ={drawn} -{lost}, {:.1}% (95%: {:.1} to {:.1}), Elo {:+.0} ({:+.0} to {:+.0}), \
             {a:.3} s and {b:.3} s a game",
            100.0 * mean,
            100.0 * (middle - half),
            100.0 * (middle + half),
            elo(mean),
            elo(middle - half),
            elo(middle + half),
        )
    }
}

fn meet(a: &str, b: &str, games: u64, jobs: u64) -> Score {
    let next = AtomicU64::new(0);
    let work = || {
        let mut score = Score::default();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return score;
            }
            one_game(a, b, game, &mut score);
        }
    };
    let mut sum = Score::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        for score in workers.into_iter().filter_map(|worker| worker.join().ok()) {
            sum.won += score.won;
            sum.drawn += score.drawn;
            sum.lost += score.lost;
            (0..2).for_each(|side| sum.time[side] += score.time[side]);
        }
    });
    sum
}

fn make(player: &str, seed: u64) -> Box<dyn Bot<Othello>> {
    let (name, options) = player.split_once('?').unwrap_or((player, ""));
    kit().make_bot(name, options, seed).unwrap_or_else(|bad| panic!("{bad}"))
}

fn one_game(a: &str, b: &str, game: u64, score: &mut Score) {
    let (mut past, mut moves) = (vec![Othello::STANDARD], Vec::new());
    let mut rng = fastrand::Rng::with_seed(game / 2);
    let mut bots = [make(a, 2 * game), make(b, 2 * game + 1)];
    // The first bot is black in even games.
    let bot_of = |seat: Seat| seat.index() ^ (game % 2) as usize;
    while let Some(seat) = past[past.len() - 1].to_move() {
        let turn = Turn { seat, past: &past, moves: &moves, left: None };
        let mv = if moves.len() < OPENING {
            let legal: Vec<Move> = turn.position().moves().collect();
            legal[rng.usize(..legal.len())]
        } else {
            let begun = Instant::now();
            let mv = bots[bot_of(seat)].choose(&turn, &Budget::default(), &mut |_| ());
            score.time[bot_of(seat)] += begun.elapsed();
            mv
        };
        let mut position = *turn.position();
        assert!(position.is_legal(mv), "{mv} is not legal in {position}");
        position.play(mv);
        past.push(position);
        moves.push(mv);
    }
    match past[past.len() - 1].outcome().and_then(|outcome| outcome.winner()) {
        Some(winner) if bot_of(winner) == 0 => score.won += 1,
        Some(_) => score.lost += 1,
        None => score.drawn += 1,
    }
}
