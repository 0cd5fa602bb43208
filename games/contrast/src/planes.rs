//! Contrast as learning programs see it: the 90 planes of the class document, and a lean set.
//!
//! Both have the policy of the document's network: a head for the way of the piece and one for the
//! tile. Left and right are alike.

use gyoji_core::{Planes, PlanesEntry, PolicyIndex, Shape, Text};

use crate::Contrast;
use crate::encode::{self, PLANE, PLANES, TILES, WAYS, put};
use crate::game::SEEN_DRAWS;
use crate::moves::{Move, Tile};
use crate::race::can_arrive;
use crate::square::{SIDE, SQUARES, goal};

/// What the kit has.
pub fn planes() -> Vec<PlanesEntry<Contrast>> {
    vec![
        PlanesEntry {
            name: "lean",
            about: Text::new(
                "11 planes: what decides how the game can go on",
                "11枚。この先の展開を決めるものだけ",
            ),
            planes: &LEAN,
        },
        PlanesEntry {
            name: "seed",
            about: Text::new(
                "the 90 planes of the class document, with the last eight positions",
                "授業の資料の90枚。直近8局面の履歴つき",
            ),
            planes: &SEED,
        },
    ]
}

/// The 90 planes of the class document; see [`encode`].
pub const SEED: Set = Set { channels: PLANES, write: encode::write_tensor };

/// What the future depends on and nothing else: pieces, tiles, hands, and how near a draw is.
pub const LEAN: Set = Set { channels: 11, write: write_lean };

/// A set of planes: they differ in what they show, not in their policy.
#[derive(Clone, Copy, Debug)]
pub struct Set {
    channels: usize,
    /// A position knows the boards before it: there is no need for more.
    write: fn(&Contrast, &mut [f32]),
}

impl Planes<Contrast> for Set {
    fn shape(&self) -> Shape {
        let side = usize::from(SIDE);
        Shape { channels: self.channels, height: side, width: side, heads: &[WAYS, TILES] }
    }

    fn write(&self, past: &[Contrast], out: &mut [f32]) {
        match past.last() {
            Some(position) => (self.write)(position, out),
            None => out.fill(0.0),
        }
    }

    fn index(&self, position: &Contrast, mv: Move) -> PolicyIndex {
        let action = encode::action_of(position.board().side(), mv);
        PolicyIndex::Pair(action / TILES, action % TILES)
    }

    fn win_in_one(&self, position: &Contrast, moves: &[Move]) -> Option<Move> {
        let board = position.board();
        let far = goal(board.side());
        let arrives = |mv: &Move| far >> mv.to() & 1 == 1;
        // A move that leaves the opponent stuck wins as well, but is hardly ever there.
        can_arrive(&board, board.side()).then(|| moves.iter().copied().find(arrives))?
    }

    fn symmetries(&self) -> usize {
        2
    }

    fn turn_cell(&self, symmetry: usize, cell: usize) -> usize {
        if symmetry == 0 { cell } else { mirrored(cell) }
    }

    fn turn_index(&self, symmetry: usize, index: PolicyIndex) -> PolicyIndex {
        let PolicyIndex::Pair(way, tile) = index else { return index };
        let squares = usize::from(SQUARES);
        let turn = |square: usize| self.turn_cell(symmetry, square);
        let tile = match tile.checked_sub(1) {
            None => 0,
            // Black on every square, then gray.
            Some(tile) => 1 + tile / squares * squares + turn(tile % squares),
        };
        PolicyIndex::Pair(turn(way / squares) * squares + turn(way % squares), tile)
    }
}

/// A square in the mirror: left and right exchanged.
const fn mirrored(square: usize) -> usize {
    let side = SIDE as usize;
    square / side * side + (side - 1 - square % side)
}

fn write_lean(position: &Contrast, out: &mut [f32]) {
    out.fill(0.0);
    let board = position.board();
    let me = board.side();
    let sets = [
        board.pieces(me),
        board.pieces(me.other()),
        board.tiles(Tile::Black),
        board.tiles(Tile::Gray),
    ];
    let (own, enemy) = (board.hand(me), board.hand(me.other()));
    let numbers = [
        f32::from(own.black) / 3.0,
        f32::from(own.gray),
        f32::from(enemy.black) / 3.0,
        f32::from(enemy.gray),
        // Ones, so that a convolution can tell where the board ends.
        1.0,
        f32::from(position.seen().saturating_sub(1)) / f32::from(SEEN_DRAWS - 1),
        position.limit().map_or(0.0, |limit| position.ply() as f32 / limit.max(1) as f32),
    ];
    let mut planes = out.chunks_exact_mut(PLANE);
    for (set, plane) in sets.into_iter().zip(planes.by_ref()) {
        put(plane, me, set);
    }
    for (number, plane) in numbers.into_iter().zip(planes) {
        plane.fill(number);
    }
}
