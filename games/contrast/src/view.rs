//! What a screen shows of a position, and how a person is led through a move.

use gyoji_core::view::{
    Cell, Colour, Legend, Named, Piece, SeatView, Side, Sign, Step, Surface, View, Word,
};
use gyoji_core::{Ask, Game, Seat, Text};

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
        about: Some(Text::new("tiles change the way", "タイルで道を変える")),
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
            Word::new(NO_TILE, Text::new("no tile", "なし"), &["0", "-1"])
                .about(Text::new("move as it is", "このまま決める"))
                .shape("gap"),
            Word::new("black", Text::new("black", "黒"), &["1"])
                .about(Text::new("lets pieces go diagonally", "斜めに進めるマス")),
            Word::new("gray", Text::new("gray", "グレー"), &["2", "灰"])
                .about(Text::new("lets pieces go any way", "全方向に進めるマス")),
        ],
        parts: vec![
            Named::new("piece", Text::new("Piece", "駒")),
            Named::new("target", Text::new("Target", "移動先")),
            Named::new("tile", Text::new("Tile", "タイル")),
            Named::new("square", Text::new("Its square", "置くマス")),
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
pub(crate) fn ask_step(so_far: &[Step]) -> Ask {
    match so_far.len() {
        0 => Ask::part("piece", Text::new("which piece?", "どの駒を動かしますか？")).typing(
            Text::new(
                "(c1 or 2,4; or the whole move: c1,c2 b3g)",
                "（c1 や 2,4。c1,c2 b3g のようにまとめても可）",
            ),
        ),
        1 => Ask::part("target", Text::new("where to?", "移動先は？")),
        2 => Ask::part("tile", Text::new("which tile?", "タイルを置きますか？")),
        _ => Ask::part("square", Text::new("onto which square?", "どのマスに置きますか？")),
    }
}
