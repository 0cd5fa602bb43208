//! The rule sets beside renju's fouls: what wins, the class's fouls, and the ends of games.

mod common;

use common::{Position, cases, random_position};
use fastrand::Rng;
use gyoji_core::{Game, Options, Seat, Setup};
use gyoji_renju::board::lines::DIRECTIONS;
use gyoji_renju::board::{Board, Threat};
use gyoji_renju::fouls::{Foul, FoulSet, Verdict, judge, reasons};
use gyoji_renju::{Colour, Move, Point, Renju, Rule};

/// How many stones would stand in an unbroken row, counted stone by stone.
fn run(position: &Position, point: Point, colour: Colour, step: (i8, i8)) -> usize {
    let side = |sign: i8| {
        (1..20)
            .map_while(|steps| point.along(step, sign * steps, position.size))
            .take_while(|there| position.lines.stone(there.index()) == Some(colour))
            .count()
    };
    1 + side(-1) + side(1)
}

fn expected(position: &Position, point: Point, rule: Rule, colour: Colour) -> Verdict {
    let runs = DIRECTIONS.map(|step| run(position, point, colour, step));
    let count = |wanted: fn(usize) -> bool| runs.iter().filter(|&&run| wanted(run)).count();
    let is_class_black = (rule, colour) == (Rule::Class, Colour::Black);
    let needs_exactly_five = rule == Rule::Standard || is_class_black;
    let wins = |run: usize| run == 5 || run > 5 && !needs_exactly_five;
    if runs.iter().any(|&run| wins(run)) {
        return Verdict::Five;
    }
    let made = [
        (Foul::Overline, count(|run| run > 5) > 0),
        (Foul::DoubleFour, count(|run| run == 4) > 1),
        (Foul::DoubleThree, count(|run| run == 3) > 1),
    ];
    let fouls: FoulSet = made
        .into_iter()
        .filter(|(_, made)| *made && is_class_black)
        .map(|(foul, _)| foul)
        .collect();
    if fouls.is_empty() { Verdict::Legal } else { Verdict::Foul(fouls) }
}

#[test]
fn wins_and_the_class_fouls_are_a_matter_of_counting() {
    let mut rng = Rng::with_seed(5);
    let cases = cases();
    let mut fouls = 0;
    for _ in 0..400 {
        let position = random_position(&mut rng, &cases);
        for rule in Rule::ALL {
            let mut board = Board::new(rule, position.size);
            for colour in Colour::BOTH {
                position.stones(colour).iter().for_each(|at| board.place(at.index(), colour));
            }
            for point in position.interesting() {
                let index = point.index();
                for colour in Colour::BOTH {
                    if (rule, colour) == (Rule::Renju, Colour::Black) {
                        continue; // tests/fouls.rs
                    }
                    let verdict = judge(&position.lines, rule, index, colour);
                    let at = || format!("{rule} {colour:?} {point} {position:?}");
                    assert_eq!(verdict, expected(&position, point, rule, colour), "{}", at());
                    let is_five = board.threat(colour, index) == Threat::Five;
                    assert_eq!(is_five, verdict == Verdict::Five, "{}", at());
                    if colour == Colour::Black {
                        let is_foul = !verdict.fouls().is_empty();
                        assert_eq!(board.is_forbidden(index), is_foul, "{}", at());
                        let rows = reasons(&position.lines, rule, point);
                        assert_eq!(rows.len(), verdict.fouls().iter().count(), "{}", at());
                        fouls += usize::from(is_foul);
                    }
                }
            }
        }
    }
    assert!(fouls > 500, "the class's fouls were among them: {fouls}");
}

fn after(options: &str, moves: &str) -> Renju {
    let options = Options::check(Renju::SPEC.options, Options::split(options)).unwrap();
    let mut position = Renju::start(&Setup { options, ..Setup::default() }).unwrap();
    for text in moves.split_whitespace() {
        let mv: Move = text.parse().unwrap();
        assert!(position.is_legal(mv), "{text} in {position}");
        position.play(mv);
    }
    position
}

/// Who has won and why, after these moves.
fn result(options: &str, moves: &str) -> Option<(Option<Seat>, &'static str)> {
    after(options, moves).outcome().map(|outcome| (outcome.winner(), outcome.why))
}

