//! `csv`: the class's way (seed 004): one file passes between two programs, and each run of a
//! program appends one move to it.
//!
//! The file is described in [`crate::formats::csv`]. What comes back has to be what was given,
//! with one move more, made by the player whose turn it is. Numbers stand for colours: whoever
//! puts the first stone is player 1 unless the options say otherwise.

mod judge;
#[cfg(test)]
mod tests;

use gyoji_core::record::Ended;
use gyoji_core::{
    BadText, Deal, Dialect, DialectEntry, Heard, Known, Lifetime, Manners, OptionKind, OptionSpec,
    Options, Text, Transport, Turn,
};

use crate::formats::csv::{self, Form};
use crate::formats::words;
use crate::{Colour, Move, Point, Renju, Rule, Stone};

pub(super) fn entry() -> DialectEntry<Renju> {
    DialectEntry {
        options: OPTIONS,
        lifetime: Lifetime::PerMove,
        manners: |options| {
            let missing_if_empty = Start::named(options.get("start")) == Start::Missing;
            let transport = Transport::File { name: "game.csv", missing_if_empty };
            Manners { transport, ..Manners::default() }
        },
        knows: |options| Known::only("rule", [options.get("rule")]),
        ..DialectEntry::new(
            "csv",
            Text::new(
                "the class's file: each run of the program appends one move to game.csv",
                "授業の方式: プログラムを1手ごとに起動し、game.csv に1手書き足させる",
            ),
            |options| {
                let csv = Csv::new(options);
                if csv.numbers[0] == csv.numbers[1] {
                    return Err(BadText::new(options.get("second"), words::same_numbers()));
                }
                Ok(Box::new(csv))
            },
            |options, _| Box::new(Csv::new(options)),
        )
    }
}

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "one-based",
        kind: OptionSpec::FLAG,
        default: "true",
        about: Text::new(
            "count y and x from 1, else from 0",
            "y と x を 1 から数える（false なら 0 から）",
        ),
    },
    OptionSpec {
        name: "strict",
        kind: OptionSpec::FLAG,
        default: "true",
        about: Text::new(
            "a wrong count or a wrong player's number is a fault",
            "総手数や番号の誤りを反則にする",
        ),
    },
    OptionSpec {
        name: "first",
        kind: OptionKind::Number(0, 999_999),
        default: "1",
        about: Text::new("the number of who moves first", "先手の番号"),
    },
    OptionSpec {
        name: "second",
        kind: OptionKind::Number(0, 999_999),
        default: "2",
        about: Text::new("the number of who moves second", "後手の番号"),
    },
    OptionSpec {
        name: "start",
        kind: OptionKind::Choice(&["empty", "missing", "zero"]),
        default: "empty",
        about: Text::new(
            "what whoever moves first is given: an empty file, no file at all, or 0,",
            "先手の最初の手番に渡すもの（空のファイル、ファイルなし、または 0, と書いたファイル）",
        ),
    },
    OptionSpec {
        name: "rule",
        kind: OptionKind::Choice(Rule::NAMES),
        default: "class",
        about: Text::new(
            "the rule the program plays by: the game's too, unless -o rule=… names another",
            "プログラムが従うルール。-o rule=… の指定がなければ、対局もこのルールになる",
        ),
    },
];

struct Csv {
    one_based: bool,
    strict: bool,
    /// The numbers of black and white.
    numbers: [u32; 2],
    start: Start,
}

/// What the file is when nobody has moved.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Empty,
    Missing,
    /// `0,`: what the document has an empty table written as. Not all of the class's programs
    /// can read it.
    Zero,
}

impl Start {
    fn named(name: &str) -> Start {
        match name {
            "missing" => Start::Missing,
            "zero" => Start::Zero,
            _ => Start::Empty,
        }
    }
}

/// A game as the file has it.
type Entries = Vec<(u32, Point)>;

impl Csv {
    fn new(options: &Options) -> Csv {
        Csv {
            one_based: options.flag("one-based"),
            strict: options.flag("strict"),
            numbers: ["first", "second"].map(|name| options.number(name) as u32),
            start: Start::named(options.get("start")),
        }
    }

    fn form(&self, position: &Renju) -> Form {
        Form { size: position.size(), one_based: self.one_based }
    }

    fn number(&self, colour: Colour) -> u32 {
        self.numbers[colour.index()]
    }

    /// The game so far.
    fn game(&self, position: &Renju) -> Entries {
        let entry = |stone: Stone| (self.number(stone.colour), stone.point);
        position.stones().map(entry).collect()
    }
}

impl Dialect<Renju> for Csv {
    fn hello(&mut self, _deal: &Deal<'_, Renju>, _out: &mut String) {}

    fn ask(&mut self, turn: &Turn<'_, Renju>, out: &mut String) {
        let position = turn.position();
        let game = self.game(position);
        if !game.is_empty() || self.start == Start::Zero {
            out.push_str(&csv::write(game, self.form(position)));
        }
        out.push('\n');
    }

    fn read(&self, turn: &Turn<'_, Renju>, asked: bool, line: &str) -> Heard<Move> {
        match self.judge(turn.position(), line) {
            Ok((point, _)) if asked => Heard::Move(Move::Place(point)),
            _ => Heard::Garbage,
        }
    }

    fn bye(&mut self, _ended: &Ended, _out: &mut String) {}
}
