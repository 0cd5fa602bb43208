//! The board and its rules, without a past: pieces, tiles, hands, and who is to move.
//!
//! Small and `Copy`: what a search plays on. It knows how a game is won and lost; draws need a
//! memory and are left to [`Contrast`](crate::Contrast).

use gyoji_core::Seat;

use crate::moves::{Move, Tile};
use crate::square::{ALL, RAYS, each, goal, home, mirrored, nearest, turned};

/// The tiles a player still holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Hand {
    /// Black ones, at most 3.
    pub black: u8,
    /// Gray ones, at most 1.
    pub gray: u8,
}

impl Hand {
    /// What each player starts with.
    pub const FULL: Hand = Hand { black: 3, gray: 1 };
    /// Nothing left.
    pub const EMPTY: Hand = Hand { black: 0, gray: 0 };

    /// How many of a kind are left.
    pub const fn count(self, tile: Tile) -> u8 {
        match tile {
            Tile::Black => self.black,
            Tile::Gray => self.gray,
        }
    }

    /// How many different kinds are left: 0 to 2.
    pub const fn kinds(self) -> u32 {
        (self.black > 0) as u32 + (self.gray > 0) as u32
    }

    fn spend(&mut self, tile: Tile) {
        let count = match tile {
            Tile::Black => &mut self.black,
            Tile::Gray => &mut self.gray,
        };
        *count = count.saturating_sub(1);
    }
}

/// A board and who is to move on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    pieces: [u32; 2],
    black: u32,
    gray: u32,
    hands: [Hand; 2],
    side: Seat,
}

impl Board {
    /// The start: five pieces each on their own row, all tiles white, all hands full.
    pub const START: Board = Board {
        pieces: [home(Seat::FIRST), home(Seat::SECOND)],
        black: 0,
        gray: 0,
        hands: [Hand::FULL; 2],
        side: Seat::FIRST,
    };

    /// A board of these parts, each a set of squares (see [`square`](crate::square)); `None` if
    /// two pieces or two tiles lie on one square, or a hand holds more than at the start.
    pub fn new(
        pieces: [u32; 2],
        black: u32,
        gray: u32,
        hands: [Hand; 2],
        side: Seat,
    ) -> Option<Board> {
        let is_good = pieces[0] & pieces[1] == 0
            && black & gray == 0
            && (pieces[0] | pieces[1] | black | gray) & !ALL == 0
            && hands.iter().all(|hand| hand.black <= 3 && hand.gray <= 1)
            && side.index() < 2;
        is_good.then_some(Board { pieces, black, gray, hands, side })
    }

    /// Who is to move, or would be if the game were not over.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The squares a seat has pieces on.
    pub const fn pieces(&self, seat: Seat) -> u32 {
        self.pieces[seat.0 as usize & 1]
    }

    /// The squares with tiles of a kind.
    pub const fn tiles(&self, tile: Tile) -> u32 {
        match tile {
            Tile::Black => self.black,
            Tile::Gray => self.gray,
        }
    }

    /// The squares that are white still.
    pub const fn white(&self) -> u32 {
        ALL & !(self.black | self.gray)
    }

    /// The squares without pieces.
    pub const fn empty(&self) -> u32 {
        ALL & !(self.pieces[0] | self.pieces[1])
    }

    /// What a seat holds.
    pub const fn hand(&self, seat: Seat) -> Hand {
        self.hands[seat.0 as usize & 1]
    }

    /// The tile on a square; none if it is white.
    pub const fn tile_on(&self, square: u8) -> Option<Tile> {
        match (self.black >> square & 1, self.gray >> square & 1) {
            (1, _) => Some(Tile::Black),
            (_, 1) => Some(Tile::Gray),
            _ => None,
        }
    }

    /// Whose piece stands on a square.
    pub const fn piece_on(&self, square: u8) -> Option<Seat> {
        match (self.pieces[0] >> square & 1, self.pieces[1] >> square & 1) {
            (1, _) => Some(Seat::FIRST),
            (_, 1) => Some(Seat::SECOND),
            _ => None,
        }
    }

    /// The seat that has reached its far row.
    pub const fn arrived(&self) -> Option<Seat> {
        if self.pieces[0] & goal(Seat::FIRST) != 0 {
            Some(Seat::FIRST)
        } else if self.pieces[1] & goal(Seat::SECOND) != 0 {
            Some(Seat::SECOND)
        } else {
            None
        }
    }

    /// The winner, and whether by arriving (or because the other one is stuck); `None` while the
    /// game goes on.
    pub fn winner(&self) -> Option<(Seat, bool)> {
        match self.arrived() {
            Some(seat) => Some((seat, true)),
            None => (!self.can_move()).then_some((self.side.other(), false)),
        }
    }

    /// Whether the side to move has a piece that can move; the far rows aside.
    pub fn can_move(&self) -> bool {
        each(self.pieces(self.side)).any(|from| self.targets(from) != 0)
    }

