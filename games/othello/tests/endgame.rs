//! The solver against brute force, and against the FFO endgame positions (facts in `data/`).

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gyoji_othello::board::Board;
use gyoji_othello::positions::ffo;
use gyoji_othello::solve::{Limits, Solver};

fn solve_problems(numbers: impl Fn(u32) -> bool) {
    let mut solver = Solver::new(1 << 24);
    for problem in ffo().iter().filter(|problem| numbers(problem.number)) {
        let board = problem.position.board();
        let solved = solver.solve(board, Limits::default()).expect("no limits");
        assert_eq!(solved.score, problem.score, "FFO {}", problem.number);
        assert!(
            problem.best.contains(&solved.best.unwrap()),
            "FFO {}: {:?}",
            problem.number,
            solved.best
        );
        let outcome = solver.solve_outcome(board, Limits::default()).expect("no limits");
        assert_eq!(outcome.score, problem.score.signum(), "outcome of FFO {}", problem.number);
    }
}

#[test]
fn small_ffo_positions() {
    solve_problems(|number| matches!(number, 20..=27));
}

#[test]
#[ignore = "slow: run by CI with --ignored"]
fn all_ffo_positions_to_44() {
    solve_problems(|number| number <= 44);
}

/// Plain negamax, nothing clever.
fn brute(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        let passed = board.pass();
        return if passed.moves() == 0 { board.final_score() } else { -brute(passed) };
    }
    (0..64).filter_map(|square| board.play(square)).map(|next| -brute(next)).max().unwrap_or(-64)
}

fn random_position(seed: u64, empties: u32) -> Board {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut board = Board::STANDARD;
    while board.empties() > empties {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let moves = board.moves();
        if moves == 0 {
            board = board.pass();
            if board.moves() == 0 {
                break;
            }
            continue;
        }
        let nth = (state >> 20) % u64::from(moves.count_ones());
        let square =
            (0..64).filter(|square| moves >> square & 1 == 1).nth(nth as usize).unwrap_or(0);
        board = board.play(square).unwrap_or(board);
    }
    board
}

fn compare_with_brute_force(seeds: u64, most_empties: u32) {
    let mut solver = Solver::new(1 << 16); // small, so that forgetting is tested as well
    for empties in 0..=most_empties {
        for seed in 0..seeds {
            let board = random_position(seed * 64 + u64::from(empties), empties);
            let exact = brute(board);
            let solved = solver.solve(board, Limits::default()).expect("no limits");
            assert_eq!(solved.score, exact, "{board:?}");
            match solved.best {
                Some(square) => {
                    let next = board.play(square).expect("the best move is legal");
                    assert_eq!(-brute(next), exact, "the best move of {board:?}");
                }
                None => assert_eq!(board.moves(), 0),
            }
            let outcome = solver.solve_outcome(board, Limits::default()).expect("no limits");
            assert_eq!(outcome.score, exact.signum(), "{board:?}");
            assert_eq!(outcome.best.is_some(), board.moves() != 0);
        }
    }
}

#[test]
fn agrees_with_brute_force() {
    compare_with_brute_force(12, 8);
}

#[test]
#[ignore = "slow: run by CI with --ignored"]
fn agrees_with_brute_force_on_many_positions() {
    compare_with_brute_force(400, 9);
}

#[test]
fn gives_up_when_told() {
    let board = ffo().last().expect("there is data").position.board();
    let mut solver = Solver::new(1 << 20);
    let nodes = Limits { nodes: Some(10_000), ..Limits::default() };
    assert_eq!(solver.solve(board, nodes), None);
    let deadline = Limits { deadline: Some(Instant::now()), ..Limits::default() };
    assert_eq!(solver.solve(board, deadline), None);
    let stop = AtomicBool::new(true);
    assert_eq!(
        solver.solve_outcome(board, Limits { stop: Some(&stop), ..Limits::default() }),
        None
    );
    assert_eq!(solver.solve(Board::STANDARD, nodes), None, "and from the very start of the game");
}

/// What an interrupted solve leaves in the table must not mislead the next one.
#[test]
fn an_interrupted_solve_leaves_no_lies() {
    let problem = &ffo()[1];
    let board = problem.position.board();
    let mut solver = Solver::new(1 << 22);
    for nodes in (0..40).map(|step| step * 997) {
        solver.solve(board, Limits { nodes: Some(nodes), ..Limits::default() });
    }
    let solved = solver.solve(board, Limits::default()).expect("no limits");
    assert_eq!(solved.score, problem.score);
}

#[test]
fn finished_and_strange_positions_have_an_answer() {
    let mut solver = Solver::new(0);
    let full = Board { own: u64::MAX, opp: 0 };
    assert_eq!(
        solver.solve(full, Limits::default()).map(|solved| (solved.score, solved.best)),
        Some((64, None))
    );
    let empty = Board::default();
    assert_eq!(solver.solve(empty, Limits::default()).map(|solved| solved.score), Some(0));
    let both = Board { own: u64::MAX, opp: u64::MAX };
    assert!(solver.solve(both, Limits::default()).is_some());
}
