//! One picture of a game: the board, and beside it who plays, with points as bars.

use gyoji_core::record::{Ended, Header};
use gyoji_core::view::{Legend, Paint, Style, View, board, board_width};
use gyoji_core::{Lang, MAX_SEATS, Seat, Stepper, Value};
use gyoji_words::{human, watch as words};

use crate::screen;

/// The space between the board and what stands beside it.
const GAP: usize = 2;
/// The least that is of use beside the board; with less it stands below.
const LEAST_BESIDE: usize = 22;
/// The longest bar.
const LONGEST_BAR: usize = 30;

/// What is known of a game beside its position.
#[derive(Debug)]
pub(super) struct Picture {
    number: u64,
    games: u64,
    names: Vec<String>,
    missed: [u64; MAX_SEATS],
    values: [Option<Value>; MAX_SEATS],
    ended: Option<Ended>,
}

impl Picture {
    pub(super) fn new(header: &Header, number: u64, games: u64) -> Picture {
        let names = header.players.iter().map(|player| screen::name(&player.name)).collect();
        Picture {
            number,
            games,
            names,
            missed: [0; MAX_SEATS],
            values: [None; MAX_SEATS],
            ended: None,
        }
    }

    /// A player has a new name.
    pub(super) fn name(&mut self, seat: Seat, name: &str) {
        if let Some(known) = self.names.get_mut(seat.index()) {
            *known = screen::name(name);
        }
    }

    /// The default move was made for a seat.
    pub(super) fn miss(&mut self, seat: Seat) {
        if let Some(count) = self.missed.get_mut(seat.index()) {
            *count += 1;
        }
    }

    /// A player has moved and thinks so of its position, or has not said.
    pub(super) fn expects(&mut self, seat: Seat, value: Option<Value>) {
        if let Some(known) = self.values.get_mut(seat.index()) {
            *known = value;
        }
    }

    pub(super) fn end(&mut self, ended: Ended) {
        self.ended = Some(ended);
    }

    fn is_over(&self) -> bool {
        self.ended.is_some()
    }

    /// The picture as lines, for a terminal of `width` columns.
    pub(super) fn lines(
        &self,
        stepper: &Stepper,
        lang: Lang,
        colour: bool,
        width: usize,
    ) -> Vec<String> {
        let mut lines = self.board_and_panel(stepper, lang, colour, width);
        if let Some(ended) = &self.ended {
            let why = match ended.why.as_str() {
                Ended::FAULT => human::by_fault(),
                Ended::RESIGNED => human::by_resignation(),
                Ended::ADJUDICATED => human::by_agreement(),
                Ended::ABORTED => human::by_abort(),
                Ended::VOID => human::void(),
                why => stepper.legend().ending(why),
            };
            lines.extend([String::new(), screen::one_line(why.get(lang), width)]);
        }
        lines
    }

    fn board_and_panel(
        &self,
        stepper: &Stepper,
        lang: Lang,
        colour: bool,
        width: usize,
    ) -> Vec<String> {
        let (legend, moment) = (stepper.legend(), stepper.now());
        let view = &moment.view;
        // Frames show where everybody was.
        let last = if view.frames.is_empty() { moment.last_cells() } else { Vec::new() };
        let style = Style { colour, last: &last, ..Style::default() };
        let map = board(view, legend, &style);
        let map_width = board_width(view);
        let beside = width.saturating_sub(map_width + GAP);
        if beside < LEAST_BESIDE {
            let below = self.panel(legend, view, lang, colour, width);
            return map.into_iter().chain(below).collect();
        }
        let panel = self.panel(legend, view, lang, colour, beside);
        let empty = " ".repeat(map_width);
        let rows = map.len().max(panel.len());
        let row = |number: usize| {
            let left = map.get(number).unwrap_or(&empty);
            let right = panel.get(number).map_or("", String::as_str);
            let line = format!("{left}{}{right}", " ".repeat(GAP));
            line.trim_end_matches(' ').to_owned()
        };
        (0..rows).map(row).collect()
    }

    /// What stands beside the board.
    fn panel(
        &self,
        legend: &Legend,
        view: &View,
        lang: Lang,
        colour: bool,
        width: usize,
    ) -> Vec<String> {
        let title = legend.title.get(lang);
        let number = words::game_of(self.number, self.games);
        let mut lines = vec![screen::one_line(&format!("{title}  {}", number.get(lang)), width)];
        for (what, value) in &view.facts {
            lines.push(screen::one_line(legend.fact(what, value).get(lang), width));
        }
        for note in legend.notes(view) {
            lines.push(screen::one_line(note.get(lang), width));
        }
        let most = view.seats.iter().filter_map(|side| side.points).max().unwrap_or(0);
        for (seat, side) in Seat::all(view.seats.len()).zip(&view.seats) {
            let Some(sign) = legend.seat(seat) else { continue };
            let paint = legend.paint(seat);
            let turn = if view.to_move == Some(seat) { '>' } else { ' ' };
            let mut head = sign.name.get(lang).to_owned();
            if let Some(name) = self.names.get(seat.index()) {
                head = screen::one_line(&format!("{head} {name}"), width.saturating_sub(4));
            }
            lines.push(String::new());
            lines.push(match colour {
                true => format!("{turn} {}{}{} {head}", paint.ground(), sign.letter, Paint::END),
                false => format!("{turn} {} {head}", sign.letter),
            });
            if let Some(points) = side.points {
                let room = width.saturating_sub(4 + 7).min(LONGEST_BAR);
                let length = (room as i64 * i64::from(points.max(0))) / i64::from(most.max(1));
                lines.push(format!("    {points:>6} {}", bar(length as usize, paint, colour)));
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

fn bar(length: usize, paint: Paint, colour: bool) -> String {
    match colour {
        true if length > 0 => format!("{}{}{}", paint.ground(), " ".repeat(length), Paint::END),
        _ => "#".repeat(length),
    }
}
