//! An event as it goes on: which game comes next, and what it all has come to.
//!
//! A draw plays nothing and keeps nothing. It is asked for games and told their results, and asks
//! for a game only if it is needed whatever comes of those that run. So the same file and the
//! same results lead to the same games and the same chart, in whatever order results come in,
//! and an event that was interrupted is resumed by asking from the beginning and telling at once
//! what is known already.

mod book;
mod decider;
mod fixtures;
mod knock_out;
mod ladder;
mod mixed;
mod plan;
mod seeding;
mod swiss;

use std::collections::HashMap;

use gyoji_core::Seat;
use gyoji_core::record::{Ended, Place};
use sha2::{Digest, Sha256};

use super::chart::{Chart, Group, Round, StageChart, State};
use super::file::EventFile;
use super::mistake::Mistake;
use crate::Slot;
use plan::Blueprint;

/// What comes next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game can begin.
    Play(Slot),
    /// Nothing, before some of the games that run have ended.
    Wait,
    /// Nothing more: the event is over.
    Over,
}

/// How a game came out, as far as an event needs it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Each seat's place, 1 being the best.
    pub places: Vec<u8>,
    /// Each seat's points, as the game counts them.
    pub points: Vec<i32>,
    /// The seat that lost by a fault.
    pub fault: Option<usize>,
}

impl Score {
    /// The score of a game that has ended; none if it counts for nobody.
    pub fn of(ended: &Ended) -> Option<Score> {
        ended.counts().then(|| Score::from(ended))
    }
}

impl From<&Ended> for Score {
    fn from(ended: &Ended) -> Score {
        Score {
            places: ended.places.clone(),
            points: ended.points.clone(),
            fault: ended.loser.filter(|_| ended.fault.is_some()).map(Seat::index),
        }
    }
}

/// A game of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlannedGame {
    round: u32,
    pairing: u32,
    game: u32,
    seats: Vec<usize>,
}

/// One who comes into a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seeded {
    entrant: usize,
    /// The group it was in before, if there were several, and its place there, from 0.
    group: Option<usize>,
    rank: usize,
}

/// What comes of a stage.
#[derive(Clone, Debug, Default)]
struct StageEnd {
    /// Everybody in it, from the best down.
    ranking: Vec<Vec<usize>>,
    /// Who goes on, in the order of the next stage.
    advancing: Vec<Seeded>,
}

/// What a stage has come to.
#[derive(Clone, Debug, Default)]
struct Going {
    games: u64,
    played: u64,
    groups: Vec<Group>,
    rounds: Vec<Round>,
}

/// A stage that goes on.
trait Stage: std::fmt::Debug + Send {
    /// A game that is needed whatever comes of those that run.
    fn next(&mut self) -> Option<PlannedGame>;
    /// What has come of a game that was asked for; nothing if it stayed void.
    fn add(&mut self, game: &PlannedGame, score: Option<&Score>);
    fn is_over(&self) -> bool;
    /// What has come of it, once it is over.
    fn end(&self) -> StageEnd;
    fn chart(&self, place: &dyn Fn(u32, u32, u32) -> Place) -> Going;
    /// How many games are left, and whether that is all.
    fn left(&self) -> (u64, bool);
    /// So many more take part from the round that is said on, where that can be: from the next.
    fn join(&mut self, _newcomers: usize) -> u32 {
        1
    }
}

/// A game that was asked for and has not ended.
#[derive(Debug)]
struct Running {
    stage: usize,
    game: PlannedGame,
}

/// A whole event.
#[derive(Debug)]
pub struct Draw {
    series: String,
    entrants: Vec<String>,
    seed: u64,
    plans: Vec<Blueprint>,
    /// The stages that have begun.
    stages: Vec<Box<dyn Stage>>,
    running: HashMap<Place, Running>,
    /// The game that is asked for next, if somebody looked.
    ahead: Option<(usize, PlannedGame)>,
    /// Results that came before their games were asked for.
    early: HashMap<Place, Early>,
    /// Games that others have played than those who were drawn.
    misseated: Vec<Place>,
}

/// A result that came before its game was asked for.
#[derive(Debug)]
struct Early {
    score: Option<Score>,
    /// Who sat there, where that is known.
    names: Vec<String>,
}

impl Draw {
    /// The event of a file, in a game of so many seats.
    pub fn new(file: &EventFile, seats: usize) -> Result<Draw, Mistake> {
        let plans = plan::plan(file, seats)?;
        let entrants: Vec<String> = file.players.iter().map(|player| player.name.clone()).collect();
        let mut draw = Draw {
            series: file.name.clone(),
            entrants,
            seed: file.seed,
            plans,
            stages: Vec::new(),
            running: HashMap::new(),
            ahead: None,
            early: HashMap::new(),
            misseated: Vec::new(),
        };
        draw.begin();
        Ok(draw)
    }

