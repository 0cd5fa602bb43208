//! What can be done against a win that is threatened: the moves after which it is gone.
//!
//! The sets are never too small, so a proof that tries just these moves is a proof.

use crate::board::lines::{cell_at, with_stone};
use crate::board::shapes::Shape;
use crate::board::{Board, PointSet, Threat};
use crate::fouls::step;
use crate::rule::{Colour, Rule};

/// How far from a point a stone can change what one on the point makes.
const REACH: i8 = 5;

/// Where the defender spoils the open four that `attacker` threatens to make on `gain`, not
/// counting fours of his own.
///
/// None if a stone far away might turn it into a foul: then only trying shows.
fn spoilers(board: &Board, attacker: Colour, gain: usize) -> Option<PointSet> {
    if is_doubtful(board, attacker, gain) {
        return None;
    }
    let mut spoilers = PointSet::EMPTY;
    spoilers.insert(gain);
    let shapes = board.shapes_of(attacker, gain);
    for direction in (0..4).filter(|&at| board.shape(attacker, gain, at) >= Shape::Four) {
        let key = board.lines().around(gain, direction);
        for offset in (-REACH..=REACH).filter(|&at| at != 0 && cell_at(key, at) == 0) {
            let left = board.shape_of(with_stone(key, offset, attacker.other()), attacker);
            let shapes = shapes & !(15 << (4 * direction)) | (left as u16) << (4 * direction);
            if board.threat_of(attacker, shapes) != Threat::OpenFour {
                spoilers.insert(step(gain, direction, offset));
            }
        }
    }
    Some(spoilers)
}

/// Whether black has threes enough on a point that it is a foul if they are real ones.
fn is_doubtful(board: &Board, colour: Colour, index: usize) -> bool {
    let is_three = |direction: &usize| board.shape(colour, index, *direction).is_three();
    (colour, board.rule()) == (Colour::Black, Rule::Renju) && (0..4).filter(is_three).count() > 1
}

/// The moves that are not lost at once when `attacker` threatens an open four: those after
/// which there is none, and the defender's fours. None if no open four is threatened.
///
/// Nobody has a five, and the defender is to move. Fouls are not sorted out.
pub(super) fn against_open_four(board: &mut Board, attacker: Colour) -> Option<PointSet> {
    let gains = *board.strong(attacker);
    let mut moves: Option<PointSet> = None;
    let mut doubtful = None;
    for gain in gains {
        if board.threat(attacker, gain) == Threat::OpenFour && board.is_allowed(attacker, gain) {
            match spoilers(board, attacker, gain) {
                Some(these) => moves = Some(moves.map_or(these, |all| all.intersection(&these))),
                None => doubtful = Some(gain),
            }
        }
    }
    if moves.is_none() {
        moves = doubtful.map(|gain| against_line(board, attacker, &[gain]));
    }
    Some(moves?.union(&fours(board, attacker.other())))
}

/// The moves after which a win by fours does not go the same way any more; the defender's
/// fours are among them. The defender is to move and has no five.
pub(super) fn against_line(board: &mut Board, attacker: Colour, line: &[usize]) -> PointSet {
    let defender = attacker.other();
    let mut suspects = PointSet::EMPTY;
    let mut everywhere = false;
    for (ply, &index) in line.iter().enumerate() {
        if ply % 2 == 0 {
            // A stone here makes a four once the answers so far are on the board.
            suspects = suspects.union(&fours(board, defender));
            everywhere |= is_doubtful(board, attacker, index);
        }
        suspects.insert(index);
        board.place(index, if ply % 2 == 0 { attacker } else { defender });
    }
    for index in board.points_with(attacker, Threat::Five).collect::<PointSet>() {
        suspects.insert(index);
        if !board.is_allowed(defender, index) {
            match foul_region(board, index) {
                Some(region) => suspects = suspects.union(&region),
                None => everywhere = true,
            }
        }
    }
    for _ in line {
        board.undo();
    }
    if everywhere {
        suspects = board.empties().collect();
    }
    let mut moves = PointSet::EMPTY;
    for index in suspects {
        if board.is_empty(index) {
            board.place(index, defender);
            if !still_wins(board, attacker, line) {
                moves.insert(index);
            }
            board.undo();
        }
    }
    moves
}

/// Where `colour` makes a four or more.
fn fours(board: &Board, colour: Colour) -> PointSet {
    let is_four =
        |&index: &usize| (Threat::Four..=Threat::Five).contains(&board.threat(colour, index));
    board.strong(colour).iter().filter(is_four).collect()
}

/// The points whose stones have a say in whether a foul of black is one; none if they may be
/// anywhere.
fn foul_region(board: &Board, index: usize) -> Option<PointSet> {
    let mut region = around(board, index);
    for direction in (0..4).filter(|&at| board.shape(Colour::Black, index, at).is_three()) {
        let key = board.lines().around(index, direction);
        for offset in (-3..=3).filter(|&at| at != 0 && cell_at(key, at) == 0) {
            // A three is real by such a point, if that is no foul in its turn.
            let next = step(index, direction, offset);
            let others = (0..4).filter(|&other| other != direction);
            let threes = others.filter(|&at| board.shape(Colour::Black, next, at).is_three());
            if threes.count() > 1 {
                return None;
            }
            region = region.union(&around(board, next));
        }
    }
    Some(region)
}

/// The empty points on the lines through a point, as far as they matter to it.
fn around(board: &Board, index: usize) -> PointSet {
    let mut points = PointSet::EMPTY;
    points.insert(index);
    for direction in 0..4 {
        let key = board.lines().around(index, direction);
        let empty = (-REACH..=REACH).filter(|&at| at != 0 && cell_at(key, at) == 0);
        empty.for_each(|offset| points.insert(step(index, direction, offset)));
    }
    points
}

/// Whether a win by fours still goes the same way. The attacker is to move.
fn still_wins(board: &mut Board, attacker: Colour, line: &[usize]) -> bool {
    let defender = attacker.other();
    let [four, rest @ ..] = line else { return false };
    if board.threat(attacker, *four) == Threat::Five {
        return true;
    }
    if !board.is_empty(*four) || !board.is_allowed(attacker, *four) {
        return false;
    }
    board.place(*four, attacker);
    let wins = match board.five(attacker) {
        _ if board.fives(defender) > 0 => false,
        None => false,
        Some(_) if board.fives(attacker) > 1 => true,
        Some(answer) if !board.is_allowed(defender, answer) => true,
        Some(answer) if rest.first() == Some(&answer) => {
            board.place(answer, defender);
            let wins = still_wins(board, attacker, &rest[1..]);
            board.undo();
            wins
        }
        Some(_) => false,
    };
    board.undo();
    wins
}
