//! Four in a Row as a game like any other: what the trait promises, the move counts, the rules.

mod slow;

use std::collections::HashSet;

use gyoji_core::replay::Table;
use gyoji_core::view::Step;
use gyoji_core::{Game, Lang, Seat, Setup};
use gyoji_fourinarow::{FourInARow, Move, kit};
use gyoji_testkit::{PerftLine, Told, check_game, perft_lines, plain_listener};
use slow::Slow;

const TABLE: &str = include_str!("../data/perft.txt");

/// The position after these moves, a column each.
fn after(moves: &str) -> FourInARow {
    let mut position = FourInARow::START;
    for column in moves.split_whitespace() {
        let mv: Move = column.parse().unwrap();
        assert!(position.is_legal(mv), "{mv} in {position}");
        position.play(mv);
    }
    position
}

fn start_of(line: &PerftLine<'_>) -> FourInARow {
    match line.position {
        "start" => FourInARow::START,
        text => text.parse().unwrap(),
    }
}

#[test]
fn what_every_game_promises_holds() {
    check_game::<FourInARow>(&Setup::usual::<FourInARow>(), 60);
}

#[test]
fn move_counts_are_those_of_the_table() {
    let lines = perft_lines(TABLE);
    assert!(lines.len() >= 8, "the table is there");
    for line in lines {
        let count = gyoji_search::perft(&start_of(&line), line.depth);
        assert_eq!(count, line.count, "{} at depth {}", line.name, line.depth);
    }
}

#[test]
fn a_second_program_counts_the_same() {
    for line in perft_lines(TABLE).iter().filter(|line| line.count < 1_000_000) {
        let count = Slow::read(&start_of(line).to_string()).count(line.depth);
        assert_eq!(count, line.count, "{} at depth {}", line.name, line.depth);
    }
}

/// The numbers are those of John Tromp, <https://tromp.github.io/c4/c4.html>.
#[test]
fn as_many_positions_are_reached_as_are_known() {
    let mut reached = HashSet::from([FourInARow::START]);
    for known in [7, 49, 238, 1120, 4263, 16_422, 54_859] {
        let mut next = HashSet::new();
        for position in &reached {
            for mv in position.moves() {
                let mut after = *position;
                after.play(mv);
                next.insert(after);
            }
        }
        assert_eq!(next.len(), known);
        reached = next;
    }
}

#[test]
fn four_in_a_row_win_in_every_direction() {
    for (moves, winner, from, to) in [
        ("a b a b a b a", Seat::FIRST, [0, 5], [0, 2]),
        ("d a e a f a g", Seat::FIRST, [3, 5], [6, 5]),
        ("a b b c c d c d d g d", Seat::FIRST, [0, 5], [3, 2]),
        ("a g f f e e d e d d a d", Seat::SECOND, [3, 2], [6, 5]),
    ] {
        let position = after(moves);
        let outcome = position.outcome().unwrap_or_else(|| panic!("{position}"));
        assert_eq!((outcome.winner(), outcome.why), (Some(winner), "four"), "{position}");
        let bands = position.view().bands;
        assert_eq!(bands.len(), 1, "{position}");
        assert_eq!((bands[0].from, bands[0].to), (from, to), "{position}");
    }
    assert!(after("a b a b a b").outcome().is_none(), "three are not enough");
}

#[test]
fn a_disc_falls_and_a_full_column_takes_none() {
    let position = after("c c c c c c");
    let column: Move = "c".parse().unwrap();
    assert!(!position.is_legal(column));
    let why = position.why_illegal(column).unwrap();
    assert_eq!(why.get(Lang::Ja), "その列はいっぱいです");
    assert_eq!(position.moves().count(), 6);
    // The click is where the disc will lie: two rows up after two discs.
    assert_eq!(after("c c").steps(column), [Step::Cell(2, 3)]);
    assert_eq!(FourInARow::START.steps(column), [Step::Cell(2, 5)]);
    // And what is shown of a move that was made is where it lies, not where the next would fall.
    let mut table = Table::new(FourInARow::START);
    table.play(column);
    table.play(column);
    assert_eq!(table.steps_to(2).unwrap(), [Step::Cell(2, 4)]);
}

#[test]
fn a_full_board_without_four_is_a_draw() {
    let text = "RRYRRYR/YYRYYRY/RRYRRYR/YYRYYRY/RRYRRYR/YYRYYRY";
    let position: FourInARow = text.parse().unwrap();
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.why), (None, "full"));
    assert_eq!(position.moves().count(), 0);
}

#[test]
fn texts_that_are_no_positions_are_refused() {
    let row = ".......";
    for (bottom, problem) in [
        ("...R..", "expected six rows"),
        ("...R....", "expected six rows"),
        ("...x...", "a cell is R, Y or ."),
        ("...Y...", "red begins"),
        ("RR.....", "red begins"),
        ("RRRRYYY/", "expected six rows"),
    ] {
        let text = format!("{}/{bottom}", [row; 5].join("/"));
        let bad = text.parse::<FourInARow>().unwrap_err();
        assert!(bad.to_string().contains(problem), "{bad}");
    }
    let floats = format!("{}/...R.../{row}", [row; 4].join("/"));
    assert!(floats.parse::<FourInARow>().unwrap_err().to_string().contains("nothing below"));
}

#[test]
fn no_text_makes_a_parser_panic() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut good = 0;
    for _ in 0..100_000 {
        let length = rng.usize(..56);
        let text: String =
            (0..length).map(|_| *rng.choice(b"RY..//ag x").unwrap() as char).collect();
        good += u32::from(text.parse::<Move>().is_ok());
        if let Ok(position) = text.parse::<FourInARow>() {
            assert_eq!(position.to_string(), text.trim());
        }
    }
    assert!(good > 0, "some are moves");
}

#[test]
fn every_seat_is_told_the_start() {
    let kit = kit();
    let plain = Told {
        kit: &kit,
        dialect: "plain",
        client: plain_listener,
        knows: |asked, seat, real| asked.seat == seat && asked.position == *real,
    };
    assert!(plain.check(&Setup::usual::<FourInARow>(), 5) > 0);
}
