//! Entrants who are compared by points: what each has done, and who is better.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Score, lot};
use crate::event::chart::{Row, TieBreak};

/// Points are kept in twelfths, so that two, three or four can share them exactly and the order
/// in which games are added never matters.
pub(super) const PARTS: i64 = 12;

/// What each place is worth.
#[derive(Clone, Debug)]
pub(super) struct Points(pub(super) Vec<i64>);

impl Points {
    /// What is not said: a point for everybody one has left behind, if the table is full.
    pub(super) fn usual(seats: usize) -> Points {
        Points((0..seats as i64).rev().collect())
    }

    /// What each of these places is worth, in twelfths: those who share places share the points.
    pub(super) fn shares(&self, places: &[u8]) -> Vec<i64> {
        let share = |&place: &u8| {
            let better = places.iter().filter(|&&other| other < place).count();
            let equal = places.iter().filter(|&&other| other == place).count();
            let worth = |place: usize| self.0.get(place).copied().unwrap_or(0);
            PARTS * (better..better + equal).map(worth).sum::<i64>() / equal as i64
        };
        places.iter().map(share).collect()
    }
}

/// One game without those who only fill a seat.
pub(super) struct Counted {
    /// Who played.
    pub(super) players: Vec<usize>,
    /// Their places among each other.
    pub(super) places: Vec<u8>,
    /// The game's own points.
    pub(super) points: Vec<i32>,
    /// Who lost by a fault.
    pub(super) fault: Option<usize>,
}

impl Counted {
    /// The game of those `seated` whose numbers are below `entrants`; none if the score is not
    /// one of such a game.
    pub(super) fn new(seated: &[usize], entrants: usize, score: &Score) -> Option<Counted> {
        if score.places.len() != seated.len() {
            return None;
        }
        let seats: Vec<usize> = (0..seated.len()).filter(|&seat| seated[seat] < entrants).collect();
        let place = |&seat: &usize| {
            1 + seats.iter().filter(|&&other| score.places[other] < score.places[seat]).count()
                as u8
        };
        Some(Counted {
            players: seats.iter().map(|&seat| seated[seat]).collect(),
            places: seats.iter().map(place).collect(),
            points: seats
                .iter()
                .map(|&seat| score.points.get(seat).copied().unwrap_or(0))
                .collect(),
            fault: score.fault.and_then(|seat| seated.get(seat)).copied(),
        })
    }

    /// The only one in the first place.
    pub(super) fn winner(&self) -> Option<usize> {
        let mut first = (0..self.players.len()).filter(|&index| self.places[index] == 1);
        match (first.next(), first.next()) {
            (Some(index), None) => Some(self.players[index]),
            _ => None,
        }
    }
}

/// What one entrant has done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    /// Points of the event, in twelfths.
    pub(super) score: i64,
    /// The game's own points.
    pub(super) points: i64,
    /// Games lost by a fault.
    pub(super) faults: u64,
}

impl Tally {
    pub(super) fn score(&self) -> f64 {
        self.score as f64 / PARTS as f64
    }
}

/// By what entrants are compared first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum By {
    /// Their points.
    Score,
    /// Their points for each game, after so many games.
    Rate(u64),
    /// The games they have won.
    Wins,
    /// The tie-breaks alone.
    Nothing,
}

/// What all of a group have done.
#[derive(Clone, Debug)]
pub(super) struct Book {
    pub(super) members: Vec<usize>,
    points: Points,
    tallies: HashMap<usize, Tally>,
    /// How often one was before the other, a tie being half of it, in halves.
    duels: HashMap<(usize, usize), u64>,
}

impl Book {
    pub(super) fn new(members: &[usize], points: &Points) -> Book {
        Book {
            members: members.to_vec(),
            points: points.clone(),
            tallies: members.iter().map(|&member| (member, Tally::default())).collect(),
            duels: HashMap::new(),
        }
    }

    /// Takes in whoever of these is not there.
    pub(super) fn grow(&mut self, members: &[usize]) {
        for &member in members.iter().filter(|member| !self.members.contains(member)) {
            self.tallies.insert(member, Tally::default());
        }
        self.members = members.to_vec();
    }

    pub(super) fn add(&mut self, game: &Counted) {
        let shares = self.points.shares(&game.places);
        let winner = game.winner();
        for (index, &player) in game.players.iter().enumerate() {
            let Some(tally) = self.tallies.get_mut(&player) else { continue };
            tally.games += 1;
            tally.score += shares[index];
            tally.points += i64::from(game.points[index]);
            tally.faults += u64::from(game.fault == Some(player));
            match winner {
                Some(winner) if winner == player => tally.wins += 1,
                None if game.places[index] == 1 => tally.draws += 1,
                _ => tally.losses += 1,
            }
            for (other, &opponent) in game.players.iter().enumerate().filter(|(i, _)| *i != index) {
                let halves = match game.places[index].cmp(&game.places[other]) {
                    std::cmp::Ordering::Less => 2,
                    std::cmp::Ordering::Equal => 1,
                    std::cmp::Ordering::Greater => 0,
                };
                *self.duels.entry((player, opponent)).or_default() += halves;
            }
        }
    }

