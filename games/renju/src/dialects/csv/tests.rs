//! What the file says, what is read from it, and that every other file is explained.

use gyoji_core::{Explain, Game, Lang, Seat};

use super::*;

fn csv(options: &str) -> Csv {
    Csv::new(&Options::check(OPTIONS, Options::split(options)).unwrap())
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
        ("h8", "", "2,1;8;8,1;7;7", "1;7;7", "carries 1, the number of the opponent; yours is 2"),
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
