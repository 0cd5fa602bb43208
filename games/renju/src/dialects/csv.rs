//! `csv`: the class's way (seed 004): one file passes between two programs, and each run of a
//! program appends one move to it.
//!
//! The file is described in [`crate::formats::csv`]. What comes back has to be what was given,
//! with one move more, made by the player whose turn it is. Numbers stand for colours: whoever
//! puts the first stone is player 1 unless the options say otherwise.

use std::ops::Range;

use gyoji_core::record::Ended;
use gyoji_core::{
    BadText, Deal, Dialect, DialectEntry, Flaw, Heard, Known, Lifetime, OptionKind, OptionSpec,
    Text, Transport, Turn,
};

use crate::formats::csv::{self, BadSheet, Entry, Form, Sheet};
use crate::formats::words;
use crate::{Colour, Move, Point, Renju, Rule, Stone};

pub(super) fn entry() -> DialectEntry<Renju> {
    DialectEntry {
        name: "csv",
        about: Text::new(
            "the class's file: each run of the program appends one move to game.csv",
            "授業の方式: プログラムを1手ごとに起動し、game.csv に1手書き足させる",
        ),
        options: OPTIONS,
        lifetime: Lifetime::PerMove,
        says_clock: false,
        knows: |options| Known::only("rule", [options.get("rule")]),
        make: |options| {
            let numbers = ["first", "second"].map(|name| options.number(name) as u32);
            if numbers[0] == numbers[1] {
                return Err(BadText::new(options.get("second"), words::same_numbers()));
            }
            let (one_based, strict) = (options.flag("one-based"), options.flag("strict"));
            let start = Start::named(options.get("start"));
            Ok(Box::new(Csv { one_based, strict, numbers, start }))
        },
        client: None,
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
            "プログラムが従うルール。-o rule=… の指定がなければ、対局もこのルールになります",
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
type Game = Vec<(u32, Point)>;

impl Csv {
    fn form(&self, position: &Renju) -> Form {
        Form { size: position.size(), one_based: self.one_based }
    }

    fn number(&self, colour: Colour) -> u32 {
        self.numbers[colour.index()]
    }

    /// The game so far.
    fn game(&self, position: &Renju) -> Game {
        let entry = |stone: Stone| (self.number(stone.colour), stone.point);
        position.stones().map(entry).collect()
    }

    /// The move that a file adds to the game, and where it stands; or what is wrong with it.
    fn judge(&self, position: &Renju, text: &str) -> Result<(Point, Range<usize>), BadSheet> {
        let form = self.form(position);
        let own = self.number(position.colour());
        let before = self.game(position);
        let sheet = match csv::read(text, form) {
            Ok(sheet) => sheet,
            Err(bad) => return Err(self.shifted(position, text).unwrap_or(bad)),
        };
        let end = text.trim_end().len();
        let at_end = |words| BadSheet::new(None, end..end, words);
        if text.trim().is_empty() && !before.is_empty() {
            return Err(at_end([
                words::mark_missing(),
                words::empty_file(),
                words::fix_whole_game(),
            ]));
        }
        if let Some(bad) = changed(&sheet, &before, own, form) {
            return Err(self.shifted(position, text).unwrap_or(bad));
        }
        let added = sheet.entries.get(before.len()..).unwrap_or_default();
        let [new] = added else {
            return Err(match added.len() {
                0 if sheet.entries.len() < before.len() => at_end([
                    words::mark_missing(),
                    words::moves_missing(sheet.entries.len(), before.len()),
                    words::fix_whole_game(),
                ]),
                0 => at_end([
                    words::mark_nothing(),
                    words::nothing_appended(),
                    words::fix_append(self.example(position)),
                ]),
                count => BadSheet::new(
                    before.len() + 3,
                    added[1].at.start..added[count - 1].at.end,
                    [
                        words::mark_several(),
                        words::several_appended(count),
                        words::fix_append(self.example(position)),
                    ],
                ),
            });
        };
        if self.strict && new.player != own {
            let why = match self.numbers.contains(&new.player) {
                true => words::as_opponent(new.player, own),
                false => words::as_stranger(new.player, own),
            };
            let words = [words::mark_player(own), why, words::fix_player()];
            return Err(BadSheet::new(before.len() + 2, new.at.clone(), words));
        }
        let count = before.len() + 1;
        if self.strict && sheet.count as usize != count {
            let words = [
                words::mark_wrong_count(count),
                words::wrong_count(sheet.count, count),
                words::fix_wrong_count(),
            ];
            return Err(BadSheet::new(1, sheet.count_at, words));
        }
        Ok((new.point, new.at.clone()))
    }

    /// Whether the file would be the game we gave, had it been counted from the other number.
    fn shifted(&self, position: &Renju, text: &str) -> Option<BadSheet> {
        let other = Form { one_based: !self.one_based, ..self.form(position) };
        let before = self.game(position);
        let sheet = csv::read(text, other).ok()?;
        let is_same = sheet.entries.len() >= before.len().max(1)
            && !before.is_empty()
            && sheet.entries.iter().zip(&before).all(|(now, was)| now.point == was.1);
        let [first, .., last] = &sheet.entries[..] else { return None };
        let words = match self.one_based {
            true => [words::mark_zero_based(), words::all_zero_based(), words::fix_zero_based()],
            false => [words::mark_one_based(), words::all_one_based(), words::fix_one_based()],
        };
        is_same.then(|| BadSheet::new(None, first.at.start..last.at.end, words))
    }

    /// What a right answer would look like.
    fn example(&self, position: &Renju) -> String {
        let mut game = self.game(position);
        let free = |point: &Point| position.is_empty(*point);
        let centre = Point::centre(position.size());
        let near = |point: &Point| {
            let far = |a: u8, b: u8| i32::from(a.abs_diff(b));
            far(point.col(), centre.col()).max(far(point.row(), centre.row()))
        };
        let point = Point::all(position.size()).filter(free).min_by_key(near);
        game.extend(point.map(|point| (self.number(position.colour()), point)));
        let form = self.form(position);
        match &game[..] {
            [.., last] if game.len() > 2 => {
                format!("{},...,{}", game.len(), form.entry(last.0, last.1))
            }
            game => csv::write(game.iter().copied(), form),
        }
    }
}

/// The first of the moves we gave that is not as it was.
fn changed(sheet: &Sheet, before: &Game, own: u32, form: Form) -> Option<BadSheet> {
    let pairs = || sheet.entries.iter().zip(before);
    let size = form.size;
    let turned = |point: Point| Point::from_top(point.y_from_top(size), point.x(), size);
    let differs = pairs().any(|(now, was)| now.point != was.1);
    if differs && pairs().all(|(now, was)| turned(now.point) == Some(was.1)) {
        let at = pairs().next()?.0.at.start..pairs().next_back()?.0.at.end;
        let words = [words::mark_swapped(), words::all_swapped(), words::fix_swapped()];
        return Some(BadSheet::new(None, at, words));
    }
    let is_changed = |(now, was): &(&Entry, &(u32, Point))| (now.player, now.point) != **was;
    let (index, (now, was)) = pairs().enumerate().find(|(_, pair)| is_changed(pair))?;
    let [old, new] =
        [*was, (now.player, now.point)].map(|(number, point)| form.entry(number, point));
    let why = match was.0 == own {
        true => words::own_changed(&old, &new),
        false => words::opponent_changed(&old, &new),
    };
    let words = [words::mark_changed(&old), why, words::fix_changed()];
    Some(BadSheet::new(index + 2, now.at.clone(), words))
}

impl Dialect<Renju> for Csv {
    fn transport(&self) -> Transport {
        Transport::File { name: "game.csv", missing_if_empty: self.start == Start::Missing }
    }

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

    fn expected(&self) -> Text {
        words::expected_sheet("2,1;8;8,2;7;7")
    }

    fn flaw(&self, turn: &Turn<'_, Renju>, line: &str) -> Option<Flaw> {
        let bad = self.judge(turn.position(), line).err()?;
        Some(Flaw { why: bad.problem(), ..*bad.flaw })
    }

    fn locate(&self, turn: &Turn<'_, Renju>, line: &str) -> Option<Range<usize>> {
        self.judge(turn.position(), line).ok().map(|(_, at)| at)
    }
}

#[cfg(test)]
mod tests {
    use gyoji_core::{Game as _, Lang, Seat};

    use super::*;

    fn csv(options: &str) -> Box<dyn Dialect<Renju>> {
        crate::kit().make_dialect("csv", gyoji_core::Options::split(options)).unwrap()
    }

    fn past(moves: &str) -> Vec<Renju> {
        vec![Renju::read(moves, Rule::Renju, 15).unwrap()]
    }

    fn turn(past: &[Renju]) -> Turn<'_, Renju> {
        let seat = past[0].to_move().unwrap_or(Seat::FIRST);
        Turn { seat, past, moves: &[], left: None, clock: None }
    }

    #[test]
    fn the_file_holds_the_whole_game() {
        for (moves, options, expected) in [
            ("", "", "\n"),
            ("", "start=missing", "\n"),
            ("", "start=zero", "0,\n"),
            ("h8", "", "1,1;8;8\n"),
            ("h8g9", "", "2,1;8;8,2;7;7\n"),
            ("h8g9", "one-based=false", "2,1;7;7,2;6;6\n"),
            ("h8g9o15", "first=7&second=4", "3,7;8;8,4;7;7,7;1;15\n"),
        ] {
            let (past, mut out) = (past(moves), String::new());
            csv(options).ask(&turn(&past), &mut out);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn one_move_more_is_the_move() {
        for (moves, options, text, mv) in [
            ("", "", "1,1;8;8", "h8"),
            ("h8", "", "2,1;8;8,2;7;7", "g9"),
            ("h8", "", "2, 1;8;8, 2;7;7,", "g9"),
            ("h8g9", "", "3,1;8;8,2;7;7,1;1;15", "o15"),
            ("h8g9", "one-based=false", "3,1;7;7,2;6;6,1;0;14", "o15"),
            ("h8", "strict=false", "9,1;8;8,2;7;7", "g9"),
            ("h8", "strict=false", "2,1;8;8,1;7;7", "g9"),
            ("h8", "first=2&second=1", "2,2;8;8,1;7;7", "g9"),
            // A taken point is a move, but an illegal one.
            ("h8", "", "2,1;8;8,2;8;8", "h8"),
        ] {
            let (dialect, past) = (csv(options), past(moves));
            let heard = dialect.read(&turn(&past), true, text);
            assert_eq!(heard, Heard::Move(mv.parse().unwrap()), "{text}");
            assert_eq!(dialect.flaw(&turn(&past), text), None);
            let at = dialect.locate(&turn(&past), text).unwrap();
            assert!(text[at].contains(';'), "{text}");
        }
    }

    #[test]
    fn everything_else_is_a_fault_that_is_explained() {
        for (moves, options, text, marked, why) in [
            ("h8", "", "1,1;8;8", "", "no move was appended"),
            ("", "", "0,", "", "no move was appended"),
            ("", "", "", "", "no move was appended"),
            ("h8", "", "", "", "the file is empty"),
            ("h8", "", "1,2;7;7", "2;7;7", "the opponent's move 1;8;8 has become 2;7;7"),
            ("h8", "", "2,1;9;9,2;7;7", "1;9;9", "the opponent's move 1;8;8 has become 1;9;9"),
            ("h8g9", "", "3,1;9;9,2;7;7,1;1;1", "1;9;9", "your own move 1;8;8 has become"),
            ("h8", "", "3,1;8;8,2;7;7,1;9;9", "1;9;9", "2 moves were appended"),
            ("h8g9", "", "1,1;8;8", "", "only 1 of the 2 moves"),
            ("h8", "", "1,1;8;8,2;7;7", "1", "says 1 moves, but 2 follow"),
            (
                "h8",
                "",
                "2,1;8;8,1;7;7",
                "1;7;7",
                "carries 1, the number of the opponent; yours is 2",
            ),
            ("h8", "first=5&second=6", "2,5;8;8,8;7;7", "8;7;7", "carries the number 8"),
            ("h8g9", "", "3,1;7;7,2;6;6,1;5;5", "1;7;7,2;6;6,1;5;5", "this looks 0-based"),
            ("h8a15", "", "3,1;7;7,2;0;0,1;5;5", "1;7;7,2;0;0,1;5;5", "this looks 0-based"),
            ("h8", "", "2,1;8;8,2;0;7", "0", "this looks 0-based"),
            ("h8g9", "one-based=false", "3,1;8;8,2;7;7,1;6;6", "1;8;8,2;7;7,1;6;6", "1-based"),
            ("h8i9", "", "3,1;8;8,2;9;7,1;1;1", "1;8;8,2;9;7", "y and x are exchanged"),
            ("h8", "", "thinking...", "thinking...", "not a number of moves"),
            ("h8", "", "2,1;8;8,2;7;16", "16", "the board goes from 1 to 15"),
        ] {
            let (dialect, past) = (csv(options), past(moves));
            assert_eq!(dialect.read(&turn(&past), true, text), Heard::Garbage, "{text}");
            let flaw = dialect.flaw(&turn(&past), text).unwrap_or_else(|| panic!("{text}"));
            let said = flaw.why.get(Lang::En);
            assert!(said.contains(why), "{text}: {said}");
            assert_eq!(text.get(flaw.at.clone()), Some(marked), "{text}: {said}");
        }
    }

    #[test]
    fn no_file_makes_it_panic() {
        let mut rng = fastrand::Rng::with_seed(8);
        let signs: Vec<char> = "0123456789,;,;,; -.\n\r\u{feff}；１黒".chars().collect();
        let mut moves = 0;
        for _ in 0..20_000 {
            let given = ["", "h8", "h8g9", "a15b14o1"][rng.usize(..4)];
            let (dialect, past) =
                (csv(["", "one-based=false", "strict=false"][rng.usize(..3)]), past(given));
            let mut text = String::new();
            csv("").ask(&turn(&past), &mut text);
            let mut text: Vec<char> = text.trim_end().chars().chain(",1;3;4".chars()).collect();
            for _ in 0..rng.usize(..5) {
                let at = rng.usize(..=text.len());
                match rng.u8(..3) {
                    0 => text.insert(at, signs[rng.usize(..signs.len())]),
                    1 if at < text.len() => text[at] = signs[rng.usize(..signs.len())],
                    _ => text.truncate(at.max(3)),
                }
            }
            let text: String = text.into_iter().collect();
            match dialect.read(&turn(&past), true, &text) {
                Heard::Move(_) => {
                    moves += 1;
                    assert!(dialect.locate(&turn(&past), &text).is_some());
                }
                _ => {
                    let flaw = dialect.flaw(&turn(&past), &text).expect("a reason");
                    let end = flaw.at.end.min(text.len());
                    assert!(text.get(flaw.at.start..end).is_some(), "{text:?} {flaw:?}");
                }
            }
        }
        assert!(moves > 100, "only {moves} got through");
    }

    #[test]
    fn two_players_need_two_numbers() {
        let options = gyoji_core::Options::split("first=3&second=3");
        assert!(crate::kit().make_dialect("csv", options).is_err());
    }

    #[test]
    fn an_example_is_always_a_right_answer_if_it_is_short() {
        let (dialect, past) = (csv(""), past("h8"));
        let fix = dialect.flaw(&turn(&past), "1,1;8;8").unwrap().fix;
        let example = fix.get(Lang::En).rsplit(": ").next().unwrap().to_owned();
        assert!(matches!(dialect.read(&turn(&past), true, &example), Heard::Move(_)), "{example}");
    }
}
