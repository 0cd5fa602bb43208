//! `judge`: the protocol of the class-room judge (seed 000), over stdin and stdout.
//!
//! To the program: `COLOR 1` (black) or `COLOR 2` (white) once, `MOVE BOARD:` and 64 digits
//! for each answer, `QUIT`. From it: one line, a square such as `c5`, or `pass`. There is no
//! automatic pass: a side that cannot move is asked and has to say so.

use gyoji_core::record::Ended;
use gyoji_core::{
    Asked, BadText, Client, Cue, Deal, Dialect, DialectEntry, Game, Guess, Heard, Lifetime,
    OptionKind, OptionSpec, Seat, Slip, Text, Transport, Turn,
};

use crate::Othello;
use crate::board::Board;
use crate::moves::{Move, expected};

/// The value of `streams` by which both outputs are one.
const MERGED: &str = "merged";

pub(super) fn entry() -> DialectEntry<Othello> {
    const OPTIONS: &[OptionSpec] = &[
        OptionSpec {
            name: "lenient",
            kind: OptionSpec::FLAG,
            default: "false",
            about: Text::new(
                "as the original program reads: trims, ignores case, looks at the first two \
                 characters",
                "元のプログラムと同じ読み方（前後の空白を除く、大文字も可、最初の2文字だけを見る）",
            ),
        },
        OptionSpec {
            name: "streams",
            kind: OptionKind::Choice(&["separate", MERGED]),
            default: "separate",
            about: Text::new(
                "merged: as the original program, what is printed to stderr is read like stdout",
                "merged: 元のプログラムと同じく、標準エラー出力も標準出力と同じように読む",
            ),
        },
    ];
    DialectEntry {
        name: "judge",
        about: Text::new(
            "the class-room judge: COLOR, MOVE BOARD, QUIT on stdin; a square or pass on stdout",
            "研修の審判プログラムの方式: 標準入力に COLOR・MOVE BOARD・QUIT、標準出力にマスか pass",
        ),
        options: OPTIONS,
        lifetime: Lifetime::PerGame,
        says_clock: false,
        knows: gyoji_core::Known::all,
        make: |options| {
            let merged = options.get("streams") == MERGED;
            Ok(Box::new(Judge { lenient: options.flag("lenient"), merged }))
        },
        client: Some(|| Box::new(JudgeClient { seat: Seat::FIRST })),
    }
}

struct Judge {
    lenient: bool,
    merged: bool,
}

impl Dialect<Othello> for Judge {
    fn transport(&self) -> Transport {
        if self.merged { Transport::MergedLines } else { Transport::Lines }
    }

    fn hello(&mut self, deal: &Deal<'_, Othello>, out: &mut String) {
        out.push_str(if deal.seat == Seat::FIRST { "COLOR 1\n" } else { "COLOR 2\n" });
    }

    fn ask(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        out.push_str("MOVE BOARD:");
        out.push_str(&digits(turn.position()));
        out.push('\n');
    }

    fn read(&self, _turn: &Turn<'_, Othello>, asked: bool, line: &str) -> Heard<Move> {
        let mv = if self.lenient { read_lenient(line) } else { line.parse().ok() };
        match mv {
            Some(mv) if asked => Heard::Move(mv),
            _ if self.lenient && !asked => Heard::Stale,
            _ => Heard::Garbage,
        }
    }

    fn bye(&mut self, _ended: &Ended, out: &mut String) {
        out.push_str("QUIT\n");
    }

    fn expected(&self) -> Text {
        expected()
    }

    fn guess(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Guess<Move>> {
        guess(turn.position(), line)
    }
}

/// A program of the judge's dialect.
struct JudgeClient {
    seat: Seat,
}

impl Client<Othello> for JudgeClient {
    fn hear(&mut self, line: &str) -> Result<Cue<Othello>, BadText> {
        let bad = || {
            let problem =
                Text::new("not a line of the judge protocol", "judge プロトコルの行ではありません");
            BadText::new(line, problem)
        };
        match line.trim() {
            "COLOR 1" => self.seat = Seat::FIRST,
            "COLOR 2" => self.seat = Seat::SECOND,
            "QUIT" => return Ok(Cue::Leave),
            line => {
                let digits = line.strip_prefix("MOVE BOARD:").ok_or_else(bad)?;
                let board = read_digits(digits, self.seat).ok_or_else(bad)?;
                let position = Othello::new(board, self.seat);
                let left = Some(Othello::SPEC.time);
                return Ok(Cue::Move(Asked { seat: self.seat, position, left, clock: None }));
            }
        }
        Ok(Cue::Nothing)
    }

