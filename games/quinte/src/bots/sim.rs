//! A quick game in the head: everybody lays its road and walks it, for a number of turns.
//!
//! This is how `planner` finds out what an order leads to. The players in it are simple builders:
//! each takes the gate that pays best, brings a tile to the first gap of its road, and walks.

use std::sync::LazyLock;

use gyoji_core::Seat;

use super::fetch::{Twist, fill};
use super::grid::{Entrance, Grid, Spot, entrances, spot};
use super::road::{FAR, Roads, STEP};
use crate::cell::home;
use crate::position::{Quinte, Rules, SEATS};

/// Every cell of every gate.
static ENTRANCES: LazyLock<Vec<Entrance>> = LazyLock::new(|| entrances().collect());

/// The longest road that is remembered; a longer one is laid piece by piece.
const MOST_ROAD: usize = 40;
/// The least turns from the own gate into another.
const QUICKEST: u32 = 13;
/// About how many turns pass between two attacks.
const CYCLE: f32 = 20.0;
/// After how many turns a road is thought over.
const FRESH: u32 = 5;

/// Somebody's road.
#[derive(Clone, Copy)]
struct Errand {
    /// The gate, as an index of [`ENTRANCES`].
    gate: u8,
    road: [Spot; MOST_ROAD],
    len: u8,
    /// How much of it has been walked.
    walked: u8,
    /// Until which turn it is not thought over.
    until: u32,
}

/// A game in the head.
#[derive(Clone)]
pub(super) struct Sim {
    pub(super) grid: Grid,
    scores: [u32; SEATS],
    orders: u32,
    first: u8,
    rules: Rules,
    plans: [Errand; SEATS],
}

impl Sim {
    pub(super) fn of(position: &Quinte) -> Sim {
        let plan = Errand { gate: 0, road: [0; MOST_ROAD], len: 0, walked: 0, until: 0 };
        Sim {
            grid: Grid::of(position),
            scores: position.scores,
            orders: position.orders,
            first: position.first.0,
            rules: position.rules,
            plans: [plan; SEATS],
        }
    }

    fn turn(&self) -> u32 {
        self.orders / SEATS as u32
    }

    fn side(&self) -> u8 {
        (self.first + (self.orders % SEATS as u32) as u8) & 3
    }

    fn is_over(&self) -> bool {
        self.turn() >= self.rules.turns
    }

    /// What an attack on a gate would bring in a turn.
    fn gain(&self, entrance: &Entrance, turn: u32) -> u32 {
        if turn >= self.rules.turns {
            return 0;
        }
        let percent = entrance.gate.kind.percent(turn >= self.rules.super_from);
        (u64::from(self.scores[entrance.gate.owner.index()]) * u64::from(percent) / 100) as u32
    }

    /// The gates of the others, the one that pays best first.
    pub(super) fn goals(&self, seat: u8, roads: &Roads) -> Vec<usize> {
        let mut goals: Vec<(usize, f32)> = self.rated(roads, |owner| owner != seat).collect();
        goals.sort_by(|a, b| b.1.total_cmp(&a.1));
        goals.into_iter().map(|(gate, _)| gate).collect()
    }

    fn rate(&self, entrance: &Entrance, roads: &Roads) -> f32 {
        let turns = turns_of(roads.cost(entrance.front));
        self.gain(entrance, self.turn() + turns as u32) as f32 / (turns + 1.0)
    }

    /// Sets the gate that `seat` goes for.
    pub(super) fn aim(&mut self, seat: u8, gate: usize, roads: &Roads) {
        let road = roads.road_to(ENTRANCES[gate].front);
        let turn = self.turn();
        let plan = &mut self.plans[seat as usize];
        plan.gate = gate as u8;
        plan.len = road.len().min(MOST_ROAD) as u8;
        plan.walked = 0;
        plan.road[..plan.len as usize].copy_from_slice(&road[..plan.len as usize]);
        plan.until = turn + FRESH;
    }

    /// The road `seat` walks on: what is left of it, and the gate behind it.
    pub(super) fn road(&self, seat: u8) -> (&[Spot], &Entrance) {
        let plan = &self.plans[seat as usize];
        (&plan.road[plan.walked as usize..plan.len as usize], &ENTRANCES[plan.gate as usize])
    }

    /// Thinks over the road of a seat.
    pub(super) fn replan(&mut self, seat: u8) {
        let roads = Roads::of(&self.grid, seat);
        if let Some(gate) = self.best_gate(seat, &roads) {
            self.aim(seat, gate, &roads);
        }
    }

    /// The turn of the cursor that helps the road of a seat.
    fn twist(&self, seat: u8) -> Option<Twist> {
        let (road, _) = self.road(seat);
        let mut first = None;
        fill(&self.grid, seat, road, |twist| {
            first = Some(twist);
            true
        });
        first
    }

