//! Ways over the map.

use std::collections::{HashMap, VecDeque};

use crate::{CountryInfo, Direction, MapInfo, Point, TileInfo, TileType};

/// Roads from one cell to another, as directions; empty if there is none.
pub struct PathSearch;

impl PathSearch {
    /// A shortest way over tiles of any colour: where a road could be built.
    pub fn reachable_path(map: &MapInfo, start: Point, goal: Point) -> Vec<Direction> {
        search(map, start, goal, |_| true)
    }

    /// A shortest way over tiles of a country's colour: where its soldier can go now.
    pub fn now_reachable_path(
        map: &MapInfo,
        start: Point,
        goal: Point,
        country: CountryInfo,
    ) -> Vec<Direction> {
        search(map, start, goal, |tile| tile.owner == Some(country))
    }
}

fn search(
    map: &MapInfo,
    start: Point,
    goal: Point,
    is_open: impl Fn(TileInfo) -> bool,
) -> Vec<Direction> {
    let is_road =
        |at| map.tile(at).is_some_and(|tile| tile.tile_type == TileType::Road && is_open(tile));
    let mut came_by = HashMap::from([(start, None)]);
    let mut queue = VecDeque::from([start]);
    while let Some(at) = queue.pop_front() {
        if at == goal {
            let mut path = Vec::new();
            let mut at = goal;
            while let Some(Some(direction)) = came_by.get(&at).copied() {
                let direction: Direction = direction;
                path.push(direction);
                at = direction.opposite().move_from(at);
            }
            path.reverse();
            return path;
        }
        for direction in Direction::VALUES {
            let to = direction.move_from(at);
            if !came_by.contains_key(&to) && (to == goal || is_road(to)) {
                came_by.insert(to, Some(direction));
                queue.push_back(to);
            }
        }
    }
    Vec::new()
}
