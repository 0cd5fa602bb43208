//! How far it is to every gate: steps over tiles that are there, and turns of the cursor for
//! tiles that have to be brought.

use super::grid::{Grid, SPOTS, STEPS, Spot, cell_of, neighbour};
use crate::cell::SIZE;

/// What one step costs; everything else is counted in these.
pub(super) const STEP: u16 = 8;
/// What each turn of the cursor costs that is needed to bring a tile. Cursor and soldier act
/// in the same turn, so it is less than a step; but near the soldier there is less time for it.
const FETCH: [u16; 8] = [12, 12, 10, 9, 8, 7, 6, 6];
/// The farthest a tile is fetched from; beyond that it makes no difference.
const MOST_FETCH: u8 = 7;
/// Not to be reached.
pub(super) const FAR: u16 = u16::MAX;

/// More than the dearest cell costs, as a power of two: the queue needs so many buckets.
const BUCKETS: usize = 128;
const _: () = assert!(STEP as usize + FETCH[0] as usize * (MOST_FETCH as usize) < BUCKETS);

/// The costs of all roads of one colour from one spot.
pub(super) struct Roads {
    cost: [u16; SPOTS],
    from: [Spot; SPOTS],
}

/// How many turns of the cursor bring a tile of `colour` to each spot: the distance of the
/// nearest one. A tile with a soldier on it stays where it is.
fn fetch(grid: &Grid, colour: u8) -> [u8; SPOTS] {
    let width = SIZE as usize;
    let mut near = [MOST_FETCH; SPOTS];
    for spot in width + 1..SPOTS - width - 1 {
        let here = match grid.is_own(spot as Spot, colour) {
            true if !grid.soldiers.contains(&(spot as Spot)) => 0,
            _ => MOST_FETCH,
        };
        near[spot] = here.min(near[spot - 1] + 1).min(near[spot - width] + 1);
    }
    for spot in (width + 1..SPOTS - width - 1).rev() {
        near[spot] = near[spot].min(near[spot + 1] + 1).min(near[spot + width] + 1);
    }
    near
}

impl Roads {
    /// All roads of `colour` from where its soldier is.
    pub(super) fn of(grid: &Grid, colour: u8) -> Roads {
        Roads::from(grid, colour, grid.soldiers[colour as usize])
    }

    /// All roads of `colour` from a spot.
    ///
    /// Dijkstra with Dial's queue: one list for each cost modulo the number of buckets. The cost
    /// belongs to the cell that is entered, so the first road found to a cell is the best one
    /// and each cell is in one list at most.
    pub(super) fn from(grid: &Grid, colour: u8, start: Spot) -> Roads {
        let near = fetch(grid, colour);
        let start_cell = cell_of(start);
        let mut roads = Roads { cost: [FAR; SPOTS], from: [start; SPOTS] };
        let mut heads = [Spot::MAX; BUCKETS];
        let mut next = [Spot::MAX; SPOTS];
        roads.cost[start as usize] = 0;
        heads[0] = start;
        let (mut now, mut waiting) = (0u16, 1);
        while waiting > 0 {
            let mut spot = std::mem::replace(&mut heads[now as usize % BUCKETS], Spot::MAX);
            while spot != Spot::MAX {
                waiting -= 1;
                for way in 0..STEPS.len() {
                    let to = neighbour(spot, way);
                    let index = to as usize;
                    if index >= SPOTS || grid.is_border(to) || roads.cost[index] != FAR {
                        continue;
                    }
                    let fetches = if grid.is_own(to, colour) { 0 } else { near[index].max(1) };
                    let away = cell_of(to).distance(start_cell) as usize;
                    let fetch = FETCH[away.min(FETCH.len() - 1)];
                    let cost = now + STEP + fetch * u16::from(fetches);
                    roads.cost[index] = cost;
                    roads.from[index] = spot;
                    next[index] = std::mem::replace(&mut heads[cost as usize % BUCKETS], to);
                    waiting += 1;
                }
                spot = next[spot as usize];
            }
            now += 1;
        }
        roads
    }

    /// What it costs to get to a spot.
    pub(super) fn cost(&self, spot: Spot) -> u16 {
        self.cost[spot as usize]
    }

    /// The road to a spot, in order, without the spot it starts from.
    pub(super) fn road_to(&self, mut spot: Spot) -> Vec<Spot> {
        let mut road = Vec::with_capacity(32);
        while self.cost[spot as usize] != 0 && self.cost[spot as usize] != FAR {
            road.push(spot);
            spot = self.from[spot as usize];
        }
        road.reverse();
        road
    }
}

/// Where a soldier can walk at once, over tiles of its colour that are there.
pub(super) struct Walk {
    steps: [u8; SPOTS],
    from: [Spot; SPOTS],
}

impl Walk {
    const NEVER: u8 = u8::MAX;

    /// Everywhere the soldier of `colour` can go.
    pub(super) fn of(grid: &Grid, colour: u8) -> Walk {
        let start = grid.soldiers[colour as usize];
        let mut walk = Walk { steps: [Walk::NEVER; SPOTS], from: [start; SPOTS] };
        let mut queue = [start; SPOTS];
        let (mut head, mut tail) = (0, 1);
        walk.steps[start as usize] = 0;
        while head < tail {
            let spot = queue[head];
            head += 1;
            for way in 0..STEPS.len() {
                let to = neighbour(spot, way);
                let index = to as usize;
                if index < SPOTS && grid.is_own(to, colour) && walk.steps[index] == Walk::NEVER {
                    walk.steps[index] = walk.steps[spot as usize].saturating_add(1);
                    walk.from[index] = spot;
                    queue[tail] = to;
                    tail += 1;
                }
            }
        }
        walk
    }

    /// How many steps it is to a spot.
    pub(super) fn steps(&self, spot: Spot) -> Option<u32> {
        let steps = self.steps[spot as usize];
        (steps != Walk::NEVER).then_some(steps.into())
    }

    /// The first step towards a spot that can be reached and is not here.
    pub(super) fn first_step(&self, spot: Spot) -> Option<Spot> {
        let mut at = Some(spot).filter(|_| self.steps(spot).is_some_and(|steps| steps > 0))?;
        while self.steps[self.from[at as usize] as usize] > 0 {
            at = self.from[at as usize];
        }
        Some(at)
    }
}
