//! Learns the weights of `patterns` from games of the crate against itself.
//!
//! `cargo run --release --example train_patterns -- OUT SECONDS THREADS [SEED]`
//!
//! A game begins with random moves, goes on greedily by the present weights (or by mobility while there are
//! none), and is solved when twelve squares are empty. Every position after the random moves is a lesson.
//!
//! The weights in `data/patterns.bin` are the third generation, each playing with the weights of the one
//! before: 12.8 million lessons (solved at ten empty squares), 3.9 million and 3.5 million (at twelve). The
//! learning is timed by the clock, so a new run gives other bytes. Judge it by the solver's nodes, not by its
//! error: a run on 2.1 million lessons with twice the rate and 40 rounds needed half as many nodes again.

use std::time::{Duration, Instant};

use gyoji_othello::board::Board;
use gyoji_othello::patterns::{HEADER, PATTERNS, SCALE, STAGES, WEIGHTS, evaluate, places, stage};
use gyoji_othello::solve::{Limits, Solver};

/// Solved exactly from here on.
const SOLVED: u32 = 12;
/// Positions with more empty squares than this are not learned from.
const EARLIEST: u32 = 27;

#[derive(Clone, Copy)]
struct Lesson {
    board: Board,
    score: i8,
}

struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

fn squares(set: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |square| set >> square & 1 == 1)
}

/// How bad the position after a move is for the other side.
fn promise(board: Board, random: &mut Random) -> i32 {
    let noise = random.below(8) as i32;
    let (theirs, ours) =
        (board.moves().count_ones().cast_signed(), board.pass().moves().count_ones().cast_signed());
    4 * (ours - theirs) - 2 * evaluate(board) + noise
}

/// One game's lessons; none if it ended before it could be solved.
fn game(random: &mut Random, solver: &mut Solver, lessons: &mut Vec<Lesson>) {
    let mut board = Board::STANDARD;
    let random_until = 12 + random.below(28) as u32;
    let mut seen = Vec::new();
    let mut turn = false;
    loop {
        let empties = board.empties();
        let mut moves = board.moves();
        if moves == 0 {
            board = board.pass();
            turn = !turn;
            moves = board.moves();
            if moves == 0 {
                return;
            }
        }
        if empties <= random_until && empties <= EARLIEST {
            seen.push((board, turn));
        }
        if empties <= SOLVED {
            break;
        }
        let next = if empties > random_until {
            let index = random.below(moves.count_ones() as usize);
            squares(moves).nth(index).and_then(|square| board.play(square))
        } else {
            let children = squares(moves).filter_map(|square| board.play(square));
            children.max_by_key(|child| promise(*child, random))
        };
        let Some(next) = next else { return };
        board = next;
        turn = !turn;
    }
    let Some(solved) = solver.solve(board, Limits::default()) else { return };
    lessons.extend(seen.into_iter().map(|(board, whose)| {
        let score = if whose == turn { solved.score } else { -solved.score };
        Lesson { board, score: score as i8 }
    }));
}

fn mirrored(board: Board) -> Board {
    let mirror = |set: u64| u64::from_le_bytes(set.to_le_bytes().map(u8::reverse_bits));
    Board { own: mirror(board.own), opp: mirror(board.opp) }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, out, seconds, threads, ..] = arguments.as_slice() else {
        eprintln!("train_patterns OUT SECONDS THREADS [SEED]");
        return;
    };
    let time = Duration::from_secs(seconds.parse().expect("seconds"));
    let threads: u64 = threads.parse().expect("threads");
    let seed: u64 = arguments.get(4).map_or(1, |seed| seed.parse().expect("seed"));
    let end = Instant::now() + time;
    let mut lessons: Vec<Lesson> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mut random = Random(seed << 32 | thread);
                    let (mut lessons, mut solver) = (Vec::new(), Solver::new(1 << 20));
                    while Instant::now() < end {
                        game(&mut random, &mut solver, &mut lessons);
                    }
                    lessons
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    });
    println!("{} lessons", lessons.len());
    let mut random = Random(seed);
    for index in (1..lessons.len()).rev() {
        lessons.swap(index, random.below(index + 1));
    }
    let (test, train) = lessons.split_at(lessons.len() / 50);

    let mut weights = vec![0f32; STAGES * WEIGHTS];
    let rounds = 16;
    for round in 0..rounds {
        let rate = 0.006 * (1.0 - round as f32 / rounds as f32) + 0.0004;
        for lesson in train {
            // A stage also learns from its neighbours' lessons next to the border, which smooths the change.
            let board = if random.next() & 1 == 0 { lesson.board } else { mirrored(lesson.board) };
            let wobble = (board.empties() + (random.next() % 3) as u32).saturating_sub(1);
            let table = &mut weights[stage(wobble) * WEIGHTS..][..WEIGHTS];
            let places = places(board);
            let guess: f32 = places.iter().map(|&place| table[place]).sum();
            let step = rate * (f32::from(lesson.score) - guess);
            for place in places {
                table[place] += step;
            }
        }
        let error = |part: &[Lesson], wanted: usize| {
            let (mut sum, mut count) = (0.0, 0.0);
            for lesson in part.iter().filter(|lesson| stage(lesson.board.empties()) == wanted) {
                let table = &weights[wanted * WEIGHTS..][..WEIGHTS];
                let guess: f32 = places(lesson.board).iter().map(|&place| table[place]).sum();
                sum += f64::from(f32::from(lesson.score) - guess).abs();
                count += 1.0;
            }
            sum / count
        };
        let errors: Vec<String> = (0..STAGES)
            .map(|stage| {
                format!("{:.2}/{:.2}", error(test, stage), error(&train[..test.len()], stage))
            })
            .collect();
        println!("round {round}: mean error by stage, unseen/seen: {}", errors.join("  "));
    }
    let limit = 127.0 / SCALE as f32;
    let bytes: Vec<u8> = weights
        .iter()
        .map(|weight| ((weight.clamp(-limit, limit) * SCALE as f32).round() as i8) as u8)
        .collect();
    assert_eq!(bytes.len(), STAGES * WEIGHTS);
    println!(
        "{PATTERNS} patterns, {} weights not zero",
        bytes.iter().filter(|&&byte| byte != 0).count()
    );
    let bytes = [HEADER.as_slice(), &bytes].concat();
    std::fs::write(out, bytes).expect("write the weights");
}