    /// The soldier goes a step along its road, if it can.
    fn step(&mut self, seat: u8, may_wait: bool) {
        let turn = self.turn();
        let plan = &mut self.plans[seat as usize];
        if plan.walked < plan.len {
            let next = plan.road[plan.walked as usize];
            if self.grid.is_own(next, seat) {
                self.grid.soldiers[seat as usize] = next;
                plan.walked += 1;
            }
            return;
        }
        let entrance = ENTRANCES[plan.gate as usize];
        if may_wait && self.is_worth_waiting() {
            return;
        }
        if self.grid.soldiers[seat as usize] == entrance.front {
            let gain = self.gain(&entrance, turn);
            self.scores[entrance.gate.owner.index()] -= gain;
            self.scores[seat as usize] += gain;
            self.grid.soldiers[seat as usize] = spot(home(Seat(seat)));
        }
        self.plans[seat as usize].until = 0;
    }

    /// The order of whoever is to move: a `twist` that is given, or what helps its road; then a
    /// step, if it `walks`.
    pub(super) fn order(&mut self, twist: Option<Option<Twist>>, walks: bool) {
        let seat = self.side();
        let may_wait = seat == 0 && twist.is_none();
        if self.turn() >= self.plans[seat as usize].until {
            self.replan(seat);
        }
        if let Some(Twist { place, spin }) = twist.unwrap_or_else(|| self.twist(seat)) {
            self.grid.turn(place, spin);
        }
        if walks {
            self.step(seat, may_wait);
        }
        self.orders += 1;
    }

    /// Plays on for a number of turns, or to the end.
    pub(super) fn run(&mut self, turns: u32) {
        for _ in 0..turns * SEATS as u32 {
            if self.is_over() {
                return;
            }
            self.order(None, true);
        }
    }

    /// Whether an attack that could be made now is better made later: there is no time for another
    /// one, or soldiers will soon be super soldiers.
    pub(super) fn is_worth_waiting(&self) -> bool {
        let left = self.rules.turns.saturating_sub(self.turn());
        let until_super = self.rules.super_from.saturating_sub(self.turn());
        (2..=QUICKEST).contains(&left) || (1..=QUICKEST / 2).contains(&until_super)
    }

    /// Everybody's score, with a share of the attacks that are being prepared: the sooner they
    /// come, the more of them. For seat 0 the best of its gates is taken.
    pub(super) fn prospects(&self) -> [f32; SEATS] {
        let mut attacks: Vec<Attack> = Vec::with_capacity(SEATS);
        for seat in 1..SEATS as u8 {
            let roads = Roads::of(&self.grid, seat);
            if let Some(gate) = self.best_gate(seat, &roads) {
                attacks.push(Attack::new(seat, gate, &roads));
            }
        }
        let roads = Roads::of(&self.grid, 0);
        let mut best: Option<[f32; SEATS]> = None;
        for owner in 1..SEATS as u8 {
            let rated = self.rated(&roads, |it| it == owner);
            let Some((gate, _)) = rated.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            attacks.push(Attack::new(0, gate, &roads));
            let scores = self.forecast(&attacks);
            attacks.pop();
            if best.is_none_or(|best| scores[0] > best[0]) {
                best = Some(scores);
            }
        }
        best.unwrap_or_else(|| self.forecast(&attacks))
    }

    /// The scores after these attacks, in the order in which they come.
    fn forecast(&self, attacks: &[Attack]) -> [f32; SEATS] {
        let mut attacks: [Option<&Attack>; SEATS] = std::array::from_fn(|i| attacks.get(i));
        attacks.sort_by(|a, b| {
            let turns = |it: &Option<&Attack>| it.map_or(f32::MAX, |it| it.turns);
            turns(a).total_cmp(&turns(b))
        });
        let mut scores = self.scores.map(|score| score as f32);
        for attack in attacks.into_iter().flatten() {
            let turn = self.turn() + attack.turns as u32;
            if turn >= self.rules.turns {
                continue;
            }
            let gate = ENTRANCES[attack.gate].gate;
            let percent = gate.kind.percent(turn >= self.rules.super_from) as f32 / 100.0;
            let share =
                scores[gate.owner.index()] * percent * (1.0 - attack.turns / CYCLE).max(0.0);
            scores[attack.seat as usize] += share;
            scores[gate.owner.index()] -= share;
        }
        scores
    }

    fn best_gate(&self, seat: u8, roads: &Roads) -> Option<usize> {
        self.rated(roads, |owner| owner != seat).max_by(|a, b| a.1.total_cmp(&b.1)).map(|it| it.0)
    }

    /// The gates of some owners that can be reached, with what they pay for each turn.
    fn rated(&self, roads: &Roads, of: impl Fn(u8) -> bool) -> impl Iterator<Item = (usize, f32)> {
        let gates = ENTRANCES.iter().enumerate().filter(move |(_, it)| of(it.gate.owner.0));
        let reachable = gates.filter(|(_, it)| roads.cost(it.front) != FAR);
        reachable.map(|(index, it)| (index, self.rate(it, roads)))
    }
}

/// An attack that somebody prepares.
struct Attack {
    seat: u8,
    gate: usize,
    turns: f32,
}

impl Attack {
    fn new(seat: u8, gate: usize, roads: &Roads) -> Attack {
        Attack { seat, gate, turns: turns_of(roads.cost(ENTRANCES[gate].front)) }
    }
}

fn turns_of(cost: u16) -> f32 {
    f32::from(cost) / f32::from(STEP) + 1.0
}
