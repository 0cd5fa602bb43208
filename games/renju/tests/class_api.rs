//! The class's library (seed 004): what its document says, and the traps of the original.

use gyoji_core::{Game, Setup};
use gyoji_renju::class_api::{
    Candidate, Config, Decided, Direction, Line, Move, OptionContainer, OptionType, Point, Table,
    Violation, load_data, write_data,
};
use gyoji_renju::fouls::{Foul, FoulSet};
use gyoji_renju::{Colour, Renju, Rule, Stone};
use serde_json::Value;

const CONFIG: Config =
    Config { table_size: 15, table_starts_with_one: true, raise_on_csv_count_error: true };

/// Points as in files: `y;x`, from 1.
fn points(text: &str) -> Vec<Point> {
    let point = |text: &str| {
        let (y, x) = text.split_once(';').expect("y;x");
        let number = |text: &str| text.parse::<u8>().expect("a number") - 1;
        Point::new(number(y), number(x))
    };
    text.split_whitespace().map(point).collect()
}

fn point(text: &str) -> Point {
    points(text)[0]
}

/// A game in which 1 and 2 move in turn.
fn game(text: &str) -> Vec<Move> {
    points(text).into_iter().enumerate().map(|(i, at)| Move::new(1 + i as u32 % 2, at)).collect()
}

/// A table with stones of black (1) and white (2), in any number.
fn table(rule: Rule, black: &str, white: &str) -> Table {
    let stones = |number, text| points(text).into_iter().map(move |at| Move::new(number, at));
    // The first stone says who is black; the others may come in any order.
    let all: Vec<Move> = stones(1, black).chain(stones(2, white)).collect();
    let lenient = Config { raise_on_csv_count_error: false, ..CONFIG };
    let mut table = Table::with_rule(lenient, rule, all.iter().copied());
    let decided = table.compute();
    assert!(decided.is_none(), "{decided:?}");
    table
}

fn fouls(kinds: &[Foul]) -> Violation {
    Violation::Foul(kinds.iter().copied().collect::<FoulSet>())
}

#[test]
fn a_new_table_has_moves_but_no_stones() {
    let mut table = Table::new(CONFIG, game("8;8 7;7"));
    assert_eq!((table.moves_count(), table.table().len()), (2, 0));
    assert_eq!(table.compute(), None);
    assert_eq!(table.table().len(), 2);
    assert_eq!(table.stone(point("8;8")), Some(1));
    assert_eq!(table.compute(), None, "once more from the beginning");
    assert_eq!(table.table().len(), 2);
}

#[test]
fn compute_finds_the_move_that_decides() {
    let five = "8;4 1;1 8;5 1;2 8;6 1;3 8;7 1;4 8;8";
    assert_eq!(
        Table::new(CONFIG, game(five)).compute(),
        Some(Decided::Won(Move::new(1, point("8;8"))))
    );
    // What comes behind it does not count any more.
    let more = Table::new(CONFIG, game(&format!("{five} 1;5 9;9"))).compute();
    assert_eq!(more.map(Decided::is_win), Some(true));
    let twice = Table::new(CONFIG, game("8;8 8;8")).compute();
    let taken = Decided::Lost(Move::new(2, point("8;8")), Violation::Occupied);
    assert_eq!(twice, Some(taken));
    let foul = "8;7 1;1 8;6 1;3 7;8 1;5 6;8 1;7 8;8";
    let decided = Table::new(CONFIG, game(foul)).compute();
    let lost = Decided::Lost(Move::new(1, point("8;8")), fouls(&[Foul::DoubleThree]));
    assert_eq!(decided, Some(lost));
    assert_eq!(Table::new(CONFIG, game("8;8 7;7 6;6")).compute(), None);
}

#[test]
fn the_class_counts_lengths_and_renju_looks_further() {
    // Two threes, both closed by white: a foul only by length.
    let (black, white) = ("8;7 8;6 7;8 6;8", "8;5 5;8");
    let foul = |rule| table(rule, black, white).check_foul(Move::new(1, point("8;8")));
    assert!(foul(Rule::Class));
    assert!(!foul(Rule::Renju));
    assert!(!foul(Rule::Freestyle));
    // White has no fouls under any rules.
    let other = table(Rule::Class, "1;1", "8;7 8;6 7;8 6;8");
    assert!(!other.check_foul(Move::new(2, point("8;8"))));
    // Six are a foul, and five come before everything.
    let six = table(Rule::Class, "8;3 8;4 8;5 8;7 8;8", "1;1");
    assert_eq!(six.violation(Move::new(1, point("8;6"))), Some(fouls(&[Foul::Overline])));
    let five = table(Rule::Class, "8;4 8;5 8;6 8;7 7;8 6;8 7;7 6;6 9;9", "1;1");
    assert!(!five.check_foul(Move::new(1, point("8;8"))));
}

