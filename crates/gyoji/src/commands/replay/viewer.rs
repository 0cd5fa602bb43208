//! A recorded game on the whole screen: the board, who plays, and what happened on the way there.

use std::time::{Duration, Instant};

use gyoji_core::view::{CellSize, board_size};
use gyoji_core::{Lang, Seat};
use gyoji_referee::Look;
use gyoji_words::screen as words;

use super::tale::Story;
use crate::interrupt;
use crate::tty::{self, Input, KeyCode, Keyboard, On};
use crate::watch::{GAP, LEAST_BESIDE, Signs, map, side_by_side};

/// How often it is looked whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(50);
/// The slowest and the fastest pace, in pictures a second.
const SPEEDS: (f64, f64) = (0.25, 200.0);
/// How many moves a large step has.
const LARGE_STEP: isize = 10;
/// What stands beside a large board needs so much, or the board stays small.
const BESIDE_LARGE: usize = 40;

/// Where to begin, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    /// The first and the last scene that can be seen.
    pub(crate) range: (usize, usize),
    /// The first that is seen.
    pub(crate) at: usize,
    /// Whether it plays by itself.
    pub(crate) plays: bool,
    /// How fast, in pictures a second.
    pub(crate) speed: f64,
}

/// Shows a game until somebody has seen enough; false if Ctrl-C ended it.
pub(crate) fn view(
    keyboard: &Keyboard,
    story: &mut dyn Story,
    wish: Wish,
    lang: Lang,
    look: Look,
) -> std::io::Result<bool> {
    let mut viewer = Viewer::new(story, wish, lang, look);
    loop {
        tty::draw(On::Stdout, &viewer.screen(tty::size()), None);
        loop {
            if interrupt::is_asked() {
                return Ok(false);
            }
            let within = viewer
                .due()
                .map_or(GLANCE, |due| due.saturating_duration_since(Instant::now()).min(GLANCE));
            match keyboard.next(within)? {
                Some(Input::Interrupt) => return Ok(false),
                Some(Input::Key(code, false, _)) => {
                    if !viewer.key(code) {
                        return Ok(true);
                    }
                    break;
                }
                Some(_) => break,
                None if viewer.tick(Instant::now()) => break,
                None => {}
            }
        }
    }
}

/// What is seen now.
struct Viewer<'a> {
    story: &'a mut dyn Story,
    lang: Lang,
    look: Look,
    range: (usize, usize),
    at: usize,
    /// How far what was told is scrolled.
    scroll: usize,
    /// When the next picture comes, if it plays by itself.
    due: Option<Instant>,
    speed: f64,
    /// Whose talk is shown; the mover's if nobody's is asked for.
    talk: Option<Seat>,
    shows_help: bool,
    /// The number of a move that is being typed.
    typed: String,
}

