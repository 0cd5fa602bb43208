//! Games that are all known beforehand: round robin, gauntlet, groups, the mixed tables of a
//! qualifying. Nobody has to wait for anybody.

use std::collections::VecDeque;

use gyoji_core::record::Place;

use super::book::{Book, By, Counted, PARTS, Points, ranking};
use super::{Going, PlannedGame, Score, Seeded, Stage, StageEnd, mix};
use crate::event::chart::{Group, Meeting, Round, Row, State};
use crate::{Pairings, Seating, rotation};

/// How often a table whose game stayed void plays another one instead.
const MOST_INSTEAD: u64 = 3;

/// Those who meet at one table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The number of the group.
    pub(super) group: usize,
    /// Who meets; less than the seats if the rest is filled up.
    pub(super) members: Vec<usize>,
    /// The round it belongs to, if it is played in only one.
    pub(super) round: Option<u32>,
}

/// What it is all about, beside who meets whom.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) seats: usize,
    /// How many entrants the event has: whoever has a higher number only fills a seat.
    pub(super) entrants: usize,
    /// Games for each table.
    pub(super) games: u64,
    pub(super) points: Points,
    pub(super) by: By,
    /// How many go on from each group.
    pub(super) advance: Option<usize>,
    /// Whether a game that stayed void is followed by another.
    pub(super) instead: bool,
    /// Whether the tables are told one by one in the chart.
    pub(super) told: bool,
    pub(super) seed: u64,
}

/// The games, and what has come of them.
#[derive(Debug)]
pub(super) struct Fixtures {
    terms: Terms,
    tables: Vec<Table>,
    books: Vec<Book>,
    /// How many games have been given out, of those that are known beforehand.
    given: u64,
    /// Games to play instead of void ones: the table, and the number of the game there.
    instead: VecDeque<(usize, u64)>,
    logs: Vec<Log>,
    /// How many games were added to those known beforehand.
    more: u64,
    /// How many games have ended, void ones too.
    played: u64,
}

/// What has come of a table.
#[derive(Clone, Debug)]
struct Log {
    /// How many games stayed void.
    void: u64,
    /// The games, by round and number, and the points of each member in them, if they are told.
    games: Vec<(u32, u32)>,
    score: Vec<i64>,
}

impl Fixtures {
    pub(super) fn new(terms: Terms, groups: &[Vec<usize>], tables: Vec<Table>) -> Fixtures {
        let books = groups.iter().map(|group| Book::new(group, &terms.points)).collect();
        let log = |table: &Table| {
            let score = if terms.told { vec![0; table.members.len()] } else { Vec::new() };
            Log { void: 0, games: Vec::new(), score }
        };
        let logs = tables.iter().map(log).collect();
        Fixtures {
            terms,
            tables,
            books,
            given: 0,
            instead: VecDeque::new(),
            logs,
            more: 0,
            played: 0,
        }
    }

    /// Groups in each of which everybody meets everybody.
    pub(super) fn all(terms: Terms, groups: &[Vec<usize>], pairings: Pairings) -> Fixtures {
        let mut tables = Vec::new();
        for (number, group) in groups.iter().enumerate() {
            let seats = terms.seats.min(group.len());
            let all = pairings.tables(group.len(), seats);
            tables.extend(all.into_iter().map(|table| Table {
                group: number,
                members: table.into_iter().map(|index| group[index]).collect(),
                round: None,
            }));
        }
        Fixtures::new(terms, groups, tables)
    }

    fn total(&self) -> u64 {
        self.tables.len() as u64 * self.terms.games
    }

    /// Which table plays which of its games as number `index` of all: a round gives everybody at
    /// a table every seat once, and all tables play a round before the next begins.
    fn game_at(&self, index: u64) -> (usize, u64) {
        let (tables, seats) = (self.tables.len() as u64, self.terms.seats as u64);
        let round = index / (tables * seats);
        let first = round * seats;
        let length = seats.min(self.terms.games - first);
        let rest = index - first * tables;
        ((rest / length) as usize, first + rest % length)
    }

    fn planned(&self, table: usize, number: u64) -> PlannedGame {
        let seats = self.terms.seats;
        let known = &self.tables[table];
        // A table of its own round has only a few games, all in that round.
        let length = if known.round.is_some() { u64::MAX } else { seats as u64 };
        let order = match known.round {
            // Who sits where in the first game was thought of already.
            Some(_) => rotation(number, seats),
            None => Seating::new(seats, mix(self.terms.seed, &[table as u64])).game(number),
        };
        // Whoever has no number among the entrants fills a seat.
        let at = |index: usize| known.members.get(index).copied().unwrap_or(self.terms.entrants);
        PlannedGame {
            round: known.round.unwrap_or((number / length) as u32 + 1),
            pairing: table as u32 + 1,
            game: (number % length) as u32 + 1,
            seats: order.into_iter().map(at).collect(),
        }
    }

    fn rows(&self, group: usize) -> Vec<Row> {
        let book = &self.books[group];
        let seed = self.terms.advance.map(|_| self.terms.seed);
        let mut rows = book.rows(self.terms.by, |player, equal| book.usual(player, equal), seed);
        if self.is_over()
            && let Some(advance) = self.terms.advance
        {
            for (index, row) in rows.iter_mut().enumerate() {
                row.advances = Some(index < advance);
            }
        }
        rows
    }

