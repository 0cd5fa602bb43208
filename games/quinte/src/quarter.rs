//! Quarter turns of the whole map: the one place that knows how another seat sees things.
//!
//! Every player sees itself at the bottom, in red's place (seed 003, 2.1). A quarter turn takes
//! seat 0 to seat 1's place, so it turns cells, directions, orders and seats all at once, and
//! what is built of them. Nothing else in this crate rotates anything but tiles.

use gyoji_core::Seat;

use crate::cell::{CORNERS, Cell, Corner, SIZE, Way};
use crate::moves::{Cursor, Move};
use crate::tiles::Tile;

/// A number of quarter turns clockwise, 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quarter(u8);

impl Quarter {
    /// So many quarter turns clockwise.
    pub const fn turns(count: u8) -> Quarter {
        Quarter(count & 3)
    }

    /// What brings `seat` to the bottom: the map as that seat sees it, as seat 0.
    pub const fn own_view(seat: Seat) -> Quarter {
        Quarter(4u8.wrapping_sub(seat.0) & 3)
    }

    /// The turn that undoes this one.
    #[must_use]
    pub const fn back(self) -> Quarter {
        Quarter(4u8.wrapping_sub(self.0) & 3)
    }

    /// Where a cell goes.
    pub fn cell(self, cell: Cell) -> Cell {
        (0..self.0).fold(cell, |Cell { x, y }, _| Cell::new(SIZE - 1 - y, x))
    }

    /// Where a cursor goes. It is named by its top left cell, which is another one then.
    pub fn corner(self, corner: Corner) -> Corner {
        if !corner.is_on_map() {
            return Corner::OUTSIDE;
        }
        (0..self.0).fold(corner, |Corner { x, y }, _| Corner::new(CORNERS - 1 - y, x))
    }

    /// What a direction becomes.
    pub fn way(self, way: Way) -> Way {
        Way::ALL[(way as usize + usize::from(self.0)) % 4]
    }

    /// In whose place a seat is then.
    pub const fn seat(self, seat: Seat) -> Seat {
        Seat((seat.0 + self.0) & 3)
    }

    /// What a tile becomes.
    pub fn tile(self, tile: Tile) -> Tile {
        tile.owner().map_or(Tile::GRAY, |owner| Tile::of(self.seat(owner)))
    }

    /// What an order becomes. Clockwise stays clockwise.
    pub fn order(self, order: Move) -> Move {
        Move {
            cursor: order.cursor.map(|cursor| Cursor { at: self.corner(cursor.at), ..cursor }),
            soldier: order.soldier.map(|way| self.way(way)),
        }
    }

    /// A list by seat, with each entry turned by `each`.
    pub fn seats<T: Copy>(self, list: [T; 4], each: impl Fn(T) -> T) -> [T; 4] {
        let mut turned = list;
        for seat in Seat::all(4) {
            turned[self.seat(seat).index()] = each(list[seat.index()]);
        }
        turned
    }
}
