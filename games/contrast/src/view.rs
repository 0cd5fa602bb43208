//! What a screen shows of a position, and how a person is led through a move.

use gyoji_core::view::{
    Cell, Colour, Legend, Piece, SeatView, Side, Sign, Step, Surface, View, Word,
};
use gyoji_core::{Game, Seat, Text};

use crate::board::Board;
use crate::moves::{Move, Tile};
use crate::square::{SIDE, SQUARES};

/// The word for a move without a tile.
const NO_TILE: &str = "none";

pub(crate) fn view(board: &Board) -> View {
    let cell = |square: u8| Cell {
        ground: board.tile_on(square).map_or("white", ground).into(),
        pieces: board.piece_on(square).map(|seat| Piece::new(seat, "piece")).into_iter().collect(),
        ..Cell::default()
    };
    let seat = |seat: Seat| {
        let hand = board.hand(seat);
        let held = Tile::BOTH.map(|tile| (ground(tile).into(), u32::from(hand.count(tile))));
        SeatView { points: None, hand: held.into() }
    };
    View {
        cols: ('a'..='e').map(String::from).collect(),
        rows: ('1'..='5').rev().map(String::from).collect(),
        cells: (0..SQUARES).map(cell).collect(),
        seats: Seat::all(2).map(seat).collect(),
        to_move: Game::to_move(board),
        ..View::default()
    }
}

/// A tile is engraved with the ways that it lets a piece go.
pub(crate) fn legend() -> Legend {
    let sign = |id, en, ja, colour| Sign::new(id, Text::new(en, ja)).colour(colour);
    Legend {
        surface: Surface {
            material: "slab".into(),
            lines: false,
            names: vec![Side::Left, Side::Bottom],
            ..Surface::default()
        },
        grounds: vec![
            sign("white", "white square", "白マス", Colour::White).shape("tile-plus"),
            sign("black", "black tile", "黒タイル", Colour::Black).letter('#').shape("tile-cross"),
            sign("gray", "gray tile", "グレータイル", Colour::Gray).letter('+').shape("tile-star"),
        ],
        pieces: vec![Sign::new("piece", Text::new("piece", "駒")).shape("man")],
        hand: vec![
            sign("black", "black x{}", "黒タイル {}枚", Colour::Black)
                .letter('#')
                .shape("tile-cross"),
            sign("gray", "gray x{}", "グレータイル {}枚", Colour::Gray)
                .letter('+')
                .shape("tile-star"),
        ],
        words: vec![
            Word::new(NO_TILE, Text::new("no tile", "なし"), &["0", "-1"]),
            Word::new("black", Text::new("black", "黒"), &["1"]),
            Word::new("gray", Text::new("gray", "グレー"), &["2", "灰"]),
        ],
        ..Legend::new(&crate::game::SPEC, &[Colour::Blue, Colour::Red])
    }
    .crests(&["round", "square"])
}

/// A tile's name in views and steps.
const fn ground(tile: Tile) -> &'static str {
    match tile {
        Tile::Black => "black",
        Tile::Gray => "gray",
    }
}

/// From, to, the kind of tile or `none`, and its square.
pub(crate) fn steps(mv: Move) -> Vec<Step> {
    let cell = |square: u8| Step::Cell(square % SIDE, square / SIDE);
    let mut steps = vec![cell(mv.from()), cell(mv.to())];
    match mv.tile() {
        Some((tile, square)) => steps.extend([Step::Word(ground(tile).into()), cell(square)]),
        None => steps.push(Step::Word(NO_TILE.into())),
    }
    steps
}

/// What is asked after so many steps.
pub(crate) const fn ask_step(so_far: &[Step]) -> Text {
    match so_far.len() {
        0 => Text::new(
            "which piece? (c1 or 2,4; or the whole move: c1,c2 b3g)",
            "どの駒を動かしますか？（c1 や 2,4。c1,c2 b3g のようにまとめても可）",
        ),
        1 => Text::new("where to?", "移動先は？"),
        2 => Text::new("which tile?", "タイルを置きますか？"),
        _ => Text::new("onto which square?", "どのマスに置きますか？"),
    }
}