    /// Where the piece of `seat` on `from` can go: in each direction that the tile under it
    /// allows, the first square that holds no piece of its own, if that one is empty.
    #[inline]
    pub const fn targets_of(&self, seat: Seat, from: u8) -> u32 {
        let rays = &RAYS[from as usize];
        let stops = !self.pieces(seat);
        let reached = match self.tile_on(from) {
            None => nearest(rays, 0, stops),
            Some(Tile::Black) => nearest(rays, 4, stops),
            Some(Tile::Gray) => nearest(rays, 0, stops) | nearest(rays, 4, stops),
        };
        reached & !self.pieces(seat.other())
    }

    /// Where a piece of the side to move can go.
    #[inline]
    pub const fn targets(&self, from: u8) -> u32 {
        self.targets_of(self.side, from)
    }

    /// Every way of a piece of the side to move, without tiles: from and to.
    pub fn ways(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        each(self.pieces(self.side))
            .flat_map(|from| each(self.targets(from)).map(move |to| (from, to)))
    }

    /// Where a tile may be put down after a piece has gone from `from` to `to`: on every white
    /// square that is empty then.
    #[inline]
    pub const fn tile_squares(&self, from: u8, to: u8) -> u32 {
        (self.empty() | 1 << from) & !(1 << to) & self.white()
    }

    /// Every legal move, in the order of from, to and tile.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let pieces = if self.arrived().is_some() { 0 } else { self.pieces(self.side) };
        let hand = self.hand(self.side);
        let black = if hand.black > 0 { ALL } else { 0 };
        let gray = if hand.gray > 0 { ALL } else { 0 };
        each(pieces).flat_map(|from| each(self.targets(from)).map(move |to| (from, to))).flat_map(
            move |(from, to)| {
                let (mv, squares) = (Move::new(from, to), self.tile_squares(from, to));
                std::iter::once(mv)
                    .chain(each(squares & black).map(move |at| mv.with_tile(Tile::Black, at)))
                    .chain(each(squares & gray).map(move |at| mv.with_tile(Tile::Gray, at)))
            },
        )
    }

    /// Whether a move is one of [`moves`](Board::moves).
    pub fn is_legal(&self, mv: Move) -> bool {
        self.arrived().is_none()
            && self.pieces(self.side) >> mv.from() & 1 == 1
            && self.targets(mv.from()) >> mv.to() & 1 == 1
            && mv.tile().is_none_or(|(tile, square)| {
                self.hand(self.side).count(tile) > 0
                    && self.tile_squares(mv.from(), mv.to()) >> square & 1 == 1
            })
    }

    /// How many moves there are, without listing them.
    pub fn count_moves(&self) -> u64 {
        if self.arrived().is_some() {
            return 0;
        }
        let (white, kinds) = (self.white(), self.hand(self.side).kinds());
        let free = (white & self.empty()).count_ones();
        let mut count = 0;
        for from in each(self.pieces(self.side)) {
            let targets = self.targets(from);
            let left_behind = free + (white >> from & 1);
            // A tile can lie on any free square, less the one the piece goes to.
            count += targets.count_ones() * (1 + kinds * left_behind)
                - kinds * (targets & white).count_ones();
        }
        u64::from(count)
    }

    /// Plays a legal move.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let mover = self.side.index() & 1;
        self.pieces[mover] = self.pieces[mover] & !(1 << mv.from()) | 1 << mv.to();
        if let Some((tile, square)) = mv.tile() {
            match tile {
                Tile::Black => self.black |= 1 << square,
                Tile::Gray => self.gray |= 1 << square,
            }
            self.hands[mover].spend(tile);
        }
        self.side = self.side.other();
    }

    /// The board after a legal move.
    #[must_use]
    pub fn after(mut self, mv: Move) -> Board {
        self.play(mv);
        self
    }

    /// The same board from the other chair: turned by 180°, with the players exchanged.
    #[must_use]
    pub fn turned(&self) -> Board {
        Board {
            pieces: [turned(self.pieces[1]), turned(self.pieces[0])],
            black: turned(self.black),
            gray: turned(self.gray),
            hands: [self.hands[1], self.hands[0]],
            side: self.side.other(),
        }
    }

    /// The same board in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        Board {
            pieces: self.pieces.map(mirrored),
            black: mirrored(self.black),
            gray: mirrored(self.gray),
            ..*self
        }
    }

    /// A well-mixed hash.
    pub fn key(&self) -> u64 {
        // Two rounds of multiply and fold: cheap, and no bit of the board stays in its place.
        let mix = |x: u64, k: u64| {
            let wide = u128::from(x ^ k) * u128::from(k | 1);
            (wide >> 64) as u64 ^ wide as u64
        };
        let hand = |hand: Hand| u64::from(hand.black) << 1 | u64::from(hand.gray);
        let rest = hand(self.hands[0]) | hand(self.hands[1]) << 3 | u64::from(self.side.0) << 6;
        // 25 of 32 bits are squares: the rest fits beside them.
        let pieces = u64::from(self.pieces[0]) << 32 | u64::from(self.pieces[1]) | rest << 25;
        let tiles = u64::from(self.black) << 32 | u64::from(self.gray);
        mix(mix(pieces, 0x9e37_79b9_7f4a_7c15) ^ tiles, 0xd6e8_feb8_6659_fd93)
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::START
    }
}
