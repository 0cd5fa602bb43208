//! The pictures of fouls on the page about renju, drawn from positions as the rules judge them.

use std::fmt::Write;
use std::ops::RangeInclusive;

use gyoji_renju::fouls::{self, Reason, Row, Verdict};
use gyoji_renju::{Colour, Point, Renju, Rule, Stone};

/// A picture: its file, what it shows, the stones, and what black's stone on `point` is.
pub struct Picture {
    pub file: &'static str,
    title: &'static str,
    black: &'static str,
    white: &'static str,
    pub verdict: &'static str,
}

/// The point that every picture is about.
const POINT: &str = "h8";

pub const PICTURES: [Picture; 6] = [
    Picture {
        file: "renju-double-three.svg",
        title: "double-three (三三)",
        black: "f8 g8 h9 h10",
        white: "",
        verdict: "double-three",
    },
    Picture {
        file: "renju-double-four.svg",
        title: "double-four (四四)",
        black: "e8 f8 g8 h9 h10 h11",
        white: "d8 h12",
        verdict: "double-four",
    },
    Picture {
        file: "renju-double-four-in-line.svg",
        title: "double-four in one line (四四)",
        black: "d8 e8 f8 j8 k8 l8",
        white: "",
        verdict: "double-four",
    },
    Picture {
        file: "renju-overline.svg",
        title: "overline (長連)",
        black: "e8 f8 g8 i8 j8",
        white: "",
        verdict: "overline",
    },
    Picture {
        file: "renju-four-three.svg",
        title: "a four and a three: legal (四三)",
        black: "e8 f8 g8 h9 h10",
        white: "d8",
        verdict: "legal",
    },
    Picture {
        file: "renju-false-three.svg",
        title: "one three and a false three: legal",
        black: "f8 g8 h9 h10 i9 i10 i11",
        white: "d8 g10 i12",
        verdict: "legal",
    },
];

const CELL: i32 = 28;
const MARGIN: i32 = 34;
/// The part of the board that is shown, counted from 0.
const COLUMNS: RangeInclusive<u8> = 2..=12;
const LINES: RangeInclusive<u8> = 5..=12;

const INK: &str = "#4a3b23";
const FORBIDDEN: &str = "#c62828";
const ALLOWED: &str = "#2e7d32";
/// One for each row that counts.
const ROWS: [&str; 3] = ["#1565c0", "#ef6c00", "#6a1b9a"];

impl Picture {
    fn points(text: &str) -> impl Iterator<Item = Point> {
        text.split_whitespace().map(|point| point.parse().expect("a point"))
    }

    /// The board without the stone that is asked about.
    fn position(&self) -> Renju {
        let stones = |text, colour| Picture::points(text).map(move |point| Stone { point, colour });
        let all = stones(self.black, Colour::Black).chain(stones(self.white, Colour::White));
        Renju::set_up(Rule::Renju, 15, all, Colour::Black).expect("a position")
    }

    fn point() -> Point {
        POINT.parse().expect("a point")
    }

    /// What the rules say of the point.
    pub fn judged(&self) -> &'static str {
        match self.position().verdict(Picture::point()) {
            Verdict::Five => "five",
            Verdict::Legal => "legal",
            Verdict::Foul(kinds) => kinds.first().map_or("legal", |foul| foul.name()),
        }
    }

    /// Where black may not play once the stone is there.
    fn forbidden_then(&self) -> Vec<Point> {
        let stone = Stone { point: Picture::point(), colour: Colour::Black };
        let stones = self.position().stones().chain([stone]).collect::<Vec<_>>();
        let then = Renju::set_up(Rule::Renju, 15, stones, Colour::Black).expect("a position");
        let is_foul = |point: &Point| matches!(then.verdict(*point), Verdict::Foul(_));
        Point::all(15).filter(is_foul).collect()
    }

    /// The picture as SVG.
    pub fn draw(&self) -> String {
        let position = self.position();
        let [width, height] =
            [COLUMNS, LINES].map(|shown| i32::from(shown.end() - shown.start()) * CELL);
        let (right, bottom) = (MARGIN + width, MARGIN + height);
        let (all_width, all_height) = (right + MARGIN, bottom + MARGIN);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {all_width} {all_height}\" \
             width=\"{all_width}\" height=\"{all_height}\" role=\"img\" aria-label=\"{title}\" \
             font-family=\"sans-serif\">\n<title>{title}</title>\n\
             <rect width=\"{all_width}\" height=\"{all_height}\" rx=\"8\" fill=\"#f2d9a5\"/>\n",
            title = self.title,
        );
        let label = format!("font-size=\"12\" text-anchor=\"middle\" fill=\"{INK}\"");
        for column in COLUMNS {
            let x = MARGIN + i32::from(column - COLUMNS.start()) * CELL;
            let (name, below) = (char::from(b'A' + column), bottom + 24);
            let _ = writeln!(svg, "<path d=\"M{x} {MARGIN}V{bottom}\" stroke=\"{INK}\"/>");
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{below}\" {label}>{name}</text>");
        }
        for line in LINES {
            let y = MARGIN + i32::from(LINES.end() - line) * CELL;
            let (number, middle) = (line + 1, y + 4);
            let _ = writeln!(svg, "<path d=\"M{MARGIN} {y}H{right}\" stroke=\"{INK}\"/>");
            let _ = writeln!(svg, "<text x=\"14\" y=\"{middle}\" {label}>{number}</text>");
        }
        let reasons = fouls::reasons(position.lines(), Rule::Renju, Picture::point());
        let rows = reasons.iter().flat_map(|Reason { rows, .. }| rows);
        for (row, colour) in rows.zip(ROWS) {
            draw_row(row, colour, &mut svg);
        }
        for stone in position.stones() {
            let (x, y) = place(stone.point);
            let fill = if stone.colour == Colour::Black { "#111111" } else { "#ffffff" };
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{fill}\" stroke=\"#111111\"/>"
            );
        }
        let (x, y) = place(Picture::point());
        if matches!(position.verdict(Picture::point()), Verdict::Foul(_)) {
            draw_cross(Picture::point(), 8, &mut svg);
        } else {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"{ALLOWED}\" \
                 stroke-width=\"4\"/>"
            );
            for point in self.forbidden_then() {
                draw_cross(point, 5, &mut svg);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }
}

/// A band under the stones of a row, and rings where it could grow.
fn draw_row(row: &Row, colour: &str, svg: &mut String) {
    let ends = row.stones.first().zip(row.stones.last());
    if let Some(((x, y), (to_x, to_y))) = ends.map(|(first, last)| (place(*first), place(*last))) {
        let _ = writeln!(
            svg,
            "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"{colour}\" stroke-width=\"30\" \
             stroke-linecap=\"round\" opacity=\"0.35\"/>"
        );
    }
    for point in &row.next {
        let (x, y) = place(*point);
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#f2d9a5\" stroke=\"{colour}\" stroke-width=\"2.5\"/>"
        );
    }
}

fn draw_cross(point: Point, size: i32, svg: &mut String) {
    let (x, y) = place(point);
    let (left, top, across) = (x - size, y - size, 2 * size);
    let _ = writeln!(
        svg,
        "<path d=\"M{left} {top}l{across} {across}m0 -{across}l-{across} {across}\" \
         stroke=\"{FORBIDDEN}\" stroke-width=\"{}\"/>",
        size / 2 + 1
    );
}

fn place(point: Point) -> (i32, i32) {
    let across = i32::from(point.col()) - i32::from(*COLUMNS.start());
    let down = i32::from(*LINES.end()) - i32::from(point.row());
    (MARGIN + across * CELL, MARGIN + down * CELL)
}
