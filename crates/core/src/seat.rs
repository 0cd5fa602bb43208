//! Who sits where.

use serde::{Deserialize, Serialize};
use std::fmt;

use crate::Text;

/// A place at the table, counted from 0 in order of play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat that moves first.
    pub const FIRST: Seat = Seat(0);
    /// The seat that moves second.
    pub const SECOND: Seat = Seat(1);

    /// All seats of a table, in order.
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats.min(crate::MAX_SEATS) as u8).map(Seat)
    }

    /// The seat as an index into per-seat lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The opponent, in a game of two.
    #[must_use]
    pub const fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a game calls one of its seats.
#[derive(Clone, Debug)]
pub struct SeatSpec {
    /// Short ASCII name used on the wire and in records: `black`.
    pub id: &'static str,
    /// The name people read: black / 黒.
    pub title: Text,
    /// One letter that stands for the seat's pieces where colour alone will not do.
    pub letter: char,
}
