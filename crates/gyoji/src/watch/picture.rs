//! One picture of a game: the board, and beside it who plays, with points as bars.
//!
//! The same for games that are watched, looked at again, and played.

use gyoji_core::record::{Ended, Header};
use gyoji_core::view::{CellSize, Legend, Style, View, board, board_size};
use gyoji_core::{Lang, MAX_SEATS, Moment, Seat, Stepper, Value};
use gyoji_referee::Look;
use gyoji_words::{Text, human, watch as words};

use crate::screen;

/// The space between the board and what stands beside it.
pub const GAP: usize = 2;
/// The least that is of use beside the board; with less it stands below.
pub const LEAST_BESIDE: usize = 22;
/// The longest bar.
const LONGEST_BAR: usize = 30;

/// What is known of a game beside its position.
#[derive(Debug)]
pub struct Picture {
    /// What stands beside the game's title.
    caption: String,
    names: Vec<String>,
    missed: [u64; MAX_SEATS],
    values: [Option<Value>; MAX_SEATS],
    ended: Option<Ended>,
}

impl Picture {
    /// A game that begins.
    pub fn new(header: &Header, caption: String) -> Picture {
        let names = header.players.iter().map(|player| screen::name(&player.name)).collect();
        Picture { caption, names, missed: [0; MAX_SEATS], values: [None; MAX_SEATS], ended: None }
    }

    /// A player has a new name.
    pub fn name(&mut self, seat: Seat, name: &str) {
        if let Some(known) = self.names.get_mut(seat.index()) {
            *known = screen::name(name);
        }
    }

    /// The default move was made for a seat.
    pub fn miss(&mut self, seat: Seat) {
        if let Some(count) = self.missed.get_mut(seat.index()) {
            *count += 1;
        }
    }

    /// A player has moved and thinks so of its position, or has not said.
    pub fn expects(&mut self, seat: Seat, value: Option<Value>) {
        if let Some(known) = self.values.get_mut(seat.index()) {
            *known = value;
        }
    }

    /// The game is over.
    pub fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// The picture as lines, for a terminal of `width` columns.
    pub fn lines(&self, stepper: &Stepper, lang: Lang, look: Look, width: usize) -> Vec<String> {
        let (legend, moment) = (stepper.legend(), stepper.now());
        let map = map(legend, &moment, look, CellSize::Small, Signs::default());
        let (map_width, _) = board_size(&moment.view, CellSize::Small);
        let beside = width.saturating_sub(map_width + GAP);
        let mut lines = match beside < LEAST_BESIDE {
            true => {
                let below = self.panel(legend, &moment.view, lang, look, width);
                map.into_iter().chain(below).collect()
            }
            false => {
                let panel = self.panel(legend, &moment.view, lang, look, beside);
                side_by_side(&map, map_width, &panel)
            }
        };
        if let Some(why) = self.why(legend) {
            lines.extend([String::new(), screen::one_line(why.get(lang), width)]);
        }
        lines
    }

    /// Why the game is over, if it is.
    pub fn why(&self, legend: &Legend) -> Option<Text> {
        Some(match self.ended.as_ref()?.why.as_str() {
            Ended::FAULT => human::by_fault(),
            Ended::RESIGNED => human::by_resignation(),
            Ended::ADJUDICATED => human::by_agreement(),
            Ended::ABORTED => human::by_abort(),
            Ended::VOID => human::void(),
            why => legend.ending(why),
        })
    }

