//! Contrast as learning programs see it: the 90 planes of the class document, and a lean set.
//!
//! Both have the policy of the document's network: a head for the way of the piece and one for the
//! tile. Left and right are alike.

use gyoji_core::{Game, Planes, PlanesEntry, PolicyIndex, Shape, Text};

use crate::Contrast;
use crate::encode::{self, PLANE, PLANES, TILES, WAYS, put};
use crate::game::SEEN_DRAWS;
use crate::moves::{Move, Tile};
use crate::race::{RINGS, can_arrive, reach, rings};
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
        PlanesEntry {
            name: "race",
            about: Text::new(
                "23 planes: the lean ones, and how far it is to the far rows from every square",
                "23枚。leanの11枚に、各マスから相手の陣地までの遠さなどを加えたもの",
            ),
            planes: &RACE,
        },
    ]
}

/// The 90 planes of the class document; see [`encode`].
pub const SEED: Set = Set { channels: PLANES, write: encode::write_tensor };

/// What the future depends on and nothing else: pieces, tiles, hands, and how near a draw is.
pub const LEAN: Set = Set { channels: LEAN_PLANES, write: write_lean };

/// The lean planes, and what follows from them by the rules but is hard for convolutions to see,
/// since jumps reach over a whole line: where each side can go, and how far the far rows are.
pub const RACE: Set = Set { channels: LEAN_PLANES + 2 * (1 + RINGS), write: write_race };

const LEAN_PLANES: usize = 11;

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

    fn drop_blunders(&self, position: &Contrast, moves: &mut Vec<Move>) {
        let board = position.board();
        let enemy = board.side().other();
        // The moves of one way come one after the other, and where a tile lies does not matter
        // before a piece goes there: the board is looked at once for each way.
        let mut last = None;
        let mut loses = false;
        moves.retain(|&mv| {
            let way = Move::new(mv.from(), mv.to());
            if last.replace(way) != Some(way) {
                loses = can_arrive(&board.after(way), enemy);
            }
            !loses || ends(position, mv)
        });
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

/// Whether the game is over after a move, as a draw too.
fn ends(position: &Contrast, mv: Move) -> bool {
    let mut after = position.clone();
    after.play(mv);
    after.outcome().is_some()
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
    let mut planes = out.chunks_exact_mut(PLANE).take(LEAN_PLANES);
    for (set, plane) in sets.into_iter().zip(planes.by_ref()) {
        put(plane, me, set);
    }
    for (number, plane) in numbers.into_iter().zip(planes) {
        plane.fill(number);
    }
}

fn write_race(position: &Contrast, out: &mut [f32]) {
    write_lean(position, out);
    let board = position.board();
    let me = board.side();
    let mut planes = out[LEAN_PLANES * PLANE..].chunks_exact_mut(PLANE);
    for seat in [me, me.other()] {
        let sets = std::iter::once(reach(&board, seat)).chain(rings(&board, seat));
        for (set, plane) in sets.zip(planes.by_ref()) {
            put(plane, me, set);
        }
    }
}
