//! How a tile is brought to a gap: every turn of the cursor moves it one spot, along spots that
//! share a cursor which no soldier blocks.

use super::grid::{Grid, PLACES, RINGS, SPOTS, Spot, corner_of};
use crate::cell::{CORNERS, Spin};

/// The farthest a tile is fetched from.
const MOST_FETCH: u32 = 12;

/// Which cursors may not be used: a soldier stands inside, or they would break the road.
#[derive(Clone, Copy)]
pub(super) struct Blocked([u64; PLACES / 64]);

impl Blocked {
    /// Those that no player could turn now.
    pub(super) fn by_soldiers(grid: &Grid) -> Blocked {
        let mut blocked = Blocked([0; PLACES / 64]);
        for soldier in grid.soldiers {
            blocked.add(soldier);
        }
        blocked
    }

    /// Every cursor that covers this spot.
    pub(super) fn add(&mut self, spot: Spot) {
        for place in places_over(spot) {
            self.0[place / 64] |= 1 << (place % 64);
        }
    }

    /// The same, with every cursor that covers one of these spots.
    #[must_use]
    pub(super) fn with(mut self, spots: impl IntoIterator<Item = Spot>) -> Blocked {
        spots.into_iter().for_each(|spot| self.add(spot));
        self
    }

    pub(super) fn is(&self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 == 1
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

/// Every turn that brings one of the nearest tiles of `colour` a spot nearer to a gap, told to
/// `found` until it has enough (and says so with `true`). Nothing if no tile is within `most`
/// turns of the cursor, or none can be brought.
pub(super) fn fetch(
    grid: &Grid,
    colour: u8,
    gap: Spot,
    blocked: &Blocked,
    most: u32,
    mut found: impl FnMut(Twist) -> bool,
) {
    let mut distance = [u8::MAX; SPOTS];
    let mut queue = [gap; SPOTS];
    let (mut head, mut tail) = (0, 1);
    let mut nearest = most;
    distance[gap as usize] = 0;
    while head < tail {
        let spot = queue[head];
        head += 1;
        let here = u32::from(distance[spot as usize]);
        if here >= nearest {
            return;
        }
        for place in places_over(spot).filter(|&place| !blocked.is(place)) {
            let ring = RINGS[place].spots();
            let count = ring.len();
            let Some(index) = ring.iter().position(|&other| other == spot) else { continue };
            // Clockwise brings the one before it in the ring, anticlockwise the one behind.
            for (from, spin) in [
                (ring[(index + count - 1) % count], Spin::Clockwise),
                (ring[(index + 1) % count], Spin::Anticlockwise),
            ] {
                if u32::from(distance[from as usize]) <= here {
                    continue;
                }
                if grid.is_own(from, colour) {
                    nearest = here + 1;
                    if found(Twist { place, spin }) {
                        return;
                    }
                }
                if distance[from as usize] == u8::MAX {
                    distance[from as usize] = here as u8 + 1;
                    queue[tail] = from;
                    tail += 1;
                }
            }
        }
    }
}

/// Every turn that brings a tile to the first gap of a road that can be filled; as [`fetch`].
pub(super) fn fill(grid: &Grid, colour: u8, road: &[Spot], mut found: impl FnMut(Twist) -> bool) {
    let is_tile = |spot: &Spot| grid.is_own(*spot, colour);
    if road.iter().all(is_tile) {
        return;
    }
    let soldiers = Blocked::by_soldiers(grid);
    let whole = soldiers.with(road.iter().copied().filter(is_tile));
    for (index, &gap) in road.iter().enumerate().filter(|(_, spot)| !is_tile(spot)) {
        let before = soldiers.with(road[..index].iter().copied().filter(is_tile));
        // Better break the road behind the gap than leave the gap.
        for blocked in [whole, before] {
            let mut any = false;
            fetch(grid, colour, gap, &blocked, MOST_FETCH, |twist| {
                any = true;
                found(twist)
            });
            if any {
                return;
            }
        }
    }
}