#[test]
fn compute_move_adds_only_what_does_not_lose() {
    let mut table = table(Rule::Class, "8;7 8;6 7;8 6;8", "1;1 1;3 1;5");
    let before = table.moves().to_vec();
    let foul = Move::new(1, point("8;8"));
    assert_eq!(table.compute_move(foul), Err(fouls(&[Foul::DoubleThree])));
    assert_eq!(table.compute_move(Move::new(1, point("1;1"))), Err(Violation::Occupied));
    assert_eq!(table.compute_move(Move::new(1, Point::new(15, 0))), Err(Violation::OffBoard));
    assert_eq!(table.moves(), before);
    assert_eq!(table.compute_move(Move::new(1, point("9;9"))), Ok(()));
    assert_eq!((table.moves_count(), table.stone(point("9;9"))), (before.len() + 1, Some(1)));
}

#[test]
fn five_wins_and_six_only_for_white() {
    let wins = |number, text: &str| {
        let first = Move::new(1, point("1;1"));
        let stones = points(text).into_iter().map(|at| Move::new(number, at));
        let lenient = Config { raise_on_csv_count_error: false, ..CONFIG };
        let mut table = Table::new(lenient, std::iter::once(first).chain(stones));
        table.compute();
        table.is_win(number)
    };
    assert!(wins(1, "8;4 8;5 8;6 8;7 8;8"));
    assert!(!wins(1, "8;4 8;5 8;6 8;7"));
    // The last stone, between two and three, makes six at once.
    assert!(!wins(1, "8;4 8;5 8;7 8;8 8;9 8;6"));
    assert!(wins(2, "8;4 8;5 8;7 8;8 8;9 8;6"));
}

#[test]
fn rows_are_found_in_four_directions_and_by_length() {
    let alone = table(Rule::Class, "8;8", "");
    let lines = alone.get_lines(1);
    assert_eq!(lines.keys().copied().collect::<Vec<_>>(), [1]);
    assert_eq!(lines[&1].len(), 4, "a lone stone is a row in each direction");
    assert!(lines[&1].iter().all(|line| line.first == line.second && line.length() == 1));

    let three = table(Rule::Class, "8;8 8;9 8;10", "9;9");
    let lines = three.get_lines(1);
    assert_eq!(
        lines.iter().map(|(length, all)| (*length, all.len())).collect::<Vec<_>>(),
        [(1, 9), (3, 1)]
    );
    let row = Line::new(Direction::Horizontal, point("8;8"), point("8;10"), 1);
    assert_eq!(lines[&3], [row]);
    assert_eq!(three.get_lines(2)[&1].len(), 4);
    assert!(three.get_lines(3).is_empty());

    // From the upper right to the lower left, forward is down.
    let slant = table(Rule::Class, "10;4 8;6 9;5", "");
    assert_eq!(
        slant.get_lines(1)[&3],
        [Line::new(Direction::DiagonalUrBl, point("8;6"), point("10;4"), 1)]
    );
}

#[test]
fn a_row_grows_where_the_board_lets_it() {
    let table = table(Rule::Class, "8;7 8;6 7;8 6;8", "1;1 8;5");
    let row = Line::new(Direction::Horizontal, point("8;6"), point("8;7"), 1);
    assert_eq!(table.line_extend_first(&row, true), None, "white is there");
    assert!(table.line_extend_first(&row, false).is_some(), "nothing is asked but the edge");
    let (longer, at) = table.line_extend_second(&row, false).expect("free");
    assert_eq!((at, longer.length()), (point("8;8"), 3));
    assert_eq!(table.line_extend_second(&row, true), None, "a foul by length");
    let column = Line::new(Direction::Vertical, point("9;8"), point("9;8"), 1);
    let (joined, at) = table.line_extend_first(&column, false).expect("on the board");
    assert_eq!((at, joined.first, joined.length()), (point("8;8"), point("6;8"), 4));
    let corner = Line::new(Direction::Horizontal, point("1;1"), point("1;1"), 2);
    assert_eq!(table.line_extend_first(&corner, false), None, "the edge");

    let near = table.available_extended_points(1, 1);
    assert!(near.contains(&point("5;8")) && near.contains(&point("9;7")));
    assert!(!near.contains(&point("8;8")), "a foul");
    assert!(!near.contains(&point("8;5")), "white is there");
    assert!(!near.contains(&point("4;8")), "two away");
    assert!(table.available_extended_points(1, 2).contains(&point("4;8")));
    assert!(near.is_sorted() && near.windows(2).all(|pair| pair[0] != pair[1]), "each once");
}

