//! What an engine's line may have meant that is no answer, and what its words mean: for
//! explanations.

use gyoji_core::{Complaint, Deal, Explain, Game, Guess, Slip, Text, Turn};

use super::{answer, complaint, is_opening, written};
use crate::{Move, Phase, Point, Renju, Rule};

pub(super) struct Explainer {
    size: u8,
    rule: Rule,
    /// Whether the game is opened with a choice of colours.
    is_swap: bool,
}

impl Explainer {
    pub(super) fn new(deal: &Deal<'_, Renju>) -> Explainer {
        Explainer {
            size: deal.start.size(),
            rule: deal.start.rule(),
            is_swap: is_opening(deal.start),
        }
    }
}

impl Explain<Renju> for Explainer {
    fn expected(&self) -> Text {
        let last = self.size - 1;
        let (en, ja) = match self.is_swap {
            true => (
                " (in the opening as many as are missing, in one line, or SWAP)",
                "。スワップでは足りない数だけ1行に並べるか、SWAP",
            ),
            false => ("", ""),
        };
        Text::made(
            format!("column,row from 0 to {last}, the row from the top, such as 7,7{en}"),
            format!("列,行（0 から {last}。行は上から数える。例: 7,7{ja}）"),
        )
    }

    fn guess(&self, turn: &Turn<'_, Renju>, line: &str) -> Option<Guess<Move>> {
        guess(turn.position(), line)
    }

    fn answer(&self, turn: &Turn<'_, Renju>, mv: Move) -> Option<String> {
        match mv {
            Move::Place(point) => Some(written(point, turn.position().size())),
            Move::Black => Some("SWAP".to_owned()),
            Move::More => None,
        }
    }

    fn complaint(&self, turn: &Turn<'_, Renju>, is_ready: bool, line: &str) -> Option<Complaint> {
        let word = line.split_whitespace().next()?.to_ascii_uppercase();
        match (word.as_str(), is_ready) {
            ("ERROR", false) => Some(complaint::cannot_play(self.size, self.rule)),
            ("ERROR", true) => Some(complaint::cannot_answer()),
            ("UNKNOWN", false) => Some(complaint::no_start()),
            ("UNKNOWN", true) => is_opening(turn.position()).then(complaint::no_swap),
            _ => None,
        }
    }
}

/// The legal move that a wrong line most likely meant.
fn guess(position: &Renju, line: &str) -> Option<Guess<Move>> {
    if !matches!(position.phase(), Phase::Settled { .. }) && !position.is_choice() {
        return None; // several points are wanted
    }
    let size = position.size();
    let legal = |point: Option<Point>, slip: Slip| {
        let mv = Move::Place(point.filter(|point| point.is_on(size))?);
        position.is_legal(mv).then_some(Guess { mv, slip })
    };
    let line = line.trim();
    let bare = line.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    if let Ok(point) = bare.parse::<Point>() {
        return legal(Some(point), Slip::Form);
    }
    let (x, y) = pair(line)?;
    let here = |x: i32, y: i32| {
        let (x, y) = (u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        Point::from_top(x, y, size)
    };
    // Nearly every empty point is legal, so a point that is taken says nothing of what was meant.
    let beyond = x == i32::from(size) || y == i32::from(size);
    match answer::read(position, line) {
        _ if beyond => legal(here(x - 1, y - 1), Slip::OffByOne),
        None => legal(here(x, y), Slip::Form),
        Some(_) => None,
    }
}

/// The two numbers of a line that has two, whatever stands around them.
fn pair(line: &str) -> Option<(i32, i32)> {
    let runs = line.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty());
    let mut numbers = runs.map(|run| run.parse().unwrap_or(i32::MAX));
    let pair = (numbers.next()?, numbers.next()?);
    numbers.next().is_none().then_some(pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let check = |stones: &str, line: &str, expected: &str, slip: Slip| {
            let position = Renju::read(stones, Rule::Renju, 15).unwrap();
            let guess = guess(&position, line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!((guess.mv.to_string().as_str(), guess.slip), (expected, slip), "{line}");
        };
        check("", "7 7", "h8", Slip::Form);
        check("", "(7, 3)", "h12", Slip::Form);
        check("", "move 7,7", "h8", Slip::Form);
        check("", "h8", "h8", Slip::Form);
        check("", "H8.", "h8", Slip::Form);
        check("", "15,15", "o1", Slip::OffByOne);
        check("", "15,3", "o13", Slip::OffByOne);
        check("", "3 15", "c1", Slip::OffByOne);
        let one_stone = Renju::read("h8", Rule::Renju, 15).unwrap();
        for line in ["", "thinking", "depth 3 score 10 8,8", "99999999999 3", "z9", "7,7", "7 7"] {
            assert_eq!(guess(&one_stone, line), None, "{line}");
        }
    }
}
