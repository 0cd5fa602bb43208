//! A Swiss system for games of two: in each round those meet who have done about equally well.
//!
//! Nobody meets anybody twice if that can be avoided, nobody has two byes before all have had
//! one, and who has had the first seat less often gets it.

mod pairing;

use std::collections::{HashMap, VecDeque};

use gyoji_core::record::Place;

use super::book::{Book, By, Counted, PARTS, Points, ranking};
use super::{Going, PlannedGame, Score, Seeded, Stage, StageEnd, mix};
use crate::event::chart::{Group, Meeting, Round, Row, State};
use crate::stats::{Tiebreaks, tiebreaks_with_byes};
use pairing::{Standing, pair};

/// How often a pairing whose game stayed void plays another one instead.
const MOST_INSTEAD: u64 = 3;

/// Two who meet in a round.
#[derive(Clone, Debug)]
struct Pair {
    /// The one with the first seat in the first game comes first.
    players: [usize; 2],
    /// What each has scored here, in twelfths.
    score: [i64; 2],
    /// Games won, a draw being half of one, in halves.
    halves: [u32; 2],
    void: u64,
    /// The numbers of the games that have ended.
    ended: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct SwissRound {
    pairs: Vec<Pair>,
    bye: Option<usize>,
}

/// What the rounds are played by.
#[derive(Clone, Debug)]
pub(super) struct Terms {
    pub(super) entrants: usize,
    pub(super) rounds: usize,
    pub(super) games: u64,
    pub(super) points: Points,
    pub(super) advance: Option<usize>,
    pub(super) seed: u64,
}

/// The rounds so far.
#[derive(Debug)]
pub(super) struct Swiss {
    terms: Terms,
    /// Who takes part, in the order they came in.
    order: Vec<usize>,
    book: Book,
    rounds: Vec<SwissRound>,
    /// Games of this round that have not been given out: the pairing, and the number there.
    open: VecDeque<(usize, u64)>,
    /// Games of this round that have not ended.
    pending: u64,
    /// First seats less second seats, of each.
    balance: HashMap<usize, i64>,
    played: u64,
}

impl Swiss {
    pub(super) fn new(terms: Terms, order: &[usize]) -> Swiss {
        let mut swiss = Swiss {
            book: Book::new(order, &terms.points),
            order: order.to_vec(),
            terms,
            rounds: Vec::new(),
            open: VecDeque::new(),
            pending: 0,
            balance: HashMap::new(),
            played: 0,
        };
        swiss.begin_round();
        swiss
    }

    /// How often two have met.
    fn met(&self) -> HashMap<(usize, usize), u32> {
        let mut met = HashMap::new();
        for Pair { players: [one, other], .. } in self.rounds.iter().flat_map(|round| &round.pairs)
        {
            *met.entry((*one.min(other), *one.max(other))).or_default() += 1;
        }
        met
    }

    fn begin_round(&mut self) {
        let number = self.rounds.len() as u64;
        let standing = |(seed, &player): (usize, &usize)| Standing {
            player,
            seed,
            score: self.book.tally(player).score,
            balance: self.balance.get(&player).copied().unwrap_or(0),
            byes: self.rounds.iter().filter(|round| round.bye == Some(player)).count(),
        };
        let mut standings: Vec<Standing> = self.order.iter().enumerate().map(standing).collect();
        standings.sort_by_key(|one| (std::cmp::Reverse(one.score), one.seed));
        let is_odd = !self.terms.games.is_multiple_of(2);
        let (pairs, bye) = pair(&standings, &self.met(), is_odd);
        let first = |[one, other]: [usize; 2]| {
            let balance = |player: usize| self.balance.get(&player).copied().unwrap_or(0);
            let lot = mix(self.terms.seed, &[number, one as u64, other as u64]).is_multiple_of(2);
            match balance(one).cmp(&balance(other)) {
                std::cmp::Ordering::Less => [one, other],
                std::cmp::Ordering::Greater => [other, one],
                std::cmp::Ordering::Equal if lot => [one, other],
                std::cmp::Ordering::Equal => [other, one],
            }
        };
        let pairs: Vec<Pair> = pairs
            .into_iter()
            .map(|pair| Pair {
                players: first(pair),
                score: [0; 2],
                halves: [0; 2],
                void: 0,
                ended: Vec::new(),
            })
            .collect();
        for (index, pair) in pairs.iter().enumerate() {
            self.open.extend((0..self.terms.games).map(|game| (index, game)));
            if is_odd {
                *self.balance.entry(pair.players[0]).or_default() += 1;
                *self.balance.entry(pair.players[1]).or_default() -= 1;
            }
        }
        self.pending = self.open.len() as u64;
        if let Some(player) = bye {
            self.book.add_bye(player, self.terms.games);
        }
        self.rounds.push(SwissRound { pairs, bye });
    }

    /// The figures that tell apart who has equal points: each meeting counts 1.
    fn figures(&self) -> Vec<Tiebreaks> {
        let mut meetings = Vec::new();
        let mut byes = Vec::new();
        for round in &self.rounds {
            for Pair { players, halves, .. } in &round.pairs {
                let sum = halves[0] + halves[1];
                if sum > 0 {
                    let share = f64::from(halves[0]) / f64::from(sum);
                    meetings.push((players[0], players[1], share));
                }
            }
            byes.extend(round.bye);
        }
        tiebreaks_with_byes(self.terms.entrants, &meetings, &byes)
    }