impl<'a> Viewer<'a> {
    fn new(story: &'a mut dyn Story, wish: Wish, lang: Lang, look: Look) -> Viewer<'a> {
        let Wish { range, at, plays, speed } = wish;
        let due = plays.then(Instant::now);
        let (talk, shows_help, typed) = (None, false, String::new());
        Viewer { story, lang, look, range, at, scroll: 0, due, speed, talk, shows_help, typed }
    }

    fn due(&self) -> Option<Instant> {
        self.due
    }

    fn has_rounds(&self) -> bool {
        self.story.legend().seats.len() > 2
    }

    /// Shows the next picture if it is time; whether something has changed.
    fn tick(&mut self, now: Instant) -> bool {
        if self.due.is_none_or(|due| now < due) {
            return false;
        }
        match self.at < self.range.1 {
            true => {
                let next = if self.has_rounds() { self.round(1) } else { self.at + 1 };
                self.go(next);
                let pace = Duration::from_secs_f64(1.0 / self.speed);
                // Not from now: a slow terminal is not to slow the game down for ever.
                self.due = self.due.map(|due| (due + pace).max(now));
            }
            false => self.due = None,
        }
        true
    }

    /// The end of the next round, or of the one before.
    fn round(&self, step: isize) -> usize {
        let scenes = self.story.scenes();
        let is_end = |at: &usize| scenes[*at].ends_round;
        match step > 0 {
            true => (self.at + 1..=self.range.1).find(is_end).unwrap_or(self.range.1),
            false => (self.range.0..self.at).rev().find(is_end).unwrap_or(self.range.0),
        }
    }

    fn go(&mut self, at: usize) {
        let at = at.clamp(self.range.0, self.range.1);
        if at != self.at {
            (self.at, self.scroll) = (at, 0);
        }
    }

    fn step(&mut self, by: isize) {
        self.due = None;
        self.go(self.at.saturating_add_signed(by));
    }

    /// Does what a key says; false to leave.
    fn key(&mut self, code: KeyCode) -> bool {
        if std::mem::take(&mut self.shows_help) {
            return true;
        }
        match code {
            KeyCode::Char(digit @ '0'..='9') if self.typed.len() < 6 => {
                self.typed.push(digit);
                return true;
            }
            KeyCode::Backspace => {
                self.typed.pop();
            }
            KeyCode::Enter => {
                let number = std::mem::take(&mut self.typed).parse::<u32>().ok();
                let scenes = self.story.scenes();
                let found = number.and_then(|ply| scenes.iter().rposition(|it| it.ply == ply));
                self.due = None;
                self.go(found.unwrap_or(self.at));
                return true;
            }
            KeyCode::Esc if !self.typed.is_empty() => self.typed.clear(),
            KeyCode::Char('q') | KeyCode::Esc => return false,
            KeyCode::Left | KeyCode::Char('h') => self.step(-1),
            KeyCode::Right | KeyCode::Char('l') => self.step(1),
            KeyCode::PageUp if self.has_rounds() => self.go(self.round(-1)),
            KeyCode::PageDown if self.has_rounds() => self.go(self.round(1)),
            KeyCode::PageUp => self.step(-LARGE_STEP),
            KeyCode::PageDown => self.step(LARGE_STEP),
            KeyCode::Home | KeyCode::Char('g') => self.step(isize::MIN),
            KeyCode::End | KeyCode::Char('G') => self.step(isize::MAX),
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll += 1,
            KeyCode::Char(' ') => {
                // At the end there is nothing to see but the game from its beginning.
                if self.due.is_none() && self.at == self.range.1 {
                    self.go(self.range.0);
                }
                self.due = if self.due.is_some() { None } else { Some(Instant::now()) };
            }
            KeyCode::Char('+' | '=') => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            KeyCode::Char('-') => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            KeyCode::Char('n') => self.fault(1),
            KeyCode::Char('N' | 'p') => self.fault(-1),
            KeyCode::Char('t') => {
                let next = self.talk.map_or(0, |seat| seat.0 + 1);
                let seats = self.story.legend().seats.len();
                self.talk = Some(Seat(next)).filter(|seat| seat.index() < seats);
            }
            KeyCode::Char('?') => self.shows_help = true,
            _ => {}
        }
        true
    }

    /// Goes to the next fault, or to the one before.
    fn fault(&mut self, step: isize) {
        let scenes = self.story.scenes();
        let is_fault = |at: &usize| scenes[*at].has_fault;
        let found = match step > 0 {
            true => (self.at + 1..=self.range.1).find(is_fault),
            false => (self.range.0..self.at).rev().find(is_fault),
        };
        self.due = None;
        self.go(found.unwrap_or(self.at));
    }

    /// Everything that is seen, for a terminal of that size.
    fn screen(&mut self, (width, height): (usize, usize)) -> Vec<String> {
        if self.shows_help {
            let title = format!("{}\n\n", words::viewer_title().get(self.lang));
            let text = title + words::viewer_help().get(self.lang);
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.extend([String::new(), words::any_key().get(self.lang).to_owned()]);
            return lines;
        }
        let room = height.saturating_sub(2);
        let mut lines = self.picture(width, room);
        lines.truncate(room);
        lines.resize(room, String::new());
        lines.push(self.timeline(width));
        lines.push(self.status(width));
        lines
    }

    fn picture(&mut self, width: usize, room: usize) -> Vec<String> {
        let moment = self.story.moment(self.at);
        let (legend, view) = (self.story.legend(), &moment.view);
        // An explanation needs the room more than the board.
        let size = match self.story.scenes()[self.at].has_fault {
            true => CellSize::Small,
            false => cell_size(view, width, room),
        };
        let (map_width, map_height) = board_size(view, size);
        let picture = self.story.picture(self.at);
        let (mut told, marked) = self.story.told(self.at, self.talk);
        let marked =
            marked.as_ref().map(|board| Signs { targets: &board.legal, wrong: &board.wrong });
        let board = map(legend, &moment, self.look, size, marked.unwrap_or_default());
        if let Some(why) = picture.why(legend).filter(|_| told.is_empty()) {
            told.push(why.get(self.lang).to_owned());
        }
        let beside = width.saturating_sub(map_width + GAP);
        if beside < LEAST_BESIDE {
            let panel = picture.panel(legend, view, self.lang, self.look, width);
            let used = map_height + panel.len() + 1;
            let told = self.scrolled(&told, width, room.saturating_sub(used));
            return board.into_iter().chain(panel).chain([String::new()]).chain(told).collect();
        }
        let mut panel = picture.panel(legend, view, self.lang, self.look, beside);
        // Where there is more room for what was told: below everything, or beside the board.
        let below = room.saturating_sub(map_height.max(panel.len()) + 1);
        let right = room.saturating_sub(panel.len() + 1);
        if below >= 4 && below * width >= right * beside {
            let told = self.scrolled(&told, width, below);
            let top = side_by_side(&board, map_width, &panel);
            return top.into_iter().chain([String::new()]).chain(told).collect();
        }
        let told = self.scrolled(&told, beside, right);
        panel.push(String::new());
        panel.extend(told);
        side_by_side(&board, map_width, &panel)
    }

    /// As much of the lines as fits, from where they are scrolled to.
    fn scrolled(&mut self, lines: &[String], width: usize, room: usize) -> Vec<String> {
        let lines: Vec<String> = lines.iter().flat_map(|line| tty::wrap(line, width)).collect();
        self.scroll = self.scroll.min(lines.len().saturating_sub(room));
        let mut shown: Vec<String> = lines.iter().skip(self.scroll).take(room).cloned().collect();
        let more = lines.len() - self.scroll - shown.len();
        if let (Some(last), true) = (shown.last_mut(), more > 0) {
            *last = words::more_below(more + 1).get(self.lang).to_owned();
        }
        shown
    }

    /// Where we are, and where the faults are.
    fn timeline(&self, width: usize) -> String {
        let (first, last) = self.range;
        let room = width.saturating_sub(2).max(1);
        let place = |scene: usize| match last - first {
            0 => 0,
            length => (scene - first) * (room - 1) / length,
        };
        let mut line = vec!['-'; room];
        line[..place(self.at)].fill('=');
        let scenes = self.story.scenes().iter().enumerate();
        for (number, _) in scenes.filter(|(_, scene)| scene.has_fault) {
            if (first..=last).contains(&number) {
                line[place(number)] = '!';
            }
        }
        line[place(self.at)] = '>';
        let line: String = line.into_iter().collect();
        let line = format!("[{line}]");
        match self.look.colour {
            true => line.replace('!', "\x1b[1;31m!\x1b[0m"),
            false => line,
        }
    }

    fn status(&self, width: usize) -> String {
        let text = match (&self.typed, self.due) {
            (typed, _) if !typed.is_empty() => words::viewer_go_to(typed),
            (_, Some(_)) => words::viewer_playing(self.speed),
            (_, None) => words::viewer_keys(),
        };
        let line = tty::pad(text.get(self.lang), width);
        if self.look.colour { format!("\x1b[7m{line}\x1b[0m") } else { line }
    }
}

/// Large cells where the board and what stands beside it have room for them.
pub(crate) fn cell_size(view: &gyoji_core::view::View, width: usize, room: usize) -> CellSize {
    let (wide, high) = board_size(view, CellSize::Large);
    let fits = view.frames.is_empty() && wide + GAP + BESIDE_LARGE <= width && high <= room;
    if fits { CellSize::Large } else { CellSize::Small }
}

#[cfg(test)]
mod tests;
