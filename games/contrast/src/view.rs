//! What a screen shows of a position, and how a person is led through a move.

use gyoji_core::view::{Cell, Piece, SeatView, Step, View};
use gyoji_core::{Game, Seat, Text};

use crate::board::Board;
use crate::moves::{Move, Tile};
use crate::square::{SIDE, SQUARES};

/// The word for a move without a tile.
const NO_TILE: &str = "none";

pub(crate) fn view(board: &Board) -> View {
    let cell = |square: u8| Cell {
        ground: board.tile_on(square).map_or("white", ground).into(),
        owner: None,
        pieces: board
            .piece_on(square)
            .map(|seat| Piece { seat, kind: "piece".into(), from: None })
            .into_iter()
            .collect(),
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
        frames: Vec::new(),
        seats: Seat::all(2).map(seat).collect(),
        facts: Vec::new(),
        to_move: Game::to_move(board),
    }
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

/// What a word is called, with the number that stands for it.
pub(crate) fn name_step(view: &View, step: &Step) -> Text {
    match step {
        Step::Word(word) if word == NO_TILE => Text::new("0: no tile", "0: なし"),
        Step::Word(word) if word == "black" => Text::new("1: black", "1: 黒"),
        Step::Word(word) if word == "gray" => Text::new("2: gray", "2: グレー"),
        _ => view.name_step(step),
    }
}

/// The numbers of the class document, the words, and the usual names of cells.
pub(crate) fn read_step(view: &View, text: &str) -> Step {
    match text {
        "0" | "-1" | "なし" => Step::Word(NO_TILE.into()),
        "1" | "黒" => Step::Word("black".into()),
        "2" | "グレー" | "灰" => Step::Word("gray".into()),
        _ => view.read_step(text),
    }
}
