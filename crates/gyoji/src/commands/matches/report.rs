//! The result of a series, as a table for people and as JSON for programs.

use gyoji_core::Spec;
use gyoji_league::stats::{Interval, holm};
use gyoji_league::{Line, Sample, Schedule, Seating, Standing, Tally};
use gyoji_words::{Lang, Text, cli};
use serde_json::{Value, json};

use super::figures::Figures;
use super::{Sheet, ending_of, fault_word};
use crate::args;
use crate::interrupt;
use crate::table::table;

/// Everything that was counted.
pub(super) struct Report<'a> {
    pub(super) sheet: &'a Sheet,
    pub(super) args: &'a args::Match,
    pub(super) spec: &'a Spec,
    pub(super) schedule: &'a Schedule,
    pub(super) figures: Figures<'a>,
}

impl Report<'_> {
    fn seats(&self) -> usize {
        self.spec.seats.len()
    }

    /// The result as JSON.
    pub(super) fn json(&self) -> Value {
        let (sheet, args) = (self.sheet, self.args);
        let ids: Vec<&str> = self.spec.seats.iter().map(|seat| seat.id).collect();
        let players =
            self.sheet.tallies.iter().enumerate().map(|(number, tally)| match ids.len() {
                2 => self.two_seat_json(tally),
                _ => self.sheet.standings.player_json(number, tally, &ids),
            });
        let mut json = json!({
            "game": self.spec.id,
            "games": sheet.games,
            "seed": sheet.seed,
            "opening": args.opening,
            "players": players.collect::<Vec<_>>(),
            "endings": sheet.endings,
            "different_games": sheet.different.len(),
            "void": { "games": sheet.void, "played_again": sheet.again, "nothing_started": sheet.troubled },
            "records_missing": sheet.unkept,
            "lost_to_bugs": sheet.bugs,
            "records": args.record.as_ref().map(|folder| folder.display().to_string()),
            "interrupted": interrupt::is_asked() || sheet.is_deserted,
        });
        if self.sheet.tallies.len() > ids.len() {
            json["games_planned"] = json!(self.schedule.len());
            json["duels"] = self.duels_json();
        }
        match ids.len() {
            2 => json["first_seat_score"] = json!(sheet.first_seat / sheet.games.max(1) as f64),
            _ => json["seats"] = self.sheet.standings.seats_json(&ids),
        }
        self.figures.add_json(&mut json, &ids);
        json
    }

    /// A difference in rating is one between two: it says nothing of many.
    fn has_ratings(&self) -> bool {
        self.sheet.tallies.len() == 2
    }

    fn two_seat_json(&self, tally: &Tally) -> Value {
        let finite = |elo: f64| Some(elo).filter(|elo| elo.is_finite());
        let mut json = serde_json::to_value(tally).unwrap_or_default();
        json["mean"] = json!(tally.mean());
        json["margin95"] = json!(self.figures.margin(tally));
        if self.has_ratings() {
            let Interval { low, middle, high } = self.figures.elo(tally);
            json["elo"] = json!([low, middle, high].map(finite));
        }
        json
    }

    /// Who beat whom, for every two that have met.
    fn duels_json(&self) -> Value {
        let tallies = &self.sheet.tallies;
        let (mut duels, mut chances) = (Vec::new(), Vec::new());
        for (one, first) in tallies.iter().enumerate() {
            for (other, second) in tallies.iter().enumerate().skip(one + 1) {
                let duel = self.sheet.cross.duel(one, other);
                if duel.games() > 0 {
                    let mut json = serde_json::to_value(duel).unwrap_or_default();
                    json["players"] = json!([first.name, second.name]);
                    json["games"] = json!(duel.games());
                    json["los"] = json!(duel.los());
                    chances.push(2.0 * duel.los().min(1.0 - duel.los()));
                    duels.push(json);
                }
            }
        }
        // Of many duels some look clear by chance alone.
        for (duel, p) in duels.iter_mut().zip(holm(&chances)) {
            duel["p_holm"] = json!(p);
        }
        Value::Array(duels)
    }

    /// The numbers of the players, best first.
    fn ranked(&self) -> Vec<usize> {
        let tallies = &self.sheet.tallies;
        let mut order: Vec<usize> = (0..tallies.len()).collect();
        // Two stay as they were written.
        if tallies.len() > self.seats() {
            order.sort_by(|&a, &b| tallies[b].mean().total_cmp(&tallies[a].mean()));
        }
        order
    }

    /// The score of everybody against everybody, best first.
    fn cross_table(&self) -> Vec<Vec<String>> {
        let order = self.ranked();
        let mut heading = vec![String::new(), String::new()];
        heading.extend((1..=order.len()).map(|number| number.to_string()));
        let mut rows = vec![heading];
        for (place, &player) in order.iter().enumerate() {
            let mut row = vec![(place + 1).to_string(), self.sheet.tallies[player].name.clone()];
            row.extend(order.iter().map(|&other| {
                let duel = self.sheet.cross.duel(player, other);
                match duel.games() {
                    0 => if player == other { "x" } else { "-" }.to_owned(),
                    games => format!("{}/{games}", duel.score()),
                }
            }));
            rows.push(row);
        }
        rows
    }

    /// The result as tables, and what else there is to know.
    pub(super) fn text(&self, lang: Lang) -> String {
        let (sheet, args) = (self.sheet, self.args);
        let mut text = match self.seats() {
            2 => table(&self.two_seat_rows(lang)),
            _ if self.sheet.games == 1 => table(&self.single_game_rows(lang)),
            _ => self.many_seat_tables(lang),
        };
        if sheet.tallies.len() > self.seats() {
            let gap = if text.ends_with("\n\n") { "" } else { "\n" };
            let heading = cli::cross_heading();
            text += &format!("{gap}{}\n{}\n", heading.get(lang), table(&self.cross_table()));
        }
        if sheet.games > 0 {
            let seats: Vec<&str> = self.spec.seats.iter().map(|s| s.title.get(lang)).collect();
            text += &self.figures.text(&seats, lang);
            text += &format!("{}\n", self.summary().get(lang));
        }
        if sheet.games > 0 && self.seats() > 2 {
            text += &format!("{}\n", self.seating().get(lang));
        }
        for (tally, standing) in self.sheet.tallies.iter().zip(&self.sheet.standings.players) {
            if standing.missed_turns() > 0 {
                text += &format!("{}\n", missed(tally, standing).get(lang));
            }
            if standing.impossible > 0 {
                let line = cli::impossible_orders(&tally.name, standing.impossible);
                text += &format!("{}\n", line.get(lang));
            }
        }
        for line in self.irregular() {
            text += &format!("{}\n", line.get(lang));
        }
        let different = sheet.different.len() as u64;
        if different < sheet.games && sheet.games > 2 && args.opening == 0 {
            text += &format!("{}\n", cli::same_games(different, sheet.games).get(lang));
        }
        if let Some(folder) = &args.record {
            text += &format!("{}\n", cli::records_in(folder.display()).get(lang));
        }
        text
    }

    /// What did not go as it should, and was no player's fault.
    fn irregular(&self) -> Vec<Text> {
        let sheet = self.sheet;
        let mut lines = Vec::new();
        if sheet.void > 0 {
            let late = self.sheet.tallies.iter().filter(|tally| tally.void > 0);
            let whose = join(late.map(|tally| cli::void_of(&tally.name, tally.void)));
            lines.push(cli::void_games(sheet.void, sheet.again, whose));
        }
        let counts = [
            (sheet.troubled, cli::void_trouble(sheet.troubled)),
            (sheet.unkept, cli::records_missing(sheet.unkept)),
            (sheet.bugs, cli::games_lost(sheet.bugs)),
        ];
        lines.extend(counts.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text));
        lines
    }

    fn summary(&self) -> Text {
        let sheet = self.sheet;
        let so_many =
            |(why, count): (&String, &u64)| cli::so_many(ending_of(self.spec, why), count);
        let endings = join(sheet.endings.iter().map(so_many));
        if self.seats() > 2 {
            return cli::many_summary(sheet.seed, endings);
        }
        let first = 100.0 * sheet.first_seat / sheet.games.max(1) as f64;
        cli::summary(sheet.seed, endings, format!("{first:.1}"))
    }

    /// How the seats were shared out.
    fn seating(&self) -> Text {
        let (games, seats) =
            (self.sheet.games / self.schedule.tables.len() as u64, self.seats() as u64);
        let orders = Seating::new(self.seats(), self.sheet.seed).round();
        match games {
            _ if games % orders == 0 => cli::seats_all(orders, games / orders),
            _ if games % seats == 0 => cli::seats_even(orders),
            _ => cli::seats_drawn(seats),
        }
    }

    fn two_seat_rows(&self, lang: Lang) -> Vec<Vec<String>> {
        let mut rows = vec![split(&cli::two_seat_heading(), lang)];
        rows[0].push(cli::void_heading().get(lang).to_owned());
        for number in self.ranked() {
            let tally = &self.sheet.tallies[number];
            let Interval { low, middle, high } = self.figures.elo(tally);
            rows.push(vec![
                tally.name.clone(),
                tally.games.to_string(),
                tally.wins.to_string(),
                tally.draws.to_string(),
                tally.losses.to_string(),
                format!(
                    "{:.1} % +-{:.1}",
                    100.0 * tally.mean(),
                    100.0 * self.figures.margin(tally)
                ),
                format!("{} [{}, {}]", rating(middle), rating(low), rating(high)),
                tally.mean_points().map_or("-".to_owned(), |mean| format!("{mean:.1}")),
                tally.faults.to_string(),
                tally.void.to_string(),
            ]);
        }
        const RATING: usize = 6;
        let is_shown = |column: usize| match column {
            RATING => self.has_ratings(),
            _ => column + 1 < rows[0].len() || self.sheet.void > 0,
        };
        let shown: Vec<usize> = (0..rows[0].len()).filter(|&column| is_shown(column)).collect();
        let pick = |row: &Vec<String>| shown.iter().map(|&column| row[column].clone()).collect();
        rows.iter().map(pick).collect()
    }

    /// One game needs no statistics: who sat where, and what came of it.
    fn single_game_rows(&self, lang: Lang) -> Vec<Vec<String>> {
        let mut rows = vec![split(&cli::single_game_heading(), lang)];
        for (tally, standing) in self.sheet.tallies.iter().zip(&self.sheet.standings.players) {
            let seats = self.spec.seats.iter().zip(&standing.by_seat);
            let seat = seats.filter(|(_, line)| line.games > 0).map(|(seat, _)| seat).next();
            rows.push(vec![
                tally.name.clone(),
                seat.map_or(String::new(), |seat| seat.title.get(lang).to_owned()),
                interval(standing.all.place.mean(), None, 0),
                points(&standing.all.points),
                standing.missed_turns().to_string(),
                tally.faults.to_string(),
            ]);
        }
        rows
    }

    /// Who took which places, what the seats are worth, and who got what where.
    fn many_seat_tables(&self, lang: Lang) -> String {
        let seats = self.seats();
        let places =
            [cli::first_place(), cli::second_place(), cli::third_place(), cli::fourth_place()];
        let heading = |first: Text, last: usize| -> Vec<String> {
            let start = [first, cli::games_heading()].map(|text| text.get(lang).to_owned());
            let places = places[..seats].iter().map(|text| text.get(lang).to_owned());
            let rest = split(&cli::many_seat_heading(), lang).into_iter().take(last);
            start.into_iter().chain(places).chain(rest).collect()
        };
        let line = |name: &str, line: &Line| -> Vec<String> {
            let mut row = vec![name.to_owned(), line.games.to_string()];
            row.extend(line.places[..seats].iter().map(u64::to_string));
            row.push(interval(line.place.mean(), line.place_margin(seats), 2));
            row.push(points(&line.points));
            row
        };
        let mut players = vec![heading(cli::player_heading(), 4)];
        let mut cells = vec![vec![cli::points_by_seat().get(lang).to_owned()]];
        let mut places = vec![heading(cli::seat_heading(), 2)];
        for number in self.ranked() {
            let (tally, standing) =
                (&self.sheet.tallies[number], &self.sheet.standings.players[number]);
            let mut row = line(&tally.name, &standing.all);
            row.extend([standing.missed_turns().to_string(), tally.faults.to_string()]);
            players.push(row);
            let by_seat = standing.by_seat.iter().map(|line| points(&line.points));
            cells.push([tally.name.clone()].into_iter().chain(by_seat).collect());
        }
        for (seat, standing) in self.spec.seats.iter().zip(&self.sheet.standings.seats) {
            let title = seat.title.get(lang);
            places.push(line(&format!("{} {title}", seat.letter), standing));
            cells[0].push(title.to_owned());
        }
        match self.sheet.games {
            0 => table(&players),
            _ => [players, places, cells].map(|rows| table(&rows)).join("\n") + "\n",
        }
    }
}

