//! What is wrong with a line that is no order, and which half of an order cannot be done: for
//! whoever reads why a turn was missed.

use std::ops::Range;

use gyoji_core::{Flaw, Text, Turn};

use super::{SPINS, WAYS, is_number, own_order};
use crate::position::Quinte;

/// The words of a line and where they stand.
fn words(line: &str) -> Vec<(Range<usize>, &str)> {
    let start = |word: &str| word.as_ptr() as usize - line.as_ptr() as usize;
    let range = |word: &str| start(word)..start(word) + word.len();
    line.split_whitespace().map(|word| (range(word), word)).collect()
}

/// From the first of these words to the end of the last.
fn span(words: &[(Range<usize>, &str)]) -> Option<Range<usize>> {
    Some(words.first()?.0.start..words.last()?.0.end)
}

fn is_one_of<T>(known: &[(&str, T)], word: &str) -> bool {
    known.iter().any(|(name, _)| name.eq_ignore_ascii_case(word))
}

/// The parts of an order that cannot be carried out: the turn of the tiles alone, if the cursor
/// can go there.
pub(super) fn impossible(turn: &Turn<'_, Quinte>, line: &str) -> Option<Range<usize>> {
    let words = words(line);
    let (soldier, cursor) = words.get(2..)?.split_last()?;
    let texts: Vec<&str> = words.iter().skip(2).map(|(_, word)| *word).collect();
    let order = own_order(turn, &texts)?;
    let possible = turn.position().possible(turn.seat, order);
    match (possible.cursor == order.cursor, possible.soldier == order.soldier) {
        (false, true) if possible.cursor.is_some() => span(&cursor[..1]),
        (false, true) => span(cursor),
        (true, false) => Some(soldier.0.clone()),
        _ => span(&words[2..]),
    }
}

/// What is wrong with a line that looks like an order and is none.
pub(super) fn flaw(turn: &Turn<'_, Quinte>, line: &str) -> Option<Flaw> {
    let words = words(line);
    let now = turn.position().turn();
    let (first, rest) = words.split_first()?;
    // What has other letters is looked at as text first.
    if !line.is_ascii() || matches!(first.1, "ready" | "info") {
        return None;
    }
    if first.1 != "order" {
        return no_order(now, &words);
    }
    let Some((number, order)) = rest.split_first() else {
        return Some(no_number(now, first.0.clone(), ""));
    };
    match number.1.parse::<u32>() {
        Ok(found) if found == now => wrong_order(now, number, order),
        Ok(found) if found > now => Some(Flaw {
            at: number.0.clone(),
            mark: Text::made(format!("expected {now}"), format!("{now} を書いてください")),
            why: Text::made(
                format!("turn {now} was asked, but the order is for turn {found}"),
                format!("ターン {now} の質問に、ターン {found} の指示が届きました"),
            ),
            fix: Text::new(
                "repeat the number of the last \"turn\" line that was read",
                "最後に読んだ turn の行の番号をそのまま書いてください",
            ),
        }),
        _ => Some(no_number(now, span(rest)?, &joined(rest))),
    }
}

fn joined(words: &[(Range<usize>, &str)]) -> String {
    words.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
}

/// A line that does not begin with `order`, though it seems to be one.
fn no_order(now: u32, words: &[(Range<usize>, &str)]) -> Option<Flaw> {
    let (first, rest) = words.split_first()?;
    let (at, mark) = (first.0.clone(), Text::new("expected order", "order で始めます"));
    if first.1.eq_ignore_ascii_case("order") {
        return Some(Flaw {
            at,
            mark,
            why: Text::new(
                "the word \"order\" is written in small letters",
                "order は小文字で書きます",
            ),
            fix: write_as(&format!("order {}", joined(rest))),
        });
    }
    let is_order = is_one_of(&SPINS, first.1) && words.len() > 1
        || is_number(first.1) && rest.first().is_some_and(|(_, word)| is_one_of(&SPINS, word));
    is_order.then(|| Flaw {
        at,
        mark,
        why: Text::new(
            "a line with an order begins with \"order\" and the number of the turn",
            "指示の行は、order とターン番号で始めます",
        ),
        fix: write_as(&match is_number(first.1) {
            true => format!("order {}", joined(words)),
            false => format!("order {now} {}", joined(words)),
        }),
    })
}

fn no_number(now: u32, at: Range<usize>, order: &str) -> Flaw {
    let order = if order.is_empty() { "NONE NONE" } else { order };
    Flaw {
        at,
        mark: Text::made(format!("expected {now} here"), format!("ここに {now} が必要です")),
        why: Text::new(
            "the number of the turn has to come after \"order\"",
            "order のあとにターン番号が必要です",
        ),
        fix: write_as(&format!("order {now} {order}")),
    }
}

/// The right turn, but not the words of an order.
fn wrong_order(
    now: u32,
    number: &(Range<usize>, &str),
    order: &[(Range<usize>, &str)],
) -> Option<Flaw> {
    const CURSOR: &str = "CLOCKWISE, ANTICLOCKWISE, NONE";
    const SOLDIER: &str = "UP, DOWN, LEFT, RIGHT, NONE";
    let example = || write_as(&format!("order {now} CLOCKWISE 7 13 UP"));
    let flaw =
        |at: Range<usize>, mark: Text, why: Text| Some(Flaw { at, mark, why, fix: example() });
    let one_of = |list: &str| Text::made(format!("one of {list}"), format!("{list} のどれかです"));
    let no_soldier =
        || Text::new("the soldier's order is missing at the end", "最後に兵士への指示がありません");
    let Some((spin, rest)) = order.split_first() else {
        return flaw(
            number.0.clone(),
            Text::new("nothing after it", "このあとに何もありません"),
            Text::new(
                "the cursor's order and the soldier's are missing",
                "カーソルと兵士への指示がありません",
            ),
        );
    };
    if !is_one_of(&SPINS, spin.1) {
        let why = Text::made(
            format!("\"{}\" is not an order to the cursor", spin.1),
            format!("「{}」はカーソルへの指示ではありません", spin.1),
        );
        return flaw(spin.0.clone(), one_of(CURSOR), why);
    }
    let Some((way, place)) = rest.split_last() else {
        let mark = Text::made(
            format!("then one of {SOLDIER}"),
            format!("このあとに {SOLDIER} のどれかを書きます"),
        );
        return flaw(spin.0.clone(), mark, no_soldier());
    };
    if is_number(way.1) {
        return flaw(way.0.clone(), one_of(SOLDIER), no_soldier());
    }
    match *place {
        [] => {}
        [ref x, ref y] => {
            if let Some(wrong) = [x, y].into_iter().find(|word| !is_number(word.1)) {
                let why = Text::made(
                    format!("\"{}\" is not a number", wrong.1),
                    format!("「{}」は数ではありません", wrong.1),
                );
                return flaw(wrong.0.clone(), Text::new("expected a number", "数が必要です"), why);
            }
        }
        _ => {
            let why = Text::new(
                "the cursor's place is two numbers with a space between them",
                "カーソルの位置は、空白で区切った2つの数です",
            );
            return flaw(span(place)?, Text::new("expected X Y", "X Y と書きます"), why);
        }
    }
    let why = Text::made(
        format!("\"{}\" is not an order to the soldier", way.1),
        format!("「{}」は兵士への指示ではありません", way.1),
    );
    (!is_one_of(&WAYS, way.1)).then(|| flaw(way.0.clone(), one_of(SOLDIER), why))?
}

fn write_as(line: &str) -> Text {
    Text::made(format!("write it as {line}"), format!("{line} のように書いてください"))
}
