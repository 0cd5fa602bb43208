//! What a screen needs to draw a position, and what it calls things.

use gyoji_core::view::{
    At, Band, Cell, Colour as Role, Legend, Mark, Named, Piece, SeatView, Side, Sign, Step,
    Surface, View, Word,
};
use gyoji_core::{Game, Lang, Seat, Text};

use crate::fouls::{self, Foul, FoulSet, Row, Verdict};
use crate::opening::Phase;
use crate::{Colour, Move, Point, Renju};

/// Draws with the row of the highest number at the top. Black stones are drawn as the first
/// seat's whoever has them now: they do not change their colour when the seats swap.
pub(crate) fn view(position: &Renju) -> View {
    let size = position.size();
    let mut cells = vec![
        Cell { ground: "wood".into(), ..Cell::default() };
        usize::from(size) * usize::from(size)
    ];
    for (number, stone) in (1..).zip(position.stones()) {
        let [x, y] = place(stone.point, size).map(usize::from);
        let piece = Piece::new(Seat(stone.colour as u8), "stone");
        cells[y * usize::from(size) + x].pieces = vec![Piece { number: Some(number), ..piece }];
    }
    View {
        cols: (0..size).map(|col| char::from(b'A' + col).to_string()).collect(),
        rows: (1..=size).rev().map(|row| row.to_string()).collect(),
        cells,
        bands: bands(position),
        marks: marks(position),
        seats: vec![SeatView::default(), SeatView::default()],
        facts: facts(position),
        to_move: position.to_move(),
        ..View::default()
    }
}

/// Column and row from the top left.
const fn place(point: Point, size: u8) -> [u8; 2] {
    [point.x(), point.y_from_top(size)]
}

/// The points where black would make a foul, if black is to move.
fn marks(position: &Renju) -> Vec<Mark> {
    if position.to_move().is_none() || position.colour() != Colour::Black {
        return Vec::new();
    }
    let size = position.size();
    let foul = |point: Point| match position.verdict(point) {
        Verdict::Foul(fouls) => {
            let reasons = fouls::reasons(position.lines(), position.rule(), point);
            let rows = reasons.iter().flat_map(|reason| &reason.rows);
            let cells = |row: &Row| row.stones.iter().map(|&stone| place(stone, size)).collect();
            let rows = rows.map(cells).collect();
            Some(Mark { at: place(point, size), kind: kind(fouls), rows })
        }
        _ => None,
    };
    Point::all(size).filter_map(foul).collect()
}

/// The word for a set of fouls.
fn kind(fouls: FoulSet) -> String {
    fouls.iter().map(Foul::name).collect::<Vec<_>>().join("-")
}

/// The row that won the game, or the rows that lost it.
fn bands(position: &Renju) -> Vec<Band> {
    let size = position.size();
    let band = |from, to| Band { from: place(from, size), to: place(to, size) };
    let reasons = position.lost_by();
    if !reasons.is_empty() {
        let rows = reasons.iter().flat_map(|reason| &reason.rows);
        let ends =
            rows.filter_map(|row| row.stones.first().copied().zip(row.stones.last().copied()));
        return ends.map(|(from, to)| band(from, to)).collect();
    }
    if position.outcome().is_none_or(|outcome| outcome.why != "five") {
        return Vec::new();
    }
    let mut bands = Vec::new();
    for stone in position.stones() {
        let is_same = |point: &Point| position.stone(*point) == Some(stone.colour);
        for way in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let along = |steps| stone.point.along(way, steps, size).filter(is_same);
            let run = (1..).map_while(along);
            if along(-1).is_none()
                && let Some(last) = run.skip(3).last()
            {
                bands.push(band(stone.point, last));
            }
        }
    }
    bands
}