fn missed(tally: &Tally, standing: &Standing) -> Text {
    let mut kinds = standing.missed.clone();
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let kinds = kinds.into_iter().map(|(kind, count)| cli::so_many_turns(fault_word(kind), count));
    cli::missed_turns(&tally.name, standing.missed_turns(), join(kinds))
}

fn points(sample: &Sample) -> String {
    interval(sample.mean(), sample.margin(), 0)
}

fn interval(mean: Option<f64>, margin: Option<f64>, digits: usize) -> String {
    match (mean, margin) {
        (Some(mean), Some(margin)) => format!("{mean:.digits$} +-{margin:.digits$}"),
        (Some(mean), None) => format!("{mean:.digits$}"),
        _ => "-".to_owned(),
    }
}

pub(super) fn rating(elo: f64) -> String {
    match elo {
        elo if elo == f64::INFINITY => "+inf".into(),
        elo if elo == f64::NEG_INFINITY => "-inf".into(),
        // A little less than nothing is nothing.
        elo => format!("{:+.0}", elo.round() + 0.0),
    }
}

/// Several texts, with a comma between them.
pub(super) fn join(texts: impl Iterator<Item = Text>) -> Text {
    let join = |all: Text, text: Text| all.then("", &cli::comma()).then("", &text);
    { texts }.reduce(join).unwrap_or(Text::new("", ""))
}

pub(super) fn split(heading: &Text, lang: Lang) -> Vec<String> {
    heading.get(lang).split('|').map(str::to_owned).collect()
}
