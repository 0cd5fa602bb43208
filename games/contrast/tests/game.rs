//! Contrast as a game like any other: what the trait promises, the move counts, the text forms.

mod slow;

use gyoji_contrast::{Board, Contrast, Move, perft, playout};
use gyoji_core::{Game, Options, Setup};
use gyoji_testkit::{PerftLine, check_game, perft_lines};
use slow::Slow;

const TABLE: &str = include_str!("../data/perft.txt");

fn setup(options: &str) -> Setup {
    let options = Options::check(Contrast::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

#[test]
fn what_every_game_promises_holds() {
    check_game::<Contrast>(&setup(""), 8);
    check_game::<Contrast>(&setup("plies=9"), 8);
    check_game::<Contrast>(&setup("repetition=false&plies=0"), 8);
    check_game::<Board>(&setup(""), 8);
}

fn position(line: &PerftLine<'_>) -> Contrast {
    match line.position {
        "start" => Contrast::new(),
        text => text.parse().unwrap(),
    }
}

#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(TABLE);
    assert!(lines.len() > 20, "the table is there");
    for line in &lines {
        let fast = perft::count(&position(line), line.depth);
        assert_eq!(fast, line.count, "{} at depth {}", line.name, line.depth);
        if line.count < 100_000 {
            let general = gyoji_search::perft(&position(line), line.depth);
            assert_eq!(general, line.count, "{} at depth {}, generally", line.name, line.depth);
        }
    }
}

fn slow(line: &PerftLine<'_>) -> u64 {
    let start = Slow::parse(&position(line).board().to_string());
    start.count(line.depth)
}

#[test]
fn the_second_contrast_counts_the_same() {
    for line in perft_lines(TABLE).iter().filter(|line| line.count < 10_000_000) {
        assert_eq!(slow(line), line.count, "{} at depth {}", line.name, line.depth);
    }
}

#[test]
#[ignore = "a thousand million leaves, one by one: a minute"]
fn the_second_contrast_counts_the_same_four_plies_deep() {
    let lines = perft_lines(TABLE);
    let line = lines.iter().find(|line| line.name == "start" && line.depth == 4).unwrap();
    assert_eq!(slow(line), line.count);
}

/// Where a draw may be met, the quick counter leaves it to the general one.
#[test]
fn draws_end_the_tree() {
    let counts = |text: &str, depth: u32| {
        let position: Contrast = text.parse().unwrap();
        assert_eq!(perft::count(&position, depth), gyoji_search::perft(&position, depth), "{text}");
        perft::count(&position, depth)
    };
    let start = Board::START;
    assert_eq!(counts(&format!("{start} ply 149 of 150"), 2), 155);
    assert_eq!(counts(&format!("{start} ply 148 of 150"), 2), 22625);
    assert_eq!(counts(&format!("{start} ply 150 of 150"), 3), 1);
    assert_eq!(counts(&format!("{start} ply 40 seen 4"), 2), 1);
}

#[test]
fn random_games_go_the_same_way_in_the_second_contrast() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..60 {
        let (mut slow, mut fast) = (Slow::start(), Board::START);
        loop {
            let mut theirs: Vec<String> = slow.actions().iter().map(slow::text).collect();
            let mut ours: Vec<String> = fast.moves().map(|mv| mv.to_string()).collect();
            assert_eq!(ours.len() as u64, fast.count_moves(), "{fast}");
            theirs.sort();
            ours.sort();
            assert_eq!(ours, theirs, "{fast}");
            assert_eq!(fast.winner().map(|(seat, _)| seat.index() + 1), slow.winner, "{fast}");
            assert_eq!(Slow::parse(&fast.to_string()), slow, "{fast}");
            let actions = slow.actions();
            let Some(action) = rng.choice(actions) else { break };
            slow.play(action);
            fast.play(slow::text(&action).parse::<Move>().unwrap());
        }
    }
}

/// The move drawn by lot is drawn from the whole list: its places are those of `moves`.
#[test]
fn every_move_has_its_place() {
    let mut rng = fastrand::Rng::with_seed(3);
    for _ in 0..30 {
        let mut board = Board::START;
        while let Some(mv) = playout::random_move(&board, &mut rng) {
            let moves: Vec<Move> = board.moves().collect();
            let places = 0..moves.len() as u32;
            let by_place: Vec<Move> =
                places.filter_map(|place| playout::nth_move(&board, place)).collect();
            assert_eq!(by_place, moves, "{board}");
            assert_eq!(playout::nth_move(&board, moves.len() as u32), None, "{board}");
            board.play(mv);
        }
        assert_eq!(board.moves().count(), 0, "{board}");
    }
}

