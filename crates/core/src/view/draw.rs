//! A view as lines of a terminal.
//!
//! Plain ASCII unless asked otherwise: many signs that look like discs are one cell wide in
//! one terminal and two in a Japanese one, and a board of them falls apart.

use std::fmt::Write;

use super::face::Face;
use super::paint::{PLAIN, Paint};
use super::tint::{Depth, Tint};
use super::{Cell, Colour, Legend, Piece, Sign, View};
use crate::{Lang, Seat, Text};

/// Which signs stand for pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Glyphs {
    /// Letters.
    #[default]
    Ascii,
    /// Emoji, which are two cells wide everywhere.
    Emoji,
}

/// How large the cells of a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellSize {
    /// One line of three columns.
    #[default]
    Small,
    /// Three lines of six columns: for a board of few cells.
    Large,
}

impl CellSize {
    /// The columns of a cell, with the one before it that belongs to it, and its lines.
    const fn cell(self) -> (usize, usize) {
        match self {
            CellSize::Small => (3, 1),
            CellSize::Large => (6, 3),
        }
    }
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style<'a> {
    /// Whether the terminal shows colours.
    pub colour: bool,
    /// How many of them.
    pub depth: Depth,
    /// How large the cells are.
    pub size: CellSize,
    /// Which signs to use.
    pub glyphs: Glyphs,
    /// Cells that can be chosen now, as (column, row).
    pub targets: &'a [(u8, u8)],
    /// Cells of the last move.
    pub last: &'a [(u8, u8)],
    /// Cells where somebody wanted to go and might not.
    pub wrong: &'a [(u8, u8)],
}

impl Legend {
    /// A seat's colour on a terminal.
    pub fn paint(&self, seat: Seat) -> Paint {
        self.seat(seat).map_or(Colour::Gray, |seat| seat.colour).into()
    }

    /// A seat's letter in the colours of its pieces.
    pub fn badge(&self, seat: Seat, depth: Depth) -> String {
        let colour = self.seat(seat).map_or(Colour::Gray, |seat| seat.colour);
        Tint::piece(colour).paint(depth, &self.letter(seat).to_string())
    }

    /// A bar in a seat's colour, so many columns long.
    pub fn bar(&self, seat: Seat, depth: Depth, length: usize) -> String {
        let colour = self.seat(seat).map_or(Colour::Gray, |seat| seat.colour);
        Tint::bar(colour).paint(depth, &" ".repeat(length))
    }

    /// What the marks of a view mean, each kind once: the sign alone says nothing.
    pub fn notes(&self, view: &View) -> Vec<Text> {
        let shown = self.marks.iter().filter(|sign| view.marks.iter().any(|at| at.kind == sign.id));
        let sign = |sign: &Sign| Text::plain(sign.letter.unwrap_or(' '));
        shown.map(|known| sign(known).then(" ", &known.name)).collect()
    }

    /// The sign of a ground that has one of its own.
    pub(super) fn ground_letter(&self, ground: &str) -> Option<char> {
        self.ground(ground).and_then(|sign| sign.letter)
    }

    /// Ground of a seat's colour: its letter, small.
    pub(super) fn own_letter(&self, seat: Seat) -> char {
        self.letter(seat).to_ascii_lowercase()
    }

    /// The sign of a cell on which nothing stands.
    pub(super) fn empty_letter(&self, cell: &Cell) -> char {
        let own = || cell.owner.map(|owner| self.own_letter(owner));
        self.ground_letter(&cell.ground).or_else(own).unwrap_or('.')
    }

    /// The sign beside a piece: of another one on the same cell, of its kind, of the ground.
    pub(super) fn side_letter(&self, cell: &Cell, piece: &Piece, other: Option<&Piece>) -> char {
        let rank = self.piece(&piece.kind).and_then(|sign| sign.letter);
        match (other, rank, self.empty_letter(cell)) {
            (Some(other), ..) => self.letter(other.seat),
            (None, Some(rank), _) => rank,
            (None, None, '.') => ' ',
            (None, None, sign) if sign == self.own_letter(piece.seat) => ' ',
            (None, None, sign) => sign,
        }
    }
}

