//! Whoever loses a meeting is out.
//!
//! A meeting is up to `best-of` games with changing seats, and ends as soon as nobody can catch
//! up any more. If it is even then, up to four more games are played in pairs with changed seats,
//! until one leads after a pair. If it is still even, whoever lost fewer games by a fault goes
//! on, then whoever has more of the game's own points, then the lot decides.

use gyoji_core::record::Place;

use super::book::Counted;
use super::{Going, PlannedGame, Score, Seeded, Stage, StageEnd, lot, mix};
use crate::event::chart::{self, Round, State};

/// How many games are played after the last one if it is even: whole pairs.
const EXTRA: usize = 4;
/// How many void games a meeting makes up for.
const MOST_VOID: usize = 6;

/// Who may sit at one side of a meeting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    /// An earlier meeting decides it.
    Open,
    /// Nobody: the other one has a bye.
    Nobody,
    Player(usize),
}

/// A game of a meeting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Played {
    Running,
    Void,
    /// What each side scored, in halves.
    Counted([u32; 2]),
}

#[derive(Clone, Debug)]
struct Meeting {
    sides: [Side; 2],
    games: Vec<Played>,
    faults: [u32; 2],
    points: [i64; 2],
    /// The side that goes on.
    winner: Option<usize>,
}

impl Meeting {
    fn new(sides: [Side; 2]) -> Meeting {
        Meeting { sides, games: Vec::new(), faults: [0; 2], points: [0; 2], winner: None }
    }

    fn score(&self) -> [u32; 2] {
        self.games.iter().fold([0; 2], |sum, game| match game {
            Played::Counted(score) => [sum[0] + score[0], sum[1] + score[1]],
            _ => sum,
        })
    }

    fn count(&self, wanted: impl Fn(&Played) -> bool) -> usize {
        self.games.iter().filter(|game| wanted(game)).count()
    }

    fn counted(&self) -> usize {
        self.count(|game| matches!(game, Played::Counted(_)))
    }

    fn players(&self) -> Option<[usize; 2]> {
        match self.sides {
            [Side::Player(one), Side::Player(other)] => Some([one, other]),
            _ => None,
        }
    }

    /// Whether another game is needed whatever comes of those that run.
    fn needs_another(&self, best_of: usize) -> bool {
        if self.players().is_none() || self.winner.is_some() {
            return false;
        }
        if self.games.len() >= best_of + EXTRA + MOST_VOID {
            return false;
        }
        let running = self.count(|game| *game == Played::Running);
        let counted = self.counted();
        if counted >= best_of {
            // Both games of a pair are played.
            return running == 0 || (running == 1 && (counted - best_of).is_multiple_of(2));
        }
        let [one, other] = self.score();
        let left = best_of - counted;
        // If the leader won all that run, could the other still catch up in what remains?
        running == 0
            || (running < left
                && one.abs_diff(other) as usize + 2 * running <= 2 * (left - running))
    }

    /// The side that has won, as soon as that is decided and nothing runs.
    fn decide(&self, best_of: usize, seed: u64) -> Option<usize> {
        let players = self.players()?;
        if self.games.contains(&Played::Running) {
            return None;
        }
        let [one, other] = self.score();
        let leader = (one != other).then_some(usize::from(other > one));
        let counted = self.counted();
        let is_last = counted >= best_of + EXTRA || self.games.len() >= best_of + EXTRA + MOST_VOID;
        if is_last {
            return Some(leader.unwrap_or_else(|| self.tie(players, seed)));
        }
        if counted < best_of {
            let left = best_of - counted;
            return leader.filter(|_| one.abs_diff(other) as usize > 2 * left);
        }
        leader.filter(|_| (counted - best_of).is_multiple_of(2))
    }

    /// Who goes on if it stays even.
    fn tie(&self, players: [usize; 2], seed: u64) -> usize {
        let better = |side: usize| {
            (-i64::from(self.faults[side]), self.points[side], lot(seed, players[side]))
        };
        usize::from(better(1) > better(0))
    }

    fn state(&self) -> State {
        match (self.winner, self.sides.contains(&Side::Open)) {
            (Some(_), _) => State::Over,
            (None, true) => State::Waiting,
            (None, false) => State::Running,
        }
    }
}

/// The bracket.
#[derive(Debug)]
pub(super) struct KnockOut {
    entrants: usize,
    best_of: usize,
    seed: u64,
    advance: Option<usize>,
    rounds: Vec<Vec<Meeting>>,
    third: Option<Meeting>,
    given: u64,
    played: u64,
}

