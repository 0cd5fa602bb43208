//! How a training is shown: a bar that moves on a terminal, and a line for each round anywhere.

use gyoji_core::Lang;
use gyoji_words::{Text, zero as words};
use gyoji_zero::log::{Measured, Round};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// The screen of a training.
pub struct Progress {
    bar: ProgressBar,
    lang: Lang,
}

impl Progress {
    pub fn new(lang: Lang) -> Progress {
        let bar = ProgressBar::new(1);
        let template = "{bar:30} {pos}/{len}  {msg}  {elapsed_precise}";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, lang }
    }

    pub fn bar(&self) -> &ProgressBar {
        &self.bar
    }

    /// How far something is.
    pub fn show(&self, what: &Text, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        self.bar.set_message(what.get(self.lang).to_owned());
    }

    /// Says what a round came to.
    pub fn round(&self, round: &Round) -> Result<(), Failure> {
        let losses = &round.losses;
        let text = words::round_done(
            round.round,
            round.all_games,
            format!("{:.0}", round.games_per_hour()),
            format!("{:.0}", round.simulations_per_second()),
            format!("{:.3}", losses.value),
            format!("{:.3}", losses.policy),
            format!("{:.3}", losses.policy - losses.entropy),
            format!("{:.1}", 100.0 * round.first_seat),
        );
        self.say(&text)
    }

    /// Says what games against an opponent came to.
    pub fn measured(&self, one: &Measured, interval: (f64, f64)) -> Result<(), Failure> {
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let text = words::measured(
            one.round,
            one.against.as_str(),
            one.won,
            one.drawn,
            one.lost,
            percent(one.score()),
            percent(interval.0),
            percent(interval.1),
        );
        self.say(&text)
    }

    fn say(&self, text: &Text) -> Result<(), Failure> {
        let line = format!("{}\n", text.get(self.lang));
        self.bar.suspend(|| super::super::print(&line)).map(drop)
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
