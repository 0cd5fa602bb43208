//! A position and the rules that act on it.

use gyoji_core::Seat;

use crate::cell::{Cell, Corner, Gate, Way, gate, home};
use crate::moves::{Cursor, Move};
use crate::quarter::Quarter;
use crate::tiles::{Tile, Tiles};

/// How many play.
pub const SEATS: usize = 4;

/// A position: the tiles, everybody's soldier, cursor and score, and whose turn it is.
///
/// Seat 0 is red at the bottom, then blue (left), green (top) and yellow (right). A turn is an
/// order of each of them, in that order (seed 003, 2.6).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quinte {
    pub(crate) tiles: Tiles,
    pub(crate) soldiers: [Cell; SEATS],
    /// Where each soldier stood before its seat's last order: for screens that show it move.
    pub(crate) came_from: [Cell; SEATS],
    pub(crate) cursors: [Corner; SEATS],
    pub(crate) scores: [u32; SEATS],
    /// How many orders have been carried out.
    pub(crate) orders: u32,
    pub(crate) rules: Rules,
    /// Who plays first in a turn: red, unless the map is turned into somebody else's view.
    pub(crate) first: Seat,
}

/// The numbers that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// How many turns a game has.
    pub turns: u32,
    /// After how many turns soldiers become super soldiers.
    pub super_from: u32,
}

impl Rules {
    /// Those of the contest (seed 003, 2.4 and 2.5.2).
    pub const CONTEST: Rules = Rules { turns: 1000, super_from: 850 };
    /// The score everybody begins with. The contest's own number is lost with its picture.
    pub const SCORE: u32 = 10_000;
}

/// Why a part of an order cannot be carried out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// The cursor would leave the map.
    Outside,
    /// A soldier stands on one of the tiles.
    SoldierInside,
    /// None of the tiles has the player's colour.
    NoOwnTile,
    /// The soldier would stand on a wall.
    Wall,
    /// The soldier would stand in a gate of its own castle.
    OwnGate,
    /// The tile there has another colour.
    OtherTile,
}

impl Quinte {
    /// The start: the soldiers in their big gates, the cursors before them.
    pub fn new(tiles: Tiles, rules: Rules, score: u32) -> Quinte {
        let by_seat = [Seat(0), Seat(1), Seat(2), Seat(3)];
        let soldiers = by_seat.map(home);
        // Before the own big gate, as red sees it.
        let cursor = Corner::new(7, 14);
        Quinte {
            tiles,
            soldiers,
            came_from: soldiers,
            cursors: by_seat.map(|seat| Quarter::own_view(seat).back().corner(cursor)),
            scores: [score; SEATS],
            orders: 0,
            rules,
            first: Seat::FIRST,
        }
    }

    /// The tiles.
    pub const fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// Where a seat's soldier stands.
    pub const fn soldier(&self, seat: Seat) -> Cell {
        self.soldiers[seat.index()]
    }

    /// Where a seat's cursor is.
    pub const fn cursor(&self, seat: Seat) -> Corner {
        self.cursors[seat.index()]
    }

    /// A seat's score.
    pub const fn score(&self, seat: Seat) -> u32 {
        self.scores[seat.index()]
    }

    /// How many turns are over: the number of the current one, from 0.
    pub const fn turn(&self) -> u32 {
        self.orders / SEATS as u32
    }

    /// The numbers this game is played with.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether the last turn is over.
    pub const fn is_over(&self) -> bool {
        self.turn() >= self.rules.turns
    }

    /// Who gives the next order; stays meaningful after the end.
    pub const fn side(&self) -> Seat {
        Seat((self.first.0 + (self.orders % SEATS as u32) as u8) & 3)
    }

    /// The number of a seat in the order of each turn, from 1 (seed 003, 2.6).
    pub const fn player_number(&self, seat: Seat) -> u8 {
        (seat.0.wrapping_sub(self.first.0) & 3) + 1
    }

    /// Whether soldiers are super soldiers now.
    pub const fn is_super(&self) -> bool {
        self.turn() >= self.rules.super_from
    }

    /// The position as `seat` sees it: itself as seat 0 at the bottom.
    #[must_use]
    pub fn seen_by(&self, seat: Seat) -> Quinte {
        self.turned(Quarter::own_view(seat))
    }

