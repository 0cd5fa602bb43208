//! Othello as a game like any other: what the trait promises, the move counts, the text forms.

use gyoji_core::{Game, Options, Seat, Setup};
use gyoji_othello::{Move, Othello, perft};
use gyoji_testkit::{check_game, perft_lines};

/// The general counter goes through `Game` and allocates; beyond this depth only ours counts.
const GENERAL_DEPTH: u32 = 7;

fn setup(options: &str) -> Setup {
    let options = Options::check(Othello::SPEC.options, Options::split(options)).unwrap();
    Setup { options, ..Setup::default() }
}

/// A position in the notation of the perft table.
fn position(text: &str) -> Othello {
    match text {
        "start" => Othello::STANDARD,
        text => text.parse().unwrap(),
    }
}

fn after(moves: &str) -> Othello {
    let mut position = Othello::STANDARD;
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(position.is_legal(mv), "{text} in {position}");
        position.play(mv);
    }
    position
}

#[test]
fn what_every_game_promises_holds_from_both_starts() {
    check_game::<Othello>(&setup("start=standard"), 60);
    check_game::<Othello>(&setup("start=mirrored"), 60);
    assert_eq!(Othello::start(&setup("")).unwrap(), Othello::STANDARD);
    assert_eq!(Othello::start(&setup("start=mirrored")).unwrap(), Othello::MIRRORED);
}

/// A pass is one ply; a game that ends before the last ply is one leaf. Two counters that
/// share nothing but the board have to agree with the table.
#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(include_str!("../data/perft.txt"));
    assert!(lines.len() > 30, "the table is there");
    for line in lines {
        let position = position(line.position);
        let fast = perft::count(position.board(), line.depth);
        assert_eq!(fast, line.count, "{} at depth {}", line.name, line.depth);
        if line.depth <= GENERAL_DEPTH || line.name == "late" {
            let general = gyoji_search::perft(&position, line.depth);
            assert_eq!(general, line.count, "{} at depth {}, generally", line.name, line.depth);
        }
    }
}

/// The convention by itself, on games so short that one can follow them.
#[test]
fn passes_are_plies_and_early_ends_are_leaves() {
    let stuck = after("d3 c3 b3 b2 f5 a3 a1 c1");
    assert_eq!(stuck.to_move(), Some(Seat::FIRST));
    assert_eq!(stuck.moves().collect::<Vec<_>>(), [Move::Pass]);
    assert!(stuck.is_legal(Move::Pass));
    // The pass itself is the whole first ply; behind it stand white's two moves.
    assert_eq!(perft::count(stuck.board(), 1), 1);
    assert_eq!(perft::count(stuck.board(), 2), 2);

    // The shortest game there is: nine moves, and no white disc is left.
    let wiped_out = after("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(wiped_out.moves().collect::<Vec<_>>(), [Move::Pass], "asked once, as in seed 000");
    let over = after("e6 f4 e3 f6 g5 d6 e7 f5 c5 pass");
    assert_eq!(over.to_move(), None);
    assert_eq!(over.moves().count(), 0);
    let outcome = over.outcome().unwrap();
    assert_eq!((outcome.points(), outcome.why), (&[13, 0][..], "stuck"));
    assert_eq!(outcome.winner(), Some(Seat::FIRST));
    for depth in 0..5 {
        assert_eq!(perft::count(over.board(), depth), 1, "depth {depth}");
        assert_eq!(gyoji_search::perft(&over, depth), 1, "depth {depth}, generally");
        assert_eq!(gyoji_search::perft(&wiped_out, depth), 1, "depth {depth}, before the pass");
    }
}

#[test]
fn a_pass_is_legal_only_when_nothing_else_is() {
    assert!(!Othello::STANDARD.is_legal(Move::Pass));
    assert!(!after("e6 f4 e3 f6 g5 d6 e7 f5 c5 pass").is_legal(Move::Pass), "the game is over");
    for square in ["a1", "d4", "h8"] {
        assert!(!Othello::STANDARD.is_legal(square.parse().unwrap()), "{square}");
    }
}

#[test]
fn every_square_has_its_name() {
    let names: Vec<String> = (0..64).map(|square| Move::Put(square).to_string()).collect();
    assert_eq!((names[0].as_str(), names[7].as_str(), names[63].as_str()), ("a1", "h1", "h8"));
    for (square, name) in names.iter().enumerate() {
        assert_eq!(name.parse::<Move>().unwrap(), Move::Put(square as u8));
    }
    assert_eq!("pass".parse::<Move>().unwrap(), Move::Pass);
}

#[test]
fn positions_read_back_as_they_were_written() {
    let mut rng = fastrand::Rng::with_seed(1);
    for _ in 0..500 {
        let text: String = (0..64).map(|_| ['X', 'O', '-'][rng.usize(..3)]).collect();
        for side in ["X", "O"] {
            let text = format!("{text} {side}");
            assert_eq!(text.parse::<Othello>().unwrap().to_string(), text);
        }
    }
    // What other programs write for the same position.
    let start = Othello::STANDARD.to_string();
    for other in [
        start.to_lowercase(),
        start.replace('X', "*"),
        start.replace('-', "."),
        format!("{start};"),
        format!("  {start}\n"),
    ] {
        assert_eq!(other.parse::<Othello>().unwrap(), Othello::STANDARD, "{other:?}");
    }
}

#[test]
fn bad_positions_are_refused() {
    let start = Othello::STANDARD.to_string();
    let squares = &start[..64];
    for bad in [
        "",
        " ",
        "X",
        squares,
        &start[1..],
        &format!("-{start}"),
        &format!("{squares} Z"),
        &format!("{squares}  X"),
        &format!("{squares} X O"),
        &format!("{squares}\tX"),
        &start.replacen('-', "1", 1),
        &start.replacen('-', "黒", 1),
        // 64 characters, but not 64 squares; and 64 bytes, but not 64 characters.
        &format!("{} X", "黒".repeat(64)),
        &format!("{}- X", "黒".repeat(21)),
    ] {
        let refused = bad.parse::<Othello>().expect_err(bad);
        assert!(refused.to_string().contains("64 squares"), "{refused}");
    }
}

/// Whatever is thrown at the parsers, they answer; and what they take, they can write.
#[test]
fn no_text_makes_the_parsers_panic() {
    let mut rng = fastrand::Rng::with_seed(2);
    let start = Othello::STANDARD.to_string().into_bytes();
    let mut taken = 0;
    for round in 0..20_000 {
        let bytes: Vec<u8> = match round % 3 {
            0 => (0..rng.usize(..90)).map(|_| rng.u8(..)).collect(),
            1 => (0..rng.usize(..90)).map(|_| b"XOxo*-. ;8a\n"[rng.usize(..12)]).collect(),
            _ => {
                let mut bytes = start.clone();
                for _ in 0..rng.usize(1..4) {
                    let at = rng.usize(..bytes.len());
                    bytes[at] = rng.u8(..);
                }
                bytes
            }
        };
        let text = String::from_utf8_lossy(&bytes);
        let _ = text.parse::<Move>();
        if let Ok(position) = text.parse::<Othello>() {
            taken += 1;
            assert_eq!(position.to_string().parse::<Othello>().unwrap(), position, "{text:?}");
            assert_eq!(position.to_move().is_none(), position.outcome().is_some(), "{text:?}");
        }
    }
    assert!(taken > 0, "some of the texts were good");
}