    /// Points for a round without a game, as if it had been won.
    pub(super) fn add_bye(&mut self, player: usize, games: u64) {
        let best = self.points.0.first().copied().unwrap_or(0);
        if let Some(tally) = self.tallies.get_mut(&player) {
            tally.score += PARTS * best * games as i64;
        }
    }

    pub(super) fn tally(&self, player: usize) -> Tally {
        self.tallies.get(&player).copied().unwrap_or_default()
    }

    /// How one has done against these others, in halves.
    pub(super) fn against(&self, player: usize, others: &[usize]) -> u64 {
        let duel = |&other: &usize| self.duels.get(&(player, other)).copied().unwrap_or(0);
        others.iter().map(duel).sum()
    }

    /// The members, best first, by these values after their scores: more is better. Where there
    /// is a seed, the lot decides at last; otherwise equal ones share their place.
    pub(super) fn rows(
        &self,
        by: By,
        breaks: impl Fn(usize, &[usize]) -> Vec<(&'static str, f64)>,
        seed: Option<u64>,
    ) -> Vec<Row> {
        let first = |player: usize| -> (bool, f64) {
            let tally = self.tally(player);
            match by {
                By::Score => (true, tally.score()),
                By::Rate(_) if tally.games == 0 => (false, 0.0),
                By::Rate(least) => (tally.games >= least, tally.score() / tally.games as f64),
                By::Wins => (true, tally.wins as f64),
                By::Nothing => (true, 0.0),
            }
        };
        let row = |&player: &usize| {
            let tally = self.tally(player);
            let equal: Vec<usize> = self
                .members
                .iter()
                .copied()
                .filter(|&other| first(other) == first(player))
                .collect();
            let mut tie_breaks = breaks(player, &equal);
            tie_breaks.extend(seed.map(|seed| ("lot", lot(seed, player) as f64)));
            let tie_breaks = tie_breaks.into_iter();
            Row {
                place: 0,
                entrant: player,
                games: tally.games,
                wins: tally.wins,
                draws: tally.draws,
                losses: tally.losses,
                score: first(player).1,
                tie_breaks: tie_breaks
                    .map(|(rule, value)| TieBreak { rule: rule.to_owned(), value })
                    .collect(),
                advances: None,
            }
        };
        let mut rows: Vec<Row> = self.members.iter().map(row).collect();
        let key = |row: &Row| {
            let values = row.tie_breaks.iter().map(|tie_break| Total(tie_break.value));
            let (enough, score) = first(row.entrant);
            Reverse((enough, Total(score), values.collect::<Vec<Total>>()))
        };
        // The sort is stable: who is equal stays in the order of the members.
        rows.sort_by_cached_key(key);
        for index in 0..rows.len() {
            let equal = index > 0 && key(&rows[index - 1]) == key(&rows[index]);
            rows[index].place = if equal { rows[index - 1].place } else { index as u32 + 1 };
        }
        rows
    }

    /// The usual tie-breaks: results among those with equal scores, wins, the game's own points,
    /// fewer games lost by a fault.
    pub(super) fn usual(&self, player: usize, equal: &[usize]) -> Vec<(&'static str, f64)> {
        let tally = self.tally(player);
        vec![
            ("direct", self.against(player, equal) as f64 / 2.0),
            ("wins", tally.wins as f64),
            ("points", tally.points as f64),
            ("faults", 0.0 - tally.faults as f64),
        ]
    }
}

/// Rows as a ranking: who shares a place is together.
pub(super) fn ranking(rows: &[Row]) -> Vec<Vec<usize>> {
    let mut ranking: Vec<Vec<usize>> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        match ranking.last_mut() {
            Some(last) if index > 0 && rows[index - 1].place == row.place => last.push(row.entrant),
            _ => ranking.push(vec![row.entrant]),
        }
    }
    ranking
}

/// A number that can be sorted by.
#[derive(Clone, Copy, Debug)]
struct Total(f64);

impl PartialEq for Total {
    fn eq(&self, other: &Total) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Total {}

impl PartialOrd for Total {
    fn partial_cmp(&self, other: &Total) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Total {
    fn cmp(&self, other: &Total) -> std::cmp::Ordering {
        // Zero is zero.
        (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_places_share_the_points() {
        let points = Points::usual(4);
        let shares = |places: &[u8]| -> Vec<f64> {
            points.shares(places).iter().map(|&part| part as f64 / PARTS as f64).collect()
        };
        assert_eq!(shares(&[1, 2, 3, 4]), [3.0, 2.0, 1.0, 0.0]);
        assert_eq!(shares(&[2, 1, 2, 4]), [1.5, 3.0, 1.5, 0.0]);
        assert_eq!(shares(&[1, 1, 4, 1]), [2.0, 2.0, 0.0, 2.0]);
        assert_eq!(Points::usual(2).shares(&[1, 1]), [6, 6], "a draw is half a win");
    }

    #[test]
    fn who_fills_a_seat_counts_for_nobody() {
        let score = Score { places: vec![2, 1, 3, 4], points: vec![5, 9, 3, 1], fault: None };
        let game = Counted::new(&[0, 7, 2, 1], 3, &score).unwrap();
        assert_eq!(game.players, [0, 2, 1]);
        assert_eq!(game.places, [1, 2, 3]);
        assert_eq!(game.winner(), Some(0));
        assert!(Counted::new(&[0, 1], 3, &score).is_none());
    }
}
