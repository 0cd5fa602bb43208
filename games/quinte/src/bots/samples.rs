//! The contest's sample players, by what they did: choose a gate, lay a straight road to it tile
//! by tile, and walk whenever a road is there.

use fastrand::Rng;
use gyoji_core::{Bot, BotEntry, Budget, Seat, Text, Thought, Turn};

use super::fetch::places_over;
use super::grid::{Entrance, Grid, Spot, cell_of, corner_of, entrances, neighbour, way_to};
use super::grid::{RINGS, place_of, spot};
use super::road::Walk;
use super::{ME, in_own_view};
use crate::cell::{Cell, GateKind, Spin, Way};
use crate::moves::{Cursor, Move};
use crate::position::Quinte;

/// One of the nine gates, by lot.
pub(super) fn random() -> BotEntry<Quinte> {
    BotEntry {
        name: "random",
        about: Text::new(
            "the contest's RandomPlayer: lays a road to a gate drawn by lot",
            "コンテストの RandomPlayer: ランダムに選んだ門へ道を作る",
        ),
        level: 1,
        options: &[],
        make: |_, seed| Ok(Box::new(Sample::new(seed, any_gate))),
    }
}

/// A small gate of whoever leads.
pub(super) fn highscore() -> BotEntry<Quinte> {
    BotEntry {
        name: "highscore",
        about: Text::new(
            "the contest's HighScorePlayer: goes for a small gate of the leader",
            "コンテストの HighScorePlayer: 首位の国の小門を狙う",
        ),
        level: 2,
        options: &[],
        make: |_, seed| Ok(Box::new(Sample::new(seed, leaders_gate))),
    }
}

/// After how many turns a road that is not finished is given up: somebody else wants its tiles.
const MOST_TURNS: u32 = 30;
/// How often a tile is moved from the same spot in a row: then somebody moves it back.
const MOST_TRIES: u32 = 4;

/// Chooses a gate from a position in the own view.
type Aim = fn(&Quinte, &mut Rng) -> Entrance;

struct Sample {
    rng: Rng,
    aim: Aim,
    plan: Option<Errand>,
    /// The gate the soldier walks to.
    goal: Option<Entrance>,
    /// Where a tile was moved from last, and how often in a row.
    last: (Spot, u32),
}

/// A gate a road is laid to, all spots of that road, and since which turn.
struct Errand {
    gate: Entrance,
    road: Vec<Spot>,
    since: u32,
}

/// The gates of the others: the middle of each big one, and the small ones.
fn gates() -> Vec<Entrance> {
    let is_middle = |entrance: &Entrance| {
        let Cell { x, y } = cell_of(entrance.cell);
        entrance.gate.kind == GateKind::Small || x == 8 || y == 8
    };
    entrances().filter(|entrance| entrance.gate.owner != ME && is_middle(entrance)).collect()
}

fn any_gate(_: &Quinte, rng: &mut Rng) -> Entrance {
    let gates = gates();
    gates[rng.usize(..gates.len())]
}

fn leaders_gate(own: &Quinte, rng: &mut Rng) -> Entrance {
    let others = [Seat(1), Seat(2), Seat(3)];
    let most = others.iter().map(|&seat| own.score(seat)).max();
    let mut leaders = others.into_iter().filter(|&seat| Some(own.score(seat)) == most);
    let (Some(leader), None) = (leaders.next(), leaders.next()) else { return any_gate(own, rng) };
    let soldier = own.soldier(ME);
    let gates = gates().into_iter();
    let small = gates.filter(|it| it.gate.owner == leader && it.gate.kind == GateKind::Small);
    let nearest = small.min_by_key(|it| soldier.distance(cell_of(it.cell)));
    nearest.unwrap_or_else(|| any_gate(own, rng))
}

impl Sample {
    fn new(seed: u64, aim: Aim) -> Sample {
        Sample { rng: Rng::with_seed(seed), aim, plan: None, goal: None, last: (0, 0) }
    }

