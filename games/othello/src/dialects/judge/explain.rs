//! What a line may have meant that is no answer to the judge: for explanations.

use gyoji_core::{Explain, Game, Guess, Slip, Text, Turn};

use crate::Othello;
use crate::moves::{self, Move};

pub(super) struct Explainer;

impl Explain<Othello> for Explainer {
    fn expected(&self) -> Text {
        moves::expected()
    }

    fn guess(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Guess<Move>> {
        guess(turn.position(), line)
    }
}

/// The legal move that a wrong line most likely meant.
pub(in crate::dialects) fn guess(position: &Othello, line: &str) -> Option<Guess<Move>> {
    let readings = readings(line);
    let legal = |slip: Slip| {
        let mut moves = readings.iter().filter(move |(_, how)| *how == slip).map(|(mv, _)| *mv);
        moves.find(|&mv| position.is_legal(mv)).map(|mv| Guess { mv, slip })
    };
    legal(Slip::Form).or_else(|| legal(Slip::Swapped)).or_else(|| legal(Slip::OffByOne))
}

/// Every move a line can be read as, and what would have gone wrong.
fn readings(line: &str) -> Vec<(Move, Slip)> {
    let line = line.trim_start_matches('\u{feff}').trim().to_ascii_lowercase();
    if matches!(line.as_str(), "pass" | "pass." | "ps" | "pa" | "--" | "パス") {
        return vec![(Move::Pass, Slip::Form)];
    }
    let mut found = Vec::new();
    let mut put = |col: i32, row: i32, slip| {
        if (0..8).contains(&col) && (0..8).contains(&row) {
            found.push((Move::Put((row * 8 + col) as u8), slip));
        }
    };
    let tokens = tokens(&line);
    match tokens[..] {
        [Token::Letter(col), Token::Number(row)] => {
            put(col, row - 1, Slip::Form);
            put(row - 1, col, Slip::Swapped);
            put(col, row, Slip::OffByOne);
            put(col + 1, row - 1, Slip::OffByOne);
            put(col, row - 2, Slip::OffByOne);
            put(col - 1, row - 1, Slip::OffByOne);
        }
        [Token::Number(row), Token::Letter(col)] => put(col, row - 1, Slip::Form),
        // Numbers alone: x before y, counted from 0 or from 1.
        [Token::Number(a), Token::Number(b)] => {
            put(a, b, Slip::Form);
            put(b, a, Slip::Swapped);
            put(a - 1, b - 1, Slip::Form);
            put(b - 1, a - 1, Slip::Swapped);
        }
        _ => {}
    }
    found
}

enum Token {
    Letter(i32),
    Number(i32),
}

/// The letters a–h and the digits of a short line; nothing if it has any other word.
fn tokens(line: &str) -> Vec<Token> {
    let mut found = Vec::new();
    for c in line.chars() {
        match c {
            'a'..='h' => found.push(Token::Letter(c as i32 - 'a' as i32)),
            '0'..='9' => found.push(Token::Number(c as i32 - '0' as i32)),
            ' ' | ',' | '(' | ')' | '[' | ']' | ':' | ';' | '.' | '"' | '\'' | '\t' => {}
            _ => return Vec::new(),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        // Black's first moves are d3, c4, f5 and e6.
        let check = |line, mv: &str, slip| {
            let found = guess(&Othello::STANDARD, line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((found.mv.to_string().as_str(), found.slip), (mv, slip), "{line}");
        };
        check("C4", "c4", Slip::Form);
        check("(2,3)", "c4", Slip::Form);
        check("2 3", "c4", Slip::Form);
        check("3 4", "c4", Slip::Form);
        check("4c", "c4", Slip::Form);
        check("(3, 2)", "d3", Slip::Form);
        check("c3", "c4", Slip::OffByOne);
        check("b4", "c4", Slip::OffByOne);
        check("d4", "d3", Slip::OffByOne);
        check("f6", "f5", Slip::OffByOne);
        check("\u{feff}c4", "c4", Slip::Form);
        assert_eq!(guess(&Othello::STANDARD, "thinking depth 4"), None);
        assert_eq!(guess(&Othello::STANDARD, "a1"), None);
    }
}
