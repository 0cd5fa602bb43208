//! Games without end, between those who are near each other and those of whom little is known.
//!
//! Games come in rounds. Who meets in a round depends on the results of the rounds before it and
//! on nothing else, so that a ladder which was interrupted goes on as if it had not been. A round
//! grows with what has been played: ratings of many games hardly change by a few more.

use std::collections::BTreeMap;

use fastrand::Rng;
use gyoji_core::record::Place;

use super::book::{Book, By, Counted, Points};
use super::{Going, PlannedGame, Score, Stage, StageEnd, mix};
use crate::Seating;
use crate::event::chart::{Group, Row, TieBreak};
use crate::stats::{Rated, Results};

/// A round has at most this part of what was played before it, but everybody plays in it.
const PART: u64 = 20;
/// How far apart in Elo is as bad as having met in this round already, beside the uncertainty.
const FAR: f64 = 100.0;
/// The standard error of somebody of whom nothing is known.
const UNKNOWN: f64 = 400.0;

/// The rounds so far.
#[derive(Debug)]
pub(super) struct Ladder {
    seats: usize,
    /// How many games there are in all, if that is said.
    most: Option<u64>,
    /// From which round on each takes part; never earlier than those before.
    since: Vec<u32>,
    seed: u64,
    book: Book,
    /// All results, by who sat where and who took which place.
    results: BTreeMap<(Vec<usize>, Vec<u8>), u64>,
    round: u32,
    tables: Vec<Vec<usize>>,
    /// Games of this round, those that were given out, and those that have ended.
    size: u64,
    given: u64,
    ended: u64,
    played: u64,
}

impl Ladder {
    pub(super) fn new(
        seats: usize,
        most: Option<u64>,
        since: &[u32],
        points: &Points,
        seed: u64,
    ) -> Ladder {
        let members: Vec<usize> = (0..since.len()).collect();
        let mut ladder = Ladder {
            seats,
            most,
            since: Vec::new(),
            seed,
            book: Book::new(&members, points),
            results: BTreeMap::new(),
            round: 0,
            tables: Vec::new(),
            size: 0,
            given: 0,
            ended: 0,
            played: 0,
        };
        since.iter().for_each(|&round| ladder.push(round));
        ladder.begin_round();
        ladder
    }

    /// One more, from that round on.
    fn push(&mut self, round: u32) {
        let last = self.since.last().copied().unwrap_or(1);
        // A table has to be filled from the beginning.
        let round = if self.since.len() < self.seats { 1 } else { round.max(last) };
        self.since.push(round);
    }

    /// The ratings of the first so many, from all results among them.
    fn ratings(&self, players: usize) -> Vec<Rated> {
        let mut results = Results::new(players);
        for ((seated, places), &times) in &self.results {
            if seated.iter().all(|&player| player < players) {
                results.add_many(seated, places, times);
            }
        }
        let unknown = Rated { elo: 0.0, se: UNKNOWN };
        let rated = results.rate().map(|ratings| ratings.players);
        let rated = rated.unwrap_or_else(|| vec![unknown; players]);
        let is_known = |player: usize| self.book.tally(player).games > 0;
        let finite = |rated: &Rated| rated.elo.is_finite() && rated.se.is_finite();
        let one = |(player, rated): (usize, Rated)| {
            if is_known(player) && finite(&rated) { rated } else { unknown }
        };
        rated.into_iter().enumerate().map(one).collect()
    }

    fn begin_round(&mut self) {
        self.round += 1;
        let players = self.since.iter().filter(|&&since| since <= self.round).count();
        let seats = self.seats as u64;
        let least = (players as u64).div_ceil(seats);
        let tables = least.max(self.played / (PART * seats));
        self.tables = self.meetings(players, tables as usize);
        self.size = self.tables.len() as u64 * seats;
        if let Some(most) = self.most {
            self.size = self.size.min(most - self.played);
        }
        (self.given, self.ended) = (0, 0);
    }

