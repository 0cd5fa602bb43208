//! The choices that a game consists of, and which value stands where.

use std::collections::BTreeMap;

use super::super::fit::{Choice, Weights};
use super::{Model, Results, Ties};

/// Which value stands where: the players, the imagined opponent, the seats, the ties.
pub(super) struct Layout {
    players: usize,
    model: Model,
    /// The values of all seats but the last, which is the one they are compared with.
    pub(super) seats: Vec<usize>,
    /// The values of ties, by the number of those who tie.
    pub(super) ties: Vec<(usize, usize)>,
}

impl Layout {
    pub(super) fn new(results: &Results, model: Model) -> Layout {
        let thetas = results.players + usize::from(model.ghost);
        let seats = results.games.keys().map(|(seated, _)| seated.len()).max().unwrap_or(0);
        let seats = if model.seats { seats.saturating_sub(1) } else { 0 };
        let seats: Vec<usize> = (thetas..thetas + seats).collect();
        let mut sizes: Vec<usize> = Vec::new();
        if model.ties == Ties::Davidson {
            let groups = results.games.keys().flat_map(|(_, places)| groups(places));
            sizes.extend(groups.map(|group| group.len()).filter(|size| *size > 1));
            sizes.sort_unstable();
            sizes.dedup();
        }
        let first = thetas + seats.len();
        let ties = sizes.into_iter().enumerate().map(|(number, size)| (size, first + number));
        Layout { players: results.players, model, seats, ties: ties.collect() }
    }

    /// How many values are players, the imagined one included.
    pub(super) fn thetas(&self) -> usize {
        self.players + usize::from(self.model.ghost)
    }

    /// How many values there are.
    pub(super) fn values(&self) -> usize {
        self.thetas() + self.seats.len() + self.ties.len()
    }

    /// All the choices of all games.
    pub(super) fn choices(&self, games: &BTreeMap<(Vec<usize>, Vec<u8>), u64>) -> Vec<Choice> {
        let mut choices = Vec::new();
        for ((seated, places), &times) in games {
            let orders = match self.model.ties {
                Ties::Davidson => vec![groups(places)],
                Ties::Shared => orders(&groups(places)),
            };
            let times = times as f64 / orders.len() as f64;
            for order in orders {
                self.add_game(seated, &order, times, &mut choices);
            }
        }
        if self.model.ghost {
            let ghost = self.players;
            for player in 0..self.players {
                for chosen in [0, 1] {
                    let alternatives = vec![vec![(player, 1.0)], vec![(ghost, 1.0)]];
                    choices.push(Choice { alternatives, chosen, times: 0.5 });
                }
            }
        }
        choices
    }

    /// One game: `order` has the seats in groups, best first.
    fn add_game(
        &self,
        seated: &[usize],
        order: &[Vec<usize>],
        times: f64,
        choices: &mut Vec<Choice>,
    ) {
        for (place, group) in order.iter().enumerate() {
            let left: Vec<usize> = order[place..].concat();
            if left.len() < 2 {
                return;
            }
            let mut sets = subsets(&left);
            sets.retain(|set| {
                set.len() == 1 || self.ties.iter().any(|(size, _)| *size == set.len())
            });
            let Some(chosen) = sets.iter().position(|set| is_same(set, group)) else { continue };
            let alternatives = sets.iter().map(|set| self.weights(seated, set)).collect();
            choices.push(Choice { alternatives, chosen, times });
        }
    }

    /// The weight of these seats being chosen together: the mean of theirs, and that of a tie.
    fn weights(&self, seated: &[usize], set: &[usize]) -> Weights {
        let share = 1.0 / set.len() as f64;
        let players = set.iter().map(|&seat| (seated[seat], share));
        let seats = set.iter().filter_map(|&seat| Some((*self.seats.get(seat)?, share)));
        let tie = self.ties.iter().find(|(size, _)| *size == set.len());
        players.chain(seats).chain(tie.map(|&(_, index)| (index, 1.0))).collect()
    }
}

/// The seats in groups of equal places, best first.
fn groups(places: &[u8]) -> Vec<Vec<usize>> {
    let mut groups: BTreeMap<u8, Vec<usize>> = BTreeMap::new();
    for (seat, &place) in places.iter().enumerate() {
        groups.entry(place).or_default().push(seat);
    }
    groups.into_values().collect()
}

/// Every order without ties that agrees with the groups.
fn orders(groups: &[Vec<usize>]) -> Vec<Vec<Vec<usize>>> {
    let mut orders: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for group in groups {
        let mut ways: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
        for &seat in group {
            let put = |way: &Vec<Vec<usize>>| -> Vec<Vec<Vec<usize>>> {
                let at = |place: usize| {
                    let mut way = way.clone();
                    way.insert(place, vec![seat]);
                    way
                };
                (0..=way.len()).map(at).collect()
            };
            ways = ways.iter().flat_map(put).collect();
        }
        orders = orders
            .iter()
            .flat_map(|order| ways.iter().map(|way| [&order[..], &way[..]].concat()))
            .collect();
    }
    orders
}

/// All sets of these seats that have somebody in them.
fn subsets(seats: &[usize]) -> Vec<Vec<usize>> {
    let chosen = |bits: usize| {
        let is_in = |(index, _): &(usize, &usize)| bits >> index & 1 == 1;
        seats.iter().enumerate().filter(is_in).map(|(_, &seat)| seat).collect()
    };
    (1..1 << seats.len()).map(chosen).collect()
}

fn is_same(a: &[usize], b: &[usize]) -> bool {
    a.len() == b.len() && a.iter().all(|seat| b.contains(seat))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_become_groups_and_ties_every_order() {
        assert_eq!(groups(&[1, 3, 2, 3]), [vec![0], vec![2], vec![1, 3]]);
        assert_eq!(orders(&groups(&[1, 3, 2, 3])).len(), 2);
        assert_eq!(orders(&groups(&[1, 1, 1, 1])).len(), 24);
        assert_eq!(orders(&groups(&[2, 1])), [[vec![1], vec![0]]]);
    }
}
