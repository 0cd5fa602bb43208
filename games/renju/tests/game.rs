//! Renju as a game like any other: what the trait promises, openings, text forms, endings.

mod common;

use std::collections::HashSet;

use common::perft;
use gyoji_core::{BadText, Game, Known, Options, Seat, Setup, TwoSeat, settle};
use gyoji_renju::openings::openings;
use gyoji_renju::{Colour, Move, Point, Renju, Rule, Stone};
use gyoji_testkit::{check_game, perft_lines};

fn setup(options: &str) -> Setup {
    let options = Options::check(Renju::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

fn after(options: &str, moves: &str) -> Renju {
    let mut position = Renju::start(&setup(options)).unwrap();
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(position.is_legal(mv), "{text} in {position}");
        position.play(mv);
    }
    position
}

#[test]
fn what_every_game_promises_holds_for_every_rule_and_opening() {
    for rule in Rule::ALL {
        for opening in ["free", "swap", "swap2"] {
            for size in [5, 15] {
                check_game::<Renju>(
                    &setup(&format!("rule={rule}&opening={opening}&size={size}")),
                    3,
                );
            }
        }
    }
    check_game::<Renju>(&setup("size=19"), 1);
    check_game::<Renju>(&setup("opening=book"), 3);
}

#[test]
fn with_swap2_the_colours_are_chosen() {
    let three = "h8 i9 j10";
    let choice = after("opening=swap2", three);
    assert_eq!((choice.to_move(), choice.is_choice()), (Some(Seat::SECOND), true));
    let taken = after("opening=swap2", "h8 i9 j10 black");
    assert_eq!(taken.to_move(), Some(Seat::FIRST), "the first seat goes on as white");
    assert_eq!(taken.to_string(), "renju 15 h8i9j10 swapped");
    let stayed = after("opening=swap2", "h8 i9 j10 a1");
    assert_eq!(stayed.to_move(), Some(Seat::FIRST), "black is the first seat's");
    let more = after("opening=swap2", "h8 i9 j10 more");
    assert_eq!(more.to_move(), Some(Seat::SECOND));
    let put = after("opening=swap2", "h8 i9 j10 more a1 b1");
    assert_eq!((put.to_move(), put.is_choice()), (Some(Seat::FIRST), true));
    assert!(!put.is_legal(Move::More));
    let taken = after("opening=swap2", "h8 i9 j10 more a1 b1 black");
    assert_eq!(taken.to_move(), Some(Seat::SECOND), "white is the second seat's");
    assert_eq!(taken.to_string(), "renju 15 h8i9j10a1b1");
}

/// Two counters that share no code have to agree with the table.
#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(include_str!("../data/perft.txt"));
    assert!(lines.len() > 15, "the table is there");
    for line in lines {
        let position: Renju = match line.position {
            "start" => Renju::new(Rule::Renju, 15),
            text => text.parse().unwrap(),
        };
        let general = gyoji_search::perft(&position, line.depth);
        assert_eq!(general, line.count, "{} at depth {}", line.name, line.depth);
        let slow = perft::count(&position, line.depth);
        assert_eq!(slow, line.count, "{} at depth {}, slowly", line.name, line.depth);
    }
}

#[test]
fn positions_read_back_as_they_were_written() {
    for text in [
        "renju 15",
        "renju 15 h8",
        "renju 15 h8i9j10",
        "class 19 s19a1",
        "standard 5 a1b2c3d4e5",
        "freestyle 15 a1-b1-c1",
        "renju 15 -h8",
        "renju 15 h8--",
        "renju 15 h8i9-",
        "renju 15 swap",
        "renju 15 swap2",
        "renju 15 h8i9 swap2",
        "renju 15 h8i9j10 swap",
        "renju 15 h8i9j10a1 more",
        "renju 15 h8i9j10 swapped",
        // Black has lost by a foul; white has five; the same without a last move.
        "renju 15 g8a1i8a3h7a5h9a7h8",
        "renju 15 h8a1h9a2j1a3j3a4k5a5",
        "renju 15 g8a1i8a3h7a5h9a7h8--",
    ] {
        let position: Renju = text.parse().unwrap_or_else(|bad| panic!("{text}: {bad}"));
        assert_eq!(position.to_string(), text);
    }
    let position = |text: &str| text.parse::<Renju>().unwrap();
    for (other, text) in [
        ("", "renju 15"),
        ("h8i9j10", "renju 15 h8i9j10"),
        ("H8I9J10", "renju 15 h8i9j10"),
        ("  h8 i9\tj10 ", "renju 15 h8i9j10"),
        ("renju 15 h8 i9 j10", "renju 15 h8i9j10"),
        ("-h8--i9-", "renju 15 -h8i9-"),
        ("renju 15 a1---", "renju 15 a1-"),
    ] {
        assert_eq!(position(other).to_string(), position(text).to_string(), "{other:?}");
    }
    assert!(position("g8a1i8a3h7a5h9a7h8").outcome().is_some());
    assert!(position("g8a1i8a3h7a5h9a7h8--").outcome().is_none(), "nobody has moved");
}

