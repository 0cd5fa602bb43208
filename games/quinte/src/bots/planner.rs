//! `planner`: tries its orders in a quick game against all the others, and takes the best.

use fastrand::Rng;
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
    const OPTIONS: &[OptionSpec] = &[
        OptionSpec {
            name: "turns",
            kind: OptionKind::Number(0, 200),
            default: "20",
            about: Text::new("how many turns it looks ahead", "何ターン先まで読むか"),
        },
        OptionSpec {
            name: "goals",
            kind: OptionKind::Number(1, 9),
            default: "2",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "spoil",
            kind: OptionKind::Number(0, 9),
            default: "2",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "util",
            kind: OptionKind::Number(0, 9),
            default: "0",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "scale",
            kind: OptionKind::Number(0, 100000),
            default: "3000",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "cycle",
            kind: OptionKind::Number(1, 200),
            default: "20",
            about: Text::new("", ""),
        },
        OptionSpec {
            name: "avg",
            kind: OptionKind::Number(0, 99),
            default: "0",
            about: Text::new("", ""),
        },
    ];
    BotEntry {
        name: "planner",
        about: Text::new(
            "tries its orders in a quick game against the others in its head",
            "頭の中で他国の動きをシミュレーションし、一番良い指示を選ぶ",
        ),
        level: 4,
        options: OPTIONS,
        make: |options, seed| {
            Ok(Box::new(Planner {
                rng: Rng::with_seed(seed),
                turns: options.number("turns") as u32,
                goals: options.number("goals") as usize,
                spoil: options.number("spoil") as usize,
                goal: None,
                util: options.number("util"),
                scale: options.number("scale") as f32,
                cycle: options.number("cycle") as f32,
                avg: options.number("avg"),
            }))
        },
    }
}

struct Planner {
    rng: Rng,
    turns: u32,
    goals: usize,
    spoil: usize,
    goal: Option<usize>,
    util: u64,
    scale: f32,
    cycle: f32,
    avg: u64,
}

/// An order that is tried.
#[derive(Clone, Copy, Debug)]
struct Try {
    goal: usize,
    twist: Option<Twist>,
    walks: bool,
}

impl Planner {
    fn think(&mut self, own: &Quinte, think: &mut dyn FnMut(Thought)) -> Move {
        let mut start = Sim::of(own);
        let left = start.left();
        let horizon = if left <= self.avg as u32 { left } else { self.turns };
        let roads = Roads::of(&start.grid, ME.0);
        let mut goals: Vec<usize> =
            start.goals(ME.0, &roads).into_iter().take(self.goals).map(|(goal, _)| goal).collect();
        if let Some(goal) = self.goal
            && !goals.contains(&goal)
        {
            goals.push(goal);
        }
        for seat in 1..4 {
            start.replan(seat);
        }
        let mut tries: Vec<Try> = Vec::new();
        for (rank, &goal) in goals.iter().enumerate() {
            let mut sim = start.clone();
            sim.aim(ME.0, goal, &roads);
            let mut twists = vec![];
            fill(&sim.grid, ME.0, sim.road(ME.0).0, |twist| {
                twists.push(Some(twist));
                twists.len() > 6
            });
            if twists.is_empty() {
                twists.push(None);
                if rank == 0 {
                    self.spoilers(&sim, &mut twists);
                }
            }
            for twist in twists {
                tries.push(Try { goal, twist, walks: true });
            }
            if sim.road(ME.0).0.is_empty() && sim.is_worth_waiting() {
                tries.push(Try { goal, twist: None, walks: false });
            }
        }
        let mut best: Option<(f32, Try)> = None;
        for attempt in tries {
            let mut sim = start.clone();
            sim.aim(ME.0, attempt.goal, &roads);
            sim.order(Some(attempt.twist), attempt.walks);
            let mut worth = self.rng.f32() * 1e-4;
            sim.run(horizon);
            worth += self.worth(&sim);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, attempt));
            }
        }
        let Some((worth, choice)) = best else { return Move::NONE };
        self.goal = Some(choice.goal);
        think(Thought { line: format!("{worth:.0} {choice:?}") });
        let mut sim = start;
        sim.aim(ME.0, choice.goal, &roads);
        let soldier = sim.grid.soldiers[ME.index()];
        if let Some(Twist { place, spin }) = choice.twist {
            sim.grid.turn(place, spin);
        }
        let (road, entrance) = sim.road(ME.0);
        let next = match road.first() {
            Some(&next) => Some(next).filter(|&next| sim.grid.is_own(next, ME.0)),
            None => Some(entrance.cell),
        };
        let next = next.filter(|_| choice.walks);
        Move {
            cursor: choice.twist.map(Twist::cursor),
            soldier: next.and_then(|next| way_to(soldier, next)),
        }
    }

    fn worth(&self, sim: &Sim) -> f32 {
        let scores = sim.prospects(self.cycle);
        match self.util {
            0 => scores[0],
            1 => (1..4).map(|j| ((scores[0] - scores[j]) / self.scale).tanh()).sum(),
            _ => {
                let left = sim.left() as f32;
                let scale = self.scale * (0.1 + left / 300.0).min(1.0);
                (1..4).map(|j| ((scores[0] - scores[j]) / scale).tanh()).sum()
            }
        }
    }

    /// Turns that are in the way of the others.
    fn spoilers(&self, sim: &Sim, twists: &mut Vec<Option<Twist>>) {
        for enemy in 1..4 {
            let (road, _) = sim.road(enemy);
            for &spot in road.iter().take(self.spoil) {
                for place in places_over(spot).filter(|&place| sim.grid.can_turn(place, ME.0)) {
                    for spin in Spin::ALL {
                        let twist = Some(Twist { place, spin });
                        if !twists.contains(&twist) {
                            twists.push(twist);
                        }
                    }
                }
            }
        }
    }
}

impl Bot<Quinte> for Planner {
    fn choose(
        &mut self,
        turn: &Turn<'_, Quinte>,
        _: &Budget<'_>,
        think: &mut dyn FnMut(Thought),
    ) -> Move {
        in_own_view(turn, |own| self.think(own, think))
    }
}
