//! An event's tables for spreadsheets.

use gyoji_core::Lang;
use gyoji_league::event::Row;

use crate::csv::Table;
use crate::report::{EventReport, Meetings};

fn name(report: &EventReport, entrant: usize) -> &str {
    report.chart.entrants.get(entrant).map_or("", String::as_str)
}

/// The standings of every stage, group by group.
pub fn standings(report: &EventReport) -> String {
    let mut table = Table::new([
        "stage",
        "group",
        "place",
        "name",
        "score",
        "games",
        "wins",
        "draws",
        "losses",
        "advances",
        "rating",
        "margin95",
        "tie_breaks",
    ]);
    for stage in &report.chart.stages {
        for group in &stage.groups {
            for row in &group.rows {
                table.row(standing(report, &stage.name, &group.name, row));
            }
        }
    }
    table.finish()
}

fn standing(report: &EventReport, stage: &str, group: &str, row: &Row) -> [String; 13] {
    let rating = report.ratings.get(row.entrant).copied().flatten();
    let number = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
    let ties: Vec<String> =
        row.tie_breaks.iter().map(|tie| format!("{}: {}", tie.rule, tie.value)).collect();
    [
        stage.to_owned(),
        group.to_owned(),
        row.place.to_string(),
        name(report, row.entrant).to_owned(),
        row.score.to_string(),
        row.games.to_string(),
        row.wins.to_string(),
        row.draws.to_string(),
        row.losses.to_string(),
        row.advances.map_or_else(String::new, |advances| advances.to_string()),
        number(rating.map(|rating| rating.elo)),
        number(rating.map(|rating| rating.margin)),
        ties.join("; "),
    ]
}

/// Every game: a row for each player in it.
pub fn games(report: &EventReport, lang: Lang) -> String {
    let mut table = Table::new([
        "game",
        "started_ms",
        "stage",
        "round",
        "pairing",
        "number",
        "seat",
        "name",
        "place",
        "points",
        "counts",
        "plies",
        "ending",
        "faults",
    ]);
    for game in &report.games {
        let place = game.place.clone().unwrap_or_default();
        for (seat, &entrant) in game.entrants.iter().enumerate() {
            let by_seat = |list: Option<String>| list.unwrap_or_default();
            table.row([
                game.id.clone(),
                game.started_ms.to_string(),
                place.stage.clone(),
                place.round.to_string(),
                place.pairing.to_string(),
                place.game.to_string(),
                (seat + 1).to_string(),
                name(report, entrant).to_owned(),
                by_seat(game.places.get(seat).map(ToString::to_string)),
                by_seat(game.points.get(seat).map(ToString::to_string)),
                game.counts.to_string(),
                game.plies.to_string(),
                game.ending.get(lang).to_owned(),
                game.faults.to_string(),
            ]);
        }
    }
    table.finish()
}

/// Who beat whom: the points of each row's entrant against each column's, and of how many games.
/// (As `3 (4)`, since a spreadsheet takes `3/4` for a day in March.)
pub fn cross_table(report: &EventReport) -> String {
    let names = report.chart.entrants.iter().map(String::as_str);
    let mut table = Table::new(std::iter::once("name").chain(names));
    for (entrant, row) in report.cross.iter().enumerate() {
        let cell = |(other, meetings): (usize, &Meetings)| match meetings.games() {
            0 => String::new(),
            _ if other == entrant => String::new(),
            games => format!("{} ({games})", meetings.score()),
        };
        let cells = row.iter().enumerate().map(cell);
        table.row(std::iter::once(name(report, entrant).to_owned()).chain(cells));
    }
    table.finish()
}

/// Every fault, in one language.
pub fn faults(report: &EventReport, lang: Lang) -> String {
    let mut table = Table::new(["game", "move", "name", "lost", "verdict", "why"]);
    for fault in &report.faults {
        table.row([
            fault.game.as_str(),
            &fault.ply.to_string(),
            name(report, fault.entrant),
            if fault.lost { "true" } else { "false" },
            fault.verdict.get(lang),
            fault.why.get(lang),
        ]);
    }
    table.finish()
}
