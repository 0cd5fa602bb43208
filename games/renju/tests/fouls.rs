//! Black's fouls: the known cases, and three implementations that share no code on random points.

mod common;

use std::collections::BTreeMap;

use common::rif::{Finding, Slow};
use common::{Case, Position, cases, random_position, turn};
use fastrand::Rng;
use figrid_board::renju as figrid;
use gyoji_renju::board::Board;
use gyoji_renju::fouls::{Foul, FoulSet, Verdict, judge, reasons};
use gyoji_renju::{Colour, Point, Rule};

fn board(position: &Position) -> Board {
    let mut board = Board::new(Rule::Renju, position.size);
    for colour in Colour::BOTH {
        for point in position.stones(colour) {
            board.place(point.index(), colour);
        }
    }
    board
}

fn slow(position: &Position, point: Point) -> Finding {
    Slow::new(position).judge((point.col().into(), point.row().into()))
}

/// What the slow judge says, in the words of the crate.
fn verdict(finding: Finding) -> Verdict {
    let Finding { five, overline, double_four, double_three, .. } = finding;
    let made = [overline, double_four, double_three];
    let fouls: FoulSet =
        Foul::ALL.into_iter().zip(made).filter(|(_, made)| *made).map(|(foul, _)| foul).collect();
    match (five, fouls.is_empty()) {
        (true, _) => Verdict::Five,
        (_, true) => Verdict::Legal,
        _ => Verdict::Foul(fouls),
    }
}

/// Both sides as they would be written on the command line.
fn show(position: &Position) -> String {
    let list = |colour| {
        let points: Vec<String> = position.stones(colour).iter().map(Point::to_string).collect();
        points.join(",")
    };
    format!(
        "--size {} --black {} --white {}",
        position.size,
        list(Colour::Black),
        list(Colour::White)
    )
}

#[test]
fn known_positions_have_their_known_verdicts() {
    let cases = cases();
    assert_eq!(cases.len(), 146, "the file is there");
    for Case { id, black, white, point, verdict: known } in &cases {
        let position = Position::new(15, black, white);
        let verdict = judge(&position.lines, Rule::Renju, point.index(), Colour::Black);
        assert_eq!(verdict.to_string(), *known, "{id}");
        assert_eq!(self::verdict(slow(&position, *point)), verdict, "{id}, slowly");
        let is_foul = !matches!(known.as_str(), "legal" | "five");
        assert_eq!(board(&position).is_forbidden(point.index()), is_foul, "{id}, on the board");
    }
}

/// Compares on `wanted` random points and says how many there were of each verdict.
fn compare(seed: u64, wanted: usize) -> BTreeMap<String, usize> {
    let mut rng = Rng::with_seed(seed);
    let cases = cases();
    let mut seen = BTreeMap::new();
    let mut points = 0;
    while points < wanted {
        let position = random_position(&mut rng, &cases);
        let board = board(&position);
        let mut slow = Slow::new(&position);
        let (mut black, mut white) = (figrid_board::BitBoard::EMPTY, figrid_board::BitBoard::EMPTY);
        let cell = |point: Point| usize::from(point.row()) * 15 + usize::from(point.col());
        if position.size == 15 {
            position.stones(Colour::Black).into_iter().for_each(|point| black.set(cell(point)));
            position.stones(Colour::White).into_iter().for_each(|point| white.set(cell(point)));
        }
        for point in position.interesting() {
            let at = || format!("{point} {}", show(&position));
            let fast = judge(&position.lines, Rule::Renju, point.index(), Colour::Black);
            let finding = slow.judge((point.col().into(), point.row().into()));
            assert_eq!(fast, verdict(finding), "{}", at());
            assert_eq!(board.is_forbidden(point.index()), finding.is_foul(), "{}", at());
            if position.size == 15 {
                // It names only one foul, and another first than we do: five, 44, 33, overline.
                let theirs = match figrid::foul(&black, &white, cell(point)) {
                    figrid::Foul::None => Verdict::Legal,
                    figrid::Foul::Five => Verdict::Five,
                    figrid::Foul::DoubleFour => Verdict::Foul(FoulSet::NONE.with(Foul::DoubleFour)),
                    figrid::Foul::DoubleThree => {
                        Verdict::Foul(FoulSet::NONE.with(Foul::DoubleThree))
                    }
                    figrid::Foul::Overline => Verdict::Foul(FoulSet::NONE.with(Foul::Overline)),
                };
                let named = |foul: Foul| fast.fouls().contains(foul);
                let agrees = match theirs {
                    Verdict::Foul(fouls) => fouls.iter().all(named),
                    theirs => theirs == fast,
                };
                assert!(agrees, "figrid {theirs:?}, ours {fast:?}: {}", at());
            }
            let kinds: Vec<&str> = fast.fouls().iter().map(Foul::name).collect();
            let name = match kinds[..] {
                [] if finding.threes > 1 => "allowed double-three".into(),
                [] => fast.to_string(),
                _ => kinds.join("+"),
            };
            *seen.entry(name).or_insert(0) += 1;
            points += 1;
        }
    }
    seen
}