    /// Brings a tile one step nearer to the first gap of the road.
    fn build(&mut self, own: &Quinte, grid: &Grid) -> Option<Cursor> {
        let is_current = |plan: &Errand| own.turn() < plan.since + MOST_TURNS;
        if !self.plan.as_ref().is_some_and(is_current) {
            let gate = (self.aim)(own, &mut self.rng);
            let road = straight(own.soldier(ME), cell_of(gate.front), self.rng.bool());
            self.plan = Some(Errand { gate, road, since: own.turn() });
        }
        let Errand { gate, road, .. } = self.plan.as_ref()?;
        let Some(gap) = road.iter().position(|&spot| !grid.is_own(spot, ME.0)) else {
            self.goal = Some(*gate); // the road is there
            self.plan = None;
            return None;
        };
        let (done, gap) = (&road[..gap], road[gap]);
        let mut tiles: Vec<Spot> = own
            .tiles()
            .iter()
            .filter(|(_, tile)| tile.owner() == Some(ME))
            .map(|(cell, _)| spot(cell))
            .filter(|spot| !done.contains(spot))
            .filter(|&spot| self.last.0 != spot || self.last.1 < MOST_TRIES)
            .collect();
        tiles.sort_by_key(|&spot| cell_of(spot).distance(cell_of(gap)));
        for tile in tiles {
            if let Some(cursor) = nearer(grid, tile, gap, done) {
                self.last = (tile, if self.last.0 == tile { self.last.1 + 1 } else { 1 });
                return Some(cursor);
            }
        }
        self.plan = None;
        None
    }

    fn walk(&mut self, grid: &Grid) -> Option<Way> {
        let walk = Walk::of(grid, ME.0);
        let can_reach = |it: &Entrance| walk.steps(it.front).is_some();
        if !self.goal.as_ref().is_some_and(can_reach) {
            let reachable: Vec<Entrance> = gates().into_iter().filter(can_reach).collect();
            self.goal = self.rng.choice(reachable);
        }
        let soldier = grid.soldiers[ME.index()];
        match self.goal {
            Some(goal) if goal.front == soldier => {
                self.goal = None;
                way_to(soldier, goal.cell)
            }
            Some(goal) => way_to(soldier, walk.first_step(goal.front)?),
            None => Some(Way::ALL[self.rng.usize(..4)]),
        }
    }
}

/// The spots from a soldier to the tile before a gate: along one side, then along the other.
fn straight(from: Cell, to: Cell, across_first: bool) -> Vec<Spot> {
    let mut road = Vec::new();
    let mut at = from;
    if !at.is_road() {
        at = Cell::new(at.x, at.y - 1); // out of the own gate first
        road.push(spot(at));
    }
    for is_across in [across_first, !across_first] {
        while if is_across { at.x != to.x } else { at.y != to.y } {
            let way = match is_across {
                true if at.x < to.x => Way::Right,
                true => Way::Left,
                false if at.y < to.y => Way::Down,
                false => Way::Up,
            };
            let Some(next) = at.step(way) else { break };
            at = next;
            road.push(spot(at));
        }
    }
    road
}

/// A turn that brings a tile one step nearer to a gap without breaking what is `done`.
fn nearer(grid: &Grid, tile: Spot, gap: Spot, done: &[Spot]) -> Option<Cursor> {
    let distance = |spot: Spot| cell_of(spot).distance(cell_of(gap));
    for way in 0..4 {
        let to = neighbour(tile, way);
        if grid.is_border(to) || distance(to) >= distance(tile) {
            continue;
        }
        for place in places_over(tile) {
            let ring = RINGS[place].spots();
            let Some(index) = ring.iter().position(|&spot| spot == tile) else { continue };
            let breaks = ring.iter().any(|spot| done.contains(spot));
            if breaks || !grid.can_turn(place, ME.0) {
                continue;
            }
            let spin = match ring.len() {
                count if ring[(index + 1) % count] == to => Spin::Clockwise,
                count if ring[(index + count - 1) % count] == to => Spin::Anticlockwise,
                _ => continue,
            };
            return Some(Cursor { at: corner_of(place), spin: Some(spin) });
        }
    }
    None
}

impl Bot<Quinte> for Sample {
    fn choose(
        &mut self,
        turn: &Turn<'_, Quinte>,
        _: &Budget<'_>,
        _: &mut dyn FnMut(Thought),
    ) -> Move {
        in_own_view(turn, |own| {
            let mut grid = Grid::of(own);
            let cursor = self.build(own, &grid);
            if let Some(Cursor { at, spin: Some(spin) }) = cursor {
                grid.turn(place_of(at), spin);
            }
            Move { cursor, soldier: self.walk(&grid) }
        })
    }
}