impl KnockOut {
    /// A bracket of these, the best first: the best two can only meet in the last round, and
    /// byes are for the best.
    pub(super) fn new(
        seeded: &[usize],
        entrants: usize,
        best_of: u32,
        third_place: bool,
        advance: Option<usize>,
        seed: u64,
    ) -> KnockOut {
        let size = seeded.len().next_power_of_two().max(2);
        let side = |number: usize| seeded.get(number).map_or(Side::Nobody, |&p| Side::Player(p));
        let order = bracket(size);
        let first = order.chunks(2).map(|pair| Meeting::new([side(pair[0]), side(pair[1])]));
        let mut rounds: Vec<Vec<Meeting>> = vec![first.collect()];
        while rounds[rounds.len() - 1].len() > 1 {
            let meetings = rounds[rounds.len() - 1].len() / 2;
            rounds.push(vec![Meeting::new([Side::Open; 2]); meetings]);
        }
        let third = (third_place && rounds.len() > 1).then(|| Meeting::new([Side::Open; 2]));
        let best_of = best_of as usize;
        let mut bracket =
            KnockOut { entrants, best_of, seed, advance, rounds, third, given: 0, played: 0 };
        for meeting in 0..bracket.rounds[0].len() {
            bracket.settle(0, meeting);
        }
        bracket
    }

    /// The meeting at a place; the one for the third place is the second of the last round.
    fn meeting(&mut self, round: usize, number: usize) -> &mut Meeting {
        match (&mut self.third, number) {
            (Some(third), 1) if round + 1 == self.rounds.len() => third,
            _ => &mut self.rounds[round][number],
        }
    }

    /// Looks whether a meeting is decided, and if so who meets next.
    fn settle(&mut self, round: usize, number: usize) {
        let (best_of, seed) = (self.best_of, mix(self.seed, &[round as u64, number as u64]));
        let meeting = self.meeting(round, number);
        if meeting.winner.is_some() || meeting.sides.contains(&Side::Open) {
            return;
        }
        meeting.winner = match meeting.sides {
            [_, Side::Nobody] => Some(0),
            [Side::Nobody, _] => Some(1),
            _ => meeting.decide(best_of, seed),
        };
        let Some(winner) = meeting.winner else { return };
        let (goes_on, is_out) = (meeting.sides[winner], meeting.sides[1 - winner]);
        let last = self.rounds.len() - 1;
        if round == last {
            return;
        }
        self.rounds[round + 1][number / 2].sides[number % 2] = goes_on;
        self.settle(round + 1, number / 2);
        if round + 1 == last
            && let Some(third) = &mut self.third
        {
            third.sides[number % 2] = is_out;
            self.settle(last, 1);
        }
    }

    /// Every meeting with its round and number, first rounds first, the final last.
    fn meetings(&self) -> impl Iterator<Item = (usize, usize, &Meeting)> {
        let last = self.rounds.len() - 1;
        let before = self.rounds[..last].iter().enumerate().flat_map(|(round, meetings)| {
            meetings.iter().enumerate().map(move |(number, meeting)| (round, number, meeting))
        });
        let third = self.third.iter().map(move |third| (last, 1, third));
        before.chain(third).chain([(last, 0, &self.rounds[last][0])])
    }

    fn ranking(&self) -> Vec<Vec<usize>> {
        let player = |meeting: &Meeting, wins: bool| {
            let winner = meeting.winner?;
            match meeting.sides[if wins { winner } else { 1 - winner }] {
                Side::Player(player) => Some(player),
                _ => None,
            }
        };
        let last = self.rounds.len() - 1;
        let final_meeting = &self.rounds[last][0];
        let mut ranking: Vec<Vec<usize>> = [true, false]
            .iter()
            .map(|&wins| player(final_meeting, wins).into_iter().collect())
            .collect();
        let mut rounds: Vec<&Vec<Meeting>> = self.rounds[..last].iter().rev().collect();
        if let Some(third) = &self.third {
            ranking.extend([true, false].map(|wins| player(third, wins).into_iter().collect()));
            rounds.remove(0);
        }
        ranking.extend(rounds.into_iter().map(|meetings| {
            meetings.iter().filter_map(|meeting| player(meeting, false)).collect()
        }));
        ranking.retain(|shared: &Vec<usize>| !shared.is_empty());
        ranking
    }
}

impl Stage for KnockOut {
    fn next(&mut self) -> Option<PlannedGame> {
        let best_of = self.best_of;
        let found = self.meetings().find(|(_, _, meeting)| meeting.needs_another(best_of));
        let (round, number) = found.map(|(round, number, _)| (round, number))?;
        let swapped = mix(self.seed, &[round as u64, number as u64]) % 2;
        let meeting = self.meeting(round, number);
        let [one, other] = meeting.players()?;
        let game = meeting.games.len();
        meeting.games.push(Played::Running);
        self.given += 1;
        let seats =
            if (game as u64 + swapped).is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(PlannedGame {
            round: round as u32 + 1,
            pairing: number as u32 + 1,
            game: game as u32 + 1,
            seats: seats.to_vec(),
        })
    }