const BLACK: Option<Seat> = Some(Seat::FIRST);
const WHITE: Option<Seat> = Some(Seat::SECOND);

#[test]
fn five_wins() {
    let five = "a1 a15 b1 b15 c1 c15 d1 d15 e1";
    for rule in Rule::ALL {
        assert_eq!(result(&format!("rule={rule}"), five), Some((BLACK, "five")), "{rule}");
    }
    let white = "a1 a15 b1 b15 c1 c15 d1 d15 h8 e15";
    for rule in Rule::ALL {
        assert_eq!(result(&format!("rule={rule}"), white), Some((WHITE, "five")), "{rule}");
    }
}

#[test]
fn six_is_a_foul_or_nothing_or_wins() {
    // Black closes the gap at d1.
    let black = "a1 a15 b1 b15 c1 c15 e1 o15 f1 o14 d1";
    assert_eq!(result("rule=renju", black), Some((WHITE, "foul-overline")));
    assert_eq!(result("rule=class", black), Some((WHITE, "foul-overline")));
    assert_eq!(result("rule=standard", black), None);
    assert_eq!(result("rule=freestyle", black), Some((BLACK, "five")));
    let white = "h8 a15 o1 b15 o2 c15 o4 e15 o6 f15 n1 d15";
    for (rule, won) in [("renju", true), ("class", true), ("standard", false), ("freestyle", true)]
    {
        let expected = won.then_some((WHITE, "five"));
        assert_eq!(result(&format!("rule={rule}"), white), expected, "{rule}");
    }
}

#[test]
fn fouls_lose_and_are_named() {
    let three_three = "g8 a1 i8 a3 h7 a5 h9 a7 h8";
    assert_eq!(result("rule=renju", three_three), Some((WHITE, "foul-double-three")));
    assert_eq!(result("rule=class", three_three), Some((WHITE, "foul-double-three")));
    assert_eq!(result("rule=standard", three_three), None);
    let four_four = "e8 a1 f8 a3 g8 a5 h5 a7 h6 a9 h7 a11 h8";
    assert_eq!(result("rule=renju", four_four), Some((WHITE, "foul-double-four")));
    assert_eq!(result("rule=class", four_four), Some((WHITE, "foul-double-four")));
    // Both threes are closed by a stone at one end: nothing for renju, a foul for the class.
    let closed = "g8 f8 i8 a3 h7 h6 h9 a7 h8";
    assert_eq!(result("rule=renju", closed), None);
    assert_eq!(result("rule=class", closed), Some((WHITE, "foul-double-three")));
    // A five at the same time: no foul.
    let five = "h4 a1 h5 a3 h6 a5 h7 a7 f8 a9 g8 a11 f6 a13 g7 a15 h8";
    assert_eq!(result("rule=renju", five), Some((BLACK, "five")));
    let several =
        after("rule=renju", "e8 a1 f8 a3 g8 a5 h5 a7 h6 a9 h7 a11 i9 a13 j10 c1 g9 c3 f10 c5 h8");
    let outcome = several.outcome().unwrap();
    assert_eq!(outcome.why, "foul-double-four-double-three");
    let text = Renju::SPEC.ending(outcome.why);
    assert_eq!(text.get(gyoji_core::Lang::En), "black made a foul: double-four and double-three");
    assert_eq!(text.get(gyoji_core::Lang::Ja), "黒の禁じ手です（四四・三三）");
}

#[test]
fn a_lost_game_shows_the_stones_of_the_foul() {
    let lost = after("rule=renju", "g8 a1 i8 a3 h7 a5 h9 a7 h8");
    let fact = ("double-three".to_owned(), "g8 h8 i8 / h7 h8 h9".to_owned());
    let view = lost.view();
    assert!(view.facts.contains(&fact), "{:?}", view.facts);
    let said = lost.legend().fact(&fact.0, &fact.1);
    assert_eq!(said.get(gyoji_core::Lang::Ja), "三三: g8 h8 i8 / h7 h8 h9");
    let rows = [([6, 7], [8, 7]), ([7, 8], [7, 6])];
    assert_eq!(view.bands.iter().map(|band| (band.from, band.to)).collect::<Vec<_>>(), rows);
    assert_eq!(lost.lost_by().len(), 1);
    assert!(after("rule=renju", "g8 a1 i8").lost_by().is_empty());
}

