//! How a training is shown: a live screen on a terminal, a line for each round anywhere else.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use gyoji_core::Lang;
use gyoji_words::{Text, zero as words};
use gyoji_zero::log::{Entry, Measured, Round};

use super::dashboard::Dashboard;
use crate::failure::Failure;
use crate::screen;
use crate::watch::Stage;

/// The time between two pictures that differ only in how far something is.
const PACE: Duration = Duration::from_millis(200);

/// What shows a training. Clones show the same one.
#[derive(Clone)]
pub struct Progress {
    lang: Lang,
    screen: Option<Arc<Mutex<Screen>>>,
}

/// A terminal.
struct Screen {
    stage: Stage,
    dashboard: Dashboard,
    due: Instant,
}

impl Progress {
    /// Begins to show a training that has come so far.
    pub fn new(title: String, log: &[Entry], lang: Lang) -> Progress {
        let is_terminal = std::io::stderr().is_terminal() && std::io::stdout().is_terminal();
        let screen = (is_terminal && crate::tty::can_draw()).then(|| Screen {
            stage: Stage::new(lang, false, 1, 0),
            dashboard: Dashboard::new(title, log.to_vec()),
            due: Instant::now(),
        });
        Progress { lang, screen: screen.map(|screen| Arc::new(Mutex::new(screen))) }
    }

    /// How far something is.
    pub fn show(&self, what: &Text, done: u64, all: u64) {
        self.on_screen(|screen| {
            screen.dashboard.work(what.clone(), done, all);
            if Instant::now() >= screen.due {
                screen.draw(self.lang);
            }
        });
    }

    /// Says what a round came to.
    pub fn round(&self, round: &Round) -> Result<(), Failure> {
        self.entry(Entry::Round(round.clone()), &round_line(round))
    }

    /// Says what games against an opponent came to, with the interval of the score.
    pub fn measured(&self, one: &Measured, interval: (f64, f64)) -> Result<(), Failure> {
        self.entry(Entry::Measured(one.clone()), &measured_line(one, interval))
    }

    /// Says that somebody wants to stop.
    pub fn stopping(&self) {
        let is_shown = self.on_screen(|screen| {
            screen.dashboard.say(words::stopping());
            screen.draw(self.lang);
        });
        if !is_shown {
            screen::say(words::stopping().get(self.lang));
        }
    }

    /// Leaves the last picture where it is.
    pub fn finish(&self) {
        self.on_screen(|screen| screen.stage.close());
    }

    fn entry(&self, entry: Entry, line: &Text) -> Result<(), Failure> {
        let is_shown = self.on_screen(|screen| {
            screen.dashboard.add(entry);
            screen.draw(self.lang);
        });
        if !is_shown {
            crate::commands::print(&format!("{}\n", line.get(self.lang)))?;
        }
        Ok(())
    }

    /// Whether there is a screen.
    fn on_screen(&self, act: impl FnOnce(&mut Screen)) -> bool {
        let Some(screen) = &self.screen else { return false };
        act(&mut screen.lock().unwrap_or_else(PoisonError::into_inner));
        true
    }
}

impl Screen {
    fn draw(&mut self, lang: Lang) {
        self.due = Instant::now() + PACE;
        let (width, height) = crate::tty::size();
        self.stage.draw(&self.dashboard.lines(width, height, lang));
    }
}

fn round_line(round: &Round) -> Text {
    let one = &round.losses;
    let short = |loss: f64| format!("{loss:.3}");
    words::round_done(
        round.round,
        round.all_games,
        format!("{:.0}", round.games_per_hour()),
        format!("{:.0}", round.simulations_per_second()),
        words::losses(short(one.value), short(one.policy), short(one.entropy)),
        format!("{:.1}", 100.0 * round.first_seat),
    )
}

fn measured_line(one: &Measured, interval: (f64, f64)) -> Text {
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    words::measured(
        one.round,
        one.against.as_str(),
        one.won,
        one.drawn,
        one.lost,
        words::score_within(percent(one.score()), percent(interval.0), percent(interval.1)),
    )
}