#[test]
fn who_plays_is_told_by_the_moves() {
    let with = |moves: &[u32]| {
        let at = |i: usize| Point::new(i as u8, 0);
        Table::new(CONFIG, moves.iter().enumerate().map(|(i, &who)| Move::new(who, at(i))))
    };
    assert_eq!(with(&[]).me(), 1);
    assert_eq!(with(&[1]).me(), 2);
    assert_eq!(with(&[7]).me(), 8);
    assert_eq!(with(&[7, 3]).me(), 7);
    assert_eq!(with(&[7, 3, 7]).me(), 3);

    assert_eq!((with(&[]).opponent(1), with(&[]).opponent(2)), (2, 1));
    assert_eq!((with(&[7]).opponent(7), with(&[7]).opponent(8)), (8, 7));
    assert_eq!((with(&[7, 3]).opponent(7), with(&[7, 3]).opponent(3)), (3, 7));

    assert!(with(&[]).is_black(5), "with no moves everybody may be black");
    assert!(with(&[7, 3]).is_black(7) && !with(&[7, 3]).is_black(3));
}

#[test]
fn a_copy_is_a_table_of_its_own() {
    let table = table(Rule::Class, "8;8", "7;7");
    let mut copy = table.clone();
    copy.compute_move(Move::new(1, point("9;9"))).expect("free");
    assert_eq!((table.moves_count(), copy.moves_count()), (2, 3));
    assert_eq!(table.stone(point("9;9")), None);
}

/// The kinds of a row's options and their points, best first.
fn options(table: &Table, number: u32, length: usize) -> Vec<(OptionType, u32, String)> {
    let lines = table.get_lines(number);
    let found = lines[&length]
        .iter()
        .fold(OptionContainer::default(), |all, line| all.add(table.find_options(line)));
    let mut found: Vec<Candidate> = found.options().to_vec();
    found.sort_by_key(|option| (std::cmp::Reverse(option.kind), option.win_to, option.point));
    let name = |at: Point| format!("{};{}", at.y + 1, at.x + 1);
    found
        .into_iter()
        .filter(|option| option.kind > OptionType::Trash)
        .map(|option| (option.kind, option.win_to, option.point.map(name).unwrap_or_default()))
        .collect()
}

#[test]
fn rows_are_rated_as_the_document_says() {
    use OptionType::{Checkmate, Preferable, ToCheckmate, Win, Winnable};
    let of = |kind, win_to, at: &str| (kind, win_to, at.to_owned());
    // A four with two open ends cannot be stopped.
    let open = table(Rule::Renju, "8;5 8;6 8;7 8;8", "1;1");
    assert_eq!(options(&open, 1, 4), [of(Checkmate, 1, "8;4"), of(Checkmate, 1, "8;9")]);
    // One that is closed at one end has to be stopped now.
    let closed = table(Rule::Renju, "8;5 8;6 8;7 8;8", "8;4");
    assert_eq!(options(&closed, 1, 4), [of(ToCheckmate, 1, "8;9")]);
    // Black cannot stop it where that would be a foul.
    let black = "7;9 6;9 7;10 6;11";
    let by_foul = table(Rule::Renju, &format!("{black} 8;4"), "8;5 8;6 8;7 8;8");
    assert!(by_foul.check_foul(Move::new(1, point("8;9"))));
    assert_eq!(options(&by_foul, 2, 4), [of(Checkmate, 1, "8;9")]);
    // A three that is open becomes such a four: one threat, however many ways.
    let three = table(Rule::Renju, "8;6 8;7 8;8", "1;1");
    let found = options(&three, 1, 3);
    assert_eq!(found[0], of(ToCheckmate, 2, "8;5"));
    assert_eq!(found.iter().filter(|option| option.0 == ToCheckmate).count(), 1);
    assert!(found[1..].iter().all(|option| option.0 == Winnable && option.1 == 2));
    // One that is closed only becomes a four.
    let closed = table(Rule::Renju, "8;6 8;7 8;8", "8;5");
    assert_eq!(options(&closed, 1, 3), [of(Winnable, 2, "8;9")]);
    // Shut in on both sides with a point free on each: it becomes four at either, and no more.
    let shut = table(Rule::Renju, "8;6 8;7 8;8", "8;4 8;10");
    assert_eq!(options(&shut, 1, 3), [of(Winnable, 2, "8;5"), of(Winnable, 2, "8;9")]);
    // Two can become three.
    let two = table(Rule::Renju, "8;7 8;8", "1;1");
    let found = options(&two, 1, 2);
    assert_eq!(found, [of(Winnable, 3, "8;6"), of(Winnable, 3, "8;9")]);
    let closed = table(Rule::Renju, "8;7 8;8", "8;6");
    assert_eq!(options(&closed, 1, 2), [of(Preferable, 3, "8;9")]);
    // Black may not stand between the three and its five: white goes around that point.
    let around = table(Rule::Class, "7;9 6;9 7;10 6;11 8;5", "8;6 8;7 8;8");
    assert!(around.check_foul(Move::new(1, point("8;9"))));
    assert_eq!(options(&around, 2, 3), [of(ToCheckmate, 2, "8;10"), of(Winnable, 2, "8;9")]);
    // Five are a win, and six are nothing for black.
    let mut won = Table::new(CONFIG, game("8;4 1;1 8;5 1;3 8;6 1;5 8;7 1;7 8;8"));
    won.compute();
    assert_eq!(options(&won, 1, 5), [of(Win, 0, "")]);
}

