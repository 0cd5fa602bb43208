//! A view as lines of a terminal.
//!
//! Plain ASCII unless asked otherwise: many signs that look like discs are one cell wide in
//! one terminal and two in a Japanese one, and a board of them falls apart.

use std::fmt::Write;

use super::{Cell, Piece, View};
use crate::{Lang, Seat, Spec};

/// Which signs stand for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// Letters.
    #[default]
    Ascii,
    /// Emoji, which are two cells wide everywhere.
    Emoji,
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// Which signs to use.
    pub glyphs: Glyphs,
    /// Cells that can be chosen now, as (column, row).
    pub targets: &'a [(u8, u8)],
    /// Cells of the last move.
    pub last: &'a [(u8, u8)],
}

const DIM: &str = "\x1b[2m";
const REVERSE: &str = "\x1b[7m";
const PLAIN: &str = "\x1b[0m";
const EMOJI: [&str; crate::MAX_SEATS] = ["⚫", "⚪", "🟢", "🟡"];

const RED: Paint = Paint(1);
const GREEN: Paint = Paint(2);
const YELLOW: Paint = Paint(3);
const BLUE: Paint = Paint(4);
const MAGENTA: Paint = Paint(5);
const CYAN: Paint = Paint(6);

/// A colour of the eight that every terminal has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(u8);

impl Paint {
    /// The colour of a seat: its own if it is named after one, else one that is told apart from
    /// the others by everybody. The letters say the same without colour.
    pub fn of(spec: &Spec, seat: Seat) -> Paint {
        let id = spec.seats.get(seat.index()).map_or("", |seat| seat.id);
        match id {
            "red" => RED,
            "green" => GREEN,
            "yellow" => YELLOW,
            "blue" => BLUE,
            _ => [CYAN, YELLOW, GREEN, MAGENTA][seat.index() % 4],
        }
    }

    /// Begins bold letters of this colour; dark blue would be lost on a dark screen.
    pub fn letters(self) -> String {
        format!("\x1b[1;{}{}m", if self == BLUE { 9 } else { 3 }, self.0)
    }

    /// Begins letters that can be read on a ground of this colour.
    pub fn ground(self) -> String {
        let letters = if matches!(self, RED | BLUE | MAGENTA) { "97" } else { "30" };
        format!("\x1b[{letters};4{}m", self.0)
    }

    /// Begins letters of this colour that stand out from every ground.
    fn piece(self) -> String {
        // Yellow on white cannot be read.
        format!("\x1b[1;3{};107m", if self == YELLOW { 0 } else { self.0 })
    }

    /// Ends a colour.
    pub const END: &'static str = PLAIN;
}

/// Draws a view; every line ends in a newline.
pub fn draw(view: &View, spec: &Spec, lang: Lang, style: &Style<'_>) -> String {
    let mut out = String::new();
    for line in board(view, spec, style) {
        out.push_str(line.trim_end_matches(' '));
        out.push('\n');
    }
    for (seat, side) in Seat::all(view.seats.len()).zip(&view.seats) {
        let turn = if view.to_move == Some(seat) { '>' } else { ' ' };
        let seat_spec = &spec.seats[seat.index()];
        let _ = write!(out, "{turn} {} {}", seat_spec.letter, seat_spec.title.get(lang));
        if let Some(points) = side.points {
            let _ = write!(out, "  {points}");
        }
        for (what, count) in &side.hand {
            let sign = ground_sign(what).unwrap_or(' ');
            let held = gyoji_words::view::held(what, *count);
            let _ = write!(out, "  {sign} {}", held.get(lang));
        }
        out.push('\n');
    }
    for (what, value) in &view.facts {
        let _ = writeln!(out, "  {}", gyoji_words::view::fact(what, value).get(lang));
    }
    out
}

/// The board alone: the names of the columns, then the rows. Every line takes
/// [`board_width`] columns of the terminal.
pub fn board(view: &View, spec: &Spec, style: &Style<'_>) -> Vec<String> {
    let margin = margin(view);
    let mut lines = Vec::with_capacity(view.rows.len() + 1);
    let mut head = format!("{:margin$}", "");
    for col in &view.cols {
        let _ = write!(head, " {col:<2}");
    }
    head.push(' ');
    lines.push(head);
    for (row, name) in view.rows.iter().enumerate() {
        let mut line = format!("{name:>margin$}");
        for col in 0..view.cols.len() {
            let at = (col as u8, row as u8);
            draw_mark(&mut line, view, spec, style, at);
            if let Some(cell) = view.cell(col, row) {
                draw_cell(&mut line, cell, spec, style, at);
            }
        }
        draw_mark(&mut line, view, spec, style, (view.cols.len() as u8, row as u8));
        lines.push(line);
    }
    lines
}