    fn rounds(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Vec<Round> {
        let mut rounds: Vec<Round> = Vec::new();
        let all: Vec<Vec<Row>> = (0..self.books.len()).map(|group| self.rows(group)).collect();
        for (number, (table, log)) in self.tables.iter().zip(&self.logs).enumerate() {
            let pairing = number as u32 + 1;
            let rows = &all[table.group];
            let goes_on = |player: &&usize| {
                rows.iter().any(|row| row.entrant == **player && row.advances == Some(true))
            };
            let mut games = log.games.clone();
            games.sort_unstable();
            let open = self.terms.games + log.void.min(MOST_INSTEAD) - log.games.len() as u64;
            let meeting = Meeting {
                pairing,
                entrants: table.members.iter().map(|&player| Some(player)).collect(),
                score: log.score.iter().map(|&parts| parts as f64 / PARTS as f64).collect(),
                advancing: table.members.iter().filter(goes_on).copied().collect(),
                best_of: u32::try_from(self.terms.games).unwrap_or(u32::MAX),
                games: games.iter().map(|&(round, game)| place(round, pairing, game)).collect(),
                state: if open == 0 { State::Over } else { State::Running },
            };
            let round = table.round.unwrap_or(1);
            match rounds.iter_mut().find(|known| known.number == round) {
                Some(known) => known.meetings.push(meeting),
                None => {
                    rounds.push(Round {
                        number: round,
                        name: String::new(),
                        meetings: vec![meeting],
                    });
                }
            }
        }
        rounds
    }
}

impl Stage for Fixtures {
    fn next(&mut self) -> Option<PlannedGame> {
        if self.given < self.total() {
            let (table, number) = self.game_at(self.given);
            self.given += 1;
            return Some(self.planned(table, number));
        }
        let (table, number) = self.instead.pop_front()?;
        Some(self.planned(table, number))
    }

    fn add(&mut self, game: &PlannedGame, score: Option<&Score>) {
        let table = game.pairing as usize - 1;
        let known = &self.tables[table];
        let counted = score.and_then(|score| Counted::new(&game.seats, self.terms.entrants, score));
        self.played += 1;
        if self.terms.told {
            let log = &mut self.logs[table];
            log.games.push((game.round, game.game));
            if let Some(counted) = &counted {
                let shares = self.terms.points.shares(&counted.places);
                for (player, share) in counted.players.iter().zip(shares) {
                    if let Some(index) = known.members.iter().position(|member| member == player) {
                        log.score[index] += share;
                    }
                }
            }
        }
        if let Some(counted) = counted {
            self.books[known.group].add(&counted);
            return;
        }
        let log = &mut self.logs[table];
        log.void += 1;
        if self.terms.instead && log.void <= MOST_INSTEAD {
            self.instead.push_back((table, self.terms.games + log.void - 1));
            self.more += 1;
        }
    }

    fn is_over(&self) -> bool {
        self.played == self.total() + self.more
    }

    fn end(&self) -> StageEnd {
        let groups: Vec<Vec<Row>> = (0..self.books.len()).map(|group| self.rows(group)).collect();
        let Some(advance) = self.terms.advance else {
            return StageEnd { ranking: by_place(&groups), advancing: Vec::new() };
        };
        // All winners, then all who were second: as they are seeded in the next stage.
        let mut advancing = Vec::new();
        let is_one = groups.len() == 1;
        for rank in 0..advance {
            for (group, rows) in groups.iter().enumerate() {
                advancing.extend(rows.get(rank).map(|row| Seeded {
                    entrant: row.entrant,
                    group: (!is_one).then_some(group),
                    rank,
                }));
            }
        }
        StageEnd { ranking: by_place(&groups), advancing }
    }

    fn chart(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Going {
        let many = self.books.len() > 1;
        let group = |number: usize| Group {
            name: if many { letter(number) } else { String::new() },
            rows: self.rows(number),
        };
        Going {
            games: self.total() + self.more,
            played: self.played,
            groups: (0..self.books.len()).map(group).collect(),
            rounds: if self.terms.told { self.rounds(place) } else { Vec::new() },
        }
    }

    fn left(&self) -> (u64, bool) {
        (self.total() + self.more - self.played, true)
    }
}

/// The groups together: all who are first in theirs, then all who are second. Those of one group
/// who share a place share it here, too; those of different groups are not compared.
fn by_place(groups: &[Vec<Row>]) -> Vec<Vec<usize>> {
    if let [rows] = groups {
        return ranking(rows);
    }
    let most = groups.iter().map(Vec::len).max().unwrap_or(0) as u32;
    let at = |place: u32| -> Vec<usize> {
        let rows = groups.iter().flatten().filter(|row| row.place == place);
        rows.map(|row| row.entrant).collect()
    };
    (1..=most).map(at).filter(|entrants| !entrants.is_empty()).collect()
}

/// What a group is called: A, B, …, Z, AA, …
pub(super) fn letter(number: usize) -> String {
    let last = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => letter(more - 1) + &last.to_string(),
    }
}