#[test]
fn a_position_of_stones_alone_is_played_by_the_options() {
    let start = |text: &str| {
        let position = Some(text.to_owned());
        Renju::start(&Setup { position, ..setup("rule=class&size=9&opening=swap2") })
    };
    assert_eq!(start("a1i9").unwrap().to_string(), "class 9 a1i9");
    assert_eq!(start("renju 15 o15").unwrap().to_string(), "renju 15 o15");
    assert!(start("o15").unwrap_err().to_string().contains("the board has 9 lines"));
}

#[test]
fn bad_positions_are_refused() {
    for (bad, problem) in [
        ("h8h8", "two stones"),
        ("p1", "the board has 15 lines: a1 to o15"),
        ("h8x", "stones such as h8i9j10"),
        ("h8i", "stones such as h8i9j10"),
        ("88", "stones such as h8i9j10"),
        ("renju", "the size of the board"),
        ("renju 4", "the size of the board"),
        ("renju 20 h8", "the size of the board"),
        ("renju fifteen", "the size of the board"),
        ("omok 15 h8", "stones such as h8i9j10"),
        ("renju 15 h8 swap h9", "stones such as h8i9j10"),
        ("renju 15 h8i9j10a1 swap", "0 to 3 stones"),
        ("renju 15 h8 more", "3 to 5 stones"),
        ("renju 15 h8-i9 swap", "0 to 3 stones"),
        ("a1a15b1b15c1c15d1d15e1e15", "both sides have five"),
        ("黒白", "stones such as h8i9j10"),
    ] {
        let refused = bad.parse::<Renju>().expect_err(bad);
        assert!(refused.to_string().contains(problem), "{bad}: {refused}");
    }
}