    /// The same under another name, for an event that is held again.
    #[must_use]
    pub fn named(mut self, series: &str) -> Draw {
        self.series = series.to_owned();
        self
    }

    /// A ladder whose entrants take part from these rounds on; 1 for those who were there at the
    /// beginning. To be said before anything is asked: it is what [`Draw::join`] has told.
    #[must_use]
    pub fn joined(mut self, since: &[u32]) -> Draw {
        if let Some(plan) = self.plans.first_mut()
            && plan.set_since(since)
        {
            self.stages.clear();
            self.begin();
        }
        self
    }

    /// More players for a ladder: whoever is in this file behind those who are here. Tells the
    /// round from which on they take part; nothing if it is not a ladder or nobody is new.
    pub fn join(&mut self, file: &EventFile) -> Option<u32> {
        let newcomers = file.players.get(self.entrants.len()..)?;
        let is_ladder = self.plans.first().is_some_and(Blueprint::is_ladder);
        if newcomers.is_empty() || !is_ladder {
            return None;
        }
        self.entrants.extend(newcomers.iter().map(|player| player.name.clone()));
        Some(self.stages.last_mut()?.join(newcomers.len()))
    }

    /// The number of the one who fills seats that nobody has: one more than the last entrant's.
    /// Whoever plays puts the game's simplest bot there; it counts for nobody. See
    /// [`Draw::needs_stand_in`].
    pub fn stand_in(&self) -> usize {
        self.entrants.len()
    }

    /// Whether some table may have fewer entrants than seats.
    pub fn needs_stand_in(&self) -> bool {
        self.plans.iter().any(Blueprint::needs_stand_in)
    }

    /// The next game to begin. It is told once and then expected to be played.
    #[allow(clippy::should_implement_trait, reason = "it is asked again after it had nothing")]
    pub fn next(&mut self) -> Next {
        loop {
            let (stage, game) = match self.ask() {
                Ok(found) => found,
                Err(nothing) => return nothing,
            };
            let place = self.place(stage, game.round, game.pairing, game.game);
            if let Some(early) = self.early.remove(&place) {
                let names = early.names.iter().map(String::as_str);
                self.settle((stage, &game), early.score.as_ref(), names);
                continue;
            }
            let slot = Slot {
                seats: game.seats.clone(),
                seed: self.seed_of(stage, &game),
                place: place.clone(),
            };
            self.running.insert(place, Running { stage, game });
            return Next::Play(slot);
        }
    }

    /// The next game, with the number of its stage; or that there is none.
    fn ask(&mut self) -> Result<(usize, PlannedGame), Next> {
        if let Some(ahead) = self.ahead.take() {
            return Ok(ahead);
        }
        loop {
            let Some((number, stage)) = self.stages.iter_mut().enumerate().last() else {
                return Err(Next::Over);
            };
            match stage.next() {
                Some(game) => return Ok((number, game)),
                None if !stage.is_over() => return Err(Next::Wait),
                None if self.stages.len() == self.plans.len() => return Err(Next::Over),
                None => self.begin(),
            }
        }
    }

