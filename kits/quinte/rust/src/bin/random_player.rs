//! RandomPlayer: goes for a gate drawn by lot.

use quinte::road::{RoadPlayer, enemy_gates};
use quinte::start;

fn main() {
    start(RoadPlayer::new(|info, random| random.choose(&enemy_gates(info))));
}
