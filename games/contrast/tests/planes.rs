//! The planes for learning programs: what any game's promise, and what these show, as data.

use gyoji_contrast::planes::{LEAN, RACE, SEED};
use gyoji_contrast::{Contrast, Move, encode, kit};
use gyoji_core::{Game, Options, Planes, PolicyIndex, Setup};
use gyoji_testkit::check_planes;

/// Games, and what is to be seen after their last move.
const TABLE: &str = include_str!("../data/planes.txt");

fn setup(options: &str) -> Setup {
    let options = Options::check(Contrast::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

#[test]
fn what_all_planes_promise_holds() {
    for entry in kit().planes {
        for options in ["", "plies=9", "repetition=false&plies=0"] {
            check_planes(entry.planes, &[setup(options)], 3);
        }
    }
}

/// One line for each plane that is not all zero: its number, and the number on all its cells or
/// the cells that are 1, by rows from the top.
fn shown(planes: &dyn Planes<Contrast>, past: &[Contrast]) -> Vec<String> {
    let mut out = vec![0.0; planes.shape().input_len()];
    planes.write(past, &mut out);
    let cell = |value: &f32| match *value {
        0.0 => '.',
        1.0 => '1',
        other => panic!("{other} on a single cell"),
    };
    let line = |(number, plane): (usize, &[f32])| match plane[0] {
        0.0 if plane.iter().all(|&value| value == 0.0) => None,
        first if plane.iter().all(|&value| value == first) => Some(format!("{number} {first:.3}")),
        _ => {
            let rows = plane.chunks(planes.shape().width);
            let rows: Vec<String> = rows.map(|row| row.iter().map(cell).collect()).collect();
            Some(format!("{number} {}", rows.join("/")))
        }
    };
    out.chunks(planes.shape().cells()).enumerate().filter_map(line).collect()
}

#[test]
fn the_planes_of_the_table_are_as_it_says() {
    let mut blocks = 0;
    for block in TABLE.split("\n\n").filter(|block| block.starts_with("game ")) {
        let mut lines = block.lines();
        let (_, game) = lines.next().unwrap().split_once(' ').unwrap();
        let mut past = vec![Contrast::start(&setup("")).unwrap()];
        for text in game.split("; ").filter(|&text| text != "start") {
            let mut next = past[past.len() - 1].clone();
            let mv: Move = text.parse().unwrap();
            assert!(next.is_legal(mv), "{mv} in {next}");
            next.play(mv);
            past.push(next);
        }
        let (_, name) = lines.next().unwrap().split_once(' ').unwrap();
        let planes = kit().plane_set(name).unwrap();
        let position = &past[past.len() - 1];
        let (moves, wanted): (Vec<&str>, Vec<&str>) =
            lines.partition(|line| line.starts_with("move "));
        assert_eq!(shown(planes, &past), wanted, "{name} after {game}");
        for line in moves {
            let (mv, index) = line.trim_start_matches("move ").split_once(": ").unwrap();
            let mv: Move = mv.parse().unwrap();
            assert!(position.is_legal(mv), "{mv} in {position}");
            let (way, tile) = index.split_once(' ').unwrap();
            let index = PolicyIndex::Pair(way.parse().unwrap(), tile.parse().unwrap());
            assert_eq!(planes.index(position, mv), index, "{mv} after {game}");
        }
        blocks += 1;
    }
    assert!(blocks >= 4, "the table is there");
}

#[test]
fn the_planes_of_the_document_are_its_tensor() {
    let mut position = Contrast::new();
    position.play("b1,b2 b3g".parse().unwrap());
    let mut out = vec![f32::NAN; SEED.shape().input_len()];
    SEED.write(std::slice::from_ref(&position), &mut out);
    assert_eq!(out, encode::tensor(&position));
    for mv in position.moves() {
        let action = encode::action_of(position.board().side(), mv);
        for set in [SEED, LEAN, RACE] {
            let index = PolicyIndex::Pair(action / encode::TILES, action % encode::TILES);
            assert_eq!(set.index(&position, mv), index);
        }
    }
}

#[test]
fn every_move_that_lets_the_opponent_arrive_is_dropped() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut dropped, mut lost) = (0, 0);
    for _ in 0..40 {
        let mut position = Contrast::new();
        while position.to_move().is_some() {
            let moves: Vec<Move> = position.moves().collect();
            let mut kept = moves.clone();
            LEAN.drop_blunders(&position, &mut kept);
            for &mv in &kept {
                let mut next = position.clone();
                next.play(mv);
                let replies: Vec<Move> = next.moves().collect();
                assert_eq!(LEAN.win_in_one(&next, &replies), None, "{mv} in {position}");
            }
            dropped += moves.len() - kept.len();
            lost += usize::from(kept.is_empty());
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
    assert!(dropped > 1000 && lost > 5, "{dropped} moves dropped, {lost} positions lost");
}

#[test]
fn a_move_that_draws_is_no_blunder() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..200 {
        let mut position = Contrast::start(&setup("plies=9")).unwrap();
        while position.to_move().is_some() {
            let moves: Vec<Move> = position.moves().collect();
            let mut kept = moves.clone();
            LEAN.drop_blunders(&position, &mut kept);
            if position.ply() == 8 {
                assert_eq!(kept, moves, "after the last ply nobody arrives");
            }
            position.play(moves[rng.usize(..moves.len())]);
        }
    }
}

#[test]
fn a_move_looks_as_good_as_its_two_parts() {
    let shape = LEAN.shape();
    let policy: Vec<f32> = (0..shape.policy_len()).map(|place| place as f32).collect();
    assert_eq!(shape.policy_len(), 625 + 51);
    assert_eq!(shape.logit(&policy, PolicyIndex::Pair(547, 13)), 547.0 + 625.0 + 13.0);
    assert_eq!(shape.logit(&[], PolicyIndex::Pair(547, 13)), 0.0);
}

#[test]
fn planes_that_are_not_there_are_guessed() {
    let error = kit().plane_set("leen").unwrap_err().to_string();
    assert_eq!(error, r#""leen": contrast has no such planes; did you mean lean?"#);
}
