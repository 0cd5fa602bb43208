//! What a series says about the players and how sure that is, for people and as JSON.

use gyoji_league::stats::{
    Comparison, Counts, Interval, Rated, Ratings, Sprt, SprtRun, Ties, Verdict, chance_text,
    rank_sentence,
};
use gyoji_league::{Tally, elo};
use gyoji_words::{Lang, Text, stats as words};
use serde_json::{Value, json};

use super::report::{join, rating, split};
use super::sheet::Sheet;
use crate::table::table;

/// The figures of a series.
pub(super) struct Figures<'a> {
    sheet: &'a Sheet,
    names: Vec<&'a str>,
    ratings: Option<Ratings>,
}

impl<'a> Figures<'a> {
    pub(super) fn new(sheet: &'a Sheet) -> Figures<'a> {
        let names = sheet.tallies.iter().map(|tally| tally.name.as_str()).collect();
        Figures { sheet, names, ratings: sheet.results.rate() }
    }

    /// The two players of a series, if there are two.
    fn comparison(&self) -> Option<Comparison<'_>> {
        Some(Comparison { book: self.sheet.book.as_ref()? }).filter(|_| self.sheet.games > 0)
    }

    /// Half the width of the 95 % interval around the mean score of a player.
    pub(super) fn margin(&self, tally: &Tally) -> f64 {
        self.comparison().map_or_else(|| tally.margin(), |two| two.counts().margin())
    }

    /// The difference in rating as one of two sees it.
    pub(super) fn elo(&self, tally: &Tally) -> Interval {
        Interval::around(tally.mean(), self.margin(tally)).map(|score| elo(score.clamp(0.0, 1.0)))
    }

    /// Who is better, and what it takes to know that.
    fn conclusion(&self) -> Option<(Text, Option<Text>)> {
        if let Some(two) = self.comparison() {
            return Some((two.sentence(self.names[0], self.names[1]), two.outlook()));
        }
        // One game of four needs no statistics.
        let ratings = self.ratings.as_ref().filter(|_| self.sheet.games > 1)?;
        rank_sentence(ratings, &self.names, self.sheet.games)
    }

    /// Everything, line by line; `seats` are the titles of the seats.
    pub(super) fn text(&self, seats: &[&str], lang: Lang) -> String {
        let mut text = String::new();
        if self.comparison().is_none() && self.sheet.games > 1 {
            text += &self.ratings_tables(seats, lang);
        }
        let (sentence, outlook) = self.conclusion().unzip();
        let mut lines: Vec<Text> = sentence.into_iter().chain(outlook.flatten()).collect();
        lines.extend(self.sprt_line());
        if let Some(two) = self.comparison() {
            lines.extend(self.of_two(&two));
        }
        let first = self.ratings.as_ref().and_then(Ratings::first_seat);
        lines.extend(first.map(|first| words::first_seat(margin(first))));
        for line in lines {
            text += &format!("{}\n", line.get(lang));
        }
        text
    }

    fn of_two(&self, two: &Comparison<'_>) -> Vec<Text> {
        let counts = two.counts();
        let mut lines = Vec::new();
        if self.sheet.games > 1 {
            let normalised = counts.normalised_elo().zip(counts.normalised_elo_margin());
            let normalised = normalised.filter(|_| !counts.is_too_little());
            let normalised =
                normalised.map_or("-".into(), |(elo, se)| format!("{elo:+.0} +-{se:.0}"));
            let basis = match counts {
                Counts::Pairs(pairs) => {
                    words::by_pairs(pairs.map(|count| count.to_string()).join(" "))
                }
                Counts::Games(_) => words::by_games(),
            };
            lines.push(words::figures(self.names[0], chance_text(two.los()), normalised, basis));
        }
        let has_sweep = |tally: &&Tally| tally.wins == tally.games;
        let winner = self.sheet.tallies.iter().find(has_sweep).filter(|tally| tally.games > 1);
        lines.extend(winner.map(|tally| words::won_all(&tally.name)));
        if counts.is_too_little() {
            lines.push(words::few_results());
        }
        lines
    }

    /// The ratings of many, best first, and why they are not what they could be.
    fn ratings_tables(&self, seats: &[&str], lang: Lang) -> String {
        let Some(ratings) = &self.ratings else { return String::new() };
        let order = ratings.order();
        let mut rows = vec![split(&words::ratings_heading(), lang)];
        for (place, &player) in order.iter().enumerate() {
            let next = order.get(place + 1).map(|&next| ratings.los(player, next));
            rows.push(vec![
                self.names[player].to_owned(),
                margin(ratings.players[player]),
                self.sheet.tallies[player].games.to_string(),
                next.map_or(String::new(), chance_text),
            ]);
        }
        let mut text = format!("{}\n{}", words::ratings_title().get(lang), table(&rows));
        if ratings.seats.len() > 2 {
            let mut rows = vec![split(&words::seats_heading(), lang)];
            let seats = seats.iter().zip(&ratings.seats);
            rows.extend(seats.map(|(title, worth)| vec![(*title).to_owned(), margin(*worth)]));
            text += &format!("\n{}", table(&rows));
        }
        for line in self.reservations() {
            text += &format!("{}\n", line.get(lang));
        }
        text + "\n"
    }

    /// Why the ratings are not what they could be.
    fn reservations(&self) -> Vec<Text> {
        let Some(ratings) = &self.ratings else { return Vec::new() };
        let problems = ratings.problems.iter().map(|problem| problem.text(&self.names));
        problems.chain(ratings.model.ghost.then(words::ghost)).collect()
    }