#[test]
fn a_four_and_a_three_win_even_if_the_opponent_moves() {
    let table = table(Rule::Renju, "8;5 8;6 8;7 8;8 10;10 11;10 12;10", "8;4");
    assert!(table.options(1).winnable_with_skip());
    assert!(!table.options(2).winnable_with_skip());
}

#[test]
fn a_gap_between_two_rows_is_one_option() {
    let table = table(Rule::Renju, "8;6 8;8 8;9", "1;1");
    let gap = table.options(1);
    let here = gap.options().iter().filter(|option| option.point == Some(point("8;7")));
    // One for the row itself, and none for the other directions: nothing else is near.
    assert_eq!(here.filter(|option| option.kind >= OptionType::Winnable).count(), 1);
    assert!(!gap.winnable_with_skip());
}

/// What is chosen, as `y;x`.
fn chosen(table: &Table, depth: u32) -> String {
    let me = table.me();
    let (mv, _) = table.choose_next_move(me, depth, 5).expect("a free point");
    assert_eq!(mv.program_number, me);
    format!("{};{}", mv.point.y + 1, mv.point.x + 1)
}

#[test]
fn the_first_moves_are_on_free_points() {
    for depth in [1, 2, 3] {
        let mut empty = Table::new(CONFIG, []);
        empty.compute();
        assert_eq!(chosen(&empty, depth), "8;8");
        // The middle is taken: beside it.
        let mut taken = Table::new(CONFIG, game("8;8"));
        taken.compute();
        let (mv, _) = taken.choose_next_move(2, depth, 5).unwrap();
        assert_eq!(taken.violation(mv), None);
        assert!(mv.point.y.abs_diff(7) <= 2 && mv.point.x.abs_diff(7) <= 2, "{mv:?}");
        let mut corner = Table::new(CONFIG, game("1;1"));
        corner.compute();
        assert_eq!(chosen(&corner, depth), "8;8");
    }
}

#[test]
fn a_win_comes_before_a_block_and_a_block_before_the_rest() {
    for depth in [1, 2, 3] {
        let four = "8;4 8;5 8;6 8;7";
        let both = table(Rule::Renju, &format!("12;1 {four}"), "9;4 9;5 9;6 9;7 1;1");
        let (mv, options) = both.choose_next_move(1, depth, 5).unwrap();
        assert!([point("8;8"), point("8;3")].contains(&mv.point), "{mv:?}");
        assert_eq!(options.max().kind, OptionType::Win);
        let threat = table(Rule::Renju, "12;1 12;2 2;1 3;1", "9;4 9;5 9;6 9;7");
        let (mv, _) = threat.choose_next_move(1, depth, 5).unwrap();
        assert!([point("9;8"), point("9;3")].contains(&mv.point), "{mv:?}");
    }
}