/// Draws a view; every line ends in a newline.
pub fn draw(view: &View, legend: &Legend, lang: Lang, style: &Style<'_>) -> String {
    let mut out = String::new();
    for line in board(view, legend, style) {
        out.push_str(line.trim_end_matches(' '));
        out.push('\n');
    }
    for (seat, side) in Seat::all(view.seats.len()).zip(&view.seats) {
        let turn = if view.to_move == Some(seat) { '>' } else { ' ' };
        let name = legend.seat(seat).map_or("?", |seat| seat.name.get(lang));
        let _ = write!(out, "{turn} {} {name}", legend.letter(seat));
        if let Some(points) = side.points {
            let _ = write!(out, "  {points}");
        }
        for (what, count) in &side.hand {
            let sign = legend.item(what).and_then(|item| item.letter).unwrap_or(' ');
            let _ = write!(out, "  {sign} {}", legend.held(what, *count).get(lang));
        }
        out.push('\n');
    }
    for (what, value) in &view.facts {
        let _ = writeln!(out, "  {}", legend.fact(what, value).get(lang));
    }
    for note in legend.notes(view) {
        let _ = writeln!(out, "  {}", note.get(lang));
    }
    out
}

/// The board alone: the names of the columns, then the rows. Every line takes as many columns of
/// the terminal as [`board_size`] says.
pub fn board(view: &View, legend: &Legend, style: &Style<'_>) -> Vec<String> {
    let margin = margin(view);
    let (wide, high) = style.size.cell();
    let mut lines = Vec::with_capacity(view.rows.len() * high + 1);
    let mut head = format!("{:margin$}", "");
    for col in &view.cols {
        let _ = write!(head, "{:space$}{col:<rest$}", "", space = wide / 2, rest = wide - wide / 2);
    }
    head.push(' ');
    lines.push(head);
    for (row, name) in view.rows.iter().enumerate() {
        for part in 0..high {
            let is_middle = part == high / 2;
            let mut line = format!("{:>margin$}", if is_middle { name.as_str() } else { "" });
            for col in 0..view.cols.len() {
                let at = (col as u8, row as u8);
                draw_side(&mut line, view, legend, style, at, is_middle);
                if let Some(cell) = view.cell(col, row) {
                    let mark = view.marks.iter().find(|mark| mark.at == [at.0, at.1]);
                    let mark = mark.and_then(|mark| legend.mark(&mark.kind)?.letter);
                    let face = Face { cell, mark, legend, style, at };
                    line.push_str(&match style.size {
                        CellSize::Small => face.small(),
                        CellSize::Large => face.large(part),
                    });
                }
            }
            let end = (view.cols.len() as u8, row as u8);
            draw_side(&mut line, view, legend, style, end, is_middle);
            lines.push(line);
        }
    }
    lines
}

/// How many columns and lines of the terminal a board takes.
pub fn board_size(view: &View, size: CellSize) -> (usize, usize) {
    let (wide, high) = size.cell();
    (margin(view) + wide * view.cols.len() + 1, high * view.rows.len() + 1)
}

fn margin(view: &View) -> usize {
    view.rows.iter().map(String::len).max().unwrap_or(0)
}