#[test]
fn texts_read_back_as_they_were_written() {
    let start = "22222---------------11111 ------------------------- 1 3 1 3 1";
    assert_eq!(Board::START.to_string(), start);
    assert_eq!(Contrast::new().to_string(), format!("{start} ply 0"));
    assert_eq!(Contrast::start(&setup("")).unwrap().to_string(), format!("{start} ply 0 of 150"));
    for text in [
        format!("{start} ply 0"),
        format!("{start} ply 7 of 150"),
        format!("{start} ply 30 of 150 seen 3"),
        format!("{start} ply 30 seen 4"),
        "--2--1-2221-121-------1-- ------b-bbbbb-----gg----- 2 0 0 2 1 ply 0".to_owned(),
    ] {
        assert_eq!(text.parse::<Contrast>().unwrap().to_string(), text);
    }
    // What follows the hands may be left out, and there may be more space than needed.
    assert_eq!(start.parse::<Contrast>().unwrap(), Contrast::new());
    assert_eq!(format!("  {start}  ply 0\n").parse::<Contrast>().unwrap(), Contrast::new());
    for mv in ["c1,c2", "b5,b4 b3g", "e2,d3 a5b"] {
        assert_eq!(mv.parse::<Move>().unwrap().to_string(), mv);
    }
}

#[test]
fn bad_texts_are_refused() {
    let start = Board::START.to_string();
    let (pieces, rest) = start.split_at(25);
    let whole = "the pieces from a5 to e1 as 25 of 1, 2 and -, the tiles";
    let count = "how many of these tiles a player holds: 0 to";
    for (bad, expected) in [
        ("", whole),
        ("1", whole),
        (pieces, whole),
        (&start.replace("3 1 3 1", "3 1 3"), whole),
        (&start[1..], "the pieces row by row"),
        (&format!("{pieces}-{rest}"), "the pieces row by row"),
        (&start.replacen('2', "3", 1), "the pieces row by row"),
        (&start.replacen('-', "黒", 1), "the pieces row by row"),
        (&format!("{pieces} -{rest}"), "the tiles row by row"),
        (&start.replacen(" 1 3", " 3 3", 1), "who is to move: 1 or 2"),
        (&start.replace("3 1 3 1", "4 1 3 1"), &format!("{count} 3")),
        (&start.replace("3 1 3 1", "3 1 3 2"), &format!("{count} 1")),
        (&start.replace("3 1 3 1", "3 1 3 -1"), &format!("{count} 1")),
        (&format!("{start} ply x"), "a number of moves"),
        (&format!("{start} ply 0 of 0"), "a number of moves"),
        (&format!("{start} ply 99999999999"), "a number of moves"),
        (&format!("{start} seen 0"), "how often the position has stood: 1 to 4"),
        (&format!("{start} seen 5"), "how often the position has stood: 1 to 4"),
        (&format!("{start} ply"), "in this order"),
        (&format!("{start} of 5 ply 0"), "in this order"),
        (&format!("{start} over"), "in this order"),
    ] {
        let refused = bad.parse::<Contrast>().expect_err(bad).to_string();
        assert!(refused.contains(expected), "{refused}");
    }
    for bad in [
        "",
        "c1",
        "c5c4",
        "c1,c2 ",
        "c1,c2 b3",
        "c1,c2 b3w",
        "c1,c6",
        "f1,f2",
        "C5,C4",
        "c1,c2 -1",
        "c1,c2  b3g",
        "c1、c2",
    ] {
        let refused = bad.parse::<Move>().expect_err(bad);
        assert!(refused.to_string().contains("a move such as b1,b2"), "{refused}");
    }
}

/// Whatever is thrown at the parsers, they answer; and what they take, they can write.
#[test]
fn no_text_makes_the_parsers_panic() {
    let mut rng = fastrand::Rng::with_seed(2);
    let start = format!("{} ply 10 of 150 seen 2", Board::START).into_bytes();
    let mut taken = 0;
    for round in 0..20_000 {
        let bytes: Vec<u8> = match round % 3 {
            0 => (0..rng.usize(..90)).map(|_| rng.u8(..)).collect(),
            1 => (0..rng.usize(..12)).map(|_| b"abcde12345,g "[rng.usize(..13)]).collect(),
            _ => {
                let mut bytes = start.clone();
                for _ in 0..rng.usize(1..4) {
                    let at = rng.usize(..bytes.len());
                    bytes[at] = b"12-bg 0345"[rng.usize(..10)];
                }
                bytes
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        if let Ok(mv) = text.parse::<Move>() {
            assert_eq!(mv.to_string(), text);
        }
        if let Ok(mut position) = text.parse::<Contrast>() {
            taken += 1;
            assert_eq!(position.to_string().parse::<Contrast>().unwrap(), position, "{text:?}");
            assert_eq!(position.to_move().is_none(), position.outcome().is_some(), "{text:?}");
            assert_eq!(position.to_move().is_none(), position.moves().next().is_none(), "{text:?}");
            // Not even a move that is not legal here may bring it down.
            position.play("e1,a5 c3g".parse().unwrap());
            let _ = (position.view(), position.to_string());
        }
    }
    assert!(taken > 100, "some of the texts were good: {taken}");
}