    fn say(&self, mv: Move) -> String {
        mv.to_string()
    }
}

fn read_digits(digits: &str, side: Seat) -> Option<Board> {
    let (mut own, mut opp) = (0, 0);
    let mine = if side == Seat::FIRST { b'1' } else { b'2' };
    for (index, digit) in digits.bytes().enumerate() {
        match digit {
            b'0' => {}
            b'1' | b'2' if index < 64 && digit == mine => own |= 1 << index,
            b'1' | b'2' if index < 64 => opp |= 1 << index,
            _ => return None,
        }
    }
    (digits.len() == 64).then_some(Board { own, opp })
}

/// The board as 64 digits, row by row: 0 empty, 1 black, 2 white.
pub fn digits(position: &Othello) -> String {
    let (black, white) = (position.discs(Seat::FIRST), position.discs(Seat::SECOND));
    (0..64)
        .map(|index| match (black >> index & 1, white >> index & 1) {
            (1, _) => '1',
            (_, 1) => '2',
            _ => '0',
        })
        .collect()
}

/// As the original reads: `pass` in any case, else the first two characters.
fn read_lenient(line: &str) -> Option<Move> {
    let line = line.trim().to_ascii_lowercase();
    if line == "pass" {
        return Some(Move::Pass);
    }
    line.get(..2)?.parse().ok()
}

/// The legal move that a wrong line most likely meant.
fn guess(position: &Othello, line: &str) -> Option<Guess<Move>> {
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
    fn the_first_board_is_the_documents() {
        assert_eq!(
            digits(&Othello::STANDARD),
            "0000000000000000000000000002100000012000000000000000000000000000"
        );
    }

    #[test]
    fn strict_takes_exactly_the_documented_forms() {
        let judge = Judge { lenient: false, merged: false };
        let past = [Othello::STANDARD];
        let turn = Turn { seat: Seat::FIRST, past: &past, moves: &[], left: None, clock: None };
        assert_eq!(judge.read(&turn, true, "c4"), Heard::Move("c4".parse().unwrap()));
        assert_eq!(judge.read(&turn, true, "pass"), Heard::Move(Move::Pass));
        for bad in ["C4", " c4", "c4 ", "c44", "c", "", "4c", "Pass", "i1", "a9", "a0", "c4\t"] {
            assert_eq!(judge.read(&turn, true, bad), Heard::Garbage, "{bad:?}");
        }
        assert_eq!(judge.read(&turn, false, "c4"), Heard::Garbage, "spoke without being asked");
    }

    #[test]
    fn lenient_reads_as_the_original_does() {
        let judge = Judge { lenient: true, merged: false };
        let past = [Othello::STANDARD];
        let turn = Turn { seat: Seat::FIRST, past: &past, moves: &[], left: None, clock: None };
        let c4 = Heard::Move("c4".parse().unwrap());
        for good in ["c4", "C4", "  c4  ", "c4xyz", "C4 best"] {
            assert_eq!(judge.read(&turn, true, good), c4, "{good:?}");
        }
        assert_eq!(judge.read(&turn, true, " PASS "), Heard::Move(Move::Pass));
        for bad in ["", "4c", "x", "手", "passed"] {
            assert_eq!(judge.read(&turn, true, bad), Heard::Garbage, "{bad:?}");
        }
        assert_eq!(judge.read(&turn, false, "chatter"), Heard::Stale);
    }

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
        check("\u{feff}c4", "c4", Slip::Form);
        assert_eq!(guess(&Othello::STANDARD, "thinking depth 4"), None);
        assert_eq!(guess(&Othello::STANDARD, "a1"), None);
    }
}