    fn sprt_line(&self) -> Option<Text> {
        let run = self.sheet.sprt.as_ref()?;
        let Sprt { elo0, elo1, .. } = run.sprt;
        let (llr, verdict, games) = self.sprt_result(run);
        let (first, second) = (self.names[0], self.names[1]);
        let text = match verdict {
            Verdict::H1 => words::sprt_h1(first, second, elo0, elo1, games),
            Verdict::H0 => words::sprt_h0(first, second, elo0, elo1, games),
            Verdict::Continue => words::sprt_open(elo0, elo1, games),
        };
        Some(join([text, llr_text(run, llr)].into_iter()))
    }

    /// The ratio, what it says, and the games it is made from: single ones, where there is no pair.
    fn sprt_result(&self, run: &SprtRun) -> (f64, Verdict, u64) {
        let games = self.sheet.book.as_ref().map(|book| book.games());
        match games.filter(|games| run.counts().total() == 0 && games.total() > 0) {
            Some(games) => {
                let llr = run.sprt.llr(&games);
                (llr, run.sprt.verdict(llr), games.total())
            }
            None => (run.llr(), run.verdict(), 2 * run.counts().total()),
        }
    }

    /// Adds everything to a result.
    pub(super) fn add_json(&self, json: &mut Value, seat_ids: &[&str]) {
        if let Some(two) = self.comparison() {
            json["comparison"] = self.comparison_json(&two);
        }
        if let Some(ratings) = &self.ratings {
            json["ratings"] = self.ratings_json(ratings, seat_ids);
        }
        if let Some((sentence, outlook)) = self.conclusion() {
            let all = join([sentence].into_iter().chain(outlook));
            json["conclusion"] = both(&all);
        }
        if let Some(run) = &self.sheet.sprt {
            json["sprt"] = self.sprt_json(run);
        }
    }

    fn comparison_json(&self, two: &Comparison<'_>) -> Value {
        let counts = two.counts();
        let tally = &self.sheet.tallies[0];
        let pairs = match counts {
            Counts::Pairs(pairs) => json!(pairs),
            Counts::Games(_) => Value::Null,
        };
        let normalised = counts.normalised_elo().filter(|_| !counts.is_too_little());
        json!({
            "players": self.names,
            "score": tally.mean(),
            "margin95": counts.margin(),
            "elo": finite(self.elo(tally)),
            "nelo": normalised,
            "nelo_margin95": normalised.and(counts.normalised_elo_margin()),
            "los": two.los(),
            "pentanomial": pairs,
            "shown": two.is_shown(),
            "more_games": two.more_games().filter(|_| !two.is_shown()),
            "few_results": counts.is_too_little(),
        })
    }

    fn ratings_json(&self, ratings: &Ratings, seat_ids: &[&str]) -> Value {
        let rated = |name: &str, key: &str, rated: &Rated| json!({ key: name, "elo": rated.elo, "margin95": rated.margin() });
        let players = self.names.iter().zip(&ratings.players);
        let seats = seat_ids.iter().zip(&ratings.seats);
        let mut rows: Vec<Value> = players.map(|(name, r)| rated(name, "name", r)).collect();
        let order = ratings.order();
        for places in order.windows(2) {
            rows[places[0]]["los_over_next"] = json!(ratings.los(places[0], places[1]));
        }
        let sorted: Vec<Value> = order.iter().map(|&player| rows[player].take()).collect();
        let ties: Vec<Value> = ratings
            .ties
            .iter()
            .map(|(size, weight)| json!({ "size": size, "weight": weight }))
            .collect();
        let texts = self.reservations();
        json!({
            "players": sorted,
            "seats": seats.map(|(id, r)| rated(id, "seat", r)).collect::<Vec<_>>(),
            "first_seat": ratings.first_seat().map(|r| json!({ "elo": r.elo, "margin95": r.margin() })),
            "draws": match ratings.model.ties { Ties::Davidson => "davidson", Ties::Shared => "half" },
            "ties": ties,
            "scale": ratings.scale,
            "prior": ratings.model.ghost.then_some("ghost"),
            "notes": texts.iter().map(both).collect::<Vec<_>>(),
        })
    }

    fn sprt_json(&self, run: &SprtRun) -> Value {
        let (llr, verdict, games) = self.sprt_result(run);
        let (lower, upper) = run.sprt.bounds();
        json!({
            "elo0": run.sprt.elo0,
            "elo1": run.sprt.elo1,
            "alpha": run.sprt.alpha,
            "beta": run.sprt.beta,
            "model": run.sprt.model.name(),
            "llr": llr,
            "lower": lower,
            "upper": upper,
            "verdict": verdict.name(),
            "games": games,
            "pentanomial": run.counts().cells(),
        })
    }
}

/// The ratio and its bounds, while games are played and in the end.
pub(super) fn llr_text(run: &SprtRun, llr: f64) -> Text {
    let (lower, upper) = run.sprt.bounds();
    let [llr, lower, upper] = [llr, lower, upper].map(|number| format!("{number:.2}"));
    words::sprt_progress(llr, lower, upper)
}

fn margin(rated: Rated) -> String {
    format!("{} +-{:.0}", rating(rated.elo), rated.margin())
}

fn finite(elo: Interval) -> [Option<f64>; 3] {
    [elo.low, elo.middle, elo.high].map(|elo| Some(elo).filter(|elo| elo.is_finite()))
}

fn both(text: &Text) -> Value {
    json!({ "en": text.get(Lang::En), "ja": text.get(Lang::Ja) })
}