/// That the points are worth looking at: each verdict is among them, and often enough.
fn assert_rich(seen: &BTreeMap<String, usize>) {
    let all: usize = seen.values().sum();
    let share = |name: &str| seen.get(name).copied().unwrap_or(0) as f64 / all as f64;
    for (name, least) in [
        ("legal", 0.5),
        ("five", 0.01),
        ("overline", 0.005),
        ("double-four", 0.01),
        ("double-three", 0.03),
        ("allowed double-three", 0.000_5),
        ("double-four+double-three", 0.000_1),
    ] {
        assert!(share(name) > least, "{name}: {seen:?}");
    }
}

#[test]
fn three_implementations_agree_on_random_points() {
    assert_rich(&compare(1, 40_000));
}

#[test]
#[ignore = "slow: a million points, run by CI with --ignored"]
fn three_implementations_agree_on_a_million_random_points() {
    let seen = compare(2, 1_000_000);
    assert_rich(&seen);
    println!("{seen:?}");
}

#[test]
fn a_turned_board_has_the_same_fouls() {
    let mut rng = Rng::with_seed(3);
    let cases = cases();
    for _ in 0..300 {
        let position = random_position(&mut rng, &cases);
        let symmetry = rng.u8(1..8);
        let turned = position.turned(symmetry);
        for point in position.interesting() {
            let there = turn(point, position.size, symmetry);
            let verdict = |position: &Position, point: Point| -> Verdict {
                judge(&position.lines, Rule::Renju, point.index(), Colour::Black)
            };
            assert_eq!(
                verdict(&position, point),
                verdict(&turned, there),
                "{point} turned by {symmetry}: {}",
                show(&position)
            );
        }
    }
}

/// The stones that are named for a foul make it: they are black or new, and enough.
#[test]
fn reasons_name_the_stones_that_make_a_foul() {
    let mut rng = Rng::with_seed(4);
    let cases = cases();
    let mut rows_seen = 0;
    for _ in 0..400 {
        let position = random_position(&mut rng, &cases);
        for point in position.interesting() {
            let verdict = judge(&position.lines, Rule::Renju, point.index(), Colour::Black);
            let reasons = reasons(&position.lines, Rule::Renju, point);
            let named: FoulSet = reasons.iter().map(|reason| reason.foul).collect();
            assert_eq!(named, verdict.fouls(), "{point} {}", show(&position));
            for reason in &reasons {
                let (least, stones) = match reason.foul {
                    Foul::Overline => (1, 6..=19),
                    Foul::DoubleFour => (2, 4..=4),
                    Foul::DoubleThree => (2, 3..=3),
                };
                assert!(reason.rows.len() >= least, "{point} {reason:?} {}", show(&position));
                for row in &reason.rows {
                    rows_seen += 1;
                    assert!(stones.contains(&row.stones.len()), "{point} {reason:?}");
                    assert!(row.stones.contains(&point), "{point} {reason:?}");
                    let is_black = |stone: &Point| {
                        *stone == point
                            || position.lines.stone(stone.index()) == Some(Colour::Black)
                    };
                    assert!(row.stones.iter().all(is_black), "{point} {reason:?}");
                    let is_free = |next: &Point| position.lines.is_empty(next.index());
                    assert!(row.next.iter().all(is_free), "{point} {reason:?}");
                    assert_eq!(row.next.is_empty(), reason.foul == Foul::Overline);
                }
            }
        }
    }
    assert!(rows_seen > 1000, "{rows_seen}");
}
