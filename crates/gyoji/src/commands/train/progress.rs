//! How a training is shown: a bar that moves on a terminal, and a line for each round anywhere.

use gyoji_core::Lang;
use gyoji_words::{Text, zero as words};
use gyoji_zero::log::{Entry, Measured, Round};
use indicatif::{ProgressBar, ProgressStyle};

use crate::failure::Failure;

/// How many of the last scores are drawn.
const MOST_DRAWN: usize = 60;

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
        let one = &round.losses;
        let short = |loss: f64| format!("{loss:.3}");
        let text = words::round_done(
            round.round,
            round.all_games,
            format!("{:.0}", round.games_per_hour()),
            format!("{:.0}", round.simulations_per_second()),
            words::losses(short(one.value), short(one.policy), short(one.entropy)),
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
            words::score_within(percent(one.score()), percent(interval.0), percent(interval.1)),
        );
        self.say(&text)
    }

    /// Draws how the scores against an opponent have gone, if there is more than one.
    pub fn curve(&self, opponent: &str, log: &[Entry]) -> Result<(), Failure> {
        let scores: Vec<f64> = log
            .iter()
            .filter_map(|entry| match entry {
                Entry::Measured(one) if one.against == opponent => Some(one.score()),
                _ => None,
            })
            .collect();
        let (Some(first), Some(last)) = (scores.first(), scores.last()) else { return Ok(()) };
        if scores.len() < 2 {
            return Ok(());
        }
        let percent = |share: &f64| format!("{:.0}", 100.0 * share);
        let drawn = drawn(&scores[scores.len().saturating_sub(MOST_DRAWN)..]);
        self.say(&words::curve(opponent, drawn, percent(first), percent(last)))
    }

    fn say(&self, text: &Text) -> Result<(), Failure> {
        let line = format!("{}\n", text.get(self.lang));
        self.bar.suspend(|| super::super::print(&line)).map(drop)
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

/// Shares from 0 to 1 as columns of that height.
fn drawn(shares: &[f64]) -> String {
    const COLUMNS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let column = |share: &f64| COLUMNS[((share * 8.0) as usize).min(7)];
    shares.iter().map(column).collect()
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn shares_are_drawn_as_columns() {
        assert_eq!(drawn(&[0.0, 0.5, 0.99, 1.0]), "▁▅██");
    }
}
