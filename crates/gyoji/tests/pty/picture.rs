//! What a terminal shows, as a picture.

use std::fmt::Write as _;

use unicode_width::UnicodeWidthChar;
use vt100::{Color, Parser, Screen};

/// The size of a cell.
const WIDE: u16 = 9;
const HIGH: u16 = 18;
const FRONT: &str = "#d8d8d8";
const BACK: &str = "#1c1c1c";
/// Signs that every terminal draws two cells wide, which stand for the doubtful ones.
const STAND_INS: u32 = 0x20000;

/// How a terminal draws signs of which some say that they are one cell wide, and others two: `…`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Doubtful {
    Narrow,
    Wide,
}

/// Whether a sign is narrow on one terminal and wide on another.
pub fn is_doubtful(sign: &char) -> bool {
    sign.width() != sign.width_cjk()
}

/// The picture of what was written to a screen of that size.
pub(super) fn svg(screen: &Screen, written: &[u8], doubtful: Doubtful) -> String {
    if doubtful == Doubtful::Narrow {
        return draw(screen);
    }
    let (rows, columns) = screen.size();
    let mut wide = Parser::new(rows, columns, 0);
    let stand_in = |sign: char| match is_doubtful(&sign) {
        true => char::from_u32(STAND_INS + u32::from(sign)).unwrap_or(sign),
        false => sign,
    };
    let text: String = String::from_utf8_lossy(written).chars().map(stand_in).collect();
    wide.process(text.as_bytes());
    draw(wide.screen())
}

fn draw(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let (width, height) = (columns * WIDE, rows * HIGH);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-size=\"15\" font-family=\"'DejaVu Sans Mono','Noto Sans Mono CJK JP',\
         'MS Gothic',monospace\">\n<rect width=\"100%\" height=\"100%\" fill=\"{BACK}\"/>\n"
    );
    for row in 0..rows {
        let mut run = Run::default();
        let cells = (0..columns).filter_map(|column| Some((column, screen.cell(row, column)?)));
        for (column, cell) in cells.filter(|(_, cell)| !cell.is_wide_continuation()) {
            let (mut front, mut back) =
                (colour(cell.fgcolor(), FRONT), colour(cell.bgcolor(), BACK));
            if cell.inverse() {
                std::mem::swap(&mut front, &mut back);
            }
            let mut style = format!("fill=\"{front}\"");
            let flags = [
                (cell.bold(), " font-weight=\"bold\""),
                (cell.underline(), " text-decoration=\"underline\""),
                (cell.dim(), " opacity=\".6\""),
            ];
            flags.iter().filter(|(is_so, _)| *is_so).for_each(|(_, flag)| style += flag);
            let span = if cell.is_wide() { 2 } else { 1 };
            if (&run.style, &run.back, run.span) != (&style, &back, span) {
                run.draw(row, &mut out);
                run = Run { column, style, back, span, signs: Vec::new() };
            }
            run.signs.push(cell.contents().to_owned());
        }
        run.draw(row, &mut out);
    }
    if !screen.hide_cursor() {
        let (row, column) = screen.cursor_position();
        let (x, y) = (column * WIDE, row * HIGH);
        out += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{WIDE}\" height=\"{HIGH}\" fill=\"#d8d8d8aa\"/>\n"
        );
    }
    out + "</svg>\n"
}

/// Cells of a row that look alike and are equally wide.
#[derive(Default)]
struct Run {
    column: u16,
    style: String,
    back: String,
    span: u16,
    /// What stands in each cell.
    signs: Vec<String>,
}

impl Run {
    fn draw(&self, row: u16, out: &mut String) {
        if self.signs.is_empty() {
            return;
        }
        let (x, y) = (self.column * WIDE, row * HIGH);
        let width = self.signs.len() as u16 * self.span * WIDE;
        if !self.back.is_empty() && self.back != BACK {
            let back = &self.back;
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HIGH}\" fill=\"{back}\"/>"
            );
        }
        let mut places = Vec::new();
        let mut text = String::new();
        for (cell, signs) in (0..).step_by(usize::from(self.span)).zip(&self.signs) {
            for sign in signs.chars().filter(|sign| !sign.is_whitespace()) {
                // Every sign has its place, whatever font there is.
                places.push((x + cell * WIDE).to_string());
                let stood_for = u32::from(sign).checked_sub(STAND_INS).and_then(char::from_u32);
                match stood_for.filter(is_doubtful).unwrap_or(sign) {
                    '&' => text += "&amp;",
                    '<' => text += "&lt;",
                    sign => text.push(sign),
                }
            }
        }
        if places.is_empty() {
            return;
        }
        let (places, style) = (places.join(" "), &self.style);
        let _ = writeln!(out, "<text x=\"{places}\" y=\"{}\" {style}>{text}</text>", y + 14);
    }
}

/// A colour as a picture knows it.
fn colour(colour: Color, usual: &str) -> String {
    const SIXTEEN: [&str; 16] = [
        "#000000", "#cd3131", "#0dbc79", "#c5a000", "#2472c8", "#bc3fbc", "#11a8cd", "#cccccc",
        "#767676", "#f14c4c", "#23d18b", "#f5f543", "#3b8eea", "#d670d6", "#29b8db", "#ffffff",
    ];
    match colour {
        Color::Default => usual.to_owned(),
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Idx(index @ 0..16) => SIXTEEN[usize::from(index)].to_owned(),
        Color::Idx(index @ 16..232) => {
            let level = |digit: u8| if digit == 0 { 0 } else { 55 + 40 * digit };
            let cube = index - 16;
            let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(level);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        Color::Idx(index) => {
            let gray = 8 + 10 * (index - 232);
            format!("#{gray:02x}{gray:02x}{gray:02x}")
        }
    }
}