/// The column before a cell: the side of a frame (`[` and `]`, `|` for both), else whether the
/// cell belongs to the last move (`>`), or somebody might not go there (`!`).
fn draw_side(
    out: &mut String,
    view: &View,
    legend: &Legend,
    style: &Style<'_>,
    at: (u8, u8),
    is_middle: bool,
) {
    let (col, row) = at;
    if is_middle && style.wrong.contains(&at) {
        match style.colour {
            true => out.push_str(&Tint::warning().paint(style.depth, "!")),
            false => out.push('!'),
        }
        return;
    }
    let is_last = is_middle && style.last.contains(&at);
    let (mut mark, mut owner) = (if is_last { '>' } else { ' ' }, None);
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
    let surface = legend.surface.colour.filter(|_| style.colour).map(Tint::board);
    match (owner.filter(|_| style.colour), surface) {
        (Some(seat), _) => {
            let _ = write!(out, "{}{mark}{PLAIN}", legend.paint(seat).letters());
        }
        (None, Some(surface)) => {
            out.push_str(&surface.bright().paint(style.depth, &mark.to_string()));
        }
        (None, None) => out.push(mark),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::{Frame, Mark, Named, SeatView};
    use super::*;
    use crate::record::Policy;
    use crate::{SeatSpec, Spec};

    const fn seat(id: &'static str, letter: char) -> SeatSpec {
        SeatSpec { id, title: Text::new(id, id), letter }
    }

    const SPEC: Spec = Spec {
        id: "garden",
        title: Text::new("garden", "庭"),
        seats: &[seat("red", 'R'), seat("blue", 'B'), seat("north", 'N')],
        options: &[],
        endings: &[],
        time: Duration::from_secs(1),
        policy: Policy::Skip,
        dialect: "plain",
    };

    fn legend() -> Legend {
        let sign = |id: &str| Sign::new(id, Text::plain(id));
        let item = |id: &str, ja| Sign::new(id, Text::made(format!("{id} x{{}}"), ja));
        Legend {
            grounds: vec![
                sign("hedge").letter('%'),
                sign("pond").letter('O'),
                sign("well").letter('o'),
                sign("bed"),
                sign("gravel").letter('+').colour(Colour::Gray),
            ],
            pieces: vec![sign("gnome"), sign("giant").letter('*')],
            hand: vec![
                item("seed", "種 {}粒".into()).letter('#'),
                item("gravel", "砂利 {}袋".into()).letter('+'),
            ],
            marks: vec![Sign::new("nest", Text::new("wasps", "蜂の巣")).letter('!')],
            facts: vec![Named::new("day", Text::new("day {}", "{}日目"))],
            ..Legend::new(&SPEC, &[Colour::Red, Colour::Blue])
        }
    }

    fn cell(ground: &str, owner: Option<u8>, pieces: &[(u8, &str)]) -> Cell {
        let piece = |&(seat, kind): &(u8, &str)| Piece::new(Seat(seat), kind);
        Cell {
            ground: ground.into(),
            owner: owner.map(Seat),
            dim: false,
            pieces: pieces.iter().map(piece).collect(),
        }
    }

    fn view() -> View {
        View {
            cols: ["0", "1", "2"].map(str::to_owned).to_vec(),
            rows: ["0", "1", "10"].map(str::to_owned).to_vec(),
            cells: vec![
                cell("hedge", None, &[]),
                cell("pond", Some(0), &[(0, "gnome")]),
                cell("well", Some(1), &[]),
                cell("bed", Some(0), &[]),
                cell("bed", Some(1), &[(1, "giant")]),
                cell("gravel", None, &[]),
                cell("bed", Some(0), &[(0, "gnome")]),
                cell("bed", Some(1), &[(0, "gnome"), (2, "gnome")]),
                cell("", None, &[(2, "stranger")]),
            ],
            frames: vec![
                Frame { seat: Seat(0), area: [0, 0, 1, 2] },
                Frame { seat: Seat(1), area: [1, 1, 2, 2] },
            ],
            seats: vec![SeatView { points: Some(5), ..SeatView::default() }; 3],
            facts: vec![("day".into(), "1/9".into())],
            to_move: Some(Seat(1)),
            ..View::default()
        }
    }

    #[test]
    fn frames_owners_grounds_and_several_pieces() {
        let drawn = draw(&view(), &legend(), Lang::En, &Style::default());
        let expected = [
            "   0  1  2",
            " 0[% ]RO o",
            " 1[r |B* + ]",
            "10 R [RN N ]",
            "  R red  5",
            "> B blue  5",
            "  N north  5",
            "  day 1/9",
        ];
        assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn targets_keep_their_ground_and_hands_say_what_the_signs_are() {
        let mut view = view();
        view.frames.clear();
        view.seats[0].hand = vec![("seed".into(), 3), ("gravel".into(), 1), ("coin".into(), 2)];
        let style = Style { targets: &[(0, 1), (2, 1)], ..Style::default() };
        let drawn = draw(&view, &legend(), Lang::En, &style);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 *r B* *+");
        assert_eq!(lines[4], "  R red  5  # seed x3  + gravel x1    coin x2");
        let drawn = draw(&view, &legend(), Lang::Ja, &style);
        assert!(drawn.contains("# 種 3粒  + 砂利 1袋"), "{drawn}");
    }

    #[test]
    fn every_line_of_a_board_is_equally_wide_with_and_without_colour() {
        let sizes = [CellSize::Small, CellSize::Large].into_iter();
        for (size, colour) in sizes.flat_map(|size| [(size, false), (size, true)]) {
            let style = Style { colour, size, ..Style::default() };
            let lines = board(&view(), &legend(), &style);
            let (width, height) = board_size(&view(), size);
            assert_eq!(lines.len(), height);
            for line in lines {
                let mut visible = line.clone();
                while let Some(start) = visible.find('\x1b') {
                    let end = start + visible[start..].find('m').unwrap();
                    visible.replace_range(start..=end, "");
                }
                assert_eq!(visible.len(), width, "{line:?}");
            }
        }
    }

    #[test]
    fn seats_have_the_colours_of_the_legend() {
        let of = |seat| legend().paint(Seat(seat));
        assert_eq!([of(0), of(1)], [Colour::Red, Colour::Blue].map(Paint::from));
        assert_eq!(of(2), Colour::Green.into(), "one that was not named");
        assert_eq!(of(9), Colour::Gray.into(), "a seat that is not there");
    }

    #[test]
    fn marks_are_drawn_and_said() {
        let mut view = view();
        view.frames.clear();
        view.marks = vec![Mark { at: [2, 1], kind: "nest".into(), rows: Vec::new() }];
        let drawn = draw(&view, &legend(), Lang::Ja, &Style::default());
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[2], " 1 r  B* !+");
        assert_eq!(lines.last(), Some(&"  ! 蜂の巣"));
    }

    #[test]
    fn where_somebody_might_not_go_is_marked_beside_whatever_stands_there() {
        let style = Style { wrong: &[(1, 1), (2, 1)], last: &[(2, 1)], ..Style::default() };
        let drawn = board(&view(), &legend(), &style);
        assert_eq!(drawn[2], " 1[r !B*!+ ]");
        let drawn = board(&view(), &legend(), &Style { colour: true, ..style });
        assert!(drawn[2].contains("\x1b[1;97;41m!\x1b[0m"), "{:?}", drawn[2]);
    }

    #[test]
    fn a_ground_with_a_colour_is_painted_also_beside_a_piece() {
        let mut view = view();
        view.cells[5].pieces = vec![Piece::new(Seat(0), "gnome")];
        let drawn = board(&view, &legend(), &Style { colour: true, ..Style::default() });
        assert!(drawn[2].contains("R\x1b[0m\x1b[97;100m+\x1b[0m"), "{:?}", drawn[2]);
    }

    #[test]
    fn large_cells_show_the_ground_around_a_piece() {
        let mut view = view();
        view.frames.clear();
        view.cells[5].pieces = vec![Piece::new(Seat(0), "gnome")];
        let style = Style { size: CellSize::Large, last: &[(2, 1)], ..Style::default() };
        let drawn = board(&view, &legend(), &style);
        assert_eq!(drawn[0], "     0     1     2   ");
        assert_eq!(drawn[1], "   %%%%% OOOOO ooooo ");
        assert_eq!(
            drawn[4..7],
            ["               +++++ ", " 1   r    [B] >+[R]+ ", "               +++++ ",]
        );
    }

    #[test]
    fn a_legend_is_plain_data() {
        let json = serde_json::to_string(&legend()).unwrap();
        assert_eq!(serde_json::from_str::<Legend>(&json).unwrap(), legend());
        assert!(json.contains(r#""colour":"red""#), "{json}");
    }
}
