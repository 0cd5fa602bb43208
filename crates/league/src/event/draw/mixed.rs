//! The tables of a qualifying: everybody has the same number of games, with as many different
//! opponents as possible, and every seat about as often.

use std::collections::HashMap;

use fastrand::Rng;

use super::fixtures::Table;

/// How much work is put into mixing well, in looks at one pair.
const WORK: usize = 4_000_000;
/// The most attempts.
const MOST_TRIED: usize = 30;

/// The tables for these teams, each with the given number of games; their product has to be a
/// multiple of the seats. Members stand in the order of their seats.
pub(super) fn mixed(teams: &[usize], games: u64, seats: usize, seed: u64) -> Vec<Table> {
    let tables = teams.len() * games as usize / seats;
    let each = (tables * seats * teams.len()).max(1);
    let mut rng = Rng::with_seed(seed);
    let mut best: Option<(u64, Vec<Vec<usize>>)> = None;
    for _ in 0..(WORK / each).clamp(1, MOST_TRIED) {
        let found = attempt(teams.len(), tables, seats, &mut rng);
        if best.as_ref().is_none_or(|(cost, _)| found.0 < *cost) {
            best = Some(found);
        }
    }
    let mut sat = vec![vec![0_u64; seats]; teams.len()];
    let seat = |(number, table): (usize, Vec<usize>)| {
        let table = seated(&table, &mut sat, &mut rng);
        Table {
            group: 0,
            members: table.into_iter().map(|index| teams[index]).collect(),
            // As many tables as fill a round of everybody.
            round: Some((number * seats / teams.len()) as u32 + 1),
        }
    };
    best.map(|(_, tables)| tables).unwrap_or_default().into_iter().enumerate().map(seat).collect()
}

/// One way to mix them, and how often the same meet again: the lower the better.
fn attempt(teams: usize, tables: usize, seats: usize, rng: &mut Rng) -> (u64, Vec<Vec<usize>>) {
    let mut met: HashMap<(usize, usize), u64> = HashMap::new();
    let pair = |one: usize, other: usize| (one.min(other), one.max(other));
    let mut games = vec![0_u64; teams];
    let mut found = Vec::new();
    let mut cost = 0;
    for _ in 0..tables {
        let mut table: Vec<usize> = Vec::new();
        while table.len() < seats {
            // Those with the fewest games first: so nobody is ever two games behind.
            let mut key = |team: &usize| {
                let times = |other: &usize| met.get(&pair(*team, *other)).copied().unwrap_or(0);
                let again: u64 = table.iter().map(times).map(|times| (times + 1).pow(2) - 1).sum();
                (games[*team], again, rng.u32(..))
            };
            let left = (0..teams).filter(|team| !table.contains(team));
            let Some((_, team)) = left.map(|team| (key(&team), team)).min() else { break };
            for &other in &table {
                let times = met.entry(pair(team, other)).or_default();
                cost += 2 * *times + 1;
                *times += 1;
            }
            table.push(team);
        }
        table.iter().for_each(|&team| games[team] += 1);
        found.push(table);
    }
    (cost, found)
}

/// The order in which a table sits down so that everybody has had every seat about as often.
fn seated(table: &[usize], sat: &mut [Vec<u64>], rng: &mut Rng) -> Vec<usize> {
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in table {
        let longer = |order: Vec<usize>| {
            let left = table.iter().filter(|team| !order.contains(team));
            left.map(|&team| [&order[..], &[team]].concat()).collect::<Vec<_>>()
        };
        orders = orders.into_iter().flat_map(longer).collect();
    }
    rng.shuffle(&mut orders);
    let cost = |order: &Vec<usize>| -> u64 {
        order.iter().enumerate().map(|(seat, &team)| (sat[team][seat] + 1).pow(3)).sum()
    };
    let best = orders.into_iter().min_by_key(cost).unwrap_or_default();
    for (seat, &team) in best.iter().enumerate() {
        sat[team][seat] += 1;
    }
    best
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn everybody_has_the_same_number_of_games_and_meets_as_many_others_as_possible() {
        for (teams, games) in [(17, 8), (20, 8), (20, 5), (30, 8), (5, 4), (23, 4), (100, 8)] {
            let names: Vec<usize> = (0..teams).collect();
            let tables = mixed(&names, games, 4, 7);
            let mut played = vec![0; teams];
            let mut met: HashMap<(usize, usize), u64> = HashMap::new();
            let mut sat = vec![[0; 4]; teams];
            for table in &tables {
                let members: HashSet<&usize> = table.members.iter().collect();
                assert_eq!(members.len(), 4, "{table:?}");
                for (seat, &one) in table.members.iter().enumerate() {
                    played[one] += 1;
                    sat[one][seat] += 1;
                    for &other in table.members.iter().filter(|&&other| other > one) {
                        *met.entry((one, other)).or_default() += 1;
                    }
                }
            }
            assert!(played.iter().all(|&count| count == games), "{teams}: {played:?}");
            // Every team has 3·games opponents; spread evenly each other team would be met
            // so often at the most. One more than that is as bad as it gets.
            let even = (3 * games).div_ceil(teams as u64 - 1);
            let most = met.values().copied().max().unwrap();
            assert!(most <= even + 1, "{teams} teams, {games} games: some meet {most} times");
            let pairs = teams * (teams - 1) / 2;
            let least = ((3 * games as usize * teams / 2).min(pairs)) * 85 / 100;
            assert!(met.len() >= least, "{teams} teams: {} of {pairs} pairs meet", met.len());
            // Every seat about as often.
            let uneven = sat.iter().flatten().map(|&count: &u64| count.abs_diff(games / 4)).max();
            assert!(uneven.unwrap() <= 1, "{teams} teams, {games} games: {sat:?}");
        }
    }

    #[test]
    fn the_lot_decides() {
        let names: Vec<usize> = (0..20).collect();
        let tables = |seed| -> Vec<Vec<usize>> {
            mixed(&names, 4, 4, seed).into_iter().map(|table| table.members).collect()
        };
        assert_eq!(tables(1), tables(1));
        assert_ne!(tables(1), tables(2));
    }
}