    fn rows(&self) -> Vec<Row> {
        let figures = self.figures();
        let breaks = |player: usize, equal: &[usize]| {
            let its = figures[player];
            // Three thirds are a whole.
            let exact = |value: f64| (value * 1e6).round() / 1e6;
            vec![
                ("buchholz-cut-1", exact(its.buchholz_cut1)),
                ("buchholz", exact(its.buchholz)),
                ("sonneborn-berger", exact(its.sonneborn_berger)),
                ("direct", self.book.against(player, equal) as f64 / 2.0),
            ]
        };
        let seed = self.terms.advance.map(|_| self.terms.seed);
        let mut rows = self.book.rows(By::Score, breaks, seed);
        if self.is_over()
            && let Some(advance) = self.terms.advance
        {
            for (index, row) in rows.iter_mut().enumerate() {
                row.advances = Some(index < advance);
            }
        }
        rows
    }

    fn games_of(&self, round: &SwissRound) -> u64 {
        let games = |pair: &Pair| self.terms.games + pair.void.min(MOST_INSTEAD);
        round.pairs.iter().map(games).sum()
    }
}

impl Stage for Swiss {
    fn next(&mut self) -> Option<PlannedGame> {
        let (pairing, number) = self.open.pop_front()?;
        let [one, other] = self.rounds.last()?.pairs[pairing].players;
        let seats = if number.is_multiple_of(2) { [one, other] } else { [other, one] };
        Some(PlannedGame {
            round: self.rounds.len() as u32,
            pairing: pairing as u32 + 1,
            game: number as u32 + 1,
            seats: seats.to_vec(),
        })
    }

    fn add(&mut self, game: &PlannedGame, score: Option<&Score>) {
        let Some(round) = self.rounds.get_mut(game.round as usize - 1) else { return };
        let pairing = game.pairing as usize - 1;
        let pair = &mut round.pairs[pairing];
        pair.ended.push(game.game);
        self.played += 1;
        self.pending -= 1;
        match score.and_then(|score| Counted::new(&game.seats, self.terms.entrants, score)) {
            Some(counted) => {
                let shares = self.terms.points.shares(&counted.places);
                let winner = counted.winner();
                for (player, share) in counted.players.iter().zip(shares) {
                    let side = usize::from(pair.players[1] == *player);
                    pair.score[side] += share;
                    pair.halves[side] += winner.map_or(1, |one| 2 * u32::from(one == *player));
                }
                self.book.add(&counted);
            }
            None => {
                pair.void += 1;
                if pair.void <= MOST_INSTEAD {
                    self.open.push_back((pairing, self.terms.games + pair.void - 1));
                    self.pending += 1;
                }
            }
        }
        if self.pending == 0 && self.rounds.len() < self.terms.rounds {
            self.begin_round();
        }
    }

    fn is_over(&self) -> bool {
        self.pending == 0 && self.rounds.len() == self.terms.rounds
    }

    fn end(&self) -> StageEnd {
        let rows = self.rows();
        let seeded =
            |(rank, row): (usize, &Row)| Seeded { entrant: row.entrant, group: None, rank };
        let advancing = rows.iter().enumerate().map(seeded);
        StageEnd {
            ranking: ranking(&rows),
            advancing: advancing.take(self.terms.advance.unwrap_or(0)).collect(),
        }
    }

    fn chart(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Going {
        let meeting = |round: u32, pairing: u32, pair: &Pair| {
            let mut games = pair.ended.clone();
            games.sort_unstable();
            let all = self.terms.games + pair.void.min(MOST_INSTEAD);
            let is_over = games.len() as u64 == all;
            Meeting {
                pairing,
                entrants: pair.players.iter().map(|&player| Some(player)).collect(),
                score: pair.score.iter().map(|&parts| parts as f64 / PARTS as f64).collect(),
                advancing: Vec::new(),
                best_of: u32::try_from(self.terms.games).unwrap_or(u32::MAX),
                games: games.into_iter().map(|game| place(round, pairing, game)).collect(),
                state: if is_over { State::Over } else { State::Running },
            }
        };
        let round = |(number, round): (usize, &SwissRound)| {
            let number = number as u32 + 1;
            let pairs = round.pairs.iter().enumerate();
            let mut meetings: Vec<Meeting> =
                pairs.map(|(index, pair)| meeting(number, index as u32 + 1, pair)).collect();
            meetings.extend(round.bye.map(|player| Meeting {
                pairing: round.pairs.len() as u32 + 1,
                entrants: vec![Some(player)],
                state: State::Over,
                ..Meeting::default()
            }));
            Round { number, name: String::new(), meetings }
        };
        let (left, _) = self.left();
        Going {
            games: self.played + left,
            played: self.played,
            groups: vec![Group { name: String::new(), rows: self.rows() }],
            rounds: self.rounds.iter().enumerate().map(round).collect(),
        }
    }

    fn left(&self) -> (u64, bool) {
        let to_come = (self.terms.rounds - self.rounds.len()) as u64;
        let each = self.order.len() as u64 / 2 * self.terms.games;
        let begun: u64 = self.rounds.iter().map(|round| self.games_of(round)).sum();
        (begun - self.played + to_come * each, true)
    }
}
