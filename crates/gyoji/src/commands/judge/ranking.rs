//! The table of an all-against-all: wins first, then fewer losses.

use super::words;
use gyoji_core::record::Ended;
use gyoji_core::{Lang, Seat};
use gyoji_league::Tally;
use gyoji_referee::player::{Kind, PlayerText};
use serde::Serialize;

use crate::table::table;

/// One player's games, all of them and by colour.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Everything.
    pub total: Tally,
    /// The games with the black discs.
    pub black: Tally,
    /// The games with the white discs.
    pub white: Tally,
}

/// The players and their games.
pub struct Ranking {
    rows: Vec<Row>,
}

impl Ranking {
    pub fn new(players: &[PlayerText]) -> Ranking {
        let row = |player: &PlayerText| {
            let tally = Tally::new(&player.name());
            Row { total: tally.clone(), black: tally.clone(), white: tally }
        };
        Ranking { rows: players.iter().map(row).collect() }
    }

    /// Adds a game between the players with these numbers, black first.
    pub fn add(&mut self, ended: &Ended, players: &[usize]) {
        for (seat, &number) in Seat::all(players.len()).zip(players) {
            let row = &mut self.rows[number];
            row.total.add(ended, seat);
            if seat == Seat::FIRST { &mut row.black } else { &mut row.white }.add(ended, seat);
        }
    }

    /// Whether a program, not a person, lost a game by a fault.
    pub fn has_faults(&self, players: &[PlayerText]) -> bool {
        let mut rows = self.rows.iter().zip(players);
        rows.any(|(row, player)| row.total.faults > 0 && player.kind != Kind::Human)
    }

    /// The rows, best first.
    pub fn rows(&self) -> Vec<Row> {
        self.numbered().into_iter().map(|(_, row)| row.clone()).collect()
    }

    /// The rows with the numbers of their players, best first.
    pub fn numbered(&self) -> Vec<(usize, &Row)> {
        let mut rows: Vec<(usize, &Row)> = self.rows.iter().enumerate().collect();
        rows.sort_by_key(|(_, row)| (std::cmp::Reverse(row.total.wins), row.total.losses));
        rows
    }

    pub fn table(&self, lang: Lang) -> String {
        let heading = words::heading().get(lang).split('|').map(str::to_owned).collect();
        let mut lines: Vec<Vec<String>> = vec![heading];
        let colour = |tally: &Tally| format!("{}-{}-{}", tally.wins, tally.draws, tally.losses);
        let rows = self.rows();
        for row in &rows {
            let place = 1 + rows.iter().filter(|other| is_better(other, row)).count();
            let total = &row.total;
            lines.push(vec![
                format!("{place}. {}", total.name),
                total.games.to_string(),
                total.wins.to_string(),
                total.draws.to_string(),
                total.losses.to_string(),
                colour(&row.black),
                colour(&row.white),
                total.points.to_string(),
                total.faults.to_string(),
            ]);
        }
        table(&lines)
    }
}

fn is_better(one: &Row, other: &Row) -> bool {
    let key = |row: &Row| (row.total.wins, std::cmp::Reverse(row.total.losses));
    key(one) > key(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forfeit_counts_by_its_winner() {
        let players: Vec<PlayerText> = ["bot:a", "bot:b", "bot:c"]
            .iter()
            .map(|text| PlayerText::parse(text, &[]).unwrap())
            .collect();
        let mut ranking = Ranking::new(&players);
        let time = Some(gyoji_core::record::FaultKind::Time);
        ranking.add(&Ended::lost(Seat(0), 2, Ended::FAULT, time), &[0, 1]);
        ranking.add(&Ended::lost(Seat(1), 2, Ended::FAULT, time), &[2, 0]);
        ranking.add(&Ended::lost(Seat(0), 2, Ended::FAULT, time), &[1, 2]);
        let names: Vec<String> = ranking.rows().iter().map(|row| row.total.name.clone()).collect();
        assert_eq!(names, ["c", "b", "a"]);
        assert!(ranking.table(Lang::En).contains("1. c"), "{}", ranking.table(Lang::En));
    }
}