    /// What is stored of a game, before anything was asked for: its result, and who sat there. As
    /// long as they are told in the order of their places, nothing piles up.
    pub fn replay<'a>(
        &mut self,
        place: &Place,
        score: Option<Score>,
        names: impl Iterator<Item = &'a str>,
    ) {
        while let Ok((stage, game)) = self.ask() {
            let numbers = (game.round, game.pairing, game.game);
            let is_it = numbers == (place.round, place.pairing, place.game)
                && self.plans.get(stage).is_some_and(|plan| plan.name == place.stage);
            if is_it {
                if !self.early.is_empty() {
                    self.early.remove(&Place { replay: 0, ..place.clone() });
                }
                return self.settle((stage, &game), score.as_ref(), names);
            }
            let known = match self.early.is_empty() {
                true => None,
                false => {
                    let (round, pairing, number) = numbers;
                    self.early.remove(&self.place(stage, round, pairing, number))
                }
            };
            let Some(early) = known else {
                self.ahead = Some((stage, game));
                break;
            };
            let names = early.names.iter().map(String::as_str);
            self.settle((stage, &game), early.score.as_ref(), names);
        }
        let early = Early { score, names: names.map(str::to_owned).collect() };
        self.early.insert(Place { replay: 0, ..place.clone() }, early);
    }

    /// A game of a stage has its result; these sat there, if anybody knows.
    fn settle<'a>(
        &mut self,
        (stage, game): (usize, &PlannedGame),
        score: Option<&Score>,
        names: impl Iterator<Item = &'a str>,
    ) {
        let mut seated = game.seats.iter().zip(names);
        // Whoever fills a seat has a name of its own.
        if !seated.all(|(&entrant, name)| self.entrants.get(entrant).is_none_or(|it| it == name)) {
            let place = self.place(stage, game.round, game.pairing, game.game);
            self.misseated.push(place);
        }
        self.stages[stage].add(game, score);
    }

    /// What has come of a game; nothing if it stayed void. It may be told before the game was
    /// asked for, and is told once: what is told again is not counted again.
    pub fn add(&mut self, place: &Place, result: Option<Score>) {
        let place = Place { replay: 0, ..place.clone() };
        match self.running.remove(&place) {
            Some(Running { stage, game }) => self.stages[stage].add(&game, result.as_ref()),
            None => {
                self.early.insert(place, Early { score: result, names: Vec::new() });
            }
        }
    }

    /// Whether nothing is left to play.
    pub fn is_over(&self) -> bool {
        let is_last = self.stages.len() == self.plans.len();
        is_last && self.stages.last().is_none_or(|stage| stage.is_over())
    }

    /// The places of games whose results are known although they were never asked for.
    pub fn unasked(&self) -> impl Iterator<Item = &Place> {
        self.early.keys()
    }

    /// The places of stored games that others have played than those who were drawn.
    pub fn misseated(&self) -> &[Place] {
        &self.misseated
    }

    /// How many games are known to be left, those that run among them, and whether that is all.
    pub fn remaining(&self) -> (u64, bool) {
        let (left, exact) = self.stages.last().map_or((0, true), |stage| stage.left());
        (left, exact && self.stages.len() == self.plans.len())
    }

    /// What it has come to.
    pub fn chart(&self) -> Chart {
        let stage = |(number, plan): (usize, &Blueprint)| {
            let head = StageChart {
                name: plan.name.clone(),
                format: plan.format().to_owned(),
                ..StageChart::default()
            };
            let Some(stage) = self.stages.get(number) else { return head };
            let place = |round, pairing, game| self.place(number, round, pairing, game);
            let Going { games, played, groups, rounds } = stage.chart(&place);
            let state = if stage.is_over() { State::Over } else { State::Running };
            StageChart { state, games, played, groups, rounds, ..head }
        };
        Chart {
            entrants: self.entrants.clone(),
            stages: self.plans.iter().enumerate().map(stage).collect(),
            ranking: self.ranking(),
        }
    }

    /// Everybody from the best down, once that is decided: those of the last stage, then those
    /// who did not come so far, by how far they came.
    fn ranking(&self) -> Vec<Vec<usize>> {
        let is_over = self.stages.last().is_some_and(|stage| stage.is_over());
        if self.stages.len() < self.plans.len() || !(is_over || self.is_endless()) {
            return Vec::new();
        }
        let mut placed = vec![false; self.entrants.len()];
        let mut ranking: Vec<Vec<usize>> = Vec::new();
        for stage in self.stages.iter().rev() {
            for mut shared in stage.end().ranking {
                shared.retain(|&entrant| !placed[entrant]);
                shared.iter().for_each(|&entrant| placed[entrant] = true);
                if !shared.is_empty() {
                    ranking.push(shared);
                }
            }
        }
        ranking
    }

    /// Begins the next stage with those who come from the one before.
    fn begin(&mut self) {
        let number = self.stages.len();
        let Some(plan) = self.plans.get(number) else { return };
        let seeded = match self.stages.last() {
            Some(stage) => stage.end().advancing,
            None => (0..self.entrants.len())
                .map(|entrant| Seeded { entrant, group: None, rank: 0 })
                .collect(),
        };
        let stage = plan.begin(&seeded, self.entrants.len(), mix(self.seed, &[number as u64]));
        self.stages.push(stage);
    }

    fn is_endless(&self) -> bool {
        self.plans.last().is_some_and(Blueprint::is_ladder)
    }

    fn place(&self, stage: usize, round: u32, pairing: u32, game: u32) -> Place {
        let stage = self.plans.get(stage).map(|plan| plan.name.clone()).unwrap_or_default();
        Place { series: self.series.clone(), stage, round, pairing, game, replay: 0 }
    }

    /// The seed of a game: the same for those in which the same table goes through its seats.
    fn seed_of(&self, stage: usize, game: &PlannedGame) -> u64 {
        let turn = u64::from(game.game - 1) / game.seats.len().max(1) as u64;
        let parts = [stage as u64, game.round.into(), game.pairing.into(), turn];
        mix(mix(self.seed, &[0x6f70_656e]), &parts) >> 16
    }
}

/// A number that depends on all of these.
fn mix(seed: u64, parts: &[u64]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(seed.to_le_bytes());
    for part in parts {
        hash.update(part.to_le_bytes());
    }
    let digest = hash.finalize();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    u64::from_le_bytes(bytes)
}

/// The lot that an entrant has drawn; the higher the better. (Small enough to be shown.)
fn lot(seed: u64, entrant: usize) -> u64 {
    mix(seed, &[0x006c_6f74, entrant as u64]) >> 32
}
