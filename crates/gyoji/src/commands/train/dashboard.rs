//! The live screen of a training: how far it is, its figures, and how they went so far.

use std::time::{Duration, Instant};

use gyoji_core::Lang;
use gyoji_words::{Text, zero as words};
use gyoji_zero::log::{Entry, Measured, Round};
use unicode_width::UnicodeWidthStr;

use crate::{plot, screen};

/// The widest plot, in cells.
const WIDEST: usize = 72;
/// Cells left of a plot, for its figures.
const MARGIN: usize = 9;
/// Cells of the bar.
const BAR: usize = 30;
/// Lines that are not plots: title, bar, figures, headings, opponents and the hint below.
const OTHER_LINES: usize = 16;

/// Everything the screen shows.
pub(super) struct Dashboard {
    title: String,
    began: Instant,
    log: Vec<Entry>,
    what: Option<(Text, u64, u64)>,
    said: Option<Text>,
}

impl Dashboard {
    pub(super) fn new(title: String, log: Vec<Entry>) -> Dashboard {
        Dashboard { title, began: Instant::now(), log, what: None, said: None }
    }

    pub(super) fn add(&mut self, entry: Entry) {
        self.log.push(entry);
    }

    /// What is being done, and how far it is.
    pub(super) fn work(&mut self, what: Text, done: u64, all: u64) {
        self.what = Some((what, done, all));
    }

    pub(super) fn say(&mut self, text: Text) {
        self.said = Some(text);
    }

    /// The picture, for a terminal of that size.
    pub(super) fn lines(&self, width: usize, height: usize, lang: Lang) -> Vec<String> {
        let rounds = self.rounds();
        let mut lines = vec![format!("{}  {}", self.title, clock(self.began.elapsed()))];
        lines.push(self.bar(lang));
        lines.push(String::new());
        if let Some(last) = rounds.last() {
            lines.extend(figures(last, lang));
            lines.push(String::new());
            let across = width.saturating_sub(MARGIN + 1).min(WIDEST);
            let down = (height.saturating_sub(OTHER_LINES) / 3).clamp(2, 6);
            let mut draw = |title: Text, value: fn(&Round) -> f64| {
                let ys: Vec<f64> = rounds.iter().map(|&round| value(round)).collect();
                lines.push(title.get(lang).to_owned());
                lines.extend(drawn(&ys, across, down, 3));
            };
            draw(words::plot_value_loss(), |round| round.losses.value);
            draw(words::plot_gap(), |round| round.losses.policy - round.losses.entropy);
            lines.extend(self.strength(across, down, lang));
        }
        lines.extend(self.said.iter().map(|text| text.get(lang).to_owned()));
        lines.iter().map(|line| screen::one_line(line, width)).collect()
    }

    fn rounds(&self) -> Vec<&Round> {
        let rounds = self.log.iter().filter_map(|entry| match entry {
            Entry::Round(round) => Some(round),
            Entry::Measured(_) => None,
        });
        rounds.collect()
    }

    fn bar(&self, lang: Lang) -> String {
        let Some((what, done, all)) = &self.what else { return String::new() };
        let full = (BAR as u64 * done / (*all).max(1)) as usize;
        let bar = "=".repeat(full.min(BAR)) + &" ".repeat(BAR - full.min(BAR));
        format!("[{bar}] {done}/{all}  {}", what.get(lang))
    }

