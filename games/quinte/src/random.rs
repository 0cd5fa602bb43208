//! An order by lot.

use fastrand::Rng;

use crate::cell::{CORNERS, Corner, Spin, Way};
use crate::moves::{Cursor, Move};
use crate::position::Quinte;

/// How often a turn of the cursor is drawn before it is left out.
const TRIES: u32 = 64;

impl Quinte {
    /// An order that can be carried out, drawn by lot without making a list of them all: a turn
    /// of the cursor, each as likely as the next, then a step of the soldier or none.
    pub fn random_order(&self, rng: &mut Rng) -> Move {
        let seat = self.side();
        let cursor = (0..TRIES).find_map(|_| {
            let at = Corner::new(rng.u8(..CORNERS), rng.u8(..CORNERS));
            let spin = Some(Spin::ALL[rng.usize(..2)]);
            Some(Cursor { at, spin }).filter(|&cursor| self.check_cursor(seat, cursor).is_ok())
        });
        let mut steps = [None; 5];
        let mut count = 1;
        for way in Way::ALL {
            if self.check_step(seat, way, cursor).is_ok() {
                steps[count] = Some(way);
                count += 1;
            }
        }
        Move { cursor, soldier: steps[rng.usize(..count)] }
    }
}
