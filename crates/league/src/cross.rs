//! Who beat whom: the cross-table of a series.

use std::cmp::Ordering;

use gyoji_core::record::Ended;
use serde::Serialize;

use crate::stats::Counts;

/// The games of one player against another; where more than two play, who came in before whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Duel {
    /// How often it was better.
    pub wins: u64,
    /// How often they were equal.
    pub draws: u64,
    /// How often it was worse.
    pub losses: u64,
}

impl Duel {
    /// How often they met.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// How likely it is the better one, by these games alone.
    pub fn los(&self) -> f64 {
        Counts::Games([self.losses, self.draws, self.wins]).careful_los(self.wins, self.losses)
    }

    /// A win counts 1, a draw ½.
    pub fn score(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

/// All players against all.
#[derive(Clone, Debug)]
pub struct CrossTable {
    players: usize,
    duels: Vec<Duel>,
}

impl CrossTable {
    /// Nobody has met yet.
    pub fn new(players: usize) -> CrossTable {
        CrossTable { players, duels: vec![Duel::default(); players * players] }
    }

    /// Adds a game of these players, by seat.
    pub fn add(&mut self, ended: &Ended, seated: &[usize]) {
        for (place, &player) in ended.places.iter().zip(seated) {
            for (other_place, &other) in ended.places.iter().zip(seated) {
                if player == other {
                    continue;
                }
                let duel = &mut self.duels[player * self.players + other];
                match place.cmp(other_place) {
                    Ordering::Less => duel.wins += 1,
                    Ordering::Equal => duel.draws += 1,
                    Ordering::Greater => duel.losses += 1,
                }
            }
        }
    }

    /// What a player has done against another.
    pub fn duel(&self, player: usize, other: usize) -> Duel {
        self.duels[player * self.players + other]
    }
}

#[cfg(test)]
mod tests {
    use gyoji_core::record::FaultKind;
    use gyoji_core::{Outcome, Seat};

    use super::*;

    #[test]
    fn what_one_wins_the_other_loses() {
        let mut table = CrossTable::new(3);
        let loss = Ended::lost(Seat(0), 2, Ended::FAULT, Some(FaultKind::Time));
        table.add(&loss, &[2, 0]);
        table.add(&Ended::by_rules(&Outcome::draw(2, "full")), &[0, 2]);
        assert_eq!(table.duel(0, 2), Duel { wins: 1, draws: 1, losses: 0 });
        assert_eq!(table.duel(2, 0), Duel { wins: 0, draws: 1, losses: 1 });
        assert_eq!((table.duel(0, 2).score(), table.duel(0, 2).games()), (1.5, 2));
        assert_eq!(table.duel(0, 1).games(), 0);
    }

    #[test]
    fn four_at_a_table_are_compared_by_their_places() {
        let mut table = CrossTable::new(5);
        let ended = Ended { places: vec![1, 3, 2, 3], ..Ended::void(4, "") };
        table.add(&ended, &[4, 1, 0, 2]);
        assert_eq!(table.duel(4, 0).wins, 1);
        assert_eq!(table.duel(1, 2).draws, 1);
        assert_eq!(table.duel(1, 0).losses, 1);
        assert_eq!(table.duel(3, 0).games(), 0);
    }
}
