//! The engine: its numbers follow the moves, its file comes back as it was, and what it calls solved is the truth.

use std::time::Duration;

use fastrand::Rng;
use gyoji_core::Budget;
use gyoji_search::Limits;

use super::*;

/// Boards of random games, at least one move possible.
fn boards(games: u64) -> Vec<Board> {
    let mut all = Vec::new();
    for seed in 0..games {
        let mut rng = Rng::with_seed(seed);
        let mut board = Board::STANDARD;
        loop {
            if board.moves() == 0 {
                board = board.pass();
            }
            let moves: Vec<u8> = (0..64).filter(|&square| board.flips(square) != 0).collect();
            if moves.is_empty() {
                break;
            }
            all.push(board);
            board = board.play(moves[rng.usize(..moves.len())]).unwrap();
        }
    }
    all
}

fn with_empties(games: u64, empties: u32) -> Vec<Board> {
    boards(games).into_iter().filter(|board| board.empties() == empties).collect()
}

#[test]
fn indices_follow_every_move_and_pass() {
    for board in boards(3) {
        let indices = Indices::of(board);
        assert_eq!(indices.pass(), Indices::of(board.pass()));
        for square in (0..64).filter(|&square| board.flips(square) != 0) {
            let after = indices.after(square, board.flips(square));
            assert_eq!(after, Indices::of(board.play(square).unwrap()), "{board:?} {square}");
        }
    }
}

#[test]
fn the_evaluation_does_not_care_how_the_board_is_turned() {
    let weights = Weights::learnt();
    let transposed = |set: u64| {
        let square = |square: u32| set >> (square % 8 * 8 + square / 8) & 1;
        (0..64).map(|at| square(at) << at).sum::<u64>()
    };
    let mut seen_a_value = false;
    for board in boards(3) {
        let value = weights.value(board);
        seen_a_value |= value != 0;
        for turn in [u64::swap_bytes, u64::reverse_bits, transposed] {
            let other = Board { own: turn(board.own), opp: turn(board.opp) };
            assert_eq!(weights.value(other), value, "{board:?}");
        }
    }
    assert!(seen_a_value);
}

#[test]
fn a_file_of_weights_comes_back_as_it_was_and_damage_is_noticed() {
    let count = folded().into_iter().max().unwrap() as usize + 1;
    let mut rng = Rng::with_seed(3);
    let mut weight = || if rng.u8(..4) == 0 { rng.i16(-3000..3000) } else { 0 };
    let mut stages: Vec<Vec<i16>> = vec![(0..count).map(|_| weight()).collect(); STAGES];
    stages[7][5] = i16::MIN;
    let file = Weights::write(&stages);
    let read = Weights::read(&file).unwrap();
    for (number, stage) in stages.iter().enumerate() {
        assert_eq!(&read.folded_stage(number), stage);
    }
    assert_eq!(Weights::read(&file[..file.len() - 1]), None);
    assert_eq!(Weights::read(&[&file[..], &[1]].concat()), None);
    assert_eq!(Weights::read(b"gyoji-evaluate 0"), None);
    assert_eq!(Weights::read(&[HEADER.as_slice(), &[0xff; 64]].concat()), None);
}

#[test]
fn what_is_called_solved_is_what_the_solver_says() {
    let mut engine = Engine::new(Weights::learnt(), 4 << 20);
    let mut solver = Solver::new(4 << 20);
    let settings = Settings { solve: 20, level: 0, last_begin: None };
    // Whoever may be interrupted takes all passes from eighteen empty squares on: selective ones, who wins, and by
    // how much.
    let limits = Limits { depth: Some(60), ..Limits::nodes(u64::MAX) };
    let all = [with_empties(2, 18), with_empties(3, 16), with_empties(12, 9)].concat();
    for board in all {
        let found = engine
            .search(board, &settings, &limits, &Budget::default(), &mut |_| 7, &mut |_| ())
            .unwrap();
        let truth = solver.solve(board, solve::Limits::default()).unwrap().score;
        assert!(found.solved && found.score == truth * DISC, "{board:?} {found:?} {truth}");
        assert_eq!(found.outcome.is_some(), board.empties() > root::SOLVED_EXACTLY);
        assert!(found.outcome.is_none_or(|outcome| outcome == truth.signum()), "{board:?}");
        let after = board.play(found.best).unwrap();
        let reply = solver.solve(after, solve::Limits::default()).unwrap().score;
        assert_eq!(-reply, truth, "the move of {found:?}");
    }
}

