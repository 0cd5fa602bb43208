//! How an event stands, shown in a terminal.

use gyoji_core::Lang;
use gyoji_league::event::{Group, Meeting, Round, Row, StageChart, Standing, State};
use gyoji_league::stats::rank_sentence;
use gyoji_words::{Text, league as words, page};
use unicode_width::UnicodeWidthStr;

use crate::screen;
use crate::table::table;

/// Beyond so many rows a table of a stage is cut, unless it is the only one.
const MOST_MEETINGS: usize = 64;

/// An event that is written for a terminal.
struct Shown<'a>(&'a Standing);

/// Everything there is to say of an event, for a terminal.
pub fn text(standing: &Standing, lang: Lang) -> String {
    Shown(standing).text(lang)
}

impl Shown<'_> {
    fn name(&self, entrant: usize) -> String {
        let stand_in = words::stand_in();
        let name = self.0.chart.entrants.get(entrant).map(String::as_str);
        screen::name(name.unwrap_or(stand_in.get(Lang::En)))
    }

    fn text(&self, lang: Lang) -> String {
        let mut text = format!("{} ({})\n", screen::name(&self.0.file.name), self.0.file.game);
        for stage in &self.0.chart.stages {
            text += &self.stage(stage, lang);
        }
        text += &self.ratings_text(lang);
        if self.0.summary.void > 0 {
            text += &format!("{}\n", words::void_games(self.0.summary.void).get(lang));
        }
        text + &self.winner(lang)
    }

    fn stage(&self, stage: &StageChart, lang: Lang) -> String {
        let unnamed = words::the_stage();
        let name = match stage.name.is_empty() {
            true => unnamed.get(lang).to_owned(),
            false => screen::name(&called("stage", &stage.name, lang)),
        };
        let format = called("format", &stage.format, lang);
        if stage.state == State::Waiting {
            return format!("\n{}\n", words::stage_waits(name, format).get(lang));
        }
        let heading = words::stage_heading(name, format, stage.played, stage.games);
        let mut text = format!("\n{}\n", heading.get(lang));
        for group in &stage.groups {
            text += &self.group(group, lang);
        }
        // Who met whom in a round robin is the cross-table's business.
        if stage.groups.is_empty() || matches!(stage.format.as_str(), "contest" | "cup" | "groups")
        {
            for round in &stage.rounds {
                text += &self.round(round, lang);
            }
        }
        text
    }

    fn group(&self, group: &Group, lang: Lang) -> String {
        let heading = words::group_heading();
        let mut rows: Vec<Vec<String>> =
            vec![heading.get(lang).split('|').map(str::to_owned).collect()];
        for row in &group.rows {
            let ties: Vec<String> = row.tie_breaks[..decided_by(row, &group.rows)]
                .iter()
                .map(|tie| format!("{} {}", called("tie", &tie.rule, lang), number(tie.value)))
                .collect();
            let mark = if row.advances == Some(true) { " *" } else { "" };
            rows.push(vec![
                row.place.to_string(),
                format!("{}{mark}", self.name(row.entrant)),
                number(row.score),
                row.games.to_string(),
                row.wins.to_string(),
                row.draws.to_string(),
                row.losses.to_string(),
                ties.join(", "),
            ]);
        }
        // Names and words read better from the left.
        let widest = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or(0);
        let widths = [widest(1), widest(7)];
        for row in &mut rows {
            for (column, width) in [1, 7].into_iter().zip(widths) {
                let space = " ".repeat(width - row[column].width());
                row[column] += &space;
            }
        }
        if rows.iter().skip(1).all(|row| row[7].trim().is_empty()) {
            rows.iter_mut().for_each(|row| row.truncate(7));
        }
        let title = match group.name.is_empty() {
            true => String::new(),
            false => format!("{}\n", words::group(screen::name(&group.name)).get(lang)),
        };
        title + &table(&rows)
    }

    fn round(&self, round: &Round, lang: Lang) -> String {
        let title = match round.name.as_str() {
            "final" => words::final_round(),
            "semi-final" => words::semi_final(),
            "quarter-final" => words::quarter_final(),
            "third-place" => words::third_place(),
            "" => words::round(round.number),
            name => Text::plain(screen::name(name)),
        };
        let mut text = format!("  {}\n", title.get(lang));
        for meeting in round.meetings.iter().take(MOST_MEETINGS) {
            text += &format!("    {}\n", self.meeting(meeting, lang));
        }
        text
    }

    fn meeting(&self, meeting: &Meeting, lang: Lang) -> String {
        let unknown = words::unknown();
        let name = |entrant: &Option<usize>| match entrant {
            Some(entrant) => self.name(*entrant),
            None => unknown.get(lang).to_owned(),
        };
        let mut parts: Vec<String> = Vec::new();
        for (index, entrant) in meeting.entrants.iter().enumerate() {
            let score = meeting.score.get(index).copied().unwrap_or(0.0);
            let mark = entrant.is_some_and(|it| meeting.advancing.contains(&it));
            let mark = if mark { " *" } else { "" };
            parts.push(match meeting.entrants.len() {
                1 => format!("{}{mark} ({})", name(entrant), words::bye().get(lang)),
                _ => format!("{} {}{mark}", name(entrant), number(score)),
            });
        }
        parts.join(" - ")
    }

    /// The ratings, best first, and what they are worth.
    fn ratings_text(&self, lang: Lang) -> String {
        let Some(ratings) = &self.0.ratings else { return String::new() };
        let names: Vec<&str> = self.0.chart.entrants.iter().map(String::as_str).collect();
        let stand_in = words::stand_in();
        let with_stand_in: Vec<&str> = names.iter().copied().chain([stand_in.get(lang)]).collect();
        let heading = words::ratings_heading();
        let mut rows: Vec<Vec<String>> =
            vec![heading.get(lang).split('|').map(str::to_owned).collect()];
        for &number in ratings.order().iter().filter(|number| **number < names.len()) {
            let entrant = &self.0.summary.entrants[number];
            let rating = ratings.players[number];
            let rating = match entrant.tally.games {
                0 => "-".to_owned(),
                _ => format!("{:+.0} +-{:.0}", rating.elo.round() + 0.0, rating.margin()),
            };
            rows.push(vec![
                self.name(number),
                rating,
                entrant.tally.games.to_string(),
                entrant.tally.faults.to_string(),
                format!("{:.3} s", entrant.most_ns as f64 / 1e9),
            ]);
        }
        let mut text = format!("\n{}", table(&rows));
        for problem in &ratings.problems {
            text += &format!("{}\n", screen::clean(problem.text(&with_stand_in).get(lang)));
        }
        if let Some((sentence, outlook)) =
            rank_sentence(ratings, &with_stand_in, self.0.summary.games)
        {
            for line in std::iter::once(sentence).chain(outlook) {
                text += &format!("{}\n", screen::clean(line.get(lang)));
            }
        }
        text
    }

    /// Who has won, once that is decided.
    fn winner(&self, lang: Lang) -> String {
        let is_over = self.0.chart.stages.iter().all(|stage| stage.state == State::Over);
        match self.0.chart.ranking.first().filter(|_| is_over) {
            Some(first) => {
                let names: Vec<String> = first.iter().map(|it| self.name(*it)).collect();
                let text = match names.len() {
                    1 => words::winner(&names[0]),
                    _ => words::winners(names.join(", ")),
                };
                format!("{}\n", text.get(lang))
            }
            None => String::new(),
        }
    }
}

/// What a word of an event's file is called. In English it is that word.
fn called(list: &str, id: &str, lang: Lang) -> String {
    match (lang, page::named(list, id)) {
        (Lang::Ja, Some(text)) => text.get(lang).to_owned(),
        _ => id.to_owned(),
    }
}

/// How many of its tie-breaks tell a row from all others with the same score.
fn decided_by(row: &Row, rows: &[Row]) -> usize {
    let equal =
        rows.iter().filter(|other| other.entrant != row.entrant && other.score == row.score);
    let needed = equal.map(|other| {
        let mut pairs = row.tie_breaks.iter().zip(&other.tie_breaks);
        pairs
            .position(|(one, other)| one.value != other.value)
            .map_or(row.tie_breaks.len(), |at| at + 1)
    });
    needed.max().unwrap_or(0)
}

/// A number as people write it: without zeros behind it, and without a sign where it is none.
fn number(value: f64) -> String {
    // Nothing is nothing, whichever side it was reached from.
    let text = format!("{:.3}", if value == 0.0 { 0.0 } else { value });
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
