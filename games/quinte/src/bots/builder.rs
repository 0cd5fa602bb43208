//! `builder`: knows what every road costs, and takes the gate that pays best for its time.
//!
//! A road's cost is counted in steps and in turns of the cursor for the tiles that are missing
//! ([`Roads`]). Each turn it goes for the gate with the most points for its cost and tries every
//! turn of the cursor on the map: the one that makes that road cheapest is its order. If none
//! helps, and somebody has a road to one of its gates, it breaks that road.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Text, Thought, Turn};

use super::fetch::{Blocked, Twist, fill, places_over};
use super::grid::{Entrance, Grid, Spot, entrances, way_to};
use super::road::{FAR, Roads, STEP};
use super::{ME, in_own_view};
use crate::cell::{Spin, Way};
use crate::moves::Move;
use crate::position::Quinte;

pub(super) fn entry() -> BotEntry<Quinte> {
    BotEntry {
        name: "builder",
        about: Text::new(
            "takes the road that pays best for the turns it needs; defends its gates",
            "かかるターン数に対して一番得な道を作り、自国の門も守る",
        ),
        level: 3,
        options: &[],
        make: |_, seed| {
            let rng = Rng::with_seed(seed);
            Ok(Box::new(Builder { rng, goal: None, stood: (0, 0), shunned: None }))
        },
    }
}

/// How much better another gate has to be before the road is changed.
const LOYALTY: f32 = 1.25;
/// An enemy that has no more than this to go is a danger.
const NEAR: u16 = 8 * STEP;
/// For how many turns a soldier may stand still before the road is given up, and for how many
/// the gate is left alone then.
const PATIENCE: u32 = 6;
/// See [`PATIENCE`].
const SHUNNED: u32 = 12;

struct Builder {
    rng: Rng,
    goal: Option<Entrance>,
    /// Where the soldier is, and for how many turns it has been.
    stood: (Spot, u32),
    /// A gate that could not be reached, and until when it is left alone.
    shunned: Option<(Spot, u32)>,
}

/// What a gate pays for each turn its road takes.
fn rate(own: &Quinte, roads: &Roads, entrance: &Entrance) -> f32 {
    match roads.cost(entrance.front) {
        FAR => 0.0,
        cost => own.loss(entrance.gate) as f32 / f32::from(cost + STEP),
    }
}

impl Builder {
    /// The gate that pays best.
    fn aim(&mut self, own: &Quinte, roads: &Roads) -> Option<Entrance> {
        let enemies = entrances().filter(|entrance| entrance.gate.owner != ME);
        let shunned = self.shunned.filter(|(_, until)| own.turn() < *until);
        let worth = |entrance: &Entrance| {
            let is_goal = self.goal.is_some_and(|goal| goal.cell == entrance.cell);
            let is_shunned = shunned.is_some_and(|(cell, _)| cell == entrance.cell);
            let factor = if is_goal { LOYALTY } else { 1.0 };
            rate(own, roads, entrance) * if is_shunned { 0.0 } else { factor }
        };
        self.goal = enemies.max_by(|a, b| worth(a).total_cmp(&worth(b)));
        self.goal
    }

    fn think(&mut self, own: &Quinte) -> Move {
        let mut grid = Grid::of(own);
        let roads = Roads::of(&grid, ME.0);
        self.lose_patience(own, grid.soldiers[ME.index()]);
        let Some(goal) = self.aim(own, &roads) else { return Move::NONE };
        let road = roads.road_to(goal.front);
        let mut twists = Vec::new();
        fill(&grid, ME.0, &road, |twist| {
            twists.push(twist);
            false
        });
        let cost = |grid: &Grid| i32::from(Roads::of(grid, ME.0).cost(goal.front));
        let twist = self.best(&mut grid, &twists, cost).or_else(|| self.defend(&mut grid, &road));
        if let Some(Twist { place, spin }) = twist {
            grid.turn(place, spin);
        }
        Move { cursor: twist.map(Twist::cursor), soldier: step(&grid, &goal) }
    }

    /// Two who turn each other's tiles back could go on for ever: the more patient one has lost.
    fn lose_patience(&mut self, own: &Quinte, soldier: Spot) {
        let turns = if self.stood.0 == soldier { self.stood.1 + 1 } else { 0 };
        self.stood = (soldier, turns);
        if turns >= PATIENCE + self.rng.u32(..4)
            && let Some(goal) = self.goal.take()
        {
            self.stood.1 = 0;
            self.shunned = Some((goal.cell, own.turn() + SHUNNED));
        }
    }

    /// The turn of the cursor with the least cost, by lot among equals.
    fn best(
        &mut self,
        grid: &mut Grid,
        twists: &[Twist],
        cost: impl Fn(&Grid) -> i32,
    ) -> Option<Twist> {
        twists.iter().copied().min_by_key(|&Twist { place, spin }| {
            grid.turn(place, spin);
            let cost = cost(grid);
            grid.turn_back(place, spin);
            cost * 16 + self.rng.i32(..16)
        })
    }

    /// Breaks the road of whoever is about to enter one of our gates, unless it breaks ours.
    fn defend(&mut self, grid: &mut Grid, road: &[Spot]) -> Option<Twist> {
        let threat = |grid: &Grid, enemy: u8| {
            let roads = Roads::of(grid, enemy);
            let mine = entrances().filter(|entrance| entrance.gate.owner == ME);
            let nearest = mine.min_by_key(|entrance| roads.cost(entrance.front))?;
            Some((roads.cost(nearest.front), roads.road_to(nearest.front)))
        };
        let threats = (1..4).filter_map(|enemy| Some((threat(grid, enemy)?, enemy)));
        let ((now, way), enemy) = threats.min_by_key(|((cost, _), _)| *cost)?;
        if now > NEAR {
            return None;
        }
        let blocked = Blocked::by_soldiers(grid).with(road.iter().copied());
        let places = way.iter().flat_map(|&spot| places_over(spot));
        let places = places.filter(|&place| !blocked.is(place) && grid.can_turn(place, ME.0));
        let twists = places.flat_map(|place| Spin::ALL.map(|spin| Twist { place, spin }));
        let twists: Vec<Twist> = twists.collect();
        let worst = |grid: &Grid| -threat(grid, enemy).map_or(0, |(cost, _)| i32::from(cost));
        let found = self.best(grid, &twists, worst)?;
        grid.turn(found.place, found.spin);
        let then = -worst(grid);
        grid.turn_back(found.place, found.spin);
        (then > i32::from(now)).then_some(found)
    }
}

/// The next step on the road to a gate, if its tile is there.
pub(super) fn step(grid: &Grid, goal: &Entrance) -> Option<Way> {
    let soldier = grid.soldiers[ME.index()];
    let next = match soldier == goal.front {
        true => goal.cell,
        false => {
            let next = *Roads::of(grid, ME.0).road_to(goal.front).first()?;
            grid.is_own(next, ME.0).then_some(next)?
        }
    };
    way_to(soldier, next)
}

impl Bot<Quinte> for Builder {
    fn choose(
        &mut self,
        turn: &Turn<'_, Quinte>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        in_own_view(turn, |own| self.think(own))
    }
}