#[test]
fn an_open_three_is_stopped() {
    for depth in [1, 2, 3] {
        let table = table(Rule::Renju, "8;6 8;7 8;8", "1;1 3;1");
        let (mv, _) = table.choose_next_move(2, depth, 5).unwrap();
        assert!(["8;4", "8;5", "8;9", "8;10"].map(point).contains(&mv.point), "{depth}: {mv:?}");
    }
}

/// The original searched the reply on the table before the move, where the threat was not there.
#[test]
fn the_reply_is_looked_for_on_the_new_table() {
    // Black's four is closed: white will stop it. Looking at the old table, where black has only
    // three, white would see nothing to stop.
    let table = table(Rule::Renju, "8;5 8;6 8;7", "8;4 12;12 2;2");
    let mut next = table.clone();
    let four = Move::new(1, point("8;8"));
    next.compute_move(four).expect("free");
    let (reply, _) = next.choose_next_move(2, 1, 5).unwrap();
    assert_eq!(reply.point, point("8;9"));
    // And so a search of two sees that the four alone does not win.
    let (_, options) = table.choose_next_move(1, 2, 5).unwrap();
    assert!(options.max().kind < OptionType::Win);
}

/// A table with a stone on every point of a board but those that `colour` leaves free.
fn filled(rule: Rule, size: u8, colour: impl Fn(Point) -> Option<Colour>) -> Table {
    let config = Config { table_size: size, ..CONFIG };
    let all = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(y, x)));
    let stones = all.filter_map(|point| {
        Some(Stone { point: point.on_board(&config)?, colour: colour(point)? })
    });
    let position = Renju::set_up(rule, size, stones, Colour::Black).expect("a position");
    Table::of_position(&position)
}

/// Twos and twos, so that nobody has five anywhere.
fn pattern(point: Point) -> Colour {
    let black = (point.x + 2 * (point.y % 2)) % 4 < 2;
    if black { Colour::Black } else { Colour::White }
}

#[test]
fn where_everything_is_a_foul_something_is_answered() {
    // The only free point is in the middle, and a double-three by the class's lengths.
    let middle = point("8;8");
    let black = points("8;7 8;6 7;8 6;8");
    let table = filled(Rule::Class, 15, |point| match point {
        _ if point == middle => None,
        _ if black.contains(&point) => Some(Colour::Black),
        _ => Some(Colour::White),
    });
    let foul = Move::new(1, middle);
    assert_eq!(table.violation(foul), Some(fouls(&[Foul::DoubleThree])));
    for depth in [1, 2, 3] {
        assert_eq!(table.choose_next_move(1, depth, 5).expect("it is free").0, foul);
    }
}

#[test]
fn the_last_point_is_chosen_and_a_full_board_has_none() {
    let corner = Point::new(4, 4);
    let last = filled(Rule::Class, 5, |point| (point != corner).then(|| pattern(point)));
    for depth in [1, 2, 3] {
        let (mv, _) = last.choose_next_move(1, depth, 5).expect("one point is free");
        assert_eq!(mv.point, corner);
    }
    let full = filled(Rule::Class, 5, |point| Some(pattern(point)));
    assert!(full.choose_next_move(1, 2, 5).is_none());
}

#[test]
fn random_games_never_trip_it() {
    let mut rng = fastrand::Rng::with_seed(2004);
    for round in 0..60 {
        let size = rng.u8(5..=19);
        let rule = Rule::ALL[rng.usize(..4)];
        let config = Config { table_size: size, ..CONFIG };
        let mut table = Table::with_rule(config, rule, []);
        table.compute();
        for _ in 0..rng.usize(0..40) {
            let point = Point::new(rng.u8(..size), rng.u8(..size));
            let _ = table.compute_move(Move::new(table.me(), point));
        }
        let me = table.me();
        let free = usize::from(size) * usize::from(size) > table.moves_count();
        let chosen = table.choose_next_move(me, rng.u32(1..=2), rng.usize(1..6));
        assert_eq!(chosen.is_some(), free, "round {round}");
        if let Some((mv, _)) = chosen {
            let foul = table.violation(mv);
            assert!(foul.is_none_or(|foul| matches!(foul, Violation::Foul(_))), "{foul:?}");
        }
        let text = write_data(&table);
        assert_eq!(load_data(&text, &config).expect("our own").moves, table.moves());
    }
}