/// Whatever is thrown at the parsers, they answer; and what they take, they can write.
#[test]
fn no_text_makes_the_parsers_panic() {
    let mut rng = fastrand::Rng::with_seed(2);
    let good = b"renju 15 h8i9j10a1b2-c3 swapped";
    let mut taken = 0;
    for round in 0..20_000 {
        let bytes: Vec<u8> = match round % 3 {
            0 => (0..rng.usize(..60)).map(|_| rng.u8(..)).collect(),
            1 => (0..rng.usize(..60)).map(|_| b"abchijs1290- renjuswap"[rng.usize(..22)]).collect(),
            _ => {
                let mut bytes = good.to_vec();
                for _ in 0..rng.usize(..4) {
                    let at = rng.usize(..bytes.len());
                    bytes[at] = rng.u8(32..127);
                }
                bytes
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let _ = (text.parse::<Move>(), text.parse::<Point>(), text.parse::<Rule>());
        if let Ok(position) = text.parse::<Renju>() {
            taken += 1;
            let again: Renju = position.to_string().parse().unwrap();
            assert_eq!(again, position, "{text:?}");
            assert_eq!(position.to_move().is_none(), position.outcome().is_some(), "{text:?}");
        }
    }
    assert!(taken > 100, "some of the texts were good: {taken}");
}

#[test]
fn positions_can_be_set_up() {
    let stone = |text: &str, colour| Stone { point: text.parse().unwrap(), colour };
    let black = ["g8", "i8", "h7", "h9"].map(|text| stone(text, Colour::Black));
    let position = Renju::set_up(Rule::Renju, 15, black, Colour::Black).unwrap();
    assert_eq!(position.to_string(), "renju 15 g8-i8-h7-h9-");
    assert_eq!(position.to_move(), Some(Seat::FIRST));
    let white = Renju::set_up(Rule::Renju, 15, black, Colour::White).unwrap();
    assert_eq!(white.to_string(), "renju 15 g8-i8-h7-h9--", "white is next by itself");
    assert_eq!(white.to_move(), Some(Seat::SECOND));
    let twice = Renju::set_up(Rule::Renju, 15, [black[0], black[0]], Colour::Black);
    assert!(twice.is_err());
    let off = Renju::set_up(Rule::Renju, 5, black, Colour::Black);
    assert!(off.is_err());
}

#[test]
fn the_hash_is_that_of_the_stones() {
    let key = |text: &str| text.parse::<Renju>().map(|position| position.key()).unwrap();
    assert_eq!(key("h8i9j10"), key("j10i9h8"));
    let different: HashSet<u64> = [
        "h8",
        "h9",
        "-h8",
        "h8-",
        "h8i9",
        "h8i9j10",
        "renju 15 h8i9j10 swap",
        "renju 15 h8i9j10 swap2",
        "renju 15 h8i9j10 more",
        "renju 15 h8i9j10 swapped",
    ]
    .map(key)
    .into();
    assert_eq!(different.len(), 10);
}

#[test]
fn openings_are_positions_in_which_nothing_is_decided() {
    for rule in Rule::ALL {
        let all: Vec<Vec<Point>> = openings(rule).collect();
        assert!(!all.is_empty(), "{rule}");
        for stones in all {
            let mut position = Renju::new(rule, 15);
            for point in stones {
                assert!(position.is_legal(point.into()), "{rule} {position} {point}");
                position.play(point.into());
            }
            assert_eq!(position.outcome(), None, "{position}");
        }
    }
}

#[test]
fn the_book_draws_by_the_seed() {
    let drawn = |seed, options: &str| -> Result<String, BadText> {
        Renju::start(&Setup { seed, ..setup(options) }).map(|position| position.to_string())
    };
    let all: HashSet<String> = (0..50).map(|seed| drawn(seed, "opening=book").unwrap()).collect();
    assert!(all.len() > 5, "{all:?}");
    assert_eq!(drawn(7, "opening=book"), drawn(7, "opening=book"));
    assert!(drawn(1, "opening=book&size=19").unwrap().starts_with("renju 19 "));
}

#[test]
fn a_game_is_played_by_the_rule_its_players_know() {
    let csv = || Known::only("rule", ["class"]);
    let gomocup = || Known::only("rule", ["renju", "standard", "freestyle"]);
    let settled = |options: &str, position: Option<&str>, players: &[Vec<Known>]| {
        let mut setup = Setup { position: position.map(str::to_owned), ..setup(options) };
        let named: Vec<&str> = Options::split(options).map(|(name, _)| name).collect();
        let misfits = settle::<Renju>(&mut setup, &named, players);
        let whom: Vec<usize> = misfits.iter().map(|misfit| misfit.player).collect();
        (setup.options.get("rule").to_owned(), whom)
    };
    let is = |rule: &str, whom: &[usize]| (rule.to_owned(), whom.to_vec());
    assert_eq!(settled("", None, &[vec![], vec![]]), is("renju", &[]));
    assert_eq!(settled("", None, &[csv(), vec![]]), is("class", &[]));
    assert_eq!(settled("size=9", None, &[vec![], csv()]), is("class", &[]));
    assert_eq!(settled("", None, &[gomocup(), vec![]]), is("renju", &[]));
    assert_eq!(settled("", None, &[gomocup(), csv()]), is("class", &[0]));
    assert_eq!(settled("", None, &[csv(), csv()]), is("class", &[]));
    assert_eq!(settled("rule=renju", None, &[csv(), gomocup()]), is("renju", &[0]));
    assert_eq!(settled("rule=standard", None, &[csv(), csv()]), is("standard", &[0, 1]));
    let other = Known::only("rule", ["freestyle", "standard"]);
    assert_eq!(settled("", None, &[gomocup(), other]), is("standard", &[]));
    // Stones alone leave the rule open; a position may also name it.
    assert_eq!(settled("", Some("h8"), &[csv(), vec![]]), is("class", &[]));
    assert_eq!(settled("", Some("renju 15 h8"), &[csv(), vec![]]), is("renju", &[]));
}
