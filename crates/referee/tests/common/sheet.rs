//! `sheet`: Othello over a file, to test programs that are run once for each answer.
//!
//! The sheet says `start` and every move so far; whoever is to move adds its own.

use std::ops::Range;

use gyoji_core::record::Ended;
use gyoji_core::{Deal, Dialect, DialectEntry, Flaw, Heard, Kit, Lifetime, Text, Transport, Turn};
use gyoji_othello::{Move, Othello};

/// Othello's kit with the sheet.
pub fn kit() -> Kit<Othello> {
    let mut kit = gyoji_othello::kit();
    kit.dialects.push(DialectEntry {
        name: "sheet",
        about: Text::new("moves on a sheet", "紙に書いた手"),
        options: &[],
        lifetime: Lifetime::PerMove,
        says_clock: false,
        knows: gyoji_core::Known::all,
        make: |_| Ok(Box::new(Sheet)),
        client: None,
    });
    kit
}

struct Sheet;

impl Sheet {
    fn sheet(turn: &Turn<'_, Othello>) -> String {
        turn.moves.iter().fold(String::from("start"), |sheet, mv| format!("{sheet} {mv}"))
    }
}

impl Dialect<Othello> for Sheet {
    fn transport(&self) -> Transport {
        Transport::File { name: "sheet.txt", missing_if_empty: false }
    }

    fn hello(&mut self, _deal: &Deal<'_, Othello>, _out: &mut String) {}

    fn ask(&mut self, turn: &Turn<'_, Othello>, out: &mut String) {
        out.push_str(&Sheet::sheet(turn));
        out.push('\n');
    }

    fn read(&self, turn: &Turn<'_, Othello>, _asked: bool, line: &str) -> Heard<Move> {
        let added = line.strip_prefix(&Sheet::sheet(turn)).and_then(|rest| rest.strip_prefix(' '));
        match added.and_then(|added| added.parse().ok()) {
            Some(mv) => Heard::Move(mv),
            None => Heard::Garbage,
        }
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}

    fn expected(&self) -> Text {
        Text::new("the sheet and one move more", "紙の内容に1手加えたもの")
    }

    fn flaw(&self, turn: &Turn<'_, Othello>, line: &str) -> Option<Flaw> {
        (line == Sheet::sheet(turn)).then(|| Flaw {
            at: line.len()..line.len(),
            mark: Text::new("no move here", "ここに手がありません"),
            why: Text::new("nothing was added to the sheet", "紙に何も書き足されていません"),
            fix: Text::new("add a space and a move", "空白と手を書き足してください"),
        })
    }

    fn locate(&self, _turn: &Turn<'_, Othello>, line: &str) -> Option<Range<usize>> {
        Some(line.rfind(' ')? + 1..line.len())
    }
}