    fn add(&mut self, game: &PlannedGame, score: Option<&Score>) {
        let entrants = self.entrants;
        let (round, number) = (game.round as usize - 1, game.pairing as usize - 1);
        let meeting = self.meeting(round, number);
        let players = meeting.players();
        let counted = score.and_then(|score| Counted::new(&game.seats, entrants, score));
        let played = &mut meeting.games[game.game as usize - 1];
        *played = match (counted, players) {
            (Some(counted), Some(players)) => {
                let mut halves = [0; 2];
                for (side, player) in players.into_iter().enumerate() {
                    meeting.faults[side] += u32::from(counted.fault == Some(player));
                    let Some(seat) = counted.players.iter().position(|&other| other == player)
                    else {
                        continue;
                    };
                    meeting.points[side] += i64::from(counted.points[seat]);
                    halves[side] = match counted.winner() {
                        Some(winner) => 2 * u32::from(winner == player),
                        None => 1,
                    };
                }
                Played::Counted(halves)
            }
            _ => Played::Void,
        };
        self.played += 1;
        self.settle(round, number);
    }

    fn is_over(&self) -> bool {
        self.meetings().all(|(_, _, meeting)| meeting.winner.is_some())
    }

    fn end(&self) -> StageEnd {
        let ranking = self.ranking();
        let order = ranking.iter().enumerate().flat_map(|(rank, shared)| {
            // Those who went out together are seeded by lot.
            let mut shared = shared.clone();
            shared.sort_by_key(|&entrant| std::cmp::Reverse(lot(self.seed, entrant)));
            shared.into_iter().map(move |entrant| Seeded { entrant, group: None, rank })
        });
        let advancing = order.take(self.advance.unwrap_or(0)).collect();
        StageEnd { ranking, advancing }
    }

    fn chart(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Going {
        let last = self.rounds.len() - 1;
        let mut rounds: Vec<Round> = Vec::new();
        let third = self.third.is_some();
        for (round, number, meeting) in self.meetings() {
            let name = match last - round {
                0 if third && number == 1 => "third-place",
                0 => "final",
                1 => "semi-final",
                2 => "quarter-final",
                _ => "",
            };
            let (round, pairing) = (round as u32 + 1, number as u32 + 1);
            let sides = meeting.sides.iter().filter(|side| **side != Side::Nobody);
            let score = meeting.score().map(|halves| f64::from(halves) / 2.0);
            let shown = chart::Meeting {
                pairing,
                entrants: sides
                    .map(|side| match side {
                        Side::Player(player) => Some(*player),
                        _ => None,
                    })
                    .collect(),
                score: if meeting.sides.contains(&Side::Nobody) {
                    Vec::new()
                } else {
                    score.to_vec()
                },
                advancing: match meeting.winner.map(|side| meeting.sides[side]) {
                    Some(Side::Player(player)) => vec![player],
                    _ => Vec::new(),
                },
                best_of: self.best_of as u32,
                games: (1..=meeting.games.len() as u32)
                    .filter(|&game| meeting.games[game as usize - 1] != Played::Running)
                    .map(|game| place(round, pairing, game))
                    .collect(),
                state: meeting.state(),
            };
            match rounds.iter_mut().find(|known| known.number == round && known.name == name) {
                Some(known) => known.meetings.push(shown),
                None => {
                    rounds.push(Round {
                        number: round,
                        name: name.to_owned(),
                        meetings: vec![shown],
                    });
                }
            }
        }
        let (left, _) = self.left();
        Going { games: self.played + left, played: self.played, groups: Vec::new(), rounds }
    }

    fn left(&self) -> (u64, bool) {
        // As few as every open meeting takes.
        let least = |meeting: &Meeting| {
            let running = meeting.count(|game| *game == Played::Running);
            let counted = meeting.counted();
            match meeting.winner {
                Some(_) => 0,
                None if meeting.sides.contains(&Side::Nobody) => 0,
                None => {
                    let [one, other] = meeting.score();
                    let lead = one.abs_diff(other) as usize;
                    let left = self.best_of.saturating_sub(counted);
                    // One who wins all is through when 2·games + lead > 2·(left − games).
                    let needed = (2 * left).saturating_sub(lead) / 4 + 1;
                    needed.min(left.max(1)).max(running)
                }
            }
        };
        let left: usize = self.meetings().map(|(_, _, meeting)| least(meeting)).sum();
        (left as u64, self.is_over())
    }
}

/// The numbers of the entrants in the order of the first round: the best two meet last, and
/// those whose numbers add up to the same meet first.
fn bracket(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let sum = 2 * order.len() - 1;
        order = order.into_iter().flat_map(|number| [number, sum - number]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket(2), [0, 1]);
        assert_eq!(bracket(4), [0, 3, 1, 2]);
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
