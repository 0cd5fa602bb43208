//! `planner`: tries its orders in a quick game against all the others, and takes the best.
//!
//! What it tries: a few of the gates that pay best, each with the turns of the cursor that bring
//! a tile to that road; where its own road is whole, turns that are in the way of the others; and
//! before a gate, to wait, where soldiers will soon be super soldiers or no time is left for
//! another attack. Each is played on for a few turns ([`Sim`]); then what everybody has and is
//! about to get counts.

use std::sync::atomic::Ordering;
use std::time::Instant;

use gyoji_core::{Bot, BotEntry, Budget, OptionKind, OptionSpec, Text, Thought, Turn};

use super::fetch::{Twist, fill, places_over};
use super::grid::way_to;
use super::road::Roads;
use super::sim::Sim;
use super::{ME, in_own_view};
use crate::cell::Spin;
use crate::moves::Move;
use crate::position::Quinte;

pub(super) fn entry() -> BotEntry<Quinte> {
    const OPTIONS: &[OptionSpec] = &[OptionSpec {
        name: "turns",
        kind: OptionKind::Number(0, 200),
        default: "4",
        about: Text::new(
            "how many turns each order is tried for",
            "それぞれの指示を何ターン先まで試すか",
        ),
    }];
    BotEntry {
        name: "planner",
        about: Text::new(
            "tries its orders in a quick game against the others in its head",
            "頭の中で他国の動きをシミュレーションし、一番良い指示を選ぶ",
        ),
        level: 4,
        options: OPTIONS,
        make: |options, _| {
            Ok(Box::new(Planner { turns: options.number("turns") as u32, goal: None }))
        },
    }
}

/// How many gates are considered, beside the one it goes for.
const MOST_GOALS: usize = 3;
/// How many turns of the cursor are tried for each of them.
const MOST_TWISTS: usize = 6;
/// How far ahead of an enemy's soldier it looks for something to break.
const SPOIL: usize = 2;

struct Planner {
    turns: u32,
    /// The gate it goes for.
    goal: Option<usize>,
}

/// An order that is tried.
#[derive(Clone, Copy)]
struct Try {
    goal: usize,
    twist: Option<Twist>,
    walks: bool,
}

impl Planner {
    fn think(&mut self, own: &Quinte, budget: &Budget<'_>, think: &mut dyn FnMut(Thought)) -> Move {
        let mut start = Sim::of(own);
        let roads = Roads::of(&start.grid, ME.0);
        for enemy in 1..4 {
            start.replan(enemy);
        }
        let tries = self.tries(&start, &roads);
        let mut best: Option<(f32, Try)> = None;
        for attempt in tries {
            if best.is_some() && is_time_up(budget) {
                break;
            }
            let mut sim = start.clone();
            sim.aim(ME.0, attempt.goal, &roads);
            sim.order(Some(attempt.twist), attempt.walks);
            sim.run(self.turns);
            let worth = sim.prospects()[ME.index()];
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, attempt));
            }
        }
        let Some((worth, choice)) = best else { return Move::NONE };
        self.goal = Some(choice.goal);
        think(Thought::new(format!("worth {worth:.0}")));
        start.aim(ME.0, choice.goal, &roads);
        order(start, choice)
    }

    /// Everything that is tried, the likeliest first.
    fn tries(&self, start: &Sim, roads: &Roads) -> Vec<Try> {
        let mut goals = start.goals(ME.0, roads);
        goals.truncate(MOST_GOALS);
        if let Some(goal) = self.goal.filter(|goal| !goals.contains(goal)) {
            goals.push(goal);
        }
        let mut tries = Vec::new();
        for (rank, goal) in goals.into_iter().enumerate() {
            let mut sim = start.clone();
            sim.aim(ME.0, goal, roads);
            let mut twists = Vec::new();
            fill(&sim.grid, ME.0, sim.road(ME.0).0, |twist| {
                twists.push(Some(twist));
                twists.len() == MOST_TWISTS
            });
            if twists.is_empty() {
                twists.push(None);
                if rank == 0 {
                    twists.extend(spoilers(&sim).into_iter().map(Some));
                }
            }
            tries.extend(twists.into_iter().map(|twist| Try { goal, twist, walks: true }));
            if sim.road(ME.0).0.is_empty() && sim.is_worth_waiting() {
                tries.push(Try { goal, twist: None, walks: false });
            }
        }
        tries
    }
}

/// The order that was chosen, in a game where its goal is set.
fn order(mut sim: Sim, choice: Try) -> Move {
    if let Some(Twist { place, spin }) = choice.twist {
        sim.grid.turn(place, spin);
    }
    let (road, entrance) = sim.road(ME.0);
    let next = match road.first() {
        Some(&next) => Some(next).filter(|&next| sim.grid.is_own(next, ME.0)),
        None => Some(entrance.cell),
    };
    let soldier = sim.grid.soldiers[ME.index()];
    Move {
        cursor: choice.twist.map(Twist::cursor),
        soldier: next.filter(|_| choice.walks).and_then(|next| way_to(soldier, next)),
    }
}

/// Turns that are in the way of the others.
fn spoilers(sim: &Sim) -> Vec<Twist> {
    let mut twists = Vec::new();
    for enemy in 1..4 {
        let (road, _) = sim.road(enemy);
        for place in road.iter().take(SPOIL).flat_map(|&spot| places_over(spot)) {
            for twist in Spin::ALL.map(|spin| Twist { place, spin }) {
                if sim.grid.can_turn(place, ME.0) && !twists.contains(&twist) {
                    twists.push(twist);
                }
            }
        }
    }
    twists
}

fn is_time_up(budget: &Budget<'_>) -> bool {
    budget.deadline.is_some_and(|deadline| Instant::now() >= deadline)
        || budget.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

impl Bot<Quinte> for Planner {
    fn choose(
        &mut self,
        turn: &Turn<'_, Quinte>,
        budget: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        in_own_view(turn, |own| self.think(own, budget, think))
    }
}