/// How many columns of the terminal a board takes.
pub fn board_width(view: &View) -> usize {
    margin(view) + 3 * view.cols.len() + 1
}

fn margin(view: &View) -> usize {
    view.rows.iter().map(String::len).max().unwrap_or(0)
}

/// The column before a cell: the side of a frame (`[` and `]`, `|` for both), else whether the
/// cell belongs to the last move (`>`).
fn draw_mark(out: &mut String, view: &View, spec: &Spec, style: &Style<'_>, at: (u8, u8)) {
    let (col, row) = at;
    let (mut mark, mut owner) = (if style.last.contains(&at) { '>' } else { ' ' }, None);
    for frame in &view.frames {
        let [left, top, width, height] = frame.area.map(u16::from);
        if !(top..top + height).contains(&u16::from(row)) {
            continue;
        }
        let side = match u16::from(col) {
            col if col == left => '[',
            col if col == left + width => ']',
            _ => continue,
        };
        mark = match mark {
            '[' | ']' | '|' if mark != side => '|',
            _ => side,
        };
        owner = Some(frame.seat);
    }
    match owner.filter(|_| style.colour) {
        Some(seat) => {
            let _ = write!(out, "{}{mark}{PLAIN}", Paint::of(spec, seat).letters());
        }
        None => out.push(mark),
    }
}

/// Two columns: the sign of the piece and what it stands on, or the sign of the ground.
fn draw_cell(out: &mut String, cell: &Cell, spec: &Spec, style: &Style<'_>, at: (u8, u8)) {
    let is_target = style.targets.contains(&at);
    let is_last = style.last.contains(&at);
    match cell.pieces.as_slice() {
        // The emoji takes both columns: where the ground matters, the letter leaves it a place.
        [piece, ..] if style.glyphs == Glyphs::Emoji && ground_sign(&cell.ground).is_none() => {
            out.push_str(EMOJI[piece.seat.index() % EMOJI.len()]);
        }
        [piece, others @ ..] => {
            let letter = spec.seats[piece.seat.index()].letter;
            let side = side_sign(cell, piece, others.first(), spec);
            let paint = Paint::of(spec, piece.seat);
            let _ = match style.colour {
                true if cell.owner.is_some() => {
                    write!(out, "{}{letter}{side}{PLAIN}", paint.piece())
                }
                true => {
                    let reverse = if is_last { REVERSE } else { "" };
                    write!(out, "{reverse}{}{letter}{PLAIN}{side}", paint.letters())
                }
                false => write!(out, "{letter}{side}"),
            };
        }
        [] => {
            let (sign, side) = match empty_sign(cell, spec) {
                '.' if is_target => ('*', ' '),
                sign if is_target => ('*', sign),
                sign => (sign, ' '),
            };
            let _ = match (style.colour, cell.owner, cell.ground.as_str()) {
                (true, Some(owner), _) => {
                    write!(out, "{}{sign}{side}{PLAIN}", Paint::of(spec, owner).ground())
                }
                (true, None, "gray") => write!(out, "\x1b[37;100m{sign}{side}{PLAIN}"),
                (true, None, _) => write!(out, "{DIM}{sign}{PLAIN}{side}"),
                (false, ..) => write!(out, "{sign}{side}"),
            };
        }
    }
}

/// The sign beside a piece: of another one on the same cell, of its rank, of the ground.
fn side_sign(cell: &Cell, piece: &Piece, other: Option<&Piece>, spec: &Spec) -> char {
    match (other, empty_sign(cell, spec)) {
        (Some(other), _) => spec.seats[other.seat.index()].letter,
        (None, _) if piece.kind == "super" => '*',
        (None, '.') => ' ',
        (None, sign) if sign == own_sign(spec, piece.seat) => ' ',
        (None, sign) => sign,
    }
}

fn empty_sign(cell: &Cell, spec: &Spec) -> char {
    let own = || cell.owner.map(|owner| own_sign(spec, owner));
    ground_sign(&cell.ground).or_else(own).unwrap_or('.')
}

