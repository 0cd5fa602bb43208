//! What the sample players have in common: they build a road to a gate, tile by tile, and walk
//! along it. The strategy is in `choose`, which each of them has for itself.

use std::collections::{HashMap, VecDeque};

use crate::{
    CountryInfo, CursorAction, Direction, GameInfo, PathSearch, Player, Point, Random, RotateType,
    SoldierAction, TileType,
};

/// After so many turns without reaching a gate another one is chosen.
const PATIENCE: u32 = 120;

/// A player that builds roads to the gates that `choose` wants.
pub struct RoadPlayer<F> {
    choose: F,
    random: Random,
    gate: Option<Point>,
    last: Option<Point>,
    age: u32,
}

impl<F: Fn(&GameInfo, &mut Random) -> Point> RoadPlayer<F> {
    /// A player with this strategy.
    pub fn new(choose: F) -> RoadPlayer<F> {
        RoadPlayer { choose, random: Random::default(), gate: None, last: None, age: 0 }
    }

    /// The gate we are going for, chosen anew when the time has come.
    fn gate(&mut self, info: &GameInfo) -> Point {
        let here = info.my_soldier().location;
        let home = info.map().center_gate_location(info.my_country());
        let is_new = here == home && self.last != Some(home);
        self.last = Some(here);
        self.age += 1;
        match self.gate {
            Some(gate) if !is_new && self.age <= PATIENCE => gate,
            _ => {
                let gate = (self.choose)(info, &mut self.random);
                self.gate = Some(gate);
                self.age = 0;
                gate
            }
        }
    }
}

impl<F: Fn(&GameInfo, &mut Random) -> Point> Player for RoadPlayer<F> {
    fn next_cursor_action(&mut self, info: &GameInfo) -> Option<CursorAction> {
        let (map, me) = (info.map(), info.my_country());
        let gate = self.gate(info);
        let here = info.my_soldier().location;
        if !PathSearch::now_reachable_path(map, here, gate, me).is_empty() {
            return None; // the road is there
        }
        let mut built = Vec::new();
        let mut at = here;
        for direction in PathSearch::reachable_path(map, here, gate) {
            at = direction.move_from(at);
            if at == gate {
                break;
            }
            if !map.tile(at).is_some_and(|tile| tile.owner == Some(me)) {
                let action = bring_tile(info, at, &built);
                if action.is_none() {
                    self.gate = None; // somebody is in the way everywhere: another plan
                }
                return action;
            }
            built.push(at);
        }
        None
    }

    fn next_soldier_action(&mut self, info: &GameInfo) -> Option<SoldierAction> {
        let here = info.my_soldier().location;
        let gates = self.gate.into_iter().chain(enemy_gates(info));
        let path = |gate| PathSearch::now_reachable_path(info.map(), here, gate, info.my_country());
        gates.filter_map(|gate| path(gate).first().copied()).next().map(SoldierAction::from)
    }
}

/// Brings the tile of our colour that is the fewest turns away one turn nearer.
fn bring_tile(info: &GameInfo, missing: Point, built: &[Point]) -> Option<CursorAction> {
    let map = info.map();
    let countries = enemies(info).into_iter().chain([info.my_country()]);
    let soldiers = countries.map(|country| map.soldier(country).location);
    let keep_off: Vec<Point> = soldiers.chain(built.iter().copied()).collect();
    let mut actions = HashMap::from([(missing, None)]);
    let mut queue = VecDeque::from([missing]);
    while let Some(to) = queue.pop_front() {
        if map.tile(to).is_some_and(|tile| tile.owner == Some(info.my_country())) {
            return actions.get(&to).copied().flatten();
        }
        for direction in Direction::VALUES {
            let at = direction.opposite().move_from(to);
            let is_road = map.tile(at).is_some_and(|tile| tile.tile_type == TileType::Road);
            if actions.contains_key(&at) || !is_road {
                continue;
            }
            let is_free = |push: &CursorAction| !keep_off.iter().any(|&cell| is_under(push, cell));
            if let Some(push) = pushes(at, direction).into_iter().find(is_free) {
                actions.insert(at, Some(push));
                queue.push_back(at);
            }
        }
    }
    None
}

/// The three other countries.
pub fn enemies(info: &GameInfo) -> [CountryInfo; 3] {
    [info.left_country(), info.opposite_country(), info.right_country()]
}

/// Their nine gates.
pub fn enemy_gates(info: &GameInfo) -> Vec<Point> {
    let map = info.map();
    let gates = |country| {
        [
            map.center_gate_location(country),
            map.left_gate_location(country),
            map.right_gate_location(country),
        ]
    };
    enemies(info).into_iter().flat_map(gates).collect()
}

/// The two ways to push a tile in a direction.
fn pushes(tile: Point, direction: Direction) -> [CursorAction; 2] {
    let [(x, y), (anti_x, anti_y)] = match direction {
        Direction::Right => [(0, 0), (0, -1)],
        Direction::Down => [(-1, 0), (0, 0)],
        Direction::Left => [(-1, -1), (-1, 0)],
        Direction::Up => [(0, -1), (-1, -1)],
    };
    [
        CursorAction::new(RotateType::Clockwise, tile.x + x, tile.y + y),
        CursorAction::new(RotateType::Anticlockwise, tile.x + anti_x, tile.y + anti_y),
    ]
}

/// Whether a cell is one of the four under a cursor.
fn is_under(push: &CursorAction, cell: Point) -> bool {
    let inside = |from: i32, at: i32| (from..from + 2).contains(&at);
    push.location.is_some_and(|at| inside(at.x, cell.x) && inside(at.y, cell.y))
}