#[test]
fn the_view_marks_what_is_forbidden_to_black_when_black_is_to_move() {
    let black = after("rule=renju", "g8 a1 i8 a3 h7 a5 h9 a7");
    let marks = black.view().marks;
    assert_eq!(marks.len(), 1, "{marks:?}");
    assert_eq!((marks[0].at, marks[0].kind.as_str()), ([7, 7], "double-three"));
    let legend = black.legend();
    let sign = legend.marks.iter().find(|sign| sign.id == "double-three").unwrap();
    assert_eq!(sign.name.get(gyoji_core::Lang::Ja), "黒の禁点（三三）");
    assert!(after("rule=renju", "g8 a1 i8 a3 h7 a5 h9").view().marks.is_empty(), "white may");
    assert!(after("rule=freestyle", "g8 a1 i8 a3 h7 a5 h9 a7").view().marks.is_empty());
}

#[test]
fn the_view_shows_the_row_that_won() {
    let won = after("rule=renju", "e8 a1 f8 a3 g8 a5 i8 a7 h8");
    let view = won.view();
    assert_eq!(view.bands.len(), 1, "{:?}", view.bands);
    assert_eq!((view.bands[0].from, view.bands[0].to), ([4, 7], [8, 7]));
    assert_eq!(view.cell(7, 7).unwrap().pieces[0].number, Some(9));
}

#[test]
fn white_has_no_fouls() {
    let three_three = "a1 g8 a3 i8 a5 h7 a7 h9 a9 h8";
    assert_eq!(result("rule=renju", three_three), None);
    assert_eq!(result("rule=class", three_three), None);
}

#[test]
fn a_full_board_is_a_draw() {
    // Rows of two and two, shifted: nobody has five anywhere on a board of five lines.
    let mut position = after("size=5&rule=freestyle", "");
    let mut cells: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
    for point in Point::all(5) {
        let white = (point.col() / 2 + point.row()) % 2 == 1;
        cells[usize::from(white)].push(point);
    }
    while position.outcome().is_none() {
        let side = &mut cells[position.colour().index()];
        let point = side.pop().expect("thirteen black stones and twelve white ones");
        position.play(Move::Place(point));
    }
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner(), outcome.why), (None, "full"));
    assert_eq!(position.moves().count(), 0);
}

#[test]
fn the_winner_is_the_seat_that_has_the_colour() {
    let swapped = "h8 a1 b1 black c1 d1 e1 o1 f1";
    // White (the first seat now) has a1; black (the second) b1 and d1.
    let position = after("opening=swap", swapped);
    assert_eq!(position.colour_of(Seat::FIRST), Some(Colour::White));
    let five = "a1 a15 b1 black b15 c1 c15 d1 d15 e1";
    assert_eq!(result("opening=swap", five), Some((WHITE, "five")), "black's five, second seat");
    let foul = "g8 a1 i8 black a3 h7 a5 h9 a7 h8";
    assert_eq!(result("opening=swap", foul), Some((BLACK, "foul-double-three")));
    let stayed = "g8 a1 i8 a3 h7 a5 h9 a7 h8";
    assert_eq!(result("opening=swap", stayed), Some((WHITE, "foul-double-three")));
}

#[test]
fn what_cannot_be_played_is_explained() {
    let position = after("opening=swap", "h8 i9 j10");
    let why = |position: &Renju, text: &str| {
        let why = position.why_illegal(text.parse().unwrap());
        why.map(|why| why.get(gyoji_core::Lang::En).to_owned())
    };
    assert_eq!(why(&position, "a1"), None);
    assert_eq!(why(&position, "h8").as_deref(), Some("there is a stone on that point"));
    assert_eq!(why(&position, "p1").as_deref(), Some("the board has 15 lines: a1 to o15"));
    assert!(why(&position, "more").unwrap().contains("swap2"));
    let settled = after("opening=swap", "h8 i9 j10 a1");
    assert!(why(&settled, "black").unwrap().contains("no colour is to be chosen"));
    let over = after("", "a1 a15 b1 b15 c1 c15 d1 d15 e1");
    assert_eq!(why(&over, "a1"), None, "the game is over, whatever is played");
}