/// The sign of a ground that has one of its own.
fn ground_sign(ground: &str) -> Option<char> {
    match ground {
        "wall" => Some('%'),
        "big-gate" => Some('O'),
        "small-gate" => Some('o'),
        "black" => Some('#'),
        "gray" => Some('+'),
        _ => None,
    }
}

/// Ground of a seat's colour: its letter, small.
fn own_sign(spec: &Spec, seat: Seat) -> char {
    spec.seats.get(seat.index()).map_or('?', |seat| seat.letter.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Frame, SeatView};
    use super::*;
    use crate::record::Policy;
    use crate::{SeatSpec, Text};

    const fn seat(id: &'static str, letter: char) -> SeatSpec {
        SeatSpec { id, title: Text::new(id, id), letter }
    }

    const SPEC: Spec = Spec {
        id: "tiles",
        title: Text::new("tiles", "タイル"),
        seats: &[seat("red", 'R'), seat("blue", 'B'), seat("north", 'N')],
        options: &[],
        endings: &[],
        time: Duration::from_secs(1),
        policy: Policy::Skip,
        dialect: "plain",
    };

    fn cell(ground: &str, owner: Option<u8>, pieces: &[(u8, &str)]) -> Cell {
        let piece =
            |&(seat, kind): &(u8, &str)| Piece { seat: Seat(seat), kind: kind.into(), from: None };
        Cell {
            ground: ground.into(),
            owner: owner.map(Seat),
            pieces: pieces.iter().map(piece).collect(),
        }
    }

    fn view() -> View {
        View {
            cols: ["0", "1", "2"].map(str::to_owned).to_vec(),
            rows: ["0", "1", "10"].map(str::to_owned).to_vec(),
            cells: vec![
                cell("wall", None, &[]),
                cell("big-gate", Some(0), &[(0, "soldier")]),
                cell("small-gate", Some(1), &[]),
                cell("tile", Some(0), &[]),
                cell("tile", Some(1), &[(1, "super")]),
                cell("gray", None, &[]),
                cell("tile", Some(0), &[(0, "soldier")]),
                cell("tile", Some(1), &[(0, "soldier"), (2, "soldier")]),
                cell("", None, &[(2, "disc")]),
            ],
            frames: vec![
                Frame { seat: Seat(0), area: [0, 0, 1, 2] },
                Frame { seat: Seat(1), area: [1, 1, 2, 2] },
            ],
            seats: vec![SeatView { points: Some(5), ..SeatView::default() }; 3],
            facts: vec![("turn".into(), "1/9".into())],
            to_move: Some(Seat(1)),
        }
    }

    #[test]
    fn frames_owners_gates_and_several_pieces() {
        let drawn = draw(&view(), &SPEC, Lang::En, &Style::default());
        let expected = [
            "   0  1  2",
            " 0[% ]RO o",
            " 1[r |B* + ]",
            "10 R [RN N ]",
            "  R red  5",
            "> B blue  5",
            "  N north  5",
            "  turn 1/9",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn targets_keep_their_ground_and_hands_say_what_the_signs_are() {
        let mut view = view();
        view.frames.clear();
        view.seats[0].hand = vec![("black".into(), 3), ("gray".into(), 1), ("coin".into(), 2)];
        let style = Style { targets: &[(0, 1), (2, 1)], ..Style::default() };
        let drawn = draw(&view, &SPEC, Lang::En, &style);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 *r B* *+");
        assert_eq!(lines[4], "  R red  5  # black x3  + gray x1    coin x2");
        let drawn = draw(&view, &SPEC, Lang::Ja, &style);
        assert!(drawn.contains("# 黒タイル 3枚  + グレータイル 1枚"), "{drawn}");
    }

    #[test]
    fn every_line_of_a_board_is_equally_wide_with_and_without_colour() {
        for colour in [false, true] {
            let style = Style { colour, ..Style::default() };
            for line in board(&view(), &SPEC, &style) {
                let mut visible = line.clone();
                while let Some(start) = visible.find('\x1b') {
                    let end = start + visible[start..].find('m').unwrap();
                    visible.replace_range(start..=end, "");
                }
                assert_eq!(visible.len(), board_width(&view()), "{line:?}");
            }
        }
    }

    #[test]
    fn seats_named_after_colours_have_them() {
        assert_eq!(Paint::of(&SPEC, Seat(0)), RED);
        assert_eq!(Paint::of(&SPEC, Seat(1)), BLUE);
        assert_eq!(Paint::of(&SPEC, Seat(2)), GREEN);
    }
}
