//! Who meets whom in a round of a Swiss system.

use std::collections::HashMap;

/// How many attempts are made to pair without meeting again.
const MOST_TRIED: u64 = 300_000;

/// How one stands before a round.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) player: usize,
    /// Its number among those who came in.
    pub(super) seed: usize,
    pub(super) score: i64,
    /// First seats less second seats.
    pub(super) balance: i64,
    pub(super) byes: usize,
}

/// How often two have met, the lower number first.
type Met = HashMap<(usize, usize), u32>;

/// The pairs of a round, best first, and who has a bye, from standings in order. Whether seats
/// are to be looked at: with an even number of games everybody has both.
pub(super) fn pair(
    standings: &[Standing],
    met: &Met,
    seats: bool,
) -> (Vec<[usize; 2]>, Option<usize>) {
    let mut pairing = Pairing { met, seats, tried: 0, again: false, pairs: Vec::new() };
    if standings.len().is_multiple_of(2) {
        return (pairing.all(standings), None);
    }
    // The bye goes to the last of those with the fewest, if the others can be paired then.
    let fewest = standings.iter().map(|one| one.byes).min().unwrap_or(0);
    let mut candidates: Vec<usize> =
        (0..standings.len()).rev().filter(|&index| standings[index].byes == fewest).collect();
    let without =
        |index: usize| -> Vec<Standing> { [&standings[..index], &standings[index + 1..]].concat() };
    // One after the other is enough: if none of many will do, nobody will.
    candidates.truncate(16);
    for &index in &candidates {
        pairing.tried = 0;
        if pairing.fresh(&without(index)) {
            return (std::mem::take(&mut pairing.pairs), Some(standings[index].player));
        }
    }
    let index = candidates.first().copied().unwrap_or(0);
    (pairing.all(&without(index)), standings.get(index).map(|one| one.player))
}

struct Pairing<'a> {
    met: &'a Met,
    seats: bool,
    tried: u64,
    /// Whether some may meet again.
    again: bool,
    pairs: Vec<[usize; 2]>,
}

impl Pairing<'_> {
    /// Pairs everybody, with as few as possible who meet again if it must be.
    fn all(&mut self, standings: &[Standing]) -> Vec<[usize; 2]> {
        self.tried = 0;
        if !self.fresh(standings) {
            self.again = true;
            self.pairs.clear();
            self.rest(standings);
        }
        std::mem::take(&mut self.pairs)
    }

    /// Pairs everybody with somebody new.
    fn fresh(&mut self, standings: &[Standing]) -> bool {
        self.again = false;
        self.pairs.clear();
        self.rest(standings)
    }

    fn times(&self, one: usize, other: usize) -> u32 {
        self.met.get(&(one.min(other), one.max(other))).copied().unwrap_or(0)
    }

    /// Pairs the first of these with the best opponent that leaves a way for the rest.
    fn rest(&mut self, left: &[Standing]) -> bool {
        let Some(&first) = left.first() else { return true };
        let level = left.iter().filter(|one| one.score == first.score).count();
        let cost = |index: usize| {
            let other = left[index];
            // Of equals, the best of the upper half meets the best of the lower half.
            let off = match other.score == first.score {
                true => index.abs_diff(level / 2),
                false => index,
            };
            let same_seat = self.seats && first.balance * other.balance > 0;
            let times = self.times(first.player, other.player);
            (times, first.score - other.score, same_seat, off)
        };
        let mut order: Vec<usize> = (1..left.len()).collect();
        order.sort_by_cached_key(|&index| cost(index));
        for index in order {
            if !self.again && self.times(first.player, left[index].player) > 0 {
                break;
            }
            self.tried += 1;
            if !self.again && self.tried > MOST_TRIED {
                return false;
            }
            let other = left[index];
            let mut others = left.to_vec();
            others.remove(index);
            others.remove(0);
            self.pairs.push([first.player, other.player]);
            if self.rest(&others) {
                return true;
            }
            self.pairs.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standings(scores: &[i64]) -> Vec<Standing> {
        let one = |(player, &score): (usize, &i64)| Standing {
            player,
            seed: player,
            score,
            balance: 0,
            byes: 0,
        };
        scores.iter().enumerate().map(one).collect()
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        let (pairs, bye) = pair(&standings(&[0; 8]), &Met::new(), false);
        assert_eq!(pairs, [[0, 4], [1, 5], [2, 6], [3, 7]]);
        assert_eq!(bye, None);
        let (pairs, bye) = pair(&standings(&[0; 5]), &Met::new(), false);
        assert_eq!((pairs, bye), (vec![[0, 2], [1, 3]], Some(4)));
    }

    #[test]
    fn who_has_met_does_not_meet_again_while_there_is_a_way() {
        // Four players: 0-1 and 2-3 have met, and the top two would be next.
        let met = Met::from([((0, 1), 1), ((2, 3), 1)]);
        assert_eq!(pair(&standings(&[2, 2, 0, 0]), &met, false).0, [[0, 2], [1, 3]]);
        let met = Met::from([((0, 1), 1), ((2, 3), 1), ((0, 2), 1), ((1, 3), 1)]);
        assert_eq!(pair(&standings(&[4, 2, 2, 0]), &met, false).0, [[0, 3], [1, 2]]);
        // All have met: then it has to be.
        let met: Met =
            [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)].map(|pair| (pair, 1)).into();
        assert_eq!(pair(&standings(&[6, 4, 2, 0]), &met, false).0, [[0, 1], [2, 3]]);
    }

    #[test]
    fn nobody_has_a_second_bye_before_all_have_had_one() {
        let mut all = standings(&[2, 2, 0]);
        all[2].byes = 1;
        assert_eq!(pair(&all, &Met::new(), false), (vec![[0, 2]], Some(1)));
        // 1 would have the bye, but 0 and 2 have met: so it is 0's.
        let met = Met::from([((0, 2), 1)]);
        assert_eq!(pair(&all, &met, false), (vec![[1, 2]], Some(0)));
    }

    #[test]
    fn among_equals_those_meet_who_want_different_seats() {
        let mut all = standings(&[2, 2, 2, 2]);
        for (one, balance) in all.iter_mut().zip([1, -1, 1, -1]) {
            one.balance = balance;
        }
        assert_eq!(pair(&all, &Met::new(), true).0, [[0, 1], [2, 3]]);
        assert_eq!(pair(&all, &Met::new(), false).0, [[0, 2], [1, 3]]);
    }
}
