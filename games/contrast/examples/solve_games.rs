//! How long before its end the solver knows who wins a game.
//!
//! `cargo run --release -p gyoji-contrast --example solve_games -- GAMES NODES [DEPTH]`
//!
//! Plays games of the bot `alphabeta` against itself, each after four random moves, and solves
//! their positions backwards from the last one, with so many nodes for each. The walk through a
//! game ends where three positions in a row could not be solved.

use fastrand::Rng;
use gyoji_contrast::playout::random_move;
use gyoji_contrast::{Contrast, kit};
use gyoji_core::{BadText, Budget, Game, Options, Setup, SolveLimits, Turn, Verdict};

/// Random moves at the start of a game.
const OPENING: usize = 4;
/// So many positions in a row without an answer end a walk.
const PATIENCE: u32 = 3;

/// The answers for positions that are equally far from the end.
#[derive(Clone, Copy, Default)]
struct Row {
    won: u32,
    lost: u32,
    drawn: u32,
    unknown: u32,
    nodes: u64,
}

fn main() -> Result<(), BadText> {
    let number = |n: usize| std::env::args().nth(n).and_then(|text| text.parse::<u64>().ok());
    let (games, nodes) = (number(1).unwrap_or(10), number(2).unwrap_or(100_000));
    let depth = number(3).unwrap_or(4);
    let mut rows: Vec<Row> = Vec::new();
    for seed in 0..games {
        let past = play(depth, seed)?;
        let mut without = 0;
        for (index, position) in past.iter().rev().enumerate() {
            rows.resize(rows.len().max(index + 1), Row::default());
            let is_known = solve(position, nodes, &mut rows[index])?;
            without = if is_known { 0 } else { without + 1 };
            if without == PATIENCE {
                break;
            }
        }
    }
    println!("plies to the end  won  lost  drawn  unknown  nodes (mean)");
    for (index, row) in rows.iter().enumerate() {
        let Row { won, lost, drawn, unknown, nodes } = *row;
        let mean = nodes / u64::from(won + lost + drawn + unknown).max(1);
        println!("{:16}  {won:3}  {lost:4}  {drawn:5}  {unknown:7}  {mean:12}", index + 1);
    }
    Ok(())
}

/// The positions of a game in which somebody was to move.
fn play(depth: u64, seed: u64) -> Result<Vec<Contrast>, BadText> {
    let mut rng = Rng::with_seed(seed);
    let mut past = vec![Contrast::start(&Setup::usual::<Contrast>())?];
    let mut bot = kit().make_bot("alphabeta", &format!("depth={depth}"), seed)?;
    while let Some(position) = past.last()
        && let Some(seat) = position.to_move()
    {
        let turn = Turn { seat, past: &past, moves: &[], left: None, clock: None };
        let mv = match random_move(&position.board(), &mut rng) {
            Some(mv) if past.len() <= OPENING => mv,
            _ => bot.choose(&turn, &Budget::default(), &mut |_| ()),
        };
        let mut next = position.clone();
        next.play(mv);
        past.push(next);
    }
    past.pop();
    Ok(past)
}

fn solve(position: &Contrast, nodes: u64, row: &mut Row) -> Result<bool, BadText> {
    let Some(solver) = kit().solver else { return Ok(false) };
    let limits = SolveLimits { nodes: Some(nodes), deadline: None, memory: 256 << 20, stop: None };
    let options = Options::defaults(solver.options);
    let solution = (solver.solve)(position, &options, &limits, &mut |_| ())?;
    let count = match solution.verdict {
        Verdict::Win => &mut row.won,
        Verdict::Loss => &mut row.lost,
        Verdict::Draw => &mut row.drawn,
        Verdict::NoWin | Verdict::Unknown(_) => &mut row.unknown,
    };
    *count += 1;
    row.nodes += solution.nodes;
    Ok(!matches!(solution.verdict, Verdict::NoWin | Verdict::Unknown(_)))
}
