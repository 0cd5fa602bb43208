//! What the games of an event say about those who take part, beside who has won it.

use std::collections::HashMap;

use gyoji_core::Seat;
use gyoji_store::GameRow;
use serde_json::{Value, json};

use super::{Chart, EventFile};
use crate::stats::{Ratings, Results};
use crate::{CrossTable, Tally};

/// What was counted. Everything is by the number of the entrant.
#[derive(Clone, Debug)]
pub struct Summary {
    /// Those who take part.
    pub entrants: Vec<Entrant>,
    /// Who beat whom.
    pub cross: CrossTable,
    /// What ratings are made from.
    pub results: Results,
    /// Games that count.
    pub games: u64,
    /// Games that the machine has spoiled.
    pub void: u64,
    numbers: HashMap<String, usize>,
}

/// One who takes part.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// Its games.
    pub tally: Tally,
    /// Everything it did that it must not, whether it lost by it or not.
    pub faults: u64,
    /// How many answers it gave, and the longest time one took, in nanoseconds.
    pub answers: u64,
    /// The time of all its answers.
    pub used_ns: u64,
    /// The longest time of an answer.
    pub most_ns: u64,
}

impl Summary {
    /// Nothing has been played yet. A seat that nobody has is taken by somebody else, who is
    /// counted last and shown nowhere.
    pub fn new(names: &[String]) -> Summary {
        let entrant = |name: &str| Entrant {
            tally: Tally::new(name),
            faults: 0,
            answers: 0,
            used_ns: 0,
            most_ns: 0,
        };
        Summary {
            entrants: names.iter().map(|name| entrant(name)).collect(),
            cross: CrossTable::new(names.len() + 1),
            results: Results::new(names.len()),
            games: 0,
            void: 0,
            numbers: names.iter().cloned().zip(0..).collect(),
        }
    }

    /// The numbers of the players of a game, by seat; whoever is unknown fills a seat.
    pub fn seated(&self, row: &GameRow) -> Vec<usize> {
        self.numbers(row.players.iter().map(|player| player.name.as_str()))
    }

    /// The numbers of those who have these names; whoever is unknown fills a seat.
    pub fn numbers<'a>(&self, names: impl Iterator<Item = &'a str>) -> Vec<usize> {
        let stand_in = self.entrants.len();
        names.map(|name| self.numbers.get(name).copied().unwrap_or(stand_in)).collect()
    }

    /// Whether somebody had to fill a seat.
    pub fn has_stand_in(&self) -> bool {
        (0..self.entrants.len())
            .any(|entrant| self.cross.duel(entrant, self.entrants.len()).games() > 0)
    }

    /// Adds a game.
    pub fn add(&mut self, row: &GameRow) {
        let seated = self.seated(row);
        for fault in &row.faults {
            let entrant = seated.get(fault.seat.index()).and_then(|&it| self.entrants.get_mut(it));
            if let Some(entrant) = entrant {
                entrant.faults += u64::from(fault.count);
            }
        }
        for (time, &entrant) in row.times.iter().zip(&seated) {
            let Some(entrant) = self.entrants.get_mut(entrant) else { continue };
            entrant.answers += u64::from(time.moves);
            entrant.used_ns = entrant.used_ns.saturating_add(time.used_ns);
            entrant.most_ns = entrant.most_ns.max(time.most_ns);
        }
        if !row.ended.counts() {
            self.void += 1;
            return;
        }
        self.games += 1;
        for (seat, &entrant) in Seat::all(seated.len()).zip(&seated) {
            if let Some(entrant) = self.entrants.get_mut(entrant) {
                entrant.tally.add(&row.ended, seat);
            }
        }
        if seated.contains(&self.entrants.len()) {
            self.results.make_room(self.entrants.len() + 1);
        }
        self.cross.add(&row.ended, &seated);
        self.results.add(&seated, &row.ended.places);
    }

    /// The ratings of those who take part; none without games.
    pub fn ratings(&self) -> Option<Ratings> {
        self.results.rate()
    }

    /// Everything that follows from the results and from nothing else: the same for the same
    /// games, whenever they were played and however often they were interrupted.
    pub fn outcome(&self, file: &EventFile, chart: &Chart, ratings: Option<&Ratings>) -> Value {
        let players = self.entrants.iter().enumerate().map(|(number, entrant)| {
            let tally = &entrant.tally;
            let rating = ratings.map(|ratings| ratings.players[number]);
            let rating = rating.filter(|_| tally.games > 0);
            json!({
                "name": tally.name,
                "games": tally.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": tally.score,
                "points": tally.points,
                "lost_by_faults": tally.faults,
                "rating": rating.map(|rating| rating.elo),
                "margin95": rating.map(|rating| rating.margin()),
            })
        });
        let count = self.entrants.len();
        let cross: Vec<Vec<Value>> = (0..count)
            .map(|one| {
                let duel = |other| match one == other {
                    true => Value::Null,
                    false => json!(self.cross.duel(one, other)),
                };
                (0..count).map(duel).collect()
            })
            .collect();
        json!({
            "event": file.name,
            "game": file.game,
            "seed": file.seed,
            "games": self.games,
            "players": players.collect::<Vec<_>>(),
            "cross_table": cross,
            "chart": chart,
        })
    }
}
