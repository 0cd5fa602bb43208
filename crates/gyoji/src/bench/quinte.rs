//! QUINTE's rules and bots, one thread: whole turns of four orders.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use gyoji_core::{Bot, Budget, Game, Setup, Turn};
use gyoji_quinte::{Quinte, SEATS, kit};

use super::Figure;
use crate::args::bench::Bench;
use crate::failure::Failure;
use crate::screen;

/// The bots that are measured, four of a kind at a table.
const BOTS: [&str; 3] = ["random", "builder", "planner"];

pub fn run(args: &Bench) -> Result<ExitCode, Failure> {
    let start = Quinte::start(&Setup::usual::<Quinte>())?;
    let mut figures = Vec::new();

    screen::say("random orders …");
    let mut rng = fastrand::Rng::with_seed(1);
    let (began, mut games) = (Instant::now(), 0);
    while began.elapsed() < args.time() || games == 0 {
        let mut position = start.clone();
        while position.to_move().is_some() {
            let order = position.random_order(&mut rng);
            position.play(order);
        }
        games += 1;
    }
    let seconds = began.elapsed().as_secs_f64() / f64::from(games);
    let turns = f64::from(start.rules().turns);
    let what = "random orders, no list of moves";
    figures.push(Figure { what: what.into(), value: turns / seconds, unit: "turns/s" });
    let what = "a game of 1000 turns of random orders";
    figures.push(Figure { what: what.into(), value: seconds * 1e3, unit: "ms" });

    for name in BOTS {
        screen::say(&format!("bot:{name} …"));
        let value = bot_turns(name, &start, args.time())?;
        figures.push(Figure { what: format!("four bot:{name}"), value, unit: "turns/s" });
    }
    super::print(&figures, args.json)
}

/// How many whole turns four bots of a kind play in a second.
fn bot_turns(name: &str, start: &Quinte, time: Duration) -> Result<f64, Failure> {
    let kit = kit();
    let mut bots: Vec<Box<dyn Bot<Quinte>>> = Vec::new();
    for seed in 0..SEATS as u64 {
        bots.push(kit.make_bot(name, "", seed)?);
    }
    let (mut past, mut moves) = (vec![start.clone()], Vec::new());
    let began = Instant::now();
    let mut orders = 0;
    while began.elapsed() < time || orders == 0 {
        let position = past[past.len() - 1].clone();
        let Some(seat) = position.to_move() else {
            (past, moves) = (vec![start.clone()], Vec::new());
            continue;
        };
        let turn = Turn { seat, past: &past, moves: &moves, left: None, clock: None };
        let order = bots[seat.index()].choose(&turn, &Budget::default(), &mut |_| {});
        let mut next = position;
        next.play(order);
        past.push(next);
        moves.push(order);
        orders += 1;
    }
    Ok(f64::from(orders) / SEATS as f64 / began.elapsed().as_secs_f64())
}
