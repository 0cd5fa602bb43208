//! The board against itself made anew: what is kept move by move is what one would find.

use super::*;
use crate::fouls::judge;
use fastrand::Rng;

/// Everything that is kept, to compare.
fn kept(board: &Board) -> impl PartialEq + use<> {
    (
        (board.lines, board.key, board.made.to_vec(), board.counts, board.strong),
        (board.entries.map(|entries| entries.to_vec()), board.empty, board.near),
        (board.worth, board.history.len()),
    )
}

/// What is known of a point, found without keeping anything.
fn look(board: &Board, index: usize, colour: Colour) -> (u16, Threat) {
    let shapes = (0..4).fold(0, |shapes, direction| {
        let shape = board.shapes.shape(board.lines.around(index, direction), colour);
        shapes | (shape as u16) << (4 * direction)
    });
    (shapes, Threats::of(board.rule, colour).entry(shapes).threat())
}

fn check(board: &Board) {
    let mut counts = [[0; 16]; 2];
    for index in board.points() {
        let is_empty = board.is_empty(index);
        for colour in Colour::BOTH {
            let threat = if is_empty {
                let (shapes, threat) = look(board, index, colour);
                assert_eq!(board.shapes_of(colour, index), shapes, "{board:?} {index}");
                threat
            } else {
                Threat::Nothing
            };
            assert_eq!(board.threat(colour, index), threat, "{board:?} {index}");
            counts[colour.index()][threat as usize] += 1;
            let is_strong = threat >= Threat::Three;
            assert_eq!(board.strong(colour).contains(index), is_strong, "{board:?} {index}");
        }
        let is_foul = || {
            let verdict = judge(&board.lines, board.rule, index, Colour::Black);
            !verdict.fouls().is_empty()
        };
        assert_eq!(board.is_forbidden(index), is_empty && is_foul(), "{board:?} {index}");
    }
    assert_eq!(board.counts, counts, "{board:?}");
}

/// A point near the others, or anywhere, so that shapes are common.
fn random_point(board: &Board, rng: &mut Rng) -> Option<usize> {
    let points: Vec<usize> = match rng.u8(..4) {
        0 => board.empties().collect(),
        1 => board.with_threat(Colour::Black, Threat::Two).collect(),
        _ => board.candidates().collect(),
    };
    rng.choice(points)
}

#[test]
fn what_is_kept_is_what_one_would_find() {
    let mut rng = Rng::with_seed(11);
    for round in 0..60 {
        let rule = Rule::ALL[round % 4];
        let size = [15, 15, 19, 9, 5, 6][round % 6];
        let mut board = Board::new(rule, size);
        check(&board);
        for _ in 0..usize::from(size) * 5 {
            if rng.u8(..4) == 0 {
                board.undo();
            } else if let Some(index) = random_point(&board, &mut rng) {
                board.place(index, Colour::BOTH[rng.usize(..2)]);
            }
            if rng.u8(..4) == 0 {
                check(&board);
            }
        }
        check(&board);
    }
}

#[test]
fn taking_stones_back_restores_everything() {
    let mut rng = Rng::with_seed(12);
    for round in 0..40 {
        let mut board = Board::new(Rule::ALL[round % 4], [15, 19, 7, 5][round / 4 % 4]);
        let mut states = Vec::new();
        while let Some(index) = random_point(&board, &mut rng).filter(|_| states.len() < 120) {
            states.push(kept(&board));
            board.place(index, Colour::BOTH[rng.usize(..2)]);
        }
        while let Some(state) = states.pop() {
            assert!(board.undo().is_some());
            assert!(kept(&board) == state, "{board:?}");
        }
        assert_eq!(board.undo(), None);
    }
}

#[test]
fn the_hash_does_not_depend_on_the_order() {
    let stones = [(40, Colour::Black), (41, Colour::White), (60, Colour::Black)];
    let keys: Vec<u64> = [[0, 1, 2], [2, 1, 0], [1, 0, 2]]
        .map(|order| {
            let mut board = Board::new(Rule::Renju, 15);
            for at in order {
                board.place(stones[at].0, stones[at].1);
            }
            board.key()
        })
        .to_vec();
    assert!(keys.windows(2).all(|pair| pair[0] == pair[1]));
    let mut other = Board::new(Rule::Renju, 15);
    other.place(40, Colour::White);
    assert_ne!(other.key(), keys[0]);
    assert_ne!(other.key(), Board::new(Rule::Renju, 15).key());
}

#[test]
fn candidates_are_near_stones() {
    let mut board = Board::new(Rule::Renju, 15);
    assert_eq!(board.candidates().count(), 225, "all points of an empty board");
    let at = |text: &str| text.parse::<Point>().map(Point::index).unwrap();
    board.place(at("h8"), Colour::Black);
    let near: Vec<usize> = board.candidates().collect();
    assert_eq!(near.len(), 7 * 7 - 1 + 8);
    for (text, is_near) in [("k11", true), ("l12", true), ("h12", true), ("l11", false)] {
        assert_eq!(near.contains(&at(text)), is_near, "{text}");
    }
    board.place(at("a1"), Colour::White);
    assert!(board.candidates().all(|index| Point::from_index(index).unwrap().is_on(15)));
    assert_eq!(board.empties().count(), 223);
}

#[test]
fn threats_are_counted() {
    let mut board = Board::new(Rule::Renju, 15);
    let at = |text: &str| text.parse::<Point>().map(Point::index).unwrap();
    for text in ["f8", "g8", "h8"] {
        board.place(at(text), Colour::Black);
    }
    assert_eq!(board.count(Colour::Black, Threat::OpenFour), 2);
    assert_eq!(board.count(Colour::White, Threat::OpenFour), 0);
    let strong: Vec<usize> = board.with_threat(Colour::Black, Threat::Four).collect();
    assert_eq!(strong, ["d8", "e8", "i8", "j8"].map(at));
    board.place(at("i8"), Colour::Black);
    assert_eq!(board.count(Colour::Black, Threat::Five), 2);
    board.place(at("k8"), Colour::Black);
    assert_eq!(board.threat(Colour::Black, at("j8")), Threat::Foul, "six in a row");
    assert!(board.is_forbidden(at("j8")));
    assert_eq!(board.shape(Colour::Black, at("e8"), 0), Shape::Five);
}
