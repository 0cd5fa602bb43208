//! あなたのAI。書き換えるのは choose だけです（もっと自由に書くには skeleton.rs を見てください）。
//! Your AI. The only function you need to edit is choose; see skeleton.rs for writing all of it yourself.

use quinte::road::{RoadPlayer, enemy_gates};
use quinte::{GameInfo, PathSearch, Point, Random, start};

/// いまは「一番近い門」。/ For now: the nearest gate.
fn choose(info: &GameInfo, random: &mut Random) -> Point {
    let (map, here) = (info.map(), info.my_soldier().location);
    let gates = enemy_gates(info);
    let nearest = gates.iter().min_by_key(|gate| PathSearch::reachable_path(map, here, **gate).len());
    nearest.copied().unwrap_or_else(|| random.choose(&gates))
}

fn main() {
    start(RoadPlayer::new(choose));
}