    /// The position with the whole map turned, and the seats with it.
    #[must_use]
    pub fn turned(&self, quarter: Quarter) -> Quinte {
        let mut tiles = Tiles::GRAY;
        for (cell, tile) in self.tiles.iter() {
            tiles.put(quarter.cell(cell), quarter.tile(tile));
        }
        Quinte {
            tiles,
            soldiers: quarter.seats(self.soldiers, |cell| quarter.cell(cell)),
            came_from: quarter.seats(self.came_from, |cell| quarter.cell(cell)),
            cursors: quarter.seats(self.cursors, |corner| quarter.corner(corner)),
            scores: quarter.seats(self.scores, |score| score),
            first: quarter.seat(self.first),
            ..self.clone()
        }
    }

    /// Whether `seat` may turn the tiles there (seed 003, 2.5.1). That something changes is not
    /// asked: not where all have one colour, nor in a corner, where a single tile turns on the
    /// spot.
    pub fn check_turn(&self, seat: Seat, at: Corner) -> Result<(), Refusal> {
        if !at.is_on_map() {
            return Err(Refusal::Outside);
        }
        if self.soldiers.iter().any(|&soldier| at.covers(soldier)) {
            return Err(Refusal::SoldierInside);
        }
        if !self.tiles.has_own(at, seat) {
            return Err(Refusal::NoOwnTile);
        }
        Ok(())
    }

    /// Whether an order to the cursor of `seat` can be carried out.
    pub fn check_cursor(&self, seat: Seat, cursor: Cursor) -> Result<(), Refusal> {
        match cursor.spin {
            Some(_) => self.check_turn(seat, cursor.at),
            None if cursor.at.is_on_map() => Ok(()),
            None => Err(Refusal::Outside),
        }
    }

    /// Whether the soldier of `seat` may go that way, after the cursor's order was carried out
    /// (seed 003, 2.5.2).
    pub fn check_step(&self, seat: Seat, way: Way, cursor: Option<Cursor>) -> Result<(), Refusal> {
        let Some(to) = self.soldier(seat).step(way) else { return Err(Refusal::Wall) };
        if !to.is_road() {
            return match gate(to) {
                // A soldier in its own gate may leave it, but not along the wall.
                Some(Gate { owner, .. }) if owner == seat => Err(Refusal::OwnGate),
                Some(_) => Ok(()),
                None => Err(Refusal::Wall),
            };
        }
        let tile = match cursor {
            Some(Cursor { at, spin: Some(spin) }) => self.tiles.after(at, spin, to),
            _ => self.tiles.at(to),
        };
        if tile == Some(Tile::of(seat)) { Ok(()) } else { Err(Refusal::OtherTile) }
    }

    /// What can be done of an order: each of its two parts, or nothing instead (seed 003, 2.4).
    pub fn possible(&self, seat: Seat, order: Move) -> Move {
        let cursor = order.cursor.and_then(|cursor| self.possible_cursor(seat, cursor));
        let soldier = order.soldier.filter(|&way| self.check_step(seat, way, cursor).is_ok());
        Move { cursor, soldier }
    }

    /// What can be done of an order to the cursor. Where it goes and how it turns are two
    /// parameters (seed 003, 2.5.1): one that cannot turn the tiles goes there all the same.
    fn possible_cursor(&self, seat: Seat, cursor: Cursor) -> Option<Cursor> {
        match self.check_cursor(seat, cursor) {
            Ok(()) => Some(cursor),
            Err(Refusal::Outside) => None,
            Err(_) => Some(Cursor { spin: None, ..cursor }),
        }
    }

    /// Carries out an order of whoever is to move. What cannot be done of it is left undone.
    pub fn carry_out(&mut self, order: Move) {
        let seat = self.side();
        let cursor = order.cursor.and_then(|cursor| self.possible_cursor(seat, cursor));
        if let Some(Cursor { at, spin }) = cursor {
            self.cursors[seat.index()] = at;
            if let Some(spin) = spin {
                self.tiles.turn(at, spin);
            }
        }
        let stood = self.soldier(seat);
        self.came_from[seat.index()] = stood;
        if let Some(way) = order.soldier
            && self.check_step(seat, way, None).is_ok()
            && let Some(to) = stood.step(way)
        {
            self.soldiers[seat.index()] = match gate(to) {
                Some(entered) => {
                    self.attack(seat, entered);
                    home(seat)
                }
                None => to,
            };
        }
        self.orders += 1;
    }

    /// What the attacker gains the defender loses: so many hundredths, rounded down.
    fn attack(&mut self, attacker: Seat, gate: Gate) {
        let loss = self.loss(gate);
        self.scores[gate.owner.index()] -= loss;
        self.scores[attacker.index()] += loss;
    }

    /// What an attack on a gate would take from its owner now.
    pub const fn loss(&self, gate: Gate) -> u32 {
        let percent = gate.kind.percent(self.is_super());
        (self.score(gate.owner) as u64 * percent as u64 / 100) as u32
    }
}