fn facts(position: &Renju) -> Vec<(String, String)> {
    let mut facts = vec![("rule".into(), position.rule().to_string())];
    match position.phase() {
        Phase::Settled { black: Seat::FIRST } => {}
        Phase::Settled { .. } => facts.push(("swapped".into(), String::new())),
        Phase::Swap2 if position.is_choice() => {
            facts.push(("choice-or-more".into(), String::new()));
        }
        _ if position.is_choice() => facts.push(("choice".into(), String::new())),
        phase => facts.push(("opening".into(), phase.word().unwrap_or_default().into())),
    }
    for reason in position.lost_by() {
        let row = |row: &crate::fouls::Row| {
            let stones: Vec<String> = row.stones.iter().map(Point::to_string).collect();
            stones.join(" ")
        };
        let rows: Vec<String> = reason.rows.iter().map(row).collect();
        facts.push((reason.foul.name().into(), rows.join(" / ")));
    }
    facts
}

pub(crate) fn legend(size: u8) -> Legend {
    let mut facts = vec![
        Named::new("rule", Text::new("rule: {}", "ルール: {}")),
        Named::new("opening", Text::new("opening: {}", "序盤: {}")),
        Named::new(
            "choice",
            Text::new(
                "choice: black, or a point for white",
                "選択: black（黒を持つ）か、白を打つ点",
            ),
        ),
        Named::new(
            "choice-or-more",
            Text::new(
                "choice: black, more, or a point for white",
                "選択: black（黒を持つ）、more（さらに2石置く）、または白を打つ点",
            ),
        ),
        Named::new(
            "swapped",
            Text::new(
                "swapped: who began as black has white (O) now, and the other black (X)",
                "交代しました: 初めの黒番が白（O）、白番が黒（X）を持っています",
            ),
        ),
    ];
    let rows = Text::plain("{}");
    facts.extend(Foul::ALL.map(|foul| Named::new(foul.name(), foul.title().then(": ", &rows))));
    Legend {
        about: Some(Text::new("five in a row wins", "先に5つ並べる")),
        surface: Surface {
            material: "wood".into(),
            colour: Some(Role::Yellow),
            at: At::Point,
            lines: true,
            names: vec![Side::Left, Side::Bottom],
            stars: stars(size),
            ..Surface::default()
        },
        grounds: vec![Sign::new("wood", Text::new("point", "点"))],
        pieces: vec![Sign::new("stone", Text::new("stone", "石")).shape("stone")],
        marks: foul_sets().map(mark_sign).collect(),
        marks_name: Some(Text::new("Fouls", "禁点")),
        facts,
        words: vec![
            Word::new("black", Text::new("take black", "黒を持つ"), &[]),
            Word::new("more", Text::new("put two more stones", "さらに2石置く"), &[]),
        ],
        ..Legend::new(&Renju::SPEC, &[Role::Black, Role::White])
    }
}

/// Every set of fouls that one stone can make.
fn foul_sets() -> impl Iterator<Item = FoulSet> {
    (1..8_u8).map(|bits| {
        let is_in = |foul: &Foul| bits >> *foul as u8 & 1 == 1;
        Foul::ALL.into_iter().filter(is_in).collect()
    })
}

fn mark_sign(fouls: FoulSet) -> Sign {
    let titles = |lang, between: &str| {
        let titles: Vec<String> =
            fouls.iter().map(|foul| foul.title().get(lang).to_owned()).collect();
        titles.join(between)
    };
    let name = Text::made(
        format!("forbidden to black: {}", titles(Lang::En, " and ")),
        format!("黒の禁点（{}）", titles(Lang::Ja, "・")),
    );
    Sign::new(&kind(fouls), name).letter('!').colour(Role::Red).shape("cross")
}

/// The dots of the board: in the middle, and on the fourth lines where there is room for them.
fn stars(size: u8) -> Vec<[u8; 2]> {
    let lines: &[u8] = match size {
        19 => &[3, 9, 15],
        15 => &[3, 11],
        _ => &[],
    };
    let mut stars: Vec<[u8; 2]> =
        lines.iter().flat_map(|&y| lines.iter().map(move |&x| [2 * x + 1, 2 * y + 1])).collect();
    let middle = [size, size];
    if size % 2 == 1 && !stars.contains(&middle) {
        stars.push(middle);
    }
    stars
}

/// A point, or a word.
pub(crate) fn steps(mv: Move, size: u8) -> Vec<Step> {
    vec![match mv {
        Move::Place(point) => Step::Cell(point.x(), point.y_from_top(size)),
        Move::Black | Move::More => Step::Word(mv.to_string()),
    }]
}
