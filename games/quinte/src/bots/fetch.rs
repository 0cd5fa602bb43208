//! How a tile is brought to a gap: every turn of the cursor moves it one spot, along spots that
//! share a cursor which no soldier blocks.

use super::grid::{Grid, PLACES, RINGS, SPOTS, Spot, corner_of};
use crate::cell::{CORNERS, Spin};

/// Which cursors may not be used: a soldier stands inside, or they would break the road.
#[derive(Clone)]
pub(super) struct Blocked([bool; PLACES]);

impl Blocked {
    /// Those that no player could turn now.
    pub(super) fn by_soldiers(grid: &Grid) -> Blocked {
        let mut blocked = Blocked([false; PLACES]);
        for soldier in grid.soldiers {
            blocked.add(soldier);
        }
        blocked
    }

    /// Every cursor that covers this spot.
    pub(super) fn add(&mut self, spot: Spot) {
        for place in places_over(spot) {
            self.0[place] = true;
        }
    }

    pub(super) fn is(&self, place: usize) -> bool {
        self.0[place]
    }
}

/// The places of the (at most four) cursors that cover a spot.
pub(super) fn places_over(spot: Spot) -> impl Iterator<Item = usize> {
    let cell = super::grid::cell_of(spot);
    let row = CORNERS as usize;
    let (x, y) = (cell.x as usize, cell.y as usize);
    let corners = [(0, 0), (1, 0), (0, 1), (1, 1)].into_iter();
    corners.filter_map(move |(left, up)| {
        let (x, y) = (x.checked_sub(left)?, y.checked_sub(up)?);
        (x < row && y < row).then_some(y * row + x)
    })
}

/// A turn of the cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Twist {
    pub(super) place: usize,
    pub(super) spin: Spin,
}

impl Twist {
    /// As an order to the cursor.
    pub(super) fn cursor(self) -> crate::moves::Cursor {
        crate::moves::Cursor { at: corner_of(self.place), spin: Some(self.spin) }
    }
}

/// How far the nearest tile of `colour` is from a gap, in turns of the cursor, and every turn
/// that brings one of the nearest tiles a spot nearer.
///
/// Tiles on `kept` spots stay where they are. None if no tile can be brought.
pub(super) fn fetch(
    grid: &Grid,
    colour: u8,
    gap: Spot,
    blocked: &Blocked,
    most: u32,
) -> Option<(u32, Vec<Twist>)> {
    let mut distance = [u8::MAX; SPOTS];
    let mut queue = [gap; SPOTS];
    let (mut head, mut tail) = (0, 1);
    distance[gap as usize] = 0;
    let mut found: Option<(u32, Vec<Twist>)> = None;
    while head < tail {
        let spot = queue[head];
        head += 1;
        let here = u32::from(distance[spot as usize]);
        if here >= most || found.as_ref().is_some_and(|(steps, _)| here >= *steps) {
            break;
        }
        for place in places_over(spot).filter(|&place| !blocked.is(place)) {
            let ring = RINGS[place].spots();
            let count = ring.len();
            if count < 2 {
                continue;
            }
            let Some(index) = ring.iter().position(|&other| other == spot) else { continue };
            // Clockwise brings the one before, anticlockwise the one behind.
            for (from, spin) in [
                (ring[(index + count - 1) % count], Spin::Clockwise),
                (ring[(index + 1) % count], Spin::Anticlockwise),
            ] {
                if grid.is_own(from, colour) && distance[from as usize] as u32 > here {
                    let (_, twists) = found.get_or_insert_with(|| (here + 1, Vec::new()));
                    twists.push(Twist { place, spin });
                }
                if distance[from as usize] == u8::MAX {
                    distance[from as usize] = here as u8 + 1;
                    queue[tail] = from;
                    tail += 1;
                }
            }
        }
    }
    found
}