    /// The curve against the opponent that is hardest now, and the last figures against each.
    fn strength(&self, across: usize, down: usize, lang: Lang) -> Vec<String> {
        let mut last: Vec<&Measured> = Vec::new();
        for entry in &self.log {
            if let Entry::Measured(one) = entry {
                last.retain(|known| known.against != one.against);
                last.push(one);
            }
        }
        let hardest = last.iter().min_by(|a, b| a.score().total_cmp(&b.score()));
        let Some(hardest) = hardest else {
            return vec![words::no_elo_yet().get(lang).to_owned()];
        };
        let elos = self.log.iter().filter_map(|entry| match entry {
            Entry::Measured(one) if one.against == hardest.against => one.elo,
            _ => None,
        });
        let elos: Vec<f64> = elos.collect();
        let mut lines = Vec::new();
        if elos.len() > 1 {
            lines.push(words::plot_elo_against(&hardest.against).get(lang).to_owned());
            lines.extend(drawn(&elos, across, down, 0));
        }
        let widest = last.iter().map(|one| one.against.width()).max().unwrap_or(0);
        for one in last {
            let name = format!("{}{}", one.against, " ".repeat(widest - one.against.width()));
            let score = format!("{:5.1}", 100.0 * one.score());
            let elo = match (one.elo, one.interval) {
                (Some(elo), Some((low, high))) => format!("{elo:+.0} [{low:+.0}, {high:+.0}]"),
                _ => "?".to_owned(),
            };
            let (won, drawn, lost) = (one.won, one.drawn, one.lost);
            let games = format!("+{won} ={drawn} -{lost}");
            lines.push(words::strength(name, one.round, games, score, elo).get(lang).to_owned());
        }
        lines
    }
}

/// The figures of the last round.
fn figures(last: &Round, lang: Lang) -> [String; 2] {
    // The games of a resumed round may all have been there already.
    let speed = |speed: f64| if last.games > 0 { format!("{speed:.0}") } else { "-".to_owned() };
    let speed = words::figures_speed(
        last.round,
        last.all_games,
        speed(last.games_per_hour()),
        speed(last.simulations_per_second()),
        last.positions,
    );
    let losses = &last.losses;
    let learnt = words::figures_losses(
        format!("{:.3}", losses.value),
        format!("{:.3}", losses.policy),
        format!("{:.3}", losses.entropy),
        format!("{:.1}", 100.0 * last.first_seat),
        format!("{:.1}", 100.0 * last.draws),
    );
    [speed, learnt].map(|text| text.get(lang).to_owned())
}

/// A curve with its largest and least value beside it.
fn drawn(ys: &[f64], across: usize, down: usize, digits: usize) -> Vec<String> {
    let (least, most) = plot::range(ys);
    let curve = plot::curve(ys, (least, most), across, down).into_iter().enumerate();
    let label = |row| match row {
        0 => format!("{most:8.digits$} "),
        row if row + 1 == down => format!("{least:8.digits$} "),
        _ => " ".repeat(MARGIN),
    };
    curve.map(|(row, line)| label(row) + &line).collect()
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log() -> Vec<Entry> {
        let round = |number: u64| {
            let mut one = Round { round: number, all_games: 200 * number, ..Round::default() };
            one.losses.value = 1.0 / number as f64;
            Entry::Round(one)
        };
        let measured = |round: u64, elo: f64| {
            Entry::Measured(Measured {
                round,
                against: "bot:相手".to_owned(),
                won: 3,
                lost: 1,
                elo: Some(elo),
                interval: Some((elo - 50.0, elo + 50.0)),
                ..Measured::default()
            })
        };
        vec![round(1), measured(1, -100.0), round(2), round(3), measured(3, 120.0)]
    }

    #[test]
    fn the_screen_shows_figures_losses_and_elo_and_fits() {
        for (width, height, lang) in [(80, 24, Lang::En), (80, 24, Lang::Ja), (200, 60, Lang::En)] {
            let mut screen = Dashboard::new("Game in DIR".to_owned(), log());
            screen.work(words::playing(4), 50, 200);
            let lines = screen.lines(width, height, lang);
            let all = lines.join("\n");
            for wanted in ["50/200", "0.333", "+120 [+70, +170]", "+3 =0 -1", "75.0"] {
                assert!(all.contains(wanted), "{wanted}:\n{all}");
            }
            assert!(lines.len() < height, "{} of {height} lines:\n{all}", lines.len());
            assert!(lines.iter().all(|line| line.width() <= width), "{all}");
        }
    }

    #[test]
    fn a_training_without_a_round_shows_its_title() {
        let lines = Dashboard::new("Game".to_owned(), Vec::new()).lines(80, 24, Lang::En);
        assert!(lines[0].starts_with("Game"), "{lines:?}");
    }
}
