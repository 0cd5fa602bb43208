//! One rating for each player from all games together, whoever met whom.
//!
//! At each place of a game one of those who are not placed yet is chosen, each with its weight
//! (Bradley–Terry for two seats, Plackett–Luce for more); several that tie are chosen together
//! with a weight of their own (Davidson, Davidson–Luce); the seat adds to the weight.

mod choices;
mod problem;

use std::collections::BTreeMap;

use super::fit::{Fit, fit};
use super::graph::Scored;
use super::need::growth;
use super::{ELO, Z95, normal};
use choices::Layout;
pub use problem::Problem;

/// The games of a series, by who sat where and who took which place.
#[derive(Clone, Debug, Default)]
pub struct Results {
    players: usize,
    games: BTreeMap<(Vec<usize>, Vec<u8>), u64>,
}

/// What a tie is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// A result of its own, more likely the nearer the players are.
    Davidson,
    /// An equal share of every order of those who tie: half a win and half a loss.
    Shared,
}

/// What a fit takes into account.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Model {
    /// What a tie is.
    pub ties: Ties,
    /// Whether seats differ.
    pub seats: bool,
    /// Whether everybody has also won half a game and lost half a game against one imagined
    /// opponent, who keeps ratings finite.
    pub ghost: bool,
}

/// A rating and its standard error, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rated {
    /// The rating.
    pub elo: f64,
    /// The standard error.
    pub se: f64,
}

impl Rated {
    /// Half the width of the 95 % interval.
    pub fn margin(&self) -> f64 {
        Z95 * self.se
    }
}

/// What a fit has found.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// How it was made.
    pub model: Model,
    /// The players; their mean is 0. Points are such that a small difference means the score that
    /// the same difference in Elo does, whatever the share of draws.
    pub players: Vec<Rated>,
    /// What each seat is worth, against the mean of the seats; empty if that was not asked for.
    pub seats: Vec<Rated>,
    /// The weight of ties, by the number of those who tie.
    pub ties: Vec<(usize, f64)>,
    /// By what the raw values were multiplied beside 400 / ln 10.
    pub scale: f64,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// Why the ratings are not what they could be.
    pub problems: Vec<Problem>,
    fit: Fit,
}

impl Results {
    /// No games of so many players.
    pub fn new(players: usize) -> Results {
        Results { players, games: BTreeMap::new() }
    }

    /// There are so many players, if not more.
    pub fn make_room(&mut self, players: usize) {
        self.players = self.players.max(players);
    }

    /// Adds a game of these players, by seat, who took these places.
    pub fn add(&mut self, seated: &[usize], places: &[u8]) {
        self.add_many(seated, places, 1);
    }

    /// Adds the same result so many times.
    pub fn add_many(&mut self, seated: &[usize], places: &[u8], times: u64) {
        if times > 0 {
            *self.games.entry((seated.to_vec(), places.to_vec())).or_default() += times;
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games.values().sum()
    }

    /// Rates the players as well as it can be done: with draws and seats if the games allow it,
    /// with the imagined opponent if there would be no finite ratings otherwise. None without
    /// games.
    pub fn rate(&self) -> Option<Ratings> {
        if self.games.is_empty() {
            return None;
        }
        let usual = Model { ties: Ties::Davidson, seats: true, ghost: false };
        let mut problems = self.problems();
        if problems.is_empty() {
            if let Some(ratings) = self.fit(usual) {
                return Some(ratings);
            }
            if let Some(ratings) = self.fit(Model { seats: false, ..usual }) {
                return Some(Ratings { problems: vec![Problem::Seats], ..ratings });
            }
            problems.push(Problem::NoSummit);
        }
        let careful = Model { ties: Ties::Shared, seats: false, ghost: true };
        Some(Ratings { problems, ..self.fit(careful)? })
    }

    /// The most likely ratings by this model, if there are any.
    pub fn fit(&self, model: Model) -> Option<Ratings> {
        let layout = Layout::new(self, model);
        let found = fit(&layout.choices(&self.games), layout.thetas(), layout.values())?;
        let ties: Vec<(usize, f64)> =
            layout.ties.iter().map(|&(size, index)| (size, found.values[index].exp())).collect();
        let of_two = ties.iter().find(|(size, _)| *size == 2).map_or(0.0, |(_, weight)| *weight);
        let scale = 2.0 / (2.0 + of_two);
        let rated = |parts: &[(usize, f64)]| {
            let (value, se) = found.sum(parts);
            Rated { elo: ELO * scale * value, se: ELO * scale * se }
        };
        let relative = |one: usize, all: &[usize], of: usize| -> Vec<(usize, f64)> {
            let mean = all.iter().map(|&index| (index, -1.0 / of as f64));
            mean.chain((all.contains(&one)).then_some((one, 1.0))).collect()
        };
        let everybody: Vec<usize> = (0..self.players).collect();
        let players = everybody.iter().map(|&p| rated(&relative(p, &everybody, self.players)));
        let seats = layout.seats.len() + 1;
        let seat = |seat: usize| {
            let index = layout.seats.get(seat).copied().unwrap_or(usize::MAX);
            rated(&relative(index, &layout.seats, seats))
        };
        Some(Ratings {
            model,
            players: players.collect(),
            seats: if layout.seats.is_empty() {
                Vec::new()
            } else {
                (0..seats).map(seat).collect()
            },
            ties,
            scale,
            log_likelihood: found.log_likelihood,
            problems: Vec::new(),
            fit: found,
        })
    }

    /// Who has scored against whom; a tie scores for both.
    fn scored(&self) -> Scored {
        let mut scored = Scored::new(self.players);
        for (seated, places) in self.games.keys() {
            for (one, place) in seated.iter().zip(places) {
                for (other, other_place) in seated.iter().zip(places) {
                    if one != other && place <= other_place {
                        scored.note(*one, *other);
                    }
                }
            }
        }
        scored
    }

    /// Groups of players that have not met, and groups in which everybody has scored against
    /// everybody, directly or by others: finite ratings exist if there is one of the latter.
    pub fn groups(&self) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
        let scored = self.scored();
        (scored.met(), scored.bound())
    }

    fn problems(&self) -> Vec<Problem> {
        let is_tie = |(_, places): &(Vec<usize>, Vec<u8>)| places.windows(2).all(|p| p[0] == p[1]);
        if self.games.keys().all(is_tie) {
            return vec![Problem::AllDrawn];
        }
        Problem::of(&self.scored())
    }
}

impl Ratings {
    /// How much the first seat of two is worth against the second, if that is known.
    pub fn first_seat(&self) -> Option<Rated> {
        let [first, _] = &self.seats[..] else { return None };
        Some(Rated { elo: 2.0 * first.elo, se: 2.0 * first.se })
    }

    /// How much better one player is than another, in points.
    pub fn difference(&self, one: usize, other: usize) -> Rated {
        let (value, se) = self.fit.sum(&[(one, 1.0), (other, -1.0)]);
        Rated { elo: ELO * self.scale * value, se: ELO * self.scale * se }
    }

    /// How likely one player is better than another.
    pub fn los(&self, one: usize, other: usize) -> f64 {
        let Rated { elo, se } = self.difference(one, other);
        if se > 0.0 { normal(elo / se) } else { 0.5 }
    }

    /// By which factor the series has to grow until two players can be told apart.
    pub fn growth(&self, one: usize, other: usize) -> f64 {
        let Rated { elo, se } = self.difference(one, other);
        growth(elo.abs() / se)
    }

    /// The numbers of the players, best first.
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&a, &b| self.players[b].elo.total_cmp(&self.players[a].elo));
        order
    }
}
