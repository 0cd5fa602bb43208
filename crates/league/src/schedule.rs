//! Who meets whom, in which seats, and in which order.

use gyoji_core::record::{Place, Plan, Player};
use gyoji_core::{Game, Setup};

use crate::id_of;
use crate::seating::Seating;

/// Which players sit at one table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pairings {
    /// Every set of players that fills a table.
    AllAgainstAll,
    /// Those among them in which the first player sits.
    Gauntlet,
}

impl Pairings {
    /// The tables of so many players, by their numbers.
    pub fn tables(self, players: usize, seats: usize) -> Vec<Vec<usize>> {
        let mut tables = vec![Vec::new()];
        for player in 0..players {
            let with_it: Vec<Vec<usize>> = tables
                .iter()
                .filter(|table| table.len() < seats)
                .map(|table| [&table[..], &[player]].concat())
                .collect();
            tables.extend(with_it);
        }
        tables.retain(|table| table.len() == seats);
        tables.retain(|table| self == Pairings::AllAgainstAll || table.contains(&0));
        tables.sort();
        tables
    }
}

/// One game of a schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The number of the player in each seat.
    pub seats: Vec<usize>,
    /// The seed of the game: the same for those in which everybody has every seat once.
    pub seed: u64,
    /// Where it stands.
    pub place: Place,
}

impl Slot {
    /// The plan of this game between these players.
    pub fn plan<G: Game>(&self, players: &[Player], setup: &Setup) -> Plan {
        let seated = self.seats.iter().map(|&number| players[number].clone()).collect();
        let setup = Setup { seed: self.seed, ..setup.clone() };
        let plan = Plan::new::<G>(id_of(&self.place), &setup, seated);
        Plan { place: Some(self.place.clone()), ..plan }
    }
}

/// A series: the same tables meet again and again, with changing seats.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The name of the series.
    pub series: String,
    /// Who meets, by their numbers.
    pub tables: Vec<Vec<usize>>,
    /// How many seats a table has.
    pub seats: usize,
    /// How many games each table plays.
    pub games: u64,
    /// Decides who sits where, and how games begin.
    pub seed: u64,
}

impl Schedule {
    /// How many games there are.
    pub fn len(&self) -> u64 {
        self.games.saturating_mul(self.tables.len() as u64)
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The games. A round gives everybody at a table every seat once; all tables play a round
    /// before the next begins, so that a series that is broken off has been fair to all.
    pub fn slots(&self) -> impl Iterator<Item = Slot> + Clone + Send + '_ {
        let seating = Seating::new(self.seats, self.seed);
        let length = self.seats as u64;
        (0..self.games.div_ceil(length)).flat_map(move |round| {
            let seating = seating.clone();
            let first = round * length;
            let games = first..(first + length).min(self.games);
            self.tables.iter().enumerate().flat_map(move |(pairing, table)| {
                let seating = seating.clone();
                games.clone().map(move |number| Slot {
                    seats: seating.game(number).into_iter().map(|index| table[index]).collect(),
                    seed: self.seed.wrapping_add(round),
                    place: Place {
                        series: self.series.clone(),
                        stage: String::new(),
                        round: round as u32 + 1,
                        pairing: pairing as u32 + 1,
                        game: (number - first) as u32 + 1,
                        replay: 0,
                    },
                })
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;
    use crate::id_of;

    fn schedule(pairings: Pairings, players: usize, seats: usize, games: u64) -> Schedule {
        let tables = pairings.tables(players, seats);
        Schedule { series: "s".into(), tables, seats, games, seed: 7 }
    }

    #[test]
    fn everybody_meets_everybody_in_every_seat() {
        let all = schedule(Pairings::AllAgainstAll, 4, 2, 4);
        assert_eq!(all.len(), 6 * 4);
        let mut met = BTreeMap::new();
        for slot in all.slots() {
            *met.entry(slot.seats).or_insert(0) += 1;
        }
        assert_eq!(met.len(), 12, "every ordered pair");
        assert!(met.values().all(|count| *count == 2), "{met:?}");
    }

    #[test]
    fn five_at_tables_of_four_go_through_every_order() {
        let all = schedule(Pairings::AllAgainstAll, 5, 4, 24);
        let orders: HashSet<Vec<usize>> = all.slots().map(|slot| slot.seats).collect();
        assert_eq!((all.len(), orders.len()), (120, 120));
        let first = schedule(Pairings::Gauntlet, 5, 4, 24);
        assert_eq!(first.len(), 4 * 24);
        assert!(first.slots().all(|slot| slot.seats.contains(&0)));
    }

    #[test]
    fn a_series_that_breaks_off_was_fair_to_all_tables() {
        let all = schedule(Pairings::AllAgainstAll, 3, 2, 10);
        for played in (6..30).step_by(6) {
            let mut games = [0; 3];
            for slot in all.slots().take(played) {
                slot.seats.iter().for_each(|&player| games[player] += 1);
            }
            assert!(games.iter().all(|count| *count == games[0]), "{games:?}");
        }
    }

    #[test]
    fn no_two_games_have_the_same_name() {
        let all = schedule(Pairings::AllAgainstAll, 4, 2, 7);
        let ids: HashSet<String> = all.slots().map(|slot| id_of(&slot.place)).collect();
        assert_eq!(ids.len() as u64, all.len());
        // A pair of games with changed colours begins the same way.
        let seeds: Vec<u64> = all.slots().map(|slot| slot.seed).take(2).collect();
        assert_eq!(seeds, [7, 7]);
    }

    #[test]
    fn too_few_players_fill_no_table() {
        assert!(schedule(Pairings::AllAgainstAll, 1, 2, 2).is_empty());
        assert_eq!(schedule(Pairings::AllAgainstAll, 2, 2, 1).len(), 1);
    }
}
