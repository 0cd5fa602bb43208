//! Games as they are played, on the terminal.
//!
//! Everything goes to stderr, like all that is not a result. On a terminal the picture is drawn
//! over the one before, on the alternate screen, at a pace the eye can follow; anywhere else a
//! few pictures are printed one below the other. Drawing and waiting happen between a move and
//! the next question, when nobody's clock runs.

mod picture;

use std::io::{IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use gyoji_core::record::{Event, Header};
use gyoji_core::{Lang, Seat, Stepper};
use gyoji_league::is_missed_turn;
use gyoji_referee::{Look, Watch};
use gyoji_words::watch as words;

use crate::interrupt;
use crate::listener::Show;
use crate::tty::{self, On};
pub use picture::{GAP, LEAST_BESIDE, Picture, Signs, map, side_by_side};

/// How long the end of a game stays.
const REST: Duration = Duration::from_secs(2);
/// A wait looks this often whether somebody wants to stop.
const GLANCE: Duration = Duration::from_millis(20);
/// Where there is no terminal, this many rounds pass between two pictures of a long game.
const ROUNDS_APART: u32 = 50;
/// Where the games of a series are shown.
#[derive(Debug)]
pub struct Stage {
    lang: Lang,
    colour: bool,
    /// The time from one picture to the next.
    pace: Duration,
    games: u64,
    begun: AtomicU64,
    is_terminal: bool,
    /// The picture that is shown now.
    last: Mutex<String>,
}

impl Stage {
    /// A stage for a series of `games`, with `fps` pictures a second.
    pub fn new(lang: Lang, colour: bool, fps: u32, games: u64) -> Stage {
        Stage {
            lang,
            colour,
            pace: Duration::from_secs(1) / fps.max(1),
            games,
            begun: AtomicU64::new(0),
            is_terminal: std::io::stderr().is_terminal() && tty::can_draw(),
            last: Mutex::default(),
        }
    }

    /// The watcher of the next game of the series.
    pub fn watch(&self, header: &Header) -> Showing<'_> {
        // A game that is played again is the same game.
        let is_new = header.place.as_ref().is_none_or(|place| place.replay == 0);
        let number = self.begun.fetch_add(u64::from(is_new), Ordering::Relaxed);
        let number = if is_new { number + 1 } else { number };
        Showing {
            stage: self,
            picture: Picture::new(
                header,
                words::game_of(number, self.games).get(self.lang).to_owned(),
            ),
            stepper: gyoji_catalog::stepper(header).ok(),
            rounds: 0,
            due: Instant::now(),
        }
    }

    /// What shows the games of the series while they are played.
    pub fn show(&self) -> Show<'_> {
        Box::new(|header| Box::new(self.watch(header)))
    }

    /// Shows these lines instead of the last ones.
    pub fn draw(&self, lines: &[String]) {
        if !self.is_terminal {
            return write(&format!("{}\n\n", lines.join("\n")));
        }
        let hint = words::how_to_stop().get(self.lang).to_owned();
        let mut shown = lines.to_vec();
        if shown.len() + 2 <= tty::size().1 {
            shown.push(String::new());
        }
        shown.push(hint);
        tty::draw(On::Stderr, &shown, None);
        if let Ok(mut last) = self.last.lock() {
            *last = lines.join("\n") + "\n";
        }
    }

    /// Takes the stage away and leaves the last picture where the results will stand.
    pub fn close(&self) {
        tty::close();
        if let Ok(mut last) = self.last.lock() {
            write(&std::mem::take(&mut *last));
        }
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.close();
    }
}

/// Shows a game.
pub struct Showing<'a> {
    stage: &'a Stage,
    picture: Picture,
    stepper: Option<Stepper>,
    rounds: u32,
    due: Instant,
}

impl Showing<'_> {
    fn draw(&mut self) {
        let Some(stepper) = &self.stepper else { return };
        let (width, _) = if self.stage.is_terminal { tty::size() } else { tty::USUAL_SIZE };
        let look = Look { colour: self.stage.colour, depth: tty::depth(), ..Look::default() };
        self.stage.draw(&self.picture.lines(stepper, self.stage.lang, look, width));
    }

    /// Waits for the next picture's time, or until somebody wants to stop.
    fn wait(&mut self, until: Instant) {
        while self.stage.is_terminal && !interrupt::is_asked() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            std::thread::sleep(left.min(GLANCE));
        }
    }

    /// A game of two is shown after every move, a game of more when everybody has moved.
    fn moved(&mut self, mover: Seat) {
        let Some(stepper) = &self.stepper else { return };
        let next = stepper.to_move();
        let has_rounds = stepper.legend().seats.len() > 2;
        if has_rounds && next.is_some_and(|next| next > mover) {
            return;
        }
        self.rounds += 1;
        if !self.stage.is_terminal && has_rounds && !self.rounds.is_multiple_of(ROUNDS_APART) {
            return;
        }
        // The end is drawn with its result.
        if next.is_some() {
            self.wait(self.due);
            self.draw();
            self.due = Instant::now() + self.stage.pace;
        }
    }
}

impl Watch for Showing<'_> {
    fn event(&mut self, event: &Event) {
        if let Some(stepper) = &mut self.stepper
            && stepper.apply(event).is_err()
        {
            self.stepper = None;
        }
        match event {
            Event::Begun {} => self.draw(),
            Event::Named(named) => self.picture.name(named.seat, &named.name),
            Event::Faulted(fault) if is_missed_turn(fault) => self.picture.miss(fault.seat),
            Event::Moved(moved) => {
                self.picture.expects(moved.seat, moved.value);
                self.moved(moved.seat);
            }
            Event::Ended(ended) if ended.counts() => {
                self.picture.end(ended.clone());
                self.wait(self.due);
                self.draw();
                self.wait(Instant::now() + REST);
            }
            _ => {}
        }
    }
}

/// Whoever has closed stderr does not want to watch.
fn write(text: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = stderr.write_all(text.as_bytes()).and_then(|()| stderr.flush());
}