#[test]
fn what_the_lot_adds_chooses_but_is_not_told() {
    let mut engine = Engine::new(Weights::learnt(), 1 << 20);
    let settings = Settings { solve: 0, level: 5, last_begin: None };
    let mut search = |board, bonus: &mut dyn FnMut(u8) -> i32| {
        let limits = Limits::depth(3);
        engine.search(board, &settings, &limits, &Budget::default(), bonus, &mut |_| ()).unwrap()
    };
    for board in with_empties(6, 40) {
        let squares: Vec<u8> = (0..64).filter(|&square| board.flips(square) != 0).collect();
        // More than any score, so that the lot alone decides, whoever is ahead.
        for (number, &chosen) in squares.iter().enumerate() {
            let mut at = 0;
            let mut bonus = |square| {
                at += 1;
                if square == chosen { 300 * DISC } else { 150 * DISC + at }
            };
            let found = search(board, &mut bonus);
            assert_eq!(found.best, chosen, "{number} of {board:?}");
            assert!(found.score.abs() <= 64 * DISC, "{board:?} {found:?}");
        }
        let (least, most) = (search(board, &mut |_| 0), search(board, &mut |_| 90 * DISC));
        assert_eq!((least.best, least.score), (most.best, most.score), "{board:?}");
    }
}

#[test]
fn a_search_that_leaves_nothing_out_finds_the_value_of_plain_minimax() {
    fn minimax(weights: &Weights, board: Board, depth: u32) -> i32 {
        if board.moves() == 0 {
            let passed = board.pass();
            return match passed.moves() {
                0 => board.final_score() * DISC,
                _ => -minimax(weights, passed, depth),
            };
        }
        if depth == 0 {
            return weights.value(board);
        }
        let children = (0..64).filter_map(|square| board.play(square));
        let value = |child: Board| match child.own {
            0 => 64 * DISC,
            // The last ply is judged as it stands, whoever has to pass.
            _ if depth == 1 => -weights.value(child),
            _ => -minimax(weights, child, depth - 1),
        };
        children.map(value).max().unwrap()
    }
    let mut engine = Engine::new(Weights::learnt(), 1 << 20);
    let settings = Settings { solve: 0, level: cuts::EXACT, last_begin: None };
    for board in boards(2).into_iter().filter(|board| board.empties() > 6).step_by(7) {
        engine.clear();
        let limits = Limits::depth(4);
        let found =
            engine.search(board, &settings, &limits, &Budget::default(), &mut |_| 0, &mut |_| ());
        assert_eq!(found.unwrap().score, minimax(&Weights::learnt(), board, 4), "{board:?}");
    }
}

#[test]
fn without_time_there_is_still_a_move() {
    let mut engine = Engine::new(Weights::learnt(), 1 << 20);
    let settings = Settings { solve: 30, level: 0, last_begin: None };
    for board in boards(2) {
        let limits = Limits::time(Duration::ZERO);
        let found =
            engine.search(board, &settings, &limits, &Budget::default(), &mut |_| 0, &mut |_| ());
        assert_ne!(board.flips(found.unwrap().best), 0, "{board:?}");
    }
}

#[test]
fn every_move_has_its_value_and_near_the_end_it_is_the_truth() {
    let mut engine = Engine::new(Weights::learnt(), 1 << 20);
    let mut solver = Solver::new(1 << 20);
    let settings = Settings { solve: 12, level: 1, last_begin: None };
    for board in with_empties(4, 9) {
        let mut passes = 0;
        let values =
            engine.values(board, &settings, &Limits::default(), &Budget::default(), &mut |all| {
                assert_eq!(all.len() as u32, board.moves().count_ones());
                passes += 1;
            });
        assert!(passes > 1 && values.is_sorted_by(|a, b| a.score >= b.score));
        for found in values {
            let next = board.play(found.best).expect("a legal move");
            let truth = -solver.solve(next, solve::Limits::default()).expect("no limit").score;
            assert_eq!((found.solved, found.score), (true, truth * DISC), "{board:?} {found:?}");
        }
    }
    let none = Board { own: 1, opp: 0 };
    let limits = Limits::depth(3);
    assert!(engine.values(none, &settings, &limits, &Budget::default(), &mut |_| ()).is_empty());
    let values =
        engine.values(Board::STANDARD, &settings, &limits, &Budget::default(), &mut |_| ());
    assert_eq!(values.iter().map(|found| found.depth).collect::<Vec<_>>(), [3; 4]);
}

#[test]
fn two_threads_solve_what_one_does() {
    let mut one = Engine::new(Weights::learnt(), 1 << 20);
    let mut two = Engine::with_threads(Weights::learnt(), 1 << 20, 2);
    let settings = Settings { solve: 20, level: 1, last_begin: None };
    for board in with_empties(3, 18) {
        let alone = one.solve(board, solve::Limits::default()).expect("no limit");
        let together = two.solve(board, solve::Limits::default()).expect("no limit");
        assert_eq!(alone.score, together.score, "{board:?}");
        let limits = Limits::depth(9);
        let found =
            two.search(board, &settings, &limits, &Budget::default(), &mut |_| 0, &mut |_| ());
        assert!(found.is_some_and(|found| board.play(found.best).is_some()));
    }
    let nothing = solve::Limits { nodes: Some(10), ..solve::Limits::default() };
    assert_eq!(two.solve(Board::STANDARD, nothing), None);
}