    /// So many tables of the first so many players.
    fn meetings(&self, players: usize, tables: usize) -> Vec<Vec<usize>> {
        let ratings = self.ratings(players);
        let mut rng = Rng::with_seed(mix(self.seed, &[self.round.into()]));
        let mut planned = vec![0_u64; players];
        let mut met: BTreeMap<(usize, usize), f64> = BTreeMap::new();
        let mut found = Vec::new();
        for _ in 0..tables {
            // Who has not played in this round, then of whom the least will be known after it.
            let need = |player: usize| {
                let games = self.book.tally(player).games as f64 + 1.0;
                let known = 1.0 + planned[player] as f64 * self.seats as f64 / games;
                ratings[player].se.powi(2) / known
            };
            let lots: Vec<f64> = (0..players).map(|_| rng.f64()).collect();
            let first = (0..players).max_by(|&one, &other| {
                let key = |player: usize| (planned[player] == 0, need(player), lots[player]);
                key(one).partial_cmp(&key(other)).unwrap_or(std::cmp::Ordering::Equal)
            });
            let Some(first) = first else { break };
            let mut table = vec![first];
            while table.len() < self.seats {
                let cost = |player: usize| {
                    let apart = (ratings[first].elo - ratings[player].elo).abs();
                    let unsure = ratings[first].se + ratings[player].se;
                    let again: f64 = table
                        .iter()
                        .map(|&other| {
                            met.get(&(other.min(player), other.max(player))).unwrap_or(&0.0)
                        })
                        .sum();
                    apart / (FAR + unsure)
                        + again
                        + planned[player] as f64 / 4.0
                        + lots[player] / 2.0
                };
                let left = (0..players).filter(|player| !table.contains(player));
                let Some(next) = left.min_by(|&a, &b| cost(a).total_cmp(&cost(b))) else { break };
                for &other in &table {
                    *met.entry((other.min(next), other.max(next))).or_default() += 1.0;
                }
                table.push(next);
            }
            table.iter().for_each(|&player| planned[player] += 1);
            found.push(table);
        }
        found
    }

    fn rows(&self) -> Vec<Row> {
        let ratings = self.ratings(self.since.len());
        let breaks = |player: usize, _: &[usize]| vec![("rating", ratings[player].elo)];
        let mut rows = self.book.rows(By::Nothing, breaks, None);
        for row in &mut rows {
            row.score = ratings[row.entrant].elo;
            row.tie_breaks =
                vec![TieBreak { rule: "error".to_owned(), value: -ratings[row.entrant].se }];
        }
        rows
    }
}

impl Stage for Ladder {
    fn next(&mut self) -> Option<PlannedGame> {
        if self.given == self.size {
            if self.ended < self.size || self.is_over() {
                return None;
            }
            self.begin_round();
        }
        let seats = self.seats as u64;
        let (table, number) = ((self.given / seats) as usize, self.given % seats);
        self.given += 1;
        let seed = mix(self.seed, &[self.round.into(), table as u64]);
        let seating = Seating::new(self.seats, seed);
        Some(PlannedGame {
            round: self.round,
            pairing: table as u32 + 1,
            game: number as u32 + 1,
            seats: seating
                .game(number)
                .into_iter()
                .map(|index| self.tables[table][index])
                .collect(),
        })
    }

    fn add(&mut self, game: &PlannedGame, score: Option<&Score>) {
        self.ended += 1;
        self.played += 1;
        if let Some(score) = score
            && let Some(counted) = Counted::new(&game.seats, self.since.len(), score)
        {
            self.book.add(&counted);
            *self.results.entry((game.seats.clone(), score.places.clone())).or_default() += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.most.is_some_and(|most| self.played >= most)
    }

    fn end(&self) -> StageEnd {
        let ranking = super::book::ranking(&self.rows());
        StageEnd { ranking, advancing: Vec::new() }
    }

    fn chart(&self, _: &dyn Fn(u32, u32, u32) -> Place) -> Going {
        let (left, _) = self.left();
        Going {
            games: self.played + left,
            played: self.played,
            groups: vec![Group { name: String::new(), rows: self.rows() }],
            rounds: Vec::new(),
        }
    }

    fn left(&self) -> (u64, bool) {
        match self.most {
            Some(most) => (most - self.played, true),
            None => (self.size - self.ended, false),
        }
    }

    fn join(&mut self, newcomers: usize) -> u32 {
        for _ in 0..newcomers {
            self.push(self.round + 1);
        }
        let members: Vec<usize> = (0..self.since.len()).collect();
        self.book.grow(&members);
        self.round + 1
    }
}
