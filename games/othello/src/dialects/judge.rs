//! `judge`: the protocol of the class-room judge (seed 000), over stdin and stdout.
//!
//! To the program: `COLOR 1` (black) or `COLOR 2` (white) once, `MOVE BOARD:` and 64 digits
//! for each answer, `QUIT`. From it: one line, a square such as `c5`, or `pass`. There is no
//! automatic pass: a side that cannot move is asked and has to say so.

mod explain;

use gyoji_core::record::Ended;
use gyoji_core::{
    Asked, BadText, Client, Cue, Deal, Dialect, DialectEntry, Game, Heard, Manners, OptionKind,
    OptionSpec, Seat, Text, Transport, Turn,
};

use crate::Othello;
use crate::board::Board;
use crate::moves::Move;

pub(super) use explain::guess;

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
        options: OPTIONS,
        manners: |options| Manners {
            transport: match options.get("streams") {
                MERGED => Transport::MergedLines,
                _ => Transport::Lines,
            },
            ..Manners::default()
        },
        client: Some(|| Box::new(JudgeClient { seat: Seat::FIRST })),
        ..DialectEntry::new(
            "judge",
            Text::new(
                "the class-room judge: COLOR, MOVE BOARD, QUIT on stdin; a square or pass on stdout",
                "研修の審判プログラムの方式: 標準入力に COLOR・MOVE BOARD・QUIT、標準出力にマスか pass",
            ),
            |options| Ok(Box::new(Judge { lenient: options.flag("lenient") })),
            |_, _| Box::new(explain::Explainer),
        )
    }
}

struct Judge {
    lenient: bool,
}

impl Dialect<Othello> for Judge {
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
        let judge = Judge { lenient: false };
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
        let judge = Judge { lenient: true };
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
}
