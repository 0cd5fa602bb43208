//! In which order entrants come into a stage, and who is put into which group.

use super::{Seeded, lot};

/// Draws lots: among all, or among those who had the same place in different groups.
pub(super) fn draw_lots(seeded: &mut [Seeded], seed: u64) {
    seeded.sort_by_key(|one| {
        let rank = if one.group.is_some() { one.rank } else { 0 };
        (rank, std::cmp::Reverse(lot(seed, one.entrant)))
    });
}

/// Changes the order for a bracket so that nobody meets somebody of the same group in the first
/// round, if another of the same place can take the seat.
pub(super) fn keep_apart(seeded: &mut [Seeded]) {
    let size = seeded.len().next_power_of_two();
    let met = |one: &Seeded, other: &Seeded| one.group.is_some() && one.group == other.group;
    // The first of all meets the last, the second the last but one.
    let first = size - seeded.len();
    for one in first..size / 2 {
        let other = size - 1 - one;
        if !met(&seeded[one], &seeded[other]) {
            continue;
        }
        let is_better = |&instead: &usize| {
            let opponent = size - 1 - instead;
            seeded[instead].rank == seeded[other].rank
                && !met(&seeded[one], &seeded[instead])
                && (opponent >= seeded.len() || !met(&seeded[opponent], &seeded[other]))
        };
        let found = (0..seeded.len()).rev().filter(|&index| index != one && index != other);
        if let Some(instead) = found.into_iter().find(is_better) {
            seeded.swap(other, instead);
        }
    }
}

/// The sizes of as few groups as it takes, as equal as can be.
pub(super) fn sizes(entrants: usize, most: usize) -> Vec<usize> {
    let groups = entrants.div_ceil(most).max(1);
    (0..groups).map(|group| entrants / groups + usize::from(group < entrants % groups)).collect()
}

/// Puts entrants into groups of these sizes like a snake, forwards and backwards in turn, so that
/// the sums of the places are equal. Those who come from the same group are then kept apart by
/// changing places with others who had the same rank, if that is possible.
pub(super) fn deal(seeded: &[Seeded], sizes: &[usize]) -> Vec<Vec<usize>> {
    let count = sizes.len();
    let mut groups: Vec<Vec<Seeded>> = vec![Vec::new(); count];
    for (turn, pot) in seeded.chunks(count.max(1)).enumerate() {
        let mut open: Vec<usize> =
            (0..count).filter(|&group| groups[group].len() < sizes[group]).collect();
        if turn % 2 == 1 && pot.len() == count {
            open.reverse();
        }
        for (one, &group) in pot.iter().zip(&open) {
            groups[group].push(*one);
        }
    }
    while separate(&mut groups) {}
    groups.iter().map(|group| group.iter().map(|one| one.entrant).collect()).collect()
}

/// Makes one change after which fewer of the same group meet again; false if there is none.
fn separate(groups: &mut [Vec<Seeded>]) -> bool {
    // How many of its own group somebody would find there, beside the one it changes with.
    let met = |group: &[Seeded], one: &Seeded, leaves: usize| {
        let others = group.iter().filter(|other| other.entrant != leaves);
        others.filter(|other| other.entrant != one.entrant && other.group == one.group).count()
    };
    for here in 0..groups.len() {
        for index in 0..groups[here].len() {
            let one = groups[here][index];
            let now = met(&groups[here], &one, one.entrant);
            if one.group.is_none() || now == 0 {
                continue;
            }
            for there in (0..groups.len()).filter(|&there| there != here) {
                let better = |other: &Seeded| {
                    let before = now + met(&groups[there], other, other.entrant);
                    let after = met(&groups[there], &one, other.entrant)
                        + met(&groups[here], other, one.entrant);
                    other.rank == one.rank && after < before
                };
                if let Some(other) = groups[there].iter().position(better) {
                    let changed = std::mem::replace(&mut groups[there][other], one);
                    groups[here][index] = changed;
                    return true;
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All of so many groups who were first, then all who were second.
    fn best_two(groups: usize) -> Vec<Seeded> {
        let one = |rank: usize, group: usize| Seeded {
            entrant: 10 * group + rank,
            group: Some(group),
            rank,
        };
        (0..2).flat_map(|rank| (0..groups).map(move |group| one(rank, group))).collect()
    }

    #[test]
    fn groups_are_as_equal_as_can_be() {
        assert_eq!(sizes(16, 4), [4, 4, 4, 4]);
        assert_eq!(sizes(13, 4), [4, 3, 3, 3]);
        assert_eq!(sizes(9, 4), [3, 3, 3]);
        assert_eq!(sizes(6, 4), [3, 3]);
        assert_eq!(sizes(3, 4), [3]);
    }

    #[test]
    fn those_of_one_table_come_to_different_ones() {
        for (before, sizes) in
            [(4, vec![4, 4]), (3, vec![3, 3]), (2, vec![2, 2]), (6, vec![4, 4, 4])]
        {
            let groups = deal(&best_two(before), &sizes);
            for (group, size) in groups.iter().zip(&sizes) {
                assert_eq!(group.len(), *size);
                let mut from: Vec<usize> = group.iter().map(|entrant| entrant / 10).collect();
                from.sort_unstable();
                from.dedup();
                assert_eq!(from.len(), *size, "{before} tables: {groups:?}");
            }
        }
    }

    #[test]
    fn those_of_one_group_do_not_meet_in_the_first_round() {
        for groups in 2..9 {
            let mut seeded = best_two(groups);
            keep_apart(&mut seeded);
            let size = seeded.len().next_power_of_two();
            for one in 0..size / 2 {
                if let Some(other) = seeded.get(size - 1 - one) {
                    assert_ne!(seeded[one].group, other.group, "{groups} groups");
                }
            }
            let ranks: Vec<usize> = seeded.iter().map(|one| one.rank).collect();
            assert!(ranks.is_sorted(), "who was first is seeded first");
        }
    }

    #[test]
    fn lots_are_drawn_among_those_of_the_same_place() {
        let mut seeded = best_two(5);
        draw_lots(&mut seeded, 3);
        assert!(seeded.iter().map(|one| one.rank).is_sorted());
        assert_ne!(seeded, best_two(5));
    }
}
