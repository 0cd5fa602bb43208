//! HighScorePlayer: goes for the small gate of whoever is ahead, the one that is nearer.

use quinte::road::{RoadPlayer, enemies, enemy_gates};
use quinte::{GameInfo, PathSearch, Point, Random, start};

fn choose(info: &GameInfo, random: &mut Random) -> Point {
    let best = enemies(info).map(|country| info.score(country)).into_iter().max();
    let leaders: Vec<_> =
        enemies(info).into_iter().filter(|&country| Some(info.score(country)) == best).collect();
    let [leader] = leaders[..] else { return random.choose(&enemy_gates(info)) };
    let (map, here) = (info.map(), info.my_soldier().location);
    let [left, right] = [map.left_gate_location(leader), map.right_gate_location(leader)];
    let turns = |gate| PathSearch::reachable_path(map, here, gate).len();
    if turns(left) <= turns(right) { left } else { right }
}

fn main() {
    start(RoadPlayer::new(choose));
}