    /// What stands beside the board.
    pub fn panel(
        &self,
        legend: &Legend,
        view: &View,
        lang: Lang,
        look: Look,
        width: usize,
    ) -> Vec<String> {
        let title = legend.title.get(lang);
        let mut lines = vec![screen::one_line(&format!("{title}  {}", self.caption), width)];
        for (what, value) in &view.facts {
            lines.push(screen::one_line(legend.fact(what, value).get(lang), width));
        }
        for note in legend.notes(view) {
            lines.push(screen::one_line(note.get(lang), width));
        }
        let most = view.seats.iter().filter_map(|side| side.points).max().unwrap_or(0);
        for (seat, side) in Seat::all(view.seats.len()).zip(&view.seats) {
            let Some(sign) = legend.seat(seat) else { continue };
            let turn = if view.to_move == Some(seat) { '>' } else { ' ' };
            let mut head = sign.name.get(lang).to_owned();
            if let Some(name) = self.names.get(seat.index()) {
                head = screen::one_line(&format!("{head} {name}"), width.saturating_sub(4));
            }
            lines.push(String::new());
            lines.push(match look.colour {
                true => format!("{turn} {} {head}", legend.badge(seat, look.depth)),
                false => format!("{turn} {} {head}", sign.letter),
            });
            if let Some(points) = side.points {
                let room = width.saturating_sub(4 + 7).min(LONGEST_BAR);
                let length = (room as i64 * i64::from(points.max(0))) / i64::from(most.max(1));
                lines.push(format!("    {points:>6} {}", bar(legend, seat, length as usize, look)));
            }
            // Without colours nobody could tell whose frame is whose.
            let frames = view.frames.iter().filter(|frame| frame.seat == seat && !self.is_over());
            let frames = frames.map(|frame| format!("[{},{}]", frame.area[0], frame.area[1]));
            let hand = side
                .hand
                .iter()
                .map(|(what, count)| legend.held(what, *count).get(lang).to_owned());
            let mut notes: Vec<String> = frames.chain(hand).collect();
            if let Some(place) = self.place(seat) {
                notes.push(words::place(place).get(lang).to_owned());
            }
            if let Some(&Some(value)) = self.values.get(seat.index()) {
                notes.push(gyoji_words::replay::value(value.percent()).get(lang).to_owned());
            }
            if let Some(&count @ 1..) = self.missed.get(seat.index()) {
                notes.push(words::missed(count).get(lang).to_owned());
            }
            if !notes.is_empty() {
                let notes = screen::one_line(&notes.join("  "), width.saturating_sub(4));
                lines.push(format!("    {notes}"));
            }
        }
        lines
    }

    fn place(&self, seat: Seat) -> Option<u8> {
        self.ended.as_ref()?.places.get(seat.index()).copied()
    }
}

fn bar(legend: &Legend, seat: Seat, length: usize, look: Look) -> String {
    match look.colour {
        true if length > 0 => legend.bar(seat, look.depth, length),
        _ => "#".repeat(length),
    }
}

/// What is pointed out on a board.
#[derive(Clone, Copy, Default)]
pub struct Signs<'a> {
    /// Cells that can be chosen.
    pub targets: &'a [(u8, u8)],
    /// Cells where somebody wanted to go and might not.
    pub wrong: &'a [(u8, u8)],
}

/// The board of a moment. Frames show where everybody was, and so does the last move else.
pub fn map(
    legend: &Legend,
    moment: &Moment,
    look: Look,
    size: CellSize,
    signs: Signs<'_>,
) -> Vec<String> {
    let last = if moment.view.frames.is_empty() { moment.last_cells() } else { Vec::new() };
    let Look { colour, depth, glyphs } = look;
    let Signs { targets, wrong } = signs;
    let style = Style { colour, depth, size, glyphs, targets, last: &last, wrong };
    board(&moment.view, legend, &style)
}

/// A board and what stands beside it.
pub fn side_by_side(map: &[String], map_width: usize, panel: &[String]) -> Vec<String> {
    let empty = " ".repeat(map_width);
    let row = |number: usize| {
        let left = map.get(number).unwrap_or(&empty);
        let right = panel.get(number).map_or("", String::as_str);
        format!("{left}{}{right}", " ".repeat(GAP)).trim_end_matches(' ').to_owned()
    };
    (0..map.len().max(panel.len())).map(row).collect()
}
