//! What an engine answers: points, `SWAP`, several points at once.

use gyoji_core::Game;

use crate::{Move, Phase, Point, Renju};

/// The moves that a line answers in this position, in order; none if it is no answer.
///
/// Whether the first is legal is for the referee to say; those after it are legal. A point off
/// the board that has a name all the same is such a first move.
pub(super) fn read(position: &Renju, line: &str) -> Option<Vec<Move>> {
    if line.trim().eq_ignore_ascii_case("swap") {
        return Some(vec![Move::Black]);
    }
    let points = points(line, position.size())?;
    let mut moves: Vec<Move> = points.into_iter().map(Move::Place).collect();
    let wanted = match position.phase() {
        Phase::Settled { .. } => 1,
        _ if position.is_choice() => moves.len().clamp(1, 2),
        phase => phase.stones().saturating_sub(position.stones().len()),
    };
    if moves.len() != wanted {
        return None;
    }
    if position.is_choice() && moves.len() == 2 {
        moves.insert(0, Move::More);
    }
    let mut next = position.clone();
    for (number, &mv) in moves.iter().enumerate() {
        match next.is_legal(mv) {
            true => next.play(mv),
            false if number == 0 => break,
            false => return None,
        }
    }
    Some(moves)
}

/// One point: `7,7`.
pub(super) fn point(text: &str, size: u8) -> Option<Point> {
    match points(text, size)?[..] {
        [point] => Some(point),
        _ => None,
    }
}

/// Points with spaces between them; there may be spaces around the commas too.
fn points(text: &str, size: u8) -> Option<Vec<Point>> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (x, after) = number(rest)?;
        let (y, after) = number(after.trim_start().strip_prefix(',')?.trim_start())?;
        if !after.is_empty() && !after.starts_with(char::is_whitespace) {
            return None;
        }
        found.push(at(x, y, size)?);
        rest = after.trim_start();
    }
    Some(found).filter(|points| !points.is_empty())
}

/// Digits at the front of a text, and what follows them.
fn number(text: &str) -> Option<(u8, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    Some((number.parse().ok()?, rest))
}

/// The point in a column and a row from the top; the column may lie beyond this board.
fn at(x: u8, y: u8, size: u8) -> Option<Point> {
    Point::new(x, (size - 1).checked_sub(y)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;

    fn said(position: &str, line: &str) -> Option<String> {
        let position = Renju::read(position, Rule::Renju, 15).unwrap();
        let moves: Vec<String> = read(&position, line)?.iter().map(Move::to_string).collect();
        Some(moves.join(" "))
    }

    #[test]
    fn points_are_counted_from_the_top_left() {
        assert_eq!(said("", "7,7").as_deref(), Some("h8"));
        assert_eq!(said("", " 0, 0 ").as_deref(), Some("a15"));
        assert_eq!(said("", "14,14").as_deref(), Some("o1"));
        assert_eq!(said("", "15,7").as_deref(), Some("p8"), "off the board: the referee says so");
        for bad in ["", "7", "7 7", "7,", ",7", "7,15", "h8", "7,7,7", "7,7 8,8", "7,-1", "300,1"] {
            assert_eq!(said("", bad), None, "{bad}");
        }
    }

    #[test]
    fn one_line_answers_the_moves_of_a_swap_opening() {
        let (empty, three, five) = ("swap2", "h8i8j6 swap2", "h8i8j6i7i9 more");
        assert_eq!(said(empty, "7,7 8,7 9,9").as_deref(), Some("h8 i8 j6"));
        assert_eq!(said(three, "SWAP").as_deref(), Some("black"));
        assert_eq!(said(three, "8,8").as_deref(), Some("i7"));
        assert_eq!(said(three, "8,8 8,6").as_deref(), Some("more i7 i9"));
        assert_eq!(said(five, "swap").as_deref(), Some("black"));
        assert_eq!(said(five, "6,8").as_deref(), Some("g7"));
        for (position, bad) in [
            (empty, "7,7"),
            (empty, "7,7 7,7 9,9"),
            (three, "8,8 8,6 1,1"),
            (three, "1,1 1,1"),
            (three, "3,3 7,7"),
        ] {
            assert_eq!(said(position, bad), None, "{position}: {bad}");
        }
        assert_eq!(said(five, "8,8 1,1").as_deref(), Some("more i7 b14"), "not legal here");
    }
}
