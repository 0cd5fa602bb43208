//! Who sits where in a series of games, so that nobody has the better seats.

use fastrand::Rng;

/// The order of the seats in every game of a series.
///
/// Games of two change seats from game to game. Where more play, all orders of the seats are
/// gone through, again and again: each `seats` games give every player every seat once, and
/// each `seats!` games (24 for four) have every order once. In which sequence is drawn by lot
/// from the seed, so that a series that ends in the middle favours nobody by design.
#[derive(Clone, Debug)]
pub struct Seating {
    seats: usize,
    seed: u64,
}

impl Seating {
    /// The order for a table of `seats`.
    pub fn new(seats: usize, seed: u64) -> Seating {
        Seating { seats, seed }
    }

    /// How many games it takes until every order has been played.
    pub fn round(&self) -> u64 {
        (1..=self.seats as u64).product()
    }

    /// The number of the player in each seat in game `number`, counted from 0.
    pub fn game(&self, number: u64) -> Vec<usize> {
        if self.seats <= 2 {
            return rotation(number, self.seats);
        }
        let mut rng = Rng::with_seed(self.seed ^ (number / self.round()).wrapping_mul(0x9e37_79b9));
        let circles = circles(self.seats);
        let mut order: Vec<usize> = (0..circles.len()).collect();
        rng.shuffle(&mut order);
        let place = (number % self.round()) as usize;
        let (turn, shift) = (place / self.seats, place % self.seats);
        let mut shifts: Vec<usize> = (0..self.seats).collect();
        // The shifts of one circle are drawn anew; those of the circles before were drawn first.
        for _ in 0..=turn {
            rng.shuffle(&mut shifts);
        }
        let circle = &circles[order[turn]];
        (0..self.seats).map(|seat| circle[(seat + shifts[shift]) % self.seats]).collect()
    }
}

/// Who sits where in game `number` when everybody moves on by one seat each game.
pub fn rotation(number: u64, seats: usize) -> Vec<usize> {
    let shift = (number % seats as u64) as usize;
    (0..seats).map(|seat| (seat + shift) % seats).collect()
}

/// All ways to sit around a table that are not turns of each other: the first player stays.
fn circles(seats: usize) -> Vec<Vec<usize>> {
    let mut circles = vec![vec![0]];
    for player in 1..seats {
        let mut longer = Vec::new();
        for circle in &circles {
            for place in 1..=circle.len() {
                let mut circle = circle.clone();
                circle.insert(place, player);
                longer.push(circle);
            }
        }
        circles = longer;
    }
    circles
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn two_change_seats_whatever_the_seed() {
        let games: Vec<_> = (0..4).map(|number| Seating::new(2, 9).game(number)).collect();
        assert_eq!(games, [[0, 1], [1, 0], [0, 1], [1, 0]]);
    }

    #[test]
    fn twenty_four_games_have_every_order_of_four_once() {
        for seed in 0..20 {
            let seating = Seating::new(4, seed);
            for round in 0..3 {
                let orders: HashSet<Vec<usize>> =
                    (24 * round..24 * (round + 1)).map(|number| seating.game(number)).collect();
                assert_eq!(orders.len(), 24, "seed {seed}, round {round}");
            }
        }
        assert_eq!(Seating::new(3, 0).round(), 6);
    }

    #[test]
    fn four_games_give_everybody_every_seat_once() {
        let seating = Seating::new(4, 5);
        for group in 0..12 {
            for seat in 0..4 {
                let sat: HashSet<usize> =
                    (4 * group..4 * (group + 1)).map(|number| seating.game(number)[seat]).collect();
                assert_eq!(sat.len(), 4, "group {group}, seat {seat}");
            }
        }
    }

    #[test]
    fn the_seed_decides_the_sequence() {
        let series = |seed| -> Vec<_> { (0..24).map(|n| Seating::new(4, seed).game(n)).collect() };
        assert_eq!(series(1), series(1));
        assert_ne!(series(1), series(2));
        let firsts: HashSet<_> = (0..50).map(|seed| Seating::new(4, seed).game(0)).collect();
        assert!(firsts.len() > 10, "the first game is drawn by lot: {}", firsts.len());
        let rounds = |round: u64| -> Vec<_> {
            (0..24).map(|n| Seating::new(4, 1).game(24 * round + n)).collect()
        };
        assert_ne!(rounds(0), rounds(1));
    }
}
