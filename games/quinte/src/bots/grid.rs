//! The map as the bots see it: flat, with a border, quick to turn and to search.
//!
//! A bot looks at the map in its own view (see [`Quarter`](crate::Quarter)), so it is always
//! country 0 at the bottom; the functions take a colour all the same, to judge the others.

use gyoji_core::Seat;

use crate::cell::{CORNERS, Cell, Corner, Gate, SIZE, Spin, Way, gate, home};
use crate::position::{Quinte, SEATS};

/// A cell as a number: `y * 17 + x`.
pub(super) type Spot = u16;

/// How many cells there are.
pub(super) const SPOTS: usize = SIZE as usize * SIZE as usize;
/// How many places there are for a cursor.
pub(super) const PLACES: usize = CORNERS as usize * CORNERS as usize;
/// What stands for walls and gates among the colours.
const BORDER: u8 = 5;

/// The steps of [`Way::ALL`], as differences of spots.
pub(super) const STEPS: [i16; 4] = [-(SIZE as i16), 1, SIZE as i16, -1];

pub(super) const fn spot(cell: Cell) -> Spot {
    cell.y as Spot * SIZE as Spot + cell.x as Spot
}

pub(super) const fn cell_of(spot: Spot) -> Cell {
    Cell::new((spot % SIZE as Spot) as u8, (spot / SIZE as Spot) as u8)
}

pub(super) const fn neighbour(spot: Spot, way: usize) -> Spot {
    spot.wrapping_add_signed(STEPS[way])
}

/// The way from a spot to the one beside it.
pub(super) fn way_to(from: Spot, to: Spot) -> Option<Way> {
    (0..4).find(|&way| neighbour(from, way) == to).map(|way| Way::ALL[way])
}

/// The spots under a cursor that have tiles, clockwise.
#[derive(Clone, Copy)]
pub(super) struct Ring {
    spots: [Spot; 4],
    count: u8,
}

impl Ring {
    const fn of(place: usize) -> Ring {
        let corner = corner_of(place);
        let cells = corner.cells();
        let mut ring = Ring { spots: [0; 4], count: 0 };
        let mut i = 0;
        while i < 4 {
            if cells[i].is_road() {
                ring.spots[ring.count as usize] = spot(cells[i]);
                ring.count += 1;
            }
            i += 1;
        }
        ring
    }

    pub(super) fn spots(&self) -> &[Spot] {
        &self.spots[..self.count as usize]
    }
}

/// The place of a cursor as a corner.
pub(super) const fn corner_of(place: usize) -> Corner {
    Corner::new((place % CORNERS as usize) as u8, (place / CORNERS as usize) as u8)
}

/// A corner as the place of a cursor.
pub(super) const fn place_of(corner: Corner) -> usize {
    corner.y as usize * CORNERS as usize + corner.x as usize
}

/// The ring of every place.
pub(super) static RINGS: [Ring; PLACES] = {
    let mut rings = [Ring { spots: [0; 4], count: 0 }; PLACES];
    let mut place = 0;
    while place < PLACES {
        rings[place] = Ring::of(place);
        place += 1;
    }
    rings
};

/// A cell of a gate, the tile before it, and the way from there into it.
#[derive(Clone, Copy)]
pub(super) struct Entrance {
    pub(super) gate: Gate,
    pub(super) cell: Spot,
    pub(super) front: Spot,
}

/// Every cell of every gate.
pub(super) fn entrances() -> impl Iterator<Item = Entrance> {
    Seat::all(SEATS).flat_map(|owner| {
        let home = home(owner);
        [4, 7, 8, 9, 12].into_iter().filter_map(move |along| {
            let (cell, front) = match owner.0 {
                0 => (Cell::new(along, home.y), Cell::new(along, home.y - 1)),
                1 => (Cell::new(home.x, along), Cell::new(home.x + 1, along)),
                2 => (Cell::new(along, home.y), Cell::new(along, home.y + 1)),
                _ => (Cell::new(home.x, along), Cell::new(home.x - 1, along)),
            };
            Some(Entrance { gate: gate(cell)?, cell: spot(cell), front: spot(front) })
        })
    })
}

/// The colours of all cells, and where the soldiers are.
#[derive(Clone)]
pub(super) struct Grid {
    colours: [u8; SPOTS],
    pub(super) soldiers: [Spot; SEATS],
}

impl Grid {
    pub(super) fn of(position: &Quinte) -> Grid {
        let mut colours = [BORDER; SPOTS];
        for (cell, tile) in position.tiles().iter() {
            colours[spot(cell) as usize] = tile.owner().map_or(4, |owner| owner.0);
        }
        Grid { colours, soldiers: position.soldiers.map(spot) }
    }

    #[inline]
    pub(super) fn is_own(&self, spot: Spot, colour: u8) -> bool {
        self.colours[spot as usize] == colour
    }

    #[inline]
    pub(super) fn is_border(&self, spot: Spot) -> bool {
        self.colours[spot as usize] == BORDER
    }

    /// Whether `colour` may turn the tiles at a place, and something would change.
    pub(super) fn can_turn(&self, place: usize, colour: u8) -> bool {
        let corner = corner_of(place);
        if self.soldiers.iter().any(|&soldier| corner.covers(cell_of(soldier))) {
            return false;
        }
        let ring = RINGS[place].spots();
        let first = self.colours[ring[0] as usize];
        let has_own = ring.iter().any(|&spot| self.is_own(spot, colour));
        has_own && ring.iter().any(|&spot| !self.is_own(spot, first))
    }

    /// Turns the tiles at a place.
    #[inline]
    pub(super) fn turn(&mut self, place: usize, spin: Spin) {
        let ring = RINGS[place].spots();
        let last = ring.len() - 1;
        match spin {
            Spin::Clockwise => {
                let carried = self.colours[ring[last] as usize];
                for i in (0..last).rev() {
                    self.colours[ring[i + 1] as usize] = self.colours[ring[i] as usize];
                }
                self.colours[ring[0] as usize] = carried;
            }
            Spin::Anticlockwise => {
                let carried = self.colours[ring[0] as usize];
                for i in 0..last {
                    self.colours[ring[i] as usize] = self.colours[ring[i + 1] as usize];
                }
                self.colours[ring[last] as usize] = carried;
            }
        }
    }

    /// Turns them back.
    #[inline]
    pub(super) fn turn_back(&mut self, place: usize, spin: Spin) {
        self.turn(
            place,
            match spin {
                Spin::Clockwise => Spin::Anticlockwise,
                Spin::Anticlockwise => Spin::Clockwise,
            },
        );
    }
}