#[test]
fn the_bot_beats_chance() {
    let kit = gyoji_renju::kit();
    for (seed, class_first) in [(1, true), (2, false), (3, true), (4, false)] {
        let setup = Setup { seed, ..Setup::usual::<Renju>() };
        let mut game = Renju::start(&setup).expect("a start");
        let mut bots = [
            kit.make_bot("class", "depth=1", seed).expect("a bot"),
            kit.make_bot("random", "", seed).expect("a bot"),
        ];
        while let Some(seat) = game.to_move() {
            let past = [game.clone()];
            let turn = gyoji_core::Turn { seat, past: &past, moves: &[], left: None, clock: None };
            let who = usize::from((seat.index() == 0) != class_first);
            let mv = bots[who].choose(&turn, &gyoji_core::Budget::default(), &mut |_| {});
            assert!(game.is_legal(mv));
            game.play(mv);
        }
        let outcome = game.outcome().expect("it is over");
        let winner = outcome.winner().expect("no draw against chance");
        assert_eq!(winner.index() == 0, class_first, "seed {seed}: {game}");
    }
}

/// What the class's program says of some games, watched while it ran: who has won, the fouls, the
/// rows, how they grow, and what a row of four or more is worth.
#[test]
fn the_classs_program_says_the_same() {
    let tables: Value = serde_json::from_str(include_str!("data/class_tables.json")).unwrap();
    let number = |value: &Value| value.as_u64().expect("a number") as u8;
    let at = |value: &Value| Point::new(number(&value[0]), number(&value[1]));
    let points = |value: &Value| value.as_array().unwrap().iter().map(at).collect::<Vec<_>>();
    let mut rows_seen = 0;
    for known in tables.as_array().unwrap() {
        let text = known["game"].as_str().unwrap();
        let mut table = Table::new(CONFIG, load_data(text, &CONFIG).unwrap().moves);
        let decided = table.compute().map(|it| {
            let Move { program_number, point } = it.deciding_move();
            serde_json::json!([program_number, point.y, point.x, it.is_win()])
        });
        assert_eq!(decided.unwrap_or(Value::Null), known["decided"], "{text}");
        assert_eq!(u64::from(table.me()), known["me"], "{text}");
        for (name, player) in known["players"].as_object().unwrap() {
            let who: u32 = name.parse().unwrap();
            assert_eq!(u64::from(table.opponent(who)), player["opponent"]);
            assert_eq!(table.is_black(who), player["black"]);
            assert_eq!(table.is_win(who), player["won"], "{text}");
            let free = |point: &Point| table.stone(*point).is_none();
            let all = (0..15).flat_map(|y| (0..15).map(move |x| Point::new(y, x)));
            let fouls = all.filter(free).filter(|&point| table.check_foul(Move::new(who, point)));
            assert_eq!(fouls.collect::<Vec<_>>(), points(&player["fouls"]), "{text}");
            assert_eq!(table.available_extended_points(who, 2), points(&player["near"]), "{text}");
            let lines = table.get_lines(who);
            let lone = lines.get(&1).map_or(0, Vec::len);
            assert_eq!(lone as u64, player["lone"], "{text}");
            let rows = player["rows"].as_array().unwrap();
            assert_eq!(lines.values().map(Vec::len).sum::<usize>() - lone, rows.len(), "{text}");
            for row in rows {
                let line = |value: &Value| {
                    let [first, second] = [1, 3]
                        .map(|i| at(&Value::from(vec![value[i].clone(), value[i + 1].clone()])));
                    Line::new(Direction::ALL[usize::from(number(&value[0]))], first, second, who)
                };
                let grown =
                    |value: &Value| (!value.is_null()).then(|| (line(&value[0]), at(&value[1])));
                let this = line(&row["row"]);
                assert!(lines[&this.length()].contains(&this), "{this:?} in {text}");
                for (check, way) in [(true, &row["checked"]), (false, &row["unchecked"])] {
                    let ours = (
                        table.line_extend_first(&this, check),
                        table.line_extend_second(&this, check),
                    );
                    assert_eq!(ours, (grown(&way[0]), grown(&way[1])), "{this:?} in {text}");
                }
                let Some(theirs) = row["options"].as_array() else { continue };
                let ours = table.find_options(&this);
                let ours: Vec<Value> = ours
                    .options()
                    .iter()
                    .map(|it| {
                        let point = it.point.map(|point| [point.y, point.x]);
                        serde_json::json!([format!("{:?}", it.kind), it.win_to, point])
                    })
                    .collect();
                assert_eq!(&ours, theirs, "{this:?} in {text}");
                rows_seen += 1;
            }
        }
    }
    assert!(rows_seen > 20, "only {rows_seen} rows of four or more");
}
